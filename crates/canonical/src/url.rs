//! The components of a URL, so that steps can change them one by one.
//!
//! Input: any text. Output, after the steps: the recomposed text (RFC 3986, section 5.3). The split is the lenient one
//! of RFC 3986, Appendix B, which never fails; its authority is split at the last "@" and the last ":".
//!
//! All components are in one buffer, which starts with the original text. A component that grows is appended to the
//! buffer, any other change is made in place:
//!
//! ```text
//! http://h/ü           scheme 0..4, host 7..8, path 8..11
//! http://h/ü/%C3%BC    the path has been escaped: path 11..18
//! ```

use std::ops::Range;

use uriverse_core::memory::{copy, Grow};
use uriverse_core::{named_enum, parse_into, recase, split, Offsets, SplitStyle, Tables};

/// The components of one URL. An undefined component differs from an empty one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Url {
    bytes: Vec<u8>,
    places: [Option<Range<usize>>; UrlPart::ALL.len()],
    /// Whether the buffer is known to be US-ASCII: no component was set since RFC 3986's tables accepted the text.
    is_ascii: bool,
    /// Scratch memory for a changing component.
    changing: Vec<u8>,
}

named_enum! {
    /// A component for a step, whole and without its delimiters.
    pub(crate) enum UrlPart {
        /// Without ":".
        Scheme = "scheme",
        /// The part before "@" in the authority, without the "@". A URL without an authority has none.
        Userinfo = "userinfo",
        /// With the brackets of an IP literal. A URL without an authority has none.
        Host = "host",
        /// Without ":".
        Port = "port",
        /// Never undefined.
        Path = "path",
        /// Without "?".
        Query = "query",
        /// Without "#".
        Fragment = "fragment",
    }
}

impl UrlPart {
    /// The part as one bit of a mask.
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

pub(crate) fn mask(parts: &[UrlPart]) -> u8 {
    parts.iter().fold(0, |mask, part| mask | part.bit())
}

impl Url {
    /// Splits another text into the same memory. If the tables of RFC 3986 accept it, its parse has the components of
    /// Appendix B's split, and is faster.
    pub(crate) fn split_text(&mut self, text: &[u8], tables: &Tables) {
        self.bytes.clear();
        self.bytes.put_all(text);
        let mut offsets = Offsets::EMPTY;
        self.is_ascii = parse_into(tables, text, &mut offsets);
        if !self.is_ascii {
            offsets = split(SplitStyle::AppendixB, text);
        }
        self.places = offsets.leaves(text.len());
    }

    pub(crate) fn is_empty(&self) -> bool {
        UrlPart::ALL.into_iter().all(|part| self.part(part).is_none_or(|text| part == UrlPart::Path && text.is_empty()))
    }

    /// Whether the text, which was written from these components, would be split into the same ones. Counterexamples: a
    /// path that begins with "//" without a host before it, and a host with a "/".
    pub(crate) fn is_split_of(&self, text: &[u8]) -> bool {
        let length = |place: &Option<Range<usize>>| place.as_ref().map(Range::len);
        places_in(text).iter().map(length).eq(self.places.iter().map(length))
    }

    /// One component; None if it is undefined.
    #[inline]
    pub(crate) fn part(&self, part: UrlPart) -> Option<&[u8]> {
        self.bytes.get(self.places[part as usize].clone()?)
    }

    /// The buffer of all components.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether the buffer is known to be US-ASCII.
    pub(crate) fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// The range of one component in the buffer; None if it is undefined.
    #[inline]
    pub(crate) fn place(&self, part: UrlPart) -> Option<Range<usize>> {
        self.places[part as usize].clone()
    }

    pub(crate) fn path(&self) -> &[u8] {
        self.part(UrlPart::Path).unwrap_or_default()
    }

    /// Sets one component.
    pub(crate) fn set(&mut self, part: UrlPart, text: &[u8]) {
        self.is_ascii = false;
        let place = &mut self.places[part as usize];
        let start = match place {
            Some(place) if text.len() <= place.len() => place.start,
            _ => {
                let end = self.bytes.len();
                self.bytes.room(text.len());
                self.bytes.resize(end + text.len(), 0);
                end
            }
        };
        let end = start + text.len();
        self.bytes[start..end].copy_from_slice(text);
        *place = Some(start..end);
    }

    /// Changes one component by a function that returns whether it did; returns the same.
    pub(crate) fn change(&mut self, part: UrlPart, change: impl FnOnce(&mut Vec<u8>) -> bool) -> bool {
        let mut text = std::mem::take(&mut self.changing);
        text.clear();
        let changed = self.part(part).is_some_and(|now| {
            text.put_all(now);
            change(&mut text)
        });
        if changed {
            self.set(part, &text);
        }
        self.changing = text;
        changed
    }

    /// Trims one component to the range that `kept` returns. Returns whether that changed it.
    pub(crate) fn trim_to(&mut self, part: UrlPart, kept: impl FnOnce(&[u8]) -> Range<usize>) -> bool {
        let Some(place) = self.places[part as usize].clone() else { return false };
        let kept = kept(&self.bytes[place.clone()]);
        let changed = kept.len() < place.len();
        self.places[part as usize] = Some(place.start + kept.start..place.start + kept.end);
        changed
    }

    /// Lowercases one component, and uppercases the digits of a host's triplets (RFC 3986, section 6.2.2.1); returns
    /// whether that changed it.
    pub(crate) fn lower_case(&mut self, part: UrlPart) -> bool {
        let Some(place) = self.places[part as usize].clone() else { return false };
        if part == UrlPart::Host && self.bytes[place.clone()].contains(&b'%') {
            return self.change(part, |host| {
                let before = copy(host);
                recase(host, true, true);
                *host != before
            });
        }
        let mut changed = false;
        for byte in &mut self.bytes[place] {
            let lower = byte.to_ascii_lowercase();
            changed |= lower != *byte;
            *byte = lower;
        }
        changed
    }

    /// Makes one component undefined. The userinfo and the port are removed with the host, and a path becomes empty.
    pub(crate) fn remove(&mut self, part: UrlPart) {
        match part {
            UrlPart::Path => self.set(part, b""),
            UrlPart::Host => {
                for part in [UrlPart::Userinfo, UrlPart::Host, UrlPart::Port] {
                    self.places[part as usize] = None;
                }
            }
            _ => self.places[part as usize] = None,
        }
    }

    /// Sets the authority from a text that begins with "//".
    pub(crate) fn set_authority(&mut self, text: &[u8]) {
        let places = places_in(text);
        for part in [UrlPart::Userinfo, UrlPart::Host, UrlPart::Port] {
            match places[part as usize].clone() {
                Some(place) => self.set(part, &text[place]),
                None => self.places[part as usize] = None,
            }
        }
    }

    /// Writes the text (RFC 3986, section 5.3).
    pub(crate) fn write(&self, text: &mut Vec<u8>) {
        if let Some(scheme) = self.part(UrlPart::Scheme) {
            text.put_all(scheme);
            text.put(b':');
        }
        if let Some(host) = self.part(UrlPart::Host) {
            text.put_all(b"//");
            self.write_authority(text, |text| text.put_all(host));
        }
        self.write_rest(text);
    }

    /// Writes the userinfo, a host and the port.
    pub(crate) fn write_authority(&self, text: &mut Vec<u8>, write_host: impl FnOnce(&mut Vec<u8>)) {
        if let Some(userinfo) = self.part(UrlPart::Userinfo) {
            text.put_all(userinfo);
            text.put(b'@');
        }
        write_host(text);
        if let Some(port) = self.part(UrlPart::Port) {
            text.put(b':');
            text.put_all(port);
        }
    }

    /// Writes the path, the query and the fragment.
    pub(crate) fn write_rest(&self, text: &mut Vec<u8>) {
        text.put_all(self.path());
        for (delimiter, part) in [(b'?', UrlPart::Query), (b'#', UrlPart::Fragment)] {
            if let Some(text_of_part) = self.part(part) {
                text.put(delimiter);
                text.put_all(text_of_part);
            }
        }
    }

    /// Whether the scheme is this one, in any case.
    pub(crate) fn has_scheme(&self, scheme: &str) -> bool {
        self.part(UrlPart::Scheme).is_some_and(|own| own.eq_ignore_ascii_case(scheme.as_bytes()))
    }
}

/// The ranges of the components of a text, in the order of [`UrlPart`].
fn places_in(text: &[u8]) -> [Option<Range<usize>>; UrlPart::ALL.len()] {
    split(SplitStyle::AppendixB, text).leaves(text.len())
}
