//! What could continue a text at the position where it is refused.
//!
//! Input: the tables, the text, the position, and the refusing rule with the start of its content. Output: names of
//! rules for one character, widest first, then literals in quotes. In `http://h/a b`, refused at 10 by `segment`, the
//! automaton of `segment` accepts the bytes of `pchar` after `a`, and the path continues with "/".
//!
//! Several readings may fail at one position: after `http:` RFC 2396 expects an `abs_path` or an `opaque_part`.

use crate::bytes::ByteSet;
use crate::check::next_bytes;
use crate::model::RuleId;
use crate::table::Tables;

/// The rules and literals that are allowed at byte `at`, by each of these rules, which read the text from its position.
#[must_use]
pub fn expected(tables: &Tables, text: &[u8], at: usize, points: &[(RuleId, usize)]) -> Vec<String> {
    let sets = points.iter().map(|&(rule, start)| next_bytes(tables, rule, text.get(start..at).unwrap_or_default()).0);
    let allowed = sets.fold(ByteSet::EMPTY, |all, set| all.union(&set));
    let is_beyond_ascii = text.get(at).is_some_and(|byte| !byte.is_ascii());
    names(tables, &allowed, is_beyond_ascii)
}

/// Names a set of bytes by the fewest rules for single characters, and the rest as literals.
fn names(tables: &Tables, allowed: &ByteSet, another: bool) -> Vec<String> {
    let percent = ByteSet::from_bytes(b"%");
    let sets: Vec<_> = tables
        .unit_rules()
        .map(|(name, set, has_triplets)| (name, if has_triplets { set.union(&percent) } else { *set }))
        .filter(|(_, set)| set.without(allowed).is_empty())
        .collect();
    let (mut names, mut rest) = (Vec::new(), *allowed);
    // Of rules for the same characters take the last: documents print definitions at the end.
    while let Some((name, set)) = sets.iter().max_by_key(|(_, set)| set.intersection(&rest).len()) {
        let members = set.intersection(&rest);
        if members.len() < 2 && members != percent {
            break;
        }
        names.push((*name).to_owned());
        rest = rest.without(set);
    }
    names.extend(rest.iter().filter(u8::is_ascii).map(|byte| match byte {
        b'!'..=b'~' => format!("\"{}\"", char::from(byte)),
        _ => format!("%x{byte:02X}"),
    }));
    // A grammar beyond US-ASCII runs over the octets of UTF-8, which should not be shown.
    if !rest.is_ascii() {
        names
            .push(if another { "another character beyond US-ASCII" } else { "a character beyond US-ASCII" }.to_owned());
    }
    names
}
