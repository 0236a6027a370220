"""The readings of an edition tried on a text one by one, so that each can be shown: what it cuts and where it fails.

The engine reports which reading wins. To explain a text, those that lose matter as much, and the engine discards them.
So this module cuts them again, slot by slot, as `editions/README.md` defines it, and the engine judges what a slot
holds. This is also a proof: `tests/lab/test_explanation.py` compares the result for any text with the engine's.

A reading fails at the start of its first refused slot plus the longest prefix of it that its rule can still complete.
The furthest place over all readings is the edition's; of equal ones the earlier reading's counts. A reading that lacks
a literal it must have competes only when no other reading does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import takewhile
from typing import cast

from uriverse import _core
from uriverse.editions.model import AuthorityReading, Reading, Slot
from uriverse.editions.registry import EDITIONS, Edition, EditionId, edition_of
from uriverse.ground.masking import masked_repr


@dataclass(frozen=True, slots=True)
class Part:
    """A component's place in a text, in characters, and what stands there."""

    component: str
    start: int
    end: int
    text: str

    def __repr__(self) -> str:
        return masked_repr(self)


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a reading fails.

    Attributes:
        at: the place.
        start, end: what the slot's rule must accept, were it mended.
        accepts: the rule or expression that judges it.
        rule: the rule that an error shows.
        slot: the slot, or None where the start rule refuses the whole.
        present: whether the reading competes: none of the literals that it must have is missing.
    """

    at: int
    start: int
    end: int
    accepts: str
    rule: str
    slot: Slot | None
    present: bool = True


@dataclass(frozen=True, slots=True)
class Attempt:
    """One reading tried on a text: the components up to where it failed, if it did."""

    reading: Reading | AuthorityReading
    parts: tuple[Part, ...]
    failure: Failure | None

    def __repr__(self) -> str:
        return masked_repr(self)

    def part(self, component: str) -> Part | None:
        """The place of a component, or None where this reading has none."""
        return next((part for part in self.parts if part.component == component), None)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A slot cut out of a text: its content and the cursor after it; `missing` where a literal does not stand there."""

    start: int
    end: int
    next: int
    missing: bool = False


class Cutter:
    """One edition's readings, ready to be tried.

    Attributes:
        edition: the edition as a value.
        name: the edition as the engine takes it: the id of a built-in one, else the value.
    """

    def __init__(self, edition: EditionId | Edition) -> None:
        self.edition: Edition = edition_of(edition)
        is_shipped = EDITIONS.get(self.edition.id) == self.edition
        self.name: EditionId | Edition = cast("EditionId", self.edition.id) if is_shipped else self.edition

    def accepts(self, text: str, rule: str | None = None) -> bool:
        """Whether the edition, or one of its rules, accepts a text."""
        return _core.is_valid(text, rule=rule, edition=self.name)

    def can_go_on(self, rule: str, prefix: str) -> bool:
        """Whether a rule can still complete a prefix."""
        live, accepted = _core.continuations(rule, prefix, edition=self.name)
        return accepted or bool(live)

    def viable(self, rule: str, text: str) -> int:
        """The length of the longest prefix that a rule can still complete, found by halving."""
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.can_go_on(rule, text[:middle]):
                low = middle
            else:
                high = middle - 1
        return low

    def attempts(self, text: str) -> list[Attempt]:
        """Every reading tried, in the document's order."""
        return [self._try(row, text, 0) for row in self.edition.readings if not row.resolves_only]

    def authority_attempts(self, text: str, authority: Part) -> list[Attempt]:
        """Every way of reading an authority tried on one, in the document's order."""
        cut = text[: authority.end]
        return [self._try(row, cut, authority.start) for row in self.edition.authority]

    def failure(self, text: str) -> Failure | None:
        """Where the edition refuses a text; None where it accepts it."""
        if self.accepts(text):
            return None
        failures = [attempt.failure for attempt in self.attempts(text)]
        found = [failure for failure in failures if failure is not None]
        if len(found) < len(failures) or not found:
            return self.failure_of_whole(text)
        return reduce(_further, found)

    def failure_of_whole(self, text: str) -> Failure:
        """Where the start rule refuses a text."""
        judge = self.edition.judge
        return Failure(self.viable(judge, text), 0, len(text), judge, self.edition.start, None)

    def _try(self, row: Reading | AuthorityReading, text: str, at: int) -> Attempt:
        parts: list[Part] = []
        taken: tuple[Slot, int] | None = None
        for slot in row.slots:
            cut = _cut(slot, text, at)
            if cut is None:
                continue
            failure = self._missing(slot, text, cut) if cut.missing else self._refused(slot, text, cut, parts)
            if failure is not None:
                return Attempt(row, tuple(parts), failure)
            taken = slot, cut.start
            at = cut.next
        if at == len(text):
            return Attempt(row, tuple(parts), None)
        # Every slot was taken, and something follows: the last of them should have gone on.
        present = bool(row.slots)
        if taken is None and not present:
            start = self.edition.start
            return Attempt(row, (), Failure(at, at, len(text), start, "", None, present))
        slot, start_of_slot = taken or (row.slots[-1], at)
        return Attempt(row, tuple(parts), _failure(slot, text, start_of_slot, len(text), at, present))

    def _missing(self, slot: Slot, text: str, cut: _Cut) -> Failure:
        """A literal does not stand where it must; where the slot has begun, its rule says how far it goes."""
        progress = self.viable(slot.accepts, text[cut.start :]) if cut.next >= 0 else 0
        return _failure(slot, text, cut.start, cut.end, cut.start + progress, present=False)

    def _refused(self, slot: Slot, text: str, cut: _Cut, parts: list[Part]) -> Failure | None:
        """How a content is refused, if it is: by its rule, or by the authority's rows; its parts go to `parts`."""
        content = text[cut.start : cut.end]
        whole = Part(slot.component, cut.start, cut.end, content)
        if slot.component == "authority" and self.edition.authority:
            inner = self.authority_attempts(text, whole)
            fitting = next((attempt for attempt in inner if attempt.failure is None), None)
            if fitting is not None:
                parts.extend((whole, *fitting.parts))
                return None
            furthest = reduce(_further, (attempt.failure for attempt in inner if attempt.failure is not None))
            if furthest.present:
                return furthest
        elif self.accepts(content, slot.accepts):
            parts.append(whole)
            return None
        # Rows that are all absent say nothing about the content; the authority's own rule does.
        return _failure(slot, text, cut.start, cut.end, cut.start + self.viable(slot.accepts, content))


def _further(first: Failure, second: Failure) -> Failure:
    return second if (second.present, second.at) > (first.present, first.at) else first


def _failure(slot: Slot, text: str, start: int, end: int, at: int, present: bool = True) -> Failure:
    rule = slot.rest if slot.rest and "/" in text[start:at] else slot.rule
    return Failure(at, start, end, slot.accepts, rule, slot, present)


def _cut(slot: Slot, text: str, cursor: int) -> _Cut | None:
    """A slot's place at the cursor; None where it is optional and not there."""
    start = cursor + len(slot.open)
    if not text.startswith(slot.open, cursor):
        if slot.optional:
            return None
        begun = cursor + _common(slot.open, text[cursor : cursor + len(slot.open)])
        return _Cut(begun, begun, -1, missing=True)
    end = _end_of_content(slot, text, start)
    if end is not None and text.startswith(slot.close, end):
        return _Cut(start, end, end + len(slot.close))
    return None if slot.optional else _Cut(start, len(text) if end is None else end, start, missing=True)


def _end_of_content(slot: Slot, text: str, start: int) -> int | None:
    """Where a content ends; None where a bracket or a last closing literal is missing."""
    if slot.bracket:
        if not text.startswith("[", start):
            return None
        closing = text.find("]", start)
        return len(text) if closing < 0 else closing + 1
    if slot.last and slot.close:
        last = text.rfind(slot.close, start)
        return None if last < 0 else last
    if slot.last:
        last = max((text.rfind(mark, start) for mark in slot.stop), default=-1)
        return len(text) if last < 0 else last
    end = len(text)
    for mark in slot.stop:
        # What another mark ends is not searched further.
        found = text.find(mark, start, end)
        end = end if found < 0 else found
    return end


def _common(first: str, second: str) -> int:
    """How many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
