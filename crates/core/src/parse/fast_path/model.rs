//! What a table's fast path consists of: the sets and automata by which it reads, and which texts it takes.

use std::sync::Arc;

use uriverse_scan::Sets;

use super::web::Web;
use crate::automaton::Automaton;
use crate::bytes::ByteTable;
use crate::parse::shortcuts::HostTest;
use crate::units::Units;

// The sets by number: the order of the components in a text.
pub(super) const SCHEME: usize = 0;
pub(super) const HOST: usize = 1;
pub(super) const PATH: usize = 2;
pub(super) const QUERY: usize = 3;
pub(super) const FRAGMENT: usize = 4;

/// The sets and automata of one table's fast path.
#[derive(Clone, Debug)]
pub(crate) struct FastPath {
    /// The sets of `spans`.
    pub(super) sets: Sets<5>,
    /// What each component consists of: it ends where the run of its units ends.
    pub(super) spans: [Units; 5],
    pub(super) scheme_first: Arc<ByteTable>,
    /// The scheme's automaton, if the scheme is not one byte and then a set.
    pub(super) scheme: Option<Arc<Automaton>>,
    /// Whether "http" and "https" are schemes.
    pub(super) takes_web: bool,
    /// A shorter test for most texts of the web.
    pub(crate) web: Option<Web>,
    /// The host's automaton, if the host is not a set. The set HOST then holds all bytes that the automaton takes.
    pub(super) host: Option<Arc<Automaton>>,
    /// A short test that most hosts pass; this automaton accepts every host that passes.
    pub(super) host_test: Option<HostTest>,
    /// Whether it accepts only hosts that pass [`is_labels`](crate::parse::shortcuts::is_labels) and consist of bytes
    /// of HOST.
    pub(super) labels_alone: bool,
    pub(super) empty_host: bool,
    pub(super) port: Option<Port>,
    pub(super) flags: u32,
    pub(super) empty_path: bool,
    pub(super) paths: Paths,
    pub(super) path_alone: PathAlone,
    pub(super) tails: Tails,
}

/// Which paths over the units of PATH the automaton of a path accepts, for all that the fast path knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paths {
    /// Those that begin with "/".
    Rooted,
    /// Of these, those without a segment that begins with "." or "%2e".
    Undotted,
    /// Of these, those that do not begin with "//".
    NoEmptyFirstSegment,
}

/// The path of the reading that has neither a scheme nor an authority.
#[derive(Clone, Debug)]
pub(super) enum PathAlone {
    /// No such reading, or one that the fast path does not know.
    Unknown,
    /// Any units of PATH.
    Units,
    /// What the automaton accepts, and of which paths of PATH's units that is known. None of these begins with "//" or
    /// with a segment that holds ":".
    Automaton(Arc<Automaton>, KnownPaths),
}

/// The paths that an automaton is known to accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KnownPaths {
    /// None.
    Nothing,
    /// All.
    All,
    /// Those in which no segment begins with "." or "%", but for leading "./" and "../".
    Undotted,
}

/// The digits of a port.
#[derive(Clone, Debug)]
pub(super) struct Port {
    pub(super) digits: Arc<ByteTable>,
    pub(super) nonempty: bool,
    /// What may follow: the bytes that end an authority.
    pub(super) stop: Arc<ByteTable>,
}

/// Which components may follow the path. The units of params, which few texts have, are not among the masks.
#[derive(Clone, Debug)]
pub(super) struct Tails {
    pub(super) params: Option<Units>,
    pub(super) query: bool,
    pub(super) fragment: bool,
}

/// What the fast path has found a reference to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A scheme and an authority.
    Absolute,
    /// Neither, and the path consists of units of PATH.
    Relative,
    /// Neither, with a path that could not follow an authority.
    OtherRelative,
    /// Something else, valid or not.
    Unknown,
}
