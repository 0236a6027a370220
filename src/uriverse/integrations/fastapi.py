"""FastAPI: what a handler returns without a type may hold references, URLs and templates.

FastAPI writes a result through pydantic where the handler names its type, such as `-> uv.URI`, `-> list[uv.URI]` or
`-> Any`. That needs nothing from here. Without a type FastAPI has a table of encoders, and a class that the table does
not know is an error 500:

>>> from fastapi.encoders import jsonable_encoder
>>> import uriverse as uv
>>> from uriverse.integrations.fastapi import register
>>> register()
>>> jsonable_encoder({"url": uv.URI("http://h/a"), "query": uv.query_pairs("a=1")})
{'url': 'http://h/a', 'query': [('a', '1')]}
"""

from __future__ import annotations

from fastapi.encoders import ENCODERS_BY_TYPE

from uriverse._core import URI, URL, Components, RelativeReference
from uriverse.integrations.json import default
from uriverse.reference.queries import QueryPairs
from uriverse.templates import Template


def register() -> None:
    """Let every application of this process write values of uriverse as their texts."""
    ENCODERS_BY_TYPE.update(dict.fromkeys((URI, RelativeReference, Components, URL, Template, QueryPairs), default))
