"""dataclasses: convert the texts in fields of references.

@dataclass(frozen=True)
class Hook:
    url: Annotated[uv.URI, uv.Constraint(schemes={"https"})]
    next: uv.URIReference | None = None

    def __post_init__(self):
        coerce(self)
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from uriverse._core import URIReference
from uriverse.integrations.constraints import Constraint


def coerce(instance: Any) -> None:
    """Convert texts to references in the fields of a dataclass annotated as references; for `__post_init__`.

    A field may be a type of references, `Annotated` with a `Constraint`, and optional. Other fields stay unchanged.

    Raises:
        TypeError: it is not an instance of a dataclass, or a field of references has a value of another type.
        URISyntaxError, ValueError: a text is not such a reference; a note names the field.
    """
    if not is_dataclass(instance) or isinstance(instance, type):
        raise TypeError(f"instance must be an instance of a dataclass, not {type(instance).__name__}")
    hints = get_type_hints(type(instance), include_extras=True)
    for field in fields(instance):
        wanted = _wanted(hints[field.name])
        value = getattr(instance, field.name)
        if wanted is None or (value is None and wanted[2]):
            continue
        kind, constraint, _ = wanted
        try:
            object.__setattr__(instance, field.name, constraint.read(value, kind))
        except (TypeError, ValueError) as error:
            error.add_note(f"in the field {field.name!r} of {type(instance).__name__}")
            raise


def _wanted(hint: Any) -> tuple[type[URIReference], Constraint, bool] | None:
    """Return the type of references, the constraint and whether None is allowed; None for another type."""
    if get_origin(hint) is Annotated:
        inner, *extras = get_args(hint)
        inner_type = _wanted(inner)
        limits = [extra for extra in extras if isinstance(extra, Constraint)]
        return inner_type if inner_type is None or not limits else (inner_type[0], limits[0], inner_type[2])
    if get_origin(hint) in (Union, UnionType):
        members = [extra for extra in get_args(hint) if extra is not type(None)]
        inner_type = _wanted(members[0]) if len(members) == 1 else None
        return None if inner_type is None else (*inner_type[:2], True)
    if isinstance(hint, type) and issubclass(hint, URIReference):
        return hint, Constraint(), False
    return None
