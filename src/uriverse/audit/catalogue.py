"""The data of the audit: findings and profiles, lists of names, reserved ports, and where each comes from.

What goes in are the TOML files of this package, what comes out are values that do not change. In an example of a
finding the place is marked, as in `http://example.com:⟦25⟧/`, and `‹a×64›` is "a" 64 times. Octets that are not UTF-8
stand in `example_octets`, escaped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from types import MappingProxyType

from uriverse.audit.word_lists import words
from uriverse.errors import URIError
from uriverse.ground.masking import masked
from uriverse.ground.records import dataclass
from uriverse.ground.tables import tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from uriverse.audit.values import Severity


@dataclass(frozen=True, slots=True)
class Definition:
    """What the data says of one finding.

    Attributes:
        id: its name.
        topic: the module that looks for it, such as "ports".
        severity: "info", "warning" or "danger".
        clause: the document's clause that it stands on.
        clause_6: the clause for an IPv6 address, where another document defines that; else None.
        sentence: what it means; names in braces are filled in from the text.
        fix: what to do about it, or None.
        profiles: the profiles that it is in, besides "all".
        example: a text that has it; `place` is where.
        place: start and end in characters.
        near_miss: a text that looks like it and doesn't have it.
        confirmed: whether the clauses were compared with the document's text, or written from memory.
    """

    id: str
    topic: str
    severity: Severity
    clause: str
    clause_6: str | None
    sentence: str
    fix: str | None
    profiles: tuple[str, ...]
    example: str
    place: tuple[int, int]
    near_miss: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Source:
    """Where a list of the audit's data comes from.

    Attributes:
        list: the list's name, such as "resolving_names".
        source: who says so.
        confirmed: whether the list was compared with a text of that source, or written from memory.
    """

    list: str
    source: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Launch:
    """What a URI of some scheme starts on the machine of whoever follows it, and who says so."""

    starts: str
    source: str


class UnknownFinding(URIError, LookupError):
    """A name that no profile or no finding has, with the names that there are.

    Attributes:
        name: the name that was requested.
        known: what could have been.
    """

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__()
        self.name = name
        self.known = known

    def __str__(self) -> str:
        from difflib import get_close_matches

        nearest = get_close_matches(self.name, self.known, n=3, cutoff=0.5) or self.known[:3]
        return f"there is no {masked(self.name)!r}; did you mean {' or '.join(map(repr, nearest))}?"


def expanded(text: str) -> str:
    """A text of the data with its repetitions written out.

    >>> expanded("http://‹a×3›/")
    'http://aaa/'
    """
    before, mark, rest = text.partition("‹")
    repeated, _, after = rest.partition("›")
    piece, _, times = repeated.rpartition("×")
    return before + piece * int(times) + expanded(after) if mark else text


def _octets(text: str) -> str:
    """A text that holds octets which are no UTF-8, as Python has them: no data file can."""
    first, *others = text.split("%")
    return first + "".join(chr(0xDC00 + int(each[:2], 16)) + each[2:] for each in others)


def definition(name: str, row: Mapping[str, Any]) -> Definition:
    """A row of the data as a value."""
    marked = expanded(row["example"]) if "example" in row else _octets(row["example_octets"])
    start = marked.index("⟦")
    end = marked.index("⟧") - 1
    return Definition(
        id=name,
        topic=row["topic"],
        severity=row["severity"],
        clause=row["clause"],
        clause_6=row.get("clause_6"),
        sentence=row["sentence"],
        fix=row.get("fix"),
        profiles=tuple(row["profiles"]),
        example=marked.replace("⟦", "").replace("⟧", ""),
        place=(start, end),
        near_miss=expanded(row["near_miss"]),
        confirmed=all(map(_was_read, filter(None, (row["clause"], row.get("clause_6"))))),
    )


def _was_read(clause: str) -> bool:
    """Whether the text of a clause was at hand."""
    return clause.partition(",")[0] in _CLAUSES["documents"] or clause in _CLAUSES["sections"]


_ORIGINS: Final = tables("audit")["sources"]
_CLAUSES: Final = _ORIGINS["clauses"]
SOURCES: Final[Mapping[str, Source]] = MappingProxyType(
    {name: Source(name, row["source"], row["confirmed"]) for name, row in _ORIGINS["lists"].items()}
)
PROFILES: Final[Mapping[str, str]] = MappingProxyType(tables("audit")["findings"]["profiles"])
_ROWS: Final[Mapping[str, Any]] = tables("audit")["findings"]["findings"]


@cache
def _definition(name: str) -> Definition:
    return definition(name, _ROWS[name])


class Findings(Mapping[str, Definition]):
    """Every finding, by its id; its definition is made when it is first read."""

    def __getitem__(self, name: str) -> Definition:
        return _definition(name)

    def __contains__(self, name: object) -> bool:
        return name in _ROWS

    def __iter__(self) -> Iterator[str]:
        return iter(_ROWS)

    def __len__(self) -> int:
        return len(_ROWS)


FINDINGS: Final = Findings()


@cache
def _launches() -> tuple[Mapping[str, Launch], Mapping[str, Launch], frozenset[str]]:
    """Launching schemes by their names, by what their names begin with, and what begins so and is none."""
    rows = tables("audit")["launching-schemes"]
    named, begun = ({name: Launch(**row) for name, row in rows[key].items()} for key in ("schemes", "prefixes"))
    return named, begun, frozenset(rows["exceptions"])


def launching_schemes() -> Mapping[str, Launch]:
    """The schemes that start a program, by their names; those of `launch` that begin alike are not here."""
    return MappingProxyType(_launches()[0])


def launch(scheme: str) -> Launch | None:
    """Return what a URI of a scheme starts on the machine of whoever follows it; None if no list has the scheme.

    >>> launch("ms-settings").starts, launch("http")
    ('a part of Windows or of Office', None)
    """
    named, begun, exceptions = _launches()
    if scheme in named:
        return named[scheme]
    if scheme in exceptions:
        return None
    return next((launch for prefix, launch in begun.items() if scheme.startswith(prefix)), None)


@cache
def active_schemes() -> frozenset[str]:
    """The schemes of programs, content, enclosed URIs and files; without those that begin alike (`launch`)."""
    lists = ("script", "content", "wrappers", "local_schemes")
    return frozenset({"file"}).union(launching_schemes(), *(words()[name] for name in lists))


@cache
def ports(list: str) -> Mapping[int, tuple[str, frozenset[str]]]:
    """Each port of "bad_ports" or "service_ports", with its service, and the schemes that speak its protocol."""
    rows = tables("audit")["ports"][list]
    return MappingProxyType({int(n): (row["service"], frozenset(row["schemes"])) for n, row in rows.items()})


def chosen(profile: str | Collection[str]) -> frozenset[str]:
    """The ids that a profile stands for, by its name or as a collection of ids.

    Raises:
        UnknownFinding: where there is no such profile, or no such id.

    >>> "port-default" in chosen("style"), "port-default" in chosen("security")
    (True, False)
    """
    if isinstance(profile, str):
        if profile not in PROFILES:
            raise UnknownFinding(profile, tuple(PROFILES))
        return _members(profile)
    for name in profile:
        if name not in FINDINGS:
            raise UnknownFinding(name, tuple(FINDINGS))
    return frozenset(profile)


@cache
def _members(profile: str) -> frozenset[str]:
    return frozenset(name for name, row in _ROWS.items() if profile == "all" or profile in row["profiles"])


def topics() -> list[str]:
    """The modules of the checks."""
    return sorted({row["topic"] for row in _ROWS.values()})
