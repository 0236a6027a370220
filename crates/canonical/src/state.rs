//! The URL between two steps: a text, or its components, whichever the last step changed.
//!
//! The other of the two is made when a step asks for it, so that a URL that no step changes is cut once and never
//! written. A state can be used for many URLs; its memory is kept.

use crate::sets::{Found, Guard, Sets};
use crate::url::Url;

/// See the top of the module.
#[derive(Debug, Default)]
pub(crate) struct State {
    url: Url,
    text: Vec<u8>,
    /// Whether the components are those of the URL.
    is_cut: bool,
    /// Whether the text is that of the URL.
    is_written: bool,
    /// What steps look for in the components.
    found: Found,
    /// Whether anything has changed since the round began.
    pub(crate) has_changed: bool,
    /// Whether a step has said that nothing else is to be done.
    pub(crate) is_final: bool,
}

impl State {
    pub(crate) fn start(&mut self, text: &[u8]) {
        self.text.clear();
        self.text.extend_from_slice(text);
        (self.is_cut, self.is_written) = (false, true);
        (self.has_changed, self.is_final) = (false, false);
    }

    /// Begins another round. The text decides: components that it would not be cut into are cut again.
    pub(crate) fn start_again(&mut self) {
        self.text();
        self.is_cut = self.is_cut && self.url.is_cut_of(&self.text);
        self.has_changed = false;
    }

    /// The text.
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
        (self.is_cut, self.has_changed) = (false, true);
        &mut self.text
    }

    /// The components.
    pub(crate) fn url(&mut self) -> &Url {
        self.cut();
        &self.url
    }

    fn cut(&mut self) {
        if !self.is_cut {
            self.url.cut_again(&self.text);
            self.found.forget(u8::MAX);
            self.is_cut = true;
        }
    }

    /// Changes the components; the function gives the parts that it changed, as a mask.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Url) -> u8) {
        self.cut();
        let changed = change(&mut self.url);
        if changed != 0 {
            self.found.forget(changed);
            (self.is_written, self.has_changed) = (false, true);
        }
    }

    /// Whether the URL has what a guard asks for.
    #[inline]
    pub(crate) fn passes(&mut self, guard: Guard, sets: &Sets) -> bool {
        self.cut();
        let url = &self.url;
        self.found.has(guard, sets, |part| url.given(part))
    }

    /// Whether the path, the host or the userinfo has the byte.
    pub(crate) fn has(&mut self, byte: u8) -> bool {
        let url = self.url();
        let authority = [&url.host, &url.userinfo].into_iter().flatten();
        url.path.contains(&byte) || authority.into_iter().any(|part| part.contains(&byte))
    }
}
