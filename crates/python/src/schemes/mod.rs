//! The border of `uriverse.schemes`: a scheme's rules, compiled from its table, and the rules of the built-in schemes.
//!
//! Python reads the tables. The first `normalize("urn:A:b", level="scheme")` loads `SCHEMES["urn"].rules` of the
//! package, and later calls reuse them.

use std::collections::HashMap;
use std::sync::OnceLock;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_core::{Level, Offsets, Tables};
use uriverse_schemes::{compared, normalize, Facts, Scheme, UnknownName};

use crate::calling::references::edition_for;
use crate::calling::references::{normal_reference, offsets_of};
use crate::calling::text::Text;
use crate::calling::values::{Answer, Items};
use crate::editions::Edition;
use crate::ground::errors::bad_tables;
use crate::ground::handed_over::{import_late, LateImport};
use crate::ground::memory::guarded;
use crate::ground::strings::string;

/// The rules of one scheme by one document.
#[pyclass(frozen, module = "uriverse._core")]
pub struct SchemeRules {
    pub scheme: Scheme,
}

/// The keywords that `keep` accepts.
const PERCENT_ENCODING: &str = "percent-encoding";
const DOT_SEGMENTS: &str = "dot-segments";

#[pymethods]
impl SchemeRules {
    /// Checks the names of steps and components; `ValueError` names an unknown one.
    ///
    /// `tables` are those of the scheme's grammar, `base` is the edition that it extends; the others are those of a
    /// scheme's table.
    #[new]
    #[pyo3(signature = (name, tables, base, *, whole, has_host, nonempty, forbidden, keep, port, steps, ignored))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        name: &str,
        tables: &[u8],
        base: &Bound<'_, PyAny>,
        whole: bool,
        has_host: bool,
        nonempty: Items<String>,
        forbidden: Items<String>,
        keep: Items<String>,
        port: Option<(u16, String)>,
        steps: Items<String>,
        ignored: Items<String>,
    ) -> PyResult<SchemeRules> {
        let facts = Facts {
            name,
            tables: Tables::load(tables).map_err(|error| bad_tables(base.py(), &error.to_string()))?,
            split: Edition::from_argument(Some(base))?.tables().split_style(),
            whole,
            has_host,
            nonempty: nonempty.into(),
            forbidden: forbidden.into(),
            keeps_triplets: keep.iter().any(|kept| kept == PERCENT_ENCODING),
            keeps_dots: keep.iter().any(|kept| kept == DOT_SEGMENTS),
            port,
            steps: steps.into(),
            ignored: ignored.into(),
        };
        match Scheme::new(facts) {
            Ok(scheme) => Ok(SchemeRules { scheme }),
            Err(UnknownName(name)) => Err(PyValueError::new_err(format!("there is no step or component {name:?}"))),
        }
    }

    /// Whether the scheme accepts a text.
    fn accepts(&self, text: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.scheme.accepts(Text::new("text", text.as_borrowed())?.bytes()))
    }

    /// The normal form of a reference, by its own edition; the same object if nothing changes.
    fn normalize<'py>(&self, reference: &Bound<'py, PyAny>) -> Answer<'py> {
        guarded(|| {
            let text = Text::new("reference", reference.as_borrowed())?;
            let edition = edition_for(None, &[&text])?;
            let offsets = offsets_of(&text, &edition)?;
            let (tables, level) = (edition.tables(), Some(Level::Scheme));
            let changed = normalize(tables, text.bytes(), &offsets, level, Some(&self.scheme));
            normal_reference(reference.py(), &text, &edition, &offsets, changed)
        })
    }

    /// The comparison key of a reference: its normal form without the components that the scheme ignores.
    fn compared<'py>(&self, reference: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        guarded(|| {
            let text = Text::new("reference", reference.as_borrowed())?;
            let edition = edition_for(None, &[&text])?;
            let (offsets, tables) = (offsets_of(&text, &edition)?, edition.tables());
            string(reference.py(), &compared(tables, text.bytes(), &offsets, Some(Level::Scheme), Some(&self.scheme)))
        })
    }
}

/// The names of all steps that a scheme's table can have.
#[pyfunction]
fn scheme_steps() -> Vec<&'static str> {
    uriverse_schemes::steps::names().collect()
}

/// The package's own schemes; each one's rules are loaded on first use.
static SCHEMES: OnceLock<HashMap<Vec<u8>, OnceLock<Py<SchemeRules>>>> = OnceLock::new();

/// Reads the names of the package's own schemes, once.
pub fn read_names(py: Python<'_>) -> PyResult<()> {
    if SCHEMES.get().is_none() {
        let names = import_late(py, LateImport::Schemes)?.getattr("SCHEMES")?.try_iter()?;
        let slot = |name: PyResult<Bound<'_, PyAny>>| Ok((name?.extract::<String>()?.into_bytes(), OnceLock::new()));
        let _ = SCHEMES.set(names.map(slot).collect::<PyResult<_>>()?);
    }
    Ok(())
}

/// The name of a text's scheme, unless the edition's table has all of the scheme's rules.
fn name_without_rules<'a>(tables: &Tables, text: &'a [u8], offsets: &Offsets) -> Option<&'a [u8]> {
    text.get(offsets.scheme()?).filter(|name| tables.empty_path(name).is_none())
}

/// The rules of a built-in scheme; its name may be in any case. None if there are none, or if the edition's table has
/// an equivalent of the scheme's empty path: that table then has all rules of the scheme, as for http.
///
/// `attach` runs a function with the interpreter attached; it is called if the rules are not loaded yet.
pub fn rules_of(
    tables: &Tables,
    text: &[u8],
    offsets: &Offsets,
    attach: impl FnOnce(&dyn Fn(Python<'_>) -> PyResult<()>),
) -> Option<&'static Scheme> {
    let name = name_without_rules(tables, text, offsets)?;
    let schemes = SCHEMES.get()?;
    let slot = schemes.get(name).or_else(|| schemes.get(&name.to_ascii_lowercase()))?;
    if slot.get().is_none() {
        attach(&|py| {
            let name = string(py, &name.to_ascii_lowercase())?;
            let rules = import_late(py, LateImport::Schemes)?.getattr("SCHEMES")?.get_item(name)?.getattr("rules")?;
            let _ = slot.set(rules.cast_into::<SchemeRules>()?.unbind());
            Ok(())
        });
    }
    slot.get().map(|rules| &rules.get().scheme)
}

/// As [`rules_of`], with the interpreter attached.
pub fn known_rules_of(
    py: Python<'_>,
    tables: &Tables,
    text: &[u8],
    offsets: &Offsets,
) -> PyResult<Option<&'static Scheme>> {
    if name_without_rules(tables, text, offsets).is_none() {
        return Ok(None);
    }
    read_names(py)?;
    let mut read = Ok(());
    let rules = rules_of(tables, text, offsets, |load| read = load(py));
    read.map(|()| rules)
}

register! { SchemeRules; scheme_steps }
