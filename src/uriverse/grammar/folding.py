"""Folding a rule tree: alternatives of single characters become one set of characters.

The documents define sets letter by letter (`lowalpha = "a" | "b" | ...`). After folding, such a rule is one set, so the
alphabet has few classes and the automata few columns. The language does not change.
"""

from __future__ import annotations

from _collections_abc import Callable

from uriverse.grammar.effort import spend
from uriverse.grammar.rules import Alternatives, Characters, Literal, Node, Reference, Repetition, Sequence, merged


def folded(node: Node, rule_of: Callable[[str], Node]) -> Node:
    """The tree with merged sets; `rule_of` returns the folded tree of a rule by name."""
    match node:
        case Literal(text) if len(text) == 1:
            return node.characters()[0]
        case Reference(name):
            target = rule_of(name)
            return target if isinstance(target, Characters) else node
        case Alternatives(items):
            return _merged_sets([folded(item, rule_of) for item in items])
        case Sequence(items):
            return Sequence(tuple(folded(item, rule_of) for item in items))
        case Repetition(item, minimum, maximum):
            return Repetition(folded(item, rule_of), minimum, maximum)
        case _:
            return node


def _merged_sets(items: list[Node]) -> Node:
    ranges = [span for item in items if isinstance(item, Characters) for span in item.ranges]
    others = [item for item in items if not isinstance(item, Characters)]
    spend(1 + len(ranges))
    if not ranges:
        return Alternatives(tuple(others))
    gathered = Characters(merged(ranges))
    return Alternatives((gathered, *others)) if others else gathered
