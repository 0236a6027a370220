"""Which rule of one edition answers to which rule of another: by name, and by the table of renamed rules.

`renames.toml` says what each document calls by another name than its neighbour before it. An edition that stands on
another says the same in its own table, under `[replaces]`: `iauthority` of RFC 3987 is `authority` of RFC 3986.

The editions form a tree. Its trunk are the documents that follow each other in time, from RFC 1630 to RFC 3986; an
edition that is based on another is a branch of it, and so is a user's own. A name is followed along the tree: back from
the one edition to the last that both have in common, and on from there to the other. Where one rule became an
expression, the expression stands for it, and its own names are followed on. So `site` of the 1997 draft meets
`authority` of RFC 3986 and `iauthority` of RFC 3987, and `user [ ":" password ]` meets `userinfo`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Final

from uriverse.editions.registry import EDITIONS, Edition
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
    """The renamed rules of all editions, and the way of a name through them."""

    def __init__(self, rows: tuple[Rename, ...]) -> None:
        self._rows = rows
        self._steps: dict[str, dict[str, str]] = {}
        for row in rows:
            self._steps.setdefault(row.edition, {})[row.old.lower()] = row.new

    def step(self, edition: Edition) -> dict[str, str]:
        """What a document renamed: the names and expressions of the one before it, in lower case, and its own."""
        own = {old.lower(): new for old, new in edition.replaces.items()}
        return {**self._steps.get(edition.id, {}), **own}

    def followed(self, expression: str, start: Edition, end: Edition) -> str:
        """What a name or an expression of one edition is called in another."""
        back, forth = way(start, end)
        for edition in back:
            names = {new.lower(): old for old, new in self.step(edition).items() if is_name(new)}
            expression = _followed(expression, names)
        for edition in forth:
            expression = _followed(expression, self.step(edition))
        return expression

    def expressions(self, start: Edition, end: Edition) -> Iterator[str]:
        """The expressions over rules of an edition that became one rule on the way to another."""
        passed = {edition.id for edition in way(start, end)[1]}
        for row in self._rows:
            if start.id in row.of and row.edition in passed:
                yield row.old


def _followed(expression: str, step: dict[str, str]) -> str:
    return step.get(expression.lower()) or _renamed(expression, step)


def read_renames() -> Renames:
    """The table that comes with the package."""
    text = (resources.files("uriverse.lab") / "renames.toml").read_text("utf-8")
    rows = tomllib.loads(text)["rename"]
    return Renames(
        tuple(Rename(row["in"], row["old"], row["new"], row["why"], tuple(row.get("of", ()))) for row in rows)
    )


def parent(edition: Edition) -> Edition | None:
    """The edition before one: that on which it stands, or the one before it on the trunk; None before the first."""
    if edition.based_on is not None:
        return EDITIONS[edition.based_on]
    trunk = [each for each in EDITIONS.values() if each.based_on is None]
    place = next((number for number, each in enumerate(trunk) if each.id == edition.id), len(trunk))
    return trunk[place - 1] if place else None


def history(edition: Edition) -> list[Edition]:
    """All editions from the first to this one."""
    found = [edition]
    while (before := parent(found[-1])) is not None:
        found.append(before)
    return found[::-1]


def way(start: Edition, end: Edition) -> tuple[list[Edition], list[Edition]]:
    """The editions whose steps are undone, latest first, and those whose steps are then taken."""
    first, second = history(start), history(end)
    ids = {edition.id for edition in second}
    shared = sum(1 for edition in first if edition.id in ids)
    return first[: shared - 1 : -1] if shared else first[::-1], second[shared:]


def is_name(expression: str) -> bool:
    """Whether an expression is a rule's name alone."""
    return _NAME.match(expression) is not None


def matched(old: tuple[Edition, Grammar], new: tuple[Edition, Grammar], renames: Renames) -> list[Pair]:
    """All pairs of two editions: the start rules first, then in the old document's order, then what only one has."""
    # Names are followed forward where they can be: an older rule may have become an expression, and not the reverse.
    if any(edition.id == new[0].id for edition in history(old[0])[:-1]):
        return [pair.flipped() for pair in matched(new, old, renames)]
    (older, old_grammar), (newer, new_grammar) = old, new
    translated = _Translator(older, newer, new_grammar, renames)
    pairs: dict[tuple[str, str], None] = {(old_grammar[older.start].name, new_grammar[newer.start].name): None}
    for name in (*old_grammar.rules, *renames.expressions(older, newer)):
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
        target = self._renames.followed(expression, self._older, self._newer)
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
