//! The steps by name. Each does one thing; its arguments come from the profile's data.

use std::collections::BTreeMap;

use uriverse_core::{normalize, parse, ByteTable, Level, Offsets, Tables};
use uriverse_whatwg::serialized;

use crate::escapes::{escape, kept, unescape, unescape_repeatedly};
use crate::hosts::{self, TooLarge};
use crate::keys::Key;
use crate::queries::Names;
use crate::state::State;
use crate::url::{mask, Url, UrlPart};
use crate::watch::Needs;
use crate::{paths, queries};

/// The arguments of a step: each a list of texts; a single text is a list of one, and a switch is `true` or `false`.
pub type Arguments = BTreeMap<String, Vec<String>>;

/// What is wrong with a step of a profile, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadStep(pub String);

/// One step with its arguments. The name in a profile is the variant's in lower case, with hyphens.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Writes a scheme before a text that has none.
    AddScheme(Vec<u8>),
    /// Under these schemes, "\\" before the query is read as "/".
    BackslashToSlash(Vec<String>),
    /// Runs of dots in the host become one.
    CollapseDots,
    /// Runs of slashes in the path become one.
    CollapseSlashes,
    /// An empty path after a host that is not empty becomes "/".
    EmptyPathToSlash,
    /// Percent-encodes all but letters, digits and the characters of `keep`.
    Escape { parts: Vec<UrlPart>, keep: Box<ByteTable>, triplets: bool },
    /// Reads the query as a form, sorts its pairs, and writes it again.
    FormQuery,
    /// Takes the host from the path of `http:////host/path`.
    HostFromPath,
    /// Names beyond US-ASCII become A-labels.
    HostToAscii,
    /// Any form of an IPv4 address becomes the dotted one.
    Ipv4 { hexadecimal: bool, too_large: TooLarge },
    /// An IPv6 address is written as RFC 5952 has it.
    Ipv6,
    /// Texts that begin so are final as they stand.
    KeepIfBegins(Vec<String>),
    /// An empty text is final.
    KeepIfEmpty,
    /// US-ASCII letters become lower-case.
    LowerCase(Vec<UrlPart>),
    /// The normal form of RFC 3986 at a level; refuses what RFC 3986 refuses.
    Normalize(Level),
    /// The parts become undefined.
    Remove(Vec<UrlPart>),
    /// A last segment that is one of the names is removed.
    RemoveDefaultPages(Vec<String>),
    /// The port goes if it is the scheme's default one, written `scheme:port`.
    RemoveDefaultPort(Vec<(String, String)>),
    /// Removes dot segments; `keep` keeps a ".." that has nothing to remove.
    RemoveDots { keep: bool },
    /// Parts that are empty become undefined.
    RemoveEmpty(Vec<UrlPart>),
    /// Pairs of the query with these names go.
    RemovePairs(Names),
    /// Tab, carriage return and line feed go, wherever they stand.
    RemoveTabAndNewline,
    /// Refuses all but an absolute URI without a fragment, by RFC 3986.
    RequireAbsolute,
    /// `http://https://host` becomes `https://host`, for these schemes.
    SchemeOnce(Vec<String>),
    /// Sorts the pairs of the query as they are written.
    SortQuery,
    /// Dots at both ends of the host go.
    StripDots,
    /// ASP.NET's session id in a path goes.
    StripPathSession,
    /// Session ids that archives know go from the query.
    StripQuerySession,
    /// Slashes at the end go, unless they are the whole path.
    StripTrailingSlash,
    /// White space and controls at both ends go.
    StripWhiteSpace,
    /// `www.` and `www2.` go, except under the schemes of `not`.
    StripWww { not: Vec<String> },
    /// Decodes triplets once, except those of `not`.
    Unescape { parts: Vec<UrlPart>, not: Vec<u8> },
    /// Decodes triplets until there is none.
    UnescapeRepeatedly(Vec<UrlPart>),
    /// Parses and writes by the URL Standard; refuses what it refuses.
    UrlStandard,
    /// Writes a sort-friendly key; the last step.
    Key(Key),
}

/// A step's arguments while they are read: what is left over at the end is unknown.
struct ArgumentsLeft<'a> {
    step: &'a str,
    left: Arguments,
}

impl ArgumentsLeft<'_> {
    fn bad<T>(&self, what: &str) -> Result<T, BadStep> {
        Err(BadStep(format!("{}: {what}", self.step)))
    }

    fn list(&mut self, name: &str) -> Result<Vec<String>, BadStep> {
        match self.left.remove(name) {
            Some(list) => Ok(list),
            None => self.bad(&format!("needs {name:?}")),
        }
    }

    fn text(&mut self, name: &str) -> Result<String, BadStep> {
        match self.list(name)?.as_slice() {
            [text] => Ok(text.clone()),
            _ => self.bad(&format!("{name:?} is one text")),
        }
    }

    fn switch(&mut self, name: &str) -> Result<bool, BadStep> {
        if !self.left.contains_key(name) {
            return Ok(false);
        }
        match self.text(name)?.as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => self.bad(&format!("{name:?} is true or false")),
        }
    }

    fn parts(&mut self) -> Result<Vec<UrlPart>, BadStep> {
        let names = self.list("parts")?;
        names
            .iter()
            .map(|name| {
                UrlPart::named(name).ok_or_else(|| BadStep(format!("{}: there is no part {name:?}", self.step)))
            })
            .collect()
    }
}

impl Step {
    /// The step of a name.
    pub(crate) fn new(name: &str, given: &Arguments) -> Result<Step, BadStep> {
        let mut arguments = ArgumentsLeft { step: name, left: given.clone() };
        let r = &mut arguments;
        let step = match name {
            "add-scheme" => Step::AddScheme(r.text("scheme")?.into_bytes()),
            "backslash-to-slash" => Step::BackslashToSlash(r.list("schemes")?),
            "collapse-dots" => Step::CollapseDots,
            "collapse-slashes" => Step::CollapseSlashes,
            "empty-path-to-slash" => Step::EmptyPathToSlash,
            "escape" => Step::Escape {
                parts: r.parts()?,
                keep: Box::new(kept(&r.text("keep")?)),
                triplets: r.switch("triplets")?,
            },
            "form-query" => Step::FormQuery,
            "host-from-path" => Step::HostFromPath,
            "host-to-ascii" => Step::HostToAscii,
            "ipv4" => Step::Ipv4 {
                hexadecimal: r.switch("hexadecimal")?,
                too_large: if r.switch("wrap")? { TooLarge::Wrap } else { TooLarge::Refuse },
            },
            "ipv6" => Step::Ipv6,
            "keep-if-begins" => Step::KeepIfBegins(r.list("with")?),
            "keep-if-empty" => Step::KeepIfEmpty,
            "lower-case" => Step::LowerCase(r.parts()?),
            "normalize" => match r.text("level")?.as_str() {
                "syntax" => Step::Normalize(Level::Syntax),
                "scheme" => Step::Normalize(Level::Scheme),
                _ => return r.bad("the level is \"syntax\" or \"scheme\""),
            },
            "remove" => Step::Remove(r.parts()?),
            "remove-default-pages" => Step::RemoveDefaultPages(r.list("names")?),
            "remove-default-port" => {
                let ports = r.list("ports")?;
                let pairs = ports.iter().filter_map(|text| text.split_once(':'));
                let pairs: Vec<_> = pairs.map(|(scheme, port)| (scheme.to_owned(), port.to_owned())).collect();
                if pairs.len() < ports.len() {
                    return r.bad("a port is written \"scheme:port\"");
                }
                Step::RemoveDefaultPort(pairs)
            }
            "remove-dots" => Step::RemoveDots { keep: r.switch("keep_excess")? },
            "remove-empty" => Step::RemoveEmpty(r.parts()?),
            "remove-pairs" => Step::RemovePairs(Names::new(&r.list("names")?)),
            "remove-tab-and-newline" => Step::RemoveTabAndNewline,
            "require-absolute" => Step::RequireAbsolute,
            "scheme-once" => Step::SchemeOnce(r.list("schemes")?),
            "sort-query" => Step::SortQuery,
            "strip-dots" => Step::StripDots,
            "strip-path-session" => Step::StripPathSession,
            "strip-query-session" => Step::StripQuerySession,
            "strip-trailing-slash" => Step::StripTrailingSlash,
            "strip-white-space" => Step::StripWhiteSpace,
            "strip-www" => Step::StripWww { not: r.list("not").unwrap_or_default() },
            "unescape" => Step::Unescape { parts: r.parts()?, not: r.text("not")?.into_bytes() },
            "unescape-repeatedly" => Step::UnescapeRepeatedly(r.parts()?),
            "url-standard" => Step::UrlStandard,
            "key" => Step::Key(Key {
                scheme: r.switch("scheme")?,
                trailing_comma: r.switch("trailing_comma")?,
                reverse_addresses: r.switch("reverse_addresses")?,
            }),
            _ => return Err(BadStep(format!("there is no step {name:?}"))),
        };
        match arguments.left.keys().next() {
            Some(unknown) => arguments.bad(&format!("has no argument {unknown:?}")),
            None => Ok(step),
        }
    }

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
            Step::HostToAscii => Needs::anywhere(&[Host], |byte| !byte.is_ascii()),
            Step::Ipv4 { .. } => Needs::at_start(Host, |byte| byte.is_ascii_digit()),
            Step::Ipv6 => Needs::at_start(Host, is(b'[')),
            Step::LowerCase(parts) => Needs::anywhere(parts, |byte| byte.is_ascii_uppercase()),
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
            Step::CollapseDots | Step::HostToAscii | Step::Ipv4 { .. } | Step::Ipv6 | Step::StripDots => Host.bit(),
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

    /// Runs the step on a URL that has what it needs; the error says what the step asks for.
    pub(crate) fn run(&self, state: &mut State, tables: &Tables) -> Result<(), &'static str> {
        match self {
            Step::AddScheme(scheme) => {
                if state.url().part(UrlPart::Scheme).is_none() {
                    let text = state.text_to_change();
                    let slashes: &[u8] = if text.starts_with(b"//") { b":" } else { b"://" };
                    text.splice(..0, scheme.iter().chain(slashes).copied());
                }
            }
            Step::BackslashToSlash(schemes) => {
                if schemes.iter().any(|scheme| state.url().has_scheme(scheme)) {
                    let text = state.text_to_change();
                    let end = text.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(text.len());
                    text[..end].iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
                }
            }
            Step::HostFromPath => {
                let url = state.url();
                if url.part(UrlPart::Host).is_some_and(<[u8]>::is_empty) && url.path().starts_with(b"/") {
                    let path = url.path();
                    // A segment of dots alone is not a host.
                    let start = path.iter().take_while(|byte| matches!(byte, b'/' | b'.')).count();
                    let end = path[start..].iter().position(|&byte| byte == b'/').map_or(path.len(), |at| start + at);
                    let authority = [b"//", &path[start..end]].concat();
                    let rest = [b"/", path.get(end + 1..).unwrap_or_default()].concat();
                    state.change(|url| {
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
                if let Some(changed) = normalize(tables, text, &offsets, *level) {
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
                let input = std::str::from_utf8(text).map_err(|_| "needs a text in UTF-8")?;
                let record = uriverse_whatwg::parse(input, None);
                let record = record.map_err(|_| "needs a URL that the URL Standard's parser accepts")?;
                *state.text_to_change() = record.serialize().into_bytes();
            }
            _ => state.change(|url| self.change(url)),
        }
        Ok(())
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
            Step::HostToAscii => on_host(url, hosts::to_ascii),
            Step::Ipv4 { hexadecimal, too_large } => on_host(url, |host| hosts::ipv4(host, *hexadecimal, *too_large)),
            Step::Ipv6 => on_host(url, hosts::ipv6),
            Step::LowerCase(parts) => changed(parts, |part| url.lower_case(part)),
            Step::Remove(parts) => removed(url, parts, |text| text.is_some()),
            Step::RemoveDefaultPages(names) => {
                changed(&[UrlPart::Path], |part| url.keep(part, |path| paths::without_default_page(path, names)))
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
            Step::StripDots => changed(&[UrlPart::Host], |part| url.keep(part, hosts::without_dots)),
            Step::StripPathSession => on_parts(url, &[UrlPart::Path], paths::strip_session),
            Step::StripQuerySession => on_parts(url, &[UrlPart::Query], queries::strip_sessions),
            Step::StripTrailingSlash => changed(&[UrlPart::Path], |part| url.keep(part, paths::without_trailing_slash)),
            Step::StripWww { not } => {
                if not.iter().any(|scheme| url.has_scheme(scheme)) {
                    0
                } else {
                    changed(&[UrlPart::Host], |part| url.keep(part, hosts::without_www))
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

fn is_scheme(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

fn is_scheme_start(text: &str) -> bool {
    text.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric())
}

fn is_tab_or_newline(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

fn is_white_space(byte: u8) -> bool {
    byte <= b' '
}
