//! When a step has something to do: what it looks for in a URL, and what its work depends on.

use crate::steps::Step;
use crate::url::{mask, UrlPart};
use crate::watch::Needs;

impl Step {
    /// What the step looks for: without any of it, the step changes nothing.
    pub(crate) fn needs(&self) -> Vec<Needs> {
        use UrlPart::{Host, Path, Port, Query, Scheme, Userinfo};
        let is = |wanted: u8| move |byte: u8| byte == wanted;
        vec![match self {
            Step::AddScheme(_) => Needs::undefined(Scheme),
            Step::BackslashToSlash(_) => Needs::anywhere(&[Userinfo, Host, Path], is(b'\\')),
            Step::CollapseDots => Needs::in_a_row(&[Host], is(b'.')),
            Step::CollapseSlashes => Needs::in_a_row(&[Path], is(b'/')),
            Step::EmptyPathToSlash | Step::KeepIfEmpty => Needs::empty(&[Path]),
            Step::Escape { parts, keep, .. } => Needs::anywhere(parts, |byte| !keep.contains(byte)),
            Step::FormQuery => Needs::defined(&[Query]),
            Step::HostFromPath => Needs::empty(&[Host]),
            Step::HostToAscii { triplets } => {
                let triplets = *triplets;
                Needs::anywhere(&[Host], move |byte| !byte.is_ascii() || triplets && byte == b'%')
            }
            Step::Ipv4 { .. } => Needs::at_start(Host, |byte| byte.is_ascii_digit()),
            Step::Ipv6 => Needs::at_start(Host, is(b'[')),
            Step::LowerCase(parts) => Needs::anywhere(parts, |byte| byte.is_ascii_uppercase() || byte == b'%'),
            Step::Remove(parts) => Needs::defined(parts),
            Step::RemoveDefaultPages(names) => {
                let ends =
                    |byte: u8, name: &String| name.as_bytes().last().is_some_and(|own| own.eq_ignore_ascii_case(&byte));
                Needs::at_end(Path, |byte| names.iter().any(|name| ends(byte, name)))
            }
            Step::RemoveDefaultPort(_) => Needs::defined(&[Port]),
            // A dot segment begins after a slash.
            Step::RemoveDots { .. } => Needs::in_a_row(&[Path], |byte| matches!(byte, b'/' | b'.')),
            Step::RemoveEmpty(parts) => Needs::empty(parts),
            Step::RemovePairs(_) => Needs::defined(&[Query]),
            Step::RemoveTabAndNewline => Needs::anywhere(&UrlPart::ALL, is_tab_or_newline),
            Step::SortQuery => Needs::anywhere(&[Query], is(b'&')),
            Step::StripDots => return vec![Needs::at_start(Host, is(b'.')), Needs::at_end(Host, is(b'.'))],
            Step::StripPathSession => Needs::anywhere(&[Path], is(b'(')),
            Step::StripQuerySession => Needs::anywhere(&[Query], is(b'=')),
            Step::StripTrailingSlash => Needs::at_end(Path, is(b'/')),
            Step::StripWhiteSpace => Needs::anywhere(&UrlPart::ALL, is_white_space),
            Step::StripWww { .. } => Needs::at_start(Host, |byte| byte.eq_ignore_ascii_case(&b'w')),
            Step::Unescape { parts, .. } | Step::UnescapeRepeatedly(parts) => Needs::anywhere(parts, is(b'%')),
            // "http://https://host": the authority is "https:", with an empty port.
            Step::SchemeOnce(schemes) if schemes.iter().all(|scheme| is_scheme(scheme)) => Needs::empty(&[Port]),
            Step::KeepIfBegins(beginnings) if beginnings.iter().all(|text| is_scheme_start(text)) => {
                // What a text begins with stands in its scheme, or in its path.
                let begins = |byte: u8| beginnings.iter().any(|text| text.as_bytes()[0] == byte);
                return vec![Needs::at_start(Scheme, begins), Needs::at_start(Path, begins)];
            }
            Step::KeepIfBegins(_)
            | Step::Key(_)
            | Step::Normalize(_)
            | Step::RequireAbsolute
            | Step::SchemeOnce(_)
            | Step::UrlStandard => Needs::nothing(),
        }]
    }

    /// The parts on which the step's work depends, as a mask: while they stay, it does what it did.
    pub(crate) fn reads(&self) -> u8 {
        use UrlPart::{Host, Path, Port, Query, Scheme};
        match self {
            Step::CollapseDots | Step::HostToAscii { .. } | Step::Ipv4 { .. } | Step::Ipv6 | Step::StripDots => {
                Host.bit()
            }
            Step::CollapseSlashes
            | Step::RemoveDefaultPages(_)
            | Step::RemoveDots { .. }
            | Step::StripPathSession
            | Step::StripTrailingSlash => Path.bit(),
            Step::EmptyPathToSlash => Host.bit() | Path.bit(),
            Step::FormQuery | Step::RemovePairs(_) | Step::SortQuery | Step::StripQuerySession => Query.bit(),
            Step::RemoveDefaultPort(_) => Scheme.bit() | Port.bit(),
            Step::StripWww { .. } => Scheme.bit() | Host.bit(),
            Step::Escape { parts, .. }
            | Step::LowerCase(parts)
            | Step::Remove(parts)
            | Step::RemoveEmpty(parts)
            | Step::Unescape { parts, .. }
            | Step::UnescapeRepeatedly(parts) => mask(parts),
            Step::AddScheme(_)
            | Step::BackslashToSlash(_)
            | Step::HostFromPath
            | Step::KeepIfBegins(_)
            | Step::KeepIfEmpty
            | Step::Key(_)
            | Step::Normalize(_)
            | Step::RemoveTabAndNewline
            | Step::RequireAbsolute
            | Step::SchemeOnce(_)
            | Step::StripWhiteSpace
            | Step::UrlStandard => mask(&UrlPart::ALL),
        }
    }
}

fn is_scheme(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

fn is_scheme_start(text: &str) -> bool {
    text.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric())
}

pub(crate) fn is_tab_or_newline(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

pub(crate) fn is_white_space(byte: u8) -> bool {
    byte <= b' '
}
