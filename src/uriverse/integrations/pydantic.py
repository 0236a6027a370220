"""pydantic 2: `uv.URI`, `uv.RelativeReference`, `uv.URIReference` and `Template` as types of fields.

pydantic asks the types themselves for their schema, so a model needs no import from here:

    >>> from typing import Annotated
    >>> from pydantic import BaseModel
    >>> import uriverse as uv
    >>> class Hook(BaseModel):
    ...     url: Annotated[uv.URI, uv.Constraint(schemes={"https"})]
    ...     link: uv.URIReference = uv.URIReference("#top")
    >>> hook = Hook(url="https://h/a")
    >>> hook.url.host, hook.model_dump_json()
    ('h', '{"url":"https://h/a","link":"#top"}')
    >>> Hook.model_json_schema()["properties"]["url"]["format"]
    'uri'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic_core import PydanticCustomError, core_schema


def text_schema(read: Callable[[Any], Any], json_format: str) -> core_schema.CoreSchema:
    """The schema of a type whose values are read from texts and written as texts.

    Args:
        read: gives the value of a text or of a value of the type; a ValueError says why it cannot, a TypeError that
            it is neither.
        json_format: the format that the JSON schema has.
    """

    def validate(value: Any) -> Any:
        try:
            return read(value)
        except TypeError:
            raise PydanticCustomError("string_type", "Input should be a valid string") from None

    def described(_: Any, __: Any) -> dict[str, str]:
        return {"type": "string", "format": json_format}

    return core_schema.no_info_plain_validator_function(
        validate,
        metadata={"pydantic_js_functions": [described]},
        serialization=core_schema.to_string_ser_schema(),
    )
