//! Hints: one sentence on how to fix a refused text.
//!
//! Input: the edition's tables, the text, the position of the refusal, the rule's label and the component. Output: a
//! sentence, if the [`Reason`] shows what is wrong. For `http://h/a b`, refused at 10: white space delimits URIs in
//! text, so write "%20" or remove it.

use crate::bytes::begins_a_character;
use crate::model::Component;
use crate::parse::reason::{broken_triplet, character_at, reason, Reason};
use crate::parse::refusal::refusal;
use crate::split::split;
use crate::table::Tables;

/// The hint for a text that is refused at byte `at`; "" if the error's list of expected characters is enough.
///
/// Positions in a hint count characters.
///
/// A hint suggests a triplet only where one is allowed: not in a scheme, a port or an IP literal. A "%" within an IP
/// literal begins a zone: "%25" is suggested if the edition accepts zones.
#[must_use]
pub fn hint(tables: &Tables, text: &[u8], at: usize, label: &str, component: Option<Component>) -> String {
    let why = reason(text, at, label, component);
    let at = character_at(text, at);
    let rest = &text[at..];
    // At the end of the text there is no octet; the hints for the reasons that occur there do not use it.
    let octet = rest.first().copied().unwrap_or_default();
    let is_address = component == Some(Component::Host) && text[..at].contains(&b'[');
    let takes_triplets = !is_address && !matches!(component, Some(Component::Scheme | Component::Port));
    let sentence = match why {
        Reason::BrokenTriplet => {
            let percent = if rest.is_empty() { None } else { broken_triplet(text, at) };
            let Some(percent) = percent else {
                return "write \"%\" as \"%25\" if it is data, or two hex digits after it".to_owned();
            };
            if component == Some(Component::Host) && !takes_zone(tables, text, percent) {
                return NO_ZONES.to_owned();
            }
            let place = text[..percent].iter().filter(|&&byte| begins_a_character(byte)).count();
            return format!("write the \"%\" at {place} as \"%25\" if it is data, or two hex digits after it");
        }
        Reason::WhiteSpace if !takes_triplets => "white space delimits URIs in text: remove it",
        Reason::WhiteSpace => {
            return format!("white space delimits URIs in text: write \"%{octet:02X}\" if it is data, or remove it");
        }
        Reason::Bracket if matches!(component, Some(Component::Path | Component::Query | Component::Fragment)) => {
            return format!("brackets are allowed only around an IPv6 address: write \"%{octet:02X}\"");
        }
        // The last "@" of an authority ends the userinfo; one before it is data, as is a bracket.
        Reason::Bracket | Reason::Character
            if component == Some(Component::Userinfo) && matches!(octet, b'@' | b'[' | b']') =>
        {
            return format!("write \"%{octet:02X}\" if it is data");
        }
        Reason::NumberSign | Reason::ControlCharacter | Reason::ExcludedCharacter | Reason::BeyondAscii
            if !takes_triplets =>
        {
            "percent-encoding is not allowed here either: remove it"
        }
        Reason::NumberSign | Reason::ControlCharacter | Reason::ExcludedCharacter => {
            return format!("write \"%{octet:02X}\" if it is data");
        }
        Reason::BeyondAscii => return beyond_ascii(rest, tables.is_ascii()),
        Reason::NotUtf8 => {
            let octet = rest[1] << 6 | rest[2] & 0x3F;
            return format!("the octet is not UTF-8: write \"%{octet:02X}\" if it is data");
        }
        Reason::Backslash if !takes_triplets => "a backslash is not a delimiter in a URI: write \"/\"",
        Reason::Backslash => "a backslash is not a delimiter in a URI: write \"/\", or \"%5C\" if it is data",
        Reason::Address if rest.starts_with(b"%25") && !has_zones(tables) => NO_ZONES,
        Reason::Port | Reason::AddressUnbracketed if has_several_hosts(tables, text) => {
            "a URI has one host: uriverse.schemes.view reads connection strings with several hosts"
        }
        Reason::Port if ends_in_a_password(tables, text) => {
            "a port has digits only; if this is a password, percent-encode \"#\", \"/\" and \"?\" in it"
        }
        Reason::Port if rest.first().is_some_and(u8::is_ascii_digit) => {
            "the edition's grammar refuses this digit of a port: there are too many, or it is too large"
        }
        Reason::Port => "a port has digits only",
        Reason::BracketUnclosed => "the bracket is never closed: \"]\" is missing",
        Reason::AddressUnbracketed => "an IPv6 address in a URI is written in brackets, as in \"http://[::1]/\"",
        Reason::ColonInFirstSegment if text[..at].contains(&b'@') && !text[..at].contains(&b'/') => {
            "this is an scp-like address, as git accepts it, and not a URI: write \"ssh://user@host/path\""
        }
        Reason::ColonInFirstSegment if rest.get(1).is_some_and(u8::is_ascii_digit) => {
            "a relative path whose first segment has a colon must begin with \"./\", or put \"http://\" before a host"
        }
        Reason::ColonInFirstSegment => "a relative path whose first segment has a colon must begin with \"./\"",
        // RFC 8089, Appendix E.3.2: a path that is a UNC string.
        Reason::Character if text.starts_with(b"file:////") => {
            "write \"file://server/share\"; document=\"rfc8089-appendix-f\" reads four slashes too"
        }
        Reason::LoneSurrogate => "a lone surrogate is not a character: the text was decoded wrongly",
        Reason::Bracket | Reason::Address | Reason::Scheme | Reason::Character | Reason::TextEnds => "",
    };
    sentence.to_owned()
}

const NO_ZONES: &str = "this edition does not allow a zone in an address: remove it, or use the edition \"rfc6874\"";

fn has_zones(tables: &Tables) -> bool {
    refusal(tables, b"http://[fe80::1%25a]/").is_none()
}

/// Whether the authority has a "," in its hosts and ports, as connection strings do: `h1:1,h2:2`.
fn has_several_hosts(tables: &Tables, text: &[u8]) -> bool {
    let offsets = split(tables.split_style(), text);
    text.get(offsets.host_start as usize..offsets.authority_end as usize).is_some_and(|hosts| hosts.contains(&b','))
}

/// Whether the authority may end within a password with "/", "?" or "#": "@" follows, as in `pg://user:p#ss@h/db`.
fn ends_in_a_password(tables: &Tables, text: &[u8]) -> bool {
    let offsets = split(tables.split_style(), text);
    // A text of another rule than the start rule may have no authority.
    let rest = text.get(offsets.authority_end as usize..);
    offsets.userinfo().is_none() && rest.is_some_and(|rest| rest.contains(&b'@'))
}

/// Whether "%25" may replace the "%" at `percent`. Outside brackets it always may, because there the "%" is data.
/// Within brackets it may if the edition then accepts more than the "%25".
fn takes_zone(tables: &Tables, text: &[u8], percent: usize) -> bool {
    let host = split(tables.split_style(), text).host_start as usize;
    if text.get(host) != Some(&b'[') {
        return true;
    }
    let mended = [&text[..=percent], b"25", &text[percent + 1..]].concat();
    refusal(tables, &mended).is_none_or(|refused| refused.at > percent + 3)
}

/// The triplets of a character beyond US-ASCII.
fn beyond_ascii(rest: &[u8], within_ascii: bool) -> String {
    let more = rest[1..].iter().take_while(|&&byte| !begins_a_character(byte)).count();
    let encoded: String = rest[..=more].iter().map(|octet| format!("%{octet:02X}")).collect();
    if within_ascii {
        format!(
            "a URI is US-ASCII: write \"{encoded}\", or in a host its xn-- form; the edition \"rfc3987\" takes IRIs"
        )
    } else {
        format!("this character is not allowed here: write \"{encoded}\" if it is data")
    }
}
