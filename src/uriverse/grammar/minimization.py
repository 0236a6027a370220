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
    if len(blocks) == len(automaton):
        return automaton
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
    # For each state its predecessors, each with the columns that lead here, as bits.
    incoming: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    bits = [1 << index for index in range(width)]
    # Begin with the states that differ at once: in whether they accept, and in the columns that lead on.
    alike: dict[tuple[bool, int], set[int]] = {}
    for state, row in enumerate(zip(*columns, strict=True)):
        masks: dict[int, int] = {}
        for bit, target in zip(bits, row, strict=True):
            if target != DEAD:
                masks[target] = masks.get(target, 0) | bit
        # The words of memory of the masks beyond their first.
        spend(len(masks) * (width // 64))
        for target, mask in masks.items():
            incoming[target].append((state, mask))
        alike.setdefault((state in automaton.accepting, sum(masks.values())), set()).add(state)
    blocks = sorted(alike.values(), key=len)
    owner = [0] * count
    for number, block in enumerate(blocks):
        for state in block:
            owner[state] = number
    # INVARIANT: if two states of a block have the same columns into each changed block, they have the same into all. So
    # the largest part of what is split is left out: a column that leads to none of the others leads there.
    changed = list(range(len(blocks) - 1))
    while changed and len(blocks) < count:
        # What a state does to the changed blocks, as a number: equal for two states exactly if the same columns lead to
        # the same blocks.
        moves: dict[int, int] = {}
        numbers: dict[tuple[int, int, int], int] = {}
        for number in changed:
            leading: dict[int, int] = {}
            for target in blocks[number]:
                for source, mask in incoming[target]:
                    leading[source] = leading.get(source, 0) | mask
            for source, mask in leading.items():
                moves[source] = numbers.setdefault((moves.get(source, 0), number, mask), len(numbers) + 1)
        touched: dict[int, dict[int, set[int]]] = {}
        for source, move in moves.items():
            touched.setdefault(owner[source], {}).setdefault(move, set()).add(source)
        changed = []
        for number, by_move in touched.items():
            rest = blocks[number]
            if len(rest) == 1:
                continue
            rest.difference_update(*by_move.values())
            *smaller, blocks[number] = sorted((rest, *by_move.values()), key=len)
            for part in filter(None, smaller):
                for state in part:
                    owner[state] = len(blocks)
                changed.append(len(blocks))
                blocks.append(part)
    return blocks
