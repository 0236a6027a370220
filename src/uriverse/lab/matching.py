"""Which rule of one edition answers to which rule of another: by name, and by the table of renamed rules.

`renames.toml` says what each document calls by another name than its neighbour before it. A name is followed through
the editions between two, oldest first; where one rule became an expression, the expression stands for it and its own
names are followed on. So `site` of the 1997 draft meets `authority` of RFC 3986, and `user [ ":" password ]` meets
`userinfo`. A user's own edition stands beside the newest.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Final

from uriverse.editions.registry import EDITION_IDS, Edition
from uriverse.grammar.rules import Alternatives, Characters, Grammar, Literal, Node, Reference, Repetition, Sequence

# Strings and numbers are passed over; what is left are names.
_PIECES: Final = re.compile(r'(?P<other>"[^"]*"|<[^>]*>|%[^\s/|()\[\]]+)|(?P<name>[A-Za-z][A-Za-z0-9_+-]*)|(?P<bar>\|)')
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*\Z")


@dataclass(frozen=True, slots=True)
class Rename:
    """One row of `renames.toml`."""

    edition: str
    old: str
    new: str
    why: str
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rules, or expressions, that answer to each other; None where the other edition has nothing like it.

    Attributes:
        rewritten: whether the right-hand side itself is another, names that only changed set aside. Where it is not,
            a rule's language can still change through the rules that it refers to.
    """

    old: str | None
    new: str | None
    rewritten: bool

    @property
    def rule(self) -> str:
        """The name to show: the newer one that is a plain name."""
        sides = [side for side in (self.new, self.old) if side is not None]
        return next((side for side in sides if is_name(side)), sides[0])

    def flipped(self) -> Pair:
        """The same pair seen from the other edition."""
        return Pair(self.new, self.old, self.rewritten)


class Renames:
    """The table of renamed rules, and the way of a name through it."""

    def __init__(self, rows: tuple[Rename, ...]) -> None:
        self._rows = rows
        self._steps: list[dict[str, str]] = [{} for _ in EDITION_IDS]
        for row in rows:
            self._steps[position(row.edition)][row.old.lower()] = row.new

    def followed(self, expression: str, older: str, newer: str) -> str:
        """What a name or an expression of an older edition is called in a newer one."""
        for step in self._steps[position(older) + 1 : position(newer) + 1]:
            expression = step.get(expression.lower()) or _renamed(expression, step)
        return expression

    def step(self, edition: str) -> dict[str, str]:
        """What a document renamed: its neighbour's names and expressions, in lower case, and its own."""
        return dict(self._steps[position(edition)])

    def expressions(self, edition: str, newer: str) -> Iterator[str]:
        """The expressions over rules of an edition that became one rule on the way to a newer one."""
        for row in self._rows:
            if edition in row.of and position(row.edition) <= position(newer):
                yield row.old


def read_renames() -> Renames:
    """The table that comes with the package."""
    text = (resources.files("uriverse.lab") / "renames.toml").read_text("utf-8")
    rows = tomllib.loads(text)["rename"]
    return Renames(
        tuple(Rename(row["in"], row["old"], row["new"], row["why"], tuple(row.get("of", ()))) for row in rows)
    )


def position(edition_id: str) -> int:
    """The place of an edition in time; a user's own stands beside the newest."""
    return EDITION_IDS.index(edition_id) if edition_id in EDITION_IDS else len(EDITION_IDS) - 1


def is_name(expression: str) -> bool:
    """Whether an expression is a rule's name alone."""
    return _NAME.match(expression) is not None


def matched(old: tuple[Edition, Grammar], new: tuple[Edition, Grammar], renames: Renames) -> list[Pair]:
    """All pairs of two editions: the start rules first, then in the old document's order, then what only one has."""
    if position(old[0].id) > position(new[0].id):
        return [pair.flipped() for pair in matched(new, old, renames)]
    (older, old_grammar), (newer, new_grammar) = old, new
    translated = _Translator(older, newer, new_grammar, renames)
    pairs: dict[tuple[str, str], None] = {(old_grammar[older.start].name, new_grammar[newer.start].name): None}
    for name in (*old_grammar.rules, *renames.expressions(older.id, newer.id)):
        if name in new_grammar:
            pairs[name, new_grammar[name].name] = None
        target = translated(name)
        if target is not None:
            pairs[name, target] = None
    found = [
        Pair(left, right, _is_rewritten(left, old_grammar, right, new_grammar, translated)) for left, right in pairs
    ]
    matched_old, matched_new = {left for left, _ in pairs}, {right for _, right in pairs}
    # Core rules (RFC 5234, Appendix B.1) have no line: they are nobody's to add or to remove.
    found += [Pair(rule.name, None, True) for rule in old_grammar if rule.name not in matched_old and rule.line]
    found += [Pair(None, rule.name, True) for rule in new_grammar if rule.name not in matched_new and rule.line]
    return found


class _Translator:
    """A name or expression of the older edition in the newer one's words, or None where it has none."""

    def __init__(self, older: Edition, newer: Edition, grammar: Grammar, renames: Renames) -> None:
        self._older, self._newer, self._grammar, self._renames = older, newer, grammar, renames

    def __call__(self, expression: str) -> str | None:
        target = self._renames.followed(expression, self._older.id, self._newer.id)
        if is_name(target):
            return self._grammar[target].name if target in self._grammar else None
        if self._newer.notation == "abnf":
            target = _PIECES.sub(lambda piece: "/" if piece["bar"] else piece.group(), target)
        names = [piece["name"] for piece in _PIECES.finditer(target) if piece["name"]]
        return target if all(name in self._grammar for name in names) else None


def _renamed(expression: str, step: dict[str, str]) -> str:
    def of_piece(piece: re.Match[str]) -> str:
        new = step.get((piece["name"] or "").lower())
        if new is None:
            return piece.group()
        return new if is_name(new) or piece.group() == expression else f"( {new} )"

    return _PIECES.sub(of_piece, expression)


def _is_rewritten(left: str, old: Grammar, right: str, new: Grammar, translated: _Translator) -> bool:
    if not (is_name(left) and is_name(right)):
        return True

    def newer_name(name: str) -> str:
        return (translated(name) or name).lower()

    return _shape(old[left].node, newer_name) != _shape(new[right].node, str.lower)


def _shape(node: Node, name_of: Callable[[str], str]) -> object:
    """A tree as a value that can be compared: without lines, its names given by a function."""
    match node:
        case Reference(name):
            return ("rule", name_of(name))
        case Sequence(items) | Alternatives(items):
            return (type(node).__name__, *(_shape(item, name_of) for item in items))
        case Repetition(item, minimum, maximum):
            return ("repeat", _shape(item, name_of), minimum, maximum)
        case Literal() | Characters():
            return node
