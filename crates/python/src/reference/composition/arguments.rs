//! The arguments of `compose` and `replace`: their types, and the pairs that exclude each other.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyString, PyTuple};
use uriverse_core::named_enum;

use crate::calling::arguments::Argument;
use crate::ground::errors::wrong_type;

named_enum! {
    /// A part; its number is its index among the arguments.
    pub enum Part {
        Scheme = "scheme",
        Authority = "authority",
        Userinfo = "userinfo",
        User = "user",
        Password = "password",
        Host = "host",
        Port = "port",
        Path = "path",
        Segments = "segments",
        Params = "params",
        Query = "query",
        Pairs = "pairs",
        Fragment = "fragment",
    }
}

use Part::{Authority, Host, Pairs, Password, Path, Port, Query, Segments, User, Userinfo};

/// The names of the arguments of `compose`: the parts, and the edition.
pub const WITH_EDITION: [&str; 14] = {
    let (mut names, mut index) = (["edition"; 14], 0);
    while index < Part::NAMES.len() {
        names[index] = Part::NAMES[index];
        index += 1;
    }
    names
};

/// The parts of an authority.
pub const IN_AUTHORITY: PartSet = PartSet::from_parts(&[Userinfo, User, Password, Host, Port]);
/// For each composite part, the arguments that it excludes: those for its own parts.
const EXCLUDED: [(Part, PartSet); 4] = [
    (Authority, IN_AUTHORITY),
    (Userinfo, PartSet::from_parts(&[User, Password])),
    (Path, PartSet::from_parts(&[Segments])),
    (Query, PartSet::from_parts(&[Pairs])),
];

/// A set of parts.
#[derive(Clone, Copy)]
pub struct PartSet(u16);

impl PartSet {
    /// Every part.
    pub const ALL: PartSet = PartSet(u16::MAX);

    /// The set of these parts.
    pub const fn from_parts(parts: &[Part]) -> PartSet {
        let (mut set, mut index) = (0, 0);
        while index < parts.len() {
            set |= 1 << parts[index] as u16;
            index += 1;
        }
        PartSet(set)
    }
}

/// The arguments of a call; None for an omitted one.
pub struct PartArguments<'a, 'py> {
    values: [Argument<'a, 'py>; 13],
    set: u16,
}

impl<'a, 'py> PartArguments<'a, 'py> {
    /// The arguments in the order of [`Part::NAMES`].
    pub fn new(values: [Argument<'a, 'py>; 13]) -> PartArguments<'a, 'py> {
        let set = values.iter().enumerate().map(|(index, value)| u16::from(value.is_some()) << index).sum();
        PartArguments { values, set }
    }

    /// The argument for a part.
    pub fn get(&self, part: Part) -> Argument<'a, 'py> {
        self.values[part as usize]
    }

    /// Whether an argument for one of these parts is present.
    pub fn has_any(&self, parts: PartSet) -> bool {
        self.set & parts.0 != 0
    }

    /// The names of the present arguments among `parts`.
    pub fn names(&self, parts: PartSet) -> Vec<&'static str> {
        let named = |index: &usize| (self.set & parts.0) >> index & 1 == 1;
        (0..Part::NAMES.len()).filter(named).map(|index| Part::NAMES[index]).collect()
    }

    /// `TypeError` for an argument of a wrong type, or for two that exclude each other.
    pub fn check(&self) -> PyResult<()> {
        for (index, value) in self.values.iter().enumerate() {
            let Some(value) = value else { continue };
            let is_text = value.is_instance_of::<PyString>();
            let is_text_or_none = is_text || value.is_none();
            let (fits, wanted) = match index {
                _ if index == Path as usize => (is_text, "a str (segments takes a list)"),
                _ if index == Query as usize => (is_text_or_none, "a str or None (pairs takes a mapping)"),
                _ if index == Host as usize => {
                    (is_text_or_none || is_address(value)?, "a str, an address of ipaddress or None")
                }
                _ if index == Port as usize => (is_text_or_none || is_number(value), "a str, an int or None"),
                _ if index == Segments as usize => {
                    (value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>(), "a list or a tuple of str")
                }
                _ if index == Pairs as usize => {
                    let fits = value.is_none() || !(is_text || value.is_instance_of::<PyBytes>());
                    (fits, "a mapping, an iterable of pairs or None")
                }
                _ => (is_text_or_none, "a str or None"),
            };
            if !fits {
                return Err(wrong_type(Part::NAMES[index], wanted, value));
            }
        }
        for (whole, parts) in EXCLUDED {
            if self.get(whole).is_some() && self.has_any(parts) {
                let (whole, named) = (Part::NAMES[whole as usize], self.names(parts).join(", "));
                return Err(PyTypeError::new_err(format!("{whole} excludes {named}: give the one or the others")));
            }
        }
        Ok(())
    }
}

fn is_number(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>()
}

fn is_address(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let module = value.py().import("ipaddress")?;
    Ok(value.is_instance(&module.getattr("IPv4Address")?)? || value.is_instance(&module.getattr("IPv6Address")?)?)
}
