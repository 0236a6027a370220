//! Tests that every backend equals the definition, a byte-by-byte loop: for sets of every shape, on every length,
//! position and byte.
//!
//! The texts are also placed at both ends of a memory page between guard pages, so that a read outside the text faults.

use uriverse_scan::{member_masks_by, run_by, run_task_by, Backend, ByteTable, Masks, Sets, Task};

fn table(is_member: impl Fn(u8) -> bool) -> ByteTable {
    ByteTable::new(std::array::from_fn(|byte| is_member(byte as u8)))
}

/// Sets of ASCII bytes, sets with all others, and one with some of them.
fn tables() -> Vec<ByteTable> {
    vec![
        table(|byte| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte)),
        table(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)),
        table(|byte| byte.is_ascii_digit()),
        table(|byte| byte.is_ascii()),
        table(|_| false),
        table(|_| true),
        table(|byte| !b"/?#".contains(&byte)),
        table(|byte| byte >= 0x80),
        table(|byte| byte == 0),
        table(|byte| byte % 3 == 0),
    ]
}

/// The definition, one byte at a time.
fn slow_run(table: &ByteTable, text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.iter().position(|&byte| !table.contains(byte)).unwrap_or(rest.len())
}

fn slow_mask(table: &ByteTable, text: &[u8]) -> u64 {
    let bit = |(place, &byte): (usize, &u8)| u64::from(table.contains(byte)) << place;
    text.iter().take(64).enumerate().map(bit).sum()
}

fn check_runs(table: &ByteTable, text: &[u8], from: usize) {
    for backend in Backend::all() {
        assert_eq!(
            run_by(backend, table, text, from),
            slow_run(table, text, from),
            "{backend:?} {table:?} {text:?} {from}"
        );
    }
}

/// A task that returns the masks of two sets.
struct TwoMasks<'a>(&'a Sets<2>, &'a [u8]);

impl Task for TwoMasks<'_> {
    type Output = [u64; 2];

    #[inline(always)]
    fn run(self, masks: impl Masks) -> [u64; 2] {
        masks.members(self.0, self.1)
    }
}

/// A task that packs a block.
struct Packed<'a>(&'a [u8; 64], u64, &'a mut [u8]);

impl Task for Packed<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, masks: impl Masks) -> usize {
        masks.pack(self.0, self.1, self.2)
    }
}

fn check_masks(text: &[u8]) {
    let tables = tables();
    let ascii: Vec<&ByteTable> = tables.iter().filter(|table| table.is_ascii()).collect();
    for pair in ascii.windows(2) {
        let sets = Sets::new([pair[0], pair[1]]).expect("both are ASCII");
        for backend in Backend::all() {
            let expected = [slow_mask(pair[0], text), slow_mask(pair[1], text)];
            assert_eq!(member_masks_by(backend, &sets, text), expected, "{backend:?} {text:?}");
            assert_eq!(run_task_by(backend, TwoMasks(&sets, text)), expected, "{backend:?} {text:?}");
        }
    }
}

/// A member of the table, and the bytes that are not members.
fn split(table: &ByteTable) -> (Option<u8>, Vec<u8>) {
    let member = (1..=255u8).find(|&byte| table.contains(byte));
    (member, (0..=255u8).filter(|&byte| !table.contains(byte)).collect())
}

#[test]
fn runs_end_at_the_first_other_byte() {
    for table in tables() {
        let (Some(member), others) = split(&table) else { continue };
        for length in 0..200 {
            let mut text = vec![member; length];
            check_runs(&table, &text, length / 3);
            check_runs(&table, &text, length + 1);
            for at in 0..length {
                if let Some(&other) = others.get(at * 7 % others.len().max(1)) {
                    text[at] = other;
                    check_runs(&table, &text, 0);
                    check_runs(&table, &text, at / 2);
                    check_runs(&table, &text, at + 1);
                    text[at] = member;
                }
            }
        }
    }
}

#[test]
fn every_byte_at_every_place_is_classified() {
    for length in [1, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100] {
        for at in 0..length {
            for byte in 0..=255u8 {
                let mut text = vec![b'a'; length];
                text[at] = byte;
                check_masks(&text);
                if length < 40 || byte % 16 == 5 {
                    for table in tables() {
                        check_runs(&table, &text, at);
                    }
                }
            }
        }
    }
}

#[test]
fn texts_of_every_length_get_masks() {
    for length in 0..200usize {
        let text: Vec<u8> = (0..length).map(|at| (at * 37 + length) as u8).collect();
        check_masks(&text);
    }
}

#[test]
fn the_kept_bytes_of_a_block_are_packed() {
    let block = std::array::from_fn(|at| at as u8 + 1);
    for seed in 0..2000u64 {
        let kept = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) & u64::MAX >> (seed % 65).min(63);
        let kept = if seed % 3 == 0 { !kept } else { kept };
        let expected: Vec<u8> = (0..64).filter(|at| kept >> at & 1 == 1).map(|at| at as u8 + 1).collect();
        for backend in Backend::all() {
            for room in [0, 5, 70] {
                let mut out = vec![0; expected.len() + room];
                assert_eq!(run_task_by(backend, Packed(&block, kept, &mut out)), expected.len());
                assert_eq!(out[..expected.len()], expected, "{backend:?} {kept:x} {room}");
            }
        }
    }
}

#[test]
fn alignment_does_not_matter() {
    let bytes: Vec<u8> = (0..256).map(|at| b"abc/?#%:\xc3.\x00Z"[at * 5 % 12]).collect();
    for start in 0..64 {
        for length in [0, 3, 9, 20, 40, 64, 90, 150] {
            let text = &bytes[start..start + length];
            check_masks(text);
            for table in tables() {
                check_runs(&table, text, 0);
            }
        }
    }
}

#[test]
fn sets_beyond_ascii_get_no_masks() {
    let (ascii, beyond) = (table(|byte| byte == b'a'), table(|byte| byte >= 0x80));
    assert!(Sets::new([&ascii, &beyond]).is_none());
}

#[cfg(unix)]
#[test]
fn nothing_is_read_before_the_start_or_after_the_end() {
    // SAFETY: three pages of our own, the first and the last not accessible; texts lie in the middle one.
    unsafe {
        let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).expect("a page has a size");
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let start = libc::mmap(std::ptr::null_mut(), 3 * page, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
        assert_ne!(start, libc::MAP_FAILED);
        let start = start.cast::<u8>();
        start.add(page).write_bytes(b'a', page);
        for guard in [start, start.add(2 * page)] {
            assert_eq!(libc::mprotect(guard.cast(), page, libc::PROT_NONE), 0);
        }
        for length in 0..200 {
            let first = std::slice::from_raw_parts(start.add(page), length);
            let last = std::slice::from_raw_parts(start.add(2 * page - length), length);
            for text in [first, last] {
                check_masks(text);
                for table in tables() {
                    check_runs(&table, text, 0);
                    check_runs(&table, text, length / 2);
                }
            }
        }
        assert_eq!(libc::munmap(start.cast(), 3 * page), 0);
    }
}
