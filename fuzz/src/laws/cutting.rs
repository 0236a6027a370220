//! Laws of the strict parse, the lenient split and the refusals.

use std::ops::Range;

use uriverse_core::{recompose, Offsets, Parts};

use super::subject::{show, Subject, Verdict};
use crate::engine::Engine;
use crate::twin;

/// The fast path agrees with the readings.
pub(super) fn fast_path<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    let general = engine.parse_generally(subject.tables, subject.text);
    if subject.parsed == general {
        return Ok(());
    }
    Err(format!("parse finds {:?}, the readings {general:?}", subject.parsed))
}

/// A text is parsed exactly if the start rule accepts it.
pub(super) fn valid<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    let accepted = engine.accepts(subject.tables, subject.text);
    if accepted == subject.parsed.is_some() {
        return Ok(());
    }
    Err(format!("the start rule says {accepted}, the parse {}", subject.parsed.is_some()))
}

/// The components recompose to the text.
pub(super) fn identity<E: Engine>(_: &E, subject: &Subject<'_>) -> Verdict {
    subject.parsed.map_or(Ok(()), |offsets| recomposes(subject.text, &offsets))
}

fn recomposes(text: &[u8], offsets: &Offsets) -> Verdict {
    let whole = recompose(&Parts::from_offsets(text, offsets));
    if whole == text {
        return Ok(());
    }
    Err(format!("the components recompose to {}", show(&whole)))
}

/// The components' ranges are adjacent, with their separators between them.
pub(super) fn spans<E: Engine>(_: &E, subject: &Subject<'_>) -> Verdict {
    subject.parsed.map_or(Ok(()), |offsets| join_up(subject.text, &offsets))
}

/// The lenient split never fails, its ranges are adjacent, and they recompose to the text.
pub(super) fn split<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    let offsets = engine.split(subject.tables, subject.text);
    join_up(subject.text, &offsets)?;
    recomposes(subject.text, &offsets)
}

/// Walks over a text along its offsets.
struct Walk<'a> {
    text: &'a [u8],
    at: usize,
}

impl Walk<'_> {
    /// The separator must be here.
    fn separator(&mut self, separator: &[u8], name: &str) -> Verdict {
        if !self.text.get(self.at..).is_some_and(|rest| rest.starts_with(separator)) {
            return Err(format!("no {} at {} before the {name}", show(separator), self.at));
        }
        self.at += separator.len();
        Ok(())
    }

    /// The component must start here; the walk continues at its end.
    fn component(&mut self, range: &Range<usize>, name: &str) -> Verdict {
        if range.start != self.at || range.end < range.start || range.end > self.text.len() {
            return Err(format!("the {name} is at {range:?}, and the text before it ends at {}", self.at));
        }
        self.at = range.end;
        Ok(())
    }
}

fn join_up(text: &[u8], offsets: &Offsets) -> Verdict {
    let mut walk = Walk { text, at: 0 };
    if let Some(range) = offsets.scheme() {
        walk.component(&range, "scheme")?;
        walk.separator(b":", "path")?;
    }
    if let Some(range) = offsets.authority() {
        walk.separator(b"//", "authority")?;
        authority_joins_up(text, offsets, &range)?;
        walk.component(&range, "authority")?;
    } else if offsets.host().or(offsets.port()).or(offsets.userinfo()).is_some() {
        return Err("there is a host, a port or a userinfo without an authority".to_owned());
    }
    walk.component(&offsets.path(), "path")?;
    for (separator, range, name) in [
        (b";", offsets.params(text.len()), "params"),
        (b"?", offsets.query(), "query"),
        (b"#", offsets.fragment(text.len()), "fragment"),
    ] {
        if let Some(range) = range {
            walk.separator(separator, name)?;
            walk.component(&range, name)?;
        }
    }
    if walk.at != text.len() {
        return Err(format!("the components end at {}", walk.at));
    }
    let rooted = text[offsets.path()].starts_with(b"/");
    if rooted != (offsets.flags & Offsets::ROOTED != 0) {
        return Err(format!("the flag for a rooted path is {}", !rooted));
    }
    Ok(())
}

fn authority_joins_up(text: &[u8], offsets: &Offsets, authority: &Range<usize>) -> Verdict {
    let Some(host) = offsets.host() else {
        let others = offsets.userinfo().or(offsets.port());
        return others.map_or(Ok(()), |range| Err(format!("{range:?} is a userinfo or a port without a host")));
    };
    let mut walk = Walk { text, at: authority.start };
    if let Some(range) = offsets.userinfo() {
        walk.component(&range, "userinfo")?;
        walk.separator(b"@", "host")?;
    }
    walk.component(&host, "host")?;
    if let Some(range) = offsets.port() {
        walk.separator(b":", "port")?;
        walk.component(&range, "port")?;
    }
    if walk.at == authority.end {
        return Ok(());
    }
    Err(format!("the authority ends at {}, and its components at {}", authority.end, walk.at))
}

/// RFC 3986: the split is that of Appendix B, and so are the components of the strict parse.
pub(super) fn appendix_b<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    if subject.tables.id() != "rfc3986" {
        return Ok(());
    }
    let expected = twin::split(subject.text);
    for (name, offsets) in [("split", Some(engine.split(subject.tables, subject.text))), ("parse", subject.parsed)] {
        let Some(offsets) = offsets else { continue };
        let parts = Parts::from_offsets(subject.text, &offsets);
        let owned = |part: Option<&[u8]>| part.map(<[u8]>::to_vec);
        let found = twin::Components {
            scheme: owned(parts.scheme),
            authority: owned(parts.authority),
            path: parts.path.to_vec(),
            query: owned(parts.query),
            fragment: owned(parts.fragment),
        };
        if found != expected {
            return Err(format!("{name} finds {found:?}, Appendix B {expected:?}"));
        }
    }
    Ok(())
}

/// A text is refused exactly if it is not parsed, at a position inside it, by a rule that has a name.
pub(super) fn refusal<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    let refusal = engine.refusal(subject.tables, subject.text);
    match (refusal, subject.parsed) {
        (None, Some(_)) => Ok(()),
        (Some((at, start, rule)), None) if start <= at && at <= subject.text.len() && !rule.is_empty() => Ok(()),
        (found, _) => Err(format!("the refusal is {found:?}, and the text is parsed: {}", subject.parsed.is_some())),
    }
}
