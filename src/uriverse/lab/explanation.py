"""Explain a string: which editions accept it and how, its ambiguities, and the refusing rule with a repair.

This uses the generated tables and does not compile grammars.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from uriverse import _core
from uriverse.editions.registry import EDITIONS, Edition, EditionId, Standard
from uriverse.errors import URISyntaxError
from uriverse.grammar.table_file import read_tables
from uriverse.grammar.tables import Tables
from uriverse.ground.argument_types import EDITION, URL_STANDARD, check_argument, is_url_standard, takes
from uriverse.ground.masking import masked, masked_repr
from uriverse.ground.records import dataclass, field, fields, replace
from uriverse.ground.secret_words import masked_repair
from uriverse.lab.ambiguity import Ambiguity, ambiguities
from uriverse.lab.cutting import Cutter, Part
from uriverse.lab.repair import REPAIR_WORK, repaired
from uriverse.whatwg.conformance import validation_errors
from uriverse.whatwg.errors import ValidationError

if TYPE_CHECKING:
    from uriverse._core import Text

COMPONENTS = ("scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an edition refuses a text.

    Attributes:
        at: the position, in characters; `component` is the component there, if any.
        rule, clause: the rule of the document that refuses it, and its clause.
        expected: the literals (in quotes) and rule names that are allowed there.
        hint: what to do about it, or "".
        repair: the whole text after the cheapest edits, or None if there is none or with `repair=False`.
        message: the whole error message, with the position marked.
        text: the refused text; `repr` masks its secrets in the repair.
    """

    at: int
    component: str | None
    rule: str
    clause: str
    expected: tuple[str, ...]
    hint: str
    repair: str | None
    message: str
    text: str = field(default="", repr=False, compare=False)

    @property
    def shown_repair(self) -> str | None:
        """The repair with its secrets masked."""
        return None if self.repair is None else masked_repair(self.repair, self.text)

    def __repr__(self) -> str:
        return masked_repr(replace(self, repair=self.shown_repair), plain_fields(self))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one edition for a text.

    Attributes:
        edition: its id.
        accepted: whether its start rule accepts the text.
        kind: the kind of reference, or None if it is refused.
        parts: the components of the strict parse, in the order of the text; () if it is refused.
        split: the components of the lenient split, or None if they are the same.
        ambiguities: the ambiguities of the text, and how they are resolved.
        refusal: why it is refused, or None.
        notes: statements of the document about resolving such a reference that the engine does not follow, by choice
            (`Edition.notes`). Empty unless the kind is "relative-path": only such a path is merged with a base's.
        departures: the departures that are needed to accept the text, each with the reason (`Edition.departures`); ()
            if the printed rules accept it too.
        validation_errors: for "whatwg" the validation errors of the URL Standard's parser; () for an edition.
    """

    edition: str
    accepted: bool
    kind: str | None
    parts: tuple[Part, ...]
    split: tuple[Part, ...] | None
    ambiguities: tuple[Ambiguity, ...]
    refusal: Refusal | None
    notes: tuple[tuple[str, str], ...] = ()
    departures: tuple[tuple[str, str], ...] = ()
    validation_errors: tuple[ValidationError, ...] = ()

    @property
    def summary(self) -> str:
        """The refusal's message, or one line for each component with its position."""
        if self.refusal is not None:
            return self.refusal.message
        return "\n".join(f"{part.component} {part.start}-{part.end}" for part in self.parts)

    def as_json(self) -> dict[str, Any]:
        """JSON values: `components` by name (null: undefined), `offsets`, `notes`; if refused also `at`, `rule`, ..."""
        plain: dict[str, Any] = {
            "edition": self.edition,
            "accepted": self.accepted,
            "kind": self.kind,
            "components": components_of(self.parts) if self.accepted else None,
            "offsets": offsets_of(self.parts) if self.accepted else None,
            "split": None
            if self.split is None
            else {"components": components_of(self.split), "offsets": offsets_of(self.split)},
            "ambiguities": [plain_fields(ambiguity) for ambiguity in self.ambiguities],
            "notes": dict(self.notes),
            "departures": dict(self.departures),
            "validation_errors": [{"name": error.name, "at": error.at} for error in self.validation_errors],
        }
        if self.refusal is not None:
            plain |= plain_fields(self.refusal)
            plain["expected"] = list(self.refusal.expected)
        return plain


@dataclass(frozen=True, slots=True)
class Explanation:
    """A text and each edition's result, in the order of the `editions` argument."""

    text: str
    editions: tuple[Outcome, ...]

    def _repr_html_(self) -> str:
        from uriverse.ground.notebook import coloured, table

        rows = [(outcome.edition, outcome.kind or "refused", outcome.summary) for outcome in self]
        return coloured(masked(self.text)) + table(("edition", "verdict", "components, or why not"), rows)

    def __getitem__(self, edition: str) -> Outcome:
        for outcome in self.editions:
            if outcome.edition == edition:
                return outcome
        raise KeyError(edition)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.editions)

    def __len__(self) -> int:
        return len(self.editions)

    @property
    def accepted_by(self) -> tuple[str, ...]:
        """The ids of the editions that accept the text."""
        return tuple(outcome.edition for outcome in self.editions if outcome.accepted)

    def as_json(self) -> dict[str, Any]:
        """Plain values: `text`, and `editions`, one object each."""
        return {"text": self.text, "editions": [outcome.as_json() for outcome in self.editions]}


@takes(editions=(Iterable, EDITION, type(None)), repair=bool, max_work=int)
def explain(
    text: Text,
    editions: Iterable[Standard] | Standard | None = None,
    *,
    repair: bool = True,
    max_work: int = REPAIR_WORK,
) -> Explanation:
    """Explain a text: whether each edition accepts it, its components, and why it is refused.

    Args:
        text: any string, bytes in UTF-8, or the text of a reference.
        editions: an id or your own edition, or several; by default all built-in ones whose texts are references.
            "whatwg" is the URL Standard; it accepts a text if its parser does not fail.
        repair: whether to search the cheapest repair for each edition that refuses the text.
        max_work: the maximum number of steps of that search, for each edition; lower for texts of more than 64
            characters, so the time is linear in the length. If it is exceeded, the outcome's `repair` is None.

    Raises:
        UnknownEditionError: if there is no such edition.

    >>> found = explain("http://h/a b", ["rfc2396", "rfc3986"])
    >>> found.accepted_by, found["rfc3986"].refusal.rule, found["rfc3986"].refusal.repair
    ((), 'segment', 'http://h/a%20b')
    """
    return Explainer(editions).explain(text, repair=repair, max_work=max_work)


class Explainer:
    """Explains many texts: caches the editions' tables."""

    def __init__(self, editions: Iterable[Standard] | Standard | None = None) -> None:
        check_argument("editions", editions, (Iterable, EDITION, type(None)))
        if editions is None:
            editions = tuple(name for name in EDITIONS if EDITIONS[name].reads_references)
        elif isinstance(editions, str | Edition):
            editions = (editions,)
        self._readers: list[_EditionReader | _UrlStandard] = [
            _UrlStandard() if is_url_standard(edition) else _EditionReader(edition) for edition in editions
        ]

    def explain(self, text: Text, *, repair: bool = True, max_work: int = REPAIR_WORK) -> Explanation:
        """Explain one text, as the function does."""
        plain = _core.split(text, edition="rfc3986").text
        most = max_work if repair else 0
        return Explanation(plain, tuple(reader.outcome(plain, most) for reader in self._readers))


class _UrlStandard:
    """The URL Standard, with the interface of `_EditionReader`."""

    def outcome(self, text: str, max_work: int) -> Outcome:
        """Whether its parser accepts a text, and the validation errors; there is no repair."""
        del max_work
        errors = tuple(validation_errors(text))
        failure = next((error for error in errors if error.failure), None)
        refusal = None
        if failure is not None:
            refusal = Refusal(failure.at, None, failure.name, "URL Standard", (), "", None, str(failure), text)
        kind = "URL" if failure is None else None
        return Outcome(URL_STANDARD, failure is None, kind, (), None, (), refusal, validation_errors=errors)


@dataclass
class _EditionReader:
    """One edition, with lazily decoded tables."""

    edition: EditionId | Edition
    cutter: Cutter = field(init=False)
    _tables: Tables | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        check_argument("each of editions", self.edition, EDITION)
        self.cutter = Cutter(self.edition)

    def tables(self) -> Tables:
        if self._tables is None:
            self._tables = read_tables(self.cutter.edition.tables)
        return self._tables

    def outcome(self, text: str, max_work: int) -> Outcome:
        """The edition's result for a text; searches a repair unless `max_work` is 0."""
        name = self.cutter.name
        split = parts_of(_core.split(text, edition=name))
        try:
            reference = _core.parse(text, edition=name)
        except URISyntaxError as error:
            mended = repaired(text, self.cutter, self.tables, max_work=max_work) if max_work else None
            refusal = Refusal(
                *(error.at, error.component, error.rule, error.clause, error.expected, error.hint),
                *(mended, str(error), text),
            )
            return Outcome(self.cutter.edition.id, False, None, (), split, (), refusal)
        parts = parts_of(reference)
        return Outcome(
            self.cutter.edition.id,
            True,
            reference.kind if self.cutter.edition.reads_references else self.cutter.edition.names_it,
            parts,
            None if split == parts else split,
            ambiguities(text, self.cutter, split, self._host_types(reference.host)),
            None,
            tuple(self.cutter.edition.notes.items()) if reference.kind == "relative-path" else (),
            self._departures(text),
        )

    def _departures(self, text: str) -> tuple[tuple[str, str], ...]:
        """The departures that accept an accepted text; empty if the printed start rule accepts it."""
        edition = self.cutter.edition
        if not edition.departures or self.cutter.accepts(text, edition.start):
            return ()
        return tuple((departure.rule, departure.reason) for departure in edition.departures)

    def _host_types(self, host: str | None) -> list[str]:
        if host is None:
            return []
        return [form.type for form in self.cutter.edition.host_types if self.cutter.accepts(host, form.accepts)]


def parts_of(reference: _core.URIReference | _core.Components) -> tuple[Part, ...]:
    """The defined components with their positions, an authority before its parts."""
    return _parts(str(reference), tuple(_core.spans(reference)))


@lru_cache(maxsize=4)
def _parts(text: str, spans: tuple[tuple[str, int, int], ...]) -> tuple[Part, ...]:
    """Cached, because most editions find the same components."""
    return tuple(Part(name, start, end, text[start:end], text) for name, start, end in spans)


def components_of(parts: Iterable[Part]) -> dict[str, str | None]:
    """Components by name; an undefined one is None."""
    return dict.fromkeys(COMPONENTS) | {part.component: part.text for part in parts}


def offsets_of(parts: Iterable[Part]) -> dict[str, list[int]]:
    """The positions of the defined components by name, in characters."""
    return {part.component: [part.start, part.end] for part in parts}


def plain_fields(value: Ambiguity | Refusal) -> dict[str, Any]:
    """The fields of a value by name."""
    return {field.name: getattr(value, field.name) for field in fields(value) if field.repr}
