"""Ambiguities of a text, and how they are resolved.

A text can be parsed in more than one way: by several readings of its edition, by several forms of its authority or
host, or differently by the lenient split and the grammar. If the grammar accepts both, it is ambiguous, and the
document's order of preference decides; if it refuses one, that rule decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from uriverse.editions.model import AuthorityReading, Reading
from uriverse.errors.diagnosis import clause
from uriverse.ground.records import dataclass
from uriverse.lab.cutting import Attempt, Cutter, Part

Question = Literal[
    "authority or path", "scheme or path", "opaque or query", "opaque or path", "server or reg_name", "host"
]
# The component by which a question is decided, if it is not the path.
_DECIDERS: dict[Question, str] = {"authority or path": "authority", "scheme or path": "scheme"}


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Two ways to parse a part of a text.

    Attributes:
        question: the ambiguity, such as "authority or path"; "host" means the form of the host.
        chosen, other: the edition's interpretation and the other one.
        both_fit: whether the grammar accepts both; else `rule` refuses the other.
        at: where `rule` refuses the other reading, or the start of the part if both fit.
        rule, clause: the rule that decides, because it is preferred or refuses, and its clause.
    """

    question: Question
    chosen: str
    other: str
    both_fit: bool
    at: int
    rule: str
    clause: str

    @property
    def sentence(self) -> str:
        """Everything except the clause, in one sentence."""
        if self.both_fit:
            return f"{self.question}: both fit; {self.chosen}, and not {self.other}, by rule {self.rule!r}"
        return f"{self.question}: {self.chosen}; {self.other} is refused at {self.at} by rule {self.rule!r}"


def ambiguities(text: str, cutter: Cutter, split: tuple[Part, ...], host_types: Iterable[str]) -> tuple[Ambiguity, ...]:
    """The ambiguities of a text that the edition accepts."""
    attempts = cutter.attempts(text)
    parse = next((attempt for attempt in attempts if attempt.failure is None), None)
    if parse is None:
        return ()
    by_question: dict[Question, Ambiguity] = {}
    for ambiguity in (
        *_between_readings(parse, attempts, cutter),
        *_against_split(parse, attempts, split, cutter),
        *_in_authority(text, parse, cutter),
        *_in_host(parse, list(host_types), cutter),
    ):
        by_question.setdefault(ambiguity.question, ambiguity)
    return tuple(by_question.values())


def _between_readings(parse: Attempt, attempts: list[Attempt], cutter: Cutter) -> Iterator[Ambiguity]:
    """Other readings that also accept the text: the document's order decides."""
    for other in attempts:
        if other is parse or other.failure is not None:
            continue
        difference = _question(_names(parse), _names(other), _is_opaque(parse), _is_opaque(other))
        if difference is not None:
            question, ours, theirs = difference
            part = parse.part(_DECIDERS.get(question, "path")) or parse.part("path") or parse.parts[-1]
            rule = next(slot.rule for slot in parse.reading.slots if slot.component == part.component)
            yield Ambiguity(question, ours, theirs, True, part.start, rule, clause(cutter.name, rule))


def _against_split(
    parse: Attempt, attempts: list[Attempt], split: tuple[Part, ...], cutter: Cutter
) -> Iterator[Ambiguity]:
    """The lenient split differs, because a rule refuses the reading that would agree with it."""
    names = {part.component for part in split}
    hides_authority = "authority" in names and parse.part("authority") is None
    difference = _question(_names(parse), names, _is_opaque(parse) and not hides_authority, False)
    if difference is None:
        return
    question, ours, theirs = difference
    decider = _DECIDERS.get(question, "path")
    for other in attempts:
        failure = other.failure
        if failure is None or not failure.present or _is_opaque(other):
            continue
        inside = {decider} | ({"userinfo", "host", "port", "reg_name"} if decider == "authority" else set())
        is_there = failure.slot is not None and failure.slot.component in inside
        if is_there and any(slot.component == decider for slot in other.reading.slots):
            yield Ambiguity(question, ours, theirs, False, failure.at, failure.rule, clause(cutter.name, failure.rule))
            return


def _in_authority(text: str, parse: Attempt, cutter: Cutter) -> Iterator[Ambiguity]:
    """A `server` or a `reg_name` (RFC 2396, section 3.2), if the edition has both."""
    authority = parse.part("authority")
    if authority is None or "reg_name" not in map(_row_name, cutter.edition.authority):
        return
    rows = [(attempt, _row_name(attempt.reading)) for attempt in cutter.authority_attempts(text, authority)]
    fitting = list(dict.fromkeys(name for attempt, name in rows if attempt.failure is None))
    if len(fitting) > 1:
        at, rule = authority.start, fitting[0]
        yield Ambiguity("server or reg_name", rule, fitting[1], True, at, rule, clause(cutter.name, rule))
    elif fitting == ["reg_name"]:
        failures = [attempt.failure for attempt, name in rows if name != "reg_name" and attempt.failure is not None]
        furthest = max(failures, key=lambda failure: (failure.present, failure.at))
        where = clause(cutter.name, furthest.rule)
        yield Ambiguity("server or reg_name", "reg_name", "server", False, furthest.at, furthest.rule, where)


def _row_name(reading: Reading | AuthorityReading) -> str:
    """The name of an authority's reading as spelt in 1998; the edition of 2002 has a hyphen instead of "_"."""
    return getattr(reading, "name", "").replace("-", "_")


def _in_host(parse: Attempt, types: list[str], cutter: Cutter) -> Iterator[Ambiguity]:
    """A host of more than one form: "first-match-wins" (RFC 3986, section 3.2.2)."""
    host = parse.part("host")
    if host is None or len(types) < 2:
        return
    rule = next(form.accepts for form in cutter.edition.host_types if form.type == types[0])
    yield Ambiguity("host", types[0], types[1], True, host.start, rule, clause(cutter.name, rule))


def _question(ours: set[str], theirs: set[str], opaque: bool, other_opaque: bool) -> tuple[Question, str, str] | None:
    """The question on which two interpretations differ, and each one's answer in a word."""
    if ("scheme" in ours) != ("scheme" in theirs):
        return ("scheme or path", "scheme", "path") if "scheme" in ours else ("scheme or path", "path", "scheme")
    if opaque != other_opaque:
        in_query: Question = "opaque or query" if "query" in (theirs if opaque else ours) else "opaque or path"
        word = in_query.removeprefix("opaque or ")
        return (in_query, "opaque", word) if opaque else (in_query, word, "opaque")
    if ("authority" in ours) != ("authority" in theirs):
        mine, other = ("authority", "path") if "authority" in ours else ("path", "authority")
        return "authority or path", mine, other
    return None


def _names(attempt: Attempt) -> set[str]:
    return {part.component for part in attempt.parts}


def _is_opaque(attempt: Attempt) -> bool:
    return getattr(attempt.reading, "kind", "") == "opaque"
