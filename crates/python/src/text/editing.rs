//! `_core.edit_lines`, which edits many lines at once: the engine of `uriverse edit`.
//!
//! Python's steps (`cli/edit_steps.py`) do every edit, and write the placeholders of `find` and `links` too. They
//! answer what is refused here, with its reason. Alone they take 20 to 27 times the processor time of these blocks:
//! 100,000 lines of `--set host=`, `--get '{host}'` or `--remove` take them 0.6 to 0.75 seconds, and 0.03 here.

use std::io::Write;
use std::ops::Range;
use std::thread;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use uriverse_core::memory::{buffer, has_room_for_a_thread, lossy, Grow};
use uriverse_core::query::{self, Notation};
use uriverse_core::{
    characters, decode, parse, Base, ComponentRange, EncodeSet, Malformed, Offsets, Options, ResolvedInto, Tables,
    Target, COMPONENTS,
};
use uriverse_text::editing::{Change, PartChanges, ReferenceEdit};
use uriverse_text::lines::lines;

use crate::calling::values::Items;
use crate::editions::Edition;
use crate::ground::charsets::UTF_8;
use crate::ground::json::{first_escaped, number, plain_string, string};
use crate::ground::memory::guarded;
use crate::reference::queries::{edit, kept_characters, notation, Arguments};

/// The size of a block that is worth another thread.
const PIECE: usize = 1 << 16;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    AsItIs,
    Decoded,
    /// With its name.
    Named,
    /// As a JSON string, null if it is undefined.
    Json,
}

/// A piece of an answer.
enum Shown {
    Literal(Vec<u8>),
    Url,
    /// The unchanged line.
    Text,
    Part(ComponentRange, Written),
    /// A tab, the name, "=" and the part, if the part is defined.
    Named(String, ComponentRange),
    /// The decoded value of the first pair of this name.
    Query(String),
    /// In JSON: the text as a string, the kind, the port as a number, the host's type, the places of the defined parts.
    JsonUrl,
    JsonKind,
    JsonPort,
    JsonHostType,
    JsonOffsets(Vec<(String, ComponentRange)>),
}

impl Shown {
    fn new(kind: &str, text: String) -> PyResult<Shown> {
        let (kind, written) = match kind {
            "decoded" => ("part", Written::Decoded),
            "json" => ("part", Written::Json),
            "named" => ("part", Written::Named),
            _ => (kind, Written::AsItIs),
        };
        Ok(match (kind, &*text, written) {
            ("literal", ..) => Shown::Literal(text.into_bytes()),
            ("url", ..) => Shown::Url,
            ("text", ..) => Shown::Text,
            ("query", ..) => Shown::Query(text),
            ("part", "url", Written::Json) => Shown::JsonUrl,
            ("part", "kind", Written::Json) => Shown::JsonKind,
            ("part", "port", Written::Json) => Shown::JsonPort,
            ("part", "host_type", Written::Json) => Shown::JsonHostType,
            ("part", "offsets", Written::Json) => {
                Shown::JsonOffsets(COMPONENTS.iter().map(|(name, part)| (format!(", \"{name}\": ["), *part)).collect())
            }
            _ => match COMPONENTS.iter().find(|(name, _)| kind == "part" && *name == text) {
                Some((name, part)) if written == Written::Named => Shown::Named(format!("\t{name}="), *part),
                Some((_, part)) => Shown::Part(*part, written),
                None => return Err(PyValueError::new_err(format!("an answer has no {kind} {text:?}"))),
            },
        })
    }
}

/// A condition on a part: one of the patterns matches it. An undefined part counts as empty.
struct Condition {
    part: ComponentRange,
    patterns: Vec<String>,
    /// Whether the part is compared in lower case, as the patterns are written.
    ignores_case: bool,
}

impl Condition {
    fn new(name: &str, patterns: Vec<String>, ignores_case: bool) -> PyResult<Condition> {
        let part = COMPONENTS.iter().find(|(component, _)| *component == name).map(|(_, part)| *part);
        let part = part.ok_or_else(|| PyValueError::new_err(format!("there is no part {name:?}")))?;
        Ok(Condition { part, patterns, ignores_case })
    }

    fn is_met(&self, text: &[u8], offsets: &Offsets) -> bool {
        let part = (self.part)(offsets, text.len()).map_or(&b""[..], |part| &text[part]);
        let lower = self.ignores_case.then(|| lossy(part).to_lowercase());
        let part = lower.as_ref().map_or(part, |lower| lower.as_bytes());
        self.patterns.iter().any(|pattern| query::glob(pattern.as_bytes(), part))
    }
}

/// A line that Python must answer: its range in the block, and the position of its answer.
struct Unanswered {
    line: Range<usize>,
    at: usize,
}

/// An edited line.
struct Edited<'a> {
    line: &'a [u8],
    text: &'a str,
    offsets: Offsets,
    /// Whether the text needs no escapes in JSON.
    is_plain: bool,
}

/// Buffers for one line, reused for the next.
#[derive(Default)]
struct Buffers {
    target: Target,
    edited: Vec<u8>,
}

struct Lines<'a> {
    tables: &'a Tables,
    keep: &'a EncodeSet,
    /// Whether an accepted text may still be mended.
    mends: bool,
    /// The reference that is resolved against each text first, and the tables for it.
    redirect: Option<(&'a [u8], &'a Tables)>,
    /// Only texts that meet all of these are edited.
    conditions: Vec<Condition>,
    /// Whether a text that is left out gives an empty line.
    keeps_lines: bool,
    /// The edits; each gives one answer per line.
    edits: Vec<ReferenceEdit<'a>>,
    shown: Option<Vec<Shown>>,
    notation: Notation,
}

impl Lines<'_> {
    /// The answers to the lines of a piece of the block, each with an LF, and the lines without one.
    fn answers(&self, block: &[u8], piece: Range<usize>) -> (Vec<u8>, Vec<Unanswered>) {
        let (mut out, mut left) = (buffer(2 * piece.len()), Vec::new());
        let mut buffers = Buffers::default();
        for line in lines(block, piece) {
            let before = out.len();
            if self.answers_to(&block[line.clone()], &mut buffers, &mut out).is_none() {
                out.truncate(before);
                left.put(Unanswered { line, at: before });
            }
        }
        (out, left)
    }

    fn answers_to(&self, line: &[u8], buffers: &mut Buffers, out: &mut Vec<u8>) -> Option<()> {
        let mut text = line;
        let mut offsets = parse(self.tables, text)?;
        if self.mends && offsets.scheme().is_some() && offsets.authority().is_none_or(|range| range.is_empty()) {
            return None; // `http:/h` is mended, though it is valid
        }
        if !self.conditions.iter().all(|condition| condition.is_met(text, &offsets)) {
            if self.shown.is_none() {
                out.put_all(line);
            }
            if self.shown.is_none() || self.keeps_lines {
                out.put(b'\n');
            }
            return Some(());
        }
        let Buffers { target, edited } = buffers;
        if let Some((reference, tables)) = self.redirect {
            let base = Base::new(tables, text).ok()?;
            match base.resolve_into(tables, reference, Options::default(), target).ok()? {
                ResolvedInto::Target => {}
                ResolvedInto::SameDocument { .. } => return None,
            }
            text = &target.text;
            offsets = parse(self.tables, text)?;
        }
        for edit in &self.edits {
            let offsets = edit.apply(self.tables, self.keep, text, &offsets, edited)?;
            match &self.shown {
                None => out.put_all(edited),
                Some(all) => {
                    let text = std::str::from_utf8(edited).ok()?;
                    let edited = Edited { line, text, offsets, is_plain: first_escaped(edited).is_none() };
                    all.iter().try_for_each(|shown| self.show(shown, &edited, out))?;
                }
            }
            out.put(b'\n');
        }
        Some(())
    }

    fn show(&self, shown: &Shown, edited: &Edited<'_>, out: &mut Vec<u8>) -> Option<()> {
        let Edited { line, text, offsets, is_plain } = *edited;
        let (edited, offsets) = (text.as_bytes(), &offsets);
        match shown {
            Shown::Literal(text) => out.put_all(text),
            Shown::Url => out.put_all(edited),
            Shown::Text => out.put_all(line),
            Shown::Part(part, Written::Json) => match part(offsets, edited.len()) {
                Some(part) if is_plain => plain_string(out, &edited[part]),
                Some(part) => string(out, &text[part]),
                None => out.put_all(b"null"),
            },
            Shown::Part(part, written) => {
                let part = part(offsets, edited.len()).map_or(&b""[..], |part| &edited[part]);
                let decoded = match written {
                    Written::Decoded => decode(part, Malformed::Keep).ok().flatten(),
                    _ => None,
                };
                match decoded {
                    // Python handles octets that are not UTF-8.
                    Some(octets) => out.put_all(std::str::from_utf8(&octets).ok()?.as_bytes()),
                    None => out.put_all(part),
                }
            }
            Shown::Named(name, part) => {
                if let Some(part) = part(offsets, edited.len()) {
                    out.put_all(name.as_bytes());
                    out.put_all(&edited[part]);
                }
            }
            Shown::JsonUrl if is_plain => plain_string(out, edited),
            Shown::JsonUrl => string(out, text),
            Shown::JsonKind => string(out, offsets.kind().as_str()),
            Shown::JsonPort => match offsets.port().map(|port| &edited[port]) {
                None | Some(b"") => out.put_all(b"null"),
                // Python handles larger numbers.
                Some(digits) => number(out, std::str::from_utf8(digits).ok()?.parse().ok()?),
            },
            Shown::JsonHostType => match offsets.host().and_then(|host| self.tables.host_type(&edited[host])) {
                Some(name) => string(out, name),
                None => out.put_all(b"null"),
            },
            Shown::JsonOffsets(parts) => {
                let is_ascii = is_plain || text.is_ascii();
                let place = |at| if is_ascii { at } else { characters(edited, at) } as u64;
                out.put(b'{');
                let mut skipped = ", ".len();
                for (before, part) in parts {
                    let Some(range) = part(offsets, edited.len()) else { continue };
                    out.put_all(&before.as_bytes()[skipped..]);
                    number(out, place(range.start));
                    out.put_all(b", ");
                    number(out, place(range.end));
                    out.put(b']');
                    skipped = 0;
                }
                out.put(b'}');
            }
            Shown::Query(name) => {
                let query = offsets.query().map_or(&b""[..], |query| &edited[query]);
                let found = query::pairs(query, self.notation).find(|pair| query::has_name(pair, name, self.notation));
                if let Some(value) = found.and_then(|pair| pair.value) {
                    out.put_all(query::text(value, self.notation)?.as_bytes());
                }
            }
        }
        Some(())
    }
}

/// A line without a simple answer: its start and end in the block, and the position in the output where its answer
/// belongs.
pub type UnansweredLine = (usize, usize, usize);

/// Edits each line of a block; a block ends with its last line.
///
/// The answers are one text, each with an LF. A line that Python must answer (it is refused, or its result is) is
/// returned as its start and end in the block, and the position in the output where its answer belongs.
///
/// - `mends`: a valid text may be mended too; such lines are returned.
/// - `conditions`: parts with patterns, and whether case is ignored. Other texts are unchanged; with `shown` they are
///   left out, or give empty lines with `keep_lines`.
/// - `redirect`: it is resolved against each text first.
/// - `parts`: each gives an answer. It maps a part to its new text, as written, or to None to remove it.
/// - `segments`, as written; `pairs`, edits of the query as in `with_pairs`; `ports`, for schemes of texts without one.
/// - `shown`: the format of the answer, as pairs of "literal", "url", "part", "decoded" (a part), "named" (a part with
///   its name), "query" or "json" and a text. For "json" that is a part, "url", "kind", "host_type" or "offsets".
#[pyfunction]
#[pyo3(signature = (block, *, mends, conditions, keep_lines, redirect, parts, segments, pairs, form, sort, ports, shown, edition))]
#[allow(clippy::too_many_arguments)] // the arguments are the Python function's
fn edit_lines<'py>(
    py: Python<'py>,
    block: &Bound<'py, PyBytes>,
    mends: bool,
    conditions: Items<(String, Items<String>, bool)>,
    keep_lines: bool,
    redirect: Option<String>,
    parts: Items<Bound<'py, PyDict>>,
    segments: Items<String>,
    pairs: Items<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    form: bool,
    sort: bool,
    ports: Items<(String, String)>,
    shown: Option<Items<(String, String)>>,
    edition: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyBytes>, Vec<UnansweredLine>)> {
    let resolution = Edition::from_argument(Some(edition))?.for_resolution();
    let edition = Edition::from_argument(Some(edition))?;
    let (tables, notation) = (edition.tables(), notation(form));
    let mut queries = Vec::new();
    for (set, add, remove) in pairs.iter() {
        let [set, add, remove] = [set, add, remove].map(|argument| Some(argument.as_borrowed()));
        queries.push(edit(py, &Arguments { set, add, remove, notation, encoding: UTF_8 }, None)?);
    }
    let octets = |text: String| text.into_bytes().into();
    let keep = kept_characters(tables, UTF_8)?;
    let first = ReferenceEdit {
        segments: segments.into_iter().map(octets).collect(),
        queries,
        sorts: sort,
        ports: ports.into_iter().map(|(scheme, port)| (octets(scheme), octets(port))).collect(),
        ..ReferenceEdit::default()
    };
    let edits = parts.iter().map(|parts| Ok(ReferenceEdit { parts: changes(parts)?, ..first.clone() }));
    let lines = Lines {
        tables,
        keep: &keep,
        mends,
        conditions: conditions
            .into_iter()
            .map(|(part, globs, ignores_case)| Condition::new(&part, globs.into(), ignores_case))
            .collect::<PyResult<_>>()?,
        keeps_lines: keep_lines,
        redirect: redirect.as_deref().map(|reference| (reference.as_bytes(), resolution.tables())),
        edits: edits.collect::<PyResult<_>>()?,
        shown: shown.map(|all| all.into_iter().map(|(kind, text)| Shown::new(&kind, text)).collect()).transpose()?,
        notation,
    };
    let block = block.as_bytes();
    let answers = guarded(|| Ok(py.detach(|| over_pieces(block, |piece| lines.answers(block, piece)))))?;
    let (mut length, mut left) = (0, Vec::new());
    for (text, its) in &answers {
        left.extend(its.iter().map(|each| (each.line.start, each.line.end, length + each.at)));
        length += text.len();
    }
    let joined = PyBytes::new_with(py, length, |mut out| {
        answers.iter().try_for_each(|(text, _)| out.write_all(text).map_err(PyErr::from))
    });
    Ok((joined?, left))
}

fn changes(parts: &Bound<'_, PyDict>) -> PyResult<PartChanges<'static>> {
    let change = |name: &str| -> PyResult<Change<'static>> {
        let Some(given) = parts.get_item(name)? else { return Ok(None) };
        Ok(Some(given.extract::<Option<String>>()?.map(|text| text.into_bytes().into())))
    };
    Ok(PartChanges {
        scheme: change("scheme")?,
        authority: change("authority")?,
        userinfo: change("userinfo")?,
        user: change("user")?,
        password: change("password")?,
        host: change("host")?,
        port: change("port")?,
        path: change("path")?,
        query: change("query")?,
        fragment: change("fragment")?,
    })
}

/// Runs `work` on pieces of whole lines of a block, one piece for each core.
fn over_pieces<T: Send>(block: &[u8], work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let count = cores.min(block.len() / PIECE).max(1);
    let (mut pieces, mut start) = (Vec::new(), 0);
    for number in 1..=count {
        let wanted = (block.len() * number / count).max(start);
        let end = memchr::memchr(b'\n', &block[wanted..]).map_or(block.len(), |length| wanted + length + 1);
        pieces.push(start..end);
        start = end;
    }
    let work = &work;
    thread::scope(|scope| {
        // Where memory is short, this thread does the work.
        let start = |piece: Range<usize>| {
            if !has_room_for_a_thread() {
                return Err(piece);
            }
            let own = piece.clone();
            thread::Builder::new().spawn_scoped(scope, move || work(piece)).map_err(|_| own)
        };
        let others: Vec<_> = pieces.drain(1..).map(start).collect();
        let mut done = vec![work(pieces[0].clone())];
        for other in others {
            done.push(match other {
                Ok(other) => other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(piece) => work(piece),
            });
        }
        done
    })
}

register! { edit_lines }
