"""Convert the matched pieces of a text to the values of variables.

The input is pieces in units, such as `1,2` for `{x}` and `1` for `{x:1}`; the result is one value for each variable.

A piece has several readings: `1,2` is the list of "1" and "2", or the dict that maps "1" to "2". A reading is valid if
each expression with the variable expands to its piece. So `1,2` for `{x}` and `1=2` for `{x*}` together mean the
dict. Most pieces have at most three readings. But a reserved expansion does not escape ",", nor a label ".": there a
separator may also belong to a member, so the number of readings doubles with each one. These are tried only if the
variable occurs twice; else the first reading is valid.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final, TypeAlias

from uriverse._core import CompiledTemplate

from .chain import NAMED, RESERVED_TOO, SEPARATOR, Piece, Taken
from .units import Units, value_of_reserved, value_of_unreserved

# The limit of readings for one text.
MOST_READINGS: Final = 2_000

Value: TypeAlias = str | list[str] | tuple[tuple[str, str], ...]
# Name, operator, prefix, whether it explodes.
Occurrence: TypeAlias = tuple[str, str, int | None, bool]


class ValueReader:
    """Converts the pieces of one text that a template matched.

    Args:
        template: the template.
    """

    def __init__(self, template: CompiledTemplate) -> None:
        self._occurrences: dict[str, list[Occurrence]] = defaultdict(list)
        for _, expression in template.parts():
            operator, variables = (expression or ("", []))[:2]
            for name, prefix, explode in variables:
                self._occurrences[name].append((name, operator, prefix, explode))
        self._left = MOST_READINGS

    def values(self, pieces: list[Taken]) -> dict[str, Any] | None:
        """One value for each variable that has a piece; None if no value gives all pieces.

        Raises:
            ValueError: MOST_READINGS were tried.
        """
        pieces_by_name: dict[str, list[Taken]] = defaultdict(list)
        for taken in pieces:
            pieces_by_name[taken.piece.name].append(taken)
        found: dict[str, Any] = {}
        for name, pieces in pieces_by_name.items():
            readings = (value for value in self._candidates(pieces) if self._holds(name, value, pieces))
            first = next(readings, None)
            if first is None:
                return None
            found[name] = first
        return found

    def _candidates(self, pieces: list[Taken]) -> Iterator[Any]:
        """The readings of the piece with the fewest readings, as arguments of an expansion."""
        whole = [taken for taken in pieces if taken.piece.prefix is None]
        if not whole:
            yield _decoded(max(pieces, key=lambda taken: len(taken.units)))
            return
        for value in _readings(min(whole, key=_freedom)):
            if not self._left:
                raise ValueError(
                    f"the values of {pieces[0].piece.name!r} can be read in more than {MOST_READINGS:,} ways; "
                    "the first ones do not match"
                )
            self._left -= 1
            yield _plain(value)

    def _holds(self, name: str, value: Any, pieces: list[Taken]) -> bool:
        """Whether each expression with the variable expands to its piece, or to nothing if it has no piece."""
        absent = Counter(self._occurrences[name])
        for piece, units in pieces:
            occurrence = (name, piece.operator, piece.prefix, piece.explode)
            absent[occurrence] -= 1
            first = "" if piece.operator == "+" else piece.operator
            if _expanded(occurrence, value) != first + Units(piece.head).text + units:
                return False
        return not any(_expanded(occurrence, value) for occurrence in absent.elements())


@lru_cache(maxsize=256)
def _alone(occurrence: Occurrence) -> CompiledTemplate:
    name, operator, prefix, explode = occurrence
    modifier = "*" if explode else "" if prefix is None else f":{prefix}"
    return CompiledTemplate(f"{{{operator}{name}{modifier}}}", {})


def _expanded(occurrence: Occurrence, value: Any) -> str | None:
    """The units of an expression with one variable; None for the prefix of a list, which has none."""
    name, _, prefix, _ = occurrence
    if prefix is not None and not isinstance(value, str):
        return None
    return Units(_alone(occurrence).expand({name: value}, dot_segments=True)).text


def _is_reserved(piece: Piece) -> bool:
    """Whether the piece has unescaped reserved characters."""
    return piece.operator != "" and piece.operator in RESERVED_TOO


def _decoded(taken: Taken) -> str:
    return (value_of_reserved if _is_reserved(taken.piece) else value_of_unreserved)(taken.units)


def _separator(piece: Piece) -> str:
    return SEPARATOR.get(piece.operator, piece.operator) if piece.explode else ","


def _freedom(taken: Taken) -> int:
    """The number of separators and "=" in the piece that may belong to a name or a value."""
    piece, units = taken
    if _is_reserved(piece):
        return units.count(",") + (max(units.count("=") - 1, 0) if piece.explode else 0)
    return units.count(".") if _separator(piece) == "." else 0


def _readings(taken: Taken) -> Iterator[Value]:
    """The values that may expand to a piece, the preferred one first; a dict is a tuple of pairs.

    `a,b` in `{x}` is the list of "a" and "b", or the pair of both. `a=1` in `{x*}` is a pair. `x=1` in `{?x*}` is a
    list with "1", or "1" alone, or the pair of "x" and "1".
    """
    piece, units = taken
    separator = _separator(piece)
    members = units.split(separator)
    decoded = value_of_reserved if _is_reserved(piece) else value_of_unreserved
    is_free = _freedom(taken) > 0
    if not piece.explode:
        if is_free or len(members) == 1:
            yield decoded(units)
        yield from _lists(members, decoded)
    elif piece.operator != "" and piece.operator in NAMED:
        yield from _named(piece, members)
    else:
        if _is_reserved(piece) or "=" not in units:
            yield [decoded(member) for member in members]
            if is_free or len(members) == 1:
                yield decoded(units)
        split = _last_dots(units) if separator == "." else members
        if all("=" in member for member in split):
            yield _pairs(split, decoded)
    if is_free:
        for joined in _joined(members, separator):
            if not piece.explode:
                yield from _lists(joined, decoded)
                continue
            yield [decoded(member) for member in joined]
            for pairs in product(*(_splits(member) for member in joined)):
                yield tuple((decoded(name), decoded(value)) for name, value in pairs)


def _lists(members: list[str], decoded: Any) -> Iterator[Value]:
    """The list of comma-separated members, and the same as pairs."""
    values = [decoded(member) for member in members]
    yield values
    if len(values) % 2 == 0:
        yield tuple(zip(values[::2], values[1::2], strict=True))


def _named(piece: Piece, members: list[str]) -> Iterator[Value]:
    """The values of `{?x*}`: a list, whose members all have the variable's name, or pairs."""
    if all(member.partition("=")[0] == Units(piece.name).text for member in members):
        values = [value_of_unreserved(member.partition("=")[2]) for member in members]
        yield values
        if len(values) == 1:
            yield values[0]
    if piece.operator == ";" or all("=" in member for member in members):
        yield _pairs(members, value_of_unreserved)


def _pairs(members: list[str], decoded: Any) -> Value:
    split = [member.partition("=") for member in members]
    return tuple((decoded(name), decoded(value)) for name, _, value in split)


def _last_dots(units: str) -> list[str]:
    """Split a label into pairs: between two "=", which are never escaped, the last "." is the separator.

    `a=b.c.d=e` is "a" with "b.c" and "d" with "e".
    """
    first, *others = units.split("=")
    members = [first]
    for between in others[:-1]:
        value, _, name = between.rpartition(".")
        members[-1] += "=" + value
        members.append(name)
    if others:
        members[-1] += "=" + others[-1]
    return members


def _joined(members: list[str], separator: str) -> Iterator[list[str]]:
    """All ways to join neighbours by a separator that may belong to them, the last ones first."""
    for joins in product((False, True), repeat=len(members) - 1):
        joined = members[:1]
        for is_joined, member in zip(joins, members[1:], strict=True):
            if is_joined:
                joined[-1] += separator + member
            else:
                joined.append(member)
        yield joined


def _splits(member: str) -> list[tuple[str, str]]:
    """All ways to split a member at a "=" into a name and a value."""
    return [(member[:at], member[at + 1 :]) for at, character in enumerate(member) if character == "="]


def _plain(value: Value) -> Any:
    """A value as reported: pairs as a dict, or as a list if a name occurs twice."""
    if not isinstance(value, tuple):
        return value
    unique = dict(value)
    return unique if len(unique) == len(value) else list(value)
