//! Running a step, and the longer steps.

use std::fmt;
use std::ops::Range;

use uriverse_core::memory::{joined, lossy, Grow};
use uriverse_core::query::Names;
use uriverse_core::{parse, Level, Offsets, Tables};
use uriverse_scan::{run, ByteTable};
use uriverse_schemes::{normalize, Scheme};
use uriverse_whatwg::{serialized, Failure, ValidationError};

use crate::keys::Key;
use crate::queries;
use crate::state::State;
use crate::url::{mask, Url, UrlPart};
use crate::watch::Needs;

/// The rules of a scheme, for the step "normalize"; None if the tables have them all.
pub type RulesOf = fn(&Tables, &[u8], &Offsets) -> Option<&'static Scheme>;

/// A step with its arguments.
pub(crate) struct Step {
    /// The preconditions: if none holds, the step changes nothing.
    pub(crate) needs: Vec<Needs>,
    /// The parts on which the work depends, one bit each: while they do not change, neither does the result.
    pub(crate) reads: u8,
    /// Whether it only runs in the first round: its own result would be shortened again.
    pub(crate) is_once: bool,
    pub(crate) work: Work,
}

/// The result of a step; the error is the step's requirement.
type Outcome = Result<(), &'static str>;
type TextChange = dyn Fn(&mut State, &Tables) -> Outcome + Send + Sync;
type UrlChange = dyn Fn(&mut Url) -> u8 + Send + Sync;

pub(crate) enum Work {
    /// Changes the text.
    Text(Box<TextChange>),
    /// Changes single components; returns those that changed, one bit each.
    Url(Box<UrlChange>),
    /// As `Url`, and each changed component is a range of its old text.
    Shortens(Box<UrlChange>),
    Key(Key),
}

impl fmt::Debug for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Step").field("needs", &self.needs).field("reads", &self.reads).finish_non_exhaustive()
    }
}

impl Step {
    /// A step whose work depends on the whole text.
    pub(crate) fn on_text(
        needs: impl Into<Vec<Needs>>,
        work: impl Fn(&mut State, &Tables) -> Outcome + Send + Sync + 'static,
    ) -> Step {
        Step { needs: needs.into(), reads: mask(&UrlPart::ALL), is_once: false, work: Work::Text(Box::new(work)) }
    }

    /// A step whose work depends on the parts of the mask `reads`.
    pub(crate) fn on_url(
        needs: impl Into<Vec<Needs>>,
        reads: u8,
        work: impl Fn(&mut Url) -> u8 + Send + Sync + 'static,
    ) -> Step {
        Step { needs: needs.into(), reads, is_once: false, work: Work::Url(Box::new(work)) }
    }

    /// A step that changes each of some parts independently, if it is defined. `change` returns whether it changed the
    /// part.
    pub(crate) fn on_parts(
        needs: impl Into<Vec<Needs>>,
        parts: Vec<UrlPart>,
        change: impl Fn(&mut Vec<u8>) -> bool + Send + Sync + 'static,
    ) -> Step {
        Step::on_url(needs, mask(&parts), move |url| changed(&parts, |part| url.change(part, &change)))
    }

    /// A step that trims a part to the range that `kept` returns.
    pub(crate) fn trims(
        needs: impl Into<Vec<Needs>>,
        part: UrlPart,
        kept: impl Fn(&[u8]) -> Range<usize> + Send + Sync + 'static,
    ) -> Step {
        Step::on_url(needs, part.bit(), move |url| changed(&[part], |part| url.trim_to(part, &kept))).shortening()
    }

    /// Marks the step as one that only trims parts.
    pub(crate) fn shortening(mut self) -> Step {
        if let Work::Url(work) = self.work {
            self.work = Work::Shortens(work);
        }
        self
    }

    /// Marks the step as one of the first round alone.
    pub(crate) fn once(mut self) -> Step {
        self.is_once = true;
        self
    }

    /// Runs the step on a URL that meets its preconditions.
    pub(crate) fn run(&self, state: &mut State, tables: &Tables) -> Outcome {
        match &self.work {
            Work::Text(work) => return work(state, tables),
            Work::Url(work) => state.change(tables, false, work),
            Work::Shortens(work) => state.change(tables, true, work),
            Work::Key(_) => {}
        }
        Ok(())
    }
}

pub(crate) fn add_scheme(state: &mut State, tables: &Tables, scheme: &str) -> Outcome {
    if state.url(tables).part(UrlPart::Scheme).is_none() {
        let text = state.text_to_change();
        let slashes = if text.starts_with(b"//") { ":" } else { "://" };
        text.room(scheme.len() + slashes.len());
        text.splice(..0, scheme.bytes().chain(slashes.bytes()));
    }
    Ok(())
}

pub(crate) fn backslash_to_slash(state: &mut State, tables: &Tables, schemes: &[String]) -> Outcome {
    if schemes.iter().any(|scheme| state.url(tables).has_scheme(scheme)) {
        let text = state.text_to_change();
        let end = text.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(text.len());
        text[..end].iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
    }
    Ok(())
}

pub(crate) fn empty_path_to_slash(url: &mut Url) -> u8 {
    if !url.path().is_empty() || url.part(UrlPart::Host).is_none_or(<[u8]>::is_empty) {
        return 0;
    }
    url.set(UrlPart::Path, b"/");
    UrlPart::Path.bit()
}

pub(crate) fn host_from_path(url: &mut Url) -> u8 {
    if url.part(UrlPart::Host).is_none_or(|host| !host.is_empty()) || !url.path().starts_with(b"/") {
        return 0;
    }
    let path = url.path();
    // A host must have a character other than ".".
    let start = path.iter().take_while(|byte| matches!(byte, b'/' | b'.')).count();
    let end = path[start..].iter().position(|&byte| byte == b'/').map_or(path.len(), |at| start + at);
    let authority = joined(&[b"//", &path[start..end]]);
    let rest = joined(&[b"/", path.get(end + 1..).unwrap_or_default()]);
    url.set_authority(&authority);
    url.set(UrlPart::Path, &rest);
    mask(&UrlPart::ALL)
}

pub(crate) fn normalize_to(state: &mut State, tables: &Tables, level: Level, rules_of: RulesOf) -> Outcome {
    let text = state.text();
    let offsets = parse(tables, text).ok_or("needs a reference that RFC 3986 accepts")?;
    let rules = if level == Level::Scheme { rules_of(tables, text, &offsets) } else { None };
    if let Some(changed) = normalize(tables, text, &offsets, Some(level), rules) {
        *state.text_to_change() = changed;
    }
    Ok(())
}

pub(crate) fn remove_default_port(url: &mut Url, ports: &[(String, String)]) -> u8 {
    let Some(own) = url.part(UrlPart::Port) else { return 0 };
    if !ports.iter().any(|(scheme, port)| own == port.as_bytes() && url.has_scheme(scheme)) {
        return 0;
    }
    url.remove(UrlPart::Port);
    UrlPart::Port.bit()
}

pub(crate) fn remove_pairs(url: &mut Url, names: &Names) -> u8 {
    match url.part(UrlPart::Query).and_then(|query| queries::without_pairs(query, names)) {
        None => return 0,
        Some(None) => url.remove(UrlPart::Query),
        Some(Some(query)) => url.set(UrlPart::Query, &query),
    }
    UrlPart::Query.bit()
}

pub(crate) fn require_absolute(state: &mut State, tables: &Tables, url: bool) -> Outcome {
    let text = state.text();
    let offsets =
        parse(tables, text).filter(|offsets| offsets.scheme().is_some() && offsets.fragment(text.len()).is_none());
    let offsets = offsets.ok_or("needs an absolute URI without a fragment")?;
    // The Standard accepts a host of these: it is no address, and no label is in Punycode.
    static LETTERS: ByteTable = ByteTable::only(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._");
    let is_plain = |host: &[u8]| !host.is_empty() && run(&LETTERS, host, 0) == host.len();
    if !url || offsets.port().is_none() && offsets.host().is_some_and(|place| is_plain(&text[place])) {
        return Ok(());
    }
    require_url(text)
}

/// Whether a byte is a letter, "-", "." or "_". The URL Standard accepts a host of these, unless it has "--", as labels
/// in Punycode have. Digits may be those of an IPv4 address.
pub(crate) fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'.' | b'_')
}

pub(crate) fn require_url(text: &[u8]) -> Outcome {
    if serialized::can_parse(text) {
        return Ok(());
    }
    let text = lossy(text);
    let result = match uriverse_whatwg::parse(&text, None) {
        // A relative reference has a host only after "//", under the base's scheme.
        Err(Failure::Input { error: ValidationError::MissingSchemeNonRelativeUrl, .. }) if text.starts_with("//") => {
            uriverse_whatwg::parse(&format!("https:{text}"), None)
        }
        Err(Failure::Input { error: ValidationError::MissingSchemeNonRelativeUrl, .. }) => return Ok(()),
        result => result,
    };
    result.map(drop).map_err(|_| "needs a host and a port that the URL Standard's parser accepts")
}

pub(crate) fn scheme_once(state: &mut State, schemes: &[String]) -> Outcome {
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
    Ok(())
}

pub(crate) fn is_white_space(byte: u8) -> bool {
    byte <= b' '
}

pub(crate) fn strip_white_space(state: &mut State, _: &Tables) -> Outcome {
    let text = state.text();
    let is_stripped = |byte: Option<&u8>| byte.is_some_and(|&byte| is_white_space(byte));
    if is_stripped(text.first()) || is_stripped(text.last()) {
        let text = state.text_to_change();
        let end = text.iter().rposition(|&byte| !is_white_space(byte)).map_or(0, |last| last + 1);
        text.truncate(end);
        let start = text.iter().position(|&byte| !is_white_space(byte)).unwrap_or(0);
        text.drain(..start);
    }
    Ok(())
}

pub(crate) fn url_standard(state: &mut State, _: &Tables) -> Outcome {
    let text = state.text();
    // A text that the parser leaves unchanged needs no record.
    let mut offsets = Offsets::EMPTY;
    if serialized::parse_into(text, &mut offsets) {
        return Ok(());
    }
    // The Standard decodes octets before it parses, with U+FFFD for those that are not UTF-8.
    let record = uriverse_whatwg::parse(&lossy(text), None);
    let record = record.map_err(|_| "needs a URL that the URL Standard's parser accepts")?;
    *state.text_to_change() = record.href.into_bytes();
    Ok(())
}

/// The parts for which `change` returns true, one bit each.
pub(crate) fn changed(parts: &[UrlPart], mut change: impl FnMut(UrlPart) -> bool) -> u8 {
    parts.iter().fold(0, |changed, &part| if change(part) { changed | part.bit() } else { changed })
}

/// Removes each of `parts` for which `is_removed` is true. Returns the changed parts, one bit each.
pub(crate) fn removed(url: &mut Url, parts: &[UrlPart], is_removed: impl Fn(Option<&[u8]>) -> bool) -> u8 {
    let mut changed = 0;
    for &part in parts {
        let is_gone = match part {
            // A path is never undefined; an empty one stays.
            UrlPart::Path => !url.path().is_empty() && is_removed(Some(url.path())),
            _ => is_removed(url.part(part)),
        };
        if is_gone {
            url.remove(part);
            // Userinfo and port are removed with the host: an authority needs a host.
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
