"""The parts of each text by its scheme, and the expansions of templates: computed in Python, row by row."""

from __future__ import annotations

import base64
import json
from _collections_abc import Iterable, Mapping, Sequence
from typing import get_args, get_type_hints

from uriverse import _core
from uriverse.columns.functions import PAIR, Lists, Result, column_function
from uriverse.ground.argument_types import takes
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast
from uriverse.ground.records import fields

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column
    from uriverse.columns.interface import ArrowColumn

Part: TypeAlias = Literal["text", "int64", "texts", "pairs"]

# The fields of a view that name its rules or are not compared.
NOT_PARTS: Final = frozenset({"scheme", "document", "variants"})


def _viewed(options: Mapping[str, Any]) -> Result:
    if options.get("scheme") is None:
        return "text"
    types: dict[Part, Result] = {"text": "text", "int64": "int64", "texts": Lists("text"), "pairs": Lists(PAIR)}
    return {name: types[part] for name, part in parts_of(options["scheme"], options.get("document")).items()}


@column_function("url", gives=_viewed, by_url_standard=False)
@takes(scheme=(str, type(None)), document=(str, type(None)))
def view(
    column: ArrowColumn, scheme: str | None = None, *, document: str | None = None, edition: AnyEdition = None
) -> Column:
    """The parts of every text by the syntax of its scheme, as by `uriverse.schemes.view`.

    Args:
        column: the texts.
        scheme: the scheme; texts of other schemes give null. None means all schemes with a grammar; the parts are then
            one JSON object.
        document: "rfc1738" or another that defines the scheme, by default the newest.
        edition: the edition that reads a text generically. The single call runs for each text of the scheme and holds
            the interpreter's lock.

    Returns:
        A struct column; its fields are the attributes of the scheme's class in `uriverse.schemes`: texts, int64 for
        integers, lists of texts, and lists of structs of `name` and `value` for pairs. Octets are written in base64,
        decimals as texts. Null for another scheme, or if the edition or the scheme refuses the text. Without `scheme` a
        column of JSON objects, which also have `scheme` and `document`; pairs are lists of two.

    Raises:
        UnknownSchemeError: if there is no grammar for the scheme, or no such document.

    >>> from uriverse import columns as uc
    >>> found = uc.view(uc.Column(["mailto:a@b,c@d?subject=x%20y&cc=e@f", "http://h/"]), "mailto")
    >>> found.field("to").to_pylist(), found.field("subject").to_pylist(), found.field("cc").to_pylist()
    ([['a@b', 'c@d'], None], ['x y', None], [['e@f'], None])
    >>> print(*uc.view(uc.Column(["urn:isbn:0451450523", "x:y"])).to_pylist(), sep="\\n")
    {"scheme": "urn", "document": "rfc8141", "nid": "isbn", "nss": "0451450523"}
    None
    """
    from uriverse.schemes import SCHEMES, UnknownSchemeError
    from uriverse.schemes import view as view_one

    _core.is_valid("", edition=edition)
    if scheme is None:
        return _core.kernels.converted(column, lambda text: _as_json(text, document, edition), "any")
    rules = SCHEMES.find(scheme.lower(), document)
    parts = parts_of(rules.name, document)
    begins = f"{rules.name}:"

    def row(text: str | None) -> tuple[Any, ...] | None:
        if text is None or text[: len(begins)].lower() != begins:
            return None
        try:
            value = view_one(text, document=document, edition=edition)
        except (ValueError, UnknownSchemeError):
            return None
        return tuple(_value(getattr(value, name), part) for name, part in parts.items())

    return _core.kernels.of_records(
        list(parts.items()), map(row, _core.kernels.converted(column, str, "letters").to_pylist())
    )


@cache
def parts_of(scheme: str, document: str | None = None) -> Mapping[str, Part]:
    """The names and types of the fields of `view` for a scheme."""
    from uriverse.schemes import SCHEMES
    from uriverse.schemes.viewing import view_class

    kind = view_class(SCHEMES.find(scheme, document))
    hints = get_type_hints(kind)
    return {part.name: _part(hints[part.name]) for part in fields(kind) if part.name not in NOT_PARTS}


def _part(hint: Any) -> Part:
    alternatives = [kind for kind in get_args(hint) or (hint,) if kind is not type(None)]
    if int in alternatives:
        return "int64"
    if getattr(hint, "__origin__", None) is not Sequence:
        return "text"
    return "pairs" if getattr(alternatives[0], "__origin__", None) is tuple else "texts"


def _value(value: Any, part: Part) -> Any:
    if value is None or part == "int64":
        return value
    if part == "text":
        return _text(value)
    if part == "texts":
        return [_text(item) for item in value]
    return [(_text(name), None if text is None else _text(text)) for name, text in value]


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    text = str(value)
    # Lone surrogates become U+FFFD.
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _as_json(text: str, document: str | None, edition: AnyEdition) -> str:
    from uriverse.schemes import Connection
    from uriverse.schemes import view as view_one

    parsed = view_one(text, document=document, edition=edition)
    if isinstance(parsed, Connection):
        raise ValueError("a connection string is not a URI of a scheme that has a grammar")
    parts = {name: _value(getattr(parsed, name), part) for name, part in parts_of(parsed.scheme, document).items()}
    defined = {name: value for name, value in parts.items() if value is not None}
    return json.dumps({"scheme": parsed.scheme, "document": parsed.document} | defined)


@column_function("values", "template", choice="template")
@takes(template=str)
def template(column: ArrowColumn, template: str) -> Column:
    """Expand a URI template with every row's values, as by `uriverse.templates.Template.expand`.

    Args:
        column: the values of each row: JSON objects as texts, or a struct column, whose fields are the variables.
            Variables that the template does not have are ignored; null is an undefined variable.
        template: a template of RFC 6570. The single call runs for each row and holds the interpreter's lock.

    Returns:
        Texts; null if the values are null, not a JSON object, or invalid for the template.

    Raises:
        URISyntaxError: if the text is not a template.

    >>> from uriverse import columns as uc
    >>> values = uc.Column(['{"q": "a b", "page": 2}', '{"q": ["x", "y"]}', "[]"])
    >>> uc.template(values, "/search{?q,page}").to_pylist()
    ['/search?q=a%20b&page=2', '/search?q=x,y', None]
    """
    from uriverse.templates import Template

    compiled = Template(template)

    def expanded(values: object) -> str | None:
        try:
            mapping = json.loads(values) if isinstance(values, str | bytes) else values
            return compiled.expand(mapping) if isinstance(mapping, Mapping) else None
        except (TypeError, ValueError):
            return None

    return _core.Column(map(expanded, _rows(column)))


def _rows(column: Any) -> Iterable[Any]:
    """The rows as Python objects, by the column's own method."""
    for name in ("to_pylist", "to_list"):
        if hasattr(column, name):
            return cast("Iterable[Any]", getattr(column, name)())
    return _core.kernels.converted(column, str, "letters").to_pylist()
