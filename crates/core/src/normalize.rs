//! The ladder of normal forms (RFC 3986, 6.2): each step alone, all of syntax, and the rules of schemes.
//!
//! Steps are taken in the order percent, case, path, scheme, since each may lay bare work for a later one (`%2E%2E` is
//! a dot segment only once it is decoded). A step is an edit of the components: they are put together anew, the
//! offsets known as they are written, and the text is parsed; it must have exactly those offsets. Where it has not, the
//! edit would change how the text is read, and a lesser one is tried: a `reg_name` that would decode to a `server`
//! stays encoded, a path that would show an authority stays encoded or gets the guard "/.". So nothing ever changes how
//! a text is read.
//!
//! Every level is a fixed point: what it gives it does not change again. What had to stay encoded is tried once more
//! when all else is done, since a path may have lost the dot segments that stood in the way.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use crate::bytes::triplet_value;
use crate::compose::has_colon_in_first_segment;
use crate::dots::{may_have_dot_segments, remove_in, Excess};
use crate::offsets::{Offsets, NONE};
use crate::parse::parse;
use crate::signs::Signs;
use crate::tables::Tables;

/// A level of normalization.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Level {
    /// 6.2.2.1: the digits of triplets in upper case; scheme and host in lower case where the edition says that case is
    /// nothing.
    Case,
    /// 6.2.2.2: triplets that stand for unreserved characters decoded.
    Percent,
    /// 6.2.2.3: no dot segments where there is a scheme or the path begins with "/".
    Path,
    /// The three together.
    Syntax,
    /// 6.2.3: besides, no default and no empty port, and no empty path where the scheme says what it means.
    Scheme,
}

impl Level {
    const fn takes(self, step: Level) -> bool {
        match self {
            Level::Scheme => true,
            Level::Syntax => !matches!(step, Level::Scheme),
            _ => self as u8 == step as u8,
        }
    }
}

/// Normalizes a text that the edition has parsed to `offsets`; nothing when it stays as it is.
#[must_use]
pub fn normalize(t: &Tables, text: &[u8], offsets: &Offsets, level: Level) -> Option<Vec<u8>> {
    let mut now = Current { t, text: Cow::Borrowed(text), offsets: *offsets };
    if !now.may_change(level) {
        return None;
    }
    if now.is_plain() && now.edit(Edit::whole(&now, level)) {
        return now.into_changed(text);
    }
    for _ in 0..2 {
        let mut kept = false;
        if level.takes(Level::Percent) {
            kept = now.percent();
        }
        if level.takes(Level::Case) {
            now.case();
        }
        if level.takes(Level::Path) {
            now.path();
        }
        if level.takes(Level::Scheme) {
            now.scheme();
        }
        if !kept {
            break;
        }
    }
    now.into_changed(text)
}

/// What is done to the components when they are put together anew.
#[derive(Clone, Copy, Default)]
struct Edit {
    decodes_authority: bool,
    decodes_path: bool,
    /// Params, query and fragment.
    decodes_rest: bool,
    raises_triplets: bool,
    lowers_scheme: bool,
    lowers_host: bool,
    removes_dots: bool,
    /// "/." before a path that begins with "//".
    guards: bool,
    drops_port: bool,
    fills_path: bool,
}

impl Edit {
    /// Everything that a level does, at once.
    fn whole(now: &Current<'_>, level: Level) -> Edit {
        let percent = level.takes(Level::Percent);
        let case = level.takes(Level::Case);
        let scheme = level.takes(Level::Scheme);
        Edit {
            decodes_authority: percent,
            decodes_path: percent,
            decodes_rest: percent,
            raises_triplets: case,
            lowers_scheme: case && now.t.scheme_folds,
            lowers_host: case && now.t.host_folds,
            removes_dots: level.takes(Level::Path) && now.has_hierarchical_path(),
            guards: false,
            drops_port: scheme && now.has_needless_port(),
            fills_path: scheme && now.empty_path().is_some(),
        }
    }
}

/// The text so far.
struct Current<'a> {
    t: &'a Tables,
    text: Cow<'a, [u8]>,
    offsets: Offsets,
}

impl Current<'_> {
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

    /// A quick look for anything that a level could change.
    #[inline]
    fn may_change(&self, level: Level) -> bool {
        let (case, percent) = (level.takes(Level::Case), level.takes(Level::Percent));
        let (o, none) = (&self.offsets, (0, 0));
        let defined = |start: u32, end: u32| if end == NONE { none } else { (start, end) };
        let signs = Signs {
            percent: case || percent,
            scheme: if case && self.t.scheme_folds { defined(0, o.scheme_end) } else { none },
            host: if case && self.t.host_folds { defined(o.host_start, o.host_end) } else { none },
            path: if level.takes(Level::Path) && self.has_hierarchical_path() {
                (o.path_start, o.path_end)
            } else {
                none
            },
        };
        signs.stand_in(&self.text)
            || (level.takes(Level::Scheme) && (self.has_needless_port() || self.empty_path().is_some()))
    }

    /// Whether no single step could change how the text is read, so that all of them may be taken at once: nothing to
    /// decode in the authority, no path that only just is not an authority, none that only just has no scheme before
    /// it.
    fn is_plain(&self) -> bool {
        let authority = self.part(self.offsets.authority());
        authority.map_or(!self.path_bytes().starts_with(b"//"), |authority| memchr(b'%', authority).is_none())
            && (self.offsets.scheme_end != NONE || !has_colon_in_first_segment(self.path_bytes()))
    }

    /// Whether dot segments in the path mean something here: it is no opaque part and not relative.
    fn has_hierarchical_path(&self) -> bool {
        let absolute = self.offsets.flags & Offsets::ROOTED != 0 || self.offsets.scheme_end != NONE;
        absolute && self.offsets.flags & Offsets::OPAQUE == 0
    }

    fn has_dots_to_remove(&self) -> bool {
        self.has_hierarchical_path() && may_have_dot_segments(self.path_bytes())
    }

    /// Whether the port may go: it is empty, or the scheme's own whatever zeros stand before it.
    fn has_needless_port(&self) -> bool {
        let Some(port) = self.part(self.offsets.port()) else { return false };
        let zeros = port.iter().take_while(|&&digit| digit == b'0').count();
        let default = || self.part(self.offsets.scheme()).and_then(|scheme| self.t.default_port(scheme));
        port.is_empty() || default().is_some_and(|default| default.to_string().as_bytes() == &port[zeros..])
    }

    /// What an empty path after an authority means to the scheme, where it means anything.
    fn empty_path(&self) -> Option<&str> {
        let empty = self.offsets.path().is_empty() && self.offsets.authority_start != NONE;
        if !empty || self.offsets.flags & Offsets::OPAQUE != 0 {
            return None;
        }
        let port = self.t.port_of(self.part(self.offsets.scheme())?)?;
        (!port.empty_path.is_empty()).then_some(&*port.empty_path)
    }

    /// 6.2.2.2. What decoding would change the reading of stays encoded; whether something did.
    fn percent(&mut self) -> bool {
        if memchr(b'%', &self.text).is_none() {
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
        let (lowers_scheme, lowers_host) = (self.t.scheme_folds, self.t.host_folds);
        self.edit(Edit { raises_triplets: true, lowers_scheme, lowers_host, ..Edit::default() });
    }

    /// 6.2.2.3. Departure from 5.2.4: where the path would be read as an authority ("/.//a") it gets "/." again.
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

    /// Takes an edit, unless the text would then be read otherwise; whether it was taken.
    fn edit(&mut self, edit: Edit) -> bool {
        let (text, expected) = self.put_together(edit);
        if text == *self.text {
            return true;
        }
        let taken = parse(self.t, &text) == Some(expected);
        if taken {
            self.text = Cow::Owned(text);
            self.offsets = expected;
        }
        taken
    }

    /// The components after an edit, and where they stand.
    fn put_together(&self, edit: Edit) -> (Vec<u8>, Offsets) {
        let mut out = Vec::with_capacity(self.text.len() + 2);
        let mut o = Offsets { flags: self.offsets.flags & !Offsets::ROOTED, ..Offsets::EMPTY };
        if let Some(scheme) = self.part(self.offsets.scheme()) {
            out.extend_from_slice(scheme);
            if edit.lowers_scheme {
                out.make_ascii_lowercase();
            }
            o.scheme_end = out.len() as u32;
            out.push(b':');
        }
        if self.offsets.authority_start != NONE {
            out.extend_from_slice(b"//");
            o.authority_start = out.len() as u32;
            self.push_authority(&mut out, &mut o, edit);
            o.authority_end = out.len() as u32;
        }
        self.push_path(&mut out, &mut o, edit);
        let len = self.text.len();
        if let Some(params) = self.part(self.offsets.params(len)) {
            o.params_start = self.push_after(b';', &mut out, params, edit);
        }
        if let Some(query) = self.part(self.offsets.query()) {
            o.query_start = self.push_after(b'?', &mut out, query, edit);
            o.query_end = out.len() as u32;
        }
        if let Some(fragment) = self.part(self.offsets.fragment(len)) {
            o.fragment_start = self.push_after(b'#', &mut out, fragment, edit);
        }
        (out, o)
    }

    fn push_authority(&self, out: &mut Vec<u8>, o: &mut Offsets, edit: Edit) {
        let decodes = edit.decodes_authority;
        let Some(host) = self.part(self.offsets.host()) else {
            // A registry's name, or an edition that does not look into the authority: its case is not ours to change.
            let whole = self.part(self.offsets.authority()).unwrap_or_default();
            self.push(out, whole, decodes, false, edit.raises_triplets);
            return;
        };
        if let Some(userinfo) = self.part(self.offsets.userinfo()) {
            self.push(out, userinfo, decodes, false, edit.raises_triplets);
            o.userinfo_end = out.len() as u32;
            out.push(b'@');
        }
        o.host_start = out.len() as u32;
        self.push(out, host, decodes, edit.lowers_host, edit.raises_triplets);
        o.host_end = out.len() as u32;
        if let Some(port) = self.part(self.offsets.port()).filter(|_| !edit.drops_port) {
            out.push(b':');
            o.port_start = out.len() as u32;
            out.extend_from_slice(port);
        }
    }

    fn push_path(&self, out: &mut Vec<u8>, o: &mut Offsets, edit: Edit) {
        let start = out.len();
        self.push(out, self.path_bytes(), edit.decodes_path, false, edit.raises_triplets);
        if edit.removes_dots {
            // Dropping is never refused.
            let _ = remove_in(out, start, Excess::Drop);
        }
        if edit.guards && out[start..].starts_with(b"//") {
            out.splice(start..start, *b"/.");
        }
        if edit.fills_path {
            out.extend_from_slice(self.empty_path().unwrap_or_default().as_bytes());
        }
        o.path_start = start as u32;
        o.path_end = out.len() as u32;
        if out[start..].starts_with(b"/") {
            o.flags |= Offsets::ROOTED;
        }
    }

    /// Appends a part behind its separator: where it starts.
    fn push_after(&self, separator: u8, out: &mut Vec<u8>, part: &[u8], edit: Edit) -> u32 {
        out.push(separator);
        let start = out.len() as u32;
        self.push(out, part, edit.decodes_rest, false, edit.raises_triplets);
        start
    }

    /// Appends a part: unreserved triplets decoded, letters in lower case, the digits of triplets in upper case.
    fn push(&self, out: &mut Vec<u8>, part: &[u8], decodes: bool, lowers: bool, raises: bool) {
        let from = out.len();
        let mut rest = part;
        while let Some(at) = memchr(b'%', rest) {
            out.extend_from_slice(&rest[..at]);
            rest = &rest[at..];
            let length = match triplet_value(rest, 0) {
                Some(value) if decodes && self.t.unreserved.contains(value) => {
                    out.push(value);
                    rest = &rest[3..];
                    continue;
                }
                Some(_) => 3,
                None => 1,
            };
            out.extend_from_slice(&rest[..length]);
            rest = &rest[length..];
        }
        out.extend_from_slice(rest);
        if lowers || raises {
            recase(&mut out[from..], lowers, raises);
        }
    }
}

/// Puts the letters outside triplets in lower case, and the digits of triplets in upper case.
fn recase(part: &mut [u8], lowers: bool, raises: bool) {
    let mut rest = part;
    loop {
        let at = memchr(b'%', rest).unwrap_or(rest.len());
        let (plain, tail) = rest.split_at_mut(at);
        if lowers {
            plain.make_ascii_lowercase();
        }
        let (triplet, tail) = tail.split_at_mut(tail.len().min(3));
        if triplet.is_empty() {
            return;
        }
        if raises {
            triplet.make_ascii_uppercase();
        }
        rest = tail;
    }
}
