"""Try each reading of an edition on a text: find its components and where it fails.

The engine returns only the reading that wins, but an explanation needs the others too. So this module tries each
reading, slot by slot, as `editions/README.md` defines it; the engine checks the contents of the slots. It also tests
the engine: `tests/lab/test_explanation.py` compares the results.

A reading fails in its first refused slot, after the longest prefix that the slot's rule can still complete. The edition
fails at the furthest of these positions; of equal ones, the earlier reading counts. A reading that lacks a required
literal counts only if all readings do.
"""

from __future__ import annotations

from functools import reduce
from itertools import takewhile
from typing import TypeAlias, cast

from uriverse import _core
from uriverse.editions.model import AuthorityReading, Reading, Slot
from uriverse.editions.registry import EDITIONS, Edition, EditionId, edition_of
from uriverse.ground.masking import masked_part, masked_span, secrets
from uriverse.ground.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Part:
    """A component: its position, in characters, and its text.

    Attributes:
        whole: the text that it is a part of; `repr` masks what is secret there, such as a password in a path.
    """

    component: str
    start: int
    end: int
    text: str
    whole: str = field(default="", repr=False, compare=False)

    @property
    def shown(self) -> str:
        """The component with its secrets masked."""
        text = masked_span(self.whole, secrets(self.whole), self.start, self.end)
        return masked_part(self.component, self.text) if text in ("", self.text) else text

    def __repr__(self) -> str:
        place = f"component={self.component!r}, start={self.start}, end={self.end}"
        return f"Part({place}, text={self.shown!r})"


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a reading fails.

    Attributes:
        at: the position.
        start, end: the content that the slot's rule must accept.
        accepts: the rule or expression that checks it.
        rule: the rule for the error message.
        slot: the slot, or None if the start rule refuses the whole text.
        present: whether the reading has all required literals.
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
    """One reading tried on a text: the components up to the failure, if there is one."""

    reading: Reading | AuthorityReading
    parts: tuple[Part, ...]
    failure: Failure | None

    def part(self, component: str) -> Part | None:
        """The position of a component, or None if this reading has none."""
        return next((part for part in self.parts if part.component == component), None)


# A slot in a text: the start and end of its content, the cursor after it, and whether a required literal is absent.
# It is a tuple because explanations make hundreds of them for a text.
_Cut: TypeAlias = tuple[int, int, int, bool]


class Cutter:
    """Tries the readings of one edition.

    `name` is its edition as an argument for the engine: the id of a built-in one, else the value.
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
        """The length of the longest prefix that a rule can still complete, by binary search."""
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.can_go_on(rule, text[:middle]):
                low = middle
            else:
                high = middle - 1
        return low

    def attempts(self, text: str) -> list[Attempt]:
        """Try every reading, in the document's order."""
        return [self._try(row, text, 0) for row in self.edition.readings if not row.resolves_only]

    def authority_attempts(self, text: str, authority: Part) -> list[Attempt]:
        """Try every reading of an authority, in the document's order."""
        beginning = text[: authority.end]
        return [self._try(row, beginning, authority.start) for row in self.edition.authority]

    def failure(self, text: str) -> Failure | None:
        """Where the edition refuses a text; None if it accepts it."""
        if self.accepts(text):
            return None
        failures = [attempt.failure for attempt in self.attempts(text)]
        refusals = [failure for failure in failures if failure is not None]
        if len(refusals) < len(failures) or not refusals:
            return self.failure_of_whole(text)
        return reduce(_further, refusals)

    def failure_of_whole(self, text: str) -> Failure:
        """Where the start rule refuses a text."""
        judge = self.edition.judge
        return Failure(self.viable(judge, text), 0, len(text), judge, self.edition.start, None)

    def _try(self, row: Reading | AuthorityReading, text: str, at: int) -> Attempt:
        parts: list[Part] = []
        last_slot: tuple[Slot, int] | None = None
        for slot in row.slots:
            span = _cut(slot, text, at)
            if span is None:
                continue
            start, end, at, is_missing = span
            failure = self._missing(slot, text, span) if is_missing else self._refused(slot, text, start, end, parts)
            if failure is not None:
                return Attempt(row, tuple(parts), failure)
            last_slot = slot, start
        if at == len(text):
            return Attempt(row, tuple(parts), None)
        # All slots matched but text is left: the last slot should have continued.
        present = bool(row.slots)
        if last_slot is None and not present:
            return Attempt(row, (), Failure(at, at, len(text), self.edition.start, "", None, present))
        slot, start_of_slot = last_slot or (row.slots[-1], at)
        return Attempt(row, tuple(parts), _failure(slot, text, start_of_slot, len(text), at, present))

    def _missing(self, slot: Slot, text: str, span: _Cut) -> Failure:
        """A required literal is absent; if the slot has begun, its rule gives the position."""
        start, end, begun, _ = span
        progress = self.viable(slot.accepts, text[start:]) if begun >= 0 else 0
        return _failure(slot, text, start, end, start + progress, present=False)

    def _refused(self, slot: Slot, text: str, start: int, end: int, parts: list[Part]) -> Failure | None:
        """The failure of a content, by its rule or the authority's readings, or None. Appends its parts to `parts`."""
        content = text[start:end]
        if slot.component == "authority" and self.edition.authority:
            whole = Part(slot.component, start, end, content)
            inner = self.authority_attempts(text, whole)
            fitting = next((attempt for attempt in inner if attempt.failure is None), None)
            if fitting is not None:
                parts.extend((whole, *fitting.parts))
                return None
            furthest = reduce(_further, (attempt.failure for attempt in inner if attempt.failure is not None))
            if furthest.present:
                return furthest
        elif _core.is_valid(content, rule=slot.accepts, edition=self.name):
            parts.append(Part(slot.component, start, end, content))
            return None
        # If no row has its required literals, use the authority's own rule.
        return _failure(slot, text, start, end, start + self.viable(slot.accepts, content))


def _further(first: Failure, second: Failure) -> Failure:
    return second if (second.present, second.at) > (first.present, first.at) else first


def _failure(slot: Slot, text: str, start: int, end: int, at: int, present: bool = True) -> Failure:
    rule = slot.rest if slot.rest and "/" in text[start:at] else slot.rule
    return Failure(at, start, end, slot.accepts, rule, slot, present)


def _cut(slot: Slot, text: str, cursor: int) -> _Cut | None:
    """A slot at the cursor; None if it is optional and absent."""
    opening = slot.open
    if opening and not text.startswith(opening, cursor):
        if slot.optional:
            return None
        begun = cursor + _common_prefix(opening, text[cursor : cursor + len(opening)])
        return begun, begun, -1, True
    start = cursor + len(opening)
    end = _end_of_content(slot, text, start)
    closing = slot.close
    if end is not None and (not closing or text.startswith(closing, end)):
        return start, end, end + len(closing), False
    return None if slot.optional else (start, len(text) if end is None else end, start, True)


def _end_of_content(slot: Slot, text: str, start: int) -> int | None:
    """The end of a content; None if a bracket or the closing literal is missing."""
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
        # Search only before the first delimiter found so far.
        place = text.find(mark, start, end)
        end = end if place < 0 else place
    return end


def _common_prefix(first: str, second: str) -> int:
    """The length of the common prefix of two texts."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
