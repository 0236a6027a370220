//! Builds columns of lists of texts: parts of each text, or new ones.
//!
//! A part is a view into the input's own buffer, like a component. A dictionary's values are processed once each.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef};

use crate::distinct::over_distinct;
use crate::errors::ColumnError;
use crate::input::texts::{Octets, Rows};
use crate::output::arena::{all_buffers, Arena, Numbers};
use crate::output::lists::{list, nulls};
use crate::output::unchecked::string_views;
use uriverse_core::memory::{buffer, Grow};

/// The list of one text under construction.
pub(crate) struct Items<'a, 'n> {
    part: &'a dyn Fn(Range<usize>) -> u128,
    arena: &'a mut Arena<'n>,
    views: &'a mut Vec<u128>,
}

impl Items<'_, '_> {
    /// Adds a part of the text, which begins and ends at its ends or at a character in US-ASCII.
    pub(crate) fn push_part(&mut self, part: Range<usize>) {
        self.views.put((self.part)(part));
    }

    /// Adds a new text in UTF-8.
    pub(crate) fn push_new(&mut self, text: &[u8]) {
        self.views.put(self.arena.push(text).unwrap_or_default());
    }
}

/// The list of each text, which `find` fills; null if `find` returns None.
pub(crate) fn text_lists(
    array: &dyn Array,
    find: impl Fn(&[u8], &mut Items<'_, '_>) -> Option<()>,
) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Text, |texts| {
        let numbers = Numbers::after(texts.buffers().len());
        let (mut arena, mut views) = (Arena::new(&numbers), Vec::new());
        let (mut ends, mut valid) = (buffer(texts.len()), buffer(texts.len()));
        for row in 0..texts.len() {
            let before = views.len();
            let found = texts.is_present(row) && {
                let part = |part: Range<usize>| texts.view(row, part.start, part.len());
                let mut items = Items { part: &part, arena: &mut arena, views: &mut views };
                find(texts.text(row), &mut items).is_some()
            };
            if !found {
                views.truncate(before);
            }
            valid.put(found);
            ends.put(views.len() as i64);
        }
        let buffers = all_buffers(texts.buffers(), vec![arena]);
        let items = Arc::new(string_views(views.into(), &buffers, None)) as ArrayRef;
        list(ends, items, nulls(valid))
    })
}
