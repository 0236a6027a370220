"""The schemes as typed, immutable values, read from the data files of this package.

A TOML table describes one scheme by one document and becomes a `Scheme`. Its grammar is in an edition (RFC 1738's ten
schemes) or in a file next to the table. README.md describes the keys of a table.

`SCHEMES["ftp"]` reads `data/ftp.rfc1738.toml`. An unknown key or name in it is an error, so a misspelling is never
ignored. This module only reads: `compilation` makes the tables that the engine runs, and each view's module knows the
scheme's parts.
"""

from __future__ import annotations

from _collections_abc import Collection, Iterable, Iterator, Mapping

from uriverse._core import SchemeRules, scheme_steps
from uriverse.ground.argument_types import check_argument
from uriverse.ground.base_errors import GrammarError, UnknownWordError
from uriverse.ground.caching import cache, cached_property, lru_cache
from uriverse.ground.late import MappingProxyType
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final
from uriverse.ground.near_names import nearest_or_all
from uriverse.ground.records import dataclass, field
from uriverse.ground.tables import PACKAGE, tables

if TYPE_CHECKING:
    from pathlib import Path

    from uriverse.editions.ids import EditionId
    from uriverse.editions.model import Edition, Erratum, Port

SUFFIX: Final = ".toml"
_FOLDER: Final = "schemes/data"
# The generic steps of normalization that a table may turn off.
PERCENT_ENCODING: Final = "percent-encoding"
DOT_SEGMENTS: Final = "dot-segments"


class UnknownSchemeError(UnknownWordError, KeyError):
    """There is no grammar for the scheme, or the document does not describe it; `choices` are those that there are.

    Attributes:
        scheme: the scheme that was requested.
        document: the document that was requested, or None.
    """

    reason = "unknown-scheme"

    def __init__(self, scheme: str, document: str | None, choices: Iterable[str]) -> None:
        if document is None:
            super().__init__("scheme", scheme, choices)
        else:
            super().__init__("document", document, choices)
        self.scheme = scheme
        self.document = document

    @property
    def _choices_clause(self) -> str:
        """A URI of another scheme may be valid all the same."""
        return ", which have a grammar here" if self.document is None else ""


def _frozen() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, eq=False, repr=False)
class Scheme:
    """One scheme as one document describes it.

    Attributes:
        name: the scheme, in lower case.
        key: the document's short name, such as "rfc9110"; `id` is both, "http.rfc9110".
        document, title, date, status: of the document; the date as YYYY-MM.
        section: the section that describes the scheme.
        start: the rule that a whole URI of the scheme matches.
        uses: the components that the scheme has.
        port: its default port with its clause, or None.
        whole: whether the start rule includes the fragment; if not, it does not check fragments.
        lenient: whether the grammar goes beyond the generic syntax: such a document is never the default.
        nonempty, forbidden: components that must not be empty, or must be absent, each with its clause.
        keep: "percent-encoding" or "dot-segments" if generic normalization must not change them, with the clause.
        case_insensitive, normalization, equivalence: parts, steps, or components to ignore, each with its clause.
        encode: for each part the characters that need no encoding, as an expression of the grammar.
        examples: URIs that the document prints, or similar ones.
        clauses, provenance: as in an edition.
        errata: rules that the document prints wrongly. The grammar file has them as printed; the corrected form is
            compiled.
        unconfirmed: the facts of the table ("port", a rule, a step) that were not compared with the text of their
            clause, each with that clause.

    >>> SCHEMES["ftp"].document, SCHEMES["ftp"].port.number
    ('RFC 1738', 21)
    """

    name: str
    key: str
    document: str
    title: str
    date: str
    status: str
    section: str
    start: str
    grammar: Mapping[str, Any]
    folder: str = field(repr=False)
    uses: tuple[str, ...] = ()
    view: str | None = None
    port: DefaultPort | None = None
    whole: bool = False
    lenient: bool = False
    nonempty: Mapping[str, str] = field(default_factory=_frozen)
    forbidden: Mapping[str, str] = field(default_factory=_frozen)
    case_insensitive: Mapping[str, str] = field(default_factory=_frozen)
    keep: Mapping[str, str] = field(default_factory=_frozen)
    normalization: Mapping[str, str] = field(default_factory=_frozen)
    equivalence: Mapping[str, str] = field(default_factory=_frozen)
    encode: Mapping[str, str] = field(default_factory=_frozen)
    examples: tuple[str, ...] = ()
    clauses: Mapping[str, str] = field(default_factory=_frozen)
    provenance: Mapping[str, str] = field(default_factory=_frozen)
    errata: tuple[Erratum, ...] = ()
    unconfirmed: Mapping[str, str] = field(default_factory=_frozen)

    def __repr__(self) -> str:
        return f"<scheme {self.name} by {self.document}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.folder == f"{PACKAGE}/{_FOLDER}":
            return SCHEMES.find, (self.name, self.key)
        return Scheme.from_file, (f"{self.folder}/{self.id}{SUFFIX}",)

    @property
    def id(self) -> str:
        """Scheme and document: the stem of the file names, and the id of the edition."""
        return f"{self.name}.{self.key}"

    @cached_property
    def rules(self) -> SchemeRules:
        """The rules by which the engine accepts, normalizes and compares (`crates/schemes`).

        >>> SCHEMES["ftp"].rules.accepts("ftp://h/a;type=i"), SCHEMES["ftp"].rules.accepts("ftp:a")
        (True, False)
        """
        port = self.port
        return SchemeRules(
            self.name,
            self._compiled or self.edition.tables,
            self._base,
            whole=self.whole,
            has_host="host" in self.uses,
            nonempty=list(self.nonempty),
            forbidden=list(self.forbidden),
            keep=list(self.keep),
            port=None if port is None else (port.number, port.empty_path),
            steps=list(self.normalization),
            ignored=list(self.equivalence),
        )

    @cached_property
    def base(self) -> Edition:
        """The edition that has this grammar, or that its rules extend."""
        from uriverse.editions.registry import EDITIONS

        return EDITIONS[self._base]

    @property
    def _base(self) -> EditionId:
        edition_id: EditionId = self.grammar.get("edition") or self.grammar.get("based_on", "rfc3986")
        return edition_id

    @cached_property
    def _compiled(self) -> bytes | None:
        """The contents of the file with the compiled grammar, or None without such a file."""
        try:
            return self._unpacked("tables")
        except FileNotFoundError:
            return None

    def _unpacked(self, kind: str) -> bytes:
        from zlib import decompress

        return decompress(self._file(f"{self.id}.{kind}.z"))

    def _file(self, name: str) -> bytes:
        with open(f"{self.folder}/{name}", "rb") as file:
            return file.read()

    @property
    def own_grammar(self) -> str | None:
        """The text of the grammar file; None if the grammar is an edition's."""
        name = self.grammar.get("file")
        return None if name is None else self._file(name).decode()

    @cached_property
    def edition(self) -> Edition:
        """The scheme's grammar on the engine: its start rule checks a whole text, without a fragment.

        >>> import uriverse as uv
        >>> uv.is_valid("ftp://h/a;type=i", edition=SCHEMES["ftp"].edition)
        True
        """
        if self._compiled is None:
            from uriverse.schemes.compilation import compiled_edition

            return compiled_edition(self)
        completed = self._unpacked("completed.abnf").decode() if self.own_grammar else self.base.grammar
        return self.as_edition(completed, self._compiled)

    def as_edition(self, grammar: str, compiled: bytes | None) -> Edition:
        """The edition with a complete grammar and its compiled form."""
        from uriverse.editions.model import Edition

        has_grammar = self.own_grammar is not None
        base = self.base
        base_clauses = {
            rule: section if ", " in section or not has_grammar else f"{base.document}, {section}"
            for rule, section in base.clauses.items()
        }
        return Edition(
            id=self.id,
            title=self.title,
            document=self.document,
            date=self.date,
            status=self.status,
            names_it=self.start,
            start=self.start,
            grammar=grammar,
            notation="abnf" if has_grammar else base.notation,
            split=base.split,
            prose=base.prose,
            clauses=MappingProxyType({**base_clauses, **self.clauses}),
            unreserved="unreserved",
            encode=self.encode,
            case_insensitive=self.case_insensitive,
            ports=() if self.port is None else (self.port.row(self.name),),
            provenance=self.provenance,
            grammar_file=self.grammar.get("file", base.grammar_file),
            compiled=compiled,
        )

    @property
    def view_name(self) -> str:
        """The class of the scheme's typed values as "module:name"; `Plain` if the table names no class."""
        module, colon, name = (self.view or "plain:Plain").partition(":")
        return f"{module if '.' in module else f'uriverse.schemes.{module}'}{colon}{name}"

    @classmethod
    def from_file(cls, path: str | Path) -> Scheme:
        """A scheme of your own, from its table. The grammar file is next to the table and is compiled lazily.

        Args:
            path: `<scheme>.<document>.toml`.

        Raises:
            GrammarError: if the table lacks a key or has an unknown one.
        """
        import tomllib
        from pathlib import Path

        place = Path(path)
        try:
            table = tomllib.loads(place.read_text("utf-8"))
            _check_names(table, place.name)
        except ValueError as error:
            if isinstance(error, GrammarError):
                raise
            raise GrammarError(f"its table is incomplete: {error}", file=place.name) from error
        return _scheme(table, place.name, str(place.parent))


@dataclass(frozen=True, slots=True)
class DefaultPort:
    """A scheme's default port, and the path to which its empty path normalizes ("" if it stays empty)."""

    number: int
    clause: str
    empty_path: str = ""

    def row(self, scheme: str) -> Port:
        """This port as a row of an edition."""
        from uriverse.editions.model import Port

        return Port(scheme, self.number, self.empty_path, self.clause)


def _scheme(table: Mapping[str, Any], file: str, folder: str) -> Scheme:
    """The scheme of a table with checked names."""
    name, key = file.removesuffix(SUFFIX).split(".", 1)
    try:
        if table["scheme"] != name:
            raise GrammarError(f"it describes another scheme than {name!r}", file=file)
        parts = {part: _frozen_value(value) for part, value in table.items() if part != "scheme"}
        port = parts.pop("port", None)
        if rows := parts.pop("errata", ()):
            from uriverse.editions.model import Erratum

            parts["errata"] = tuple(Erratum(**row) for row in rows)
        return Scheme(name=name, key=key, folder=folder, port=None if port is None else DefaultPort(**port), **parts)
    except (KeyError, TypeError) as error:
        raise GrammarError(f"its table is incomplete: {error}", file=file) from error


# The components that a scheme may have: RFC 3986's, and the two parts of a userinfo.
COMPONENTS: Final = ("user", "password", "userinfo", "host", "port", "authority", "path", "query", "fragment")


def _check_names(table: Mapping[str, Any], file: str) -> None:
    """Refuse unknown names, so a misspelling is never ignored."""
    names_of: dict[str, Collection[str]] = {
        "": set(Scheme.__dataclass_fields__) - {"key", "folder", "name"} | {"scheme"},
        "uses": COMPONENTS,
        "nonempty": COMPONENTS,
        "forbidden": COMPONENTS,
        "equivalence": COMPONENTS,
        "keep": (PERCENT_ENCODING, DOT_SEGMENTS),
        "normalization": scheme_steps(),
        "grammar": ("edition", "file", "based_on"),
        "port": ("number", "clause", "empty_path"),
    }
    for key, names in names_of.items():
        for name in table if key == "" else table.get(key, ()):
            if name not in names:
                place = f"[{key}]" if key else "the table"
                raise GrammarError(f"{place} has no {name!r}{nearest_or_all(name, sorted(names))}", file=file)


def _frozen_value(value: object) -> Any:
    match value:
        case dict():
            return MappingProxyType(value)
        case list():
            return tuple(value)
        case _:
            return value


class Schemes(Mapping[str, Scheme]):
    """The schemes that have a grammar, by name, each by its newest document; loaded on first use.

    >>> SCHEMES["http"].document, [scheme.document for scheme in SCHEMES.documents("http")]
    ('RFC 9110', ['RFC 1738', 'RFC 9110'])
    """

    def __init__(self) -> None:
        self._loaded: dict[str, tuple[Scheme, ...]] = {}

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        names_of: dict[str, list[str]] = {}
        for name in tables(_FOLDER):
            names_of.setdefault(name.partition(".")[0], []).append(name)
        return {scheme: tuple(names) for scheme, names in names_of.items()}

    def documents(self, name: str) -> tuple[Scheme, ...]:
        """The documents that describe a scheme, oldest first, lenient ones last.

        Raises:
            UnknownSchemeError: if there is none.
        """
        name = name.lower()
        if name not in self._names:
            raise UnknownSchemeError(name, None, tuple(self))
        if name not in self._loaded:
            schemes = [_scheme(tables(_FOLDER)[id], id, f"{PACKAGE}/{_FOLDER}") for id in self._names[name]]
            self._loaded[name] = tuple(sorted(schemes, key=lambda scheme: (scheme.lenient, scheme.date)))
        return self._loaded[name]

    def find(self, name: str, document: str | None = None) -> Scheme:
        """The scheme as described by one document ("rfc1738", or "RFC 1738"), by default the newest.

        Raises:
            UnknownSchemeError: if there is no such scheme, or no such document of it.
        """
        documents = self.documents(name)
        if document is None:
            return next(scheme for scheme in reversed(documents) if not scheme.lenient)
        key = document.lower().replace(" ", "")
        for scheme in documents:
            if scheme.key == key:
                return scheme
        raise UnknownSchemeError(name, document, tuple(scheme.key for scheme in documents))

    def __getitem__(self, name: str) -> Scheme:
        return self.find(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<the schemes {', '.join(self)}>"

    def __reduce__(self) -> str:
        return "SCHEMES"


SCHEMES: Final[Schemes] = Schemes()


@cache
def _default_ports() -> Mapping[str, int]:
    """The default ports of schemes without a table (`default-ports.toml`)."""
    return {scheme: row["number"] for scheme, row in tables("schemes")["default-ports"]["ports"].items()}


def default_port(scheme: str) -> int | None:
    """Return the default port of a scheme, by the newest document that describes it or by IANA's registry, or None.

    Args:
        scheme: its name, in any case.

    >>> from uriverse import schemes
    >>> schemes.default_port("ldap"), schemes.default_port("SSH"), schemes.default_port("mailto")
    (389, 22, None)
    """
    check_argument("scheme", scheme, str)
    return _port(scheme.lower())


@lru_cache(maxsize=1024)
def _port(name: str) -> int | None:
    if name in SCHEMES:
        port = SCHEMES[name].port
        return None if port is None else port.number
    return _default_ports().get(name)


def scheme_of(name: str | None, document: str | Scheme | None, edition: str | Edition | None = None) -> Scheme | None:
    """The scheme that reads a text: the caller's own, or the one with the text's name, or None.

    Args:
        name: the scheme in the text, or None.
        document: a scheme of the caller's own, or the document that describes the scheme. By default the edition's
            document if that describes it (RFC 1738 has a grammar for "http"), else the newest.
        edition: the edition by which the text is read.
    """
    if isinstance(document, Scheme):
        return document
    if name is None or name not in SCHEMES:
        return None
    if edition is not None and not isinstance(edition, str):
        edition = getattr(edition, "id", None)
    return _described_scheme(name.lower(), document, edition)


@cache
def _described_scheme(name: str, document: str | None, edition: str | None) -> Scheme:
    if document is None and any(scheme.key == edition for scheme in SCHEMES.documents(name)):
        document = edition
    return SCHEMES.find(name, document)
