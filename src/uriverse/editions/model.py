"""`Edition`: a document of the URI syntax as a typed, immutable value.

`loading.py` creates editions from data files, `grammar/own.py` from a user's grammar. All functions accept them as
`edition=`. An edition has a digest and compiled tables.
"""

from __future__ import annotations

from _collections_abc import Mapping
from os import PathLike

from uriverse import _core
from uriverse.editions.ids import DEFAULT_EDITION, LEVELS, STEPS, EditionId
from uriverse.ground.late import MappingProxyType
from uriverse.ground.lean_typing import Any, Final
from uriverse.ground.records import dataclass, field
from uriverse.ground.tables import PACKAGE

# The maximum size of a pickle's decompressed tables: 500 times that of the largest built-in edition.
MOST_OCTETS: Final = 1 << 26


@dataclass(frozen=True, slots=True)
class Slot:
    """One part of a reading: its delimiters, the expression that checks it, and the rule for errors.

    Attributes:
        component: the component that the slot fills.
        accepts: an expression in the edition's notation that the content must match.
        rule: the rule for errors; after the first "/" inside the slot `rest`, if that is another rule.
        open: the literal before the content, or "".
        close: the literal after the content, which is consumed, or "".
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
    """A sequence of slots: one way to parse a whole reference ("absolute", "opaque", "relative")."""

    kind: str
    slots: tuple[Slot, ...]
    clause: str = ""
    resolves_only: bool = False


@dataclass(frozen=True, slots=True)
class AuthorityReading:
    """One way to parse an authority, with the name of its rule."""

    name: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class HostType:
    """A form of host and the expression that recognises it; the first that accepts wins."""

    type: str
    accepts: str


@dataclass(frozen=True, slots=True)
class Erratum:
    """A rule that the document prints wrongly: as printed, as corrected, and the source."""

    rule: str
    printed: str
    corrected: str
    note: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class PublishedErratum:
    """A record of the RFC Editor's list of errata, as its page shows number and state.

    Attributes:
        id: the number of the record, such as 2525.
        state: "Verified", "Reported", "Held for Document Update" or "Rejected".
        clause: the section.
        what: what the record says.
        effect: what it changes here, or why it changes nothing.
        source: the address of the page.
    """

    id: int
    state: str
    clause: str
    what: str
    effect: str
    source: str


@dataclass(frozen=True, slots=True)
class Departure:
    """A rule that the parser implements differently from the printed form: both right-hand sides, clause and reason.

    Under its own name the rule stays as printed; only the check of whole references uses the other form.
    """

    rule: str
    printed: str
    read: str
    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class Port:
    """A scheme's default port, and the path that an empty path normalizes to."""

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
    """A normalization step of the document that no level applies: its section and the reason."""

    clause: str
    why: str


def _frozen() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, eq=False, repr=False)
class Edition:
    """A document of the URI syntax as a value: its grammar, settings and sections.

    Two editions are equal if their digests are, that is, their ids, grammars and settings. `Edition.from_grammar`
    creates a user's own.

    Attributes:
        id: the name in the API, such as "rfc2396".
        title, document, date, status: as printed; the date as YYYY-MM or YYYY-MM-DD.
        updates, obsoletes, updated_by, obsoleted_by: the documents that it updates or obsoletes, and those that update
            or obsolete it: ids of editions, or names of others; of drafts, what they would.
        names_it: the document's name for a reference ("URL reference", "URI-reference").
        start: the rule that a whole reference must match.
        grammar: the text of the grammar, in the document's notation.
        notation: "bnf", "abnf" or "juxtaposed"; with `bars` ABNF has "|" between alternatives too.
        prose: for a prose value of the grammar its meaning, in ABNF.
        clauses: for each rule the section of the document.
        readings, authority: the ways to parse a text, in order of preference.
        judged: whether the readings only cut, and the start rule judges the whole text too.
        split: how `uriverse.split` cuts a text that the grammar refuses: "appendix-b", "rfc1808" or "rfc1738".
        host_types: the forms of a host, and the expression that recognises each; the first that accepts wins.
        unreserved: the characters whose triplets normalization decodes, as an expression of the grammar.
        encode: for each component, the characters that the grammar allows unencoded.
        reserved: for each component, those of them that must be encoded in data, with the section.
        stays_encoded: characters that are always encoded, even if the grammar allows them.
        case_insensitive: the parts in which case does not count, each with its section.
        normal_form: the document's steps of normalization, each with its section; None means all steps.
        left_out: the document's steps that no level applies.
        resolution: the document's choices by name; `resolution_clauses` has their sections.
        resolves_as: the edition whose resolution applies, if the document has no relative form.
        notes: for a choice of `resolution`, statements of the document that the engine does not follow, and why.
        guards: for a choice of `resolution`, where its result departs from what the document's algorithm prints,
            which is read as other components; `resolve(..., guards=False)` gives the print.
        departures: the rules that the parser implements differently from the printed form.
        errata: rules that the document prints wrongly, by our own finding unless the note names a record.
        published_errata: records of the RFC Editor's list, as far as their number and state are confirmed.
        ports: the default ports of schemes, with the path that an empty path normalizes to.
        provenance: the source of each rule that was completed.
        grammar_file: the name of the grammar in errors.
        compiled: the table of an edition that is not built in, or None.
        based_on: the id of the base edition, or None.
        replaces: for a rule of the base, the rule that replaces it.

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
    obsoletes: tuple[str, ...] = ()
    updated_by: tuple[str, ...] = ()
    obsoleted_by: tuple[str, ...] = ()
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
    guards: Mapping[str, str] = field(default_factory=_frozen)
    errata: tuple[Erratum, ...] = ()
    published_errata: tuple[PublishedErratum, ...] = ()
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

        Missing rules come from `based_on`; a redefined rule replaces the base's everywhere. The start rule checks the
        whole text, and the base's readings split it into components.

        Args:
            text: the grammar, in ABNF (RFC 5234 and RFC 7405).
            start: the rule that a whole reference must match, the grammar's own or the base's.
            roles: the rules or expressions of this grammar for slots of the base's readings. The keys are components
                ("path"), or the rules that check or name the slots in the base ("path-abempty", "reg-name").
            based_on: the base edition.
            id: the name of the new edition; by default that of `file` without its suffix, else the start rule's.
            notation: "abnf", or "bnf" if the base is BNF too. In ABNF, names of a base in BNF are written with hyphens,
                `abs-path`.
            max_states: the maximum number of states of a rule's automaton.
            max_work: the maximum number of steps of the compiler. A step is one operation on a state or a word of
                memory; 20 million take a few seconds and at most 250 MB.
            file: the name of the grammar in errors.

        Returns:
            An Edition, which every `edition` argument takes.

        Raises:
            GrammarError: with file, line and rule, if the text is not a grammar, a rule is unknown, recursive or too
                large, or the readings do not accept everything that the start rule accepts (with a counterexample).
            UnknownEditionError: if there is no such base.

        >>> import uriverse as uv
        >>> grammar = 'house = "https://" name ".example" path-abempty' + chr(10) + "name = 1*ALPHA"
        >>> house = uv.Edition.from_grammar(grammar, start="house")
        >>> uv.is_valid("https://shop.example/a", edition=house), uv.is_valid("http://shop.example/a", edition=house)
        (True, False)
        """
        compiler = _core.handed_over("grammar compiler")
        edition: Edition = compiler.edition_from_grammar(
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
        return edition

    @classmethod
    def from_files(
        cls,
        grammar: str | PathLike[str],
        table: str | PathLike[str],
        *,
        max_states: int = 10_000,
        max_work: int = 20_000_000,
    ) -> Edition:
        r"""Load a complete edition from a grammar file and a table file, like a built-in one.

        `src/uriverse/editions/README.md` describes both. This proves the same claims as for a built-in edition, such as
        that the union of its readings equals the start rule. The engine is as fast as for a built-in edition.

        Args:
            grammar: the path of the grammar, in the notation that the table names.
            table: the path of the table, TOML. Its `id` must not be that of a built-in edition.
            max_states: the maximum number of states of a rule's automaton.
            max_work: the maximum number of steps of the compiler; see `from_grammar`.

        Returns:
            An Edition, which every `edition` argument takes.

        Raises:
            OSError: if a file cannot be read.
            GrammarError: with the file, and the key, or the line and the rule, if a key is unknown or missing, a rule
                has no clause, the grammar is invalid or too large, or a claim does not hold (with a counterexample).
            UnknownEditionError: if there is no edition `based_on`.

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
        compiler = _core.handed_over("grammar compiler")
        edition: Edition = compiler.edition_from_files(grammar, table, max_states=max_states, max_work=max_work)
        return edition

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the document's rules, in its order.

        >>> from uriverse import EDITIONS
        >>> EDITIONS["rfc3986"].rules[:3]
        ('URI', 'hier-part', 'URI-reference')
        """
        return tuple(self.clauses)

    @property
    def judge(self) -> str:
        """The expression that checks a whole text: the start rule, or its variant with the departures.

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
        """The levels of normalization of the edition; "path" only if dot segments have a meaning in it.

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
        """The settings of the engine in addition to the grammar, as names and values.

        >>> from uriverse import EDITIONS
        >>> EDITIONS["rfc3986"].settings["excess_parents"]
        'drop'
        """
        settings = {"judged_by": self.judge} if self.departures else {}
        settings |= {**self.resolution, "case_insensitive": " ".join(self.case_insensitive)}
        if self.normal_form is not None:
            settings["normal_form"] = " ".join(self.normal_form)
        if self.resolves_as is not None:
            settings["resolves_as"] = self.resolves_as
        return MappingProxyType(settings)

    @property
    def tables(self) -> bytes:
        """The compiled form, for the engine.

        >>> from uriverse import EDITIONS
        >>> EDITIONS["rfc3986"].tables == EDITIONS["rfc3987"].tables
        False
        """
        if self.compiled is not None:
            return self.compiled
        with open(f"{PACKAGE}/editions/{self.id}.tables", "rb") as file:
            return file.read()

    @property
    def digest(self) -> bytes:
        """SHA-256 of everything that affects parsing: 32 bytes.

        >>> from uriverse import EDITIONS
        >>> EDITIONS["rfc3986"].digest == EDITIONS["rfc3987"].digest
        False
        """
        slots = [
            [[[getattr(slot, name) for name in Slot.__slots__] for slot in row.slots] for row in rows]
            for rows in (self.readings, self.authority)
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
