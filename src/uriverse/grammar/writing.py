"""Write a rule tree as ABNF (RFC 5234, RFC 7405), regardless of its original notation."""

from __future__ import annotations

from _collections_abc import Callable

from uriverse.grammar.rules import Alternatives, Characters, Literal, Node, Reference, Repetition, Sequence

Spelling = Callable[[str], str]


def abnf(node: Node, spelled: Spelling = str) -> str:
    """The tree as a right-hand side; `spelled` converts the names of references.

    >>> abnf(Repetition(Alternatives((Literal("a"), Characters(((0x30, 0x39),)))), 1, None))
    '1*("a" / %x30-39)'
    """
    match node:
        case Alternatives(items):
            return " / ".join((_element if isinstance(item, Alternatives) else abnf)(item, spelled) for item in items)
        case Sequence(items) if items:
            return " ".join(_element(item, spelled) for item in items)
        case Sequence():
            return '""'
        case _:
            return _element(node, spelled)


def _element(node: Node, spelled: Spelling) -> str:
    """The tree as one element, in parentheses if it has several."""
    match node:
        case Repetition(item, 0, 1):
            return f"[{abnf(item, spelled)}]"
        case Repetition(item, minimum, maximum):
            inner = f"({abnf(item, spelled)})" if isinstance(item, Repetition) else _element(item, spelled)
            return f"{_times(minimum, maximum)}{inner}"
        case Reference(name):
            return spelled(name)
        case Literal():
            return _literal(node)
        case Characters(ranges):
            spans = " / ".join(f"%x{low:02X}" if low == high else f"%x{low:02X}-{high:02X}" for low, high in ranges)
            return spans if len(ranges) == 1 else f"({spans})"
        case Alternatives() | Sequence():
            return f"({abnf(node, spelled)})"


def _times(minimum: int, maximum: int | None) -> str:
    if minimum == maximum:
        return str(minimum)
    return f"{minimum or ''}*{'' if maximum is None else maximum}"


def _literal(literal: Literal) -> str:
    if all(" " <= letter <= "~" and letter != '"' for letter in literal.text):
        return f'{"%s" if literal.case_sensitive and literal.text else ""}"{literal.text}"'
    return f"({abnf(Sequence(tuple(literal.characters())))})"
