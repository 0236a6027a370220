//! `ReferenceNames`: which attributes of which elements hold references, from the reader's table.

use memchr::memchr3;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::calling::values::Items;
use uriverse_html::names::Name;
use uriverse_html::shapes::Shapes;

/// The names of elements and attributes that hold references.
///
/// `common` maps an element to the attribute whose value is one reference, without other conditions. `others` are pairs
/// of an attribute and an element, or "*": Python handles their elements, and elements of SVG with one of the
/// attributes `svg`. The attributes `css` hold declarations or a style sheet.
#[pyclass(module = "uriverse._core", frozen)]
pub struct ReferenceNames {
    pub(super) common: Vec<Common>,
    others: Vec<(String, Option<Name>)>,
    svg: Vec<String>,
    css: Vec<String>,
    shapes: Shapes,
    pub(super) characters: Py<PyDict>,
}

pub(super) struct Common {
    element: Name,
    /// The names of the element and of the attribute.
    pub(super) texts: [String; 2],
}

/// The content of an attribute.
pub(super) enum ReferenceIn {
    Nothing,
    /// One reference; the index in `common`.
    Common(u16),
    Other,
}

#[pymethods]
impl ReferenceNames {
    #[new]
    fn new(
        common: Items<(String, String)>,
        others: Items<(String, String)>,
        svg: Items<String>,
        css: Items<String>,
        characters: Py<PyDict>,
    ) -> PyResult<ReferenceNames> {
        let of_common = common.iter().map(|(_, attribute)| attribute);
        let of_others = others.iter().map(|(attribute, _)| attribute);
        let shapes = Shapes::from_names(of_common.chain(of_others).chain(svg.iter()));
        let common = common
            .into_iter()
            .map(|(element, attribute)| Ok(Common { element: name(&element)?, texts: [element, attribute] }))
            .collect::<PyResult<_>>()?;
        let others = others
            .into_iter()
            .map(|(attribute, element)| {
                let element = if element == "*" { None } else { Some(name(&element)?) };
                Ok((attribute, element))
            })
            .collect::<PyResult<_>>()?;
        Ok(ReferenceNames { common, others, svg: svg.into(), css: css.into(), shapes, characters })
    }
}

impl ReferenceNames {
    /// The content of an attribute of an element; None is an element of SVG.
    #[inline]
    pub(super) fn content(&self, element: Option<Name>, attribute: &[u8], value: &[u8]) -> ReferenceIn {
        if !self.shapes.has(attribute) {
            return ReferenceIn::Nothing;
        }
        if self.css.iter().any(|name| is_named(attribute, name)) && !may_hold_css(value) {
            return ReferenceIn::Nothing;
        }
        match element {
            Some(element) => self.find(element, attribute),
            None if self.svg_name(attribute).is_some() => ReferenceIn::Other,
            None => ReferenceIn::Nothing,
        }
    }

    fn find(&self, element: Name, attribute: &[u8]) -> ReferenceIn {
        let is_common = |each: &Common| each.element == element && is_named(attribute, &each.texts[1]);
        if let Some(at) = self.common.iter().position(is_common) {
            return ReferenceIn::Common(at as u16);
        }
        let is_other =
            |(name, of): &(String, Option<Name>)| of.is_none_or(|of| of == element) && is_named(attribute, name);
        if self.others.iter().any(is_other) {
            ReferenceIn::Other
        } else {
            ReferenceIn::Nothing
        }
    }

    /// The SVG spelling of an attribute that holds references.
    pub(super) fn svg_name(&self, attribute: &[u8]) -> Option<&str> {
        self.svg.iter().map(String::as_str).find(|name| is_named(attribute, name))
    }
}

#[inline]
fn is_named(attribute: &[u8], name: &str) -> bool {
    attribute.eq_ignore_ascii_case(name.as_bytes())
}

/// Whether declarations may hold a reference: after "(" or "@" (readers/css.py), also as character references.
fn may_hold_css(value: &[u8]) -> bool {
    memchr3(b'(', b'@', b'&', value).is_some()
}

fn name(text: &str) -> PyResult<Name> {
    let name = Name::from_text(text.as_bytes());
    if name == Name::LONG {
        return Err(PyValueError::new_err(format!("{text:?} is no name of at most sixteen octets")));
    }
    Ok(name)
}
