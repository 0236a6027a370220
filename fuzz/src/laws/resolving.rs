//! Laws of resolution and its inverse.

use uriverse_core::{Excess, Options, ResolveError, Resolved};

use super::subject::{show, Subject, Verdict};
use crate::engine::{Engine, Resolution};
use crate::twin;

/// The parse of a target has the returned offsets and a scheme; the fast path agrees.
pub(super) fn resolve<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    let found = engine.resolve(subject.tables, subject.base, subject.text, Options::default());
    if let Ok(Resolved::Target(target, offsets)) = &found {
        let read = engine.parse(subject.tables, target);
        if read.as_ref() != Some(offsets) || offsets.scheme().is_none() {
            return Err(format!("the target {} is read as {read:?}, not {offsets:?}", show(target)));
        }
    }
    let refused = matches!(found, Err(ResolveError::ReferenceRefused));
    if refused && subject.parsed.is_some() {
        return Err("a reference that is parsed is refused".to_owned());
    }
    let Some(base) = engine.parse(subject.tables, subject.base) else { return Ok(()) };
    match engine.fast_resolve(subject.tables, subject.base, &base, subject.text) {
        Some((target, offsets)) if found != Ok(Resolved::Target(target.clone(), offsets)) => {
            Err(format!("the fast way finds {}, resolve {found:?}", show(&target)))
        }
        _ => Ok(()),
    }
}

/// RFC 3986, 5.2.2: the target is the document's, strict or not.
pub(super) fn transform_references<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    if subject.tables.id() != "rfc3986" || subject.parsed.is_none() {
        return Ok(());
    }
    for strict in [true, false] {
        let expected = twin::resolve(subject.base, subject.text, strict);
        match engine.resolve(subject.tables, subject.base, subject.text, Options { strict, ..Options::default() }) {
            Ok(Resolved::Target(target, _)) if target == expected => {}
            found => {
                return Err(format!("strict={strict}: 5.2.2 gives {}, resolve {}", show(&expected), describe(&found)))
            }
        }
    }
    Ok(())
}

/// Lenient resolution of any text has the result of resolution if that succeeds, and by RFC 3986 that of 5.2.2 with the
/// split of Appendix B. The target is split at its offsets.
pub(super) fn lenient_resolve<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    let found = engine.resolve_leniently(subject.tables, subject.base, subject.text, Options::default());
    if let Ok(Resolved::Target(target, offsets)) = &found {
        let cut = engine.split(subject.tables, target);
        if cut != *offsets {
            return Err(format!("the target {} is cut as {cut:?}, not {offsets:?}", show(target)));
        }
    }
    match engine.resolve(subject.tables, subject.base, subject.text, Options::default()) {
        Ok(Resolved::Target(target, _)) if !matches!(&found, Ok(Resolved::Target(other, _)) if *other == target) => {
            return Err(format!("resolve gives {}, leniently it is {}", show(&target), describe(&found)));
        }
        Ok(same @ Resolved::SameDocument { .. }) if found.as_ref() != Ok(&same) => {
            return Err(format!("resolve gives the current document, leniently it is {}", describe(&found)));
        }
        _ => {}
    }
    if subject.tables.id() != "rfc3986" {
        return Ok(());
    }
    let expected = twin::resolve(subject.base, subject.text, true);
    match &found {
        Ok(Resolved::Target(target, _)) if *target == expected => Ok(()),
        found => Err(format!("5.2.2 gives {}, leniently it is {}", show(&expected), describe(found))),
    }
}

/// ".." above the root: unless such segments are present and refused, keeping, dropping and refusing them agree.
pub(super) fn excess_parents<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    let by = |excess| {
        let options = Options { excess_parents: Some(excess), ..Options::default() };
        engine.resolve(subject.tables, subject.base, subject.text, options)
    };
    let (keep, drop, refuse) = (by(Excess::Keep), by(Excess::Drop), by(Excess::Refuse));
    match refuse {
        Err(ResolveError::ExcessParents) => Ok(()),
        refuse if refuse == keep && refuse == drop => Ok(()),
        refuse => Err(format!("keep: {}, drop: {}, refuse: {}", describe(&keep), describe(&drop), describe(&refuse))),
    }
}

/// A relative form resolves to its target. There is none exactly if the target does not resolve to itself.
pub(super) fn relativize<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    let Some(parsed) = subject.parsed else { return Ok(()) };
    // An edition that is not about references (URI templates) finds no scheme in any base.
    if engine.parse(subject.tables, subject.base).is_none_or(|base| base.scheme().is_none()) {
        return Ok(());
    }
    let resolved = |reference: &[u8]| engine.resolve(subject.tables, subject.base, reference, Options::default());
    let is_target = |found: &Resolution| matches!(found, Ok(Resolved::Target(target, _)) if target == subject.text);
    match engine.relativize(subject.tables, subject.text, subject.base) {
        Ok(reference) => {
            let found = resolved(&reference);
            if is_target(&found) && engine.parse(subject.tables, &reference).is_some() {
                return Ok(());
            }
            Err(format!("{} resolves to {}", show(&reference), describe(&found)))
        }
        Err(ResolveError::Unreachable) if parsed.scheme().is_none() => Ok(()),
        Err(ResolveError::Unreachable) if !is_target(&resolved(subject.text)) => Ok(()),
        Err(error) => Err(format!("{}, although the target resolves to itself", error.as_str())),
    }
}

/// The result of a resolution, for a message.
fn describe(found: &Resolution) -> String {
    match found {
        Ok(Resolved::Target(target, _)) => show(target),
        Ok(Resolved::SameDocument { fragment }) => format!("the current document, fragment {fragment:?}"),
        Err(error) => error.as_str().to_owned(),
    }
}
