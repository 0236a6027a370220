//! `ReferenceNames`: which attributes of which elements hold references, as the reader's table has them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::names::Name;

/// The names of elements and attributes that hold references.
///
/// `common` names for an element the attribute that holds one reference and nothing else decides about. `others` are
/// pairs of an attribute and an element, or "*": their elements are handed to Python.
#[pyclass(module = "uriverse._core", frozen)]
pub struct ReferenceNames {
    pub(super) common: Vec<Common>,
    others: Vec<(Name, Option<Name>)>,
    /// For each first letter the lengths that names of attributes have. Nearly no attribute of a page shares both with a name that
    /// is looked for: `class` has the first letter of `cite` and `content`, but another length.
    shapes: [u32; 32],
    pub(super) characters: Py<PyDict>,
}

pub(super) struct Common {
    element: Name,
    attribute: Name,
    /// Both names as text.
    pub(super) texts: [String; 2],
}

/// What an attribute holds.
pub(super) enum Holds {
    Nothing,
    /// One reference; the place in `common`.
    Common(u16),
    Other,
}

#[pymethods]
impl ReferenceNames {
    #[new]
    fn new(
        common: Vec<(String, String)>,
        others: Vec<(String, String)>,
        characters: Py<PyDict>,
    ) -> PyResult<ReferenceNames> {
        let mut shapes = [0; 32];
        let mut known = |attribute: &str| {
            let (letter, length) = shape(attribute.as_bytes());
            shapes[letter] |= 1 << length;
            name(attribute)
        };
        let common = common
            .into_iter()
            .map(|(element, attribute)| {
                Ok(Common { element: name(&element)?, attribute: known(&attribute)?, texts: [element, attribute] })
            })
            .collect::<PyResult<_>>()?;
        let others = others
            .iter()
            .map(|(attribute, element)| {
                let element = if element == "*" { None } else { Some(name(element)?) };
                Ok((known(attribute)?, element))
            })
            .collect::<PyResult<_>>()?;
        Ok(ReferenceNames { common, others, shapes, characters })
    }
}

impl ReferenceNames {
    /// What an attribute of an element holds.
    #[inline]
    pub(super) fn holds(&self, element: Name, attribute: &[u8]) -> Holds {
        let (letter, length) = shape(attribute);
        if self.shapes[letter] >> length & 1 == 0 {
            return Holds::Nothing;
        }
        self.find(element, Name::of(attribute))
    }

    fn find(&self, element: Name, attribute: Name) -> Holds {
        if let Some(at) = self.common.iter().position(|each| each.element == element && each.attribute == attribute) {
            return Holds::Common(at as u16);
        }
        let is_other = self.others.iter().any(|(name, of)| *name == attribute && of.is_none_or(|of| of == element));
        if is_other {
            Holds::Other
        } else {
            Holds::Nothing
        }
    }
}

/// The first letter and the length of a name. Both cases of a letter have the same low bits.
#[inline]
fn shape(name: &[u8]) -> (usize, usize) {
    (usize::from(name.first().map_or(0, |letter| letter & 31)), name.len().min(31))
}

fn name(text: &str) -> PyResult<Name> {
    let name = Name::of(text.as_bytes());
    if name == Name::LONG || text.len() > 16 {
        return Err(PyValueError::new_err(format!("{text:?} is no name of at most sixteen octets")));
    }
    Ok(name)
}
