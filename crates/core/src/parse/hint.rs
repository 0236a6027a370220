//! What to do about a refusal, in one sentence.
//!
//! What goes in: the text, the position of the refusal, the rule and the component; of the edition only whether it goes
//! beyond US-ASCII. What comes out: a sentence, if the character at the position shows what is wrong. For `http://h/a b`
//! at 10: white space delimits URIs in text, so write "%20" or remove it.

use crate::bytes::begins_a_character;
use crate::table::model::Component;

/// The hint for a text that is refused at a byte; "" if there is nothing to say beyond what was expected.
///
/// Places in the sentence are counted in characters.
///
/// `within_ascii` says that no rule of the edition takes a character beyond US-ASCII ([`crate::Tables::is_ascii`]).
#[must_use]
pub fn hint(text: &[u8], at: usize, label: &str, component: Option<Component>, within_ascii: bool) -> String {
    // A position inside a character is moved to where the character starts.
    let at =
        (0..=at.min(text.len())).rfind(|&at| text.get(at).is_none_or(|&byte| begins_a_character(byte))).unwrap_or(0);
    let Some(&byte) = text.get(at) else { return hint_at_end(text).to_owned() };
    if let Some(percent) = broken_triplet(text, at) {
        let place = text[..percent].iter().filter(|&&byte| begins_a_character(byte)).count();
        return format!("write the \"%\" at {place} as \"%25\" if it is data, or two hex digits after it");
    }
    let name = component.map_or("", Component::as_str);
    match byte {
        b'\\' => "a backslash is no delimiter in a URI: write \"/\", or \"%5C\" if it is data".to_owned(),
        b' ' | b'\t' | b'\r' | b'\n' => {
            format!("white space delimits URIs in text: write \"%{byte:02X}\" if it is data, or remove it")
        }
        _ if label == "port" => "a port has digits only".to_owned(),
        b'[' | b']' if matches!(name, "path" | "query" | "fragment") => {
            format!("brackets stand only around an IPv6 address: write \"%{byte:02X}\"")
        }
        b':' if matches!(name, "host" | "authority") => {
            "an IPv6 address in a URI stands in brackets, as in \"http://[::1]/\"".to_owned()
        }
        b':' if name == "path" => "a relative path whose first segment has a colon begins with \"./\"".to_owned(),
        128.. => beyond_ascii(&text[at..], within_ascii),
        0..32 | b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'^' | b'`' | b'#' | 127 => {
            format!("write \"%{byte:02X}\" if it is data")
        }
        _ => String::new(),
    }
}

fn hint_at_end(text: &[u8]) -> &'static str {
    let last = (0..text.len()).rfind(|&at| begins_a_character(text[at])).unwrap_or(0);
    if text.last() == Some(&b'%') || last.checked_sub(1).is_some_and(|at| text[at] == b'%') {
        "write \"%\" as \"%25\" if it is data, or two hex digits after it"
    } else if text.contains(&b'[') && !text.contains(&b']') {
        "the bracket is never closed: \"]\" is missing"
    } else {
        ""
    }
}

/// A character beyond US-ASCII: its octets as triplets. A lone surrogate (0xED, then 0xA0 or more) has none, unless it is
/// one of those with which Python holds the place of an octet that is not UTF-8: U+DC80 for 0x80 to U+DCFF for 0xFF.
fn beyond_ascii(rest: &[u8], within_ascii: bool) -> String {
    if let [0xED, second @ 0xB2..=0xB3, third, ..] = rest {
        let octet = second << 6 | third & 0x3F;
        return format!("the octet is not UTF-8: write \"%{octet:02X}\" if it is data");
    }
    if matches!(rest, [0xED, second, ..] if *second >= 0xA0) {
        return "a lone surrogate is no character: the text was decoded wrongly".to_owned();
    }
    let more = rest[1..].iter().take_while(|&&byte| !begins_a_character(byte)).count();
    let encoded: String = rest[..=more].iter().map(|octet| format!("%{octet:02X}")).collect();
    if within_ascii {
        format!("a URI is US-ASCII: write \"{encoded}\" (uriverse.encode does it), or in a host its xn-- form")
    } else {
        format!("this character is not allowed here: write \"{encoded}\" if it is data")
    }
}

/// The position of a "%" that is not followed by two hexadecimal digits, at the place of the refusal or just before it.
fn broken_triplet(text: &[u8], at: usize) -> Option<usize> {
    for percent in [at.checked_sub(1), at.checked_sub(2)].into_iter().flatten() {
        if text[percent] == b'%' && text[percent + 1..at].iter().all(u8::is_ascii_hexdigit) {
            return Some(percent);
        }
    }
    let after = &text[at + 1..text.len().min(at + 3)];
    (text[at] == b'%' && !after.iter().all(u8::is_ascii_hexdigit)).then_some(at)
}
