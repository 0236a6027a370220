"""Partial expansion: a template with the values of some variables.

The result is a shorter template, and the values that its text cannot express. One expression may become several:

    {/a,b,c}  with b known        {/a}/B{/c}      each variable brings its own "/"
    {?a,b,c}  with a known        ?a=A{&b,c}      after the first variable the operator is "&"
    {?a,b}    with b known        {?a,b}          b needs "?" or "&", which depends on a: keep b's value
    {x,y}     with x known        {x,y}           no operator writes a "," before its first variable: keep x's value
"""

from __future__ import annotations

from _collections_abc import Mapping, Sequence

from uriverse._core import CompiledTemplate
from uriverse.ground.lean_typing import Any, Final

Variable = tuple[str, int | None, bool]

# Operators whose first string is their separator, so `{/a,b}` equals `{/a}{/b}`.
SEPARABLE: Final = "./;&"


def partially_expanded(template: CompiledTemplate, values: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the remaining template, and the values of variables that it still names."""
    pieces: list[str] = []
    end = 0
    for _, expression in template.parts():
        if expression is not None:
            operator, variables, start, next_start = expression
            pieces += template.text[end:start], _expression(operator, variables, values)
            end = next_start
    text = "".join((*pieces, template.text[end:]))
    names = CompiledTemplate(text, {}).variables
    return text, {name: _kept(values[name]) for name in names if name in values}


def _expression(operator: str, variables: Sequence[Variable], values: Mapping[str, Any]) -> str:
    # An expansion by "?" is empty only without a defined variable.
    others = [row for row in variables if row[0] not in values or _expanded("?", [(row[0], None, False)], values)]
    if all(name in values for name, _, _ in others):
        return _expanded(operator, others, values)
    if operator in SEPARABLE and operator:
        return "".join(
            _expanded(operator, [variable], values) if variable[0] in values else _written(operator, [variable])
            for variable in others
        )
    if operator == "?" and others[0][0] in values:
        return _expanded("?", others[:1], values) + _expression("&", others[1:], values)
    return _written(operator, others)


def _expanded(operator: str, variables: Sequence[Variable], values: Mapping[str, Any]) -> str:
    return CompiledTemplate(_written(operator, variables), {}).expand(values, dot_segments=True) if variables else ""


def _written(operator: str, variables: Sequence[Variable]) -> str:
    modifiers = ("*" if explode else "" if prefix is None else f":{prefix}" for _, prefix, explode in variables)
    names = (name for name, _, _ in variables)
    return "{" + operator + ",".join(map(str.__add__, names, modifiers)) + "}"


def _kept(value: Any) -> Any:
    """Copy mutable values."""
    if isinstance(value, list):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
