//! The data of a table's fast path: the sets and automata it uses, and the texts it accepts.

use std::sync::Arc;

use uriverse_scan::Sets;

use super::web::Web;
use crate::automaton::Automaton;
use crate::bytes::ByteTable;
use crate::plan::shortcuts::HostTest;
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
    /// The units of each component, which ends where their run ends.
    pub(super) spans: [Units; 5],
    pub(super) scheme_first: Arc<ByteTable>,
    /// The scheme's automaton, unless the scheme is one byte and then a set.
    pub(super) scheme: Option<Arc<Automaton>>,
    /// Whether "http" and "https" are schemes.
    pub(super) takes_web: bool,
    /// A shorter test for most URLs.
    pub(crate) web: Option<Web>,
    /// The host's automaton; None if the host is a set. With an automaton, the set HOST has every byte that it takes.
    pub(super) host: Option<Arc<Automaton>>,
    /// A cheap test that most hosts pass; this automaton accepts every host that passes.
    pub(super) host_test: Option<HostTest>,
    /// Whether this fast path accepts only hosts that pass [`is_labels`](crate::plan::shortcuts::is_labels) and
    /// consist of bytes of HOST.
    pub(super) labels_alone: bool,
    pub(super) empty_host: bool,
    pub(super) port: Option<Port>,
    pub(super) flags: u32,
    pub(super) empty_path: bool,
    pub(super) paths: Paths,
    pub(super) path_alone: PathAlone,
    pub(super) tails: Tails,
}

/// Which paths over the units of PATH an automaton is known to accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paths {
    /// Those that begin with "/".
    Rooted,
    /// Paths that begin with "/" and have no segment that begins with "." or "%2e".
    Undotted,
    /// Paths that begin with "/" but not with "//".
    NoEmptyFirstSegment,
}

/// The path of the reading that has neither a scheme nor an authority.
#[derive(Clone, Debug)]
pub(super) enum PathAlone {
    /// No such reading, or one that the fast path does not support.
    Unknown,
    /// Any units of PATH.
    Units,
    /// An automaton, and the paths of PATH's units that it is known to accept. Such a path neither begins with "//" nor
    /// has ":" in its first segment.
    Automaton(Arc<Automaton>, KnownPaths),
}

/// The paths that an automaton is known to accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KnownPaths {
    /// No path.
    Nothing,
    /// All paths.
    All,
    /// Those in which no segment begins with "." or "%", except leading "./" and "../".
    Undotted,
}

/// The digits of a port.
#[derive(Clone, Debug)]
pub(super) struct Port {
    pub(super) digits: Arc<ByteTable>,
    pub(super) nonempty: bool,
    /// The bytes that may follow the port: those that end an authority.
    pub(super) stop: Arc<ByteTable>,
}

/// The components that may follow the path. The units of params, which few texts have, have no mask.
#[derive(Clone, Debug)]
pub(super) struct Tails {
    pub(super) params: Option<Units>,
    pub(super) query: bool,
    pub(super) fragment: bool,
}

/// The shape that the fast path has recognized.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A scheme and an authority.
    Absolute,
    /// Neither a scheme nor an authority, and the path consists of units of PATH.
    Relative,
    /// Neither a scheme nor an authority, and the path could not follow an authority.
    OtherRelative,
    /// Another shape, valid or not.
    Unknown,
}
