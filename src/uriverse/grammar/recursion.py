"""Rewrite rules that are recursive only at one end: their languages are regular, so repetitions suffice.

RFC 1630 has no other way to repeat: `xalphas = xalpha [ xalphas ]` is one or more xalpha. Rules that refer to each
other are solved together, like linear equations (Arden's lemma: x = a x | b is a* b):

    path = "x" path | name          path = *"x" name            at its end: right-linear
    list = list "," item | item     list = item *( "," item )   at its beginning: left-linear

Other recursion (`group = "(" group ")"`) may need counting, which no automaton can do, and is refused.
"""

from __future__ import annotations

from _collections_abc import Iterable

from uriverse.errors import GrammarError
from uriverse.grammar.rules import Alternatives, Grammar, Node, Reference, Repetition, Rule, Sequence, references
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import replace

# More than any grammar needs; each mutually recursive rule may double the size of the next one.
MOST_TOGETHER: Final = 6

# An equation: the coefficient of each unknown, by its name, and the constant under "".
_Equation = dict[str, Node]
_NOTHING: Final = Sequence(())


def without_recursion(grammar: Grammar) -> Grammar:
    """The same grammar without recursion."""
    rules = dict(grammar.rules)
    for circle in _circles(grammar):
        for name, node in _solved(circle, grammar).items():
            rules[name] = replace(rules[name], node=node)
    return Grammar(grammar.file, rules)


def _circles(grammar: Grammar) -> list[list[str]]:
    """The strongly connected components of recursive rules (Tarjan's algorithm)."""
    targets = {rule.name: _targets(rule, grammar) for rule in grammar}
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_rules: list[str] = []
    circles: list[list[str]] = []
    for first in targets:
        if first in number:
            continue
        path = [(first, iter(targets[first]))]
        number[first] = lowest[first] = len(number)
        open_rules.append(first)
        while path:
            name, pending = path[-1]
            target = next(pending, None)
            if target is None:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[name])
                if lowest[name] == number[name]:
                    at = open_rules.index(name)
                    circle = open_rules[at:]
                    del open_rules[at:]
                    if len(circle) > 1 or name in targets[name]:
                        circles.append(circle)
            elif target not in number:
                number[target] = lowest[target] = len(number)
                open_rules.append(target)
                path.append((target, iter(targets[target])))
            elif target in open_rules:
                lowest[name] = min(lowest[name], number[target])
    return circles


def _targets(rule: Rule, grammar: Grammar) -> list[str]:
    names = []
    for reference in references(rule.node):
        if reference.name not in grammar:
            reason = f"it refers to {reference.name!r}, which no rule defines"
            raise GrammarError(reason, file=grammar.file, line=reference.line, rule=rule.name)
        names.append(grammar[reference.name].name)
    return names


def _solved(circle: list[str], grammar: Grammar) -> dict[str, Node]:
    """The rules of a circle, rewritten without references to each other."""
    for at_end in (True, False):
        equations = {name: _equation(grammar[name].node, set(circle), grammar, at_end) for name in circle}
        if len(circle) <= MOST_TOGETHER and all(equation is not None for equation in equations.values()):
            return _eliminated(
                {name: equation for name, equation in equations.items() if equation}, circle, grammar, at_end
            )
    rule = grammar[circle[0]]
    way = " -> ".join([*circle, circle[0]])
    reason = f"the rule is recursive ({way}), and not only at its end or only at its beginning: it may not be regular"
    raise GrammarError(reason, file=grammar.file, line=rule.line, rule=rule.name)


def _equation(node: Node, unknown: set[str], grammar: Grammar, at_end: bool) -> _Equation | None:
    """A right side as an equation; None if an unknown is not at the end (or the beginning)."""
    if not any(grammar[reference.name].name in unknown for reference in references(node)):
        return {"": node}
    match node:
        case Reference(name):
            return {grammar[name].name: _NOTHING}
        case Alternatives(items):
            return _sum(_equation(item, unknown, grammar, at_end) for item in items)
        case Sequence(items):
            last, others = (items[-1], items[:-1]) if at_end else (items[0], items[1:])
            rest = _equation(Sequence(others), unknown, grammar, at_end)
            inner = _equation(last, unknown, grammar, at_end)
            if rest is None or inner is None or set(rest) != {""}:
                return None
            return {name: _joined(rest[""], part, at_end) for name, part in inner.items()}
        case Repetition(item, minimum, maximum) if maximum == 1:
            once = _equation(item, unknown, grammar, at_end)
            return _sum((once, {"": _NOTHING})) if minimum == 0 else once
        case _:
            return None


def _sum(equations: Iterable[_Equation | None]) -> _Equation | None:
    whole: _Equation = {}
    for equation in equations:
        if equation is None:
            return None
        for name, node in equation.items():
            whole[name] = node if name not in whole else Alternatives((whole[name], node))
    return whole


def _joined(outer: Node, inner: Node, at_end: bool) -> Node:
    """The outer part and the part next to the unknown, in order."""
    parts = tuple(part for part in ((outer, inner) if at_end else (inner, outer)) if part != _NOTHING)
    return parts[0] if len(parts) == 1 else Sequence(parts)


def _eliminated(equations: dict[str, _Equation], circle: list[str], grammar: Grammar, at_end: bool) -> dict[str, Node]:
    """Gaussian elimination: replace each unknown by its solution in the other equations."""
    for name in circle:
        equation = equations[name]
        loop = equation.pop(name, _NOTHING)
        if loop != _NOTHING:
            again = Repetition(loop, 0, None)
            equation = {other: _joined(again, node, at_end) for other, node in equation.items()}
        equations[name] = equation
        for other in circle:
            factor = equations[other].pop(name, None) if other != name else None
            if factor is not None:
                substitute = {unknown: _joined(factor, node, at_end) for unknown, node in equation.items()}
                equations[other] = _sum([equations[other], substitute]) or {}
    for name, equation in equations.items():
        if "" not in equation:
            rule = grammar[name]
            reason = "it refers to itself in every alternative, so no text is finite enough for it"
            raise GrammarError(reason, file=grammar.file, line=rule.line, rule=rule.name)
    return {name: equation[""] for name, equation in equations.items()}
