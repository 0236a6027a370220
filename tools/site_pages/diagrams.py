"""A rule of a grammar as a railroad diagram: an SVG coloured by the page's style sheet.

The library `railroad-diagrams` draws it. This module builds the input: `1*4HEXDIG` becomes a loop around the box HEXDIG
with the label "1 to 4 times", and twenty single letters become one box.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from io import StringIO
from itertools import groupby

import railroad

from uriverse.grammar.rules import Alternatives, Characters, Literal, Node, Reference, Repetition, Rule, Sequence

# Wider sequences are broken into rows, so that a diagram fits the text column.
WIDEST_ROW = 520
# This many single characters among alternatives become one box.
FEW_CHARACTERS = 4

Link = Callable[[str], str | None]


def diagram(rule: Rule, link: Link) -> str:
    """Return the SVG of a rule.

    Args:
        link: returns the address of a rule by name, or None.
    """
    # The library's settings, such as INTERNAL_ALIGNMENT, are the defaults; its style sheet is not used.
    drawn = railroad.Diagram(_drawn(rule.node, link), css="", type="simple")
    out = StringIO()
    drawn.writeSvg(out.write)
    label = escape(f"Railroad diagram of the rule {rule.name}", quote=True)
    return out.getvalue().replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


def _drawn(node: Node, link: Link) -> railroad.DiagramItem:
    match node:
        case Reference(name):
            return railroad.NonTerminal(name, href=link(name))
        case Literal(text):
            return railroad.Terminal(text) if text else railroad.Skip()
        case Characters(ranges):
            return railroad.Terminal(" ".join(_range(low, high) for low, high in ranges))
        case Sequence(items):
            return _sequence([_drawn(item, link) for item in items])
        case Alternatives(items):
            choices = _alternatives(items, link)
            return choices[0] if len(choices) == 1 else railroad.Choice(0, *choices)
        case Repetition(item, 0, 1):
            return railroad.Optional(_drawn(item, link))
        case Repetition(item, 0, None):
            return railroad.ZeroOrMore(_drawn(item, link))
        case Repetition(item, 1, None):
            return railroad.OneOrMore(_drawn(item, link))
        case Repetition(item, minimum, maximum):
            again = railroad.OneOrMore(_drawn(item, link), railroad.Comment(_times(minimum, maximum)))
            return railroad.Optional(again) if minimum == 0 else again


def _sequence(items: list[railroad.DiagramItem]) -> railroad.DiagramItem:
    """Return the items in one row, or in several if they are too wide."""
    if not items:
        return railroad.Skip()
    rows: list[list[railroad.DiagramItem]] = [[]]
    width = 0
    for item in items:
        if rows[-1] and width + item.width > WIDEST_ROW:
            rows.append([])
            width = 0
        rows[-1].append(item)
        width += item.width + 20
    drawn = [row[0] if len(row) == 1 else railroad.Sequence(*row) for row in rows]
    return drawn[0] if len(drawn) == 1 else railroad.Stack(*drawn)


def _alternatives(items: tuple[Node, ...], link: Link) -> list[railroad.DiagramItem]:
    """Return the alternatives, with each run of single characters in one box."""
    drawn: list[railroad.DiagramItem] = []
    for single, run in groupby(items, lambda item: isinstance(item, Literal) and len(item.text) == 1):
        found = list(run)
        if single and len(found) > FEW_CHARACTERS:
            codes = sorted(ord(item.text) for item in found if isinstance(item, Literal))
            drawn.append(railroad.Terminal(f"one of  {_characters(codes)}"))
        else:
            drawn += [_drawn(item, link) for item in found]
    return drawn


def _characters(codes: list[int]) -> str:
    """Return characters in a line; three or more consecutive letters or digits become a range."""
    runs: list[list[int]] = []
    for each in codes:
        if runs and each == runs[-1][-1] + 1 and chr(each).isalnum() and chr(runs[-1][-1]).isalnum():
            runs[-1].append(each)
        else:
            runs.append([each])
    shown = [f"{chr(run[0])}-{chr(run[-1])}" if len(run) > 2 else " ".join(map(chr, run)) for run in runs]
    return " ".join(shown)


def _range(low: int, high: int) -> str:
    if low >= 0x21 and high <= 0x7E:
        return chr(low) if low == high else f"{chr(low)}-{chr(high)}"
    return f"%x{low:02X}" if low == high else f"%x{low:02X}-{high:02X}"


def _times(minimum: int, maximum: int | None) -> str:
    if maximum is None:
        return f"{minimum} times or more"
    if minimum == maximum:
        return f"{minimum} times"
    return f"at most {maximum} times" if minimum == 0 else f"{minimum} to {maximum} times"
