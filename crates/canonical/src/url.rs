//! The components of a URL as owned bytes, so that steps can change them one by one.
//!
//! What goes in: any text. What comes out after the steps: the recomposed text (RFC 3986, section 5.3). The cut is the
//! lenient one of RFC 3986, Appendix B, which never fails; its authority is cut at the last "@" and the last ":".

use uriverse_core::{split, SplitStyle};

/// The components of one URL. `None` is undefined, which is not the same as empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Url {
    /// Without ":".
    pub scheme: Option<Vec<u8>>,
    /// Without "@"; undefined where there is no authority.
    pub userinfo: Option<Vec<u8>>,
    /// With the brackets of an IP literal; undefined where there is no authority.
    pub host: Option<Vec<u8>>,
    /// Without ":".
    pub port: Option<Vec<u8>>,
    /// Never undefined.
    pub path: Vec<u8>,
    /// Without "?".
    pub query: Option<Vec<u8>>,
    /// Without "#".
    pub fragment: Option<Vec<u8>>,
    /// Memory of components that are undefined now: a column of URLs is worked on without asking for more.
    spare: Vec<Vec<u8>>,
}

/// Makes a component this text, or undefined, in the memory that is there.
fn fill(component: &mut Option<Vec<u8>>, spare: &mut Vec<Vec<u8>>, text: Option<&[u8]>) {
    match text {
        Some(text) => {
            let memory = component.get_or_insert_with(|| spare.pop().unwrap_or_default());
            memory.clear();
            memory.extend_from_slice(text);
        }
        None => spare.extend(component.take()),
    }
}

/// A component that a step can be told to work on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlPart {
    /// [`Url::scheme`]
    Scheme,
    /// [`Url::userinfo`]
    Userinfo,
    /// [`Url::host`]
    Host,
    /// [`Url::port`]
    Port,
    /// [`Url::path`]
    Path,
    /// [`Url::query`]
    Query,
    /// [`Url::fragment`]
    Fragment,
}

impl UrlPart {
    /// How many there are.
    pub(crate) const COUNT: usize = 7;
    /// All of them.
    pub(crate) const ALL: [UrlPart; UrlPart::COUNT] = [
        UrlPart::Scheme,
        UrlPart::Userinfo,
        UrlPart::Host,
        UrlPart::Port,
        UrlPart::Path,
        UrlPart::Query,
        UrlPart::Fragment,
    ];

    /// The part as one bit of a mask.
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The part of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<UrlPart> {
        Some(match name {
            "scheme" => UrlPart::Scheme,
            "userinfo" => UrlPart::Userinfo,
            "host" => UrlPart::Host,
            "port" => UrlPart::Port,
            "path" => UrlPart::Path,
            "query" => UrlPart::Query,
            "fragment" => UrlPart::Fragment,
            _ => return None,
        })
    }
}

impl Url {
    /// Cuts a text.
    #[must_use]
    pub fn cut(text: &[u8]) -> Url {
        let mut url = Url::default();
        url.cut_again(text);
        url
    }

    /// Cuts another text, in the memory of the last one.
    pub(crate) fn cut_again(&mut self, text: &[u8]) {
        let offsets = split(SplitStyle::AppendixB, text);
        let given = |range: Option<std::ops::Range<usize>>| range.map(|range| &text[range]);
        fill(&mut self.scheme, &mut self.spare, given(offsets.scheme()));
        fill(&mut self.query, &mut self.spare, given(offsets.query()));
        fill(&mut self.fragment, &mut self.spare, given(offsets.fragment(text.len())));
        self.path.clear();
        self.path.extend_from_slice(&text[offsets.path()]);
        fill(&mut self.userinfo, &mut self.spare, given(offsets.userinfo()));
        fill(&mut self.host, &mut self.spare, given(offsets.host()));
        fill(&mut self.port, &mut self.spare, given(offsets.port()));
    }

    /// Whether the text, which was written from these components, would be cut into them again. A path that begins with
    /// "//" and has no host before it would not, and neither would a host with a "/".
    pub(crate) fn is_cut_of(&self, text: &[u8]) -> bool {
        let offsets = split(SplitStyle::AppendixB, text);
        let same = |range: Option<std::ops::Range<usize>>, own: Option<&Vec<u8>>| {
            range.map(|range| range.len()) == own.map(Vec::len)
        };
        same(offsets.scheme(), self.scheme.as_ref())
            && same(offsets.userinfo(), self.userinfo.as_ref())
            && same(offsets.host(), self.host.as_ref())
            && same(offsets.port(), self.port.as_ref())
            && offsets.path().len() == self.path.len()
            && same(offsets.query(), self.query.as_ref())
            && same(offsets.fragment(text.len()), self.fragment.as_ref())
    }

    /// Makes this the authority, `userinfo@host:port`; None leaves all three undefined.
    pub(crate) fn set_authority(&mut self, authority: Option<&[u8]>) {
        let parts = authority.map(|authority| Url::cut(&[b"//", authority].concat())).unwrap_or_default();
        (self.userinfo, self.host, self.port) = (parts.userinfo, parts.host, parts.port);
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.path.len() + 64);
        self.write(&mut text);
        text
    }

    /// Writes the text (RFC 3986, section 5.3).
    pub(crate) fn write(&self, text: &mut Vec<u8>) {
        text.reserve(self.path.len() + 64);
        if let Some(scheme) = &self.scheme {
            text.extend_from_slice(scheme);
            text.push(b':');
        }
        if let Some(host) = &self.host {
            text.extend_from_slice(b"//");
            self.write_authority(host, text);
        }
        self.write_rest(text);
    }

    /// Writes the userinfo, a host and the port.
    pub(crate) fn write_authority(&self, host: &[u8], text: &mut Vec<u8>) {
        if let Some(userinfo) = &self.userinfo {
            text.extend_from_slice(userinfo);
            text.push(b'@');
        }
        text.extend_from_slice(host);
        if let Some(port) = &self.port {
            text.push(b':');
            text.extend_from_slice(port);
        }
    }

    /// Writes the path, the query and the fragment.
    pub(crate) fn write_rest(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(&self.path);
        if let Some(query) = &self.query {
            text.push(b'?');
            text.extend_from_slice(query);
        }
        if let Some(fragment) = &self.fragment {
            text.push(b'#');
            text.extend_from_slice(fragment);
        }
    }

    /// One component; None if it is undefined.
    #[inline]
    pub(crate) fn given(&self, part: UrlPart) -> Option<&[u8]> {
        match part {
            UrlPart::Scheme => self.scheme.as_deref(),
            UrlPart::Userinfo => self.userinfo.as_deref(),
            UrlPart::Host => self.host.as_deref(),
            UrlPart::Port => self.port.as_deref(),
            UrlPart::Path => Some(&self.path),
            UrlPart::Query => self.query.as_deref(),
            UrlPart::Fragment => self.fragment.as_deref(),
        }
    }

    /// One component, to be changed in place; None if it is undefined.
    pub fn part(&mut self, part: UrlPart) -> Option<&mut Vec<u8>> {
        match part {
            UrlPart::Scheme => self.scheme.as_mut(),
            UrlPart::Userinfo => self.userinfo.as_mut(),
            UrlPart::Host => self.host.as_mut(),
            UrlPart::Port => self.port.as_mut(),
            UrlPart::Path => Some(&mut self.path),
            UrlPart::Query => self.query.as_mut(),
            UrlPart::Fragment => self.fragment.as_mut(),
        }
    }

    /// Makes one component undefined. A path becomes empty; without a host there is no authority.
    pub fn remove(&mut self, part: UrlPart) {
        match part {
            UrlPart::Scheme => self.spare.extend(self.scheme.take()),
            UrlPart::Userinfo => self.spare.extend(self.userinfo.take()),
            UrlPart::Host => self.set_authority(None),
            UrlPart::Port => self.spare.extend(self.port.take()),
            UrlPart::Path => self.path.clear(),
            UrlPart::Query => self.spare.extend(self.query.take()),
            UrlPart::Fragment => self.spare.extend(self.fragment.take()),
        }
    }

    /// Whether the scheme is this one, in any case.
    #[must_use]
    pub fn has_scheme(&self, scheme: &str) -> bool {
        self.scheme.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(scheme.as_bytes()))
    }
}
