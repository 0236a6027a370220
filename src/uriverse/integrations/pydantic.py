"""pydantic 2: references, `Template`, and `URL` and `URLSearchParams` of `uriverse.whatwg` as field types.

The types themselves define their schema for pydantic, so a model needs no import from here:

    >>> from typing import Annotated
    >>> from pydantic import BaseModel
    >>> import uriverse as uv
    >>> class Hook(BaseModel):
    ...     url: Annotated[uv.URL, uv.Policy(schemes={"https"})]
    ...     link: uv.URIReference = uv.URIReference("#top")
    >>> hook = Hook(url="https://hooks.example/a")
    >>> hook.url.host, hook.model_dump_json()
    ('hooks.example', '{"url":"https://hooks.example/a","link":"#top"}')
    >>> Hook.model_json_schema()["properties"]["url"]["format"]
    'uri'

A `URL` is parsed by the URL Standard. Its JSON schema has no format, since a URL may contain "|", which a URI may not.
A `URLSearchParams` is parsed from a query, a mapping or pairs, and serialized as a query.
"""

from uriverse.errors.pydantic_schema import refusal, text_schema

__all__ = ["refusal", "text_schema"]
