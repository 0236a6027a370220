//! The steps on a query, pair by pair.

use uriverse_core::memory::{buffer, gathered, Grow};
use uriverse_core::query::{self, Names, Notation, Pair};

use crate::escapes::push_form_encoded;

/// The pairs of a query, as written. Unlike [`query::pairs`], the empty query has one empty pair.
fn pairs(query: &[u8]) -> impl Iterator<Item = Pair<'_>> {
    query.split(|&byte| byte == b'&').map(Pair::new)
}

fn joined<'a>(pairs: impl Iterator<Item = Pair<'a>>, length: usize) -> Vec<u8> {
    let mut query = buffer(length);
    for (index, pair) in pairs.enumerate() {
        if index > 0 {
            query.put(b'&');
        }
        query.put_all(pair.text);
    }
    query
}

/// Sorts the pairs by name and then by value; `k` sorts before `k=`. Like the other functions here, it returns whether
/// it changed the query.
pub(crate) fn sort(query: &mut Vec<u8>) -> bool {
    if pairs(query).is_sorted_by_key(|pair| (pair.name, pair.value)) {
        return false;
    }
    let mut sorted = gathered(pairs(query));
    // A stable sort would need a buffer; pairs of one name and one value are the same text.
    sorted.sort_unstable_by_key(|pair| (pair.name, pair.value));
    *query = joined(sorted.into_iter(), query.len());
    true
}

/// Parses the query as a form, sorts its pairs and serializes it: "+" and "%20" become equal, `k` becomes `k=`, empty
/// pairs are removed.
pub(crate) fn rewrite_form(query: &mut Vec<u8>) -> bool {
    let data = |written| query::data(written, Notation::Form);
    let pairs = query::pairs(query, Notation::Form);
    let mut decoded = gathered(pairs.map(|pair| (data(pair.name), data(pair.value.unwrap_or_default()))));
    decoded.sort_unstable();
    let mut result = buffer(query.len());
    for (index, (name, value)) in decoded.iter().enumerate() {
        if index > 0 {
            result.put(b'&');
        }
        push_form_encoded(name, &mut result);
        result.put(b'=');
        push_form_encoded(value, &mut result);
    }
    let changed = *query != result;
    *query = result;
    changed
}

/// The query without the pairs with these names, Some(None) if no pair is left; None if no pair has such a name.
///
/// "*" removes every query, the empty one too: its one pair is empty, like a pair of `a&&b`.
pub(crate) fn without_pairs(query: &[u8], names: &Names) -> Option<Option<Vec<u8>>> {
    let is_kept = |pair: &Pair<'_>| !names.has(pair.name, Notation::Form);
    if pairs(query).all(|pair| is_kept(&pair)) {
        return None;
    }
    let mut kept = pairs(query).filter(is_kept).peekable();
    Some(kept.peek().is_some().then(|| joined(kept, query.len())))
}

/// Removes the session ids that archives know, of each kind the last in the query: `jsessionid`, `phpsessid`, `sid`
/// with 32 letters and digits, `aspsessionid` and eight letters with 24 letters, `cfid` with the `cftoken` that follows
/// it. As in the archives' code, the name need not begin a pair.
pub(crate) fn strip_sessions(query: &mut Vec<u8>) -> bool {
    // All these names contain "id".
    if !query.windows(2).any(|pair| pair.eq_ignore_ascii_case(b"id")) {
        return false;
    }
    let before = query.len();
    for name in [&b"jsessionid="[..], b"phpsessid=", b"sid="] {
        strip_last(query, name[0], |rest, _| {
            let id = rest.get(name.len()..name.len() + 32)?;
            let is_match = rest[..name.len()].eq_ignore_ascii_case(name) && id.iter().all(u8::is_ascii_alphanumeric);
            is_match.then_some(name.len() + 32)
        });
    }
    strip_last(query, b'a', |rest, _| {
        let [start, middle, end] = [rest.get(..12)?, rest.get(12..20)?, rest.get(20..45)?];
        let letters = |text: &[u8]| text.iter().all(u8::is_ascii_alphabetic);
        let is_match =
            start.eq_ignore_ascii_case(b"aspsessionid") && letters(middle) && end[0] == b'=' && letters(&end[1..]);
        is_match.then_some(45)
    });
    strip_last(query, b'c', |rest, [first, second]| {
        let is_match = rest.get(..5)?.eq_ignore_ascii_case(b"cfid=")
            && first > 5
            && rest.get(first + 1..first + 9)?.eq_ignore_ascii_case(b"cftoken=")
            && second > first + 9;
        is_match.then_some(second)
    });
    query.len() < before
}

/// Removes the last match of `length_of` that ends a pair, and the "&" after it.
///
/// `length_of` receives the text from an occurrence of the letter on, and the positions of the next two "&" (its
/// length, if there are fewer). The search goes from right to left and caches these positions, so that no text is
/// searched twice.
fn strip_last(query: &mut Vec<u8>, letter: u8, length_of: impl Fn(&[u8], [usize; 2]) -> Option<usize>) {
    let mut ampersands = [query.len(); 2];
    for start in (0..query.len()).rev() {
        if query[start] == b'&' {
            ampersands = [start, ampersands[0]];
        }
        if query[start].to_ascii_lowercase() != letter {
            continue;
        }
        let Some(length) = length_of(&query[start..], ampersands.map(|at| at - start)) else { continue };
        let end = start + length;
        match query.get(end) {
            None => query.truncate(start),
            Some(b'&') => drop(query.drain(start..=end)),
            Some(_) => continue,
        }
        return;
    }
}
