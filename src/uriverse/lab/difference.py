"""Compare two editions: every rule's language, every choice of resolution, and the effects of errata and departures.

Each call compiles both grammars, but only the rules that the comparison needs; nothing is cached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from uriverse.editions.registry import Edition, EditionId, edition_of
from uriverse.errors import UnknownRuleError
from uriverse.grammar.compilation import Compiled, compile_edition, notation_of
from uriverse.grammar.effort import MAX_WORK, limited
from uriverse.grammar.notation import read_grammar
from uriverse.grammar.rules import Grammar
from uriverse.ground.argument_types import EDITION, takes
from uriverse.lab.behaviour import ChoiceDifference, compare_behaviour
from uriverse.lab.comparison import RuleDifference, compare_pairs
from uriverse.lab.errata import DepartureEffect, ErratumEffect, amended_rules, departure_effects, errata_effects
from uriverse.lab.matching import Pair, is_name, matched, read_renames
from uriverse.lab.second_readings import bare_percent


@dataclass(frozen=True, slots=True)
class Note:
    """What to know of a document beside its rules.

    It is a statement about a choice of resolution that the engine does not follow, and why; a guard, by which a result
    departs from the print; or a second reading of a text that the new document opens.

    Attributes:
        edition: the id of the edition.
        choice: such as "dot_segments"; "triplets" for a second reading.
        note: the text in the edition's table, or the second reading.
    """

    edition: str
    choice: str
    note: str


@dataclass(frozen=True, slots=True)
class Difference:
    """All differences between two editions, and the rules that are equal.

    Attributes:
        old, new: the ids of the editions.
        rules: a row for each pair of rules, the start rules first; the equal ones too.
        behaviour: the choices of resolution that differ.
        errata: the effects of both editions' errata.
        departures: the effects of both editions' departures: rules that the parser implements differently from the
            printed form. `rules` compares them as printed.
        notes: statements of either document about resolution that the engine does not follow, and why; the guards of
            both; and second readings that the new one opens.
    """

    old: str
    new: str
    rules: tuple[RuleDifference, ...]
    behaviour: tuple[ChoiceDifference, ...]
    errata: tuple[ErratumEffect, ...]
    departures: tuple[DepartureEffect, ...]
    notes: tuple[Note, ...]

    def _repr_html_(self) -> str:
        from uriverse.ground.notebook import table

        head = ("rule", f"{self.new} is", f"only {self.old}", f"only {self.new}")
        rows = [
            (
                row.rule,
                row.relation,
                *("\n".join(repr(witness.text) for witness in only) for only in (row.only_old, row.only_new)),
            )
            for row in self.changed
        ]
        return table(head, rows)

    @property
    def changed(self) -> tuple[RuleDifference, ...]:
        """The rules whose languages differ, or that only one edition has."""
        return tuple(row for row in self.rules if row.relation != "equal")

    def rule(self, name: str) -> RuleDifference:
        """The first row with a rule, by its name in either edition.

        Raises:
            UnknownRuleError: with the nearest names.
        """
        for row in self.rules:
            if name.lower() in _names(row.rule, row.old_rule, row.new_rule):
                return row
        raise UnknownRuleError(name, [row.rule for row in self.rules])

    def as_json(self) -> dict[str, Any]:
        """Plain lists and dicts, by the names of the attributes; each of `behaviour` has an `example`."""
        plain = asdict(self)
        for row, choice in zip(plain["behaviour"], self.behaviour, strict=True):
            row["example"] = None if choice.example is None else asdict(choice.example)
        return plain


@takes(old=EDITION, new=EDITION, rule=(str, type(None)), max_work=int)
def diff(
    old: EditionId | Edition,
    new: EditionId | Edition,
    rule: str | None = None,
    *,
    max_work: int = MAX_WORK,
) -> Difference:
    """Compare two editions: their rules, how they resolve references, and the effects of errata and departures.

    Rules are matched by name and by the table of renamed rules. The languages of each pair are compared: the new one is
    equal, narrower, wider or different. Each side has up to three shortest witnesses, with the rule that refuses them.

    Args:
        old, new: ids of built-in editions, or a user's own.
        rule: compare only pairs with this rule, by its name in either edition; by default all.
        max_work: the maximum number of steps for compiling each side and for the comparison (`grammar/effort.py`).

    Raises:
        GrammarError: if it takes more steps.
        UnknownEditionError: if there is no such edition.
        UnknownRuleError: if neither edition has the rule; with the nearest names.

    >>> import uriverse as uv
    >>> start = uv.lab.diff("rfc2396", "rfc2396bis-00").rules[0]
    >>> start.relation, [witness.text for witness in start.only_new]
    ('wider', ['?', 'a:', '?a'])
    """
    sides = [edition_of(old, "old"), edition_of(new, "new")]
    grammars = [grammar_of(side) for side in sides]
    pairs = matched((sides[0], grammars[0]), (sides[1], grammars[1]), read_renames())
    selection = pairs if rule is None else _with_rule(rule, pairs, grammars)
    errata = [amended_rules(side, rule) for side in sides]
    compiled_old = compiled(sides[0], [pair.old for pair in selection], errata[0], max_work=max_work)
    compiled_new = compiled(sides[1], [pair.new for pair in selection], errata[1], max_work=max_work)
    names = None if rule is None else frozenset({rule.lower()})
    with limited(max_work, file=f"{sides[0].id} and {sides[1].id}", rule=rule):
        return Difference(
            sides[0].id,
            sides[1].id,
            compare_pairs(selection, compiled_old, compiled_new),
            compare_behaviour(*sides) if rule is None else (),
            (*errata_effects(compiled_old, names), *errata_effects(compiled_new, names)),
            (*departure_effects(compiled_old, names), *departure_effects(compiled_new, names)),
            notes_of(*sides) if rule is None else (),
        )


def notes_of(old: Edition, new: Edition) -> tuple[Note, ...]:
    """The notes of both editions on their choices of resolution, their guards, and the readings that the new opens."""
    notes = (
        Note(edition.id, choice, note)
        for edition in (old, new)
        for notes in (edition.notes, edition.guards)
        for choice, note in notes.items()
    )
    return (*notes, *_opened_readings(old, new))


def _opened_readings(old: Edition, new: Edition) -> Iterator[Note]:
    """A note for a second reading of "%" that only the new edition has."""
    text = bare_percent(new)
    if text is not None and bare_percent(old) is None:
        sentence = f'{text!r} has a "%" that begins no triplet: who decodes triplets there reads another text'
        yield Note(new.id, "triplets", sentence)


def grammar_of(edition: Edition) -> Grammar:
    """The rules of an edition as trees."""
    return read_grammar(edition.grammar, notation_of(edition), file=edition.grammar_file)


def compiled(
    edition: Edition, expressions: Iterable[str | None], others: Iterable[str] = (), *, max_work: int = MAX_WORK
) -> Compiled:
    """Compile the rules and expressions of one side of a comparison, and those of its errata and departures."""
    selection = dict.fromkeys(expression for expression in expressions if expression is not None)
    needed = (*others, *((edition.start,) if others else ()))
    amended = {expression: expression for expression in selection if not is_name(expression)}
    return compile_edition(edition, rules=[*selection, *needed], amended=amended, max_work=max_work)


def _with_rule(name: str, pairs: list[Pair], grammars: list[Grammar]) -> list[Pair]:
    selection = [pair for pair in pairs if name.lower() in _names(pair.rule, pair.old, pair.new)]
    if not selection:
        raise UnknownRuleError(name, [rule for grammar in grammars for rule in grammar.rules])
    return selection


def _names(*sides: str | None) -> set[str]:
    return {side.lower() for side in sides if side is not None}
