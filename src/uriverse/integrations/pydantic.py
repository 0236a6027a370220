"""pydantic 2: types of references, `Template`, and `URL` and `URLSearchParams` of `uriverse.whatwg` as types of fields.

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

A `URL` is what the URL Standard's parser makes of the text. Its JSON schema has no format, since JSON Schema has none
for it: a URL may hold "|", which no URI may. A `URLSearchParams` is read from a query, a mapping or pairs, and written
as a query.
"""

from uriverse.errors.pydantic_schema import refusal, text_schema

__all__ = ["refusal", "text_schema"]
