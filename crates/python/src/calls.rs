//! The functions of `uriverse._core` that run once per URI: arguments in, the engine's answer out.

use std::ffi::CStr;

use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple, PyType};
use uriverse_core as core;
use uriverse_core::{Excess, Level, Malformed, Offsets, Options, Resolved, Tables};

use crate::arguments::{entry, Bound1, Call, Signature};
use crate::editions::Edition;
use crate::errors;
use crate::object::{self, layout, Form};
use crate::schemes;
use crate::text::{characters, in_characters, string, Given, Text};

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// The edition that a call names; else the one by which a given reference was read; else the default.
#[inline]
fn edition_for<'py>(argument: Bound1<'_, 'py>, texts: &[&Text<'_, 'py>]) -> PyResult<Edition<'py>> {
    if let Some(argument) = argument {
        if !argument.is_none() {
            return Edition::from_argument(Some(&argument));
        }
    }
    match texts.iter().find_map(|text| text.object) {
        Some(given) => edition_of(given),
        None => Ok(Edition::standard()),
    }
}

/// The edition by which a reference was read.
#[inline]
fn edition_of<'py>(given: Given<'_, 'py>) -> PyResult<Edition<'py>> {
    match given.fields.edition_index().and_then(Edition::of_index) {
        Some(edition) => Ok(edition),
        None => Edition::from_argument(Some(&given.fields.edition(given.object.py()))),
    }
}

fn flag(argument: Bound1<'_, '_>, default: bool) -> PyResult<bool> {
    argument.map_or(Ok(default), |value| value.is_truthy())
}

fn word<'a>(argument: &'a Bound1<'_, '_>, default: &'a str) -> PyResult<&'a str> {
    match argument.as_deref() {
        None => Ok(default),
        Some(value) => value.cast::<PyString>()?.to_str(),
    }
}

pub fn no_such_word(what: &str, given: &str, known: &[&str]) -> PyErr {
    PyValueError::new_err(format!("{what} is one of {}, not {given:?}", known.join(", ")))
}

fn length_checked(bytes: &[u8]) -> PyResult<&[u8]> {
    if bytes.len() < u32::MAX as usize {
        Ok(bytes)
    } else {
        Err(errors::too_long())
    }
}

fn form_of(offsets: &Offsets) -> Form {
    if offsets.scheme_end == core::NONE {
        Form::Relative
    } else {
        Form::Uri
    }
}

/// An object of a form, of a text that was cut at offsets in bytes.
#[inline]
fn made<'py>(
    form: Form,
    text: &Bound<'py, PyString>,
    bytes: &[u8],
    edition: &Edition<'py>,
    offsets: &Offsets,
) -> Answer<'py> {
    if bytes.is_ascii() {
        object::make(form, text, edition, offsets)
    } else {
        object::make(form, text, edition, &in_characters(bytes, offsets))
    }
}

/// A reference object of bytes that the engine made.
fn made_of_bytes<'py>(py: Python<'py>, bytes: &[u8], edition: &Edition<'py>, offsets: &Offsets) -> Answer<'py> {
    made(form_of(offsets), &string(py, bytes)?, bytes, edition, offsets)
}

/// The error for a text that an edition refuses.
#[cold]
fn refused(text: &Text<'_, '_>, edition: &Edition<'_>) -> PyErr {
    let py = text.string().py();
    let (tables, bytes) = (edition.tables(), text.bytes());
    match core::refusal(tables, bytes) {
        Some(refusal) => refused_at(text, edition, tables, bytes, &refusal),
        None => errors::resolution(py, text.string().as_any(), text.string().as_any(), "result-refused"),
    }
}

#[cold]
fn refused_at(
    text: &Text<'_, '_>,
    edition: &Edition<'_>,
    tables: &Tables,
    bytes: &[u8],
    refusal: &core::Refusal<'_>,
) -> PyErr {
    let place = errors::SyntaxPlace {
        at: characters(bytes, refusal.at),
        start: characters(bytes, refusal.start),
        rule: refusal.label,
        accepts: tables.rule_name(refusal.rule),
        component: refusal.component.map(core::tables::Component::as_str),
        reason: None,
    };
    errors::syntax(text.string().py(), text.string().as_any(), &edition.name(text.string().py()), &place)
}

#[inline(always)]
fn parse<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    if let Some((text, bytes)) = call.only_text() {
        let edition = Edition::standard();
        // A reference by the standard's own grammar is US-ASCII: bytes are characters.
        if let Some(offsets) = core::parse(edition.tables(), bytes) {
            return object::make(form_of(&offsets), &text, &edition, &offsets);
        }
    }
    parse_any(call)
}

#[inline(never)]
fn parse_any<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<2> =
        Signature { function: "parse", names: ["text", "edition"], positional: 1, required: 1 };
    let [text, edition] = call.bind(&SIGNATURE)?;
    parse_text(text.expect("it is required"), edition)
}

#[inline]
fn parse_text<'py>(argument: Borrowed<'_, 'py, PyAny>, edition: Bound1<'_, 'py>) -> Answer<'py> {
    let text = Text::new(argument)?;
    let edition = edition_for(edition, &[&text])?;
    if let Some(given) = text.reference() {
        if given.fields.edition(argument.py()).eq(edition.name(argument.py()))? {
            return Ok(argument.to_owned());
        }
    }
    let bytes = length_checked(text.bytes())?;
    match core::parse(edition.tables(), bytes) {
        Some(offsets) => made(form_of(&offsets), text.string(), bytes, &edition, &offsets),
        None => Err(refused(&text, &edition)),
    }
}

/// `URI(...)`, `RelativeReference(...)`, `URIReference(...)`.
pub fn construct<'py>(
    class: &Bound<'py, PyType>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> Answer<'py> {
    let py = class.py();
    let edition = match kwargs {
        None => None,
        Some(kwargs) => kwargs.get_item("edition")?,
    };
    if args.len() != 1 || kwargs.is_some_and(|kwargs| kwargs.len() != usize::from(edition.is_some())) {
        let name = class.name()?;
        return Err(pyo3::exceptions::PyTypeError::new_err(format!("{name}(text, *, edition='rfc3986')")));
    }
    let argument = args.get_item(0)?;
    let made = parse_text(argument.as_borrowed(), edition.as_ref().map(Bound::as_borrowed))?;
    let wanted = object::form_of_class(class);
    match (wanted, layout(made.as_borrowed())) {
        (Some(wanted), Some((fields, form))) if wanted != form => {
            let reason = if wanted == Form::Uri {
                "it is a relative reference, and a URI begins with a scheme"
            } else {
                "it is a URI, and a relative reference has no scheme"
            };
            let place = errors::SyntaxPlace {
                at: 0,
                start: 0,
                rule: "scheme",
                accepts: "scheme",
                component: Some("scheme"),
                reason: Some(reason),
            };
            Err(errors::syntax(py, fields.text(py).as_any(), &fields.edition(py), &place))
        }
        _ => Ok(made),
    }
}

#[inline(always)]
fn split<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    if let Some((text, bytes)) = call.only_text() {
        let edition = Edition::standard();
        let offsets = core::split(edition.tables().split_style(), bytes);
        return made(Form::Components, &text, bytes, &edition, &offsets);
    }
    split_any(call)
}

#[inline(never)]
fn split_any<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<2> =
        Signature { function: "split", names: ["text", "edition"], positional: 1, required: 1 };
    let [text, edition] = call.bind(&SIGNATURE)?;
    let text = Text::new(text.expect("it is required"))?;
    let edition = edition_for(edition, &[&text])?;
    let bytes = length_checked(text.bytes())?;
    let offsets = core::split(edition.tables().split_style(), bytes);
    made(Form::Components, text.string(), bytes, &edition, &offsets)
}

#[inline(always)]
fn is_valid<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    if let Some((_, bytes)) = call.only_text() {
        let valid = core::parse(Edition::standard().tables(), bytes).is_some();
        return Ok(PyBool::new(call.py(), valid).to_owned().into_any());
    }
    is_valid_any(call)
}

#[inline(never)]
fn is_valid_any<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<4> = Signature {
        function: "is_valid",
        names: ["text", "rule", "edition", "scheme_rules"],
        positional: 1,
        required: 1,
    };
    let [given, rule, edition, scheme_rules] = call.bind(&SIGNATURE)?;
    let given = given.expect("it is required");
    if scheme_rules.is_some() && flag(scheme_rules, false)? {
        return schemes::is_valid(&given, rule, edition);
    }
    let text = Text::new(given)?;
    let edition = edition_for(edition, &[&text])?;
    let (tables, bytes) = (edition.tables(), length_checked(text.bytes())?);
    let valid = match rule.filter(|rule| !rule.is_none()) {
        None => core::parse(tables, bytes).is_some(),
        Some(rule) => core::accepts(tables, rule_of(tables, &rule)?, bytes),
    };
    Ok(PyBool::new(call.py(), valid).to_owned().into_any())
}

/// The rule of that name, or `UnknownRule` with the names that there are.
pub fn rule_of(tables: &Tables, name: &Bound<'_, PyAny>) -> PyResult<core::RuleId> {
    let text = name.cast::<PyString>()?.to_str()?;
    tables.rule(text).ok_or_else(|| errors::unknown_rule(name.py(), text, tables.rule_names().collect()))
}

fn resolve<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<6> = Signature {
        function: "resolve",
        names: ["reference", "base", "edition", "strict", "excess_parents", "new_request"],
        positional: 2,
        required: 2,
    };
    let [reference, base, edition, strict, excess, new_request] = call.bind(&SIGNATURE)?;
    let reference = Text::new(reference.expect("it is required"))?;
    let base = Text::new(base.expect("it is required"))?;
    let edition = edition_for(edition, &[&base, &reference])?.for_resolution();
    let options = Options {
        strict: flag(strict, true)?,
        excess_parents: match excess.filter(|value| !value.is_none()) {
            None => None,
            value => Some(match word(&value, "")? {
                "keep" => Excess::Keep,
                "drop" => Excess::Drop,
                "refuse" => Excess::Refuse,
                other => return Err(no_such_word("excess_parents", other, &["keep", "drop", "refuse"])),
            }),
        },
        new_request: flag(new_request, false)?,
    };
    let (base_bytes, bytes) = (length_checked(base.bytes())?, length_checked(reference.bytes())?);
    match core::resolve(edition.tables(), base_bytes, bytes, options) {
        Ok(Resolved::Target(target, offsets)) => made_of_bytes(call.py(), &target, &edition, &offsets),
        Ok(Resolved::SameDocument { fragment }) => {
            let fragment = fragment.and_then(|range| bytes.get(range));
            same_document(call.py(), fragment)
        }
        Err(error) => Err(unresolved(&reference, &base, &edition, &error)),
    }
}

fn same_document<'py>(py: Python<'py>, fragment: Option<&[u8]>) -> Answer<'py> {
    let fragment = fragment.map(|bytes| string(py, bytes)).transpose()?;
    py.import("uriverse.resolution")?.getattr("SameDocument")?.call1((fragment,))
}

#[cold]
fn unresolved(
    reference: &Text<'_, '_>,
    base: &Text<'_, '_>,
    edition: &Edition<'_>,
    error: &core::ResolveError,
) -> PyErr {
    let py = reference.string().py();
    match error {
        core::ResolveError::Refused { which: core::Which::Base } => refused(base, edition),
        core::ResolveError::Refused { which: core::Which::Reference } => refused(reference, edition),
        // What the edition refuses raises as parsing it does, also where only a lenient resolution would take it.
        core::ResolveError::ResultRefused if core::parse(edition.tables(), reference.bytes()).is_none() => {
            refused(reference, edition)
        }
        other => errors::resolution(py, reference.string().as_any(), base.string().as_any(), other.reason()),
    }
}

fn relativize<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<3> =
        Signature { function: "relativize", names: ["target", "base", "edition"], positional: 2, required: 2 };
    let [target, base, edition] = call.bind(&SIGNATURE)?;
    let target = Text::new(target.expect("it is required"))?;
    let base = Text::new(base.expect("it is required"))?;
    let edition = edition_for(edition, &[&target, &base])?.for_resolution();
    let tables = edition.tables();
    let found = core::relativize(tables, length_checked(target.bytes())?, length_checked(base.bytes())?);
    let reference = found.map_err(|error| unresolved(&target, &base, &edition, &error))?;
    match core::parse(tables, &reference) {
        Some(offsets) => made_of_bytes(call.py(), &reference, &edition, &offsets),
        None => Err(errors::resolution(call.py(), target.string().as_any(), base.string().as_any(), "unreachable")),
    }
}

const LEVELS: [&str; 6] = ["string", "case", "percent", "path", "syntax", "scheme"];

/// A level of the ladder; None for "string", on which nothing changes.
pub fn level_of(name: &str) -> PyResult<Option<Level>> {
    Ok(Some(match name {
        "string" => return Ok(None),
        "case" => Level::Case,
        "percent" => Level::Percent,
        "path" => Level::Path,
        "syntax" => Level::Syntax,
        "scheme" => Level::Scheme,
        other => return Err(no_such_word("level", other, &LEVELS)),
    }))
}

/// The offsets in bytes of a text under an edition, or its refusal.
fn offsets_of(text: &Text<'_, '_>, edition: &Edition<'_>) -> PyResult<Offsets> {
    core::parse(edition.tables(), length_checked(text.bytes())?).ok_or_else(|| refused(text, edition))
}

fn normalize<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<3> =
        Signature { function: "normalize", names: ["reference", "level", "edition"], positional: 1, required: 1 };
    let [reference, level, edition] = call.bind(&SIGNATURE)?;
    let text = Text::new(reference.expect("it is required"))?;
    let read_by = edition_for(edition, &[&text])?;
    let level = level_of(word(&level, "syntax")?)?;
    if level == Some(Level::Scheme) && schemes::have_a_say(read_by.tables(), text.bytes()) {
        return schemes::normalize(&reference.expect("it is required"), &read_by);
    }
    climbed(call.py(), &text, &read_by, level)
}

/// The ladder of RFC 3986, section 6.2, by the edition's own table alone.
fn ladder<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<3> =
        Signature { function: "ladder", names: ["reference", "level", "edition"], positional: 1, required: 1 };
    let [reference, level, edition] = call.bind(&SIGNATURE)?;
    let text = Text::new(reference.expect("it is required"))?;
    let edition = edition_for(edition, &[&text])?;
    climbed(call.py(), &text, &edition, level_of(word(&level, "syntax")?)?)
}

fn climbed<'py>(py: Python<'py>, text: &Text<'_, 'py>, edition: &Edition<'py>, level: Option<Level>) -> Answer<'py> {
    let offsets = offsets_of(text, edition)?;
    let changed = level.and_then(|level| core::normalize(edition.tables(), text.bytes(), &offsets, level));
    match (changed, text.reference()) {
        (None, Some(given)) => Ok(given.object.to_owned()),
        (None, None) => made(form_of(&offsets), text.string(), text.bytes(), edition, &offsets),
        (Some(changed), _) => match core::parse(edition.tables(), &changed) {
            Some(offsets) => made_of_bytes(py, &changed, edition, &offsets),
            None => Err(errors::resolution(py, text.string().as_any(), text.string().as_any(), "result-refused")),
        },
    }
}

fn equivalent<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<4> =
        Signature { function: "equivalent", names: ["a", "b", "level", "edition"], positional: 2, required: 2 };
    let [one, other, level, edition] = call.bind(&SIGNATURE)?;
    let (one, other) = (one.expect("it is required"), other.expect("it is required"));
    let a = Text::new(one)?;
    let b = Text::new(other)?;
    let edition = edition_for(edition, &[&a, &b])?;
    let level = level_of(word(&level, "scheme")?)?;
    let tables = edition.tables();
    if level == Some(Level::Scheme) && [&a, &b].iter().any(|text| schemes::have_a_say(tables, text.bytes())) {
        return schemes::equivalent(&one, &other, &edition);
    }
    let normal = |text: &Text<'_, '_>| -> PyResult<Vec<u8>> {
        let offsets = offsets_of(text, &edition)?;
        let changed = level.and_then(|level| core::normalize(edition.tables(), text.bytes(), &offsets, level));
        Ok(changed.unwrap_or_else(|| text.bytes().to_vec()))
    };
    Ok(PyBool::new(call.py(), normal(&a)? == normal(&b)?).to_owned().into_any())
}

fn remove_dot_segments<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<1> =
        Signature { function: "remove_dot_segments", names: ["path"], positional: 1, required: 1 };
    let [path] = call.bind(&SIGNATURE)?;
    let text = Text::new(path.expect("it is required"))?;
    match core::remove_dot_segments(text.bytes(), Excess::Drop) {
        Ok(Some(removed)) => Ok(string(call.py(), &removed)?.into_any()),
        // An unchanged path is handed back as it is; dropping refuses nothing.
        Ok(None) | Err(_) => Ok(text.string().clone().into_any()),
    }
}

fn encode<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<5> = Signature {
        function: "encode",
        names: ["text", "component", "encoding", "keep_triplets", "edition"],
        positional: 1,
        required: 2,
    };
    let [text, component, encoding, keep_triplets, edition] = call.bind(&SIGNATURE)?;
    let given = text.expect("it is required");
    let edition = Edition::from_argument(edition.as_deref())?;
    let tables = edition.tables();
    let component = word(&component, "")?;
    let Some(set) = tables.encode_set(component) else {
        return Err(no_such_word("component", component, &tables.encode_names().collect::<Vec<_>>()));
    };
    let keep_triplets = flag(keep_triplets, false)?;
    let octets = octets_of(&given, word(&encoding, "utf-8")?)?;
    match core::encode(octets.bytes()?, set, keep_triplets) {
        None => octets.unchanged(call.py()),
        Some(encoded) => Ok(string(call.py(), &encoded)?.into_any()),
    }
}

/// The octets of data: of text in a charset, or bytes as they are.
enum Octets<'py> {
    Text(Bound<'py, PyString>),
    Bytes(Bound<'py, pyo3::types::PyBytes>),
}

fn octets_of<'py>(given: &Bound<'py, PyAny>, encoding: &str) -> PyResult<Octets<'py>> {
    if let Ok(bytes) = given.cast::<pyo3::types::PyBytes>() {
        return Ok(Octets::Bytes(bytes.clone()));
    }
    let text = given.cast::<PyString>()?;
    if matches!(encoding, "utf-8" | "utf8" | "UTF-8") {
        return Ok(Octets::Text(text.clone()));
    }
    Ok(Octets::Bytes(text.call_method1("encode", (encoding,))?.cast_into()?))
}

impl<'py> Octets<'py> {
    fn bytes(&self) -> PyResult<&[u8]> {
        match self {
            Octets::Text(text) => Ok(text.to_str()?.as_bytes()),
            Octets::Bytes(bytes) => Ok(bytes.as_bytes()),
        }
    }

    fn unchanged(self, py: Python<'py>) -> Answer<'py> {
        match self {
            Octets::Text(text) => Ok(text.into_any()),
            Octets::Bytes(bytes) => Ok(string(py, bytes.as_bytes())?.into_any()),
        }
    }
}

fn decode<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<4> = Signature {
        function: "decode",
        names: ["text", "encoding", "errors", "malformed"],
        positional: 1,
        required: 1,
    };
    let [text, encoding, on_error, malformed] = call.bind(&SIGNATURE)?;
    let text = Text::new(text.expect("it is required"))?;
    let malformed = match word(&malformed, "refuse")? {
        "refuse" => Malformed::Refuse,
        "keep" => Malformed::Keep,
        other => return Err(no_such_word("malformed", other, &["refuse", "keep"])),
    };
    let (encoding, on_error) = (word(&encoding, "utf-8")?, word(&on_error, "strict")?);
    match core::decode(text.bytes(), malformed) {
        Ok(None) => Ok(text.string().clone().into_any()),
        Ok(Some(octets)) => decoded(&text, octets, encoding, on_error),
        Err(at) => {
            let at = characters(text.bytes(), at);
            let reason = "\"%\" is not followed by two hex digits";
            Err(errors::percent(call.py(), text.string().as_any(), at, reason))
        }
    }
}

fn decoded<'py>(text: &Text<'_, 'py>, octets: Vec<u8>, encoding: &str, on_error: &str) -> Answer<'py> {
    let py = text.string().py();
    if encoding == "utf-8" {
        if let Ok(plain) = std::str::from_utf8(&octets) {
            return Ok(PyString::new(py, plain).into_any());
        }
    }
    let bytes = pyo3::types::PyBytes::new(py, &octets);
    bytes.call_method1("decode", (encoding, on_error)).map_err(|error| {
        let place = error.value(py).getattr("start").and_then(|start| start.extract::<usize>());
        match place {
            Ok(octet) => {
                let at = characters(text.bytes(), core::percent::place_of_octet(text.bytes(), octet));
                let reason = format!("the octets are not in the charset {encoding}");
                errors::percent(py, text.string().as_any(), at, &reason)
            }
            Err(_) => error,
        }
    })
}

macro_rules! fast_calls {
    ($($function:ident: $doc:literal),* $(,)?) => {
        mod entries {
            use super::*;
            $(
                pub unsafe extern "C" fn $function(
                    _module: *mut ffi::PyObject,
                    args: *const *mut ffi::PyObject,
                    count: ffi::Py_ssize_t,
                    keywords: *mut ffi::PyObject,
                ) -> *mut ffi::PyObject {
                    // SAFETY: registered below as METH_FASTCALL | METH_KEYWORDS.
                    unsafe { entry(args, count, keywords, |call| super::$function(&call)) }
                }
            )*
        }
        const METHODS: &[(&CStr, ffi::PyCFunctionFastWithKeywords, &CStr)] = &[$((
            // SAFETY: the literal ends with NUL and has no other.
            unsafe { CStr::from_bytes_with_nul_unchecked(concat!(stringify!($function), "\0").as_bytes()) },
            entries::$function,
            $doc,
        )),*];
    };
}

fast_calls! {
    parse: c"parse($module, text, *, edition=None)\n--\n\nRead a text strictly: a URI or a RelativeReference, or URISyntaxError.",
    split: c"split($module, text, *, edition=None)\n--\n\nCut a text leniently into Components; never fails.",
    is_valid: c"is_valid($module, text, *, rule=None, edition=None, scheme_rules=False)\n--\n\nWhether an edition's start rule, or any rule by name, accepts the text; and its scheme's own rules, if asked.",
    resolve: c"resolve($module, reference, base, *, edition=None, strict=True, excess_parents=None, new_request=False)\n--\n\nResolve a reference against a base.",
    relativize: c"relativize($module, target, base, *, edition=None)\n--\n\nThe reference that resolves against the base to the target.",
    normalize: c"normalize($module, reference, *, level='syntax', edition=None)\n--\n\nThe normal form on a level of RFC 3986, section 6.2.",
    ladder: c"ladder($module, reference, *, level='syntax', edition=None)\n--\n\nThe normal form by the edition alone, without what a scheme adds.",
    equivalent: c"equivalent($module, a, b, *, level='scheme', edition=None)\n--\n\nWhether two references have the same normal form on a level.",
    remove_dot_segments: c"remove_dot_segments($module, path, /)\n--\n\nRFC 3986, section 5.2.4, on any path.",
    encode: c"encode($module, text, *, component, encoding='utf-8', keep_triplets=False, edition=None)\n--\n\nPercent-encode data for a component.",
    decode: c"decode($module, text, *, encoding='utf-8', errors='strict', malformed='refuse')\n--\n\nDecode percent-encoded octets, once.",
}

/// Add the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let mut methods: Vec<ffi::PyMethodDef> = METHODS
        .iter()
        .map(|(name, function, doc)| ffi::PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: *function },
            ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
            ml_doc: doc.as_ptr(),
        })
        .collect();
    methods.push(ffi::PyMethodDef::zeroed());
    // The interpreter keeps the definitions for as long as the functions live, which is for ever.
    let methods = Box::leak(methods.into_boxed_slice());
    // SAFETY: a well-formed, leaked list that ends with a zeroed entry.
    let status = unsafe { ffi::PyModule_AddFunctions(module.as_ptr(), methods.as_mut_ptr()) };
    if status == 0 {
        Ok(())
    } else {
        Err(PyErr::fetch(module.py()))
    }
}
