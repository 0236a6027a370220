"""What a grammar leaves open about a text, and what decides it.

A text can be read in more than one way: by several readings of its edition, by several forms of its authority or its
host, or differently by the lenient split and by the grammar. Where both fit the grammar is ambiguous, and the
document's order of preference decides; where one is refused, the rule that refuses it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from uriverse.editions.model import AuthorityReading, Reading
from uriverse.errors.diagnosis import clause
from uriverse.ground.masking import masked_repr
from uriverse.lab.cutting import Attempt, Cutter, Failure, Part

Question = Literal[
    "authority or path", "scheme or path", "opaque or query", "opaque or path", "server or reg_name", "host"
]


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Two ways to read a part of a text.

    Attributes:
        question: what is open, such as "authority or path"; "host" asks for the form of a host.
        chosen, other: how the edition reads it, and how it does not.
        both_fit: whether the grammar accepts both; else `rule` refuses the other.
        at: where `rule` refuses the other reading, or where the part begins that both fit.
        rule, clause: what decides: the rule that is preferred or that refuses, and where it stands.
    """

    question: Question
    chosen: str
    other: str
    both_fit: bool
    at: int
    rule: str
    clause: str

    def __repr__(self) -> str:
        return masked_repr(self)

    @property
    def sentence(self) -> str:
        """All of it but the clause, in one sentence."""
        if self.both_fit:
            return f"{self.question}: both fit; {self.chosen}, and not {self.other}, by rule {self.rule!r}"
        return f"{self.question}: {self.chosen}; {self.other} is refused at {self.at} by rule {self.rule!r}"


def ambiguities(text: str, cutter: Cutter, split: tuple[Part, ...], host_types: Iterable[str]) -> tuple[Ambiguity, ...]:
    """What is open about a text that the edition accepts.

    Args:
        text: the text.
        cutter: its edition.
        split: the parts that the lenient split gives.
        host_types: the forms of host that accept the text's host, in order.
    """
    attempts = cutter.attempts(text)
    chosen = next((attempt for attempt in attempts if attempt.failure is None), None)
    if chosen is None:
        return ()
    found: dict[Question, Ambiguity] = {}
    for each in (
        *_between_readings(chosen, attempts, cutter),
        *_against_split(chosen, attempts, split, cutter),
        *_in_authority(text, chosen, cutter),
        *_of_host(chosen, list(host_types), cutter),
    ):
        found.setdefault(each.question, each)
    return tuple(found.values())


def _between_readings(chosen: Attempt, attempts: list[Attempt], cutter: Cutter) -> Iterator[Ambiguity]:
    """Other readings that accept the text, too: the document's order decides."""
    for other in attempts:
        if other is chosen or other.failure is not None:
            continue
        asked = _question(_names(chosen), _names(other), _is_opaque(chosen), _is_opaque(other))
        if asked is not None:
            question, ours, theirs = asked
            part = chosen.part(_decider(question, chosen)) or chosen.parts[-1]
            rule = _rule_of(chosen, part.component)
            yield Ambiguity(question, ours, theirs, True, part.start, rule, clause(cutter.name, rule))


def _against_split(
    chosen: Attempt, attempts: list[Attempt], split: tuple[Part, ...], cutter: Cutter
) -> Iterator[Ambiguity]:
    """The lenient split reads it differently: the reading that would agree with it is refused by a rule."""
    names = {part.component for part in split}
    hides_authority = "authority" in names and chosen.part("authority") is None
    asked = _question(_names(chosen), names, _is_opaque(chosen) and not hides_authority, False)
    if asked is None:
        return
    question, ours, theirs = asked
    decider = {"authority or path": "authority", "scheme or path": "scheme"}.get(question, "path")
    for other in attempts:
        failure = other.failure
        if failure is None or not failure.present or _is_opaque(other):
            continue
        if any(slot.component == decider for slot in other.reading.slots) and _fails_at(failure, decider):
            yield Ambiguity(question, ours, theirs, False, failure.at, failure.rule, clause(cutter.name, failure.rule))
            return


def _fails_at(failure: Failure, decider: str) -> bool:
    inside = {decider} | ({"userinfo", "host", "port", "reg_name"} if decider == "authority" else set())
    return failure.slot is not None and failure.slot.component in inside


def _in_authority(text: str, chosen: Attempt, cutter: Cutter) -> Iterator[Ambiguity]:
    """A `server` or a `reg_name` (RFC 2396, section 3.2), where the edition has both."""
    authority = chosen.part("authority")
    if authority is None or "reg_name" not in map(_row_name, cutter.edition.authority):
        return
    rows = [(attempt, _row_name(attempt.reading)) for attempt in cutter.authority_attempts(text, authority)]
    fitting = list(dict.fromkeys(name for attempt, name in rows if attempt.failure is None))
    if len(fitting) > 1:
        at, rule = authority.start, fitting[0]
        yield Ambiguity("server or reg_name", rule, fitting[1], True, at, rule, clause(cutter.name, rule))
    elif fitting == ["reg_name"]:
        refused = [attempt.failure for attempt, name in rows if name != "reg_name" and attempt.failure is not None]
        furthest = max(refused, key=lambda failure: (failure.present, failure.at))
        where = clause(cutter.name, furthest.rule)
        yield Ambiguity("server or reg_name", "reg_name", "server", False, furthest.at, furthest.rule, where)


def _row_name(reading: Reading | AuthorityReading) -> str:
    """The name of an authority's reading, as the editions of 1998 spell it; that of 2002 has a hyphen."""
    return getattr(reading, "name", "").replace("-", "_")


def _of_host(chosen: Attempt, types: list[str], cutter: Cutter) -> Iterator[Ambiguity]:
    """A host of more than one form: "first-match-wins" (RFC 3986, section 3.2.2)."""
    host = chosen.part("host")
    if host is None or len(types) < 2:
        return
    rule = next(form.accepts for form in cutter.edition.host_types if form.type == types[0])
    yield Ambiguity("host", types[0], types[1], True, host.start, rule, clause(cutter.name, rule))


def _question(ours: set[str], theirs: set[str], opaque: bool, other_opaque: bool) -> tuple[Question, str, str] | None:
    """What two ways of reading differ in, with the word for each."""
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


def _decider(question: Question, chosen: Attempt) -> str:
    wanted = {"authority or path": "authority", "scheme or path": "scheme"}.get(question, "path")
    return wanted if chosen.part(wanted) is not None else "path"


def _names(attempt: Attempt) -> set[str]:
    return {part.component for part in attempt.parts}


def _is_opaque(attempt: Attempt) -> bool:
    return getattr(attempt.reading, "kind", "") == "opaque"


def _rule_of(attempt: Attempt, component: str) -> str:
    return next(slot.rule for slot in attempt.reading.slots if slot.component == component)
