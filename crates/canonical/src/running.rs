//! What each step does to a URL.

use uriverse_core::{parse, Offsets, Tables};
use uriverse_schemes::normalize;
use uriverse_whatwg::serialized;

use crate::escapes::{escape, unescape, unescape_repeatedly};
use crate::hosts;
use crate::needs::{is_tab_or_newline, is_white_space};
use crate::state::State;
use crate::steps::Step;
use crate::url::{mask, Url, UrlPart};
use crate::{paths, queries};

impl Step {
    /// Runs the step on a URL that has what it needs; the error says what the step asks for.
    pub(crate) fn run(&self, state: &mut State, tables: &Tables) -> Result<(), &'static str> {
        match self {
            Step::AddScheme(scheme) => {
                if state.url(tables).part(UrlPart::Scheme).is_none() {
                    let text = state.text_to_change();
                    let slashes: &[u8] = if text.starts_with(b"//") { b":" } else { b"://" };
                    text.splice(..0, scheme.iter().chain(slashes).copied());
                }
            }
            Step::BackslashToSlash(schemes) => {
                if schemes.iter().any(|scheme| state.url(tables).has_scheme(scheme)) {
                    let text = state.text_to_change();
                    let end = text.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(text.len());
                    text[..end].iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
                }
            }
            Step::HostFromPath => {
                let url = state.url(tables);
                if url.part(UrlPart::Host).is_some_and(<[u8]>::is_empty) && url.path().starts_with(b"/") {
                    let path = url.path();
                    // A segment of dots alone is not a host.
                    let start = path.iter().take_while(|byte| matches!(byte, b'/' | b'.')).count();
                    let end = path[start..].iter().position(|&byte| byte == b'/').map_or(path.len(), |at| start + at);
                    let authority = [b"//", &path[start..end]].concat();
                    let rest = [b"/", path.get(end + 1..).unwrap_or_default()].concat();
                    state.change(tables, false, |url| {
                        url.cut_authority(&authority);
                        url.set(UrlPart::Path, &rest);
                        mask(&UrlPart::ALL)
                    });
                }
            }
            Step::KeepIfBegins(beginnings) => {
                let text = state.text();
                state.is_final = beginnings.iter().any(|beginning| text.starts_with(beginning.as_bytes()));
            }
            Step::KeepIfEmpty => state.is_final = state.text().is_empty(),
            Step::Normalize(level) => {
                let text = state.text();
                let offsets = parse(tables, text).ok_or("needs a reference that RFC 3986 accepts")?;
                if let Some(changed) = normalize(tables, text, &offsets, Some(*level), None) {
                    *state.text_to_change() = changed;
                }
            }
            Step::RemoveTabAndNewline => state.text_to_change().retain(|&byte| !is_tab_or_newline(byte)),
            Step::RequireAbsolute => {
                let text = state.text();
                let offsets = parse(tables, text).filter(|offsets| offsets.scheme().is_some());
                if offsets.is_none_or(|offsets| offsets.fragment(text.len()).is_some()) {
                    return Err("needs an absolute URI without a fragment");
                }
            }
            Step::SchemeOnce(schemes) => {
                let text = state.text();
                let mut start = 0;
                while let Some(length) = begins_with_scheme(&text[start..], schemes) {
                    if begins_with_scheme(&text[start + length..], schemes).is_none() {
                        break;
                    }
                    start += length;
                }
                if start > 0 {
                    state.text_to_change().drain(..start);
                }
            }
            Step::StripWhiteSpace => {
                let text = state.text();
                let is_stripped = |byte: Option<&u8>| byte.is_some_and(|&byte| is_white_space(byte));
                if is_stripped(text.first()) || is_stripped(text.last()) {
                    let text = state.text_to_change();
                    let end = text.iter().rposition(|&byte| !is_white_space(byte)).map_or(0, |last| last + 1);
                    text.truncate(end);
                    let start = text.iter().position(|&byte| !is_white_space(byte)).unwrap_or(0);
                    text.drain(..start);
                }
            }
            Step::UrlStandard => {
                let text = state.text();
                // What the parser leaves as it is needs no record.
                let mut offsets = Offsets::EMPTY;
                if serialized::parse_into(text, &mut offsets) {
                    return Ok(());
                }
                // The Standard decodes octets before it parses; what is not UTF-8 is U+FFFD then.
                let record = uriverse_whatwg::parse(&String::from_utf8_lossy(text), None);
                let record = record.map_err(|_| "needs a URL that the URL Standard's parser accepts")?;
                *state.text_to_change() = record.serialize().into_bytes();
            }
            _ => state.change(tables, self.only_shortens(), |url| self.change(url)),
        }
        Ok(())
    }

    /// Whether a part that the step changes is then a range of what it was.
    fn only_shortens(&self) -> bool {
        matches!(self, Step::RemoveDefaultPages(_) | Step::StripDots | Step::StripTrailingSlash | Step::StripWww { .. })
    }

    /// The steps that work on single components: the parts that changed, as a mask.
    fn change(&self, url: &mut Url) -> u8 {
        match self {
            Step::CollapseDots => on_host(url, hosts::collapse_dots),
            Step::CollapseSlashes => on_parts(url, &[UrlPart::Path], paths::collapse_slashes),
            Step::EmptyPathToSlash => {
                if !url.path().is_empty() || url.part(UrlPart::Host).is_none_or(<[u8]>::is_empty) {
                    return 0;
                }
                url.set(UrlPart::Path, b"/");
                UrlPart::Path.bit()
            }
            Step::Escape { parts, keep, triplets } => on_parts(url, parts, |text| escape(text, keep, *triplets)),
            Step::FormQuery => on_parts(url, &[UrlPart::Query], queries::rewrite_form),
            Step::HostToAscii { triplets } => on_host(url, |host| hosts::to_ascii(host, *triplets)),
            Step::Ipv4 { hexadecimal, too_large } => on_host(url, |host| hosts::ipv4(host, *hexadecimal, *too_large)),
            Step::Ipv6 => on_host(url, hosts::ipv6),
            Step::LowerCase(parts) => changed(parts, |part| url.lower_case(part)),
            Step::Remove(parts) => removed(url, parts, |text| text.is_some()),
            Step::RemoveDefaultPages(names) => {
                changed(&[UrlPart::Path], |part| url.trim_to(part, |path| paths::without_default_page(path, names)))
            }
            Step::RemoveDefaultPort(ports) => {
                let Some(own) = url.part(UrlPart::Port) else { return 0 };
                let is_default = |(scheme, port): &(String, String)| own == port.as_bytes() && url.has_scheme(scheme);
                if !ports.iter().any(is_default) {
                    return 0;
                }
                url.remove(UrlPart::Port);
                UrlPart::Port.bit()
            }
            Step::RemoveDots { keep } => on_parts(url, &[UrlPart::Path], |path| paths::remove_dots(path, *keep)),
            Step::RemoveEmpty(parts) => removed(url, parts, |text| text.is_some_and(<[u8]>::is_empty)),
            Step::RemovePairs(names) => {
                let kept = url.part(UrlPart::Query).and_then(|query| queries::without_pairs(query, names));
                match kept {
                    None => return 0,
                    Some(None) => url.remove(UrlPart::Query),
                    Some(Some(query)) => url.set(UrlPart::Query, &query),
                }
                UrlPart::Query.bit()
            }
            Step::SortQuery => on_parts(url, &[UrlPart::Query], queries::sort),
            Step::StripDots => changed(&[UrlPart::Host], |part| url.trim_to(part, hosts::without_dots)),
            Step::StripPathSession => on_parts(url, &[UrlPart::Path], paths::strip_session),
            Step::StripQuerySession => on_parts(url, &[UrlPart::Query], queries::strip_sessions),
            Step::StripTrailingSlash => {
                changed(&[UrlPart::Path], |part| url.trim_to(part, paths::without_trailing_slash))
            }
            Step::StripWww { not } => {
                if not.iter().any(|scheme| url.has_scheme(scheme)) {
                    0
                } else {
                    changed(&[UrlPart::Host], |part| url.trim_to(part, hosts::without_www))
                }
            }
            Step::Unescape { parts, not } => on_parts(url, parts, |text| unescape(text, not)),
            Step::UnescapeRepeatedly(parts) => on_parts(url, parts, unescape_repeatedly),
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
            | Step::UrlStandard => 0,
        }
    }
}

/// The parts that a function says it has changed.
fn changed(parts: &[UrlPart], mut change: impl FnMut(UrlPart) -> bool) -> u8 {
    parts.iter().fold(0, |changed, &part| if change(part) { changed | part.bit() } else { changed })
}

/// Changes those of `parts` that are defined. Returns the parts that changed, one bit each.
fn on_parts(url: &mut Url, parts: &[UrlPart], change: impl Fn(&mut Vec<u8>) -> bool) -> u8 {
    changed(parts, |part| url.change(part, &change))
}

fn on_host(url: &mut Url, change: impl Fn(&mut Vec<u8>) -> bool) -> u8 {
    on_parts(url, &[UrlPart::Host], change)
}

/// Removes each of `parts` for which `is_removed` is true. Returns the parts that changed, one bit each.
fn removed(url: &mut Url, parts: &[UrlPart], is_removed: impl Fn(Option<&[u8]>) -> bool) -> u8 {
    let mut changed = 0;
    for &part in parts {
        let goes = match part {
            // A path is never undefined; one that is empty stays so.
            UrlPart::Path => !url.path().is_empty() && is_removed(Some(url.path())),
            _ => is_removed(url.part(part)),
        };
        if goes {
            url.remove(part);
            // The host takes its userinfo and port along: an authority needs a host.
            changed |= if part == UrlPart::Host { mask(&UrlPart::ALL) } else { part.bit() };
        }
    }
    changed
}

/// The length of `scheme://` at the start of a text, for one of the schemes.
fn begins_with_scheme(text: &[u8], schemes: &[String]) -> Option<usize> {
    let begins = |scheme: &&String| {
        text.get(scheme.len()) == Some(&b':') && text[..scheme.len()].eq_ignore_ascii_case(scheme.as_bytes())
    };
    let scheme = schemes.iter().find(begins)?.len();
    text[scheme..].starts_with(b"://").then_some(scheme + 3)
}
