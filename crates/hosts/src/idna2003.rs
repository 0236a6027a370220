//! IDNA 2003: the names that it reads otherwise than UTS #46, by the smallest set of letters that tells them apart.
//!
//! Python's `socket` and Java's `IDN` look up a name by IDNA 2003 (RFC 3490, 3491, 3454), browsers and most libraries
//! by UTS #46. Both delete and map letters before they convert a label to Punycode, and some letters differ:
//!
//! ```text
//!   127.0.0.1\u1806    UTS #46   127.0.0.xn--1-f3j, a name: the letter stays
//!                      IDNA 2003 127.0.0.1: the letter is deleted (RFC 3454, table B.1)
//! ```
//!
//! A name that UTS #46 leaves as it is, and that has no letter that [`differs`], is the same name to both: tests
//! compare each code point with the tables of RFC 3454, as Python's codec has them. Letters that UTS #46 maps or
//! refuses need no table, because `verdicts` calls no name with them plain.
//!
//! RFC 3454's tables B.1 and B.2 have 1,398 rows, of which five decide the form of a name, and Unicode's Corrigendum #4
//! five letters more.

use idna::punycode;
use uriverse_whatwg::domain;
use uriverse_whatwg::errors::Silent;
use uriverse_whatwg::host::is_plain_name;

use crate::characters::nfkc;

/// RFC 1035, section 2.3.4. Punycode takes quadratic time.
const LONGEST_LABEL: usize = 63;

/// Whether IDNA 2003, or Python's codec for it, reads a letter otherwise than UTS #46, which keeps it: the deviation
/// characters (UTS #46, section 7), U+1806, and Cherokee.
pub fn differs(letter: char) -> bool {
    matches!(letter, '\u{DF}' | '\u{3C2}' | '\u{200C}' | '\u{200D}' | '\u{1806}' | '\u{13A0}'..='\u{13F5}')
}

/// The name that IDNA 2003 looks up, in US-ASCII, its hidden letters revealed; None if it has no letters to map.
pub fn by_rfc_3454(name: &str) -> Option<String> {
    if name.is_ascii() && !name.to_ascii_lowercase().contains("xn--") {
        return None;
    }
    to_ascii(name)
}

/// The name that Python's codec "idna" looks up, in US-ASCII; None if it has no letters that the codec alone maps.
///
/// Table B.2 leaves Cherokee letters and U+1E9E as they are, because Unicode 3.2 has no lower case of them. Python's
/// codec calls `str.lower`.
pub fn by_python(name: &str) -> Option<String> {
    let is_mapped = |c: char| matches!(c, '\u{1E9E}' | '\u{13A0}'..='\u{13FD}' | '\u{AB70}'..='\u{ABBF}');
    if !name.contains(is_mapped) {
        return None;
    }
    let ascii = to_ascii(&name.replace('\u{1E9E}', "ss"))?;
    let lowered: String = domain::to_unicode(&ascii).chars().map(lower_cherokee).collect();
    let labels = lowered.split('.').map(|label| match label {
        _ if label.chars().count() > LONGEST_LABEL => None,
        _ if label.is_ascii() => Some(label.to_owned()),
        _ => Some(format!("xn--{}", punycode::encode_str(label)?)),
    });
    Some(labels.collect::<Option<Vec<_>>>()?.join("."))
}

fn lower_cherokee(letter: char) -> char {
    let shift = match letter {
        '\u{13A0}'..='\u{13EF}' => 0x97D0,
        '\u{13F0}'..='\u{13F5}' => 8,
        _ => 0,
    };
    char::from_u32(u32::from(letter) + shift).unwrap_or(letter)
}

fn to_ascii(name: &str) -> Option<String> {
    let prepared = prepared(&revealed(&prepared(name)));
    domain::parse(&prepared, false, 0, &mut Silent).ok().map(std::borrow::Cow::into_owned)
}

/// The name with letters mapped as RFC 3454 and NFKC of Unicode 3.2, before its Corrigendum #4, map them; in
/// compatibility forms, with plain dots.
fn prepared(name: &str) -> String {
    let mut mapped = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            '\u{DF}' => mapped.push_str("ss"),
            '\u{3C2}' => mapped.push('\u{3C3}'),
            '\u{200C}' | '\u{200D}' | '\u{1806}' => {}
            '\u{2F868}' => mapped.push('\u{2136A}'),
            '\u{2F874}' => mapped.push('\u{5F33}'),
            '\u{2F91F}' => mapped.push('\u{43AB}'),
            '\u{2F95F}' => mapped.push('\u{7AAE}'),
            '\u{2F9BF}' => mapped.push('\u{4D57}'),
            _ => mapped.push(letter),
        }
    }
    nfkc(&mapped).replace('\u{3002}', ".")
}

/// The name with each "xn--" label decoded whose letters IDNA 2003 deletes or turns into US-ASCII.
///
/// A program that decodes the name and connects by what it shows arrives elsewhere. Deviation characters stay encoded,
/// because registries hold such names.
fn revealed(name: &str) -> String {
    name.split('.').map(revealed_label).collect::<Vec<_>>().join(".")
}

fn revealed_label(label: &str) -> String {
    let lower = label.to_lowercase();
    let hides = !is_plain_name(lower.as_bytes(), false) && is_plain_name(lower.as_bytes(), true);
    let letters = lower.strip_prefix("xn--").filter(|_| hides).and_then(punycode::decode_to_string);
    letters.unwrap_or_else(|| label.to_owned())
}
