//! Which bytes of a text belong to a set, many bytes at a time.
//!
//! Theory of operation. A set of ASCII bytes is a table of 16 columns (the low half of a byte) and 8 rows (the high
//! half). [`ByteTable`] keeps it as one byte per column, a bit per row; so two shuffles, which look up 16, 32 or 64
//! bytes at once, give the column of each byte and the bit of its row, and the byte belongs to the set exactly if the
//! bit is set in the column. A byte beyond ASCII finds an empty column. A set that holds all bytes beyond ASCII is kept
//! as its complement; one that holds some of them is looked up byte by byte.
//!
//! Two questions are answered: [`run`], where a stretch of members ends, and [`maps`], which of the first 64 bytes of a
//! text belong to each of several sets, a bit a byte. Each is written three times: with AVX-512, with AVX2, and in
//! plain Rust (`scalar`), which is what the others are tested to equal on every length, place and byte. The machine is
//! asked once which it has.
//!
//! Every pointer of the engine is in this crate, and none reads a byte outside the slice it was given: AVX-512 loads
//! with a mask, under which a byte that is masked off is not touched; AVX2 loads whole registers that lie inside, the
//! last one overlapping the one before it.

mod scalar;
mod table;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::sync::atomic::{AtomicU8, Ordering};

pub use table::{ByteTable, Sets};

/// One way of doing the work that this machine has: nothing but [`Way::best`] and [`Way::all`] gives one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Kind {
    /// Plain Rust, for any machine.
    Scalar = 1,
    /// 32 bytes at a time.
    Avx2 = 2,
    /// 64 bytes at a time, loaded under a mask.
    Avx512 = 3,
}

/// The best kind of this machine; 0 until it was asked.
static BEST: AtomicU8 = AtomicU8::new(0);

impl Way {
    /// The best way.
    #[inline]
    #[must_use]
    pub fn best() -> Way {
        match BEST.load(Ordering::Relaxed) {
            1 => Way(Kind::Scalar),
            2 => Way(Kind::Avx2),
            3 => Way(Kind::Avx512),
            _ => Way::find(),
        }
    }

    #[cold]
    fn find() -> Way {
        let way = Way::all().last().copied().unwrap_or(Way(Kind::Scalar));
        BEST.store(way.0 as u8, Ordering::Relaxed);
        way
    }

    /// All ways, the scalar one first and the best one last.
    #[must_use]
    pub fn all() -> Vec<Way> {
        let mut ways = vec![Way(Kind::Scalar)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                ways.push(Way(Kind::Avx2));
                if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("bmi2") {
                    ways.push(Way(Kind::Avx512));
                }
            }
        }
        ways
    }

    /// From here on this is the best way, as on a machine that has no better one: for tests and benches.
    pub fn prefer(self) {
        BEST.store(self.0 as u8, Ordering::Relaxed);
    }

    /// Its name: "scalar", "avx2" or "avx512".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Scalar => "scalar",
            Kind::Avx2 => "avx2",
            Kind::Avx512 => "avx512",
        }
    }
}

/// The first place at or after `from` whose byte is not in the table, or the end.
#[inline]
#[must_use]
pub fn run(table: &ByteTable, text: &[u8], from: usize) -> usize {
    run_by(Way::best(), table, text, from)
}

/// As [`run`], in a way of the caller's choice.
#[inline]
#[must_use]
pub fn run_by(way: Way, table: &ByteTable, text: &[u8], from: usize) -> usize {
    match way.0 {
        // SAFETY: there is a value of this kind only where the machine was found to have the instructions.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 if table.is_uniform() => unsafe { x86::run_avx512(table, text, from) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 if table.is_uniform() && text.len() >= 32 => unsafe { x86::run_avx2(table, text, from) },
        _ => scalar::run(table, text, from),
    }
}

/// Which of the first 64 bytes of the text belong to each set: byte n is bit n, and what is behind the end belongs to
/// none.
#[inline]
#[must_use]
pub fn maps<const N: usize>(sets: &Sets<N>, text: &[u8]) -> [u64; N] {
    maps_by(Way::best(), sets, text)
}

/// As [`maps`], in a way of the caller's choice.
#[inline]
#[must_use]
pub fn maps_by<const N: usize>(way: Way, sets: &Sets<N>, text: &[u8]) -> [u64; N] {
    let mut maps = [0; N];
    write_by(way, sets, text, &mut maps);
    maps
}

/// As [`maps`], written where the caller reads them. They arrive in memory one by one; a copy, which takes several at
/// once, would have to wait for all of them, longer than it takes to make them.
#[inline]
pub fn write_maps<const N: usize>(sets: &Sets<N>, text: &[u8], maps: &mut [u64; N]) {
    write_by(Way::best(), sets, text, maps);
}

#[inline]
fn write_by<const N: usize>(way: Way, sets: &Sets<N>, text: &[u8], maps: &mut [u64; N]) {
    match way.0 {
        // SAFETY: as in `run_by`.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { x86::maps_avx512(sets, text, maps) },
        // SAFETY: as in `run_by`.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { x86::maps_avx2(sets, text, maps) },
        _ => *maps = scalar::maps(sets, text),
    }
}
