//! Short ways to judge a scheme, a host or a path whose rule is an automaton.
//!
//! A run of an automaton takes a step for each byte, and each step waits for the one before. Most texts need no run: a
//! plain test tells that the automaton accepts them. Which test may stand for which automaton is decided when a table is
//! loaded, by a walk through all pairs of a state of the automaton and a state of the test. If the test does not hold for
//! a text, the automaton judges it.
//!
//! | component | the test | decided by |
//! |---|---|---|
//! | scheme | it is "http" or "https" | [`accepts_http`] |
//! | host | its last label begins with a byte that is not a digit | [`accepts_named_hosts`], [`is_named`] |
//! | path | no segment begins with "." or "%2e" | [`accepts_undotted_paths`], [`is_dotted`] |
//!
//! [`is_dotted`] looks at 64 bytes at a time. For `/a/.b` the masks of "/" and of "." are `1.1..` and `...1.`; the first,
//! moved by one byte, marks where segments begin, `.1.1.`; both have the bit at 3 set, so the path is dotted.

use std::collections::HashSet;

use uriverse_scan::{member_masks, Sets};

use crate::automaton::Automaton;
use crate::bytes::{ByteSet, ByteTable};

/// Whether an automaton accepts "http" and "https".
pub(crate) fn accepts_http(automaton: &Automaton) -> bool {
    automaton.run(b"http", 0).takes_all(4) && automaton.run(b"https", 0).takes_all(5)
}

/// Whether an automaton accepts every text over a set whose last label, after the last ".", begins with a byte that is
/// not a digit.
pub(crate) fn accepts_named_hosts(automaton: &Automaton, set: &ByteSet) -> bool {
    /// What the last label is so far.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Last {
        Empty,
        Named,
        Numbered,
    }
    let mut seen = HashSet::new();
    let mut open = vec![(automaton.first_state(), Last::Empty)];
    while let Some((state, last)) = open.pop() {
        if last == Last::Named && !automaton.accepts_at(state) {
            return false;
        }
        if !seen.insert((state, last)) {
            continue;
        }
        for byte in set.iter() {
            let next = match (last, byte) {
                (_, b'.') => Last::Empty,
                (Last::Empty, b'0'..=b'9') => Last::Numbered,
                (Last::Empty, _) => Last::Named,
                (other, _) => other,
            };
            match automaton.step(state, byte) {
                Some(target) => open.push((target, next)),
                None => return false,
            }
        }
    }
    true
}

/// Whether the last label of a host begins with a byte that is not a digit.
#[inline]
pub(crate) fn is_named(host: &[u8]) -> bool {
    let label = host.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    host.get(label).is_some_and(|first| !first.is_ascii_digit())
}

/// Whether an automaton accepts every path that begins with "/", consists of members of a set, and has no segment that
/// begins with "." or "%2e".
pub(crate) fn accepts_undotted_paths(automaton: &Automaton, set: &ByteSet) -> bool {
    /// Where in a segment a path is: at the start, after a leading "%", after a leading "%2", after anything else.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Place {
        Start,
        Percent,
        PercentTwo,
        Rest,
    }
    let Some(root) = automaton.step(automaton.first_state(), b'/') else { return false };
    let mut seen = HashSet::new();
    let mut open = vec![(root, Place::Start)];
    while let Some((state, place)) = open.pop() {
        if !automaton.accepts_at(state) {
            return false;
        }
        if !seen.insert((state, place)) {
            continue;
        }
        for byte in set.iter() {
            let next = match (place, byte) {
                (Place::Start, b'.') | (Place::PercentTwo, b'e' | b'E') => continue,
                (_, b'/') => Place::Start,
                (Place::Start, b'%') => Place::Percent,
                (Place::Percent, b'2') => Place::PercentTwo,
                _ => Place::Rest,
            };
            match automaton.step(state, byte) {
                Some(target) => open.push((target, next)),
                None => return false,
            }
        }
    }
    true
}

/// Whether a segment begins with "." or "%2e".
#[inline]
pub(crate) fn begins_with_dot(segment: &[u8]) -> bool {
    matches!(segment, [b'.', ..] | [b'%', b'2', b'e' | b'E', ..])
}

/// Whether a path that begins with "/" has a segment that begins with "." or "%2e".
#[inline]
pub(crate) fn is_dotted(path: &[u8]) -> bool {
    static SETS: Sets<2> = sets();
    let mut at = 0;
    let mut after_slash = 0;
    while let Some(rest) = path.get(at..).filter(|rest| !rest.is_empty()) {
        let [slashes, leads] = member_masks(&SETS, rest);
        let mut suspects = (slashes << 1 | after_slash) & leads;
        while suspects != 0 {
            let segment = &rest[suspects.trailing_zeros() as usize..];
            if begins_with_dot(segment) {
                return true;
            }
            suspects &= suspects - 1;
        }
        after_slash = slashes >> 63;
        at += 64;
    }
    false
}

/// "/", and the bytes with which a dot segment begins.
const fn sets() -> Sets<2> {
    let mut leads = [false; 256];
    leads[b'.' as usize] = true;
    leads[b'%' as usize] = true;
    match Sets::new([&ByteTable::of(b'/'), &ByteTable::new(leads)]) {
        Some(sets) => sets,
        None => panic!("they are ASCII"),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_dotted, is_named};

    #[test]
    fn a_host_is_named_by_its_last_label() {
        for host in ["a", "a.b", "1.b2", "a.-1", "1..x"] {
            assert!(is_named(host.as_bytes()), "{host}");
        }
        for host in ["", ".", "a.", "1", "a.1", "a.0x1", "a..9"] {
            assert!(!is_named(host.as_bytes()), "{host}");
        }
    }

    #[test]
    fn dotted_paths_are_found_at_every_place() {
        for length in 0..200 {
            let filler = "a".repeat(length);
            for segment in [".", "..", ".well-known", "%2e", "%2E", "%2e%2e"] {
                assert!(is_dotted(format!("/{filler}/{segment}").as_bytes()));
                assert!(is_dotted(format!("/{segment}/{filler}").as_bytes()));
            }
            for segment in ["", "a.", "%2", "%", "%25", "%E4", "a%2e"] {
                assert!(!is_dotted(format!("/{filler}/{segment}").as_bytes()));
            }
        }
    }
}
