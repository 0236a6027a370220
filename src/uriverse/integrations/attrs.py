"""attrs and cattrs: converters, validators, and hooks of a cattrs converter.

`attrs.field(converter=uv.URL)` needs nothing from here. mypy knows the argument's type of a converter that is a type or
a named function, so a policy stands beside it as a validator; with `converter(uv.URL, policy)` it asks for `Any`.

    >>> import attrs
    >>> import uriverse as uv
    >>> from uriverse.integrations.attrs import validator
    >>> @attrs.define
    ... class Hook:
    ...     url: uv.URL = attrs.field(converter=uv.URL, validator=validator(uv.Policy(schemes={"https"})))
    >>> Hook(" https://h.example").url
    URL('https://h.example/')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

from uriverse._core import URI, RelativeReference, URIReference, WebURL
from uriverse.integrations.fields import policies_of, policy_for
from uriverse.policies import Policy
from uriverse.policies.policy import check_kind
from uriverse.schemes import Connection
from uriverse.templates import Template

Kind = TypeVar("Kind", bound=URIReference)


@overload
def converter(kind: type[Kind], policy: Policy | None = None) -> Callable[[str | URIReference], Kind]: ...
@overload
def converter(*, policy: Policy | None = None) -> Callable[[str | URIReference], URI]: ...
def converter(kind: Any = URI, policy: Policy | None = None) -> Callable[[str | URIReference], Any]:
    """Return a converter for `attrs.field(converter=...)` from texts to references that a policy admits.

    Args:
        kind: `uv.URL`, `uv.URI`, `uv.RelativeReference`, or `uv.URIReference` for both.
        policy: which of them are allowed; None for all.

    Raises:
        TypeError: `kind` is not a type of references, or `policy` is not a Policy.
    """
    allowed = policy_for(kind, policy)

    def convert(value: str | URIReference) -> Any:
        return allowed.read(value, kind)

    return convert


def validator(policy: Policy) -> Callable[[Any, Any, Any], None]:
    """Return a validator for `attrs.field(validator=...)`; it raises `ValueError` for other references."""

    def validate(instance: Any, attribute: Any, value: Any) -> None:
        del instance
        if not isinstance(value, URIReference):
            raise TypeError(f"{attribute.name} must be a reference, not {type(value).__name__}")
        policy.check(value)

    return validate


def register(cattrs_converter: Any) -> None:
    """Register references, templates and connection strings with a `cattrs.Converter`; `Annotated` may have policies.

    >>> import cattrs
    >>> import uriverse as uv
    >>> converter = cattrs.Converter()
    >>> register(converter)
    >>> converter.structure({"a": "http://h/"}, dict[str, uv.URI]), converter.unstructure([uv.URI("http://h/")])
    ({'a': URI('http://h/')}, ['http://h/'])
    """

    def structured(value: Any, kind: Any) -> Any:
        return value if isinstance(value, kind) else (kind.read if kind is Connection else kind)(value)

    def admitted(value: Any, hint: Any) -> Any:
        kind = hint.__origin__
        check_kind(kind)
        for policy in policies_of(hint):
            value = policy.read(value, kind)
        return value

    cattrs_converter.register_structure_hook_func(policies_of, admitted)
    for kind in (WebURL, URI, RelativeReference, URIReference, Template, Connection):
        cattrs_converter.register_structure_hook(kind, structured)
        cattrs_converter.register_unstructure_hook(kind, str)
