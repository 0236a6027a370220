//! Resolving a column of references against one base, or each against its own, and the inverse.
//!
//! Equal bases are often adjacent (the links of one page), so each worker caches its last base.

use arrow_array::{Array, ArrayRef};
use arrow_schema::Fields;
use uriverse_core as core;
use uriverse_core::{Base, Offsets, Options, ResolveError, ResolvedInto, Tables, Target};

use crate::distinct::over_distinct;
use crate::errors::ColumnError;
use crate::input::texts::{Octets, Rows, Texts};
use crate::kernels::parse::{field, port_number, Known, Want};
use crate::kernels::predicates::Other;
use crate::kernels::rewrite::{rewrite, rows};
use crate::output::answer::Outcome;
use crate::output::arena::{all_buffers, Arena, Numbers};
use crate::output::builders::{pieces, Builder, BuilderType, Part};
use crate::output::lists::structs;
use crate::pieces::{work_all, Threads};

/// One column of a resolution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResolveWant {
    /// The target's text; null for the current document.
    Uri,
    /// The reason of a failure: "reference-refused", "base-refused", "opaque-base", ...
    Reason,
    /// A column of the target's parse. The current document has only a kind and a fragment. An error's position and
    /// rule are those of the refused text.
    Parse(Want),
}

impl ResolveWant {
    /// The columns of that name: "uri", "error", or a name of [`Want::columns`].
    pub fn named(name: &str) -> Option<Vec<ResolveWant>> {
        match name {
            "uri" => Some(vec![ResolveWant::Uri]),
            "error" => {
                Some(vec![ResolveWant::Reason, ResolveWant::Parse(Want::ErrorAt), ResolveWant::Parse(Want::ErrorRule)])
            }
            "error_reason" => Some(vec![ResolveWant::Reason]),
            other => Some(Want::columns(other)?.into_iter().map(ResolveWant::Parse).collect()),
        }
    }

    /// The name of the column.
    pub fn name(self) -> &'static str {
        match self {
            ResolveWant::Uri => "uri",
            ResolveWant::Reason => "error_reason",
            ResolveWant::Parse(want) => want.as_str(),
        }
    }

    fn builder_type(self) -> BuilderType {
        match self {
            ResolveWant::Parse(want) => want.builder_type(),
            _ => BuilderType::Text,
        }
    }
}

/// The wanted columns in one struct column, null if the reference or the base is null.
///
/// # Errors
/// As [`Texts::read`]; [`ColumnError::Lengths`].
pub fn resolve(
    tables: &Tables,
    references: &dyn Array,
    base: Other<'_>,
    options: Options,
    wanted: &[ResolveWant],
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    each(references, base, |texts, bases, base| {
        let columns = columns(&Job { tables, options, wanted, texts, bases, base }, threads);
        let fields: Fields = wanted.iter().zip(&columns).map(|(wanted, column)| field(wanted.name(), column)).collect();
        let nulls = arrow_buffer::NullBuffer::union(texts.nulls.as_ref(), bases.and_then(|bases| bases.nulls.as_ref()));
        structs(fields, columns, texts.len(), nulls)
    })
}

/// Only the targets; null for the current document, and if the resolution fails.
///
/// # Errors
/// As [`resolve`].
pub fn targets(
    tables: &Tables,
    references: &dyn Array,
    base: Other<'_>,
    options: Options,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    each(references, base, |texts, bases, base| {
        columns(&Job { tables, options, wanted: &[ResolveWant::Uri], texts, bases, base }, threads).remove(0)
    })
}

fn each(
    references: &dyn Array,
    base: Other<'_>,
    kernel: impl Fn(&Texts, Option<&Texts>, &[u8]) -> ArrayRef,
) -> Result<ArrayRef, ColumnError> {
    match base {
        Other::One(base) => over_distinct(references, Octets::Text, |texts| kernel(texts, None, base)),
        Other::Column(bases) => {
            if references.len() != bases.len() {
                return Err(ColumnError::Lengths(references.len(), bases.len()));
            }
            let (texts, bases) = (Texts::read(references, Octets::Text)?, Texts::read(bases, Octets::Text)?);
            Ok(kernel(&texts, Some(&bases), b""))
        }
    }
}

/// For each target a reference that resolves to it against the base; null if no reference does.
///
/// # Errors
/// As [`Texts::read`]; [`ColumnError::Lengths`].
pub fn relativize(
    tables: &Tables,
    targets: &dyn Array,
    base: Other<'_>,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    let relative =
        |target: &[u8], base: &[u8]| core::relativize(tables, target, base).map_or(Outcome::Null, Outcome::New);
    match base {
        Other::One(base) => rewrite(targets, Octets::Text, threads, |target| relative(target, base)),
        Other::Column(bases) => {
            if targets.len() != bases.len() {
                return Err(ColumnError::Lengths(targets.len(), bases.len()));
            }
            let (targets, bases) = (Texts::read(targets, Octets::Text)?, Texts::read(bases, Octets::Text)?);
            Ok(rows(&targets, threads, |row, target| {
                if bases.is_present(row) {
                    relative(target, bases.text(row))
                } else {
                    Outcome::Null
                }
            }))
        }
    }
}

/// Shared by all workers.
struct Job<'a> {
    tables: &'a Tables,
    options: Options,
    wanted: &'a [ResolveWant],
    texts: &'a Texts,
    bases: Option<&'a Texts>,
    base: &'a [u8],
}

fn columns(job: &Job<'_>, threads: Threads<'_>) -> Vec<ArrayRef> {
    let rows = job.texts.len();
    let mut builders: Vec<Builder> =
        job.wanted.iter().map(|wanted| Builder::new(wanted.builder_type(), rows)).collect();
    let numbers = Numbers::after(job.texts.buffers().len());
    let one = Base::new(job.tables, job.base);
    let workers = work_all(
        pieces(&mut builders, rows),
        threads,
        || Worker { job, known: Known::default(), arena: Arena::new(&numbers) },
        |worker, mut piece| {
            let mut last_base: Option<(&[u8], Result<Base<'_>, ResolveError>)> = None;
            for row in 0..piece.rows {
                let at = piece.first + row;
                if !job.texts.is_present(at) || job.bases.is_some_and(|bases| !bases.is_present(at)) {
                    continue;
                }
                let base = match job.bases {
                    None => (job.base, one),
                    Some(bases) => {
                        let text = bases.text(at);
                        let parsed = match last_base {
                            Some((same, base)) if same == text => base,
                            _ => Base::new(job.tables, text),
                        };
                        last_base = Some((text, parsed));
                        (text, parsed)
                    }
                };
                worker.row(job.texts.text(at), base, &mut piece.parts, row);
            }
        },
    );
    let buffers = all_buffers(job.texts.buffers(), workers.into_iter().map(|worker| worker.arena).collect());
    builders.into_iter().map(|builder| builder.finish(&buffers)).collect()
}

struct Worker<'a> {
    job: &'a Job<'a>,
    known: Known,
    arena: Arena<'a>,
}

impl Worker<'_> {
    fn row(
        &mut self,
        reference: &[u8],
        (base_text, base): (&[u8], Result<Base<'_>, ResolveError>),
        parts: &mut [Part<'_>],
        row: usize,
    ) {
        let (tables, options, mut target) = (self.job.tables, self.job.options, Target::default());
        match base.and_then(|base| base.resolve_into(tables, reference, options, &mut target)) {
            Ok(ResolvedInto::Target) => self.target(&target.text, &target.offsets, parts, row),
            Ok(ResolvedInto::SameDocument { fragment }) => {
                let fragment = fragment.and_then(|range| reference.get(range));
                self.same_document(fragment, parts, row);
            }
            Err(error) => self.failure(reference, base_text, error, parts, row),
        }
    }

    fn target(&mut self, text: &[u8], offsets: &Offsets, parts: &mut [Part<'_>], row: usize) {
        let Some(stored) = self.arena.store(text) else { return };
        for (wanted, part) in self.job.wanted.iter().zip(parts) {
            match wanted {
                ResolveWant::Uri => part.set_view(row, Some(stored.view(0, text.len()))),
                ResolveWant::Parse(Want::Valid) => part.set_bool(row, true),
                ResolveWant::Parse(Want::Kind) => {
                    part.set_view(row, self.known.view(&mut self.arena, offsets.kind().as_str()));
                }
                ResolveWant::Parse(Want::Port) => {
                    part.set_int64(row, offsets.port().and_then(|port| port_number(text.get(port)?)));
                }
                ResolveWant::Parse(Want::HostType) => {
                    let host = offsets.host().and_then(|host| text.get(host));
                    let name = host.and_then(|host| self.job.tables.host_type(host));
                    part.set_view(row, name.and_then(|name| self.known.view(&mut self.arena, name)));
                }
                ResolveWant::Parse(component) => {
                    let place = component.part(offsets, text.len());
                    part.set_view(row, place.map(|(start, end)| stored.view(start, end - start)));
                }
                ResolveWant::Reason => {}
            }
        }
    }

    fn same_document(&mut self, fragment: Option<&[u8]>, parts: &mut [Part<'_>], row: usize) {
        for (wanted, part) in self.job.wanted.iter().zip(parts) {
            match wanted {
                ResolveWant::Parse(Want::Valid) => part.set_bool(row, true),
                ResolveWant::Parse(Want::Kind) => part.set_view(row, self.known.view(&mut self.arena, "same-document")),
                ResolveWant::Parse(Want::Fragment) => {
                    part.set_view(row, fragment.and_then(|text| self.arena.push(text)));
                }
                _ => {}
            }
        }
    }

    #[cold]
    fn failure(&mut self, reference: &[u8], base: &[u8], error: ResolveError, parts: &mut [Part<'_>], row: usize) {
        // A refused text reports the error of its parse, even if lenient resolution would accept it.
        let refused = core::refusal(self.job.tables, reference);
        let (reason, refused) = match error {
            ResolveError::BaseRefused => (error, core::refusal(self.job.tables, base).map(|refusal| (refusal, base))),
            ResolveError::ReferenceRefused | ResolveError::ResultRefused if refused.is_some() => {
                (ResolveError::ReferenceRefused, refused.map(|refusal| (refusal, reference)))
            }
            other => (other, None),
        };
        for (wanted, part) in self.job.wanted.iter().zip(parts) {
            match wanted {
                ResolveWant::Reason => part.set_view(row, self.known.view(&mut self.arena, reason.as_str())),
                ResolveWant::Parse(Want::Valid) => part.set_bool(row, false),
                ResolveWant::Parse(Want::ErrorAt) => {
                    if let Some((refusal, text)) = &refused {
                        part.set_int32(row, core::characters(text, refusal.at) as i32);
                    }
                }
                ResolveWant::Parse(Want::ErrorRule) => {
                    if let Some((refusal, _)) = &refused {
                        part.set_view(row, self.known.view(&mut self.arena, refusal.label));
                    }
                }
                ResolveWant::Parse(Want::ErrorHint) => {
                    if let Some((refusal, text)) = &refused {
                        let hint = core::hint(self.job.tables, text, refusal.at, refusal.label, refusal.component);
                        part.set_view(row, self.known.view(&mut self.arena, &hint));
                    }
                }
                _ => {}
            }
        }
    }
}
