"""The rarely used methods of the reference types, in Python; attached to the native types at import.

The native module has the rest (construction, components, comparison, hashing, resolution, normal forms). A subclass in
Python would slow every object down, so these functions are set on the native types.
"""

from __future__ import annotations

import sys

from uriverse import _core
from uriverse.reference import reading, segments


class _Late:
    """A module that is imported when an attribute of it is first used; then a use takes 0.02 microseconds.

    An import in a function takes 1 microsecond at each call, as long as the work of most properties.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> object:
        __import__(self._module)
        value: object = getattr(sys.modules[self._module], name)
        setattr(self, name, value)
        return value


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from ipaddress import IPv4Address, IPv6Address
    from typing import Any, Literal

    from uriverse import hosts, iris, schemes, whatwg
    from uriverse._core import URI, URL, Components, Glob, QueryPairs, Text, URIReference, WebURL
    from uriverse.hosts import literals
    from uriverse.hosts.origins import Origin
    from uriverse.reference.queries import Value
    from uriverse.reference.web_urls import URLChange

    Shared = URIReference | Components | URL
else:
    hosts, literals, iris = _Late("uriverse.hosts"), _Late("uriverse.hosts.literals"), _Late("uriverse.iris")
    schemes, whatwg = _Late("uriverse.schemes"), _Late("uriverse.whatwg")


# The colours of the components in a notebook.
COLOURS = {
    "scheme": "#a33ea155", "userinfo": "#d0303055", "host": "#2e9e4455", "port": "#c9a00055", "path": "#2090b055",
    "params": "#20b09a55", "query": "#3a6ae055", "fragment": "#b04ae055",
}  # fmt: skip


def _origin(self: URIReference) -> Origin | None:
    """Scheme, host and port as browsers compare them (RFC 6454, section 4); None if the origin is opaque.

    >>> import uriverse as uv
    >>> uv.parse("HTTPS://EXAMPLE.com/a").origin
    Origin(scheme='https', host='example.com', port=443)
    """
    return _core.origin(self, hosts.Origin)


def _reduce(self: URIReference) -> tuple[Callable[..., object], tuple[str]]:
    """The type and the text, to be read again by the edition: a pickle names no private function."""
    from uriverse.editions.ids import DEFAULT_EDITION

    if self.edition == DEFAULT_EDITION:
        return type(self), (str(self),)
    from functools import partial

    return partial(type(self), edition=self.edition), (str(self),)


def _components_reduce(self: Components) -> tuple[Callable[..., object], tuple[Any, ...]]:
    return split_again, (str(self), self.edition)


def split_again(text: str, edition: Any) -> Components:
    """Split a text again, for pickling."""
    return _core.split(text, edition=edition)


def _copy(self: Shared) -> Shared:
    """The value is immutable, so its copy is itself."""
    return self


def _deepcopy(self: Shared, _memo: dict[int, Any]) -> Shared:
    return self


def _format(self: Shared, spec: str) -> str:
    return format(str(self), spec)


def _ip(self: URIReference) -> IPv4Address | IPv6Address | None:
    """The host as an `ipaddress` object, or None if it is a name.

    >>> import uriverse as uv
    >>> uv.parse("http://[::1]/").ip, uv.parse("http://h/").ip
    (IPv6Address('::1'), None)
    """
    return hosts.ip_address(self)


def _zone(self: URIReference) -> str | None:
    """The zone identifier of an IPv6 address (RFC 6874, section 2), decoded, or None.

    >>> import uriverse as uv
    >>> uv.parse("http://[fe80::1%25en1]/", edition="rfc6874").zone
    'en1'
    """
    return literals.zone_of(self)


def to_uri(self: URIReference, *, host: Literal["idna", "percent"] = "idna") -> URIReference:
    """The URI to which this IRI maps; see `uriverse.to_uri`.

    Args:
        host: "idna" or "percent", as for `uriverse.to_uri`.

    Returns:
        A reference of RFC 3986.

    Raises:
        URISyntaxError: the host is not a domain name, with "idna".

    >>> import uriverse as uv
    >>> uv.parse("http://résumé.example.org/é", edition="rfc3987").to_uri()
    URI('http://xn--rsum-bpad.example.org/%C3%A9')
    """
    return iris.to_uri(self, host=host)


def to_iri(self: URIReference) -> URIReference:
    """The IRI that this URI stands for; see `uriverse.to_iri`.

    Returns:
        A reference of RFC 3987.

    >>> import uriverse as uv
    >>> uv.parse("http://a/%C3%A9%20").to_iri()
    URI('http://a/é%20', edition='rfc3987')
    """
    return iris.to_iri(self)


def display(self: URIReference) -> str:
    """This reference as a text to display, never to fetch; see `uriverse.display`.

    Returns:
        The text as a str.

    >>> import uriverse as uv
    >>> uv.parse("http://me:secret@xn--bcher-kva.de/%C3%A9").display()
    'http://me:***@bücher.de/é'
    """
    return iris.display(self)


def _host_type(self: URIReference) -> str | None:
    """The form of the host by the edition: IPv4, IPv6, IPvFuture, reg-name, hostname; None without a host.

    >>> import uriverse as uv
    >>> [uv.parse(f"http://{host}/").host_type for host in ("h", "1.1.1.1", "[::1]")]
    ['reg-name', 'IPv4', 'IPv6']
    """
    return _core.host_type(self)


def _opaque_part(self: URIReference) -> str | None:
    """The text after the scheme of an opaque URI (RFC 2396, section 3); None if the URI is hierarchical.

    >>> import uriverse as uv
    >>> uv.parse("mailto:me@h", edition="rfc2396").opaque_part
    'me@h'
    """
    return self.path if self.kind == "opaque" else None


def _server(self: URIReference) -> str | None:
    """The authority if it is a `server` (RFC 2396, section 3.2.2), else None.

    >>> import uriverse as uv
    >>> uv.parse("ftp://me@h:21/", edition="rfc2396").server
    'me@h:21'
    """
    return self.authority if _core.authority_form(self) == "server" else None


def _reg_name(self: URIReference) -> str | None:
    """The registry name: the whole authority from 1998 to 2002, the host in RFC 3986 (both section 3.2).

    >>> import uriverse as uv
    >>> uv.parse("http://a_b$c/", edition="rfc2396").reg_name, uv.parse("http://h:80/").reg_name
    ('a_b$c', 'h')
    """
    form = _core.authority_form(self)
    if form == "reg_name":
        return self.authority
    return self.host if self.host_type == "reg-name" else None


def _whatwg(self: URIReference) -> URL:
    """This URI parsed by the URL Standard: the URL that a browser would open.

    >>> import uriverse as uv
    >>> uv.parse("http://EXAMPLE.org:80/a/../b").whatwg
    whatwg.URL('http://example.org/b')
    """
    return whatwg.URL(str(self))


def _query_pairs(self: URIReference | _core.Components) -> QueryPairs:
    """A view of the decoded pairs of the query; see `uriverse.QueryPairs`.

    >>> import uriverse as uv
    >>> uv.parse("http://h/?a=1&b=x%20y").query_pairs["b"]
    'x y'
    """
    return _core.pairs_of(self, False)


def _form_pairs(self: URIReference | _core.Components) -> QueryPairs:
    """The pairs of the query, decoded as form data (URL Standard, section 5.1): "+" is a space; () without a query.

    Octets that are not UTF-8 become U+FFFD, and `a` means `a=`, as in every browser and framework.

    >>> import uriverse as uv
    >>> uv.parse("http://h/?q=hello+world").form_pairs["q"], list(uv.parse("http://h/").form_pairs)
    ('hello world', [])
    """
    return _core.pairs_of(self, True)


def _hostname(self: URIReference | Components) -> str | None:
    """The host, an alias for compatibility with `uriverse.whatwg.URL`; without the port.

    >>> import uriverse as uv
    >>> uv.parse("http://[::1]:80/").hostname
    '[::1]'
    """
    return self.host


def _url_origin(self: URL) -> Origin | None:
    """Scheme, host and port as browsers compare them (section 4.7), as `URI.origin`; None if the origin is opaque.

    `str` of an origin is the Standard's serialization; an opaque one is serialized as "null".

    >>> from uriverse.whatwg import URL
    >>> str(URL("https://EXAMPLE.org:443/a").origin), URL("data:,x").origin
    ('https://example.org', None)
    """
    return _core.origin(self, hosts.Origin)


def _url_redacted(self: URL, *, also: Iterable[str | Glob] = (), wide: bool = False) -> str:
    """This URL as a text to show, with masked passwords, tokens and other secrets, as for a URI.

    Args:
        also, wide: as for `URIReference.redacted`.

    Returns:
        The text as a str.

    Raises:
        TypeError: `also` is not an iterable of names and Globs.

    >>> from uriverse.whatwg import URL
    >>> URL("https://me:secret@h/").redacted()
    'https://me:***@h/'
    """
    return _core.split(self.href).redacted(also=also, wide=wide)


def _url_divide(self: URL, segment: Value) -> URL:
    """This URL with one more segment, which is encoded, and without query and fragment."""
    if self.has_opaque_path:
        raise ValueError("an opaque path has no segments to append to (URL Standard, section 4.1)")
    try:
        segments = (_core.URI("http://h/") / segment).path
    except TypeError:
        return NotImplemented  # type: ignore[no-any-return]
    path = self.pathname if self.pathname.endswith("/") else f"{self.pathname}/"
    changed: URL = self.replace(pathname=path + segments.removeprefix("/"), search="", hash="")
    return changed


def effective_port(self: URIReference | Components) -> int | None:
    """The port, or the default port of the scheme (RFC 3986, section 3.2.3).

    None without a host, for a scheme without a default port, and for a port that is not a number. The default is that
    of `uriverse.schemes.default_port`.

    >>> import uriverse as uv
    >>> [uv.parse(text).effective_port for text in ("https://h/", "https://h:8443/", "mailto:a@b")]
    [443, 8443, None]
    """
    if self.port_text:
        return self.port
    scheme = self.scheme
    if scheme is None or self.host is None:
        return None
    if (port := _core.SPECIAL_SCHEMES.get(scheme)) is not None:
        return port
    return schemes.default_port(scheme)


def connect_host(self: URIReference | Components) -> str | None:
    """The host for `socket.create_connection`: a name in US-ASCII or an address, without brackets and zone.

    None without a host, and if `uriverse.hosts.verdict` finds it ambiguous or invalid: then clients would connect to
    different hosts, or fail. The zone is in `zone`.

    >>> import uriverse as uv
    >>> [uv.parse(text).connect_host for text in ("http://[::1]:80/", "https://Example.com./", "http://0x7f.1/", "/a")]
    ['::1', 'example.com', None, None]
    """
    return _core.connect_host(self.host or "")


def _repr_html(self: URIReference | _core.Components) -> str:
    """The coloured components and a table of them, for notebooks."""
    from uriverse.ground.masking import Masked
    from uriverse.ground.notebook import coloured, table
    from uriverse.reference.spans import Span, spans

    hidden = Masked(self)
    text = hidden.shown
    masked_spans = [(span, Span(span.name, hidden.at(span.start), hidden.at(span.end))) for span in spans(self)]
    # Colour the parts of an authority, if there are several.
    in_parts = {span.name for span, _ in masked_spans} & {"userinfo", "host", "port"}
    drawn = [place for span, place in masked_spans if not (span.name == "authority" and in_parts)]
    rows = [(span.name, f"{span.start}-{span.end}", text[place.start : place.end]) for span, place in masked_spans]
    places = [(span.start, span.end, COLOURS.get(span.name, "")) for span in drawn]
    return coloured(text, places) + table(("component", "place", "text"), rows)


def _components_repr(self: _core.Components) -> str:
    """The defined components, with secrets masked, also such as only the whole text shows: `http:/user:password@h`."""
    from uriverse.ground.masking import masked_field, masked_span, secrets

    text, places, at, fields = str(self), secrets(self), 0, []
    leads = {"scheme": "", "authority": "//", "path": "", "params": ";", "query": "?", "fragment": "#"}
    for name, lead in leads.items():
        value = getattr(self, name)
        if value is not None:
            start, end = at + len(lead), at + len(lead) + len(value)
            excerpt = masked_span(text, places, start, end) if places else value
            fields.append(f"{name}={masked_field(name, value) if excerpt == value else repr(excerpt)}")
            at = end + (name == "scheme")
    return f"{type(self).__qualname__}({', '.join(fields)})"


def _pydantic_schema(cls: type[URIReference], source: object, handler: object) -> object:
    del cls, handler
    from uriverse.integrations.fields import ANYTHING

    return ANYTHING._pydantic_schema(source, of_type=True)


def _pydantic_serializer(self: URIReference | Components | URL) -> object:
    """pydantic's serializer for values in untyped fields."""
    from uriverse.ground.later import pydantic_serializer

    return pydantic_serializer(self)


def _lazy_url_method(name: str) -> Callable[..., Any]:
    """A placeholder that imports `uriverse.whatwg`, which replaces it, on first use."""

    def method(self: URL, *args: Any, **keywords: Any) -> Any:
        from uriverse.whatwg import URL

        real_method = getattr(URL, name)
        return real_method.__get__(self) if isinstance(real_method, property) else real_method(self, *args, **keywords)

    return method


def without_zone(self: URIReference) -> URIReference:
    """This reference without the zone of its IPv6 address; without a zone the same object.

    RFC 6874, section 4: "An HTTP client, proxy, or other intermediary MUST remove any ZoneID attached to an outgoing
    URI, as it has only local significance at the sending host."

    Returns:
        A reference of the same type.

    >>> import uriverse as uv
    >>> uv.parse("http://[fe80::1%25en1]/", edition="rfc6874").without_zone()
    URI('http://[fe80::1]/', edition='rfc6874')
    """
    address, percent, _ = (self.host or "").partition("%")
    return self.replace(host=f"{address}]") if percent and address.startswith("[") else self


def _uri(self: WebURL) -> URI:
    """This URL as a plain URI, which may have any scheme and be resolved by the rules of its edition.

    >>> import uriverse as uv
    >>> uv.URL("https://h/").uri.resolve("mailto:a@b.example")
    URI('mailto:a@b.example')
    """
    return _core.URI(self.text)


def _web_reduce(self: WebURL) -> tuple[type[WebURL], tuple[str]]:
    return _core.WebURL, (self.text,)


def _length(self: URI) -> int:
    """The number of characters. A `RelativeReference` has no length, because an empty one would be false."""
    return len(self.text)


def changes(text: Text) -> tuple[URLChange, ...]:
    """The changes that make a URL of an absolute text, in order; () if it is one as it stands.

    Applied to the text, they give `str(URL(text))`.

    Args:
        text: a text, a reference or a URL.

    Returns:
        A tuple of changes, each with its place `at`, what was `before`, what is `after`, and `why` in one word.

    Raises:
        URLError: there is no such URL.
        TypeError: it is not a text.

    >>> import uriverse as uv
    >>> for change in uv.URL.changes("HTTP://h\\\\a?b|"):
    ...     print(change.at, change.before, change.after, change.why)
    0 HTTP http scheme-case
    8 \\ / backslash
    12 | %7C encoded
    """
    from uriverse.reference.web_urls import changes

    return changes(text)


def _refuse_subclass(cls: type[URI]) -> None:
    """`URL` is the only subclass of `URI`, whose instances the native module makes."""
    raise TypeError(f"URI is not an acceptable base type (for {cls.__name__})")


# `normalize` and `resolve` can return URLs before `uriverse.whatwg` is imported.
URL_METHODS = (*("__reduce__", "__replace__", "__repr__", "equals", "replace", "to_json"),)
URL_PROPERTIES = ("has_opaque_path", "includes_credentials", "is_special", "search_params", "uri")


def attach() -> None:
    """Set the methods on the native types."""
    for name in URL_METHODS:
        setattr(_core.URL, name, _lazy_url_method(name))
    for name in URL_PROPERTIES:
        setattr(_core.URL, name, property(_lazy_url_method(name)))
    all_three: dict[str, object] = {
        "__copy__": _copy,
        "__deepcopy__": _deepcopy,
        "__format__": _format,
        "__pydantic_serializer__": property(_pydantic_serializer),
    }
    urls: dict[str, object] = {
        "__truediv__": _url_divide,
        "origin": property(_url_origin),
        "redacted": _url_redacted,
    }
    references: dict[str, object] = {
        "__get_pydantic_core_schema__": classmethod(_pydantic_schema),
        "__match_args__": ("scheme", "authority", "path", "query", "fragment"),
        "__reduce__": _reduce,
        "__replace__": _core.URIReference.replace,
        "display": display,
        "host_type": property(_host_type),
        "ip": property(_ip),
        "opaque_part": property(_opaque_part),
        "origin": property(_origin),
        "parents": property(segments.parents),
        "reg_name": property(_reg_name),
        "server": property(_server),
        "to_iri": to_iri,
        "to_uri": to_uri,
        "whatwg": property(_whatwg),
        "without_zone": without_zone,
        "zone": property(_zone),
    }
    shared = all_three | {
        "_repr_html_": _repr_html,
        "connect_host": property(connect_host),
        "effective_port": property(effective_port),
        "name": property(segments.name),
        "password": property(reading.password),
        "form_pairs": property(_form_pairs),
        "hostname": property(_hostname),
        "query_pairs": property(_query_pairs),
        "request_target": property(reading.request_target),
        "segments": property(segments.segments),
        "stem": property(segments.stem),
        "suffix": property(segments.suffix),
        "suffixes": property(segments.suffixes),
        "user": property(reading.user),
    }
    web_urls: dict[str, object] = {
        "__reduce__": _web_reduce,
        "changes": staticmethod(changes),
        "uri": property(_uri),
    }
    components: dict[str, object] = {
        "__match_args__": references["__match_args__"],
        "__reduce__": _components_reduce,
        "__repr__": _components_repr,
    }
    for kind, members in (
        (_core.URL, all_three | urls),
        (_core.URIReference, shared | references),
        (_core.Components, shared | components),
        (_core.URI, {"__init_subclass__": classmethod(_refuse_subclass), "__len__": _length}),
        (_core.WebURL, web_urls),
    ):
        for name, member in members.items():
            setattr(kind, name, member)
