//! The shorter test for most URLs: "http://" or "https://", a host, a path, an optional query, fewer than 64 bytes.
//!
//! Input: any text. Output: the ends of its host and path, from which all offsets are computed. None if the text has
//! another shape: then the rest of the fast path parses it.
//!
//! Gain: by the URL Standard's grammar, URLs of web pages take 0.6 to 0.75 of the time to parse, and the check whether
//! the Standard can parse a text takes half of the time with [`Web::named_host_end`]. By RFC 3986 and RFC 2396 a single
//! text gains nothing, so only columns use this test, 64 texts in one loop (`parse::block`).
//!
//! # How it works
//!
//! Components are not parsed one after another. Each test is a few operations on whole masks (one bit for each byte),
//! and one branch at the end combines the results. `http://a.b/c.d?e` by the URL Standard, first byte on the left:
//!
//! ```text
//!            0         1
//! position   0123456789012345
//! text       http://a.b/c.d?e
//! HOST       1111...111.111.1   what a host may hold
//! PATH       11111111111111.1   what a path may hold
//! QUERY      1111111111111111   "?", and what both a path and a query may hold
//! MARKS      .....11.1.1.1...   ".", "%" and "/"
//! DIGITS     ................
//! host_end   ..........1.....   the first byte from 7 on that is not of HOST; it must be "/"
//! path_end   ..............1.   the first byte from there on that is not of PATH, or the text's end
//! starts     .......1.1......   where a label of the host starts: after "//", after each "."
//! ```
//!
//! - Query: if every byte from `path_end` on is in QUERY, these bytes are a query. The first of them is not in PATH,
//!   and "?" is the only byte of QUERY that PATH lacks, so it is "?".
//! - Host: its last label must not begin with a digit, so the highest bit of `starts` must not be in DIGITS. Of the
//!   numbers `starts & !DIGITS` and `starts & DIGITS`, the greater one has that bit: it must be the first. The last
//!   label must not be empty: an empty one would start at `host_end`.
//! - Path: if no two of MARKS are adjacent in it, no segment begins with "." or "%2e". `/a/.b` has "/.".
//!
//! # Why it is correct
//!
//! Each test equals the fast path's test of the same component (`super`), or is stricter: no component has triplets or
//! characters beyond US-ASCII; after its "?", a query has only bytes that a path may hold too; and adjacent marks are
//! refused, not only dot segments. So the fast path accepts every text accepted here, with the same offsets. The tests
//! compare both with the general parse.

use uriverse_scan::{run_task, Masks, Sets, Task, MASKED};

use crate::bytes::{bits, ByteTable};
use crate::offsets::{Offsets, NONE};

/// How hosts and paths are tested: a variant for each kind of rules. "?" is the only byte of QUERY that PATH lacks.
/// QUERY is empty if the table has no query, or one that cannot hold "?".
#[derive(Clone, Debug)]
pub(crate) enum Web {
    /// Hosts and paths are units: HOST, PATH and QUERY. `double_slash`: a path may begin with "//".
    Units { sets: Sets<3>, empty_host: bool, double_slash: bool },
    /// The last label of a host begins with no digit, and no segment of a path is a dot segment: HOST, PATH, QUERY,
    /// MARKS and DIGITS.
    Named { sets: Sets<5>, in_host: Box<Sets<3>> },
    /// Hosts are labels (`is_labels`): HOST, PATH, QUERY, "." and "-", ".", DIGITS. `double_slash`: a path may begin
    /// with "//".
    Labels { sets: Sets<6>, double_slash: bool },
}

/// ".", "%" and "/".
pub(super) const MARKS: ByteTable = ByteTable::only(b".%/");
pub(super) const DIGITS: ByteTable = ByteTable::only(b"0123456789");
pub(super) const LABEL_MARKS: ByteTable = ByteTable::only(b".-");
pub(super) const DOT: ByteTable = ByteTable::only(b".");

impl Web {
    /// The ends of host and path; None if the text has another shape. `colon` comes from [`web_colon`].
    #[inline(always)]
    pub(super) fn ends(&self, text: &[u8], colon: usize) -> Option<Ends> {
        let host = colon + 3;
        if text.len() >= MASKED {
            return None;
        }
        let (host_end, path_end) = run_task(OneText { web: self, text, host });
        (host_end > 0).then_some(Ends::new(host, host_end, path_end))
    }

    /// Calls `see` for each text: with its number, the start of its host, whether the text has the shape, and the ends
    /// of host and path. The `match` is outside of the loops, so that a loop has no branch for the kind of test.
    #[inline(always)]
    fn see_ends<'a>(
        &self,
        masks: impl Masks,
        texts: impl Iterator<Item = (usize, &'a [u8], usize)>,
        mut see: impl FnMut(usize, usize, (bool, usize, usize)),
    ) {
        match *self {
            Web::Units { ref sets, empty_host, double_slash } => texts.for_each(|(row, text, host)| {
                let [hosts, paths, queries] = masks.members(sets, text);
                let (host_end, path_end, holds) = ends(host, text.len(), hosts, paths, queries);
                let has_host = empty_host | (host_end > 1 << host);
                see(row, host, checked(holds & has_host, host_end, path_end, text, double_slash));
            }),
            Web::Named { ref sets, .. } => texts.for_each(|(row, text, host)| {
                let [hosts, paths, queries, marks, digits] = masks.members(sets, text);
                let (host_end, path_end, holds) = ends(host, text.len(), hosts, paths, queries);
                let is_named = is_named(host, host_end, marks, digits);
                let in_path = marks & bits_below(path_end) & !bits_below(host_end);
                let is_undotted = in_path & in_path << 1 == 0;
                see(row, host, checked(holds & is_named & is_undotted, host_end, path_end, text, true));
            }),
            Web::Labels { ref sets, double_slash } => texts.for_each(|(row, text, host)| {
                let [hosts, paths, queries, marks, dots, digits] = masks.members(sets, text);
                let (host_end, path_end, holds) = ends(host, text.len(), hosts, paths, queries);
                let in_host = marks & bits_below(host_end) & u64::MAX << host;
                // A mark is neither the first nor the last byte of the host, nor adjacent to another mark.
                let is_labels = in_host & ((1 << host) | (host_end >> 1) | (in_host << 1)) == 0;
                let is_named = is_named(host, host_end, dots, digits);
                see(row, host, checked(holds & is_labels & is_named, host_end, path_end, text, double_slash));
            }),
        }
    }

    /// For each bit k of `rows`, writes the ends of `texts[k]` to `ends[k]`. Returns a bit for each text that has the
    /// shape; the ends of the others are arbitrary.
    #[inline(always)]
    pub(super) fn ends_of_each(&self, rows: u64, texts: &[&[u8]; 64], ends: &mut [Ends; 64]) -> u64 {
        run_task(EachText { web: self, rows, texts, ends })
    }

    /// The end of the named host in a text of any length that begins with "http://" or "https://"; tests nothing else.
    #[inline(always)]
    pub(crate) fn named_host_end(&self, text: &[u8]) -> Option<usize> {
        let Web::Named { in_host, .. } = self else { return None };
        let host = web_colon(text)? + 3;
        let end = run_task(NamedHost { sets: in_host, text, host });
        (end > 0).then_some(end)
    }
}

/// The start of the host, and the ends of host and path. All are less than 64, so a byte holds each.
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    host: u8,
    host_end: u8,
    path_end: u8,
}

impl Ends {
    pub(crate) const NONE: Ends = Ends { host: 0, host_end: 0, path_end: 0 };

    #[inline(always)]
    fn new(host: usize, host_end: usize, path_end: usize) -> Ends {
        Ends { host: host as u8, host_end: host_end as u8, path_end: path_end as u8 }
    }

    /// The offsets of the text, which is `length` bytes long.
    #[inline(always)]
    pub(crate) fn offsets(self, length: usize, flags: u32) -> Offsets {
        let (host, host_end, path_end) = (u32::from(self.host), u32::from(self.host_end), u32::from(self.path_end));
        let length = length as u32;
        let with_query = |offset: u32| if path_end < length { offset } else { NONE };
        Offsets {
            scheme_end: host - 3,
            authority_start: host,
            host_start: host,
            host_end,
            authority_end: host_end,
            path_start: host_end,
            path_end,
            query_start: with_query(path_end + 1),
            query_end: with_query(length),
            flags: flags | Offsets::ROOTED,
            ..Offsets::EMPTY
        }
    }
}

/// The position of ":" in a text of at least eight bytes that begins with "http://" or "https://". Branchless: the two
/// alternate unpredictably from text to text, so a branch would be mispredicted.
#[inline(always)]
pub(super) fn web_colon(text: &[u8]) -> Option<usize> {
    let head = u64::from_le_bytes(*text.first_chunk()?);
    let is_https = head == u64::from_le_bytes(*b"https://");
    (is_https || head << 8 == u64::from_le_bytes(*b"\0http://")).then_some(4 + usize::from(is_https))
}

/// The ends of host and path in one text, or zeros.
struct OneText<'a> {
    web: &'a Web,
    text: &'a [u8],
    host: usize,
}

impl Task for OneText<'_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, masks: impl Masks) -> (usize, usize) {
        let mut found = (0, 0);
        let text = std::iter::once((0, self.text, self.host));
        self.web.see_ends(masks, text, |_, _, (holds, host_end, path_end)| {
            if holds {
                found = (host_end, path_end);
            }
        });
        found
    }
}

/// [`Web::ends_of_each`]. The loop is inside the task, because calling a task costs as much as computing its masks.
struct EachText<'a> {
    web: &'a Web,
    rows: u64,
    texts: &'a [&'a [u8]; 64],
    ends: &'a mut [Ends; 64],
}

impl Task for EachText<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, masks: impl Masks) -> u64 {
        let mut accepted = 0;
        let texts = bits(self.rows).filter_map(|row| Some((row, self.texts[row], web_colon(self.texts[row])? + 3)));
        self.web.see_ends(masks, texts, |row, host, (holds, host_end, path_end)| {
            accepted |= u64::from(holds) << row;
            self.ends[row] = Ends::new(host, host_end, path_end);
        });
        accepted
    }
}

/// [`Web::named_host_end`], or 0.
struct NamedHost<'a> {
    sets: &'a Sets<3>,
    text: &'a [u8],
    host: usize,
}

impl Task for NamedHost<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, masks: impl Masks) -> usize {
        let [hosts, marks, digits] = masks.members(self.sets, self.text);
        let host_end = lowest_bit(!hosts & u64::MAX << self.host);
        if (host_end != 0) & is_named(self.host, host_end, marks, digits) {
            place(host_end)
        } else {
            0
        }
    }
}

/// Whether the last label of a host is not empty and begins with a byte that is not a digit.
#[inline(always)]
fn is_named(host: usize, host_end: u64, marks: u64, digits: u64) -> bool {
    let starts = (marks & bits_below(host_end) & u64::MAX << host) << 1 | 1 << host;
    (starts & host_end == 0) & (starts & !digits > starts & digits)
}

/// The bits of the ends of host and path, and whether nothing but a query follows the path. `length` is the text's.
#[inline(always)]
fn ends(host: usize, length: usize, hosts: u64, paths: u64, queries: u64) -> (u64, u64, bool) {
    let end = 1 << (length % MASKED);
    let host_end = lowest_bit(!hosts & u64::MAX << host);
    let path_end = lowest_bit(!(paths | bits_below(host_end)));
    (host_end, path_end, bits_below(end) & !(bits_below(path_end) | queries) == 0)
}

/// The result of all tests, and the positions of the ends. Tests that `holds` is true, that the text has fewer than 64
/// bytes, and that the path begins with "/" ("//" only if `double_slash`).
#[inline(always)]
fn checked(holds: bool, host_end: u64, path_end: u64, text: &[u8], double_slash: bool) -> (bool, usize, usize) {
    let at = place(host_end);
    let begins_path = text.get(at) == Some(&b'/') && (double_slash || text.get(at + 1) != Some(&b'/'));
    // `&` instead of a branch on the length: short and long texts alternate unpredictably.
    (holds & (text.len() < MASKED) & begins_path, at, place(path_end))
}

/// The lowest set bit of a mask; 0 if the mask is empty. In a text of fewer than 64 bytes the bit of the end is in no
/// set, so a search for the first byte outside a set stops there at the latest.
#[inline(always)]
fn lowest_bit(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}

/// The bits before a bit.
#[inline(always)]
fn bits_below(bit: u64) -> u64 {
    bit.wrapping_sub(1)
}

/// The position of a bit.
#[inline(always)]
fn place(bit: u64) -> usize {
    bit.trailing_zeros() as usize
}
