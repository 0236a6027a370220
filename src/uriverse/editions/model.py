"""What an edition is: a document of the URI syntax as a typed, immutable value.

Goes in: nothing but the fields. `loading.py` reads them from the data files, `grammar/own.py` makes them from a user's
grammar. Comes out: the value that all of uriverse takes as `edition=`, with its digest and its compiled tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from uriverse import _core
from uriverse.editions.ids import DEFAULT_EDITION, LEVELS, STEPS, EditionId
from uriverse.ground.records import dataclass, field
from uriverse.ground.tables import PACKAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any, Final

# A pickle's tables may expand to this many octets; those of the largest shipped edition have a five-hundredth.
MOST_OCTETS: Final = 1 << 26


@dataclass(frozen=True, slots=True)
class Slot:
    """One cut of a reading: where it opens and ends, which expression judges it, which rule an error shows.

    Attributes:
        component: the component that the slot fills.
        accepts: an expression in the edition's notation that the content must match.
        rule: the rule that an error shows; `rest` after the first "/" inside the slot, where that differs.
        open: the literal before the content ("" for none).
        close: the literal after the content, consumed ("" for none).
        stop: the characters at which the content ends.
        optional: whether the slot may be undefined.
        last: whether the content runs to the last of `stop` or `close` instead of the first.
        bracket: whether the content begins with "[" and ends with the first "]".
    """

    component: str
    accepts: str
    rule: str
    rest: str = ""
    open: str = ""
    close: str = ""
    stop: str = ""
    optional: bool = False
    last: bool = False
    bracket: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A row of slots: one way in which the document reads a whole reference ("absolute", "opaque", "relative")."""

    kind: str
    slots: tuple[Slot, ...]
    clause: str = ""
    resolves_only: bool = False


@dataclass(frozen=True, slots=True)
class AuthorityReading:
    """One way in which the document reads an authority, by the name of its rule."""

    name: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class HostType:
    """A form of host and the expression that recognises it; the first that accepts wins."""

    type: str
    accepts: str


@dataclass(frozen=True, slots=True)
class Erratum:
    """A rule that the document prints wrongly: as printed, as corrected, and who says so."""

    rule: str
    printed: str
    corrected: str
    note: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Departure:
    """A rule that a parser reads in another way than the document prints it: both right-hand sides, clause and reason.

    The rule by its name stays as printed. Only what judges a whole reference uses the other one.
    """

    rule: str
    printed: str
    read: str
    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class Port:
    """A scheme's default port, and the path that its empty path stands for ("" where an empty path stays empty)."""

    scheme: str
    port: int
    empty_path: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Reserved:
    """The characters that a document reserves in a component, as an expression of the grammar, and the section."""

    characters: str
    clause: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A step to a normal form that the document describes and no level takes: its section, and why it is left out."""

    clause: str
    why: str


def _frozen() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, eq=False, repr=False)
class Edition:
    """A document of the URI syntax as a value: its grammar, its rules in prose, and where each stands.

    Two editions are equal when their digests are: the same grammar and the same settings under the same id. A user's
    own comes from `Edition.from_grammar`.

    Attributes:
        id: the name that the API uses, such as "rfc2396".
        title, document, date, status: as the document prints them; the date as YYYY-MM or YYYY-MM-DD.
        updates: what the document updates or replaces.
        names_it: what the document calls a reference ("URL reference", "URI-reference").
        start: the rule that a whole reference must match.
        grammar: the text of the grammar, in the document's notation.
        notation: "bnf" or "abnf".
        clauses: rule name to section of the document.
        readings, authority: how a text is cut, in order of preference.
        unreserved: the characters whose triplets normalization decodes, as an expression of the grammar.
        encode: for each component, the characters that the grammar takes in it as they are.
        reserved: for each component, those of them that data must not hold, each with the section.
        stays_encoded: characters that neither of these has, whatever the grammar takes.
        normal_form: the steps of normalization that the document gives a meaning, each with its section; None where
            nothing is said of them: all.
        left_out: the steps that the document describes and no level takes.
        resolution: the document's choices by name; `resolution_clauses` has their sections.
        notes: for a choice of `resolution`, what the document says of it that the engine does not do, and why.
        departures: the rules that a parser reads in another way than the document prints them.
        errata, ports, host_types, provenance: see README.md.
        based_on: the id of the edition on which this one stands; None where it stands alone.
        replaces: for a rule of that edition, the rule that takes its place here.

    >>> from uriverse import EDITIONS
    >>> EDITIONS["rfc2396"].date
    '1998-08'
    """

    id: str
    title: str
    document: str
    date: str
    status: str
    names_it: str
    start: str
    grammar: str
    notation: str = "abnf"
    bars: bool = False
    split: str = "appendix-b"
    updates: tuple[str, ...] = ()
    resolves_as: str | None = None
    judged: bool = False
    prose: Mapping[str, str] = field(default_factory=_frozen)
    clauses: Mapping[str, str] = field(default_factory=_frozen)
    readings: tuple[Reading, ...] = ()
    authority: tuple[AuthorityReading, ...] = ()
    host_types: tuple[HostType, ...] = ()
    unreserved: str = ""
    stays_encoded: str = ""
    encode: Mapping[str, str] = field(default_factory=_frozen)
    reserved: Mapping[str, Reserved] = field(default_factory=lambda: MappingProxyType({}))
    case_insensitive: Mapping[str, str] = field(default_factory=_frozen)
    normal_form: Mapping[str, str] | None = None
    left_out: Mapping[str, LeftOut] = field(default_factory=lambda: MappingProxyType({}))
    resolution: Mapping[str, str] = field(default_factory=_frozen)
    resolution_clauses: Mapping[str, str] = field(default_factory=_frozen)
    notes: Mapping[str, str] = field(default_factory=_frozen)
    errata: tuple[Erratum, ...] = ()
    departures: tuple[Departure, ...] = ()
    ports: tuple[Port, ...] = ()
    provenance: Mapping[str, str] = field(default_factory=_frozen)
    grammar_file: str = "<grammar>"
    based_on: str | None = None
    replaces: Mapping[str, str] = field(default_factory=_frozen)
    compiled: bytes | None = field(default=None, repr=False)
    _native: object = field(default=None, init=False, repr=False)

    @classmethod
    def from_grammar(
        cls,
        text: str,
        *,
        start: str,
        roles: Mapping[str, str] | None = None,
        based_on: EditionId | Edition = DEFAULT_EDITION,
        id: str | None = None,
        notation: str = "abnf",
        max_states: int = 10_000,
        max_work: int = 20_000_000,
        file: str = "<grammar>",
    ) -> Edition:
        """Compile your own grammar into an edition: the stricter syntax of a scheme, or an organization's own rules.

        Rules that the grammar lacks come from `based_on`; a rule that it redefines is its own wherever it is used. The
        start rule judges the whole text, and the base's readings cut it into components.

        Args:
            text: the grammar, in ABNF (RFC 5234 and RFC 7405).
            start: the rule that a whole reference must match, the grammar's own or the base's.
            roles: which rules judge the slots of the base's readings: a component ("path"), or the rule by which the
                base judges or names a slot ("path-abempty", "reg-name"), to a rule or an expression of this grammar.
            based_on: the edition to stand on.
            id: the name of the new edition; by default the start rule's.
            notation: "abnf", or "bnf" on a base that is BNF too. ABNF on a base in BNF spells the base's rules with
                hyphens, `abs-path`.
            max_states: no rule's automaton may have more states than this.
            max_work: the compiler may take no more steps than this. A step is one operation on one state or one word
                of memory; 20 million take a few seconds and at most 250 MB.
            file: the name of the grammar in errors.

        Raises:
            GrammarError: naming file, line and rule, where the text is no grammar, a rule is unknown, recursive or
                grows too large, or where the readings do not take all that the start rule accepts (with a witness).
            UnknownEdition: there is no such base.

        >>> import uriverse as uv
        >>> grammar = 'house = "https://" name ".example" path-abempty' + chr(10) + "name = 1*ALPHA"
        >>> house = uv.Edition.from_grammar(grammar, start="house")
        >>> uv.is_valid("https://shop.example/a", edition=house), uv.is_valid("http://shop.example/a", edition=house)
        (True, False)
        """
        own = _core.handed_over("grammar compiler")
        found: Edition = own.edition_from_grammar(
            text,
            start=start,
            roles=roles,
            based_on=based_on,
            id=id,
            notation=notation,
            max_states=max_states,
            max_work=max_work,
            file=file,
        )
        return found

    @classmethod
    def from_files(
        cls,
        grammar: str | PathLike[str],
        table: str | PathLike[str],
        *,
        max_states: int = 10_000,
        max_work: int = 20_000_000,
    ) -> Edition:
        r"""Load a complete edition from a grammar file and a table file: what a shipped edition is made of.

        `src/uriverse/editions/README.md` describes both. Every claim that is proved of a shipped edition is decided
        here, such as that its readings accept together what the start rule accepts. The engine runs the same tables as
        for a shipped edition, at the same speed.

        Args:
            grammar: the path of the grammar, in the notation that the table names.
            table: the path of the table, TOML. Its `id` is not that of a built-in edition.
            max_states: no rule's automaton may have more states than this.
            max_work: the compiler may take no more steps than this; see `from_grammar`.

        Raises:
            OSError: a file cannot be read.
            GrammarError: naming the file, and the key, or the line and the rule: a key is unknown or missing, a rule
                has no clause, the grammar is wrong or grows too large, or a claim does not hold (with a witness).
            UnknownEdition: there is no edition `based_on`.

        >>> import pathlib, tempfile
        >>> import uriverse as uv
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> who = 'id = "mine"\ntitle = "Mine"\ndocument = "Mine"\ndate = "2026-11"\nstatus = "draft"\n'
        >>> _ = (folder / "mine.toml").write_text(who + 'based_on = "rfc3986"\n[clauses]\nport = "1"\n')
        >>> _ = (folder / "mine.abnf").write_text("port = 1*5DIGIT\n")
        >>> mine = uv.Edition.from_files(folder / "mine.abnf", folder / "mine.toml")
        >>> uv.is_valid("http://h:80/", edition=mine), uv.is_valid("http://h:/", edition=mine)
        (True, False)
        """
        own = _core.handed_over("grammar compiler")
        found: Edition = own.edition_from_files(grammar, table, max_states=max_states, max_work=max_work)
        return found

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the document's rules, in its order."""
        return tuple(self.clauses)

    @property
    def judge(self) -> str:
        """The expression that judges a whole text: the start rule, or its counterpart with the departures.

        >>> from uriverse import EDITIONS
        >>> EDITIONS["rfc3986"].judge, EDITIONS["rfc1738"].judge
        ('URI-reference', 'url as read')
        """
        return f"{self.start} as read" if self.departures else self.start

    @property
    def reads_references(self) -> bool:
        """Whether its texts are references with components; False for RFC 6570, whose texts are templates.

        >>> from uriverse import EDITIONS
        >>> [name for name, edition in EDITIONS.items() if not edition.reads_references]
        ['rfc6570']
        """
        return any(reading.kind != "relative" for reading in self.readings)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of normalization that the edition has; "path" only if dot segments mean something in it.

        >>> from uriverse import EDITIONS
        >>> EDITIONS["rfc2396"].levels
        ('string', 'case', 'percent', 'syntax', 'scheme')
        """
        steps = set(STEPS if self.normal_form is None else self.normal_form)
        has = {
            "case": "triplet-case" in steps or bool({"scheme", "host"} & set(self.case_insensitive)),
            "percent": "unreserved-triplets" in steps,
            "path": "dot-segments" in steps,
        }
        return tuple(level for level in LEVELS if has.get(level, True))

    @property
    def settings(self) -> Mapping[str, str]:
        """What the engine needs to know beyond the grammar, as names and values."""
        settings = {"judged_by": self.judge} if self.departures else {}
        settings |= {**self.resolution, "case_insensitive": " ".join(self.case_insensitive)}
        if self.normal_form is not None:
            settings["normal_form"] = " ".join(self.normal_form)
        if self.resolves_as is not None:
            settings["resolves_as"] = self.resolves_as
        return MappingProxyType(settings)

    @property
    def tables(self) -> bytes:
        """The compiled form: what the engine runs."""
        if self.compiled is not None:
            return self.compiled
        with open(f"{PACKAGE}/editions/{self.id}.tables", "rb") as file:
            return file.read()

    @property
    def digest(self) -> bytes:
        """SHA-256 over everything that decides how a text is read: 32 bytes."""
        slots = [
            [[slot_fields(slot) for slot in row.slots] for row in rows] for rows in (self.readings, self.authority)
        ]
        decisive = [
            self.id,
            self.grammar,
            self.notation,
            self.bars,
            self.start,
            self.split,
            self.judged,
            dict(self.prose),
            [[row.kind, row.resolves_only] for row in self.readings],
            [row.name for row in self.authority],
            slots,
            [[host.type, host.accepts] for host in self.host_types],
            self.unreserved,
            self.stays_encoded,
            dict(self.encode),
            dict(self.settings),
            [[port.scheme, port.port, port.empty_path] for port in self.ports],
            *([name, row.characters] for name, row in self.reserved.items()),
            *([departure.rule, departure.read] for departure in self.departures),
        ]
        import hashlib
        import json

        return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).digest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Edition):
            return NotImplemented
        return self is other or self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Edition {self.id}: {self.title}>"

    def __getstate__(self) -> dict[str, Any]:
        state = {
            name: dict(value) if isinstance(value, MappingProxyType) else value
            for name, value in self.__dict__.items()
            if name != "_native"
        }
        if self.compiled is None:
            return state
        from zlib import compress

        return state | {"compiled": compress(self.compiled)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        compiled = state["compiled"]
        if compiled is not None:
            from zlib import decompressobj

            state |= {"compiled": decompressobj().decompress(compiled, MOST_OCTETS)}
        for name, value in state.items():
            object.__setattr__(self, name, MappingProxyType(value) if isinstance(value, dict) else value)
        object.__setattr__(self, "_native", None)


def slot_fields(slot: Slot) -> list[object]:
    """A slot as a plain list, for digests."""
    return [getattr(slot, name) for name in Slot.__slots__]
