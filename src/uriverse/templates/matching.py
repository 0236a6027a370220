"""Which values of its variables make a template give a text (RFC 6570, section 1.4: "variable matching").

Goes in: a compiled template and a text. Comes out: the values, or None; and a second set of values where there is one.

How it works, with `/{a}{b}` and the text `/xy`:

1. The text becomes units, one for each character that a value could have (`units.py`): "/", "x", "y". A cut between two
   variables falls between units, so never inside a triplet.
2. The template becomes a chain of nodes (`chain.py`). An edge from a node to a later one takes nothing, a literal, or a
   piece of a value, whose units are all of one set.
3. From the last node to the first, each node learns the places from which the rest of the template can take the rest
   of the text. A set of places is one integer, a bit for each place, so an edge costs a few operations on long
   integers. Here `{b}` can begin at 1, 2 and 3, and `{a}` at 1.
4. From the first node on, each choice that keeps to these sets leads to the end. `{a}` may take "xy", "x" or nothing:
   so there are several answers, in an order of preference. A value is preferred to an undefined variable, and the
   longest piece, unless what follows it can stand in a value: then the shortest one that is not empty. Of the first
   two answers the one that gives more variables a value comes first.
5. Each answer is read as values (`values.py`) and expanded again, and must give the text. That settles what a set of
   units cannot say: that both values of a variable that stands in the template twice are the same.

The time is the number of nodes times the length of the text, divided by the bits of a machine word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from uriverse._core import CompiledTemplate
from uriverse.ground.masking import masked_repr
from uriverse.templates.chain import Chain, Taken, chain_of
from uriverse.templates.units import Units
from uriverse.templates.values import ValueReader

# How many ways to read a text are tried before the template is too ambiguous to tell.
MOST_WAYS: Final = 200
# Bits of all sets of places together: 25 MB.
MOST_WORK: Final = 200_000_000

# Operators whose separator, or what comes after the expression, can stand in a value: the shortest piece is preferred.
SHORTEST: Final = "+#."


class TemplateMatch(NamedTuple):
    """The values that make a template give a reference.

    Attributes:
        values: each defined variable with its value: a str, a list of str, or a dict or list of pairs for `{name*}`.
        other: another set of values that gives the same reference; None if there is none.
    """

    values: dict[str, Any]
    other: dict[str, Any] | None

    @property
    def is_ambiguous(self) -> bool:
        """Whether other values give the same reference."""
        return self.other is not None

    def __repr__(self) -> str:
        return masked_repr(self)


def matched(template: CompiledTemplate, text: str) -> TemplateMatch | None:
    """Find the values with which a template gives a text.

    Raises:
        ValueError: more work than MOST_WORK, or more than MOST_WAYS ways to read the text of which none holds.
    """
    if not text.isascii():
        return None
    units = Units(text)
    # A list as the value of one of several variables between which commas stand is the last resort.
    found = _found(template, chain_of(template, lists=False), units, text)
    found = found or _found(template, chain_of(template, lists=True), units, text)
    return TemplateMatch(found[0], found[1] if len(found) > 1 else None) if found else None


def _found(template: CompiledTemplate, chain: Chain, units: Units, text: str) -> list[dict[str, Any]]:
    """The first two sets of values that hold, the one with more variables first."""
    steps = sum(len(edge.literal) + 1 for edges in chain for edge in edges)
    if steps * (len(units.text) + 1) > MOST_WORK:
        raise ValueError(
            f"the reference and the template are too long to be matched: {steps:,} steps by {len(units.text):,} "
            f"characters are more than {MOST_WORK:,}"
        )
    found: list[dict[str, Any]] = []
    reader = ValueReader(template)
    for tried, answer in enumerate(_answers(chain, units)):
        if tried == MOST_WAYS:
            if not found:
                raise ValueError(f"the template can be read in more than {MOST_WAYS:,} ways; the first do not hold")
            break
        values = reader.values(answer)
        if values is None or values in found:
            continue
        if template.expand({**values, **template.bound}, dot_segments=True) == text:
            found.append(values)
            if len(found) == 2:
                break
    return sorted(found, key=len, reverse=True)


def _answers(chain: Chain, units: Units) -> Iterator[list[Taken]]:
    """The ways to read the text, the preferred ones first: what each piece takes, in the order of the template."""
    if len(chain) == 1 and not units.text:
        yield []
    reach = _reach(chain, units)
    choices = [_choices(chain, reach, units, 0, 0)]
    path: list[Taken | None] = []
    while choices:
        choice = next(choices[-1], None)
        if choice is None:
            choices.pop()
            if path:
                path.pop()
            continue
        target, place, taken = choice
        path.append(taken)
        if target == len(chain) - 1:
            if place == len(units.text):
                yield [each for each in path if each is not None]
            path.pop()
            continue
        choices.append(_choices(chain, reach, units, target, place))


def _reach(chain: Chain, units: Units) -> list[int]:
    """For each node the places from which the rest of the template takes the rest of the text.

    Bit k of a set is the place that has k units after it. A unit that is taken moves a place one bit up.
    """
    reach = [0] * len(chain)
    reach[-1] = 1
    for node in range(len(chain) - 2, -1, -1):
        for edge in chain[node]:
            places = reach[edge.target]
            if edge.piece is not None and places:
                places = _before(places, units.places(edge.piece.allowed), edge.piece.least, edge.piece.most)
            for unit in reversed(edge.literal):
                if not places:
                    break
                places = (places & units.places(re.escape(unit))) << 1
            reach[node] |= places
    return reach


def _before(places: int, allowed: int, least: int, most: int | None) -> int:
    """The places from which at least `least` (0 or 1) and at most `most` allowed units lead to one of some places."""
    if least:
        places = (places & allowed) << 1
    if most is None:
        # The sum carries a bit through the whole run of ones in which it stands.
        return (((places & allowed) + allowed) ^ allowed) | places
    # With `covered` units covered, a jump over `length` of them covers so many more; runs[b] is where b ones begin.
    left, covered, length, runs = most - least, 0, 1, allowed
    while covered < left and places:
        jump = min(length, left - covered)
        if jump < length:
            runs, length = _runs(allowed, jump), jump
        places |= (places & runs) << jump
        covered += jump
        runs &= runs >> length
        length *= 2
    return places


def _runs(allowed: int, length: int) -> int:
    """Where a run of so many ones begins."""
    runs, have = allowed, 1
    while have < length:
        step = min(have, length - have)
        runs &= runs >> step
        have += step
    return runs


def _choices(
    chain: Chain, reach: list[int], units: Units, node: int, place: int
) -> Iterator[tuple[int, int, Taken | None]]:
    """The steps from a node at a place that can lead to the end: the next node, its place, what was taken."""
    whole = len(units.text)
    for edge in chain[node]:
        if not units.text.startswith(edge.literal, place):
            continue
        start = place + len(edge.literal)
        piece = edge.piece
        if piece is None:
            if reach[edge.target] >> (whole - start) & 1:
                yield edge.target, start, None
            continue
        last = units.run(piece.allowed, start)
        if piece.most is not None:
            last = min(last, start + piece.most)
        if last < start + piece.least:
            continue
        # Bit k of the window: the piece ends at `last - k`.
        window = (reach[edge.target] >> (whole - last)) & ((1 << (last - start - piece.least + 1)) - 1)
        is_shortest = piece.operator != "" and piece.operator in SHORTEST
        while window:
            nothing = 1 << (last - start)
            if is_shortest and window != nothing:
                bit = (window & ~nothing).bit_length() - 1
            else:
                bit = (window & -window).bit_length() - 1
            window &= ~(1 << bit)
            yield edge.target, last - bit, Taken(piece, units.text[start : last - bit])
