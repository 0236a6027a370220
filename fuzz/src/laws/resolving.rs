//! Laws of resolution and its inverse.

use uriverse_core::{Excess, Options, ResolveError, Resolved, Which};

use super::given::{show, Found, Given};
use crate::engine::{Engine, Resolution};
use crate::twin;

/// A target reads back with the offsets that it came with and has a scheme; the fast way finds the same.
pub(super) fn resolve<E: Engine>(engine: &E, given: &Given<'_>) -> Found {
    let found = engine.resolve(given.tables, given.base, given.text, Options::default());
    if let Ok(Resolved::Target(target, offsets)) = &found {
        let read = engine.parse(given.tables, target);
        if read.as_ref() != Some(offsets) || offsets.scheme().is_none() {
            return Err(format!("the target {} is read as {read:?}, not {offsets:?}", show(target)));
        }
    }
    let refused = matches!(found, Err(ResolveError::Refused { which: Which::Reference }));
    if refused && given.parsed.is_some() {
        return Err("a reference that is parsed is refused".to_owned());
    }
    let Some(base) = engine.parse(given.tables, given.base) else { return Ok(()) };
    match engine.fast_resolve(given.tables, given.base, &base, given.text) {
        Some((target, offsets)) if found != Ok(Resolved::Target(target.clone(), offsets)) => {
            Err(format!("the fast way finds {}, resolve {found:?}", show(&target)))
        }
        _ => Ok(()),
    }
}

/// RFC 3986, 5.2.2: the target is the document's, strict or not.
pub(super) fn transform_references<E: Engine>(engine: &E, given: &Given<'_>) -> Found {
    if given.tables.id() != "rfc3986" || given.parsed.is_none() {
        return Ok(());
    }
    for strict in [true, false] {
        let expected = twin::resolve(given.base, given.text, strict);
        match engine.resolve(given.tables, given.base, given.text, Options { strict, ..Options::default() }) {
            Ok(Resolved::Target(target, _)) if target == expected => {}
            found => {
                return Err(format!("strict={strict}: 5.2.2 gives {}, resolve {}", show(&expected), describe(&found)))
            }
        }
    }
    Ok(())
}

/// A lenient resolution of any text: what resolution gives where it has an answer, and by RFC 3986 what 5.2.2 gives
/// with the cut of Appendix B. The target is cut where its offsets say.
pub(super) fn lenient_resolve<E: Engine>(engine: &E, given: &Given<'_>) -> Found {
    let found = engine.resolve_leniently(given.tables, given.base, given.text, Options::default());
    if let Ok(Resolved::Target(target, offsets)) = &found {
        let cut = engine.split(given.tables, target);
        if cut != *offsets {
            return Err(format!("the target {} is cut as {cut:?}, not {offsets:?}", show(target)));
        }
    }
    match engine.resolve(given.tables, given.base, given.text, Options::default()) {
        Ok(Resolved::Target(target, _)) if !matches!(&found, Ok(Resolved::Target(other, _)) if *other == target) => {
            return Err(format!("resolve gives {}, leniently it is {}", show(&target), describe(&found)));
        }
        Ok(same @ Resolved::SameDocument { .. }) if found.as_ref() != Ok(&same) => {
            return Err(format!("resolve gives the current document, leniently it is {}", describe(&found)));
        }
        _ => {}
    }
    if given.tables.id() != "rfc3986" {
        return Ok(());
    }
    let expected = twin::resolve(given.base, given.text, true);
    match &found {
        Ok(Resolved::Target(target, _)) if *target == expected => Ok(()),
        found => Err(format!("5.2.2 gives {}, leniently it is {}", show(&expected), describe(found))),
    }
}

/// ".." above the root: unless such segments are there and are refused, keeping, dropping and refusing them agree.
pub(super) fn excess_parents<E: Engine>(engine: &E, given: &Given<'_>) -> Found {
    let by = |excess| {
        let options = Options { excess_parents: Some(excess), ..Options::default() };
        engine.resolve(given.tables, given.base, given.text, options)
    };
    let (keep, drop, refuse) = (by(Excess::Keep), by(Excess::Drop), by(Excess::Refuse));
    match refuse {
        Err(ResolveError::ExcessParents) => Ok(()),
        refuse if refuse == keep && refuse == drop => Ok(()),
        refuse => Err(format!("keep: {}, drop: {}, refuse: {}", describe(&keep), describe(&drop), describe(&refuse))),
    }
}

/// A relative form resolves to its target. There is none exactly if the target does not resolve to itself.
pub(super) fn relativize<E: Engine>(engine: &E, given: &Given<'_>) -> Found {
    let Some(parsed) = given.parsed else { return Ok(()) };
    // An edition of something else than references (URI templates) finds no scheme in any base.
    if engine.parse(given.tables, given.base).is_none_or(|base| base.scheme().is_none()) {
        return Ok(());
    }
    let resolved = |reference: &[u8]| engine.resolve(given.tables, given.base, reference, Options::default());
    let is_target = |found: &Resolution| matches!(found, Ok(Resolved::Target(target, _)) if target == given.text);
    match engine.relativize(given.tables, given.text, given.base) {
        Ok(reference) => {
            let found = resolved(&reference);
            if is_target(&found) && engine.parse(given.tables, &reference).is_some() {
                return Ok(());
            }
            Err(format!("{} resolves to {}", show(&reference), describe(&found)))
        }
        Err(ResolveError::Unreachable) if parsed.scheme().is_none() => Ok(()),
        Err(ResolveError::Unreachable) if !is_target(&resolved(given.text)) => Ok(()),
        Err(error) => Err(format!("{}, although the target resolves to itself", error.reason())),
    }
}

/// What a resolution gave, as a message shows it.
fn describe(found: &Resolution) -> String {
    match found {
        Ok(Resolved::Target(target, _)) => show(target),
        Ok(Resolved::SameDocument { fragment }) => format!("the current document, fragment {fragment:?}"),
        Err(error) => error.reason().to_owned(),
    }
}
