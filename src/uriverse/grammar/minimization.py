"""Minimal automata, after Hopcroft (1971), in a canonical numbering.

Two automata over one alphabet accept the same language exactly if their minimal forms are equal values. The tables use
this to store equal rules once, and the lab to compare rules.
"""

from __future__ import annotations

from uriverse.grammar.dfa import DEAD, Automaton, trim
from uriverse.grammar.effort import spend


def minimize(automaton: Automaton) -> Automaton:
    """The automaton with the fewest states for the same language, states numbered breadth first by class."""
    automaton = trim(automaton)
    blocks = _blocks(automaton)
    # One entry for each state, and a last one for DEAD, which is -1 and so its index.
    numbers = [DEAD] * (len(automaton) + 1)
    # The start's block must be state 0; `trim` then numbers the rest breadth first.
    blocks.sort(key=lambda block: 0 not in block)
    for number, block in enumerate(blocks):
        for state in block:
            numbers[state] = number
    rows = tuple(tuple(map(numbers.__getitem__, automaton.transitions[next(iter(block))])) for block in blocks)
    accepting = frozenset(numbers[state] for state in automaton.accepting)
    return trim(Automaton(automaton.alphabet, rows, accepting))


def _blocks(automaton: Automaton) -> list[set[int]]:
    """The coarsest partition into equivalent states, without the block of the dead state."""
    # Classes with equal columns split a block in the same way, so one column represents them.
    columns = list(dict.fromkeys(zip(*automaton.transitions, strict=True)))
    count, width = len(automaton), len(columns)
    # Hopcroft's bound, n log n for each column, and the tables built here.
    spend(count * (8 + width * max(1, count.bit_length() // 2)))
    inverse: list[dict[int, list[int]]] = [{} for _ in range(width)]
    for sources, column in zip(inverse, columns, strict=True):
        for state, target in enumerate(column):
            if target != DEAD:
                sources.setdefault(target, []).append(state)
    accepting = set(automaton.accepting)
    others = set(range(count)) - accepting
    blocks = [block for block in (accepting, others) if block]
    owner = {state: number for number, block in enumerate(blocks) for state in block}
    # Start with all blocks as splitters: without the dead state the smaller half is not enough.
    pending = [(number, index) for number in range(len(blocks)) for index in range(width)]
    waiting = set(pending)
    while pending:
        splitter = pending.pop()
        waiting.discard(splitter)
        number, index = splitter
        sources = inverse[index]
        touched: dict[int, set[int]] = {}
        for target in blocks[number]:
            for source in sources.get(target, ()):
                touched.setdefault(owner[source], set()).add(source)
        for block, inside in touched.items():
            if len(inside) == len(blocks[block]):
                continue
            blocks[block] -= inside
            fresh = len(blocks)
            blocks.append(inside)
            for state in inside:
                owner[state] = fresh
            smaller = fresh if len(inside) <= len(blocks[block]) else block
            for each in range(width):
                chosen = fresh if (block, each) in waiting else smaller
                if (chosen, each) not in waiting:
                    waiting.add((chosen, each))
                    pending.append((chosen, each))
    return blocks
