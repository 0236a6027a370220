//! Resolution at the border: `resolve` and `relativize`, as functions and as methods of a reference.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use uriverse_core as core;
use uriverse_core::{
    Base, Excess, FastResolved, Kind, Offsets, Options, ResolveError, Resolved, ResolvedInto, Target, TargetTail,
};

use crate::calling::arguments::{Argument, Call};
use crate::calling::references::{edition_for, new_reference, reference_from_bytes, refused};
use crate::calling::text::{ReferenceArgument, Text};
use crate::calling::values::{choice, flag, length_checked, word, Answer};
use crate::editions::Edition;
use crate::ground::errors;
use crate::ground::strings::{string, utf8, utf8_string};
use crate::ground::target_buffer::{fits_together, with_buffer};
use crate::layout::object::{self, layout, Form, Object};
use crate::whatwg::arguments as whatwg;
use crate::whatwg::calls::parse_text as parse_url;

/// `uriverse.resolve`.
pub fn resolve<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([reference, base], [edition, strict, excess, new_request, guards]) = call.bind(
        "resolve",
        &["reference", "base"],
        &["edition", "strict", "excess_parents", "new_request", "guards"],
    )?;
    if whatwg::is_named(edition) {
        let choices =
            [("strict", strict), ("excess_parents", excess), ("new_request", new_request), ("guards", guards)];
        whatwg::refuse_choices(&choices)?;
        return parse_url(reference, Some(base), None);
    }
    let reference = Text::new("reference", reference)?;
    let base = Text::new("base", base)?;
    let edition = edition_for(edition, &[&base, &reference])?.for_resolution();
    resolved(call.py(), &reference, &base, &edition, options(strict, excess, new_request, guards)?)
}

/// The fast path of `base.resolve(reference)`: a text against a base that a built-in edition has parsed.
#[inline(always)]
pub fn resolve_method_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, reference) = call.only_text()?;
    let (fields, _) = layout(call.receiver())?;
    against_parsed(&text, reference, fields)
}

/// The fast path of `uriverse.resolve`: two texts by a built-in edition, or a text against a base parsed by one.
#[inline(always)]
pub fn resolve_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, reference, [base, edition]) = call.text_object_and(pyo3::intern!(call.py(), "edition"))?;
    let base = base?;
    if let (Some((fields, Form::Uri)), None) = (layout(base), edition) {
        return against_parsed(&text, reference, fields);
    }
    let edition = edition.map_or_else(|| Some(Edition::standard()), Edition::known)?.for_resolution();
    against_text(&text, reference, utf8(base.cast_exact::<PyString>().ok()?)?, &edition)
}

fn against_text<'py>(
    text: &Bound<'py, PyString>,
    reference: &[u8],
    base: &[u8],
    edition: &Edition<'py>,
) -> Option<Bound<'py, PyAny>> {
    let tables = edition.tables();
    if !tables.has_fast_resolution() || !tables.is_ascii() || !fits_together(base, reference) {
        return None;
    }
    let parsed = core::parse(tables, base)?;
    joined(text, reference, base, &parsed, edition, |target, tail| {
        object::make(Form::Uri, target, edition, &tail.offsets(&parsed)).ok()
    })
}

#[inline(always)]
fn against_parsed<'py>(text: &Bound<'py, PyString>, reference: &[u8], fields: &Object) -> Option<Bound<'py, PyAny>> {
    let py = text.py();
    let edition = Edition::from_index(fields.edition_index()?)?;
    if !edition.tables().is_ascii() {
        return None;
    }
    let base = utf8(fields.text(py)).filter(|base| fits_together(base, reference))?;
    let offsets = fields.offsets(base.len());
    joined(text, reference, base, &offsets, &edition, |target, tail| object::make_joined(fields, target, tail).ok())
}

/// The target of a text against a base with these offsets. If it is not the text itself, `make` makes it.
#[inline(always)]
fn joined<'py>(
    text: &Bound<'py, PyString>,
    reference: &[u8],
    base: &[u8],
    parsed: &Offsets,
    edition: &Edition<'py>,
    make: impl FnOnce(&Bound<'py, PyString>, &TargetTail) -> Option<Bound<'py, PyAny>>,
) -> Option<Bound<'py, PyAny>> {
    with_buffer(base.len() + reference.len(), |buffer| {
        match core::fast_resolve(edition.tables(), base, parsed, reference, buffer) {
            FastResolved::Reference(offsets) => object::make(Form::Uri, text, edition, &offsets).ok(),
            FastResolved::Target(tail) => make(&utf8_string(text.py(), buffer.get(..tail.length)?)?, &tail),
            FastResolved::NotCovered => None,
        }
    })
}

/// `base.resolve(reference)`, by the base's own edition.
#[inline(never)]
pub fn resolve_method<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let (reference, base, edition, options) = against_receiver(call)?;
    resolved(call.py(), &reference, &base, &edition, options)
}

/// The arguments of a method `resolve`: the reference, the base, the base's own edition, and the options.
fn against_receiver<'a, 'py>(call: &Call<'a, 'py>) -> PyResult<(Text<'a, 'py>, Text<'a, 'py>, Edition<'py>, Options)> {
    let ([reference], [strict, excess, new_request, guards]) =
        call.bind("resolve", &["reference"], &["strict", "excess_parents", "new_request", "guards"])?;
    let reference = Text::new("reference", reference)?;
    let base = Text::new("base", call.receiver())?;
    let edition = edition_for(None, &[&base])?.for_resolution();
    Ok((reference, base, edition, options(strict, excess, new_request, guards)?))
}

/// The fast path of [`target`]: a text and a URI.
#[inline(always)]
pub fn target_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (reference, base) = call.text_then_object()?;
    let (fields, Form::Uri) = layout(base)? else { return None };
    Some(target_and_kind(call.py(), reference, fields)?.ok()?.into_any())
}

/// `uriverse._core.target`, for callers with many texts, most of them valid: the target of a text against a base, and
/// the text's kind. Returns None on any failure; the other functions report the reason.
pub fn target<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([reference, base], []) = call.bind("target", &["reference", "base"], &[])?;
    let reference = Text::new("reference", reference)?;
    let found = match layout(base) {
        Some((fields, Form::Uri)) => target_and_kind(call.py(), reference.bytes(), fields),
        _ => None,
    };
    found.map_or_else(|| Ok(call.py().None().into_bound(call.py())), |pair| Ok(pair?.into_any()))
}

fn target_and_kind<'py>(py: Python<'py>, reference: &[u8], base: &Object) -> Option<PyResult<Bound<'py, PyTuple>>> {
    with_target(py, reference, base, |target, kind| {
        PyTuple::new(py, [string(py, target)?, PyString::intern(py, kind.as_str())])
    })
}

/// Calls `run` with the target of a reference against a base and the reference's kind; None as for [`target`].
#[inline(always)]
pub fn with_target<R>(
    py: Python<'_>,
    reference: &[u8],
    base: &Object,
    run: impl FnOnce(&[u8], Kind) -> R,
) -> Option<R> {
    let edition = Edition::from_index(base.edition_index()?)?.for_resolution();
    let (tables, text) = (edition.tables(), utf8(base.text(py))?);
    // Only the slow path handles an edition that resolves as another, or whose characters are not octets.
    if !edition.is(base.edition_index()) || !tables.is_ascii() {
        return None;
    }
    if !fits_together(text, reference) {
        return None;
    }
    let parsed = base.offsets(text.len());
    with_buffer(text.len() + reference.len(), |buffer| {
        match core::fast_resolve(tables, text, &parsed, reference, buffer) {
            FastResolved::Reference(offsets) => Some(run(reference, offsets.kind())),
            FastResolved::Target(tail) => Some(run(buffer.get(..tail.length)?, tail.kind)),
            FastResolved::NotCovered => {
                let kind = core::parse(tables, reference)?.kind();
                let mut target = Target::default();
                let against = Base::from_parsed(tables, text, &parsed).ok()?;
                let found = against.resolve_into(tables, reference, Options::default(), &mut target);
                (found == Ok(ResolvedInto::Target)).then(|| run(&target.text, kind))
            }
        }
    })
}

/// `components.resolve(reference)`, for the result of `split`.
pub fn resolve_components<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let (reference, base, edition, options) = against_receiver(call)?;
    let (tables, bytes, base_bytes) = (edition.tables(), reference.bytes(), base.bytes());
    if !fits_together(base_bytes, bytes) {
        return Err(errors::too_long());
    }
    match core::resolve_leniently(tables, base_bytes, bytes, options) {
        Ok(Resolved::Target(target, offsets)) => {
            new_reference(Form::Components, &string(call.py(), &target)?, &target, &edition, &offsets)
        }
        Ok(Resolved::SameDocument { fragment }) => {
            same_document(call.py(), fragment.and_then(|range| bytes.get(range)))
        }
        Err(error) => Err(without_target(&reference, &base, &edition, &error)),
    }
}

fn options(
    strict: Argument<'_, '_>,
    excess: Argument<'_, '_>,
    new_request: Argument<'_, '_>,
    guards: Argument<'_, '_>,
) -> PyResult<Options> {
    let excess_parents = match excess.filter(|value| !value.is_none()) {
        None => None,
        value => Some(choice("excess_parents", word("excess_parents", &value, "")?, Excess::named, &Excess::NAMES)?),
    };
    Ok(Options {
        strict: flag("strict", strict, true)?,
        excess_parents,
        guards: flag("guards", guards, true)?,
        new_request: flag("new_request", new_request, false)?,
    })
}

fn resolved<'py>(
    py: Python<'py>,
    reference: &Text<'_, 'py>,
    base: &Text<'_, 'py>,
    edition: &Edition<'py>,
    options: Options,
) -> Answer<'py> {
    let (tables, bytes, base_bytes) = (edition.tables(), reference.bytes(), base.bytes());
    if !fits_together(base_bytes, bytes) {
        return Err(errors::too_long());
    }
    let known = base
        .reference()
        .filter(|_| tables.is_ascii())
        .and_then(|reference_argument| known_offsets(reference_argument, edition));
    let against = match known {
        Some(offsets) => Base::from_parsed(tables, base_bytes, &offsets),
        None => Base::new(tables, base_bytes),
    };
    let mut target = Target::default();
    match against.and_then(|against| against.resolve_into(tables, bytes, options, &mut target)) {
        Ok(ResolvedInto::Target) => reference_from_bytes(py, &target.text, edition, &target.offsets),
        Ok(ResolvedInto::SameDocument { fragment }) => same_document(py, fragment.and_then(|range| bytes.get(range))),
        Err(error) => Err(unresolved(reference, base, edition, &error)),
    }
}

/// The offsets of a reference object in ASCII; None if another edition parsed it.
fn known_offsets(reference_argument: ReferenceArgument<'_, '_>, edition: &Edition<'_>) -> Option<Offsets> {
    let index = reference_argument.fields.edition_index();
    edition.is(index).then(|| reference_argument.fields.offsets(reference_argument.length()))
}

fn same_document<'py>(py: Python<'py>, fragment: Option<&[u8]>) -> Answer<'py> {
    let fragment = fragment.map(|bytes| string(py, bytes)).transpose()?;
    py.import("uriverse.reference.resolution")?.getattr("SameDocument")?.call1((fragment,))
}

#[cold]
fn unresolved(reference: &Text<'_, '_>, base: &Text<'_, '_>, edition: &Edition<'_>, error: &ResolveError) -> PyErr {
    match error {
        ResolveError::BaseRefused => refused(base, edition),
        ResolveError::ReferenceRefused => refused(reference, edition),
        // A refused text raises the error of its parse, even if lenient resolution would accept it.
        ResolveError::ResultRefused if core::parse(edition.tables(), reference.bytes()).is_none() => {
            refused(reference, edition)
        }
        other => without_target(reference, base, edition, other),
    }
}

#[cold]
fn without_target(reference: &Text<'_, '_>, base: &Text<'_, '_>, edition: &Edition<'_>, error: &ResolveError) -> PyErr {
    let py = reference.string().py();
    errors::resolution(reference.string().as_any(), base.string().as_any(), &edition.name(py), error.as_str())
}

/// `uriverse.relativize`.
pub fn relativize<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([target, base], [edition]) = call.bind("relativize", &["target", "base"], &["edition"])?;
    let target = Text::new("target", target)?;
    let base = Text::new("base", base)?;
    let edition = edition_for(edition, &[&target, &base])?.for_resolution();
    relativized(call.py(), &target, &base, &edition)
}

fn relativized<'py>(
    py: Python<'py>,
    target: &Text<'_, 'py>,
    base: &Text<'_, 'py>,
    edition: &Edition<'py>,
) -> Answer<'py> {
    let tables = edition.tables();
    let found = core::relativize(tables, length_checked(target.bytes())?, length_checked(base.bytes())?);
    let reference = found.map_err(|error| unresolved(target, base, edition, &error))?;
    match core::parse(tables, &reference) {
        Some(offsets) => reference_from_bytes(py, &reference, edition, &offsets),
        None => {
            let (target, base) = (target.string().as_any(), base.string().as_any());
            Err(errors::resolution(target, base, &edition.name(py), "unreachable"))
        }
    }
}

/// `target.relativize(base)`, by the target's own edition.
pub fn relativize_method<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([base], []) = call.bind("relativize", &["base"], &[])?;
    let target = Text::new("target", call.receiver())?;
    let base = Text::new("base", base)?;
    let edition = edition_for(None, &[&target])?.for_resolution();
    relativized(call.py(), &target, &base, &edition)
}
