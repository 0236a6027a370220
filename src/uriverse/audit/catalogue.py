"""The data of the audit as immutable values: findings, profiles, lists of names, reserved ports, and their sources.

The TOML files of this package mark the position of a finding in its example, as in `http://example.com:⟦25⟧/`, and
write `‹a×64›` for 64 times "a". Octets that are not UTF-8 are escaped in `example_octets`.
"""

from __future__ import annotations

from _collections_abc import Collection, Iterator, Mapping

from uriverse.errors import UnknownWordError
from uriverse.ground.caching import cache
from uriverse.ground.late import MappingProxyType
from uriverse.ground.lean_typing import TYPE_CHECKING, Any
from uriverse.ground.records import dataclass
from uriverse.ground.tables import tables

if TYPE_CHECKING:
    # Pyright knows a bare `Final` only of `typing`, and these are public.
    from typing import Final

    from uriverse.audit.values import Severity


@dataclass(frozen=True, slots=True)
class Definition:
    """One finding, as the data describes it.

    Attributes:
        id: its name.
        topic: the module that looks for it, such as "ports".
        severity: "info", "warning" or "danger".
        clause: the document's clause that it is based on.
        clause_6: the clause for an IPv6 address if another document defines it; else None.
        sentence: what it means; the names in braces are format fields.
        fix: what to do about it, or None.
        profiles: the profiles that contain it, in addition to "all".
        example: a text with this finding at `place`.
        place: start and end in characters.
        near_miss: a similar text without it.
        confirmed: True if the clauses were compared with the document's text; False if written from memory.
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
        source: the publisher or document.
        confirmed: True if the list was compared with a text of that source; False if written from memory.
    """

    list: str
    source: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Launch:
    """What following a URI of a scheme starts on the user's machine, and the source for that."""

    starts: str
    source: str


class UnknownFindingError(UnknownWordError):
    """No finding has this id."""

    reason = "unknown-finding"


def expanded(text: str) -> str:
    """A text of the data with its repetitions expanded.

    >>> expanded("http://‹a×3›/")
    'http://aaa/'
    """
    start, mark, rest = text.partition("‹")
    repeated, _, end = rest.partition("›")
    piece, _, times = repeated.rpartition("×")
    return start + piece * int(times) + expanded(end) if mark else text


def _octets(text: str) -> str:
    """Decode escaped octets to lone surrogates, as `surrogateescape` does; a TOML file cannot hold them."""
    first, *others = text.split("%")
    return first + "".join(chr(0xDC00 + int(part[:2], 16)) + part[2:] for part in others)


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
        confirmed=all(map(_is_confirmed, filter(None, (row["clause"], row.get("clause_6"))))),
    )


def _is_confirmed(clause: str) -> bool:
    """Whether a clause was compared with the document's text."""
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
    """Every finding, by its id; a definition is created when it is first read."""

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
    """Launching schemes by name, launching schemes by prefix, and the exceptions to the prefixes."""
    rows = tables("audit")["launching-schemes"]
    by_name, by_prefix = ({name: Launch(**row) for name, row in rows[key].items()} for key in ("schemes", "prefixes"))
    return by_name, by_prefix, frozenset(rows["exceptions"])


def launch(scheme: str) -> Launch | None:
    """Return what following a URI of a scheme starts on the user's machine; None if no list has the scheme.

    >>> launch("ms-settings").starts, launch("http")
    ('a part of Windows or of Office', None)
    """
    by_name, by_prefix, exceptions = _launches()
    if scheme in by_name:
        return by_name[scheme]
    if scheme in exceptions:
        return None
    return next((launch for prefix, launch in by_prefix.items() if scheme.startswith(prefix)), None)


def findings_of_profile(profile: str | Collection[str]) -> frozenset[str]:
    """The ids of a profile, which is a name or a collection of ids.

    Raises:
        UnknownWordError: if there is no such profile.
        UnknownFindingError: if there is no such id.

    >>> "port-default" in findings_of_profile("style"), "port-default" in findings_of_profile("security")
    (True, False)
    """
    if isinstance(profile, str):
        if profile not in PROFILES:
            raise UnknownWordError("profile", profile, PROFILES, "ids of findings")
        return _members(profile)
    for name in profile:
        if name not in FINDINGS:
            raise UnknownFindingError("profile", name, FINDINGS)
    return frozenset(profile)


@cache
def _members(profile: str) -> frozenset[str]:
    return frozenset(name for name, row in _ROWS.items() if profile == "all" or profile in row["profiles"])


def topics() -> list[str]:
    """The modules of the checks."""
    return sorted({row["topic"] for row in _ROWS.values()})
