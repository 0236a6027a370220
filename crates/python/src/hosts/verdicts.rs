//! Verdicts on hosts, and what follows from them, for Python. The lists of `uriverse.hosts` come from Python once.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};
use uriverse_hosts::embedding;
use uriverse_hosts::kinds::{Block, Kind, Kinds};
use uriverse_hosts::numeric;
use uriverse_hosts::patterns::{BadPattern, Pattern};
use uriverse_hosts::verdicts::{plain, verdict, Form, Plain, Verdict};

use crate::calling::values::{choice, Answer, Items};
use crate::ground::errors::wrong_type;
use crate::ground::memory::guarded;
use crate::ground::records::record;
use crate::ground::secrets::masked;
use crate::ground::strings::utf8;
use crate::whatwg::arguments::scalar_values;

/// The lists by which hosts are judged.
#[pyclass(frozen, module = "uriverse._core")]
pub struct HostKinds {
    pub kinds: Kinds,
}

/// The prefix of a block, shifted by its free bits; the free bits; its kind.
type BlockRow = (u128, u32, String);

/// HostVerdict, HostReading.
type Classes<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pymethods]
impl HostKinds {
    /// The lists: the blocks of addresses, the most specific first; names; suffixes.
    #[new]
    fn new(
        ipv4: Items<BlockRow>,
        ipv6: Items<BlockRow>,
        names: HashMap<String, String>,
        suffixes: HashMap<String, String>,
    ) -> PyResult<HostKinds> {
        let kind = |name: &str| choice("kind", name, Kind::named, &Kind::NAMES);
        let blocks = |rows: Items<BlockRow>| {
            let block = |(prefix, free, name): BlockRow| Ok(Block { prefix, free, kind: kind(&name)? });
            rows.into_iter().map(block).collect::<PyResult<Vec<_>>>()
        };
        let kinds = |names: HashMap<String, String>| {
            names.into_iter().map(|(name, of_name)| Ok((name, kind(&of_name)?))).collect::<PyResult<_>>()
        };
        let blocks = [blocks(ipv4)?, blocks(ipv6)?];
        Ok(HostKinds { kinds: Kinds { blocks, names: kinds(names)?, suffixes: kinds(suffixes)? } })
    }

    /// The `HostVerdict` on a host.
    fn verdict<'py>(&self, host: &Bound<'py, PyString>, classes: Classes<'py>) -> Answer<'py> {
        let (py, words) = (host.py(), Words::of(host.py()));
        let text = |text: &str| PyString::new(py, text).into_any();
        let word = |word: &Py<PyString>| word.bind(py).clone().into_any();
        let none = || py.None().into_bound(py);
        guarded(|| {
            let host_text = scalar_values("host", host)?;
            // The form, the kind, the text, the address, the zone, the reason, the readings.
            let mut fields = [none(), none(), word(&words.empty), none(), none(), word(&words.empty), none()];
            fields[6] = words.nothing.bind(py).clone().into_any();
            let (form, kind) = match verdict(&host_text, &self.kinds) {
                Verdict::Plain(plain) => {
                    fields[2] = match &plain {
                        Plain::Name(name) if **name == *host_text && is_exact(host) => host.clone().into_any(),
                        // It is read only as it is written.
                        Plain::Address(IpAddr::V4(_), _) if is_exact(host) => host.clone().into_any(),
                        plain => text(&plain.text()),
                    };
                    let kind = plain.kind(&self.kinds);
                    if let Plain::Address(address, zone) = plain {
                        fields[3] = address_object(py, address)?;
                        fields[4] = zone.map_or_else(none, text);
                        (Form::Address, kind)
                    } else {
                        (Form::Name, kind)
                    }
                }
                Verdict::Ambiguous { kind, address, reason, readings } => {
                    let reading = |by: &str, host| record(&classes.1, [text(by), host]);
                    let rows = readings.iter().map(|(by, host)| reading(by, text(host)));
                    let as_written = std::iter::once_with(|| reading("as written", host.clone().into_any()));
                    fields[3] = address.map_or_else(|| Ok(none()), |address| address_object(py, address))?;
                    fields[5] = text(reason);
                    fields[6] = PyTuple::new(py, rows.chain(as_written).collect::<PyResult<Vec<_>>>()?)?.into_any();
                    (Form::Ambiguous, kind)
                }
                Verdict::Invalid(kind, reason) => {
                    fields[5] = text(reason);
                    (Form::Invalid, kind)
                }
            };
            (fields[0], fields[1]) = (word(words.form(form)), word(words.kind(kind)));
            record(&classes.0, fields)
        })
    }

    /// The kind of an address: the text, or the number and the version of the Internet Protocol; None for a text that
    /// is not an address.
    fn kind_of_address(&self, address: &Bound<'_, PyAny>, version: Option<u8>) -> PyResult<Option<&'static str>> {
        let address = match (address.cast::<PyString>(), version) {
            (Ok(text), _) => utf8(text.as_borrowed()).and_then(|text| std::str::from_utf8(text).ok()?.parse().ok()),
            (Err(_), Some(4)) => Some(Ipv4Addr::from(address.extract::<u32>()?).into()),
            (Err(_), _) => Some(Ipv6Addr::from(address.extract::<u128>()?).into()),
        };
        Ok(address.map(|address: IpAddr| self.kinds.of_address(address).as_str()))
    }

    /// The kind of a name in lower-case US-ASCII, without a trailing dot.
    fn kind_of_name(&self, name: &Bound<'_, PyString>) -> PyResult<&'static str> {
        Ok(self.kinds.of_name(&scalar_values("name", name)?).as_str())
    }

    /// The listed domain whose subdomains resolve to an address of anybody's choice, or None.
    fn resolving_domain(&self, name: &Bound<'_, PyString>) -> PyResult<Option<String>> {
        Ok(self.kinds.resolving_domain(&scalar_values("name", name)?).map(str::to_owned))
    }
}

/// A subclass of `str` may override anything, so a result does not share it.
fn is_exact(host: &Bound<'_, PyString>) -> bool {
    host.is_exact_instance_of::<PyString>()
}

/// Strings that each verdict has.
struct Words {
    forms: [Py<PyString>; Form::ALL.len()],
    kinds: [Py<PyString>; Kind::ALL.len()],
    empty: Py<PyString>,
    nothing: Py<PyTuple>,
}

impl Words {
    fn of(py: Python<'_>) -> &'static Words {
        static WORDS: PyOnceLock<Words> = PyOnceLock::new();
        let word = |name: &str| PyString::intern(py, name).unbind();
        WORDS.get_or_init(py, || Words {
            forms: Form::NAMES.map(word),
            kinds: Kind::NAMES.map(word),
            empty: word(""),
            nothing: PyTuple::empty(py).unbind(),
        })
    }

    fn form(&self, form: Form) -> &Py<PyString> {
        &self.forms[form as usize]
    }

    fn kind(&self, kind: Kind) -> &Py<PyString> {
        &self.kinds[kind as usize]
    }
}

/// An object of `ipaddress`, which takes 6 ms to import.
fn address_object(py: Python<'_>, address: IpAddr) -> Answer<'_> {
    static CLASSES: [PyOnceLock<Py<PyType>>; 2] = [PyOnceLock::new(), PyOnceLock::new()];
    match address {
        IpAddr::V4(address) => CLASSES[0].import(py, "ipaddress", "IPv4Address")?.call1((u32::from(address),)),
        IpAddr::V6(address) => CLASSES[1].import(py, "ipaddress", "IPv6Address")?.call1((u128::from(address),)),
    }
}

/// The name or the address of a host to which all clients connect alike, without brackets and zone, or None.
#[pyfunction]
fn connect_host<'py>(host: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyString>>> {
    guarded(|| {
        let text = scalar_values("host", host)?;
        Ok(match plain(&text, false) {
            Ok(Some(Plain::Name(name))) if *name == *text && is_exact(host) => Some(host.clone()),
            Ok(Some(plain)) => Some(PyString::new(host.py(), &plain.text())),
            _ => None,
        })
    })
}

/// Whether a host matches one of the patterns; `ValueError` for an invalid pattern.
#[pyfunction]
fn host_matches(host: &Bound<'_, PyString>, patterns: &Bound<'_, PyAny>) -> PyResult<bool> {
    guarded(|| {
        let patterns = patterns_of("patterns", patterns)?;
        let host = scalar_values("host", host)?;
        Ok(match plain(&host, false) {
            Ok(Some(host)) => patterns.iter().any(|pattern| pattern.matches(&host)),
            _ => false,
        })
    })
}

/// The patterns of an argument: one text, or a collection of texts.
pub fn patterns_of(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Vec<Pattern>> {
    if let Ok(text) = argument.cast::<PyString>() {
        return Ok(vec![pattern_of(name, text)?]);
    }
    if argument.len().is_err() {
        return Err(wrong_type(name, "a str or Collection", argument));
    }
    let pattern = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        pattern_of(name, item.cast::<PyString>().map_err(|_| wrong_type(name, "texts", &item))?)
    };
    argument.try_iter()?.map(pattern).collect()
}

fn pattern_of(name: &str, text: &Bound<'_, PyString>) -> PyResult<Pattern> {
    let pattern = scalar_values(name, text)?;
    Pattern::new(&pattern).map_err(|error| {
        let begin: String = pattern.chars().take(100).collect();
        let shown =
            masked(text.py(), &begin).and_then(|shown| PyString::new(text.py(), &shown).repr()?.extract::<String>());
        match (shown, error) {
            (Err(error), _) => error,
            (Ok(shown), BadPattern::BelowAddress) => {
                PyValueError::new_err(format!("{name}: {shown} is below an address, which has no names below it"))
            }
            (Ok(shown), BadPattern::NotAHost(reason)) => {
                PyValueError::new_err(format!("{name}: {shown}: {reason}; write a name, an address, or *. and a name"))
            }
        }
    })
}

/// The IPv4 address inside an IPv6 address, or None; both are numbers.
#[pyfunction]
fn embedded_address(address: u128) -> Option<u32> {
    embedding::embedded_address(address)
}

/// The version of the Internet Protocol and the number of an address without brackets and zone; None for another text.
#[pyfunction]
fn address_number(text: &str) -> Option<(u8, u128)> {
    Some(match text.parse().ok()? {
        IpAddr::V4(address) => (4, u32::from(address).into()),
        IpAddr::V6(address) => (6, address.into()),
    })
}

/// The number of the address that the C function `inet_aton` reads, or None.
#[pyfunction]
fn inet_aton(text: &Bound<'_, PyString>) -> PyResult<Option<u32>> {
    Ok(numeric::inet_aton(&scalar_values("text", text)?).map(u32::from))
}

/// The text of the address that `inet_aton` reads, or None.
#[pyfunction]
fn ipv4_text(text: &Bound<'_, PyString>) -> PyResult<Option<String>> {
    Ok(numeric::inet_aton(&scalar_values("text", text)?).map(|address| address.to_string()))
}

/// The text that RFC 5952 recommends for an IPv6 address without a zone; None for another text.
#[pyfunction]
fn ipv6_text(text: &Bound<'_, PyString>) -> PyResult<Option<String>> {
    Ok(numeric::ipv6_text(&scalar_values("address", text)?))
}

register! { HostKinds; connect_host, host_matches, embedded_address, address_number, inet_aton, ipv4_text, ipv6_text }
