//! The levels of normalization (RFC 3986, 6.2): each step of syntax alone, all of them, and the rules of schemes.
//!
//! Input: a text, its offsets, a [`Level`]. Output: the normal form, or None if the text is in normal form already.
//!
//! # How it works
//!
//! Steps are taken in the order percent, case, path, scheme, because each may create work for a later one: `%2E%2E` is
//! a dot segment only after it is decoded. A step is an [`Edit`] of the components. Recomposition writes the new text
//! and its offsets. `HTTP://h/%61/..` at the level of syntax becomes `HTTP://h/a/..`, then `http://h/a/..`, then
//! `http://h/`.
//!
//! # Why it is correct
//!
//! After an edit the text is parsed again, and the parse must have exactly the written offsets. If it differs, the edit
//! is dropped and a smaller one is tried: a `reg_name` that would decode to a `server` stays encoded; a path that would
//! be parsed as an authority stays encoded or gets the guard "/.". So no step changes how a text is parsed.
//!
//! Every level is idempotent. A component that had to stay encoded is tried once more after all other steps, because
//! the path may have lost the dot segments that prevented decoding.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use crate::bytes::triplet_value;
use crate::compose::has_colon_in_first_segment;
use crate::dots::{may_have_dot_segments, remove_in, Excess};
use crate::memory::{buffer, Grow};
use crate::named::named_enum;
use crate::normalize::prefilter::Prefilter;
use crate::offsets::{Offsets, NONE};
use crate::parse::parse;
use crate::percent::recase;
use crate::table::Tables;

named_enum! {
    /// A level of normalization.
    pub enum Level {
        /// 6.2.2.1: the digits of triplets in upper case; scheme and host in lower case if they mean the same in either
        /// case in the edition.
        Case = "case",
        /// 6.2.2.2: triplets of unreserved characters decoded.
        Percent = "percent",
        /// 6.2.2.3: no dot segments, if there is a scheme or the path begins with "/".
        Path = "path",
        /// The three together.
        Syntax = "syntax",
        /// 6.2.3: as `Syntax`, and no default or empty port, and no empty path if the scheme defines an equivalent.
        Scheme = "scheme",
    }
}

impl Level {
    const fn includes(self, step: Level) -> bool {
        match self {
            Level::Scheme => true,
            Level::Syntax => !matches!(step, Level::Scheme),
            _ => self as u8 == step as u8,
        }
    }
}

impl Tables {
    /// Whether the edition's document justifies a step of this level.
    #[must_use]
    pub fn has_level(&self, level: Level) -> bool {
        let steps = &self.choices.normal_form;
        match level {
            Level::Case => steps.triplet_case || self.choices.scheme_folds || self.choices.host_folds,
            Level::Percent => steps.unreserved_triplets,
            Level::Path => steps.dot_segments,
            Level::Syntax | Level::Scheme => true,
        }
    }
}

/// Normalizes a text that the edition has parsed to `offsets`. Returns None if the text is in normal form.
#[must_use]
pub fn normalize(tables: &Tables, text: &[u8], offsets: &Offsets, level: Level) -> Option<Vec<u8>> {
    let mut normalizer = Normalizer { tables, text: Cow::Borrowed(text), offsets: *offsets };
    if !normalizer.may_change(level) {
        return None;
    }
    if normalizer.is_plain() && normalizer.edit(Edit::whole(&normalizer, level)) {
        return normalizer.into_changed(text);
    }
    for _ in 0..2 {
        let mut has_undecoded = false;
        if level.includes(Level::Percent) {
            has_undecoded = normalizer.percent();
        }
        if level.includes(Level::Case) {
            normalizer.case();
        }
        if level.includes(Level::Path) {
            normalizer.path();
        }
        if level.includes(Level::Scheme) {
            normalizer.scheme();
        }
        if !has_undecoded {
            break;
        }
    }
    normalizer.into_changed(text)
}

/// The changes to the components during recomposition.
#[derive(Clone, Copy, Default)]
struct Edit {
    decodes_authority: bool,
    decodes_path: bool,
    /// Params, query and fragment.
    decodes_rest: bool,
    uppercases_triplets: bool,
    lowercases_scheme: bool,
    lowercases_host: bool,
    removes_dots: bool,
    /// Puts "/." before a path that begins with "//".
    guards: bool,
    drops_port: bool,
    fills_path: bool,
}

impl Edit {
    /// All changes of a level in one edit.
    fn whole(normalizer: &Normalizer<'_>, level: Level) -> Edit {
        let steps = &normalizer.tables.choices.normal_form;
        let percent = level.includes(Level::Percent) && steps.unreserved_triplets;
        let case = level.includes(Level::Case);
        let scheme = level.includes(Level::Scheme);
        Edit {
            decodes_authority: percent,
            decodes_path: percent,
            decodes_rest: percent,
            uppercases_triplets: case && steps.triplet_case,
            lowercases_scheme: case && normalizer.tables.choices.scheme_folds,
            lowercases_host: case && normalizer.tables.choices.host_folds,
            removes_dots: level.includes(Level::Path) && normalizer.has_hierarchical_path(),
            guards: false,
            drops_port: scheme && normalizer.has_needless_port(),
            fills_path: scheme && normalizer.empty_path().is_some(),
        }
    }
}

/// The text so far, and its offsets.
struct Normalizer<'a> {
    tables: &'a Tables,
    text: Cow<'a, [u8]>,
    offsets: Offsets,
}

impl Normalizer<'_> {
    fn part(&self, range: Option<Range<usize>>) -> Option<&[u8]> {
        self.text.get(range?)
    }

    fn path_bytes(&self) -> &[u8] {
        self.text.get(self.offsets.path()).unwrap_or_default()
    }

    fn into_changed(self, before: &[u8]) -> Option<Vec<u8>> {
        match self.text {
            Cow::Owned(text) if text != before => Some(text),
            _ => None,
        }
    }

    /// A cheap test: whether a level could change anything.
    #[inline]
    fn may_change(&self, level: Level) -> bool {
        let steps = &self.tables.choices.normal_form;
        let case = level.includes(Level::Case);
        let triplets = (case && steps.triplet_case) || (level.includes(Level::Percent) && steps.unreserved_triplets);
        let (offsets, none) = (&self.offsets, (0, 0));
        let defined = |start: u32, end: u32| if end == NONE { none } else { (start, end) };
        let prefilter = Prefilter {
            percent: triplets,
            scheme: if case && self.tables.choices.scheme_folds { defined(0, offsets.scheme_end) } else { none },
            host: if case && self.tables.choices.host_folds {
                defined(offsets.host_start, offsets.host_end)
            } else {
                none
            },
            path: if level.includes(Level::Path) && self.has_hierarchical_path() {
                (offsets.path_start, offsets.path_end)
            } else {
                none
            },
        };
        prefilter.needs_normalizing(&self.text)
            || (level.includes(Level::Scheme) && (self.has_needless_port() || self.empty_path().is_some()))
    }

    /// Whether no step could change how the text is parsed, so that all steps may be taken at once. That holds if the
    /// text has no triplets in the authority, no path that begins with "//" without an authority, and no first segment
    /// with ":" without a scheme.
    fn is_plain(&self) -> bool {
        let authority = self.part(self.offsets.authority());
        authority.map_or(!self.path_bytes().starts_with(b"//"), |authority| memchr(b'%', authority).is_none())
            && (self.offsets.scheme_end != NONE || !has_colon_in_first_segment(self.path_bytes()))
    }

    /// Whether dot segments have a meaning in this path: it is neither an opaque part nor relative, and the edition
    /// gives dot segments a meaning outside relative references. RFC 2396, 5, does not: "these path components are only
    /// considered special when resolving a relative-path reference to its absolute form".
    fn has_hierarchical_path(&self) -> bool {
        if !self.tables.choices.normal_form.dot_segments {
            return false;
        }
        let absolute = self.offsets.flags & Offsets::ROOTED != 0 || self.offsets.scheme_end != NONE;
        absolute && self.offsets.flags & Offsets::OPAQUE == 0
    }

    fn has_dots_to_remove(&self) -> bool {
        self.has_hierarchical_path() && may_have_dot_segments(self.path_bytes())
    }

    /// Whether the port may be omitted: it is empty, or the scheme's default port, with or without leading zeros.
    fn has_needless_port(&self) -> bool {
        let Some(port) = self.part(self.offsets.port()) else { return false };
        let steps = &self.tables.choices.normal_form;
        if port.is_empty() {
            return steps.empty_port;
        }
        let zeros = port.iter().take_while(|&&digit| digit == b'0').count();
        let default = || self.part(self.offsets.scheme()).and_then(|scheme| self.tables.default_port(scheme));
        steps.default_port && default().is_some_and(|default| default.to_string().as_bytes() == &port[zeros..])
    }

    /// The scheme's equivalent of an empty path, if the path is empty and follows an authority.
    fn empty_path(&self) -> Option<&str> {
        let empty = self.offsets.path().is_empty() && self.offsets.authority_start != NONE;
        if !empty || !self.tables.choices.normal_form.empty_path || self.offsets.flags & Offsets::OPAQUE != 0 {
            return None;
        }
        let port = self.tables.scheme_port(self.part(self.offsets.scheme())?)?;
        (!port.empty_path.is_empty()).then_some(&*port.empty_path)
    }

    /// 6.2.2.2. The authority, the path or both stay encoded if decoding them would change how the text is parsed.
    /// Returns whether one did.
    fn percent(&mut self) -> bool {
        if !self.tables.choices.normal_form.unreserved_triplets || memchr(b'%', &self.text).is_none() {
            return false;
        }
        [(true, true), (false, true), (true, false), (false, false)]
            .into_iter()
            .position(|(decodes_authority, decodes_path)| {
                self.edit(Edit { decodes_authority, decodes_path, decodes_rest: true, ..Edit::default() })
            })
            .is_none_or(|attempt| attempt > 0)
    }

    /// 6.2.2.1.
    fn case(&mut self) {
        let (lowercases_scheme, lowercases_host) = (self.tables.choices.scheme_folds, self.tables.choices.host_folds);
        let uppercases_triplets = self.tables.choices.normal_form.triplet_case;
        self.edit(Edit { uppercases_triplets, lowercases_scheme, lowercases_host, ..Edit::default() });
    }

    /// 6.2.2.3. Departure from 5.2.4: a path that would be parsed as an authority ("/.//a") gets "/." again.
    fn path(&mut self) {
        if self.has_dots_to_remove() {
            let edit = Edit { removes_dots: true, ..Edit::default() };
            if !self.edit(edit) {
                self.edit(Edit { guards: true, ..edit });
            }
        }
    }

    /// 6.2.3: `an explicit ":port", for which the port is empty or the default for the scheme`, and "an empty path".
    fn scheme(&mut self) {
        if self.has_needless_port() {
            self.edit(Edit { drops_port: true, ..Edit::default() });
        }
        if self.empty_path().is_some() {
            self.edit(Edit { fills_path: true, ..Edit::default() });
        }
    }

    /// Applies an edit, unless it would change how the text is parsed. Returns whether it was applied.
    fn edit(&mut self, edit: Edit) -> bool {
        let (text, expected) = self.recompose_edited(edit);
        if text == *self.text {
            return true;
        }
        let applied = parse(self.tables, &text) == Some(expected);
        if applied {
            self.text = Cow::Owned(text);
            self.offsets = expected;
        }
        applied
    }

    /// The text after an edit, and its offsets.
    fn recompose_edited(&self, edit: Edit) -> (Vec<u8>, Offsets) {
        let mut out = buffer(self.text.len() + 2);
        let mut offsets = Offsets { flags: self.offsets.flags & !Offsets::ROOTED, ..Offsets::EMPTY };
        if let Some(scheme) = self.part(self.offsets.scheme()) {
            out.put_all(scheme);
            if edit.lowercases_scheme {
                out.make_ascii_lowercase();
            }
            offsets.scheme_end = out.len() as u32;
            out.put(b':');
        }
        if self.offsets.authority_start != NONE {
            out.put_all(b"//");
            offsets.authority_start = out.len() as u32;
            self.push_authority(&mut out, &mut offsets, edit);
            offsets.authority_end = out.len() as u32;
        }
        self.push_path(&mut out, &mut offsets, edit);
        let len = self.text.len();
        if let Some(params) = self.part(self.offsets.params(len)) {
            offsets.params_start = self.push_after(b';', &mut out, params, edit);
        }
        if let Some(query) = self.part(self.offsets.query()) {
            offsets.query_start = self.push_after(b'?', &mut out, query, edit);
            offsets.query_end = out.len() as u32;
        }
        if let Some(fragment) = self.part(self.offsets.fragment(len)) {
            offsets.fragment_start = self.push_after(b'#', &mut out, fragment, edit);
        }
        (out, offsets)
    }

    fn push_authority(&self, out: &mut Vec<u8>, offsets: &mut Offsets, edit: Edit) {
        let decodes = edit.decodes_authority;
        let Some(host) = self.part(self.offsets.host()) else {
            // A registry's name, or an authority that the edition does not split: case may be significant.
            let whole = self.part(self.offsets.authority()).unwrap_or_default();
            self.push(out, whole, decodes, false, edit.uppercases_triplets);
            return;
        };
        if let Some(userinfo) = self.part(self.offsets.userinfo()) {
            self.push(out, userinfo, decodes, false, edit.uppercases_triplets);
            offsets.userinfo_end = out.len() as u32;
            out.put(b'@');
        }
        offsets.host_start = out.len() as u32;
        // RFC 6874, 2: a zone is a name of an interface on the host, and the document does not say that case is
        // insignificant.
        let zone = if host.starts_with(b"[") { memchr(b'%', host).unwrap_or(host.len()) } else { host.len() };
        self.push(out, &host[..zone], decodes, edit.lowercases_host, edit.uppercases_triplets);
        self.push(out, &host[zone..], decodes, false, edit.uppercases_triplets);
        offsets.host_end = out.len() as u32;
        if let Some(port) = self.part(self.offsets.port()).filter(|_| !edit.drops_port) {
            out.put(b':');
            offsets.port_start = out.len() as u32;
            out.put_all(port);
        }
    }

    fn push_path(&self, out: &mut Vec<u8>, offsets: &mut Offsets, edit: Edit) {
        let start = out.len();
        self.push(out, self.path_bytes(), edit.decodes_path, false, edit.uppercases_triplets);
        if edit.removes_dots {
            // `Excess::Drop` has no error.
            let _ = remove_in(out, start, Excess::Drop);
        }
        if edit.guards && out[start..].starts_with(b"//") {
            out.room(2);
            out.splice(start..start, *b"/.");
        }
        if edit.fills_path {
            out.put_all(self.empty_path().unwrap_or_default().as_bytes());
        }
        offsets.path_start = start as u32;
        offsets.path_end = out.len() as u32;
        if out[start..].starts_with(b"/") {
            offsets.flags |= Offsets::ROOTED;
        }
    }

    /// Appends a separator and a part. Returns where the part starts.
    fn push_after(&self, separator: u8, out: &mut Vec<u8>, part: &[u8], edit: Edit) -> u32 {
        out.put(separator);
        let start = out.len() as u32;
        self.push(out, part, edit.decodes_rest, false, edit.uppercases_triplets);
        start
    }

    /// Decodes the triplets at the start of `text` if they encode an unreserved character beyond US-ASCII, else appends
    /// the first triplet as it is. Returns the number of consumed bytes: `%C3%A4b` appends "ä" and returns 6.
    fn push_character(&self, out: &mut Vec<u8>, text: &[u8]) -> usize {
        let mut octets = [0; 4];
        let mut count = 0;
        while let Some(octet) = octets.get_mut(count) {
            let Some(value) = triplet_value(text, 3 * count) else { break };
            *octet = value;
            count += 1;
        }
        match self.tables.unreserved_beyond.as_ref().map_or(0, |beyond| beyond.first(&octets[..count])) {
            0 => {
                out.put_all(&text[..3]);
                3
            }
            length => {
                out.put_all(&octets[..length]);
                3 * length
            }
        }
    }

    /// Appends a part. If their flags are set, it decodes unreserved triplets, lowercases letters and uppercases the
    /// digits of triplets.
    fn push(&self, out: &mut Vec<u8>, part: &[u8], decodes: bool, lowers: bool, raises: bool) {
        let from = out.len();
        let mut rest = part;
        while let Some(at) = memchr(b'%', rest) {
            out.put_all(&rest[..at]);
            rest = &rest[at..];
            let length = match triplet_value(rest, 0) {
                Some(value) if decodes && self.tables.unreserved.contains(value) => {
                    out.put(value);
                    rest = &rest[3..];
                    continue;
                }
                Some(value) if decodes && value >= 0x80 => {
                    rest = &rest[self.push_character(out, rest)..];
                    continue;
                }
                Some(_) => 3,
                None => 1,
            };
            out.put_all(&rest[..length]);
            rest = &rest[length..];
        }
        out.put_all(rest);
        if lowers || raises {
            recase(&mut out[from..], lowers, raises);
        }
    }
}
