"""attrs and cattrs: converters, validators, and hooks of a cattrs converter.

`attrs.field(converter=uv.URI)` needs nothing from here. With a constraint:

    >>> import attrs
    >>> import uriverse as uv
    >>> from uriverse.integrations.attrs import converter
    >>> @attrs.define
    ... class Hook:
    ...     url: uv.URI = attrs.field(converter=converter(constraint=uv.Constraint(schemes={"https"})))
    >>> Hook("https://h/").url
    URI('https://h/')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uriverse._core import URI, RelativeReference, URIReference
from uriverse.integrations.constraints import Constraint, check_kind, constraints_of, limits
from uriverse.templates import Template


def converter(
    kind: type[URIReference] = URI, constraint: Constraint | None = None
) -> Callable[[str | URIReference], URIReference]:
    """Return a converter for `attrs.field(converter=...)` from texts to references that satisfy the constraint.

    Args:
        kind: `uv.URI`, `uv.RelativeReference`, or `uv.URIReference` for both.
        constraint: further requirements.

    Raises:
        TypeError: `kind` is not a type of references, or `constraint` is not a Constraint.
    """
    allowed = limits(kind, constraint)

    def convert(value: str | URIReference) -> URIReference:
        return allowed.read(value, kind)

    return convert


def validator(constraint: Constraint) -> Callable[[Any, Any, URIReference], None]:
    """Return a validator for `attrs.field(validator=...)`; it raises `ValueError` for other references."""

    def validate(instance: Any, attribute: Any, value: URIReference) -> None:
        del instance
        if not isinstance(value, URIReference):
            raise TypeError(f"{attribute.name} must be a reference, not {type(value).__name__}")
        constraint.check(value)

    return validate


def register(cattrs_converter: Any) -> None:
    """Register references and templates with a `cattrs.Converter`; `Annotated` may have constraints.

    >>> import cattrs
    >>> import uriverse as uv
    >>> converter = cattrs.Converter()
    >>> register(converter)
    >>> converter.structure({"a": "http://h/"}, dict[str, uv.URI]), converter.unstructure([uv.URI("http://h/")])
    ({'a': URI('http://h/')}, ['http://h/'])
    """

    def structured(value: Any, kind: Any) -> Any:
        return value if isinstance(value, kind) else kind(value)

    def constrained(value: Any, hint: Any) -> Any:
        kind = hint.__origin__
        check_kind(kind)
        for constraint in constraints_of(hint):
            value = constraint.read(value, kind)
        return value

    cattrs_converter.register_structure_hook_func(constraints_of, constrained)
    for kind in (URI, RelativeReference, URIReference, Template):
        cattrs_converter.register_structure_hook(kind, structured)
        cattrs_converter.register_unstructure_hook(kind, str)
