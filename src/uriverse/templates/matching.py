"""Which values of its variables make a template give a text (RFC 6570, section 1.4: "variable matching").

Goes in: a compiled template and a text. Comes out: the values, or None; and a second set of values where there is one.

How it works, with `/{a}{b}` and the text `/xy`:

1. The text becomes units, one for each character that a value could have (`units.py`): "/", "x", "y". A cut between two
   variables falls between units, so never inside a triplet.
2. The template becomes a chain of nodes. An edge from a node to a later one takes nothing, a literal, or a piece of a
   value, whose units are all of one set.
3. From the last node to the first, each node learns the places from which the rest of the template can take the rest
   of the text. A set of places is one integer, a bit for each place, so an edge costs a few operations on long
   integers. Here `{b}` can begin at 1, 2 and 3, and `{a}` at 1.
4. From the first node on, each choice that keeps to these sets leads to the end. `{a}` may take "xy", "x" or nothing:
   so there are several answers, in an order of preference. A value is preferred to an undefined variable, and the
   longest piece, unless what follows it can stand in a value: then the shortest one that is not empty. Of the first
   two answers the one that gives more variables a value is told first.
5. Each answer is expanded again and must give the text. That settles what a set of units cannot say: that both values
   of a variable that stands in the template twice are the same.

The time is the number of nodes times the length of the text, divided by the bits of a machine word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain as chained
from itertools import islice, product
from typing import Any, Final, NamedTuple, TypeAlias

from uriverse._core import CompiledTemplate
from uriverse.masking import masked_repr
from uriverse.templates.units import RESERVED, UNRESERVED, Units, value_of_reserved, value_of_unreserved

# How many ways to read a text are tried before the template is too ambiguous to tell.
MOST_WAYS: Final = 200
# Bits of all sets of places together: 25 MB.
MOST_WORK: Final = 200_000_000

NAMED: Final = ";?&"
RESERVED_TOO: Final = "+#"
# Operators whose separator, or what comes after the expression, can stand in a value: the shortest piece is preferred.
SHORTEST: Final = "+#."
_BEFORE_A_NAME: Final = re.compile(r"\.(?=[^.=]*=)")
SEPARATOR: Final = {"": ",", "+": ",", "#": ",", "?": "&"}


class TemplateMatch(NamedTuple):
    """The values that make a template give a reference.

    Attributes:
        values: each defined variable with its value: a str, a list of str, or a dict or list of pairs for `{name*}`.
        other: another set of values that gives the same reference; None where there is none.
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
    found = _found(template, _chain_of(template, lists=False), units, text)
    found = found or _found(template, _chain_of(template, lists=True), units, text)
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
    tried = 0
    ways = chained.from_iterable(_values(answer) for answer in _answers(chain, units))
    for values in islice(ways, MOST_WAYS + 1):
        tried += 1
        if values is None or values in found:
            continue
        if template.expand({**values, **template.bound}) == text:
            found.append(values)
            if len(found) == 2:
                break
    if not found and tried > MOST_WAYS:
        raise ValueError(f"the template can be read in more than {MOST_WAYS:,} ways; the first do not hold")
    return sorted(found, key=len, reverse=True)


@dataclass(frozen=True, slots=True)
class _Piece:
    """What an edge takes of a value: units of one set, so many at least and at most."""

    name: str
    operator: str
    allowed: str
    least: int = 0
    most: int | None = None
    is_prefix: bool = False
    explode: bool = False


class _Edge(NamedTuple):
    """A step from a node to a later one: by a literal ("" takes nothing), and a piece of a value after it."""

    target: int
    literal: str = ""
    piece: _Piece | None = None


class _Taken(NamedTuple):
    """A piece of a value with the units that it took."""

    piece: _Piece
    units: str


Chain: TypeAlias = list[list[_Edge]]
Value: TypeAlias = str | list[str] | tuple[tuple[str, str], ...]


def _chain_of(template: CompiledTemplate, *, lists: bool) -> Chain:
    """The edges of each node, the preferred ones first; the last node has none.

    Args:
        template: the template.
        lists: whether a value may be a list where commas separate variables too.
    """
    chain: Chain = []
    for literal, expression in template.parts():
        if literal is not None:
            chain.append([_Edge(len(chain) + 1, Units(literal).text)])
        if expression is not None:
            _add_expression(chain, *expression[:2], lists=lists)
    chain.append([])
    return chain


def _add_expression(chain: Chain, operator: str, variables: list[tuple[str, int | None, bool]], *, lists: bool) -> None:
    """Add three nodes for each variable.

    In the first one no variable is defined yet. In the second one something was written. In the third one a variable is
    defined and nothing was written: the empty x of `{x,y}`, which needs a "," after it.
    """
    first = "" if operator == "+" else operator
    separator = SEPARATOR.get(operator, operator)
    has_lists = lists or separator != "," or len(variables) == 1
    start = len(chain)
    end = start + 3 * len(variables)
    for number, variable in enumerate(variables):
        after = start + 3 * (number + 1)
        begun, empty = (after + 1, after + 2) if after < end else (end, None)
        for state, before in enumerate((first, separator, separator)):
            edges = [
                _Edge(begun, Units(before + written).text, piece)
                for written, piece in _pieces(operator, variable, has_lists=has_lists, is_marked=bool(before))
            ]
            if not before and empty is not None:
                edges.append(_Edge(empty, piece=_Piece(variable[0], operator, UNRESERVED, most=0)))
            if after < end or state < 2:
                edges.append(_Edge(after + state if after < end else end))
            chain.append(edges)


def _pieces(
    operator: str, variable: tuple[str, int | None, bool], *, has_lists: bool, is_marked: bool
) -> list[tuple[str, _Piece]]:
    """The ways to write a defined variable: what comes before its value, and the value.

    Args:
        operator: the operator of the expression.
        variable: name, prefix, and whether it explodes.
        has_lists: whether commas in a value separate the members of a list.
        is_marked: whether something is written even before an empty value.
    """
    name, prefix, explode = variable
    allowed = RESERVED if operator and operator in RESERVED_TOO else UNRESERVED
    separator = SEPARATOR.get(operator, operator)
    if explode and prefix is None:
        # The name of a list's members may have a triplet, which no value has.
        allowed += re.escape(separator) + "=" + re.escape(Units(name).text)
    elif prefix is None and has_lists:
        allowed += ","
    least = 0 if is_marked else 1
    piece = _Piece(name, operator, allowed, least, prefix, prefix is not None, explode)
    if explode or not operator or operator not in NAMED:
        return [("", piece)]
    if operator == ";":
        return [(name + "=", piece if has_lists else replace(piece, least=1)), (name, replace(piece, most=0))]
    return [(name + "=", piece)]


def _answers(chain: Chain, units: Units) -> Iterator[list[_Taken]]:
    """The ways to read the text, the preferred ones first: what each piece takes, in the order of the template."""
    if len(chain) == 1 and not units.text:
        yield []
    reach = _reach(chain, units)
    choices = [_choices(chain, reach, units, 0, 0)]
    path: list[_Taken | None] = []
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
) -> Iterator[tuple[int, int, _Taken | None]]:
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
            yield edge.target, last - bit, _Taken(piece, units.text[start : last - bit])


def _values(answer: list[_Taken]) -> Iterator[dict[str, Any] | None]:
    """The value of each variable; None where no value makes all its pieces.

    A reserved expansion does not tell the commas of a member from those between members: `,,` in `{+x}` may be the list
    of "" and ",". Where `{x}` is in the template too, its readings are tried in that case, one after the other.
    """
    exact: dict[str, list[Value]] = {}
    reserved: dict[str, list[Value]] = {}
    prefixes: dict[str, str] = {}
    for piece, units in answer:
        found = _readings(piece, units)
        readings = reserved if _is_reserved(piece) else exact
        if piece.is_prefix:
            prefixes[piece.name] = max(prefixes.get(piece.name, ""), str(found[0]), key=len)
        elif piece.name in readings:
            readings[piece.name] = [value for value in readings[piece.name] if value in found]
        else:
            readings[piece.name] = found
    candidates: dict[str, list[Value]] = {}
    for name in dict.fromkeys(piece.name for piece, _ in answer if not piece.is_prefix):
        both = [value for value in exact.get(name, reserved.get(name, [])) if value in reserved.get(name, [value])]
        candidates[name] = both[:1] or exact.get(name, [])
    if not all(candidates.values()):
        yield None
    for values in product(*candidates.values()):
        yield prefixes | {name: _plain(value) for name, value in zip(candidates, values, strict=True)}


def _is_reserved(piece: _Piece) -> bool:
    """Whether reserved characters stand in the piece as they are."""
    return piece.operator != "" and piece.operator in RESERVED_TOO


def _readings(piece: _Piece, units: str) -> list[Value]:
    """The values of which an expansion makes a piece, the preferred one first; pairs are a tuple of pairs.

    `a,b` in `{x}` is the list of "a" and "b", or the pair of both. `a=1` in `{x*}` is a pair. `x=1` in `{?x*}` is a
    list with "1", or "1" alone, or the pair of "x" and "1".
    """
    is_reserved = _is_reserved(piece)
    decoded = value_of_reserved if is_reserved else value_of_unreserved
    if piece.operator == ";" and not units and not piece.explode and piece.most is None:
        return [[""]]  # `{;x}` writes ";x" for an empty text, and ";x=" for a list with one
    if piece.is_prefix:
        return [decoded(units)]
    if not piece.explode:
        members = [decoded(member) for member in units.split(",")]
        found: list[Value] = [] if len(members) > 1 and not is_reserved else [decoded(units)]
        found.append(members)
        if len(members) % 2 == 0:
            found.append(tuple(zip(members[::2], members[1::2], strict=True)))
        return found
    separator = SEPARATOR.get(piece.operator, piece.operator)
    # A "." may stand in a value. Before a name with its "=" it separates.
    is_dotted = separator == "." and "=" in units
    written = _BEFORE_A_NAME.split(units) if is_dotted else units.split(separator)
    split = [member.partition("=") for member in written]
    found = []
    if piece.operator != "" and piece.operator in NAMED:
        if all(name == Units(piece.name).text for name, _, _ in split):
            found.append([decoded(value) for _, _, value in split])
            found += [decoded(value) for _, _, value in split] if len(split) == 1 else []
        has_pairs = piece.operator == ";" or all(equals for _, equals, _ in split)
    else:
        if is_reserved or "=" not in units:
            found.append([decoded(member) for member in written])
            found += [decoded(units)] if is_reserved or len(written) == 1 else []
        has_pairs = all(equals for _, equals, _ in split)
    if has_pairs:
        found.append(tuple((decoded(name), decoded(value)) for name, _, value in split))
    return found


def _plain(value: Value) -> Any:
    """A value as it is told: pairs as a dict, or as a list where a name stands in it twice."""
    if not isinstance(value, tuple):
        return value
    unique = dict(value)
    return unique if len(unique) == len(value) else list(value)
