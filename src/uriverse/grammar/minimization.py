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
    inverse: list[dict[int, list[int]]] = [{} for _ in range(count)]
    for index, column in enumerate(columns):
        for state, target in enumerate(column):
            if target != DEAD:
                inverse[target].setdefault(index, []).append(state)
    accepting = set(automaton.accepting)
    others = set(range(count)) - accepting
    blocks = [block for block in (accepting, others) if block]
    owner = {state: number for number, block in enumerate(blocks) for state in block}
    # A splitter is a block with all columns. Start with all blocks: without the dead state the smaller half is not
    # enough.
    pending = list(range(len(blocks)))
    waiting = set(pending)
    while pending:
        splitter = pending.pop()
        waiting.discard(splitter)
        sources_by_column: dict[int, list[int]] = {}
        for target in blocks[splitter]:
            for index, sources in inverse[target].items():
                sources_by_column.setdefault(index, []).extend(sources)
        for sources in sources_by_column.values():
            touched: dict[int, list[int]] = {}
            for source in sources:
                touched.setdefault(owner[source], []).append(source)
            for number, inside in touched.items():
                block = blocks[number]
                if len(inside) == len(block):
                    continue
                fresh = len(blocks)
                block.difference_update(inside)
                blocks.append(set(inside))
                for state in inside:
                    owner[state] = fresh
                chosen = fresh if number in waiting or len(inside) <= len(block) else number
                waiting.add(chosen)
                pending.append(chosen)
    return blocks
