//! The doors of `uriverse.policies`. What is refused, Python judges again when a message is read, for the reasons.
//!
//! An answer is "yes", "no", or None: then Python must judge, because of what the engine leaves to it.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_core::{parse, Offsets};
use uriverse_hosts::policies::{Addresses, Limits, Ports, Texts};
use uriverse_whatwg::special_schemes::default_port;
use uriverse_whatwg::web;

use crate::calling::values::{Answer, Items};
use crate::editions::{BuiltIn, Edition};
use crate::ground::memory::guarded;
use crate::ground::strings::{short_utf8, utf8};
use crate::hosts::verdicts::{patterns_of, HostKinds};
use crate::layout::object::{is_url, layout, make_url};
use crate::reference::urls::from_record;
use crate::whatwg::arguments::{base_record, scalar_values};

/// An automaton: the class of each byte, the targets of each state, and whether it accepts.
type Rows = (Vec<u8>, Items<Items<u32>>, Items<bool>);

/// The limits of a policy.
#[pyclass(frozen, module = "uriverse._core")]
pub struct PolicyLimits {
    limits: Limits,
    kinds: Py<HostKinds>,
    /// Whether texts are read by RFC 3986.
    is_standard: bool,
    /// Whether these are all limits: Python asks several policies, and an expression without an automaton.
    is_whole: bool,
}

#[pymethods]
impl PolicyLimits {
    /// The fields of a policy. `ports` are those that are allowed, or with `is_safe` those that are not. `pattern` is
    /// an automaton: see `Texts`.
    #[new]
    #[pyo3(signature = (kinds, *, schemes, hosts, ports, is_safe, userinfo, addresses, paths, fragment, max_length, is_standard, is_whole=true, pattern=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        kinds: Py<HostKinds>,
        schemes: Option<Items<String>>,
        hosts: Option<&Bound<'_, PyAny>>,
        ports: Option<Items<u16>>,
        is_safe: bool,
        userinfo: bool,
        addresses: &str,
        paths: Option<Items<Items<String>>>,
        fragment: bool,
        max_length: Option<usize>,
        is_standard: bool,
        is_whole: bool,
        pattern: Option<Rows>,
    ) -> PyResult<PolicyLimits> {
        let texts = pattern.map(|(class, rows, accepting)| {
            let rows: Vec<Vec<u32>> = rows.into_iter().map(Vec::from).collect();
            Texts::new(&class, &rows, accepting.into())
                .ok_or_else(|| PyValueError::new_err("pattern: a target is missing"))
        });
        let limits = Limits {
            schemes: schemes.map(Vec::from),
            hosts: hosts.map(|hosts| patterns_of("hosts", hosts)).transpose()?,
            ports: match ports {
                None => Ports::Any,
                Some(ports) if is_safe => Ports::Without(ports.into()),
                Some(ports) => Ports::Only(ports.into()),
            },
            userinfo,
            addresses: match addresses {
                "any" => Addresses::Any,
                "public" => Addresses::Public,
                _ => Addresses::Networks,
            },
            paths: paths.map(|paths| paths.into_iter().map(Vec::from).collect()),
            fragment,
            max_length,
            pattern: texts.transpose()?,
        };
        Ok(PolicyLimits { limits, kinds, is_standard, is_whole })
    }

    /// The URL of a text, if it is admitted; False, or None.
    #[pyo3(signature = (text, base=None))]
    fn url<'py>(&self, text: &Bound<'py, PyAny>, base: Option<&Bound<'py, PyAny>>) -> Answer<'py> {
        guarded(|| {
            let py = text.py();
            let Ok(string) = text.cast_exact::<PyString>() else {
                let is_admitted = self.admits(text)?.filter(|_| is_url(text.as_borrowed()));
                return answer(py, is_admitted, || Ok(text.clone()));
            };
            if self.is_too_long(string) {
                return answer(py, Some(false), || Ok(text.clone()));
            }
            if base.is_none() {
                if let Some(offsets) = unchanged(short_utf8(string.as_borrowed())) {
                    let is_admitted = self.judges(py, utf8(string.as_borrowed()).unwrap_or_default(), &offsets);
                    return answer(py, is_admitted, || make_url(string, &offsets));
                }
            }
            let refusal = base.is_none_or(is_unchanging).then_some(false);
            let url = match base_record(base.map(Bound::as_borrowed)) {
                Ok(base) => web::parse(&scalar_values("text", text)?, base.as_ref()).ok(),
                Err(_) => None,
            };
            let Some(url) = url else { return answer(py, refusal, || Ok(text.clone())) };
            let is_admitted = self.judges(py, url.href.as_bytes(), &url.offsets);
            answer(py, is_admitted.filter(|&is_admitted| is_admitted || refusal.is_some()), || {
                from_record(py, &url, None)
            })
        })
    }

    /// Whether a URL, a reference or a text is admitted as it is written, or None.
    fn admits(&self, url: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
        let py = url.py();
        if let Some((fields, _)) = layout(url.as_borrowed()) {
            let text = utf8(fields.text(py)).unwrap_or_default();
            if is_url(url.as_borrowed()) {
                return Ok(self.judges(py, text, &fields.offsets(text.len())));
            }
            let is_standard = fields.edition_index() == Edition::standard().fields(py).1;
            let offsets = unchanged(Some(text).filter(|_| is_standard));
            return Ok(offsets.and_then(|offsets| self.judges(py, text, &offsets)));
        }
        let string = url.cast_exact::<PyString>().ok();
        if string.is_some_and(|string| self.is_too_long(string)) {
            return Ok(Some(false));
        }
        let text = string.and_then(|string| short_utf8(string.as_borrowed()));
        match unchanged(text.filter(|_| self.is_standard)) {
            Some(offsets) => Ok(self.judges(py, text.unwrap_or_default(), &offsets)),
            None => Ok(if self.is_refused(text) { Some(false) } else { None }),
        }
    }
}

impl PolicyLimits {
    /// Whether a text is refused before it is read.
    fn is_too_long(&self, text: &Bound<'_, PyString>) -> bool {
        self.limits.max_length.is_some_and(|longest| text.len().is_ok_and(|length| length > longest))
    }

    /// Whether a text has no URL that the pattern matches: then it is refused, whatever was changed in it. Without a
    /// limit of schemes it may be another reference.
    fn is_refused(&self, text: Option<&[u8]>) -> bool {
        let (Some(texts), Some(_), true) = (&self.limits.pattern, &self.limits.schemes, self.is_standard) else {
            return false;
        };
        let Some(text) = text.and_then(|text| std::str::from_utf8(text).ok()) else { return false };
        match web::parse(text, None) {
            Ok(url) => !texts.contains(url.href.as_bytes()),
            Err(_) => !self.limits.schemes.iter().flatten().any(|scheme| default_port(scheme).is_none()),
        }
    }

    fn judges(&self, py: Python<'_>, text: &[u8], offsets: &Offsets) -> Option<bool> {
        let verdict = self.limits.verdict(text, offsets, &self.kinds.bind(py).get().kinds);
        verdict.filter(|&is_admitted| self.is_whole || !is_admitted)
    }
}

/// The URL of an answer; False for a refusal; None for neither.
fn answer<'py>(py: Python<'py>, is_admitted: Option<bool>, url: impl FnOnce() -> Answer<'py>) -> Answer<'py> {
    match is_admitted {
        Some(true) => url(),
        refusal => Ok(refusal.into_pyobject(py)?.into_any()),
    }
}

/// Whether an argument has the same text when the message of a refusal is read.
fn is_unchanging(argument: &Bound<'_, PyAny>) -> bool {
    argument.is_exact_instance_of::<PyString>() || argument.is_none() || layout(argument.as_borrowed()).is_some()
}

/// The offsets of a text that is a Web URL as it is written; None is inconclusive.
fn unchanged(text: Option<&[u8]>) -> Option<Offsets> {
    let text = text?;
    let offsets = parse(BuiltIn::standard().tables(), text)?;
    web::is_unchanged(text, &offsets).then_some(offsets)
}

/// The URL of a redirect's target if it stays at the base's origin; False if it does not; None if the base has a
/// userinfo, which is dropped first.
///
/// Both are Web URLs, so scheme, host and port are written in one form, and the default port is left out. Neither has a
/// userinfo: so they have one origin exactly if their texts are equal up to the path. A test tries every pair of odd
/// URLs. A path that begins with "//" is another host where it is sent alone.
#[pyfunction]
fn same_origin_target<'py>(target: &Bound<'py, PyAny>, base: &Bound<'py, PyAny>) -> Answer<'py> {
    let py = target.py();
    guarded(|| {
        let (is_refusal, target_text) =
            (is_unchanging(target) && is_unchanging(base), scalar_values("target", target)?);
        let refusal = is_refusal.then_some(false);
        let urls = web::parse(&scalar_values("base", base)?, None)
            .and_then(|base| Ok((web::parse(&target_text, Some(&base))?, base)));
        let Ok((url, base)) = urls else { return answer(py, refusal, || Ok(target.clone())) };
        let [here, there] = [&base, &url].map(|url| &url.href[..url.offsets.path().start]);
        if base.offsets.userinfo().is_some() {
            return answer(py, None, || Ok(target.clone()));
        }
        let stays = here == there && !url.path().starts_with("//");
        answer(py, if stays { Some(true) } else { refusal }, || from_record(py, &url, None))
    })
}

register! { PolicyLimits; same_origin_target }
