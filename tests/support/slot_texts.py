"""Texts in which every slot of every reading is met with every transition of its rule.

The start rule alone cannot give them: where a document lets one slot hold nearly anything, its automaton does not tell
that slot from the others. So each slot's contents are made from the slot's own rule and set among the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import uriverse as uv
from support.automata import compiled, loops_of
from uriverse.editions.model import Slot
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.table_file import read_tables
from uriverse.grammar.tables import Tables
from uriverse.grammar.witnesses import first_witnesses
from uriverse.lab.identifiers import complete

# Of a rule with more transitions than this, every second, third ... is taken: its own suite meets them all.
MOST_CONTENTS = 4000


def accepted(edition: str) -> Iterator[str]:
    """Texts that the edition accepts: of the start rule's suite, and of every slot; each once.

    Those of the suite come as they are and with their first loop gone round, so that what follows stands elsewhere.
    """
    automaton = compiled(edition).automaton()
    loops = loops_of(automaton)
    found: dict[str, None] = {}
    for number, case in enumerate(uv.lab.suite(edition, classes=True)):
        if case.accepted:
            found[case.text] = None
            for place, letter in loops(case.text):
                found[case.text[:place] + letter * (1 + number % 64) + case.text[place:]] = None
                break
    found.update(dict.fromkeys(text for text in _of_slots(edition) if automaton.accepts(text)))
    return iter(found)


def _of_slots(edition: str) -> Iterator[str]:
    tables = read_tables(uv.EDITIONS[edition].tables)
    for reading in tables.readings:
        yield from _of_row(reading.slots, tables)
    # RFC 1738 knows no authority without a scheme.
    before = "ftp://" if edition == "rfc1738" else "//"
    for authority in tables.authority:
        for text in _of_row(authority.slots, tables):
            yield before + text
            yield before + text + "/"


def _of_row(slots: Sequence[Slot], tables: Tables) -> Iterator[str]:
    """One slot after another with all its contents, among the others at their shortest and as they mostly are."""
    usual: list[list[str]] = []
    for slot in slots:
        shown = [_wrapped(slot, content) for content in first_witnesses(tables.automaton(slot.accepts), 2)]
        usual.append([""] * slot.optional + shown)
    for place, slot in enumerate(slots):
        for content in contents(tables.automaton(slot.accepts)):
            for choice in (0, -1):
                before = "".join(others[choice] for others in usual[:place])
                yield before + _wrapped(slot, content) + "".join(others[choice] for others in usual[place + 1 :])


def _wrapped(slot: Slot, content: str) -> str:
    return slot.open + content + slot.close


def contents(automaton: Automaton) -> Iterable[str]:
    """For each transition a text that takes it: as short as possible, or cut off where the rule takes no more.

    What a slot refuses, another reading may take; a slot that took it would be found out.
    """
    characters = automaton.alphabet.representatives
    ends = dict.fromkeys(automaton.accepting, "")
    while len(ends) < len(automaton):
        longer: dict[int, str] = {}
        for state, row in enumerate(automaton.transitions):
            for letter, target in zip(characters, row, strict=True):
                if state not in ends and target in ends:
                    longer.setdefault(state, letter + ends[target])
        ends |= longer
    found: dict[str, None] = {}
    for state, access in enumerate(complete(automaton).access_words()[: len(automaton)]):
        before = "".join(characters[index] for index in access)
        found[before] = None
        for letter, target in zip(characters, automaton.transitions[state], strict=True):
            found[before + letter + ends.get(target, "")] = None
    return list(found)[:: len(found) // MOST_CONTENTS + 1]
