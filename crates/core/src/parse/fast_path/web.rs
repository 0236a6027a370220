//! Most URLs: "http://" or "https://", a host, a path, perhaps a query, in fewer than 64 bytes.
//!
//! What goes in: a text of that shape. What comes out: the ends of its host and path, from which all offsets follow; or
//! None, and then the rest of the fast path parses the text.
//!
//! What it buys on URLs of web pages: a fifth of the instructions of `parse` by RFC 3986 and a quarter of those of a
//! yes/no answer; [`Web::named_host_end`] answers whether the URL Standard can parse a text in half of the time.
//!
//! # How it works
//!
//! Components are not tested one after another. Each test works on whole masks, and one branch at the end combines the
//! results. `http://a.b/c.d?e` by the URL Standard, first byte on the left:
//!
//! ```text
//!            0         1
//! position   0123456789012345
//! text       http://a.b/c.d?e
//! HOST       1111...111.111.1   what a host may hold
//! PATH       11111111111111.1   what a path may hold
//! QUERY      1111111111111111   what a query may hold
//! MARKS      .....11.1.1.1...   ".", "%" and "/"
//! DIGITS     ................
//! host_end   ..........1.....   the first byte from 7 on that is not of HOST; it must be "/"
//! path_end   ..............1.   the first byte from there on that is not of PATH; it must be "?", or the text's end
//! starts     .......1.1......   where a label of the host starts: after "//", after each "."
//! ```
//!
//! - The query is valid if `QUERY` and all bits up to that of "?" together are all bits of the text.
//! - The last label of the host must not begin with a digit: the highest bit of `starts` must not be in DIGITS. That
//!   holds if `starts & !DIGITS` is greater than `starts & DIGITS`. An empty label would start at `host_end`.
//! - If no two of MARKS are adjacent in the path, no segment begins with "." or "%2e".
//!
//! # Why it is correct
//!
//! Each test equals the fast path's test of the same component (`super`), or is stricter: HOST, PATH and QUERY without
//! triplets and characters beyond US-ASCII, no adjacent marks instead of no dot segments. So the fast path accepts
//! every text accepted here, with the same offsets; the tests compare the two.

use uriverse_scan::{run_task_by, Backend, Masks, Sets, Task, MASKED};

use crate::bytes::ByteTable;
use crate::offsets::{Offsets, NONE};

/// How hosts and paths are tested, according to their rules.
#[derive(Clone, Debug)]
pub(crate) enum Web {
    /// Hosts and paths are units: HOST and PATH. `double_slash`: a path may begin with "//".
    Units { sets: Sets<2>, empty_host: bool, queries: Option<Sets<1>>, double_slash: bool },
    /// The last label of a host begins with no digit, and no segment of a path is a dot segment: HOST, PATH, MARKS and
    /// DIGITS.
    Named { sets: Sets<4>, queries: Option<Sets<1>>, in_host: Box<Sets<3>> },
    /// Hosts are labels (`is_labels`): HOST, PATH, "." and "-", ".", DIGITS. `double_slash`: a path may begin with
    /// "//".
    Labels { sets: Sets<5>, queries: Option<Sets<1>>, double_slash: bool },
}

/// ".", "%" and "/".
pub(super) const MARKS: ByteTable = ByteTable::only(b".%/");
pub(super) const DIGITS: ByteTable = ByteTable::only(b"0123456789");
pub(super) const LABEL_MARKS: ByteTable = ByteTable::only(b".-");
pub(super) const DOT: ByteTable = ByteTable::only(b".");

impl Web {
    /// The ends of the components of such a text; `colon` comes from [`web_colon`].
    #[inline(always)]
    pub(super) fn ends(&self, text: &[u8], colon: usize) -> Option<Ends> {
        self.ends_by(Backend::best(), text, colon)
    }

    /// The same by a backend.
    #[inline(always)]
    pub(super) fn ends_by(&self, backend: Backend, text: &[u8], colon: usize) -> Option<Ends> {
        let host = colon + 3;
        if text.len() >= MASKED {
            return None;
        }
        let (host_end, path_end) = match self {
            Web::Units { sets, empty_host, queries, double_slash } => {
                let (empty_host, double_slash) = (*empty_host, *double_slash);
                run_task_by(
                    backend,
                    UnitHosts { sets, empty_host, double_slash, queries: queries.as_ref(), text, host },
                )
            }
            Web::Named { sets, queries, .. } => {
                run_task_by(backend, Named { sets, queries: queries.as_ref(), text, host })
            }
            Web::Labels { sets, queries, double_slash } => {
                let (queries, double_slash) = (queries.as_ref(), *double_slash);
                run_task_by(backend, LabelHosts { sets, queries, double_slash, text, host })
            }
        };
        (path_end > 0).then_some(Ends { host, host_end, path_end })
    }

    /// The end of a named host in a text of any length that begins with "http://" or "https://", whatever follows the
    /// host.
    #[inline(always)]
    pub(crate) fn named_host_end(&self, text: &[u8]) -> Option<usize> {
        let Web::Named { in_host, .. } = self else { return None };
        let host = web_colon(text)? + 3;
        let end = run_task_by(Backend::best(), NamedHost { sets: in_host, text, host });
        (end > 0).then_some(end)
    }
}

/// The start of the host of such a text, and the ends of host and path.
pub(super) struct Ends {
    host: usize,
    host_end: usize,
    path_end: usize,
}

impl Ends {
    /// The offsets of the text, which is `length` bytes long.
    #[inline(always)]
    pub(super) fn offsets(&self, length: usize, flags: u32) -> Offsets {
        let with_query = |offset: usize| if self.path_end < length { offset as u32 } else { NONE };
        Offsets {
            scheme_end: self.host as u32 - 3,
            authority_start: self.host as u32,
            host_start: self.host as u32,
            host_end: self.host_end as u32,
            authority_end: self.host_end as u32,
            path_start: self.host_end as u32,
            path_end: self.path_end as u32,
            query_start: with_query(self.path_end + 1),
            query_end: with_query(length),
            flags: flags | Offsets::ROOTED,
            ..Offsets::EMPTY
        }
    }
}

/// The position of ":" in a text that begins with "http://" or "https://" and continues. No branch chooses between the
/// two: texts have them in any order, so it would be mispredicted.
#[inline(always)]
pub(super) fn web_colon(text: &[u8]) -> Option<usize> {
    let head = u64::from_le_bytes(*text.first_chunk()?);
    let is_https = head == u64::from_le_bytes(*b"https://");
    (is_https || head << 8 == u64::from_le_bytes(*b"\0http://")).then_some(4 + usize::from(is_https))
}

/// [`Web::Units`]: the ends of host and path, or zeros.
struct UnitHosts<'a> {
    sets: &'a Sets<2>,
    empty_host: bool,
    double_slash: bool,
    queries: Option<&'a Sets<1>>,
    text: &'a [u8],
    host: usize,
}

impl Task for UnitHosts<'_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, masks: impl Masks) -> (usize, usize) {
        let [hosts, paths] = masks.members(self.sets, self.text);
        let host_end = lowest_bit(!hosts & u64::MAX << self.host);
        let path_end = path_end(masks, self.queries, self.text, paths | bits_below(host_end));
        let has_host = self.empty_host | (place(host_end) > self.host);
        ends_if(has_host, host_end, path_end, self.text, self.double_slash)
    }
}

/// [`Web::Named`]: the ends of host and path, or zeros.
struct Named<'a> {
    sets: &'a Sets<4>,
    queries: Option<&'a Sets<1>>,
    text: &'a [u8],
    host: usize,
}

impl Task for Named<'_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, masks: impl Masks) -> (usize, usize) {
        let [hosts, paths, marks, digits] = masks.members(self.sets, self.text);
        let host_end = lowest_bit(!hosts & u64::MAX << self.host);
        let is_named = is_named(self.host, host_end, marks, digits);
        let path_end = path_end(masks, self.queries, self.text, paths | bits_below(host_end));
        let in_path = marks & bits_below(path_end) & !bits_below(host_end);
        let is_undotted = in_path & in_path << 1 == 0;
        ends_if(is_named & is_undotted, host_end, path_end, self.text, true)
    }
}

/// [`Web::Labels`]: the ends of host and path, or zeros.
struct LabelHosts<'a> {
    sets: &'a Sets<5>,
    queries: Option<&'a Sets<1>>,
    double_slash: bool,
    text: &'a [u8],
    host: usize,
}

impl Task for LabelHosts<'_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, masks: impl Masks) -> (usize, usize) {
        let [hosts, paths, marks, dots, digits] = masks.members(self.sets, self.text);
        let host_end = lowest_bit(!hosts & u64::MAX << self.host);
        let in_host = marks & bits_below(host_end) & u64::MAX << self.host;
        // No mark is the host's first byte, its last, or adjacent to another.
        let is_labels = in_host & ((1 << self.host) | (host_end >> 1) | (in_host << 1)) == 0;
        let is_named = is_named(self.host, host_end, dots, digits);
        let path_end = path_end(masks, self.queries, self.text, paths | bits_below(host_end));
        ends_if(is_labels & is_named, host_end, path_end, self.text, self.double_slash)
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

/// Whether the last label of a host begins with a byte that is not a digit.
#[inline(always)]
fn is_named(host: usize, host_end: u64, marks: u64, digits: u64) -> bool {
    let starts = (marks & bits_below(host_end) & u64::MAX << host) << 1 | 1 << host;
    (starts & host_end == 0) & (starts & !digits > starts & digits)
}

/// The ends of host and path if `holds` and "/" begins the path, or "//" if allowed. Else zeros.
#[inline(always)]
fn ends_if(holds: bool, host_end: u64, path_end: u64, text: &[u8], double_slash: bool) -> (usize, usize) {
    let at = place(host_end);
    let begins_path = (text.get(at) == Some(&b'/')) & (double_slash | (text.get(at + 1) != Some(&b'/')));
    if holds & (path_end != 0) & begins_path {
        (at, place(path_end))
    } else {
        (0, 0)
    }
}

/// The lowest bit of a mask; 0 if the mask is empty. If the text is shorter than the masks, the bit of its end is in no
/// set.
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

/// The bit of the path's end, if the text ends there or a query follows to the text's end; else 0. `good` has the bits
/// of PATH, and all those before it.
#[inline(always)]
fn path_end(masks: impl Masks, queries: Option<&Sets<1>>, text: &[u8], good: u64) -> u64 {
    let end = 1 << (text.len() % MASKED);
    if good == end - 1 {
        return end;
    }
    let mark = lowest_bit(!good);
    if text.get(place(mark)) != Some(&b'?') {
        return 0;
    }
    let Some(queries) = queries else { return 0 };
    let [queries] = masks.members(queries, text);
    if queries | mark | bits_below(mark) == end - 1 {
        mark
    } else {
        0
    }
}
