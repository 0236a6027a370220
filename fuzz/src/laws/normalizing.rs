//! Laws of the normal forms.

use uriverse_core::{decode, Level, Malformed, Offsets};

use super::subject::{show, Subject, Verdict};
use crate::engine::Engine;

const LEVELS: [Level; 5] = [Level::Case, Level::Percent, Level::Path, Level::Syntax, Level::Scheme];

/// A normal form differs from its text, is valid, has the same defined components, and is a fixed point of its level
/// and of every level below.
pub(super) fn normalize<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    let Some(offsets) = subject.parsed else { return Ok(()) };
    for level in LEVELS {
        let Some(normal) = engine.normalize(subject.tables, subject.text, &offsets, level) else { continue };
        let fail = |what: &str| Err(format!("level {level:?}: {} {what}", show(&normal)));
        if normal == subject.text {
            return fail("is the text itself");
        }
        let Some(normal_offsets) = engine.parse(subject.tables, &normal) else { return fail("is refused") };
        if !reads_alike(&offsets, &normal_offsets, level) {
            return fail("has other components");
        }
        match level {
            Level::Case if !normal.eq_ignore_ascii_case(subject.text) => return fail("differs in more than case"),
            Level::Percent if decoded(&normal) != decoded(subject.text) => return fail("stands for other octets"),
            _ => {}
        }
        for below in LEVELS.into_iter().filter(|below| includes(level, *below)) {
            if let Some(again) = engine.normalize(subject.tables, &normal, &normal_offsets, below) {
                return fail(&format!("becomes {} at level {below:?}", show(&again)));
            }
        }
    }
    Ok(())
}

/// Whether a level includes the steps of another one.
fn includes(level: Level, other: Level) -> bool {
    level == other || level == Level::Scheme || level == Level::Syntax && other != Level::Scheme
}

/// The kind is the same, and the same components are defined. The level "scheme" may drop a port.
fn reads_alike(a: &Offsets, b: &Offsets, level: Level) -> bool {
    let defined = |offsets: &Offsets| {
        let tail =
            [offsets.params(usize::MAX).is_some(), offsets.query().is_some(), offsets.fragment(usize::MAX).is_some()];
        ([offsets.scheme(), offsets.authority(), offsets.userinfo(), offsets.host()].map(|range| range.is_some()), tail)
    };
    let ports = a.port().is_some() == b.port().is_some() || level == Level::Scheme;
    defined(a) == defined(b) && ports && a.kind() == b.kind()
}

fn decoded(text: &[u8]) -> Vec<u8> {
    decode(text, Malformed::Keep).ok().flatten().unwrap_or_else(|| text.to_vec())
}
