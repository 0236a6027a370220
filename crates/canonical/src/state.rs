//! The URL between two steps: its text or its components, whichever the last step changed, and the steps that are due.
//!
//! The other form is computed lazily: a URL that no step changes is split once and never written. A state is reused for
//! many URLs.

use uriverse_core::memory::Grow;
use uriverse_core::Tables;

use crate::url::{mask, Url, UrlPart};
use crate::watch::{Watch, DELIMITER, SLASH, STEPS};

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct State {
    url: Url,
    text: Vec<u8>,
    /// Whether the components are up to date.
    is_split: bool,
    /// Whether the text is up to date.
    is_written: bool,
    /// The parts that have changed since the last [`State::next_due`], a bit each.
    unseen: u8,
    /// Those parts of `unseen` that are a range of their old text.
    shortened: u8,
    /// For each part, [`Watch::matches_inside`] of its text, or of a longer text that it is a range of: then false
    /// positives are possible, but no step is missed.
    inside: [u64; UrlPart::ALL.len()],
    /// For each part, the steps whose preconditions it meets, and its delimiters.
    enabled: [u64; UrlPart::ALL.len()],
    /// The steps whose preconditions some part meets, and those without preconditions.
    enabled_anywhere: u64,
    /// The steps that have not run since a part that they read has changed.
    pending: u64,
    /// Whether anything has changed since the round began.
    pub(crate) has_changed: bool,
    /// Whether a step has ended the work.
    pub(crate) is_final: bool,
}

impl State {
    /// Starts with another text. It is split immediately, unless the first step always runs and may need only the text.
    pub(crate) fn start(&mut self, text: &[u8], watch: &Watch, tables: &Tables) {
        (self.is_split, self.is_written, self.pending) = (false, false, STEPS);
        (self.has_changed, self.is_final) = (false, false);
        if watch.always() == 0 {
            self.split_into_parts(text, tables);
        } else {
            self.text.clear();
            self.text.put_all(text);
            self.is_written = true;
        }
    }

    /// Starts another round. The text is split again if that would give other components.
    pub(crate) fn start_again(&mut self) {
        self.text();
        if self.is_split && !self.url.is_split_of(&self.text) {
            (self.is_split, self.pending) = (false, STEPS);
        }
        self.has_changed = false;
    }

    /// Whether another round would certainly change nothing. It does not use the text, which most URLs need not write.
    pub(crate) fn is_settled(&mut self, watch: &Watch, tables: &Tables) -> bool {
        !self.has_changed || (self.is_split && self.next_due(watch, tables, 0).is_none() && self.is_split_alike())
    }

    /// Whether the text would be split into the same components again, for a usual URL: `scheme://host`, a path from
    /// "/" on, a query and a fragment, without delimiters inside components.
    fn is_split_alike(&self) -> bool {
        let found = |part: UrlPart| self.enabled[part as usize];
        let is_undefined = |part: UrlPart| self.url.part(part).is_none();
        self.url.part(UrlPart::Scheme).is_some_and(|scheme| !scheme.is_empty())
            && is_undefined(UrlPart::Userinfo)
            && !is_undefined(UrlPart::Host)
            && is_undefined(UrlPart::Port)
            && matches!(self.url.path(), [] | [b'/', ..])
            && (found(UrlPart::Scheme) | found(UrlPart::Host)) & (DELIMITER | SLASH) == 0
            && (found(UrlPart::Path) | found(UrlPart::Query)) & DELIMITER == 0
    }

    /// Appends the text to `form`.
    pub(crate) fn write(&self, form: &mut Vec<u8>) {
        if self.is_written {
            form.put_all(&self.text);
        } else {
            self.url.write(form);
        }
    }

    pub(crate) fn text(&mut self) -> &[u8] {
        if !self.is_written {
            self.text.clear();
            self.url.write(&mut self.text);
            self.is_written = true;
        }
        &self.text
    }

    /// The text, to be changed in place.
    pub(crate) fn text_to_change(&mut self) -> &mut Vec<u8> {
        self.text();
        (self.is_split, self.pending, self.has_changed) = (false, STEPS, true);
        &mut self.text
    }

    /// The components.
    pub(crate) fn url(&mut self, tables: &Tables) -> &Url {
        self.split_text(tables);
        &self.url
    }

    #[inline]
    fn split_text(&mut self, tables: &Tables) {
        if !self.is_split {
            self.split_own_text(tables);
        }
    }

    #[inline(never)]
    fn split_own_text(&mut self, tables: &Tables) {
        let text = std::mem::take(&mut self.text);
        self.split_into_parts(&text, tables);
        self.text = text;
    }

    fn split_into_parts(&mut self, text: &[u8], tables: &Tables) {
        self.url.split_text(text, tables);
        (self.is_split, self.unseen, self.shortened) = (true, mask(&UrlPart::ALL), 0);
    }

    /// Changes the components; `change` returns the changed parts as a mask. With `only_shortens` each of them is a
    /// range of its old text.
    pub(crate) fn change(&mut self, tables: &Tables, only_shortens: bool, change: impl FnOnce(&mut Url) -> u8) {
        self.split_text(tables);
        let changed = change(&mut self.url);
        if changed != 0 {
            if only_shortens {
                // An unseen part must be scanned as a whole.
                self.shortened |= changed & !self.unseen;
            } else {
                self.shortened &= !changed;
            }
            self.unseen |= changed;
            (self.is_written, self.has_changed) = (false, true);
        }
    }

    /// The first step from `from` on that may change the URL.
    #[inline]
    pub(crate) fn next_due(&mut self, watch: &Watch, tables: &Tables, from: usize) -> Option<usize> {
        if watch.always() & self.pending & (1 << from) != 0 {
            // Skip the split: this is often the only step, and it may need no components.
            return Some(from);
        }
        self.split_text(tables);
        if self.unseen != 0 {
            self.scan_changed(watch);
        }
        let due = (self.pending & self.enabled_anywhere) >> from;
        (due != 0).then(|| from + due.trailing_zeros() as usize)
    }

    /// Scans the parts that have changed.
    #[inline(never)]
    fn scan_changed(&mut self, watch: &Watch) {
        let (mut unseen, mut glance) = (self.unseen, None);
        if unseen == mask(&UrlPart::ALL) {
            // After a split all parts are new: one scan of the whole text is enough for all of them.
            if self.url.is_ascii() {
                glance = watch.glance(self.url.bytes());
            }
            self.pending = STEPS;
        }
        while unseen != 0 {
            let part = UrlPart::ALL[unseen.trailing_zeros() as usize];
            unseen &= unseen - 1;
            self.pending |= watch.readers(part);
            let Some(place) = self.url.place(part) else {
                self.enabled[part as usize] = watch.undefined()[part as usize];
                continue;
            };
            let text = &self.url.bytes()[place.clone()];
            if self.shortened & part.bit() == 0 {
                self.inside[part as usize] = match glance {
                    Some(glance) => watch.matches_by(glance, part, text, place.start),
                    None => watch.matches_inside(part, text),
                };
            }
            self.enabled[part as usize] = watch.enabled(part, text, self.inside[part as usize]);
        }
        (self.unseen, self.shortened) = (0, 0);
        self.enabled_anywhere = self.enabled.iter().fold(watch.always(), |steps, enabled| steps | enabled);
    }

    /// Marks a step as run: it is due again when a part that it reads changes.
    pub(crate) fn mark_run(&mut self, step: usize) {
        self.pending &= !(1 << step);
    }
}
