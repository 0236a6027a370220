//! A compact form of the engine's offsets, in 32 bytes: the others are computed.

use uriverse_core::{Offsets, TargetTail, NONE};

/// The positions of the components, in characters: the engine's offsets without those that can be computed.
///
/// Delimiters have known lengths (the engine's loader checks that), so the component after one needs no offset of its
/// start. The authority starts three characters after `scheme_end` and ends at the start of the path. The host starts
/// one after the userinfo, the port one after the host, the params one after the path. The query ends one before the
/// fragment. Example: in `http://h/a?b` the scheme ends at 4, so the authority starts at 7; the path starts at 8, so
/// the authority ends there.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Places {
    pub scheme_end: u32,
    pub userinfo_end: u32,
    pub host_end: u32,
    pub path_start: u32,
    pub path_end: u32,
    pub query_start: u32,
    pub fragment_start: u32,
    /// The engine's flags, the ones below, and in the upper half the index of a built-in edition or `OWN`.
    pub flags: u32,
}

pub const HAS_AUTHORITY: u32 = 1 << 8;
pub const HAS_PORT: u32 = 1 << 9;
pub const HAS_PARAMS: u32 = 1 << 10;
/// Instead of the index of a built-in edition: the edition is a user's own.
pub const OWN: u32 = 0xffff;

impl Places {
    #[inline]
    pub fn new(offsets: &Offsets, edition: u32) -> Places {
        let flag = |offset: u32, flag: u32| if offset == NONE { 0 } else { flag };
        let has = flag(offsets.authority_start, HAS_AUTHORITY)
            | flag(offsets.port_start, HAS_PORT)
            | flag(offsets.params_start, HAS_PARAMS);
        Places {
            scheme_end: offsets.scheme_end,
            userinfo_end: offsets.userinfo_end,
            host_end: offsets.host_end,
            path_start: offsets.path_start,
            path_end: offsets.path_end,
            query_start: offsets.query_start,
            fragment_start: offsets.fragment_start,
            flags: offsets.flags | has | edition << 16,
        }
    }

    pub fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    pub fn authority_start(&self) -> u32 {
        if self.scheme_end == NONE {
            2
        } else {
            self.scheme_end + 3
        }
    }

    pub fn host_start(&self) -> u32 {
        if self.userinfo_end == NONE {
            self.authority_start()
        } else {
            self.userinfo_end + 1
        }
    }

    /// The end of the text before the fragment; `NONE` without a fragment.
    pub fn before_fragment(&self) -> u32 {
        if self.fragment_start == NONE {
            NONE
        } else {
            self.fragment_start - 1
        }
    }

    /// The places of a target that equals this text up to the path, and continues with `tail`.
    #[inline]
    pub fn with_tail(&self, tail: &TargetTail) -> Places {
        Places {
            path_end: tail.path_end,
            query_start: tail.query_start,
            fragment_start: tail.fragment_start,
            flags: self.flags | Offsets::ROOTED,
            ..*self
        }
    }

    /// The engine's offsets, of a text of `length` characters.
    #[inline(always)]
    pub fn offsets(&self, length: u32) -> Offsets {
        let if_present = |flag: u32, offset: u32| if self.has(flag) { offset } else { NONE };
        let with = |other: u32, offset: u32| if other == NONE { NONE } else { offset };
        Offsets {
            scheme_end: self.scheme_end,
            authority_start: if_present(HAS_AUTHORITY, self.authority_start()),
            authority_end: if_present(HAS_AUTHORITY, self.path_start),
            userinfo_end: self.userinfo_end,
            host_start: with(self.host_end, self.host_start()),
            host_end: self.host_end,
            port_start: if_present(HAS_PORT, self.host_end.wrapping_add(1)),
            path_start: self.path_start,
            path_end: self.path_end,
            params_start: if_present(HAS_PARAMS, self.path_end + 1),
            query_start: self.query_start,
            query_end: with(self.query_start, self.before_fragment().min(length)),
            fragment_start: self.fragment_start,
            flags: self.flags & 0xff,
        }
    }
}
