"""FastAPI: handlers without a declared type may return references, URLs and templates.

FastAPI serializes a result with pydantic if the handler declares its type, such as `-> uv.URI`, `-> list[uv.URI]` or
`-> Any`. That needs nothing from here. Without a type FastAPI looks up the class in a table of encoders, and an unknown
class is an error 500:

>>> from fastapi.encoders import jsonable_encoder
>>> import uriverse as uv
>>> from uriverse.integrations.fastapi import register
>>> register()
>>> jsonable_encoder({"url": uv.URI("http://h/a"), "query": uv.query_pairs("a=1")})
{'url': 'http://h/a', 'query': [('a', '1')]}
"""

from __future__ import annotations

from uriverse._core import URI, URL, Components, RelativeReference, WebURL
from uriverse.ground.extras import Extra
from uriverse.integrations.json import default
from uriverse.reference.queries import QueryPairs
from uriverse.templates import Template

with Extra("fastapi", "fastapi", __name__):
    from fastapi.encoders import ENCODERS_BY_TYPE


def register() -> None:
    """Register encoders for the values of uriverse, for all applications in this process."""
    kinds = (WebURL, URI, RelativeReference, Components, URL, Template, QueryPairs)
    ENCODERS_BY_TYPE.update(dict.fromkeys(kinds, default))
