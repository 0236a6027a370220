//! Where the components of a text are: byte offsets, without copies.
//!
//! A parse and a split return offsets. The caller keeps the text; a component is a range of it.
//!
//! ```text
//! http://user@example.com:8080/over/there;v=1?name=ferret#nose
//! |   |  |   ||          ||   ||             ||          ||
//! |   |  |   ||          ||   ||             ||          |+- fragment_start
//! |   |  |   ||          ||   ||             ||          +-- query_end
//! |   |  |   ||          ||   ||             |+- query_start
//! |   |  |   ||          ||   ||             +-- path_end
//! |   |  |   ||          ||   |+- path_start = authority_end here
//! |   |  |   ||          |+- port_start
//! |   |  |   ||          +-- host_end
//! |   |  |   |+- host_start
//! |   |  |   +-- userinfo_end
//! |   |  +- authority_start
//! |   +- scheme_end
//! +- the scheme starts at 0
//! ```
//!
//! In RFC 1808 the path ends before the first `;`, and `params_start` is after it. An offset of [`NONE`] means that its
//! component is undefined, which differs from empty: `http://h/` has no query, `http://h/?` an empty one. The path is
//! never undefined.

use std::ops::Range;

use crate::named::named_enum;

/// The offset of an undefined component.
pub const NONE: u32 = u32::MAX;

/// The offsets of one text's components; see the picture at the top of the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Offsets {
    /// The scheme is `0..scheme_end`; ":" follows.
    pub scheme_end: u32,
    /// The authority is `authority_start..authority_end`, after "//".
    pub authority_start: u32,
    /// The end of the authority.
    pub authority_end: u32,
    /// The userinfo is `authority_start..userinfo_end`; "@" follows.
    pub userinfo_end: u32,
    /// The start of the host.
    pub host_start: u32,
    /// The end of the host.
    pub host_end: u32,
    /// The port is `port_start..authority_end`, after ":".
    pub port_start: u32,
    /// The start of the path; never undefined.
    pub path_start: u32,
    /// The end of the path; never undefined.
    pub path_end: u32,
    /// The params of RFC 1808 start here, after ";", and run up to the query, the fragment or the end.
    pub params_start: u32,
    /// The start of the query, after "?".
    pub query_start: u32,
    /// The end of the query.
    pub query_end: u32,
    /// The fragment starts here, after "#", and runs to the end.
    pub fragment_start: u32,
    /// Any of [`Offsets::OPAQUE`], [`Offsets::REG_NAME`], [`Offsets::SERVER`], [`Offsets::ROOTED`].
    pub flags: u32,
}

named_enum! {
    /// The kind of a reference, with the same names in every edition.
    pub enum Kind {
        /// It has a scheme.
        Absolute = "absolute",
        /// It has a scheme, and the edition parses the rest as an opaque part.
        Opaque = "opaque",
        /// No scheme; it has an authority.
        NetworkPath = "network-path",
        /// No scheme, no authority; the path begins with "/".
        AbsolutePath = "absolute-path",
        /// No scheme, no authority; the path does not begin with "/", and there is a path, params or a query.
        RelativePath = "relative-path",
        /// The empty reference, or only a fragment.
        SameDocument = "same-document",
    }
}

/// The range of a component in a text of the given length; None if it is undefined.
pub type ComponentRange = fn(&Offsets, usize) -> Option<Range<usize>>;

/// The components by name, in the order of the text, the authority before its parts.
pub const COMPONENTS: [(&str, ComponentRange); 9] = [
    ("scheme", |offsets, _| offsets.scheme()),
    ("authority", |offsets, _| offsets.authority()),
    ("userinfo", |offsets, _| offsets.userinfo()),
    ("host", |offsets, _| offsets.host()),
    ("port", |offsets, _| offsets.port()),
    ("path", |offsets, _| Some(offsets.path())),
    ("params", Offsets::params),
    ("query", |offsets, _| offsets.query()),
    ("fragment", Offsets::fragment),
];

fn range(start: u32, end: u32) -> Option<Range<usize>> {
    (start != NONE && end != NONE).then_some(start as usize..end as usize)
}

impl Offsets {
    /// Flag: the text after the scheme was parsed as an opaque part.
    pub const OPAQUE: u32 = 1;
    /// Flag: the authority was parsed as a registry-based name (`reg_name` of 1998 to 2002).
    pub const REG_NAME: u32 = 2;
    /// Flag: the authority was parsed by a reading named `server`.
    pub const SERVER: u32 = 4;
    /// Flag: the path begins with "/".
    pub const ROOTED: u32 = 8;

    /// The offsets of the empty text.
    pub const EMPTY: Offsets = Offsets {
        scheme_end: NONE,
        authority_start: NONE,
        authority_end: NONE,
        userinfo_end: NONE,
        host_start: NONE,
        host_end: NONE,
        port_start: NONE,
        path_start: 0,
        path_end: 0,
        params_start: NONE,
        query_start: NONE,
        query_end: NONE,
        fragment_start: NONE,
        flags: 0,
    };

    /// The same offsets, with `moved` applied to each that is not [`NONE`], in the order of the text.
    #[must_use]
    pub fn map(&self, mut moved: impl FnMut(u32) -> u32) -> Offsets {
        let mut offsets = *self;
        let own = &mut offsets;
        for offset in [
            &mut own.scheme_end,
            &mut own.authority_start,
            &mut own.userinfo_end,
            &mut own.host_start,
            &mut own.host_end,
            &mut own.port_start,
            &mut own.authority_end,
            &mut own.path_start,
            &mut own.path_end,
            &mut own.params_start,
            &mut own.query_start,
            &mut own.query_end,
            &mut own.fragment_start,
        ] {
            if *offset != NONE {
                *offset = moved(*offset);
            }
        }
        offsets
    }

    /// The range of the scheme.
    #[must_use]
    pub fn scheme(&self) -> Option<Range<usize>> {
        range(0, self.scheme_end)
    }

    /// The range of the authority.
    #[must_use]
    pub fn authority(&self) -> Option<Range<usize>> {
        range(self.authority_start, self.authority_end)
    }

    /// The range of the userinfo.
    #[must_use]
    pub fn userinfo(&self) -> Option<Range<usize>> {
        range(self.authority_start, self.userinfo_end)
    }

    /// The range of the host.
    #[must_use]
    pub fn host(&self) -> Option<Range<usize>> {
        range(self.host_start, self.host_end)
    }

    /// The range of the port, as written.
    #[must_use]
    pub fn port(&self) -> Option<Range<usize>> {
        range(self.port_start, self.authority_end)
    }

    /// The range of the path.
    #[must_use]
    pub fn path(&self) -> Range<usize> {
        self.path_start as usize..self.path_end as usize
    }

    /// The range of the params of RFC 1808, in a text of `len` bytes.
    #[must_use]
    pub fn params(&self, len: usize) -> Option<Range<usize>> {
        if self.params_start == NONE {
            return None;
        }
        let end = if self.query_start != NONE {
            self.query_start as usize - 1
        } else if self.fragment_start != NONE {
            self.fragment_start as usize - 1
        } else {
            len
        };
        Some(self.params_start as usize..end)
    }

    /// The range of the query.
    #[must_use]
    pub fn query(&self) -> Option<Range<usize>> {
        range(self.query_start, self.query_end)
    }

    /// The range of the fragment, in a text of `len` bytes.
    #[must_use]
    pub fn fragment(&self, len: usize) -> Option<Range<usize>> {
        (self.fragment_start != NONE).then_some(self.fragment_start as usize..len)
    }

    /// The ranges of the scheme, the userinfo, the host, the port, the path, the query and the fragment, which make up
    /// a text of `len` bytes without params.
    #[must_use]
    pub fn leaves(&self, len: usize) -> [Option<Range<usize>>; 7] {
        let (path, fragment) = (Some(self.path()), self.fragment(len));
        [self.scheme(), self.userinfo(), self.host(), self.port(), path, self.query(), fragment]
    }

    /// The kind of the reference.
    #[must_use]
    pub fn kind(&self) -> Kind {
        if self.scheme_end != NONE {
            if self.flags & Self::OPAQUE != 0 {
                Kind::Opaque
            } else {
                Kind::Absolute
            }
        } else if self.authority_start != NONE {
            Kind::NetworkPath
        } else if self.flags & Self::ROOTED != 0 {
            Kind::AbsolutePath
        } else if self.path_start == self.path_end && self.params_start == NONE && self.query_start == NONE {
            Kind::SameDocument
        } else {
            Kind::RelativePath
        }
    }
}
