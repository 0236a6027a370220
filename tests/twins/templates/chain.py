"""A template as an acyclic graph, in which each edge consumes a part of the text.

`/{a}{b}` has four nodes: the edge from the first consumes "/", each of the next two a piece of a value or nothing, and
the last node has no edge. Edges lead only to later nodes, so every walk ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from uriverse._core import CompiledTemplate

from .units import RESERVED, UNRESERVED, Units

NAMED: Final = ";?&"
RESERVED_TOO: Final = "+#"
SEPARATOR: Final = {"": ",", "+": ",", "#": ",", "?": "&"}


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a value that an edge consumes: a bounded number of units of one set.

    Attributes:
        name: the variable.
        operator: the operator of its expression; "" for none.
        allowed: the inside of a character class, see `units.py`.
        least: the minimum number of units, 0 or 1.
        most: the maximum number; None for any number.
        prefix: the length of `{name:3}`.
        explode: whether it is `{name*}`.
        head: the text between the operator and the value: "name=", "name" or "".
    """

    name: str
    operator: str
    allowed: str
    least: int = 0
    most: int | None = None
    prefix: int | None = None
    explode: bool = False
    head: str = ""


class Edge(NamedTuple):
    """An edge to a later node: it consumes a literal (perhaps "") and then a piece of a value, or nothing."""

    target: int
    literal: str = ""
    piece: Piece | None = None


class Taken(NamedTuple):
    """A piece of a value with the units that it consumed."""

    piece: Piece
    units: str


Chain: TypeAlias = list[list[Edge]]


def chain_of(template: CompiledTemplate, *, lists: bool) -> Chain:
    """The edges of each node, preferred ones first; the last node has none.

    Args:
        template: the template.
        lists: whether a value may be a list even where commas separate variables.
    """
    chain: Chain = []
    for literal, expression in template.parts():
        if literal is not None:
            chain.append([Edge(len(chain) + 1, Units(literal).text)])
        if expression is not None:
            _add_expression(chain, *expression[:2], lists=lists)
    chain.append([])
    return chain


def _add_expression(chain: Chain, operator: str, variables: list[tuple[str, int | None, bool]], *, lists: bool) -> None:
    """Add three nodes for each variable.

    In the first, no variable is defined yet. In the second, the expansion has written something. In the third, a
    variable is defined but empty, as x of `{x,y}` can be, and needs a "," after it.
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
            found = _pieces(operator, variable, has_lists=has_lists, is_marked=bool(before))
            edges = [Edge(begun, Units(before + piece.head).text, piece) for piece in found]
            if not before and empty is not None:
                edges.append(Edge(empty, piece=Piece(variable[0], operator, UNRESERVED, 0, 0, *variable[1:])))
            if after < end or state < 2:
                edges.append(Edge(after + state if after < end else end))
            chain.append(edges)


def _pieces(operator: str, variable: tuple[str, int | None, bool], *, has_lists: bool, is_marked: bool) -> list[Piece]:
    """The ways to write a defined variable.

    Args:
        operator: the operator of the expression.
        variable: name, prefix, and whether it explodes.
        has_lists: whether commas in a value separate the members of a list.
        is_marked: whether the expansion writes a separator even before an empty value.
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
    piece = Piece(name, operator, allowed, least, prefix, prefix, explode)
    if explode or not operator or operator not in NAMED:
        return [piece]
    valued = replace(piece, head=name + "=")
    if operator == ";":
        return [valued if has_lists else replace(valued, least=1), replace(piece, head=name, most=0)]
    return [valued]
