"""The differences of a learned automaton from an edition, as sentences: "takes [ where `segment` refuses it".

A product walk visits the states of both automata. If only one of them is dead after a letter, or accepts at a state,
that is a difference. It is named by the rule that the engine names in an error there. The letters of a rule are
grouped, with a shortest whole text as an example.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from uriverse.editions.registry import edition_of
from uriverse.ground.argument_types import takes
from uriverse.ground.records import dataclass
from uriverse_oracle.endings import automaton_of, endings
from uriverse_oracle.faults import REFUSED, refusing_rule
from uriverse_oracle.learning import Learned
from uriverse_oracle.questions import ASKED


@dataclass(frozen=True, slots=True)
class Change:
    """A difference of an implementation from the edition.

    Attributes:
        kind: "takes" for letters that only the implementation accepts, "refuses" for letters that only the edition
            accepts; "ends" or "goes on" if only one of the two accepts the end of the text.
        rule: the edition's rule at that place.
        letters: representatives of their classes; "" for "ends" and "goes on".
        example: a shortest text that only one of the two accepts because of the difference.
    """

    kind: Literal["takes", "refuses", "ends", "goes on"]
    rule: str
    letters: str
    example: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """An implementation as an edition with changes.

    Attributes:
        edition: the edition with the fewest changes.
        changes: the differences; empty if both accept the same texts over the letters.
    """

    edition: str
    changes: tuple[Change, ...]


@takes(learned=Learned, editions=Iterable)
def explained(learned: Learned, *, editions: Iterable[str] = ASKED) -> Explanation:
    """Return the edition with the fewest differences from the automaton, and these.

    >>> everything = Learned("a/", ((0, 0),), frozenset({0}))
    >>> explained(everything, editions=["rfc3986"])
    Explanation(edition='rfc3986', changes=())
    """
    found = [Explanation(edition, changes(learned, edition)) for edition in editions]
    return min(found, key=lambda each: (len(each.changes), sum(len(change.letters) for change in each.changes)))


def changes(learned: Learned, edition: str) -> tuple[Change, ...]:
    """Return the differences of the automaton from an edition's, the shortest example first."""
    automaton = automaton_of(edition)
    columns = [automaton.alphabet.classify(ord(letter)) for letter in learned.letters]
    # The dead state becomes the edition's last one, so that both automata are complete.
    rows = [[row[column] % (len(automaton) + 1) for column in columns] for row in automaton.transitions]
    rows.append([len(automaton)] * len(columns))
    rest = endings(rows, automaton.accepting, learned.letters)
    its_rest = endings(learned.transitions, learned.accepting, learned.letters)
    found: dict[tuple[Literal["takes", "refuses", "ends", "goes on"], str], tuple[str, str]] = {}

    def rule_of(text: str) -> str:
        return refusing_rule(text, edition) or edition_of(edition).start

    def note(kind: Literal["takes", "refuses", "ends", "goes on"], rule: str, letter: str, example: str) -> None:
        letters, first = found.get((kind, rule), ("", example))
        found[kind, rule] = (letters if letter in letters else letters + letter, first)

    start = (automaton.run(learned.prefix), 0)
    words = {start: learned.prefix}
    for pair in (pending := [start]):
        (state, its), word = pair, words[pair]
        if (state in automaton.accepting) != (its in learned.accepting):
            note("goes on" if state in automaton.accepting else "ends", rule_of(word + REFUSED), "", word)
        for place, letter in enumerate(learned.letters):
            target = (rows[state][place], learned.transitions[its][place])
            ours, theirs = rest[target[0]], its_rest[target[1]]
            if ours is None and theirs is not None:
                note("takes", rule_of(word + letter + theirs), letter, word + letter + theirs)
            elif ours is not None and theirs is None:
                note("refuses", rule_of(word + REFUSED), letter, word + letter + ours)
            elif ours is not None and target not in words:
                words[target] = word + letter
                pending.append(target)
    made = [Change(kind, rule, letters, example) for (kind, rule), (letters, example) in found.items()]
    return tuple(sorted(made, key=lambda change: (len(change.example), change.example, change.kind)))
