"""`URLSearchParams`, which is native, and forms as lists of names and values (URL Standard, sections 5 and 6.2)."""

from __future__ import annotations

from _collections_abc import Iterable, Mapping

from uriverse import _core
from uriverse._core import URLSearchParams as URLSearchParams
from uriverse.ground.argument_types import takes
from uriverse.ground.later import pydantic_serializer
from uriverse.ground.lean_typing import TypeAlias

Init: TypeAlias = "str | bytes | Mapping[str, str] | Iterable[tuple[str, str]]"


def _pydantic_schema(cls: type[URLSearchParams], source: object, handler: object) -> object:
    """The schema by which pydantic validates and serializes."""
    del source, handler
    from uriverse.errors.pydantic_schema import text_schema

    return text_schema(lambda value: value if isinstance(value, cls) else cls(value), None)


for _name, _method in {
    "__get_pydantic_core_schema__": classmethod(_pydantic_schema),
    "__pydantic_serializer__": property(pydantic_serializer),
}.items():
    setattr(URLSearchParams, _name, _method)


def parse_form(data: str | bytes) -> list[tuple[str, str]]:
    """The `application/x-www-form-urlencoded` parser (section 5.1): the pairs of octets, or of a text's UTF-8.

    >>> from uriverse.whatwg import parse_form
    >>> parse_form(b"a=%C3%A4+b&c")
    [('a', 'ä b'), ('c', '')]
    """
    return _core.whatwg_form_parse(data)


@takes(pairs=Iterable)
def serialize_form(pairs: Iterable[tuple[str, str]], *, encoding: str = "utf-8") -> str:
    """The `application/x-www-form-urlencoded` serializer (section 5.2), in the encoding of a label.

    Raises:
        LookupError: the Encoding Standard has no such label.

    >>> from uriverse.whatwg import serialize_form
    >>> serialize_form([("a", "ä b"), ("c", "")])
    'a=%C3%A4+b&c='
    """
    return _core.whatwg_form_serialize(list(pairs), encoding=encoding)
