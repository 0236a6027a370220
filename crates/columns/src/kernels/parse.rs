//! Parsing a column: components, kind, validity, and where and why a text is refused.
//!
//! Rows are parsed in blocks of 64. Each wanted column is then written for the block, in a loop monomorphized for it,
//! while texts and offsets are in the L1 cache. 64 rows fill one word of each validity bitmap.

use std::hint::select_unpredictable;

use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::{Field, Fields};
use uriverse_core as core;
use uriverse_core::{bits, named_enum, Kind, Offsets, ParsedBlock, Tables, NONE};

use crate::distinct::over_distinct;
use crate::errors::ColumnError;
use crate::input::texts::{with_rows, Octets, Rows, Texts};
use crate::output::arena::{all_buffers, Arena, Numbers};
use crate::output::builders::{pieces, Builder, BuilderType, Part, PartValues, Piece};
use crate::output::lists::structs;
use crate::pieces::{work_all, Threads};
use crate::views::inline;

named_enum! {
    /// One column of a parse.
    #[allow(missing_docs)]
    pub enum Want {
        Scheme = "scheme",
        Authority = "authority",
        Userinfo = "userinfo",
        Host = "host",
        /// The port as an int64; null if it is out of range.
        Port = "port",
        /// The port as written.
        PortText = "port_text",
        Path = "path",
        Params = "params",
        Query = "query",
        Fragment = "fragment",
        Kind = "kind",
        HostType = "host_type",
        Valid = "valid",
        /// The reason, as one word of [`core::Reason`].
        ErrorReason = "error_reason",
        ErrorAt = "error_at",
        ErrorRule = "error_rule",
        ErrorHint = "error_hint",
    }
}

impl Want {
    /// The columns of that name; "error" means the reason, the place and the rule.
    pub fn columns(name: &str) -> Option<Vec<Want>> {
        match name {
            "error" => Some(vec![Want::ErrorReason, Want::ErrorAt, Want::ErrorRule]),
            _ => Want::named(name).map(|want| vec![want]),
        }
    }

    /// The names that [`Want::columns`] accepts.
    pub fn column_names() -> Vec<&'static str> {
        [&Want::NAMES[..], &["error"]].concat()
    }

    pub(crate) fn builder_type(self) -> BuilderType {
        match self {
            Want::Port => BuilderType::Int64,
            Want::Valid => BuilderType::Bool,
            Want::ErrorAt => BuilderType::Int32,
            _ => BuilderType::Text,
        }
    }

    /// Whether it is a part of the text.
    pub fn is_component(self) -> bool {
        !self.is_error() && !matches!(self, Want::Kind | Want::HostType | Want::Valid)
    }

    fn is_error(self) -> bool {
        matches!(self, Want::ErrorReason | Want::ErrorAt | Want::ErrorRule | Want::ErrorHint)
    }

    /// The start and end of a component in a text of this length; the start is [`NONE`] if it is undefined.
    #[inline(always)]
    pub(crate) fn place(self, offsets: &Offsets, len: usize) -> (u32, u32) {
        match self {
            Want::Scheme => (if offsets.scheme_end == NONE { NONE } else { 0 }, offsets.scheme_end),
            Want::Authority => (offsets.authority_start, offsets.authority_end),
            Want::Userinfo => {
                (if offsets.userinfo_end == NONE { NONE } else { offsets.authority_start }, offsets.userinfo_end)
            }
            Want::Host => (offsets.host_start, offsets.host_end),
            Want::Port | Want::PortText => (offsets.port_start, offsets.authority_end),
            Want::Path => (offsets.path_start, offsets.path_end),
            Want::Query => (offsets.query_start, offsets.query_end),
            Want::Fragment => (offsets.fragment_start, len as u32),
            Want::Params => offsets.params(len).map_or((NONE, NONE), |range| (range.start as u32, range.end as u32)),
            _ => (NONE, NONE),
        }
    }

    /// The range of a component, for one text at a time.
    pub fn part(self, offsets: &Offsets, len: usize) -> Option<(usize, usize)> {
        let (start, end) = self.place(offsets, len);
        (start != NONE).then_some((start as usize, end as usize))
    }
}

/// The wanted columns of an array, in one struct column. A refused text has nulls in all but `valid` and the error.
///
/// # Errors
/// As [`Texts::read`].
pub fn parse(
    tables: &Tables,
    array: &dyn Array,
    wants: &[Want],
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Text, |texts| {
        let columns = columns(tables, texts, wants, ParsedBlock::parse, threads);
        let fields = wants.iter().zip(&columns).map(|(want, column)| field(want.as_str(), column)).collect();
        structure(fields, columns, texts)
    })
}

/// The wanted components of an array by the lenient split, in one struct column. A row with an octet that is not UTF-8
/// has only nulls.
///
/// # Errors
/// As [`Texts::read`].
pub fn split(
    tables: &Tables,
    array: &dyn Array,
    wants: &[Want],
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Text, |texts| {
        let style = tables.split_style();
        let only_scheme = wants == [Want::Scheme];
        let read = |block: &mut ParsedBlock, _: &Tables, rows: u64, of: &[&[u8]; 64]| {
            if only_scheme {
                block.fill(rows, |row, offsets| {
                    offsets.scheme_end = core::split_scheme(style, of[row]).unwrap_or(NONE);
                    texts.may_stay(of[row])
                });
            } else {
                block.fill(rows, |row, offsets| {
                    *offsets = core::split(style, of[row]);
                    texts.may_stay(of[row])
                });
            }
        };
        let columns = columns(tables, texts, wants, read, threads);
        let fields = wants.iter().zip(&columns).map(|(want, column)| field(want.as_str(), column)).collect();
        structure(fields, columns, texts)
    })
}

/// One wanted column of an array.
///
/// # Errors
/// As [`Texts::read`].
pub fn component(
    tables: &Tables,
    array: &dyn Array,
    want: Want,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Text, |texts| columns(tables, texts, &[want], ParsedBlock::parse, threads).remove(0))
}

/// Whether the edition accepts each text, parsing one after another.
pub(crate) fn validity(tables: &Tables, array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    let wants = [Want::Valid];
    over_distinct(array, Octets::Text, |texts| columns(tables, texts, &wants, ParsedBlock::check, threads).remove(0))
}

/// Why, where, by which rule and with which hint each text is refused: a struct of `reason`, `at`, `rule` and `hint`,
/// null if the text is accepted.
///
/// # Errors
/// As [`Texts::read`].
pub fn errors(tables: &Tables, array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Text, |texts| {
        let wants = [Want::ErrorReason, Want::ErrorAt, Want::ErrorRule, Want::ErrorHint];
        let columns = columns(tables, texts, &wants, ParsedBlock::parse, threads);
        let fields: Fields =
            ["reason", "at", "rule", "hint"].iter().zip(&columns).map(|(name, column)| field(name, column)).collect();
        let nulls = columns[0].nulls().cloned();
        structs(fields, columns, texts.len(), nulls)
    })
}

pub(crate) fn field(name: &str, column: &ArrayRef) -> Field {
    Field::new(name, column.data_type().clone(), true)
}

/// A struct column whose rows are null exactly where the input's are.
pub(crate) fn structure(fields: Fields, columns: Vec<ArrayRef>, texts: &Texts) -> ArrayRef {
    let nulls: Option<NullBuffer> = texts.nulls.clone().filter(|nulls| nulls.null_count() > 0);
    structs(fields, columns, texts.len(), nulls)
}

/// The wanted columns; `read` is [`ParsedBlock::parse`] or like it.
fn columns(
    tables: &Tables,
    texts: &Texts,
    wants: &[Want],
    read: impl Fn(&mut ParsedBlock, &Tables, u64, &[&[u8]; 64]) + Sync,
    threads: Threads<'_>,
) -> Vec<ArrayRef> {
    let rows = texts.len();
    let mut builders: Vec<Builder> = wants.iter().map(|want| Builder::new(want.builder_type(), rows)).collect();
    let numbers = Numbers::after(texts.buffers().len());
    let workers = work_all(
        pieces(&mut builders, rows),
        threads,
        || Worker::new(tables, wants, &numbers),
        |worker, piece| worker.piece(texts, &read, piece),
    );
    let buffers = all_buffers(texts.buffers(), workers.into_iter().map(|worker| worker.arena).collect());
    builders.into_iter().map(|builder| builder.finish(&buffers)).collect()
}

/// A cache of the views of frequent texts: kinds, rules, hints.
#[derive(Default)]
pub(crate) struct Known(Vec<(Box<str>, u128)>);

impl Known {
    /// The view of a text, which is stored once.
    pub(crate) fn view(&mut self, arena: &mut Arena<'_>, text: &str) -> Option<u128> {
        if let Some((_, view)) = self.0.iter().find(|(known, _)| **known == *text) {
            return Some(*view);
        }
        let view = arena.push(text.as_bytes())?;
        // The cache is bounded: hints quote characters and positions, so they may all differ.
        if self.0.len() < 64 {
            self.0.push((text.into(), view));
        }
        Some(view)
    }
}

struct Worker<'a> {
    tables: &'a Tables,
    wants: &'a [Want],
    shows_errors: bool,
    known: Known,
    arena: Arena<'a>,
}

impl<'a> Worker<'a> {
    fn new(tables: &'a Tables, wants: &'a [Want], numbers: &'a Numbers) -> Worker<'a> {
        let shows_errors = wants.iter().any(|want| want.is_error());
        Worker { tables, wants, shows_errors, known: Known::default(), arena: Arena::new(numbers) }
    }

    fn piece(
        &mut self,
        texts: &Texts,
        read: impl Fn(&mut ParsedBlock, &Tables, u64, &[&[u8]; 64]),
        mut piece: Piece<'_>,
    ) {
        let (mut block_texts, mut parsed) = ([&[][..]; 64], ParsedBlock::new());
        for start in (0..piece.rows).step_by(64) {
            let count = (piece.rows - start).min(64);
            let first = piece.first + start;
            let present = texts.present(first, count);
            texts.write_texts(first, &mut block_texts[..count]);
            read(&mut parsed, self.tables, present, &block_texts);
            let block = Block { first, start, texts: &block_texts, present, parsed: &parsed };
            for (index, part) in piece.parts.iter_mut().enumerate() {
                with_rows!(texts, source => self.column(source, &block, self.wants[index], part));
            }
            if self.shows_errors && present != parsed.accepted() {
                self.errors(&block, &mut piece.parts);
            }
        }
    }

    #[inline]
    fn column<R: Rows>(&mut self, source: &R, block: &Block<'_>, want: Want, part: &mut Part<'_>) {
        // Each arm is a loop monomorphized for its component.
        match want {
            Want::Scheme => block.schemes(source, part),
            Want::Authority => block.views(source, part, |offsets, len| Want::Authority.place(offsets, len)),
            Want::Userinfo => block.views(source, part, |offsets, len| Want::Userinfo.place(offsets, len)),
            Want::Host => block.views(source, part, |offsets, len| Want::Host.place(offsets, len)),
            Want::PortText => block.views(source, part, |offsets, len| Want::PortText.place(offsets, len)),
            Want::Path => block.views(source, part, |offsets, len| Want::Path.place(offsets, len)),
            Want::Params => block.views(source, part, |offsets, len| Want::Params.place(offsets, len)),
            Want::Query => block.views(source, part, |offsets, len| Want::Query.place(offsets, len)),
            Want::Fragment => block.views(source, part, |offsets, len| Want::Fragment.place(offsets, len)),
            Want::Port => {
                for (k, offsets) in block.accepted() {
                    let port = offsets.port().and_then(|port| port_number(block.texts[k].get(port)?));
                    part.set_int64(block.start + k, port);
                }
            }
            Want::Kind => self.kinds(block, part),
            Want::HostType => {
                for (k, offsets) in block.accepted() {
                    let host = offsets.host().and_then(|host| block.texts[k].get(host));
                    let name = host.and_then(|host| self.tables.host_type(host));
                    part.set_view(block.start + k, name.and_then(|name| self.known.view(&mut self.arena, name)));
                }
            }
            Want::Valid => {
                if let PartValues::Bits(words) = &mut part.values {
                    words[block.start / 64] = block.parsed.accepted();
                    part.valid[block.start / 64] = block.present;
                }
            }
            Want::ErrorReason | Want::ErrorAt | Want::ErrorRule | Want::ErrorHint => {}
        }
    }

    fn kinds(&mut self, block: &Block<'_>, part: &mut Part<'_>) {
        let mut last: Option<(Kind, Option<u128>)> = None;
        for (k, offsets) in block.accepted() {
            let kind = offsets.kind();
            let view = match last {
                Some((same, view)) if same == kind => view,
                _ => self.known.view(&mut self.arena, kind.as_str()),
            };
            last = Some((kind, view));
            part.set_view(block.start + k, view);
        }
    }

    /// Writes the errors of the refused texts of a block.
    #[cold]
    fn errors(&mut self, block: &Block<'_>, parts: &mut [Part<'_>]) {
        for k in bits(block.present & !block.parsed.accepted()) {
            let text = block.texts[k];
            let Some(refusal) = core::refusal(self.tables, text) else { continue };
            for (want, part) in self.wants.iter().zip(parts.iter_mut()) {
                let row = block.start + k;
                match want {
                    Want::ErrorReason => {
                        let why = core::reason(text, refusal.at, refusal.label, refusal.component);
                        part.set_view(row, self.known.view(&mut self.arena, why.as_str()));
                    }
                    Want::ErrorAt => part.set_int32(row, core::characters(text, refusal.at) as i32),
                    Want::ErrorRule => part.set_view(row, self.known.view(&mut self.arena, refusal.label)),
                    Want::ErrorHint => {
                        let hint = core::hint(self.tables, text, refusal.at, refusal.label, refusal.component);
                        part.set_view(row, self.known.view(&mut self.arena, &hint));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Up to 64 parsed rows, which fill one word of a bitmap.
struct Block<'a> {
    /// The first row's number in the column.
    first: usize,
    /// The first row's number in the piece.
    start: usize,
    texts: &'a [&'a [u8]; 64],
    present: u64,
    parsed: &'a ParsedBlock,
}

impl Block<'_> {
    /// Writes a component of every row.
    #[inline(always)]
    fn views<R: Rows>(&self, source: &R, part: &mut Part<'_>, place: impl Fn(&Offsets, usize) -> (u32, u32)) {
        let view = |k: usize, offsets: &Offsets| {
            let (start, end) = place(offsets, self.texts[k].len());
            (start != NONE).then(|| source.view(self.first + k, start as usize, (end - start) as usize))
        };
        self.write(part, view, view);
    }

    /// Writes the scheme of every row. For a web URL it is "http" or "https", so its text is not read again.
    #[inline(always)]
    fn schemes<R: Rows>(&self, source: &R, part: &mut Part<'_>) {
        let (http, https) = (inline(b"http"), inline(b"https"));
        let of_web = |_, offsets: &Offsets| Some(select_unpredictable(offsets.scheme_end == 4, http, https));
        let of_others = |k: usize, offsets: &Offsets| {
            (offsets.scheme_end != NONE).then(|| source.view(self.first + k, 0, offsets.scheme_end as usize))
        };
        self.write(part, of_web, of_others);
    }

    /// Writes a view for every row, by a function for the web URLs and one for the others.
    #[inline(always)]
    fn write(
        &self,
        part: &mut Part<'_>,
        of_web: impl Fn(usize, &Offsets) -> Option<u128>,
        of_others: impl Fn(usize, &Offsets) -> Option<u128>,
    ) {
        let PartValues::Views(views) = &mut part.values else { return };
        let mut defined = 0u64;
        let views = &mut views[self.start..];
        let mut set = |k: usize, view: Option<u128>| {
            if let Some(view) = view {
                views[k] = view;
                defined |= 1 << k;
            }
        };
        self.parsed.web(self.texts).for_each(|(k, offsets)| set(k, of_web(k, &offsets)));
        self.parsed.others().for_each(|(k, offsets)| set(k, of_others(k, &offsets)));
        part.valid[self.start / 64] = defined;
    }

    /// The number in the block and the offsets of each accepted text.
    fn accepted(&self) -> impl Iterator<Item = (usize, Offsets)> + '_ {
        self.parsed.web(self.texts).chain(self.parsed.others())
    }
}

/// The value of these digits, if it has at most 63 bits.
pub(crate) fn port_number(digits: &[u8]) -> Option<i64> {
    let all_digits = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(digits).ok().filter(|_| all_digits)?.parse().ok()
}
