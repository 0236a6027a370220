"""json: a hook that serializes references, components, URLs, templates and connection strings as texts, pairs as lists.

>>> import json
>>> import uriverse as uv
>>> from uriverse.integrations.json import default
>>> json.dumps({"url": uv.URI("http://h/a"), "query": uv.query_pairs("a=1")}, default=default)
'{"url": "http://h/a", "query": [["a", "1"]]}'
"""

from __future__ import annotations

from typing import Any

from uriverse._core import URL, Components, URIReference
from uriverse.reference.queries import Pair, QueryPairs
from uriverse.schemes import Connection
from uriverse.templates import Template


def default(value: Any) -> str | list[Pair]:
    """Return the text of a value of uriverse, or the list of a query's pairs; `TypeError` for another type."""
    if isinstance(value, (URIReference, Components, URL, Template, Connection)):
        return str(value)
    if isinstance(value, QueryPairs):
        return list(value)
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
