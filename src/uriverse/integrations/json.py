"""json: a hook that writes references, lenient components, URLs and templates as their texts.

>>> import json
>>> import uriverse as uv
>>> from uriverse.integrations.json import default
>>> json.dumps({"url": uv.URI("http://h/a")}, default=default)
'{"url": "http://h/a"}'
"""

from __future__ import annotations

from typing import Any

from uriverse._core import URL, Components, URIReference
from uriverse.templates import Template


def default(value: Any) -> str:
    """The text of a value of uriverse; another type is a `TypeError`, as `json` raises it."""
    if isinstance(value, (URIReference, Components, URL, Template)):
        return str(value)
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
