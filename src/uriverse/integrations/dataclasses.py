"""dataclasses: convert the texts in fields of references.

@dataclass(frozen=True)
class Hook:
    url: Annotated[uv.URI, uv.Policy(schemes={"https"})]
    next: uv.URIReference | None = None

    def __post_init__(self):
        coerce(self)
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from uriverse._core import URIReference
from uriverse.integrations.fields import ANYTHING, policies_of
from uriverse.policies import Policy
from uriverse.policies.policy import check_kind


def coerce(instance: Any) -> None:
    """Convert texts to references in the fields of a dataclass annotated as references; for `__post_init__`.

    A field may be a type of references, `Annotated` with policies, and optional; a `str` with policies keeps its text.
    Other fields stay unchanged.

    Raises:
        TypeError: it is not an instance of a dataclass, a field of references has a value of another type, or another
            field has a policy.
        URISyntaxError, ValueError: a text is not such a reference; a note names the field.
    """
    if not is_dataclass(instance) or isinstance(instance, type):
        raise TypeError(f"instance must be an instance of a dataclass, not {type(instance).__name__}")
    for name, kind, policies, may_be_none in _fields_of(type(instance)):
        value = getattr(instance, name)
        if value is None and may_be_none:
            continue
        try:
            for policy in policies or (() if kind is str else (ANYTHING,)):
                value = policy.read(value, kind)
        except (TypeError, ValueError) as error:
            error.add_note(f"in the field {name!r} of {type(instance).__name__}")
            raise
        object.__setattr__(instance, name, value)


@lru_cache(maxsize=256)
def _fields_of(kind: Any) -> list[tuple[str, type[URIReference | str], tuple[Policy, ...], bool]]:
    """The fields of references of a dataclass, whose annotations take longer to evaluate than a text to read."""
    hints, rows = get_type_hints(kind, include_extras=True), []
    for field in fields(kind):
        hint = hints[field.name]
        try:
            requirement = _wanted(hint)
        except RecursionError:
            raise TypeError(f"in the field {field.name!r}, the alias {hint} is defined by itself") from None
        if requirement is not None:
            rows.append((field.name, *requirement))
        elif _has_policy(hint):
            check_kind(hint)
    return rows


def _wanted(hint: Any) -> tuple[type[URIReference | str], tuple[Policy, ...], bool] | None:
    """Return the type of references, the policies and whether None is allowed; None for another type."""
    if (meaning := _meaning(hint)) is not None:
        return _wanted(_filled_in(hint, meaning))
    if get_origin(hint) is Annotated:
        inner_type = _wanted(get_args(hint)[0])
        return inner_type and (inner_type[0], inner_type[1] + policies_of(hint), inner_type[2])
    if get_origin(hint) in (Union, UnionType):
        members = [extra for extra in get_args(hint) if extra is not type(None)]
        inner_type = _wanted(members[0]) if len(members) == 1 else None
        return inner_type and (*inner_type[:2], True)
    if hint is str or (isinstance(hint, type) and issubclass(hint, URIReference)):
        return hint, (), False
    return None


def _filled_in(alias: Any, meaning: Any) -> Any:
    """Return the meaning of an alias with its parameters filled in."""
    arguments = dict(zip(getattr(alias, "__type_params__", ()), get_args(alias), strict=False))
    parameters = getattr(meaning, "__parameters__", ())
    filled_in = tuple(arguments.get(parameter, parameter) for parameter in parameters)
    return meaning[filled_in] if parameters else arguments.get(meaning, meaning)


def _meaning(hint: Any) -> Any:
    """Return what an alias (`type Hook = ...` of Python 3.12) or a `NewType` stands for; None for another type."""
    return getattr(hint, "__value__", getattr(hint, "__supertype__", None))


def _has_policy(hint: Any) -> bool:
    pending, aliases = [hint], []
    while pending:
        part = pending.pop()
        if isinstance(part, Policy):
            return True
        pending += get_args(part)
        alias = get_origin(part) or part
        # An alias may contain itself: `type Tree = list[Tree]`.
        if (meaning := _meaning(alias)) is not None and alias not in aliases:
            aliases.append(alias)
            pending.append(meaning)
    return False
