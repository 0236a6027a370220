//! Agreement on columns: destinations of a request by RFC 3986's lenient split and the URL Standard, and their
//! difference.
//!
//! Both split `http://example.com/a` alike, and both hosts are views of the row's text. For
//! `http://127.0.0.1\@1.1.1.1/` both destinations are computed: the hosts are 1.1.1.1 and 127.0.0.1, and the first
//! component that differs is the userinfo.

use arrow_array::{Array, ArrayRef};
use uriverse_core::{split, Offsets, SplitStyle};
use uriverse_whatwg::destination::{browser, host_form, is_plain_host, Browser, Cut, Destination};

use crate::distinct::over_distinct;
use crate::errors::ColumnError;
use crate::input::texts::{Octets, Rows, Texts};
use crate::kernels::parse::{field, structure, Known};
use crate::output::arena::{all_buffers, Arena, Numbers};
use crate::output::builders::{pieces, Builder, BuilderType, Piece};
use crate::pieces::work_all;
use crate::pieces::Threads;

const FIELDS: [&str; 4] = ["agrees", "differs", "split_host", "whatwg_host"];

/// For each text a struct: `agrees`, null if the URL Standard refuses the text; `differs`, the first component that
/// differs, null if none does; the host to connect to by the lenient split, and by the URL Standard.
///
/// # Errors
/// As [`Texts::read`].
pub fn agreement(array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Text, |texts| {
        let kinds = [BuilderType::Bool, BuilderType::Text, BuilderType::Text, BuilderType::Text];
        let mut builders = kinds.map(|kind| Builder::new(kind, texts.len()));
        let numbers = Numbers::after(texts.buffers().len());
        let workers = work_all(
            pieces(&mut builders, texts.len()),
            threads,
            || Worker { arena: Arena::new(&numbers), known: Known::default() },
            |worker, piece| worker.piece(texts, piece),
        );
        let arenas = workers.into_iter().map(|worker| worker.arena).collect();
        let buffers = all_buffers(texts.buffers(), arenas);
        let columns: Vec<ArrayRef> = builders.into_iter().map(|builder| builder.finish(&buffers)).collect();
        let fields = FIELDS.iter().zip(&columns).map(|(name, column)| field(name, column)).collect();
        structure(fields, columns, texts)
    })
}

struct Worker<'a> {
    arena: Arena<'a>,
    /// Cached views of the names of components.
    known: Known,
}

impl Worker<'_> {
    fn piece(&mut self, texts: &Texts, mut piece: Piece<'_>) {
        for row in (0..piece.rows).filter(|row| texts.is_present(piece.first + row)) {
            let text = texts.text(piece.first + row);
            let offsets = split(SplitStyle::AppendixB, text);
            let [agrees, differs, split_host, whatwg_host] = &mut piece.parts[..] else { return };
            let destination = match browser(text, &offsets) {
                Browser::Same => {
                    agrees.set_bool(row, true);
                    let view = self.host(texts, piece.first + row, text, &offsets);
                    split_host.set_view(row, view);
                    whatwg_host.set_view(row, view);
                    continue;
                }
                Browser::Refused => None,
                Browser::Goes(destination) => Some(destination),
            };
            let own = Destination::from_cut(&Cut::from_offsets(text, &offsets));
            split_host.set_view(row, own.host.as_deref().and_then(|host| self.arena.push(host.as_bytes())));
            if let Some(destination) = destination {
                let difference = own.difference(&destination);
                agrees.set_bool(row, difference.is_none());
                differs.set_view(row, difference.and_then(|name| self.known.view(&mut self.arena, name)));
                whatwg_host
                    .set_view(row, destination.host.as_deref().and_then(|host| self.arena.push(host.as_bytes())));
            }
        }
    }

    /// The view of the host to connect to: a slice of the text if the host is written in its canonical form.
    fn host(&mut self, texts: &Texts, row: usize, text: &[u8], offsets: &Offsets) -> Option<u128> {
        let place = offsets.host()?;
        let host = text.get(place.clone())?;
        if is_plain_host(host) {
            return Some(texts.view(row, place.start, place.len()));
        }
        host_form(host).and_then(|host| self.arena.push(host.as_bytes()))
    }
}
