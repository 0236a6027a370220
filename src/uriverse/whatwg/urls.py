"""The rarely used methods of `URL`, in Python; attached to the native type when `uriverse.whatwg` is imported."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import check_argument, takes
from uriverse.ground.lean_typing import TYPE_CHECKING, Any
from uriverse.ground.masking import masked
from uriverse.ground.records import dataclass
from uriverse.whatwg.search_params import URLSearchParams

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriverse._core import URI, URL


def _replace(self: URL, **attributes: Any) -> URL:
    """This URL with some attributes set by the setters' steps (URL Standard, section 6.1), in the order given.

    A setter repairs its value as the parser does. It ignores an invalid value: the URL then stays as the setter's steps
    leave it, without an error.

    Args:
        href: another URL.
        protocol, username, password, host, hostname, port, pathname, search, hash: the new value, a text.
        search_params: a `URLSearchParams`, or its constructor's argument; the query becomes its serialization.

    Raises:
        URLError: if `href` cannot be parsed.
        TypeError: if there is no such attribute, or it cannot be set.

    >>> from uriverse.whatwg import URL
    >>> URL("http://example.org:8080/a?b").replace(port="", pathname="c d", hash="e")
    whatwg.URL('http://example.org/c%20d?b#e')
    """
    url = self
    for name, value in attributes.items():
        if name in SETTERS:
            url, _ = _core.whatwg_set(url, name, value)
        elif name == "href":
            url = _core.URL(value)
        elif name == "search_params":
            params = value if isinstance(value, URLSearchParams) else URLSearchParams(value)
            url = _core.whatwg_with_query(url, str(params) or None)
        else:
            raise TypeError(f"a URL's attribute {name!r} cannot be set; these can: {', '.join(sorted(SETTABLE))}")
    return url


SETTERS = frozenset({"protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"})
SETTABLE = SETTERS | {"href", "search_params"}


@dataclass(frozen=True, slots=True)
class SetterResult:
    """The result of a setter: the new URL, and whether the value was ignored."""

    url: URL
    ignored: bool


@takes(url=_core.URL, name=str, value=str)
def set_attribute(url: URL, name: str, value: str) -> SetterResult:
    """A URL with one attribute set by its setter's steps (section 6.1), and whether the setter ignored the value.

    Args:
        url: the URL.
        name: protocol, username, password, host, hostname, port, pathname, search or hash.
        value: the new value, a text.

    Raises:
        ValueError: there is no such attribute, or it has no setter.

    >>> from uriverse.whatwg import URL, set_attribute
    >>> set_attribute(URL("http://h:80/"), "port", "x")
    SetterResult(url=whatwg.URL('http://h/'), ignored=True)
    """
    return SetterResult(*_core.whatwg_set(url, name, value))


def _equals(self: URL, other: URL, *, exclude_fragments: bool = False) -> bool:
    """Whether two URLs are equal (section 4.6), by their serializations, optionally without fragments.

    >>> from uriverse.whatwg import URL
    >>> url = URL("http://h/#a")
    >>> url.equals(URL("http://h/#b")), url.equals(URL("http://h/"), exclude_fragments=True)
    (False, True)
    """
    check_argument("other", other, _core.URL)
    if exclude_fragments:
        return self.href.partition("#")[0] == other.href.partition("#")[0]
    return self == other


def _is_special(self: URL) -> bool:
    """Whether the scheme is special (section 4.2): ftp, file, http, https, ws or wss."""
    return _core.whatwg_facts(self)[0]


def _has_opaque_path(self: URL) -> bool:
    """Whether the path is opaque (section 4.1), as that of a `mailto` URL is."""
    return _core.whatwg_facts(self)[1]


def _includes_credentials(self: URL) -> bool:
    """Whether there is a username or a password (section 4.1)."""
    return _core.whatwg_facts(self)[2]


def _to_json(self: URL) -> str:
    """The serialization: `toJSON` of the Standard."""
    return self.href


def _search_params(self: URL) -> URLSearchParams:
    """The query as names and values, as a new list each time; `replace(search_params=...)` sets the query."""
    return URLSearchParams(self.search)


def _uri(self: URL) -> URI:
    """This URL as a URI of RFC 3986.

    Characters that the RFC does not allow are percent-encoded; nothing else changes.

    >>> from uriverse.whatwg import URL
    >>> URL("https://example.org/[a]|b").uri
    URI('https://example.org/%5Ba%5D%7Cb')
    """
    from uriverse.whatwg.crossing import to_uri

    return to_uri(self)


def _repr(self: URL) -> str:
    """The constructor's call, with secrets masked."""
    return f"whatwg.URL({masked(self.href)!r})"


def _reduce(self: URL) -> tuple[Callable[..., URL], tuple[Any, ...]]:
    return _core.URL, (self.href,)


def _pydantic_schema(cls: type[URL], source: object, handler: object) -> object:
    del source, handler
    from uriverse.errors.pydantic_schema import text_schema

    return text_schema(lambda value: value if isinstance(value, cls) else cls(value), None)


def _repr_html(self: URL) -> str:
    """The URL without its secrets, and a table of its attributes, for notebooks."""
    from uriverse.ground.notebook import coloured, table

    url = _core.URL(self.redacted())
    names = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")
    return coloured(url.href) + table(("attribute", "value"), [(name, getattr(url, name)) for name in names])


def attach() -> None:
    """Set the methods on the native type."""
    methods: dict[str, object] = {
        "_repr_html_": _repr_html,
        "__get_pydantic_core_schema__": classmethod(_pydantic_schema),
        "__reduce__": _reduce,
        "__replace__": _replace,
        "__repr__": _repr,
        "equals": _equals,
        "has_opaque_path": property(_has_opaque_path),
        "includes_credentials": property(_includes_credentials),
        "is_special": property(_is_special),
        "parse": staticmethod(_core.whatwg_parse_or_none),
        "replace": _replace,
        "search_params": property(_search_params),
        "to_json": _to_json,
        "uri": property(_uri),
    }
    for name, method in methods.items():
        setattr(_core.URL, name, method)
