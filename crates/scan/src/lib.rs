//! Which bytes of a text belong to a set, many bytes at a time.
//!
//! Input: a set of bytes ([`ByteTable`], or several as [`Sets`]) and a text. Output: [`run`], the end of a run of
//! members; or [`member_masks`], which of the first 64 bytes belong to each of several sets, one bit a byte.
//!
//! # How it works
//!
//! A set of ASCII bytes is a table of 16 columns (the low half of a byte) and 8 rows (the high half). [`ByteTable`]
//! stores one byte a column, with one bit a row. The letter "a" is 0x61: column 1, row 6, so "a" is a member exactly if
//! bit 6 of column 1 is set. A shuffle instruction looks up 16, 32 or 64 columns at once. So two shuffles (the column
//! of each byte, the bit of its row) and one AND test that many bytes.
//!
//! A byte beyond ASCII has an empty column. A set with all bytes beyond ASCII is stored as its complement. A set with
//! some of them is looked up byte by byte.
//!
//! # Why it is correct
//!
//! Each operation has several implementations, called backends: AVX-512, AVX2, SSSE3, NEON, and plain Rust (`scalar`).
//! The tests compare all of them with the definition, on every length, position and byte. CPU detection runs once.
//!
//! All raw pointers of the engine are in this crate. None reads a byte outside its slice: AVX-512 loads under a mask
//! and does not touch masked-off bytes; the others load whole registers that lie inside the slice, the last one
//! overlapping the one before it, or inside a padded copy of the text.
// Without vectors only the scalar backend is compiled, and code that it does not use is dead.
#![cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code, unused_mut))]

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod ssse3;
mod table;
mod task;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::sync::atomic::{AtomicU8, Ordering};

pub use table::{ones, ByteTable, Sets, MASKED};
pub use task::{Block, Masks, Task};

/// An implementation that this machine can run. Values come only from [`Backend::best`] and [`Backend::all`], so a
/// value proves that the machine has the instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backend(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Kind {
    /// Plain Rust, for any machine.
    Scalar = 1,
    /// 32 bytes at a time, on a machine that also has the bit manipulation instructions, as all with AVX2 do.
    Avx2 = 2,
    /// 64 bytes at a time, loaded under a mask.
    Avx512 = 3,
    /// 16 bytes at a time.
    Neon = 4,
    /// 16 bytes at a time, for x86-64 without AVX2.
    Ssse3 = 5,
}

/// The best kind of this machine; 0 before detection.
static BEST: AtomicU8 = AtomicU8::new(0);

impl Backend {
    /// The best backend of this machine.
    #[inline]
    #[must_use]
    pub fn best() -> Backend {
        match BEST.load(Ordering::Relaxed) {
            1 => Backend(Kind::Scalar),
            2 => Backend(Kind::Avx2),
            3 => Backend(Kind::Avx512),
            4 => Backend(Kind::Neon),
            5 => Backend(Kind::Ssse3),
            _ => Backend::find(),
        }
    }

    #[cold]
    fn find() -> Backend {
        let backend = Backend::all().last().copied().unwrap_or(Backend(Kind::Scalar));
        BEST.store(backend.0 as u8, Ordering::Relaxed);
        backend
    }

    /// All backends of this machine, the scalar one first and the best one last.
    #[must_use]
    pub fn all() -> Vec<Backend> {
        let mut backends = vec![Backend(Kind::Scalar)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("ssse3") {
                backends.push(Backend(Kind::Ssse3));
            }
            let counts = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if is_x86_feature_detected!("avx2") && counts {
                backends.push(Backend(Kind::Avx2));
                if is_x86_feature_detected!("avx512bw") {
                    backends.push(Backend(Kind::Avx512));
                }
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            backends.push(Backend(Kind::Neon));
        }
        backends
    }

    /// Makes this the best backend from now on, as on a machine without better ones. For tests and benches.
    pub fn prefer(self) {
        BEST.store(self.0 as u8, Ordering::Relaxed);
    }

    /// Its name: "scalar", "ssse3", "avx2", "avx512" or "neon".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Scalar => "scalar",
            Kind::Avx2 => "avx2",
            Kind::Avx512 => "avx512",
            Kind::Neon => "neon",
            Kind::Ssse3 => "ssse3",
        }
    }
}

/// The first position at or after `from` whose byte is not in the table, or the end.
#[inline]
#[must_use]
pub fn run(table: &ByteTable, text: &[u8], from: usize) -> usize {
    run_by(Backend::best(), table, text, from)
}

/// As [`run`], by a backend of the caller's choice.
#[inline]
#[must_use]
pub fn run_by(backend: Backend, table: &ByteTable, text: &[u8], from: usize) -> usize {
    match backend.0 {
        // SAFETY: a value of this kind exists only if CPU detection found the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 if table.is_uniform() => unsafe { x86::run_avx512(table, text, from) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 if table.is_uniform() && text.len() >= 32 => unsafe { x86::run_avx2(table, text, from) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Kind::Ssse3 if table.is_uniform() && text.len() >= 16 => unsafe { ssse3::run_ssse3(table, text, from) },
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        Kind::Neon if table.is_uniform() && text.len() >= 16 => unsafe { aarch64::run_neon(table, text, from) },
        _ => scalar::run(table, text, from),
    }
}

/// Which of the first 64 bytes of the text belong to each set: byte n is bit n. Bits after the end of the text are 0.
#[inline]
#[must_use]
pub fn member_masks<const N: usize>(sets: &Sets<N>, text: &[u8]) -> [u64; N] {
    member_masks_by(Backend::best(), sets, text)
}

/// As [`member_masks`], by a backend of the caller's choice.
#[inline]
#[must_use]
pub fn member_masks_by<const N: usize>(backend: Backend, sets: &Sets<N>, text: &[u8]) -> [u64; N] {
    let mut masks = [0; N];
    write_by(backend, sets, text, &mut masks);
    masks
}

/// As [`member_masks`], written into the caller's array. A returned array would be copied with wide loads, which
/// defeats store forwarding from the narrow stores of the masks and takes longer than computing them.
#[inline]
pub fn write_member_masks<const N: usize>(sets: &Sets<N>, text: &[u8], masks: &mut [u64; N]) {
    write_by(Backend::best(), sets, text, masks);
}

#[inline]
fn write_by<const N: usize>(backend: Backend, sets: &Sets<N>, text: &[u8], masks: &mut [u64; N]) {
    match backend.0 {
        // SAFETY: as in `run_by`.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { x86::member_masks_avx512(sets, text, masks) },
        // SAFETY: as in `run_by`.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { x86::member_masks_avx2(sets, text, masks) },
        // SAFETY: as in `run_by`.
        #[cfg(target_arch = "x86_64")]
        Kind::Ssse3 => unsafe { ssse3::member_masks_ssse3(sets, text, masks) },
        // SAFETY: as in `run_by`.
        #[cfg(target_arch = "aarch64")]
        Kind::Neon => unsafe { aarch64::member_masks_neon(sets, text, masks) },
        _ => *masks = scalar::member_masks(sets, text),
    }
}

/// Runs a task by the best backend of this machine.
#[inline(always)]
pub fn run_task<T: Task>(task: T) -> T::Output {
    run_task_by(Backend::best(), task)
}

/// As [`run_task`], by a backend of the caller's choice.
#[inline(always)]
pub fn run_task_by<T: Task>(backend: Backend, task: T) -> T::Output {
    match backend.0 {
        // SAFETY: a value of this kind exists only if CPU detection found the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { x86::run_task_avx512(task) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { x86::run_task_avx2(task) },
        _ => run_task_otherwise(backend, task),
    }
}

/// Runs the task by a backend without a compiled version of it.
#[inline(never)]
fn run_task_otherwise<T: Task>(backend: Backend, task: T) -> T::Output {
    task.run(Dispatched(backend))
}

/// Masks by a backend that is chosen at run time.
#[derive(Clone, Copy)]
struct Dispatched(Backend);

impl Masks for Dispatched {
    #[inline(always)]
    fn members<const N: usize>(self, sets: &Sets<N>, text: &[u8]) -> [u64; N] {
        let mut masks = [0; N];
        write_by(self.0, sets, text, &mut masks);
        masks
    }

    #[inline(always)]
    fn pack(self, block: &[u8; MASKED], kept: u64, out: &mut [u8]) -> usize {
        task::pack_words(block, kept, out, scalar::packed)
    }
}
