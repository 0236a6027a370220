//! What a policy limits, for the answer that most URLs get: it admits them. The reasons of a refusal are Python's.
//!
//! ```text
//!   https://hooks.example.com/new    schemes https   hosts *.example.com   admitted
//!   https://010.0.0.1/               the verdict on the host says why not: Python asks it again, for the message
//! ```
//!
//! Input is a text that is a Web URL ([`uriverse_whatwg::web`]), which both documents read alike, and its offsets.

use std::ops::Range;

use uriverse_core::Offsets;
use uriverse_whatwg::special_schemes::default_port;

use crate::kinds::{Kind, Kinds};
use crate::patterns::Pattern;
use crate::verdicts::{plain, Plain};

/// The allowed ports.
#[derive(Clone, Debug)]
pub enum Ports {
    /// All but 0.
    Any,
    /// All but 0, and but these if they are written: those of other services.
    Without(Vec<u16>),
    /// Only these, the scheme's default included.
    Only(Vec<u16>),
}

/// The allowed addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// All.
    Any,
    /// Those of the public Internet.
    Public,
    /// Those of networks, which Python compares; and every name.
    Networks,
}

/// The limits of a policy; None where there is no limit.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The schemes, in lower case.
    pub schemes: Option<Vec<String>>,
    /// The hosts.
    pub hosts: Option<Vec<Pattern>>,
    /// The ports.
    pub ports: Ports,
    /// Whether a userinfo is allowed.
    pub userinfo: bool,
    /// The addresses.
    pub addresses: Addresses,
    /// The segments of each pattern of paths; "*" is any segment but the empty one, and "**" at the end any number.
    pub paths: Option<Vec<Vec<String>>>,
    /// Whether a fragment is allowed.
    pub fragment: bool,
    /// The most characters.
    pub max_length: Option<usize>,
    /// The texts that a regular expression matches.
    pub pattern: Option<Texts>,
}

/// A set of texts: an automaton with a row of a power of two of targets for each state.
#[derive(Clone, Debug)]
pub struct Texts {
    class: Box<[u8; 256]>,
    /// The index of a row, so that one step is `next[state + class[byte]]`.
    next: Vec<u32>,
    /// log2 of the row length.
    shift: u32,
    start: u32,
    /// By row number.
    accepting: Vec<bool>,
}

/// Marks a state that every byte leads to itself: the rest of a text changes nothing.
const SETTLED: u32 = 1 << 31;

impl Texts {
    /// The texts of an automaton: the class of each byte, the targets of each state by class, and whether it accepts.
    /// The first state is the start. None if a target or a class is not there.
    pub fn new(class: &[u8], rows: &[Vec<u32>], accepting: Vec<bool>) -> Option<Texts> {
        let class = Box::new(<[u8; 256]>::try_from(class).ok()?);
        let width = rows.first()?.len();
        let shift = width.next_power_of_two().trailing_zeros();
        let is_whole = rows.iter().all(|row| row.len() == width && row.iter().all(|&to| (to as usize) < rows.len()));
        let fits = rows.len() << shift < SETTLED as usize && class.iter().all(|&class| usize::from(class) < width);
        if !is_whole || !fits || accepting.len() != rows.len() {
            return None;
        }
        let settles = |state: u32| rows[state as usize].iter().all(|&to| to == state);
        let marked = |state: u32| state << shift | if settles(state) { SETTLED } else { 0 };
        let mut next = vec![0; rows.len() << shift];
        for (row, targets) in rows.iter().zip(next.chunks_exact_mut(1 << shift)) {
            row.iter().zip(targets).for_each(|(&to, target)| *target = marked(to));
        }
        Some(Texts { class, next, shift, start: marked(0), accepting })
    }

    /// Whether a text is one of them.
    pub fn contains(&self, text: &[u8]) -> bool {
        let mut state = self.start;
        for &byte in text {
            if state & SETTLED != 0 {
                break;
            }
            state = self.next[state as usize + usize::from(self.class[usize::from(byte)])];
        }
        self.accepting[((state & !SETTLED) >> self.shift) as usize]
    }
}

impl Limits {
    /// Whether False is conclusive: Python judges some paths, and networks.
    pub fn are_final(&self) -> bool {
        self.paths.is_none() && self.addresses != Addresses::Networks
    }

    /// Whether a Web URL is admitted, or None.
    pub fn verdict(&self, text: &[u8], offsets: &Offsets, kinds: &Kinds) -> Option<bool> {
        if self.pattern.as_ref().is_some_and(|texts| !texts.contains(text)) {
            return Some(false);
        }
        let is_admitted = self.admits(text, offsets, kinds);
        Some(is_admitted).filter(|&is_admitted| is_admitted || self.are_final())
    }

    /// Whether the parts of a Web URL are admitted. False is inconclusive, unless the limits are final.
    fn admits(&self, text: &[u8], offsets: &Offsets, kinds: &Kinds) -> bool {
        let part = |range: Option<Range<usize>>| {
            range.and_then(|range| text.get(range)).and_then(|part| std::str::from_utf8(part).ok())
        };
        let scheme = part(offsets.scheme()).unwrap_or_default();
        self.max_length.is_none_or(|longest| text.len() <= longest)
            && self.schemes.as_ref().is_none_or(|schemes| schemes.iter().any(|allowed| allowed == scheme))
            && (self.userinfo || offsets.userinfo().is_none())
            && (self.fragment || offsets.fragment(text.len()).is_none())
            && self.admits_port(part(offsets.port()), scheme)
            && self.admits_host(part(offsets.host()).unwrap_or_default(), kinds)
            && self.admits_path(part(Some(offsets.path())).unwrap_or_default())
    }

    fn admits_port(&self, written: Option<&str>, scheme: &str) -> bool {
        let number = match written {
            Some(digits) => digits.parse().ok(),
            None => default_port(scheme),
        };
        number.is_some_and(|number: u16| match &self.ports {
            Ports::Any => number != 0,
            Ports::Without(ports) => number != 0 && (written.is_none() || !ports.contains(&number)),
            Ports::Only(ports) => ports.contains(&number),
        })
    }

    fn admits_host(&self, host: &str, kinds: &Kinds) -> bool {
        if self.hosts.is_none() && self.addresses == Addresses::Any {
            return true;
        }
        let Ok(Some(host)) = plain(host, false) else { return false };
        if self.hosts.as_ref().is_some_and(|patterns| !patterns.iter().any(|pattern| pattern.matches(&host))) {
            return false;
        }
        match self.addresses {
            Addresses::Any => true,
            Addresses::Public => host.kind(kinds) == Kind::Public,
            Addresses::Networks => matches!(host, Plain::Name(_)),
        }
    }

    /// Python judges a path that servers may read differently: with triplets, params or an empty segment.
    fn admits_path(&self, path: &str) -> bool {
        let Some(patterns) = &self.paths else { return true };
        let Some(path) = path.strip_prefix('/').filter(|path| !path.contains(['%', ';'])) else { return false };
        !path.starts_with('/') && !path.contains("//") && patterns.iter().any(|pattern| matches_path(pattern, path))
    }
}

fn matches_path(pattern: &[String], path: &str) -> bool {
    let mut segments = path.split('/');
    for part in pattern {
        if part == "**" {
            return segments.next().is_some();
        }
        match segments.next() {
            Some(segment) if part == segment || part == "*" && !segment.is_empty() => {}
            _ => return false,
        }
    }
    segments.next().is_none()
}
