"""Match the rules of two editions, by name and by the table of renamed rules.

`renames.toml` has the rules that each document renamed since the previous one. An edition based on another has them in
its own table, under `[replaces]`: `iauthority` of RFC 3987 is `authority` of RFC 3986.

The editions form a tree. Its trunk is the sequence of documents from RFC 1630 to RFC 3986; an edition based on another
is a branch, and so is a user's own. A name is followed along the tree: back to the last common edition, and from there
to the other edition. If an expression replaced a rule, the names in the expression are followed. So `site` of the 1997
draft matches `authority` of RFC 3986 and `iauthority` of RFC 3987, and `user [ ":" password ]` matches `userinfo`.
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

# Skips strings and numbers to find names and bars.
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
    """Two corresponding rules or expressions; None in place of a missing one.

    Attributes:
        rewritten: whether the right-hand side itself changed, ignoring renames. If not, the language can still change
            through the rules that it refers to.
    """

    old: str | None
    new: str | None
    rewritten: bool

    @property
    def rule(self) -> str:
        """The name to show: the newest one that is a plain name."""
        sides = [side for side in (self.new, self.old) if side is not None]
        return next((side for side in sides if is_name(side)), sides[0])

    def flipped(self) -> Pair:
        """The pair with old and new exchanged."""
        return Pair(self.new, self.old, self.rewritten)


class Renames:
    """The renamed rules of all editions."""

    def __init__(self, rows: tuple[Rename, ...]) -> None:
        self._rows = rows
        self._steps: dict[str, dict[str, str]] = {}
        for row in rows:
            self._steps.setdefault(row.edition, {})[row.old.lower()] = row.new

    def step(self, edition: Edition) -> dict[str, str]:
        """The renames of a document: previous names and expressions, in lower case, to its own."""
        replacements = {old.lower(): new for old, new in edition.replaces.items()}
        return {**self._steps.get(edition.id, {}), **replacements}

    def between(self, start: Edition, end: Edition) -> list[dict[str, str]]:
        """The renames, in order, by which one edition's names and expressions become another's."""
        back, forth = way(start, end)
        undone = [{new.lower(): old for old, new in self.step(edition).items() if is_name(new)} for edition in back]
        return [*undone, *map(self.step, forth)]

    def expressions(self, start: Edition, end: Edition) -> Iterator[str]:
        """The expressions of an edition that a later edition, up to `end`, replaced by one rule."""
        passed = {edition.id for edition in way(start, end)[1]}
        for row in self._rows:
            if start.id in row.of and row.edition in passed:
                yield row.old


def read_renames() -> Renames:
    """Read the package's table."""
    text = (resources.files("uriverse.lab") / "renames.toml").read_text("utf-8")
    rows = tomllib.loads(text)["rename"]
    return Renames(
        tuple(Rename(row["in"], row["old"], row["new"], row["why"], tuple(row.get("of", ()))) for row in rows)
    )


def parent(edition: Edition) -> Edition | None:
    """The edition that one is based on, or the previous one on the trunk; None for the first."""
    if edition.based_on is not None:
        return EDITIONS[edition.based_on]
    trunk = [ancestor for ancestor in EDITIONS.values() if ancestor.based_on is None]
    place = next((number for number, ancestor in enumerate(trunk) if ancestor.id == edition.id), len(trunk))
    return trunk[place - 1] if place else None


def history(edition: Edition) -> list[Edition]:
    """All editions from the first to this one."""
    editions = [edition]
    while (predecessor := parent(editions[-1])) is not None:
        editions.append(predecessor)
    return editions[::-1]


def way(start: Edition, end: Edition) -> tuple[list[Edition], list[Edition]]:
    """The editions whose renames to undo, latest first, and those whose renames to apply then."""
    first, second = history(start), history(end)
    ids = {edition.id for edition in second}
    shared = sum(1 for edition in first if edition.id in ids)
    return first[: shared - 1 : -1] if shared else first[::-1], second[shared:]


def is_name(expression: str) -> bool:
    """Whether an expression is only a rule's name."""
    return _NAME.match(expression) is not None


def matched(old: tuple[Edition, Grammar], new: tuple[Edition, Grammar], renames: Renames) -> list[Pair]:
    """All pairs of two editions: the start rules, then the old document's order, then the rules of only one edition."""
    # Follow names forward if possible: an expression may replace an older rule, but not the reverse.
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
    rows = [
        Pair(left, right, _is_rewritten(left, old_grammar, right, new_grammar, translated)) for left, right in pairs
    ]
    matched_old, matched_new = {left for left, _ in pairs}, {right for _, right in pairs}
    # Core rules (RFC 5234, Appendix B.1) have no line and are never added or removed.
    rows += [Pair(rule.name, None, True) for rule in old_grammar if rule.name not in matched_old and rule.line]
    rows += [Pair(None, rule.name, True) for rule in new_grammar if rule.name not in matched_new and rule.line]
    return rows


class _Translator:
    """Translates a name or expression of the older edition to the newer one's, or to None."""

    def __init__(self, older: Edition, newer: Edition, grammar: Grammar, renames: Renames) -> None:
        self._newer, self._grammar, self._steps = newer, grammar, renames.between(older, newer)

    def __call__(self, expression: str) -> str | None:
        target = expression
        for step in self._steps:
            target = step.get(target.lower()) or _renamed(target, step)
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
    """A tree as a comparable value, without lines and with translated names."""
    match node:
        case Reference(name):
            return ("rule", name_of(name))
        case Sequence(items) | Alternatives(items):
            return (type(node).__name__, *(_shape(item, name_of) for item in items))
        case Repetition(item, minimum, maximum):
            return ("repeat", _shape(item, name_of), minimum, maximum)
        case Literal() | Characters():
            return node
