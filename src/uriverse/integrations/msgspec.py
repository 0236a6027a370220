"""msgspec: hooks that encode, decode and describe references and templates.

msgspec.json.decode(octets, type=Link, dec_hook=dec_hook)
msgspec.json.encode(link, enc_hook=enc_hook)
msgspec.json.schema(Link, schema_hook=schema_hook)
"""

from __future__ import annotations

from typing import Any

from uriverse._core import Components, URIReference
from uriverse.reference.formats import format_of
from uriverse.templates import Template


def enc_hook(value: Any) -> str:
    """Return the text of a reference or a template; `NotImplementedError` for another value, as msgspec expects."""
    if isinstance(value, (URIReference, Components, Template)):
        return str(value)
    raise NotImplementedError(f"value must be a reference or a template, not {type(value).__name__}")


def dec_hook(kind: type, value: Any) -> Any:
    """Parse a reference or a template; one of the type, as `msgspec.convert` may give, is returned.

    Raises:
        URISyntaxError: the text is not one. msgspec turns it into a `ValidationError` with the position in the message.
        NotImplementedError: the type is another one.
    """
    if isinstance(kind, type) and issubclass(kind, (URIReference, Template)):
        if isinstance(value, kind):
            return value
        if not isinstance(value, str):
            raise ValueError(f"expected `str`, got `{type(value).__name__}`")
        return kind(value)
    raise NotImplementedError(f"kind must be a type of references or templates, not {kind!r}")


def schema_hook(kind: type) -> dict[str, str]:
    """Return the JSON schema of a type of references, or of templates."""
    if isinstance(kind, type) and issubclass(kind, URIReference):
        return {"type": "string", "format": format_of(kind, "rfc3986")}
    if kind is Template:
        return {"type": "string", "format": "uri-template"}
    raise NotImplementedError(f"uriverse describes no {kind!r}")
