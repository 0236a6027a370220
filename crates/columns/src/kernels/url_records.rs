//! The URL Standard's attributes of each text, in one struct column: as `URL` has for a single text.
//!
//! For `https://example.org/a b?c` the grammar `whatwg-serialized` refuses the space. So the parser's steps run, the
//! arena stores `https://example.org/a%20b?c`, and the attributes are views of that text. A text that the grammar
//! accepts is not copied: its attributes are views of the input.
//!
//! Rows are processed 64 at a time, as in [`super::parse`]: first all rows that need no rewriting, attribute by
//! attribute, then the others, row by row.

use arrow_array::{Array, ArrayRef};
use arrow_schema::Fields;
use uriverse_core::memory::{lossy, text};
use uriverse_core::{characters, Offsets, NONE};
use uriverse_whatwg::{parse as parse_url, serialized, Failure, Origin, Record};

use crate::distinct::over_distinct;
use crate::errors::ColumnError;
use crate::input::texts::{with_rows, Octets, Rows, Texts};
use crate::kernels::parse::{field, structure, Known, Want};
use crate::kernels::predicates::booleans;
use crate::output::arena::{all_buffers, Arena, Numbers};
use crate::output::builders::{pieces, Builder, BuilderType, PartValues, Piece};
use crate::output::lists::structs;
use crate::pieces::work_all;
use crate::pieces::Threads;

/// One column of a text's URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Attribute {
    Href,
    Origin,
    Protocol,
    Username,
    Password,
    Host,
    Hostname,
    Port,
    Pathname,
    Search,
    Hash,
    /// Whether the parser accepts the text.
    Valid,
    /// Why the parser returns failure: the name of the validation error.
    ErrorReason,
    /// The position of the error, in characters.
    ErrorAt,
    /// The same name as the reason: the URL Standard has no grammar, so there is no rule to name.
    ErrorRule,
    /// A component, null if the URL has none. The attributes `Host` and `Port` are texts with "" instead.
    Component(Want),
}

const NAMES: [(&str, Attribute); 15] = [
    ("href", Attribute::Href),
    ("origin", Attribute::Origin),
    ("protocol", Attribute::Protocol),
    ("username", Attribute::Username),
    ("password", Attribute::Password),
    ("host", Attribute::Host),
    ("hostname", Attribute::Hostname),
    ("port", Attribute::Port),
    ("pathname", Attribute::Pathname),
    ("search", Attribute::Search),
    ("hash", Attribute::Hash),
    ("valid", Attribute::Valid),
    ("error_reason", Attribute::ErrorReason),
    ("error_at", Attribute::ErrorAt),
    ("error_rule", Attribute::ErrorRule),
];

impl Attribute {
    /// The columns of that name; "error" means the reason, the place and the rule.
    pub fn named(name: &str) -> Option<Vec<Attribute>> {
        if name == "error" {
            return Some(vec![Attribute::ErrorReason, Attribute::ErrorAt, Attribute::ErrorRule]);
        }
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, attribute)| vec![*attribute])
    }

    /// The names that [`Attribute::named`] accepts.
    pub fn names() -> Vec<&'static str> {
        NAMES.iter().map(|(name, _)| *name).chain(["error"]).collect()
    }

    fn name(self) -> &'static str {
        NAMES.iter().find(|(_, attribute)| *attribute == self).map_or("", |(name, _)| name)
    }

    fn builder_type(self) -> BuilderType {
        match self {
            Attribute::Valid => BuilderType::Bool,
            Attribute::ErrorAt => BuilderType::Int32,
            _ => BuilderType::Text,
        }
    }

    /// The start and end of the attribute in a serialized URL; None if it is not a part of its text.
    #[inline(always)]
    fn place(self, href: &[u8], offsets: &Offsets) -> Option<(u32, u32)> {
        let len = href.len() as u32;
        let nothing = (0, 0);
        let has_host = offsets.host_start != NONE;
        Some(match self {
            Attribute::Href => (0, len),
            Attribute::Protocol => (0, offsets.scheme_end + 1),
            Attribute::Username | Attribute::Password if offsets.userinfo_end == NONE => nothing,
            Attribute::Username => (offsets.authority_start, colon(href, offsets).unwrap_or(offsets.userinfo_end)),
            Attribute::Password => colon(href, offsets).map_or(nothing, |at| (at + 1, offsets.userinfo_end)),
            Attribute::Host if has_host => (offsets.host_start, offsets.authority_end),
            Attribute::Hostname if has_host => (offsets.host_start, offsets.host_end),
            Attribute::Port if offsets.port_start != NONE => (offsets.port_start, offsets.authority_end),
            Attribute::Pathname => (offsets.path_start, offsets.path_end),
            Attribute::Search if offsets.query_start < offsets.query_end => {
                (offsets.query_start - 1, offsets.query_end)
            }
            Attribute::Hash if offsets.fragment_start < len => (offsets.fragment_start - 1, len),
            Attribute::Host | Attribute::Hostname | Attribute::Port | Attribute::Search | Attribute::Hash => nothing,
            Attribute::Component(component) => {
                let place = component.place(offsets, href.len());
                return (place.0 != NONE).then_some(place);
            }
            Attribute::Origin
            | Attribute::Valid
            | Attribute::ErrorReason
            | Attribute::ErrorAt
            | Attribute::ErrorRule => return None,
        })
    }
}

/// The position of the ":" between the username and the password, neither of which contains one.
fn colon(href: &[u8], offsets: &Offsets) -> Option<u32> {
    let userinfo = href.get(offsets.authority_start as usize..offsets.userinfo_end as usize)?;
    userinfo.iter().position(|&byte| byte == b':').map(|at| offsets.authority_start + at as u32)
}

/// The attributes of each text's URL, in one struct column. If the parser fails, all but `valid` and the error are
/// null.
///
/// # Errors
/// As [`Texts::read`].
pub fn parse(array: &dyn Array, wants: &[Attribute], threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Data, |texts| {
        let columns = columns(texts, wants, threads);
        let fields = wants.iter().zip(&columns).map(|(want, column)| field(want.name(), column)).collect();
        structure(fields, columns, texts)
    })
}

/// Whether the parser accepts each text.
///
/// # Errors
/// As [`Texts::read`].
pub fn is_valid(array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Data, |texts| {
        booleans(texts.len(), threads, |row| {
            texts.is_present(row).then(|| {
                let text = texts.text(row);
                serialized::can_parse(text) || parse_url(&lossy(text), None).is_ok()
            })
        })
    })
}

/// One component of the URL of each text; null if the URL has none.
///
/// # Errors
/// As [`Texts::read`].
pub fn component(array: &dyn Array, component: Want, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Data, |texts| columns(texts, &[Attribute::Component(component)], threads).remove(0))
}

/// Where and why the parser returns failure: a struct of `reason` and `rule` (the validation error's name), `at` and
/// `hint` (null); null if it succeeds.
///
/// # Errors
/// As [`Texts::read`].
pub fn errors(array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Data, |texts| {
        let mut columns = columns(texts, &[Attribute::ErrorReason, Attribute::ErrorAt, Attribute::ErrorRule], threads);
        columns.push(Builder::new(BuilderType::Text, texts.len()).finish(&[]));
        let named = ["reason", "at", "rule", "hint"].iter().zip(&columns);
        let fields: Fields = named.map(|(name, column)| field(name, column)).collect();
        let nulls = columns[0].nulls().cloned();
        structs(fields, columns, texts.len(), nulls)
    })
}

fn columns(texts: &Texts, wants: &[Attribute], threads: Threads<'_>) -> Vec<ArrayRef> {
    let rows = texts.len();
    let mut builders: Vec<Builder> = wants.iter().map(|want| Builder::new(want.builder_type(), rows)).collect();
    let numbers = Numbers::after(texts.buffers().len());
    let workers = work_all(
        pieces(&mut builders, rows),
        threads,
        || Worker { wants, known: Known::default(), arena: Arena::new(&numbers) },
        |worker, piece| worker.piece(texts, piece),
    );
    let buffers = all_buffers(texts.buffers(), workers.into_iter().map(|worker| worker.arena).collect());
    builders.into_iter().map(|builder| builder.finish(&buffers)).collect()
}

/// Writes one attribute of the rows of a block that are serialized URLs; returns which of them have it. Each arm is a
/// loop monomorphized for its attribute. Rows that are not in `rows` stay unchanged.
fn write_views<R: Rows>(
    want: Attribute,
    source: &R,
    first: usize,
    offsets: &[Offsets],
    rows: u64,
    views: &mut [u128],
) -> u64 {
    macro_rules! each {
        ($($attribute:pat => $same:expr),*) => {
            match want {
                $($attribute => {
                    let mut defined = 0;
                    for (k, (view, offsets)) in views.iter_mut().zip(offsets).enumerate() {
                        if rows >> k & 1 == 1 {
                            if let Some((from, to)) = $same.place(source.text(first + k), offsets) {
                                *view = source.view(first + k, from as usize, (to - from) as usize);
                                defined |= 1 << k;
                            }
                        }
                    }
                    defined
                })*
            }
        };
    }
    each!(
        Attribute::Href => Attribute::Href,
        Attribute::Protocol => Attribute::Protocol,
        Attribute::Host => Attribute::Host,
        Attribute::Hostname => Attribute::Hostname,
        Attribute::Port => Attribute::Port,
        Attribute::Pathname => Attribute::Pathname,
        Attribute::Search => Attribute::Search,
        Attribute::Hash => Attribute::Hash,
        Attribute::Component(Want::Host) => Attribute::Component(Want::Host),
        other => other
    )
}

struct Worker<'a> {
    wants: &'a [Attribute],
    known: Known,
    arena: Arena<'a>,
}

impl Worker<'_> {
    fn piece(&mut self, texts: &Texts, mut piece: Piece<'_>) {
        let mut offsets = [Offsets::EMPTY; 64];
        for start in (0..piece.rows).step_by(64) {
            let count = (piece.rows - start).min(64);
            let first = piece.first + start;
            let present = texts.present(first, count);
            let mut unchanged = 0u64;
            for (k, place) in offsets[..count].iter_mut().enumerate() {
                if present >> k & 1 == 1 && serialized::parse_into(texts.text(first + k), place) {
                    unchanged |= 1 << k;
                }
            }
            for (want, part) in self.wants.iter().zip(&mut piece.parts) {
                let rows = offsets[..count].iter().enumerate().filter(|(k, _)| unchanged >> k & 1 == 1);
                match &mut part.values {
                    PartValues::Views(_) if *want == Attribute::Origin => {
                        for (k, offsets) in rows {
                            let view = self.origin(texts.text(first + k), offsets);
                            part.set_view(start + k, view);
                        }
                    }
                    PartValues::Views(views) if *want != Attribute::ErrorRule => {
                        part.valid[start / 64] = with_rows!(texts, source => {
                            write_views(*want, source, first, &offsets[..count], unchanged, &mut views[start..])
                        });
                    }
                    PartValues::Views(_) => {}
                    PartValues::Bits(words) => {
                        words[start / 64] = unchanged;
                        part.valid[start / 64] = present;
                    }
                    PartValues::Int32(_) | PartValues::Int64(_) => {}
                }
            }
            for k in (0..count).filter(|k| (present & !unchanged) >> k & 1 == 1) {
                self.rewritten(texts.text(first + k), start + k, &mut piece);
            }
        }
    }

    /// Writes the row of a text for which the parser's steps run.
    #[inline(never)]
    fn rewritten(&mut self, text: &[u8], row: usize, piece: &mut Piece<'_>) {
        // The parser reads code points, and the Standard's decoder replaces octets that are not UTF-8 by U+FFFD.
        let text = lossy(text);
        let url = parse_url(&text, None);
        let Ok(record) = url else {
            // Only the failure of a setter has no name, and no setter runs here.
            let Err(Failure::Input { error, at }) = url else { return };
            let name = error.as_str();
            for (want, part) in self.wants.iter().zip(&mut piece.parts) {
                match want {
                    Attribute::ErrorAt => part.set_int32(row, characters(text.as_bytes(), at) as i32),
                    Attribute::ErrorReason | Attribute::ErrorRule => {
                        part.set_view(row, self.known.view(&mut self.arena, name));
                    }
                    _ => {}
                }
            }
            return;
        };
        let Record { href, offsets } = record;
        let Some(taken) = self.arena.store(href.as_bytes()) else { return };
        for (want, part) in self.wants.iter().zip(&mut piece.parts) {
            match want {
                Attribute::Valid => part.set_bool(row, true),
                Attribute::Origin => part.set_view(row, self.origin(href.as_bytes(), &offsets)),
                _ => {
                    let place = want.place(href.as_bytes(), &offsets);
                    part.set_view(row, place.map(|(from, to)| taken.view(from as usize, (to - from) as usize)));
                }
            }
        }
    }

    fn origin(&mut self, href: &[u8], offsets: &Offsets) -> Option<u128> {
        let record = Record { href: text(std::str::from_utf8(href).ok()?), offsets: *offsets };
        match record.origin() {
            Origin::Tuple(text) => self.known.view(&mut self.arena, &text),
            Origin::Opaque => None,
        }
    }
}
