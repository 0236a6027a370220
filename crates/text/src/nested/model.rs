//! What the search gives.

/// What is inside a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A reference with a host. Its name is "scheme" or, without a scheme, the delimiter before it.
    Reference,
    /// A value that begins with a scheme, which is its name.
    Scheme,
    /// A value that begins with "@", perhaps after a port. Its name is its key; its host is what follows.
    AtSign,
    /// ".." between delimiters: a value, or a segment of one.
    Climb,
    /// The secret value of a key, which is its name, without white space at its ends.
    Value,
    /// A dot segment with a parameter, such as `..;`.
    Parameter,
}

/// Which component a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// No value begins in it.
    Path,
    /// Pairs of keys and values, split at "&" and ";".
    Query,
    /// A fragment, or parameters.
    Other,
}

/// A finding of the search.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nested {
    /// The kind.
    pub kind: Kind,
    /// Its place in the part.
    pub place: Place,
    /// See [`Kind`].
    pub name: String,
    /// The hosts of a reference.
    pub hosts: Vec<String>,
}

/// Start and end.
pub type Place = (usize, usize);
