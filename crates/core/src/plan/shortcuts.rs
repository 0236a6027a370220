//! Cheap tests that replace the automaton of a scheme, a host or a path.
//!
//! An automaton is slow, because each step depends on the step before it. Most texts do not need it: they pass a simple
//! test, and the automaton is known to accept every text that passes. The automaton runs only on texts that fail the
//! test. Which test may replace which automaton is proved when a table is loaded, by a walk over all pairs of a state
//! of the automaton and a state of the test ([`accepts_all_passing`]).
//!
//! Gain: the test of hosts (RFC 2396, URL Standard) and that of first segments (RFC 1808) halve the time to parse URLs
//! of web pages; the test of paths cuts that of relative references to 0.6 to 0.7.
//!
//! | component | the test | decided by |
//! |---|---|---|
//! | scheme | it is "http" or "https" | [`accepts_http`] |
//! | host | its last label begins with a byte that is not a digit ([`is_named`]) | [`accepts_named_hosts`] |
//! | host | labels of letters and digits with single "-" between, the last begins with a letter ([`is_labels`]) | [`accepts_labels`] |
//! | path | no segment begins with "." or "%2e" ([`is_dotted`]) | [`accepts_undotted_paths`] |
//! | path | it does not begin with "//" | [`units_after_first_segment`] |
//! | path of a reference | no segment after leading dots begins with "." or "%"; no ":" in the first | [`accepts_plain_references`] |
//! | the whole text, by a start rule | the scheme leads the rule to a certain state | `fast_path::rule_check` |
//!
//! [`is_dotted`] tests 64 bytes at a time. For `/a/.b` the masks of "/" and of "." are `1.1..` and `...1.`. The first,
//! shifted by one byte, marks where segments begin: `.1.1.`. Both have bit 3 set, so the path is dotted.

use std::collections::HashSet;
use std::hash::Hash;

use uriverse_scan::{member_masks, Sets};

use crate::automaton::Automaton;
use crate::bytes::{ByteSet, ByteTable, HEXDIG};
use crate::units::Units;

/// Whether an automaton accepts "http" and "https".
pub(crate) fn accepts_http(automaton: &Automaton) -> bool {
    automaton.run(b"http", 0).takes_all(4) && automaton.run(b"https", 0).takes_all(5)
}

/// The longest label of a domain name (RFC 1034, section 3.1).
pub const LONGEST_LABEL: usize = 63;

/// A cheap test of hosts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HostTest {
    /// [`is_named`].
    Named,
    /// [`is_labels`].
    Labels,
}

/// The test that may replace the automaton of a host.
pub(crate) fn host_test(automaton: &Automaton) -> Option<HostTest> {
    let set = automaton.alphabet();
    if accepts_named_hosts(automaton, set) {
        Some(HostTest::Named)
    } else {
        accepts_labels(automaton, set).then_some(HostTest::Labels)
    }
}

/// The state of the last label of a host: in `a.1b` it is empty, named, empty again and then numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Label {
    Empty,
    Named,
    Numbered,
}

impl Label {
    fn after(self, byte: u8) -> Label {
        match (self, byte) {
            (_, b'.') => Label::Empty,
            (Label::Empty, b'0'..=b'9') => Label::Numbered,
            (Label::Empty, _) => Label::Named,
            (other, _) => other,
        }
    }
}

/// Whether an automaton accepts all texts that pass a test, so that the test may replace it. Walks over all reachable
/// pairs of a state of the automaton and a place of the test, from a first pair on, by the bytes of a set.
///
/// `next` returns the place after a byte, or None if the test fails there. The result is true if the automaton has a
/// transition wherever the test has one, and accepts at every place at which the test passes.
pub(crate) fn accepts_all_passing<Place: Copy + Eq + Hash>(
    automaton: &Automaton,
    set: &ByteSet,
    from: (u32, Place),
    next: impl Fn(Place, u8) -> Option<Place>,
    passes: impl Fn(Place) -> bool,
) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![from];
    while let Some((state, place)) = open.pop() {
        if passes(place) && !automaton.accepts_at(state) {
            return false;
        }
        if !seen.insert((state, place)) {
            continue;
        }
        let mut last = None;
        for byte in set.iter() {
            let Some(following) = next(place, byte) else { continue };
            let Some(target) = automaton.step(state, byte) else { return false };
            // Adjacent bytes mostly lead to the same pair.
            if last.replace((target, following)) != Some((target, following)) {
                open.push((target, following));
            }
        }
    }
    true
}

/// Whether an automaton accepts every text over a set whose last label, after the last ".", begins with a byte that is
/// not a digit.
fn accepts_named_hosts(automaton: &Automaton, set: &ByteSet) -> bool {
    let next = |label: Label, byte| Some(label.after(byte));
    accepts_all_passing(automaton, set, (automaton.first_state(), Label::Empty), next, |label| label == Label::Named)
}

/// Whether the last label of a host begins with a byte that is not a digit.
#[inline]
pub(crate) fn is_named(host: &[u8]) -> bool {
    let label = host.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    host.get(label).is_some_and(|first| !first.is_ascii_digit())
}

/// The state of [`is_labels`] in a host: for `a-b.c`, the state of the last label, whether the last byte is a mark, and
/// the label's length if it is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Labels {
    label: Label,
    after_mark: bool,
    length: usize,
}

impl Labels {
    /// Before the first byte.
    pub(crate) const START: Labels = Labels { label: Label::Empty, after_mark: true, length: 0 };

    /// The state after one more byte; None if the test rejects every host that begins so.
    pub(crate) fn after(self, byte: u8, counted: bool) -> Option<Labels> {
        let length = if counted && byte != b'.' { self.length + 1 } else { 0 };
        // "-" is never the last byte of a label, so a label has room for one byte more.
        let fits = length + usize::from(byte == b'-') <= LONGEST_LABEL;
        let passes = fits && (byte.is_ascii_alphanumeric() || is_mark(byte) && !self.after_mark);
        passes.then(|| Labels { label: self.label.after(byte), after_mark: is_mark(byte), length })
    }

    /// Whether the host may end here.
    pub(crate) fn may_end(self) -> bool {
        self.label == Label::Named && !self.after_mark
    }
}

/// Whether a set is letters, digits, "-" and ".", and an automaton accepts all its texts that pass [`is_labels`].
fn accepts_labels(automaton: &Automaton, set: &ByteSet) -> bool {
    let accepts = |counted| {
        let next = |labels: Labels, byte| labels.after(byte, counted);
        accepts_all_passing(automaton, set, (automaton.first_state(), Labels::START), next, Labels::may_end)
    };
    // Most grammars do not bound labels, so counting is tried last.
    set.iter().all(|byte| byte.is_ascii_alphanumeric() || is_mark(byte)) && (accepts(false) || accepts(true))
}

fn is_mark(byte: u8) -> bool {
    matches!(byte, b'.' | b'-')
}

/// Whether a host of letters, digits, "-" and "." has "-" and "." only between a letter or digit on either side, and a
/// letter at the start of its last label: `a-b.example`. Rejects `xn--a.example`.
///
/// Rejects hosts of more than 63 bytes, because some grammars bound labels (`0*61( alphanum | "-" )`).
///
/// In `a-b.example` the marks are `.1.1.......`. None is first or last, and none is adjacent to another: the mask and
/// the mask shifted by one byte have no bit in common.
#[inline]
pub(crate) fn is_labels(host: &[u8]) -> bool {
    static SETS: Sets<1> = Sets::from_ascii([&MARKS]);
    if !(1..=LONGEST_LABEL).contains(&host.len()) {
        return false;
    }
    let [mut marks] = member_masks(&SETS, host);
    if (marks | marks >> (host.len() - 1)) & 1 != 0 || marks & marks << 1 != 0 {
        return false;
    }
    let mut label = 0;
    while marks != 0 {
        let at = 63 - marks.leading_zeros() as usize;
        if host[at] == b'.' {
            label = at + 1;
            break;
        }
        marks ^= 1 << at;
    }
    !host[label].is_ascii_digit()
}

/// "-" and ".".
const MARKS: ByteTable = ByteTable::only(b".-");

/// Whether an automaton accepts every path that begins with "/", consists of members of a set, and has no segment that
/// begins with "." or "%2e".
pub(crate) fn accepts_undotted_paths(automaton: &Automaton, set: &ByteSet) -> bool {
    /// The states of the test in a segment: at its start, after a leading "%", after a leading "%2", elsewhere.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Place {
        Start,
        Percent,
        PercentTwo,
        Rest,
    }
    let Some(root) = automaton.step(automaton.first_state(), b'/') else { return false };
    let next = |place, byte| match (place, byte) {
        (Place::Start, b'.') | (Place::PercentTwo, b'e' | b'E') => None,
        (_, b'/') => Some(Place::Start),
        (Place::Start, b'%') => Some(Place::Percent),
        (Place::Percent, b'2') => Some(Place::PercentTwo),
        _ => Some(Place::Rest),
    };
    accepts_all_passing(automaton, set, (root, Place::Start), next, |_| true)
}

/// The end of the "./" and "../" that begin a path, and the number of "../": 5 and 1 for `.././a`.
#[inline(always)]
pub(crate) fn leading_dots(path: &[u8]) -> (usize, usize) {
    let (mut at, mut parents) = (0, 0);
    while path.get(at) == Some(&b'.') {
        match path.get(at + 1..) {
            Some([b'/', ..]) => at += 2,
            Some([b'.', b'/', ..]) => {
                at += 3;
                parents += 1;
            }
            _ => break,
        }
    }
    (at, parents)
}

/// Whether an automaton accepts every path of a set's members that does not begin with "//" and that, after its
/// [`leading_dots`], has no segment that begins with "." or "%", and no ":" in the first segment.
pub(crate) fn accepts_plain_references(automaton: &Automaton, set: &ByteSet) -> bool {
    /// The states of the test in a path: at its start, after "." or ".." of the leading dots, after their "/", after a
    /// "/" that begins the path, in a first segment, after another "/", in another segment.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Place {
        Start,
        Dot,
        Dots,
        Led,
        Root,
        First,
        Begin,
        Rest,
    }
    let next = |place, byte| match (place, byte) {
        (Place::Start | Place::Led, b'.') => Some(Place::Dot),
        (Place::Dot, b'.') => Some(Place::Dots),
        (Place::Dot | Place::Dots, b'/') => Some(Place::Led),
        (Place::Dot | Place::Dots, _) | (Place::Start | Place::First, b':') | (Place::Root, b'/') => None,
        (Place::Start | Place::Led | Place::Root | Place::Begin, b'%') | (Place::Root | Place::Begin, b'.') => None,
        (Place::Start, b'/') => Some(Place::Root),
        (_, b'/') => Some(Place::Begin),
        (Place::Start | Place::First, _) => Some(Place::First),
        _ => Some(Place::Rest),
    };
    let passes = |place| !matches!(place, Place::Dot | Place::Dots);
    accepts_all_passing(automaton, set, (automaton.first_state(), Place::Start), next, passes)
}

/// The units of a path, if its automaton accepts each path of these units that begins with "/" and not with "//".
///
/// RFC 1808 has such paths: `[ "/" [ path ] ]`, where `path = fsegment *( "/" segment )` and `fsegment = 1*pchar`.
pub(crate) fn units_after_first_segment(automaton: &Automaton) -> Option<Units> {
    let first = automaton.first_state();
    let root = automaton.step(first, b'/').filter(|_| automaton.next_bytes(first) == ByteSet::from_bytes(b"/"))?;
    let begin = automaton.next_bytes(root);
    let home = automaton.step(root, begin.iter().find(|&byte| byte != b'/' && byte != b'%')?)?;
    let units = automaton.units_at(home)?;
    let mut expected = ByteSet::from_predicate(|byte| byte != b'/' && units.table.contains(byte));
    let mut leads_home = expected.iter().all(|byte| automaton.step(root, byte) == Some(home));
    if units.triplets {
        expected.insert(b'%');
        let digits = |state| HEXDIG.iter().map(move |digit| automaton.step(state?, digit));
        leads_home &= digits(automaton.step(root, b'%')).flat_map(digits).all(|state| state == Some(home));
    }
    (leads_home && units.characters.is_none() && begin == expected && automaton.accepts_at(root)).then_some(units)
}

/// Whether a segment begins with "." or "%2e".
#[inline]
pub(crate) fn begins_with_dot(segment: &[u8]) -> bool {
    matches!(segment, [b'.', ..] | [b'%', b'2', b'e' | b'E', ..])
}

/// Whether a path without leading "//" is one of [`accepts_plain_references`]; false negatives are possible.
#[inline]
pub(crate) fn is_plain_reference(path: &[u8]) -> bool {
    let (dots, _) = leading_dots(path);
    let rest = &path[dots..];
    let has_colon = || rest.iter().take_while(|&&byte| byte != b'/').any(|&byte| byte == b':');
    rest.first().is_none_or(|byte| !b".%".contains(byte)) && (dots > 0 || !has_colon()) && !has_segment(rest, |_| true)
}

/// Whether a path that begins with "/" has a segment that begins with "." or "%2e".
#[inline]
pub(crate) fn is_dotted(path: &[u8]) -> bool {
    has_segment(path, begins_with_dot)
}

/// Whether some text after a "/" begins with "." or "%" and passes `is_wanted`.
#[inline(always)]
fn has_segment(path: &[u8], is_wanted: impl Fn(&[u8]) -> bool) -> bool {
    // "/", and the bytes with which a dot segment begins.
    static SETS: Sets<2> = Sets::from_ascii([&ByteTable::from_byte(b'/'), &ByteTable::only(b".%")]);
    let mut at = 0;
    let mut after_slash = 0;
    while let Some(rest) = path.get(at..).filter(|rest| !rest.is_empty()) {
        let [slashes, leads] = member_masks(&SETS, rest);
        let mut suspects = (slashes << 1 | after_slash) & leads;
        while suspects != 0 {
            let segment = &rest[suspects.trailing_zeros() as usize..];
            if is_wanted(segment) {
                return true;
            }
            suspects &= suspects - 1;
        }
        after_slash = slashes >> 63;
        at += 64;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_labels;

    #[test]
    fn labels_have_single_marks() {
        for host in ["a", "a-b.c", "1.2-3.d4", "A.B-c", "1a.b-1", &format!("{}.a", "1".repeat(61))] {
            assert!(is_labels(host.as_bytes()), "{host}");
        }
        let long = "a".repeat(64);
        for host in ["", ".", "a.", "-a", "a-", "a..b", "a.-b", "a-.b", "a--b", "1", "a.1", "a.1-b", "a.b.1a", &long] {
            assert!(!is_labels(host.as_bytes()), "{host}");
        }
    }
}
