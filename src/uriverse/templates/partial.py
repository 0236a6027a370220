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


def partially_expanded(template: CompiledTemplate, known: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the remaining template, and the values of variables that it still names."""
    written: list[str] = []
    end = 0
    for _, expression in template.parts():
        if expression is not None:
            operator, variables, start, after = expression
            written += template.text[end:start], _expression(operator, variables, known)
            end = after
    text = "".join((*written, template.text[end:]))
    left = CompiledTemplate(text, {}).variables
    return text, {name: _kept(known[name]) for name in left if name in known}


def _expression(operator: str, variables: Sequence[Variable], known: Mapping[str, Any]) -> str:
    # An expansion by "?" is empty only without a defined variable.
    left = [each for each in variables if each[0] not in known or _expanded("?", [(each[0], None, False)], known)]
    if all(name in known for name, _, _ in left):
        return _expanded(operator, left, known)
    if operator in SEPARABLE and operator:
        return "".join(
            _expanded(operator, [variable], known) if variable[0] in known else _written(operator, [variable])
            for variable in left
        )
    if operator == "?" and left[0][0] in known:
        return _expanded("?", left[:1], known) + _expression("&", left[1:], known)
    return _written(operator, left)


def _expanded(operator: str, variables: Sequence[Variable], known: Mapping[str, Any]) -> str:
    return CompiledTemplate(_written(operator, variables), {}).expand(known, dot_segments=True) if variables else ""


def _written(operator: str, variables: Sequence[Variable]) -> str:
    modifiers = ("*" if explode else "" if prefix is None else f":{prefix}" for _, prefix, explode in variables)
    names = (name for name, _, _ in variables)
    return "{" + operator + ",".join(map(str.__add__, names, modifiers)) + "}"


def _kept(value: Any) -> Any:
    """Copy mutable values."""
    if isinstance(value, list):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
