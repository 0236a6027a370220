//! The offsets of a text under construction, as an array: a compiled slot stores the indices of its start and its end.
//!
//! Named fields of [`Offsets`] would need a `match` for each slot of each text. A [`Field`] is an index instead, and
//! every [`Field`] is smaller than the length of [`Fields`]: writing needs neither a branch nor a bounds check.

use crate::model::Component;
use crate::offsets::{Offsets, NONE};

/// One offset under construction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Field {
    SchemeEnd,
    AuthorityStart,
    AuthorityEnd,
    UserinfoEnd,
    HostStart,
    HostEnd,
    PortStart,
    PathStart,
    PathEnd,
    ParamsStart,
    QueryStart,
    QueryEnd,
    FragmentStart,
    /// The flags of the authority's reading.
    Flags,
    /// A dummy for positions that the offsets omit, such as the start of the scheme. It is never read.
    Unread,
}

/// The fields that belong to the authority's own readings.
const WITHIN_AUTHORITY: [Field; 5] =
    [Field::UserinfoEnd, Field::HostStart, Field::HostEnd, Field::PortStart, Field::Flags];

/// The fields of a component's start and end.
pub(crate) const fn fields_of(component: Component) -> (Field, Field) {
    match component {
        Component::Scheme => (Field::Unread, Field::SchemeEnd),
        Component::Authority => (Field::AuthorityStart, Field::AuthorityEnd),
        Component::Userinfo => (Field::Unread, Field::UserinfoEnd),
        Component::Host => (Field::HostStart, Field::HostEnd),
        Component::Port => (Field::PortStart, Field::Unread),
        Component::Path => (Field::PathStart, Field::PathEnd),
        Component::Params => (Field::ParamsStart, Field::Unread),
        Component::Query => (Field::QueryStart, Field::QueryEnd),
        Component::Fragment => (Field::FragmentStart, Field::Unread),
        Component::RegName => (Field::Unread, Field::Unread),
    }
}

/// All fields; unwritten ones are [`NONE`].
pub(crate) struct Fields([u32; 16]);

impl Fields {
    #[inline(always)]
    pub(crate) fn new() -> Fields {
        Fields([NONE; 16])
    }

    #[inline(always)]
    pub(crate) fn get(&self, field: Field) -> u32 {
        self.0[field as usize]
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, field: Field, value: u32) {
        self.0[field as usize] = value;
    }

    /// Writes the start and the end of a component's content. The text is shorter than `u32::MAX` bytes, so the casts
    /// lose nothing.
    #[inline(always)]
    pub(crate) fn set_range(&mut self, (first, last): (Field, Field), start: usize, end: usize) {
        self.set(first, start as u32);
        self.set(last, end as u32);
    }

    /// Undoes [`Fields::set_range`].
    #[inline]
    pub(crate) fn forget_range(&mut self, (first, last): (Field, Field)) {
        self.set(first, NONE);
        self.set(last, NONE);
    }

    /// Undoes the writes of a reading of the authority.
    pub(crate) fn forget_authority(&mut self) {
        for field in WITHIN_AUTHORITY {
            self.set(field, NONE);
        }
    }

    /// The offsets of a text that a reading has accepted.
    pub(crate) fn offsets(&self, text: &[u8], opaque: bool) -> Offsets {
        let mut flags = match self.get(Field::Flags) {
            NONE => 0,
            flags => flags,
        };
        if opaque {
            flags |= Offsets::OPAQUE;
        }
        let mut path = (self.get(Field::PathStart), self.get(Field::PathEnd));
        if path.0 == NONE {
            path = self.empty_path();
        }
        if path.0 < path.1 && text[path.0 as usize] == b'/' {
            flags |= Offsets::ROOTED;
        }
        Offsets {
            scheme_end: self.get(Field::SchemeEnd),
            authority_start: self.get(Field::AuthorityStart),
            authority_end: self.get(Field::AuthorityEnd),
            userinfo_end: self.get(Field::UserinfoEnd),
            host_start: self.get(Field::HostStart),
            host_end: self.get(Field::HostEnd),
            port_start: self.get(Field::PortStart),
            path_start: path.0,
            path_end: path.1,
            params_start: self.get(Field::ParamsStart),
            query_start: self.get(Field::QueryStart),
            query_end: self.get(Field::QueryEnd),
            fragment_start: self.get(Field::FragmentStart),
            flags,
        }
    }

    /// The position of the path in a reading without a slot for it: the path is empty, after the scheme and authority.
    #[cold]
    fn empty_path(&self) -> (u32, u32) {
        let at = if self.get(Field::AuthorityEnd) != NONE {
            self.get(Field::AuthorityEnd)
        } else if self.get(Field::SchemeEnd) != NONE {
            self.get(Field::SchemeEnd) + 1
        } else {
            0
        };
        (at, at)
    }
}
