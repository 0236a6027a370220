"""The typed contract of the compiled module: `stubtest` compares it with the binary.

Docstrings of what is public are written by tools/generate.py from the binary's; their texts are in crates/python/docs.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Any, ClassVar, Literal, Self, TypeAlias, final, overload

from typing_extensions import disjoint_base

from uriverse.columns.interface import ArrowColumn, Kernels
from uriverse.editions.registry import Edition, EditionId
from uriverse.hosts.kinds import Kind as HostKind
from uriverse.hosts.origins import Origin
from uriverse.hosts.verdicts import HostVerdict
from uriverse.reference.mending import MendedReference
from uriverse.reference.queries import Errors, FormPairs, Pair, Pairs, Selector, Set, Value
from uriverse.reference.resolution import SameDocument
from uriverse.reference.web_urls import URLChange
from uriverse.text.cuts import Cut
from uriverse.typing import AnyEdition as AnyEdition
from uriverse.typing import ExcessParents as ExcessParents
from uriverse.typing import Host as Host
from uriverse.typing import HostType as HostType
from uriverse.typing import Kind as Kind
from uriverse.typing import Level as Level
from uriverse.typing import Text as Text
from uriverse.whatwg.search_params import Init as SearchParamsInit

Doubt: TypeAlias = Literal[
    "pictograph", "restricted", "mixed-scripts", "mixed-numbers", "looks-like-delimiter", "looks-latin"
]
Section: TypeAlias = Literal["icann", "private"]

# The editions in which an empty reference is a URI. In the others it is "the current document" (RFC 2396, section 4.2).
# The edition is not part of a reference's type. Where a call names no edition, the type is that of the default one, a
# URI: a union would ask each program for a case that only references read by an edition of 1996 to 2002 have. To have
# `SameDocument` in the type, name the edition in the call.
# Written by tools/generate.py from the editions' data.
WithoutSameDocument: TypeAlias = Literal[
    "rfc1630", "rfc1738", "rfc1808", "rfc3986", "rfc3987", "rfc6874",
]  # fmt: skip

TemplatePart: TypeAlias = tuple[str | None, tuple[str, list[tuple[str, int | None, bool]], int, int] | None]

# A fingerprint of the sources that the module was built from.
__sources__: str
__version__: str
SPECIAL_SCHEMES: Mapping[str, int | None]  # with their default ports (URL Standard, section 4.2)

@final
class CanonicalSteps:
    def __new__(cls, steps: list[tuple[str, dict[str, list[str]]]], *, keeps_refused: bool = False) -> Self: ...
    def apply(self, text: Text) -> str | tuple[int, str]: ...
    def explain(self, text: Text) -> tuple[list[str], tuple[int, str] | None]: ...
    def key(self, text: Text) -> int | tuple[int, str]: ...

@final
class SchemeRules:
    def __new__(
        cls,
        name: str,
        tables: bytes,
        base: AnyEdition,
        *,
        whole: bool,
        has_host: bool,
        nonempty: Sequence[str],
        forbidden: Sequence[str],
        keep: Sequence[str],
        port: tuple[int, str] | None,
        steps: Sequence[str],
        ignored: Sequence[str],
    ) -> Self: ...
    def accepts(self, text: Text) -> bool: ...
    def compared(self, reference: Text) -> str: ...
    def normalize(self, reference: Text) -> URI | RelativeReference: ...

@final
class SuffixTable:
    def __new__(cls, rules: list[tuple[str, Section]]) -> Self: ...
    @staticmethod
    def read(text: str) -> SuffixTable: ...
    def rules(self) -> list[tuple[str, Section]]: ...
    def public_suffix(self, host: Host, private: bool, default: bool) -> str | None: ...
    def domain(self, host: Host, private: bool, default: bool) -> str | None: ...
    def subdomain(self, host: Host, private: bool, default: bool) -> str | None: ...
    def parts(
        self, host: Host, private: bool, default: bool
    ) -> tuple[str, str | None, str | None, Section | None] | None: ...

@final
class HostKinds:
    def __new__(
        cls,
        ipv4: Sequence[tuple[int, int, HostKind]],
        ipv6: Sequence[tuple[int, int, HostKind]],
        names: Mapping[str, HostKind],
        suffixes: Mapping[str, HostKind],
    ) -> Self: ...
    def verdict(self, host: str, classes: tuple[Any, ...]) -> HostVerdict: ...
    def kind_of_address(self, address: str | int, version: int | None) -> HostKind | None: ...
    def kind_of_name(self, name: str) -> HostKind: ...
    def resolving_domain(self, name: str) -> str | None: ...

def connect_host(host: str) -> str | None: ...
def host_matches(host: str, patterns: str | Collection[str]) -> bool: ...
def embedded_address(address: int) -> int | None: ...
def address_number(text: str) -> tuple[int, int] | None: ...
def inet_aton(text: str) -> int | None: ...
def ipv4_text(text: str) -> str | None: ...
def ipv6_text(text: str) -> str | None: ...

@final
class PolicyLimits:
    def __new__(
        cls,
        kinds: HostKinds,
        *,
        schemes: Sequence[str] | None,
        hosts: Collection[str] | None,
        ports: Sequence[int] | None,
        is_safe: bool,
        userinfo: bool,
        addresses: str,
        paths: Sequence[Sequence[str]] | None,
        fragment: bool,
        max_length: int | None,
        is_standard: bool,
        is_whole: bool = True,
        pattern: tuple[bytes, Sequence[Sequence[int]], Sequence[bool]] | None = None,
    ) -> Self: ...
    def url(self, text: Text, base: Text | None = None) -> WebURL | Literal[False] | None: ...
    def admits(self, url: Text) -> bool | None: ...

def same_origin_target(target: Text, base: Text) -> WebURL | Literal[False] | None: ...
def origin(reference: Text, kind: type[Origin], *, edition: AnyEdition = None) -> Origin | None: ...
def same_origin(a: Text, b: Text, *, edition: AnyEdition = None) -> bool:
    """Whether two references have one origin that is not opaque."""

def site(reference: Text, suffixes: SuffixTable, schemeful: bool, *, edition: AnyEdition = None) -> str | None: ...
def nested(
    text: str, component: Literal["path", "query", "other"]
) -> list[
    tuple[Literal["reference", "scheme", "at-sign", "climb", "value", "parameter"], int, int, str, list[str]]
]: ...
def host_label(label: str) -> tuple[str, Doubt | None] | None: ...
def host_labels(host: str) -> list[tuple[int, int, str | None, Doubt | None]]: ...
def shown_host(host: str) -> str | None: ...
def to_iri(uri: Text) -> URIReference:
    """The IRI that a URI, or an IRI, stands for."""

def mapped_iri(iri: str, as_name: bool) -> str | None: ...
def unicode_property(name: Literal["bidi-class", "category", "script", "width"], code_point: int) -> str: ...
def unicode_normalize(form: Literal["NFC", "NFKC"], text: str) -> str: ...
def edit_lines(
    block: bytes,
    *,
    mends: bool,
    conditions: Sequence[tuple[str, list[str], bool]],
    keep_lines: bool,
    redirect: str | None,
    parts: Sequence[dict[str, str | None]],
    segments: Sequence[str],
    pairs: Sequence[tuple[Any, Any, Any]],
    form: bool,
    sort: bool,
    ports: Sequence[tuple[str, str]],
    shown: Sequence[tuple[str, str]] | None,
    edition: EditionId | Edition,
) -> tuple[bytes, list[tuple[int, int, int]]]: ...

@disjoint_base
class CompiledTemplate:
    def __new__(cls, text: str, bound: dict[str, Any]) -> Self: ...
    @property
    def text(self) -> str: ...
    @property
    def variables(self) -> tuple[str, ...]: ...
    @property
    def bound(self) -> dict[str, Any]: ...
    def matched(self, reference: Text) -> tuple[dict[str, Any], dict[str, Any] | None] | None: ...
    def parts(self) -> list[TemplatePart]: ...
    def expand(
        self, values: Mapping[str, Any] | None = None, /, *, dot_segments: bool = False, **given: Any
    ) -> str: ...

@final
class Tables:
    def __new__(cls, data: bytes) -> Self: ...

# The common members of references and of the components of a lenient split. The compiled module has no such class.
class _Parts:
    @property
    def scheme(self) -> str | None:
        """The scheme, as written, without its ":"; None in a relative reference."""
    @property
    def authority(self) -> str | None:
        """The text between "//" and the path, as written: userinfo, host and port together; None without "//"."""
    @property
    def userinfo(self) -> str | None:
        """The text before the "@" of the authority, as written; None without "@". `user` and `password` have it
        decoded."""
    @property
    def host(self) -> str | None:
        """The host, as written, with the brackets of an IPv6 address; None without an authority, or if it names no
        host."""
    @property
    def hostname(self) -> str | None:
        """The host, an alias for compatibility with `uriverse.whatwg.URL`; without the port."""
    @property
    def port(self) -> int | None:
        """The port as an int; None where it is absent, empty or no number. `effective_port` has the default too."""
    @property
    def port_text(self) -> str | None:
        """The port as written; "" if it is empty, None without ":"."""
    @property
    def path(self) -> str:
        """The path, as written; "" if it is empty, and never None."""
    @property
    def params(self) -> str | None:
        """The parameters of RFC 1808 without their ";"; None without them, and in editions that have none."""
    @property
    def query(self) -> str | None:
        """The text after "?", as written; "" if it is empty, None without "?". `query_pairs` has it decoded."""
    @property
    def fragment(self) -> str | None:
        """The text after "#", as written; "" if it is empty, None without "#"."""
    @property
    def kind(self) -> Kind:
        """What form the reference has: "absolute" (it has a scheme), "opaque" (in editions that have such URIs),
        "network-path" ("//h/a"), "absolute-path" ("/a"), "relative-path" ("a") or "same-document" ("" or "#f")."""
    @property
    def edition(self) -> EditionId | Edition:
        """The edition by which the text was read: the id of a built-in one, or a user's own Edition."""
    @property
    def text(self) -> str:
        """The whole text, as `str()` gives it."""
    @property
    def user(self) -> str | None:
        """The userinfo before its first ":", decoded; None without a userinfo (RFC 3986, section 3.2.1)."""
    @property
    def password(self) -> str | None:
        """The userinfo after its first ":", decoded; None without that ":" (RFC 3986, section 3.2.1)."""
    @property
    def connect_host(self) -> str | None:
        """The host for `socket.create_connection`: a name in US-ASCII or an address, without brackets and zone."""
    @property
    def effective_port(self) -> int | None:
        """The port, or the default port of the scheme (RFC 3986, section 3.2.3)."""
    @property
    def request_target(self) -> str | None:
        """The request target that a client sends to this reference's server: path and query, without the fragment."""
    @property
    def segments(self) -> tuple[str, ...]:
        """The decoded segments of the path, in order; () if it is empty or opaque."""
    @property
    def name(self) -> str:
        """The last segment, decoded; "" if the path is empty or ends with "/"."""
    @property
    def suffix(self) -> str:
        """The file suffix of `name` with its dot, or "". A dot at the start or the end begins no suffix."""
    @property
    def suffixes(self) -> tuple[str, ...]:
        """All file suffixes of `name` with their dots, in order."""
    @property
    def stem(self) -> str:
        """`name` without its last suffix."""
    @property
    def form_pairs(self) -> QueryPairs:
        """The pairs of the query, decoded as form data (URL Standard, section 5.1): "+" is a space; () without a
        query."""
    @property
    def query_pairs(self) -> QueryPairs:
        """A view of the decoded pairs of the query; see `uriverse.QueryPairs`."""
    def redacted(self, *, also: Iterable[str | Glob] = (), wide: bool = False) -> str:
        """This reference as a text to show, and no reference: passwords, tokens and values that give access as
        stars.

        Args:
            also: names to hide besides `uriverse.integrations.logging.STRONG`; case and "_-." do not count. A `Glob`
                stands for many names.
            wide: whether names count that often give access and often do not, such as `key` and `code`.
        Returns: The text as a str, with three stars for each secret.
        Raises: TypeError."""

class URIReference(_Parts):
    """A URI or a relative reference: what a document calls a URI reference. Calling it is `parse`.

    Args:
        text: what to read, strictly.
        edition: the id of an edition or an own one. None: the edition of a reference, else RFC 3986.
    Returns: A URI or a RelativeReference.
    Raises: URISyntaxError, UnknownEditionError, TypeError."""

    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(cls, text: Text, *, edition: AnyEdition = None) -> URIReference: ...
    @property
    def origin(self) -> Origin | None:
        """Scheme, host and port as browsers compare them (RFC 6454, section 4); None if the origin is opaque."""
    @property
    def parent(self) -> Self:
        """The reference without the last segment, its query and its fragment; "/" and the empty path are their own
        parent."""
    @property
    def parents(self) -> tuple[Self, ...]:
        """The parent, its parent and so on, the nearest first; () if the reference has no segments or only an empty
        one."""
    def append(self, *segments: Value) -> Self:
        """This reference with more segments, each taken as data; query and fragment are dropped.

        Args:
            segments: decoded text, or another value as in `with_pairs`, such as a number. A "/" in it is encoded; ""
                at the end makes the path end with "/". A path that ends with "/" goes on there. Without any, the
                reference is returned as it is.
        Returns: A reference of the same type.
        Raises: ValueError, TypeError."""
    @property
    def host_type(self) -> HostType | None:
        """The form of the host by the edition: IPv4, IPv6, IPvFuture, reg-name, hostname; None without a host."""
    @property
    def ip(self) -> IPv4Address | IPv6Address | None:
        """The host as an `ipaddress` object, or None if it is a name."""
    @property
    def zone(self) -> str | None:
        """The zone identifier of an IPv6 address (RFC 6874, section 2), decoded, or None."""
    def without_zone(self) -> Self:
        """This reference without the zone of its IPv6 address; without a zone the same object.

        Returns: A reference of the same type."""
    @property
    def opaque_part(self) -> str | None:
        """The text after the scheme of an opaque URI (RFC 2396, section 3); None if the URI is hierarchical."""
    @property
    def server(self) -> str | None:
        """The authority if it is a `server` (RFC 2396, section 3.2.2), else None."""
    @property
    def reg_name(self) -> str | None:
        """The registry name: the whole authority from 1998 to 2002, the host in RFC 3986 (both section 3.2)."""
    @property
    def whatwg(self) -> URL:
        """This URI parsed by the URL Standard: the URL that a browser would open."""
    def resolve(
        self,
        reference: Text,
        *,
        strict: bool = True,
        excess_parents: ExcessParents | None = None,
        new_request: bool = False,
        guards: bool = True,
    ) -> URI:
        """Resolve a reference against this one as its base, by its edition (RFC 3986, section 5.2).

        Args:
            reference: what to resolve.
            strict: False reads a reference with the base's own scheme as relative, `http:g` as `g` (section 5.2.2).
            excess_parents: what to do with more ".." than there are levels: "keep", "drop" or "refuse". None: the
                edition's own way.
            new_request: give the base, without its fragment, where the answer would be "the current document" (RFC
                2396, section 4.2); for a reference that always makes a new request, such as a form's action.
            guards: False gives what the document's algorithm prints, as for `uriverse.resolve`.
        Returns: A URI, or a SameDocument where the edition says so.
        Raises: URISyntaxError, ResolutionError, UnknownWordError, TypeError."""
    def relativize(self, base: Text) -> URIReference:
        """The shortest relative reference that resolves against `base` to this URI.

        Args:
            base: the URI from which this one is seen.
        Returns: A RelativeReference; this URI itself if no relative one leads to it, as from another scheme.
        Raises: ResolutionError, URISyntaxError, TypeError."""
    def to_uri(self, *, host: Literal["idna", "percent"] = "idna") -> URIReference:
        """The URI to which this IRI maps; see `uriverse.to_uri`.

        Args:
            host: "idna" or "percent", as for `uriverse.to_uri`.
        Returns: A reference of RFC 3986.
        Raises: URISyntaxError."""
    def to_iri(self) -> URIReference:
        """The IRI that this URI stands for; see `uriverse.to_iri`.

        Returns: A reference of RFC 3987."""
    def display(self) -> str:
        """This reference as a text to display, never to fetch; see `uriverse.display`.

        Returns: The text as a str."""
    def normalize(self, *, level: Level = "syntax") -> Self:
        """The normal form of this reference by its edition (RFC 3986, section 6.2); the same object when nothing
        changes.

        Args:
            level: "string", "case", "percent", "path", "syntax" or "scheme", as for `uriverse.normalize`.
        Returns: A reference of the same type.
        Raises: UnknownWordError, ValueError."""
    @overload
    def replace(  # type: ignore[misc]  # mypy wants a supertype, but this is the overload of a subclass
        self: URI,
        *,
        scheme: str = ...,
        authority: str | None = ...,
        userinfo: str | None = ...,
        user: str | None = ...,
        password: str | None = ...,
        host: str | IPv4Address | IPv6Address | None = ...,
        port: int | str | None = ...,
        path: str = ...,
        segments: Sequence[Value] = ...,
        params: str | None = ...,
        query: str | None = ...,
        pairs: Pairs | None = ...,
        fragment: str | None = ...,
    ) -> URI:
        """This reference with some components replaced; None undefines one, "" empties it, and the others stay.

        Args:
            scheme, authority, path, params, query, fragment: encoded text without delimiters.
            userinfo, host, port: parts of the authority; they exclude `authority`. A host may be an `ipaddress`
                object, a port an int.
            user, password, segments, pairs: data, as for `compose`; they exclude the components that they are
                written in. `user` and `password` leave each other as they are written; None takes the user away with
                the password. `segments` begin with "/" unless this path is relative; one that is equal to the
                segment in its place keeps its spelling.
        Returns: A URI or a RelativeReference; of a URL a URL.
        Raises: URISyntaxError, URLError, TypeError, ValueError."""
    @overload
    def replace(
        self,
        *,
        scheme: str | None = ...,
        authority: str | None = ...,
        userinfo: str | None = ...,
        user: str | None = ...,
        password: str | None = ...,
        host: str | IPv4Address | IPv6Address | None = ...,
        port: int | str | None = ...,
        path: str = ...,
        segments: Sequence[Value] = ...,
        params: str | None = ...,
        query: str | None = ...,
        pairs: Pairs | None = ...,
        fragment: str | None = ...,
    ) -> URIReference: ...
    def with_pairs(
        self,
        *,
        set: Set | None = None,
        add: Pairs | None = None,
        remove: Selector | Iterable[Selector] | None = None,
        form: bool = False,
        encoding: str = "utf-8",
    ) -> Self:
        """This reference with some pairs of its query changed; all other pairs keep their spelling and their place.

        Args:
            set: names and their new values. The first pair of the name gets the value and keeps the spelling of its
                name, the others of that name go; without one the pair is added at the end. A list of values is given
                one by one. A `Glob` or a function gives its value to every pair that it selects.
            add: pairs to be added at the end.
            remove: which pairs go. A function is called with the decoded name and value.
            form: read and write `application/x-www-form-urlencoded`: "+" is a space.
            encoding: the charset of the octets.
        Returns: A reference of the same type; this one itself where nothing changes.
        Raises: TypeError, ValueError, URISyntaxError, LookupError."""
    def __truediv__(self, segment: Value, /) -> Self: ...
    def __lt__(self, other: URIReference, /) -> bool: ...
    def __le__(self, other: URIReference, /) -> bool: ...
    def __gt__(self, other: URIReference, /) -> bool: ...
    def __ge__(self, other: URIReference, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...
    __replace__ = replace

@final
class Glob:
    """A pattern of names: "*" matches any characters, "?" one, every other character itself.

    Args:
        pattern: the pattern.
    Returns: The Glob, which is immutable and can be hashed.
    Raises: TypeError."""
    def __new__(cls, pattern: str) -> Self: ...
    @property
    def pattern(self) -> str:
        """The pattern as written."""
    def matches(self, text: str) -> bool:
        """Whether the pattern matches the whole text.

        Args:
            text: a name.
        Returns: True or False.
        Raises: TypeError."""
    def __hash__(self) -> int: ...

@disjoint_base
class URLSearchParams:
    """A list of names and values, in the form `application/x-www-form-urlencoded`.

    Args:
        init: a query, with or without "?"; the octets of a form; a mapping of texts; pairs of a name and a value; or
            None.
    Raises: TypeError."""

    def __new__(cls, init: SearchParamsInit | URLSearchParams | None = None) -> Self: ...
    @property
    def size(self) -> int:
        """The number of pairs."""
    def append(self, name: str, value: str) -> None:
        """Add a pair at the end."""
    def delete(self, name: str, value: str | None = None) -> None:
        """Remove all pairs with a name; with a value, only those with both."""
    def get(self, name: str) -> str | None:
        """The first value of a name, or None if there is none."""
    def get_all(self, name: str) -> list[str]:
        """All values of a name, in the order of the list."""
    def has(self, name: str, value: str | None = None) -> bool:
        """Whether there is a pair with a name; with a value, one with both."""
    def set(self, name: str, value: str) -> None:
        """Set the value of the first pair with a name and remove the others; append a pair if there is none."""
    def sort(self) -> None:
        """Sort by name, in the order of UTF-16 code units; pairs of one name keep their order."""
    def keys(self) -> list[str]:
        """The names, in the order of the list."""
    def values(self) -> list[str]:
        """The values, in the order of the list."""
    def items(self) -> list[tuple[str, str]]:
        """The pairs."""
    def __contains__(self, key: object, /) -> bool: ...
    def __getitem__(self, key: str, /) -> str: ...
    def __iter__(self) -> Iterator[tuple[str, str]]: ...
    def __len__(self) -> int: ...

class _Named(Container[Any]):
    """What `in` asks for a name or a pair: mypy takes the item of the first container among the bases."""
    def __contains__(self, key: object, /) -> bool: ...

@final
class QueryPairs(_Named, Sequence[Pair]):
    """The pairs of a query: an immutable, ordered view that keeps the original text of each pair.

    Args:
        text, written, pairs, form: what a pickle has. Take `uriverse.query_pairs` or the attributes `query_pairs`
            and `form_pairs` of a reference.
    Returns: The view.
    Raises: TypeError."""
    def __new__(cls, text: str, written: tuple[str, ...], pairs: tuple[Pair, ...], form: bool = False) -> Self: ...
    @property
    def text(self) -> str:
        """The encoded query, without its "?"; "" if there is none."""
    @property
    def written(self) -> tuple[str, ...]:
        """The encoded text of each pair."""
    def get(self, name: str, default: str | None = None) -> str | None:
        """The value of the first pair with this name, or the default.

        Args:
            name: the decoded name.
            default: what to return without such a pair.
        Returns: The decoded value: a str, or None for a pair without "=".
        Raises: TypeError."""
    def get_all(self, name: str) -> tuple[str | None, ...]:
        """The values of all pairs with this name, in order.

        Args:
            name: the decoded name.
        Returns: A tuple of decoded values, empty without such a pair.
        Raises: TypeError."""
    def keys(self) -> tuple[str, ...]:
        """The names, without duplicates, in the order of their first pairs.

        Returns: A tuple of decoded names."""
    def values(self) -> tuple[str | None, ...]:
        """The value of the first pair of each name, in the order of `keys`.

        Returns: A tuple of decoded values."""
    def items(self) -> tuple[Pair, ...]:
        """The first pair of each name; the view itself has all pairs.

        Returns: A tuple of pairs of a name and a value."""
    @overload
    def to_dict(self, *, multi: Literal[False] = False) -> dict[str, str | None]:
        """A dict of the names with the first value of each; with `multi`, with a list of all its values.

        Args:
            multi: whether each name has a list.
        Returns: A new dict, in the order of `keys`.
        Raises: TypeError."""
    @overload
    def to_dict(self, *, multi: Literal[True]) -> dict[str, list[str | None]]: ...
    def count(self, value: str | Pair) -> int:
        """The number of pairs with this name, or equal to this pair.

        Args:
            value: a name, or a pair of a name and a value.
        Returns: An int.
        Raises: TypeError."""
    def index(self, value: Pair, *bounds: int) -> int:
        """The index of the first pair that equals this one.

        Args:
            value: a pair of a name and a value.
            bounds: where to begin and to end, as for `list.index`.
        Returns: An int.
        Raises: ValueError."""
    @overload
    def __getitem__(self, key: str, /) -> str | None: ...
    @overload
    def __getitem__(self, key: int, /) -> Pair: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Pair, ...]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Pair]: ...
    def __reversed__(self) -> Iterator[Pair]: ...
    def __hash__(self) -> int: ...

def pairs_of(reference: URIReference | Components, form: bool) -> QueryPairs: ...
def decoded_pairs(
    query: str, form: bool, separators: str, encoding: str, errors: str, max_pairs: int | None
) -> QueryPairs: ...

@final
class ParameterNames:
    def __new__(cls, names: Iterable[str]) -> Self: ...

@final
class URI(URIReference):
    """A reference that has a scheme, such as `http://h/a` and `mailto:me@h`; its bytes are kept as they are.

    Args:
        text: what to read, strictly.
        edition: the id of an edition or an own one. None: the edition of a reference, else RFC 3986.
    Returns: The URI; a text that is one already as it is.
    Raises: URISyntaxError, UnknownEditionError, TypeError."""
    def __new__(cls, text: Text, *, edition: AnyEdition = None) -> Self: ...
    def __len__(self) -> int: ...
    @property
    def scheme(self) -> str: ...

# `uriverse.URL`. To others URI is final; the compiled module makes its one subclass.
@final
class WebURL(URI):  # type: ignore[misc]
    """A URL of the Web: one text, one destination, whoever reads it.

    Args:
        text: any text that could stand in a link.
        base: the URL of the page, for relative texts.
        strict: refuse a text that needs more than another case of scheme and host, no default port, or "/" for an
            empty path.
    Returns: The URL; `URL.changes(text)` lists what was changed.
    Raises: URLError, TypeError."""
    def __new__(cls, text: Text, base: Text | None = None, *, strict: bool = False) -> Self: ...
    @property
    def authority(self) -> str: ...
    @property
    def host(self) -> str: ...
    @property
    def hostname(self) -> str: ...
    @property
    def connect_host(self) -> str: ...
    @property
    def effective_port(self) -> int: ...
    @property
    def origin(self) -> Origin: ...
    @property
    def form_pairs(self) -> FormPairs: ...
    @property
    def uri(self) -> URI:
        """This URL as a plain URI, which may have any scheme and be resolved by the rules of its edition."""
    @staticmethod
    def changes(text: Text) -> tuple[URLChange, ...]:
        r"""The changes that make a URL of an absolute text, in order; () if it is one as it stands.

        Args:
            text: a text, a reference or a URL.
        Returns: A tuple of changes, each with its place `at`, what was `before`, what is `after`, and `why` in one
            word.
        Raises: URLError, TypeError."""
    def resolve(self, reference: Text) -> WebURL:  # type: ignore[override]  # the URL Standard leaves no choice
        r"""The URL of a text with this one as its base, by the URL Standard (section 4.4), and written as `URL`
        writes it.

        Args:
            reference: any text that could stand in a link.
        Returns: A URL.
        Raises: URLError, TypeError."""
    def replace(  # type: ignore[override]  # a URL has a scheme and a host
        self,
        *,
        scheme: str = ...,
        authority: str = ...,
        userinfo: str | None = ...,
        user: str | None = ...,
        password: str | None = ...,
        host: str | IPv4Address | IPv6Address = ...,
        port: int | str | None = ...,
        path: str = ...,
        segments: Sequence[Value] = ...,
        params: str | None = ...,
        query: str | None = ...,
        pairs: Pairs | None = ...,
        fragment: str | None = ...,
    ) -> Self: ...
    __replace__ = replace  # type: ignore[assignment]

@final
class RelativeReference(URIReference):
    """A reference without a scheme, to be resolved against a base.

    Args:
        text: what to read, strictly.
        edition: the id of an edition or an own one. None: the edition of a reference, else RFC 3986.
    Returns: The relative reference.
    Raises: URISyntaxError, UnknownEditionError, TypeError."""
    def __new__(cls, text: Text, *, edition: AnyEdition = None) -> Self: ...
    @property
    def scheme(self) -> None: ...

@final
class Components(_Parts):
    """The components of any text, as `split` cuts it: the attributes of a reference, of which nothing is checked."""

    __match_args__: ClassVar[tuple[str, ...]]
    def resolve(
        self,
        reference: Text,
        *,
        strict: bool = True,
        excess_parents: ExcessParents | None = None,
        new_request: bool = False,
        guards: bool = True,
    ) -> Components | SameDocument:
        """Resolve any text against these components as its base; the answer is Components too, and nothing in it is
        judged.

        Args:
            reference: what to resolve.
            strict, new_request, guards: as for `uriverse.resolve`.
            excess_parents: "keep", "drop" or "refuse", as for `uriverse.resolve`.
        Returns: Components of the target, or a SameDocument where the edition says so.
        Raises: ResolutionError, UnknownWordError, TypeError."""
    def __lt__(self, other: Components, /) -> bool: ...
    def __le__(self, other: Components, /) -> bool: ...
    def __gt__(self, other: Components, /) -> bool: ...
    def __ge__(self, other: Components, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...

@final
class URL:
    r"""A URL by the URL Standard: what a browser makes of a text, with the attributes that scripts of a page see.

    Args:
        text: any text that could stand in a link.
        base: the URL of the page, for relative texts.
        encoding: the label of the encoding in which a query is written, for old documents. None: UTF-8.
    Returns: The URL, which is immutable; `replace` makes another.
    Raises: URLError, LookupError, TypeError."""
    def __new__(cls, text: Text, base: Text | None = None, *, encoding: str | None = None) -> Self: ...
    @property
    def href(self) -> str:
        """The whole URL, serialized."""
    @property
    def origin(self) -> Origin | None:
        """Scheme, host and port as browsers compare them (section 4.7), as `URI.origin`; None if the origin is
        opaque."""
    @property
    def protocol(self) -> str:
        """The scheme and ":"."""
    @property
    def username(self) -> str:
        """The username, percent-encoded, or ""."""
    @property
    def password(self) -> str:
        """The password, percent-encoded, or ""."""
    @property
    def host(self) -> str:
        """The host, and ":" and the port where the port is not the scheme's default; or ""."""
    @property
    def hostname(self) -> str:
        """The host without the port, or ""."""
    @property
    def port(self) -> str:
        """The port as a text, or "" where it is the scheme's default or there is none."""
    @property
    def pathname(self) -> str:
        """The path."""
    @property
    def search(self) -> str:
        """The query with its "?", or "" where there is none or an empty one."""
    @property
    def hash(self) -> str:
        """The fragment with its "#", or "" where there is none or an empty one."""
    @property
    def is_special(self) -> bool:
        """Whether the scheme is special (section 4.2): ftp, file, http, https, ws or wss."""
    @property
    def has_opaque_path(self) -> bool:
        """Whether the path is opaque (section 4.1), as that of a `mailto` URL is."""
    @property
    def includes_credentials(self) -> bool:
        """Whether there is a username or a password (section 4.1)."""
    @staticmethod
    def parse(text: Text, base: Text | None = None) -> URL | None:
        """parse($module, text, base=None) --

        Args:
            text: any text that could stand in a link.
            base: the URL of the page, for relative texts.
        Returns: The URL, or None.
        Raises: TypeError."""
    def equals(self, other: URL, *, exclude_fragments: bool = False) -> bool:
        """Whether two URLs are equal (section 4.6), by their serializations, optionally without fragments."""
    def to_json(self) -> str:
        """The serialization: `toJSON` of the Standard."""
    @property
    def search_params(self) -> URLSearchParams:
        """The query as names and values, as a new list each time; `replace(search_params=...)` sets the query."""
    @property
    def uri(self) -> URI:
        """This URL as a URI of RFC 3986."""
    def redacted(self, *, also: Iterable[str | Glob] = (), wide: bool = False) -> str:
        """This URL as a text to show, with masked passwords, tokens and other secrets, as for a URI.

        Args:
            also, wide: as for `URIReference.redacted`.
        Returns: The text as a str.
        Raises: TypeError."""
    def with_pairs(
        self,
        *,
        set: Set | None = None,
        add: Pairs | None = None,
        remove: Selector | Iterable[Selector] | None = None,
        form: bool = False,
        encoding: str = "utf-8",
    ) -> URL:
        """This URL with some pairs of its query changed, as `URIReference.with_pairs` changes them.

        Args:
            set, add, remove: as for `URIReference.with_pairs`.
            form: read and write `application/x-www-form-urlencoded`: "+" is a space.
            encoding: the charset of the octets.
        Returns: A whatwg.URL.
        Raises: TypeError, ValueError, LookupError."""
    def __truediv__(self, segment: Value, /) -> URL: ...
    def resolve(self, reference: Text, *, encoding: str | None = None) -> URL:
        """The URL of a text with this one as its base (URL Standard, section 4.4).

        Args:
            reference: any text that could stand in a link.
            encoding: the label of the encoding in which a query is written, for old documents. None: UTF-8.
        Returns: A whatwg.URL.
        Raises: URLError, LookupError, TypeError."""
    def replace(
        self,
        *,
        href: str = ...,
        protocol: str = ...,
        username: str = ...,
        password: str = ...,
        host: str = ...,
        hostname: str = ...,
        port: str = ...,
        pathname: str = ...,
        search: str = ...,
        hash: str = ...,
        search_params: URLSearchParams | SearchParamsInit = ...,
    ) -> URL:
        """This URL with some attributes set by the setters' steps (URL Standard, section 6.1), in the order given.

        Args:
            href: another URL.
            protocol, username, password, host, hostname, port, pathname, search, hash: the new value, a text.
            search_params: a `URLSearchParams`, or its constructor's argument; the query becomes its serialization.
        Raises: URLError, TypeError."""
    def __lt__(self, other: URL, /) -> bool: ...
    def __le__(self, other: URL, /) -> bool: ...
    def __gt__(self, other: URL, /) -> bool: ...
    def __ge__(self, other: URL, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...
    def __replace__(self, **attributes: Any) -> URL: ...

@overload
def parse(  # type: ignore[overload-overlap]  # a literal is a str
    text: Text, *, edition: Literal["whatwg"], agree: Collection[str] | str | None = None
) -> URL:
    """Read a text strictly: it is a URI or a relative reference by the edition's grammar, or an error.

    Args:
        text: what to read. Bytes are UTF-8. A reference of the same edition is returned as it is.
        edition: the id of an edition (`uriverse.EDITIONS` has them) or an own one; "whatwg" reads as browsers do,
            and returns a `whatwg.URL`. None: the edition of a reference, else RFC 3986.
        agree: parsers that must agree with each other on scheme, userinfo, host, port and path, as
            `uriverse.agreement` takes them, such as "ours". None: no comparison.
    Returns: A URI, or a RelativeReference if the text has no scheme; a `whatwg.URL` by the edition "whatwg".
    Raises: URISyntaxError, URLError, AgreementError, UnknownEditionError, TypeError."""

@overload
def parse(
    text: Text, *, edition: AnyEdition = None, agree: Collection[str] | str | None = None
) -> URI | RelativeReference: ...
def split(text: Text, *, edition: AnyEdition = None) -> Components:
    """Cut any text into its components, without checking them; no text is refused.

    Args:
        text: what to cut. Octets that are not UTF-8 become lone surrogates.
        edition: the id of an edition or an own one, which decides what a component is. None: the edition of a
            reference, else RFC 3986.
    Returns: Components, with the attributes of a reference; `str()` of it is the text.
    Raises: UnknownEditionError, TypeError."""

def is_valid(text: Text, *, rule: str | None = None, edition: AnyEdition = None, scheme_rules: bool = False) -> bool:
    """Whether a text is a URI or a relative reference by an edition, or whether one rule of its grammar accepts it.

    Args:
        text: what to check.
        rule: a rule of the edition's grammar, such as "IPv6address" or "URI" (`Edition.rules` has them). None: the
            edition's start rule, which takes relative references too.
        edition: the id of an edition or an own one; "whatwg" asks for a valid URL string. None: the edition of a
            reference, else RFC 3986.
        scheme_rules: whether a URI must also follow its scheme's own rules, as `uriverse.schemes.is_valid` checks
            them; a scheme without a table adds none.
    Returns: True or False.
    Raises: UnknownRuleError, UnknownEditionError, TypeError."""

@overload
def resolve(  # type: ignore[overload-overlap]  # a literal is a str
    reference: Text,
    base: Text,
    *,
    edition: Literal["whatwg"],
    strict: bool = True,
    excess_parents: ExcessParents | None = None,
    new_request: bool = False,
    guards: bool = True,
) -> URL:
    """The target of a reference, seen from a base, by the steps of an edition (RFC 3986, section 5.2).

    Args:
        reference: what to resolve. It comes first; `urljoin` takes the base first.
        base: a URI. To resolve texts that an edition refuses, call `split(base).resolve(reference)`.
        edition: the id of an edition or an own one; with "whatwg" the answer is a `whatwg.URL`. None: the given
            references', else RFC 3986.
        strict: False reads a reference with the base's own scheme as relative, `http:g` as `g` (section 5.2.2).
        excess_parents: what to do with more ".." than there are levels: "keep", "drop" or "refuse". None: the
            edition's own way.
        new_request: give the base, without its fragment, where the answer would be "the current document". Set it
            for a reference that always makes a new request, such as a form's action (RFC 2396, section 4.2). The
            editions from url-syntax-03 to rfc2396bis-00 give the current document; the others never do.
        guards: False gives what the document's algorithm prints, also where that text is read as other components
            (`http://hg` by RFC 2396) or the base is opaque. `Edition.guards` says where that is.
    Returns: A URI; a SameDocument where the edition says so; a `whatwg.URL` by the edition "whatwg".
    Raises: URISyntaxError, ResolutionError, URLError, UnknownEditionError, UnknownWordError, TypeError."""

@overload
def resolve(
    reference: Text,
    base: Text,
    *,
    edition: WithoutSameDocument | None = None,
    strict: bool = True,
    excess_parents: ExcessParents | None = None,
    new_request: bool = False,
    guards: bool = True,
) -> URI: ...
@overload
def resolve(
    reference: Text,
    base: Text,
    *,
    edition: AnyEdition = None,
    strict: bool = True,
    excess_parents: ExcessParents | None = None,
    new_request: bool = False,
    guards: bool = True,
) -> URI | SameDocument: ...
def target(reference: Text, base: URI | None) -> tuple[str, Kind] | None: ...
def relativize(target: Text, base: Text, *, edition: AnyEdition = None) -> URI | RelativeReference:
    """The shortest relative reference that resolves against the base to the target: the inverse of `resolve`.

    Args:
        target: the URI to reach.
        base: the URI from which it is seen.
        edition: the id of an edition or an own one. None: the given references', else RFC 3986.
    Returns: A RelativeReference; the target as a URI if no relative one leads there, as with another scheme.
    Raises: ResolutionError, URISyntaxError, UnknownEditionError, TypeError."""

@overload
def normalize(  # type: ignore[overload-overlap]  # a literal is a str
    reference: Text, *, level: Level = "syntax", edition: Literal["whatwg"]
) -> URL:
    """The normal form of a reference: two that mean the same by a document's rules become one text (RFC 3986,
    section 6.2).

    Args:
        reference: what to normalize.
        level: how far to go. "string" changes nothing; "case" lower-cases scheme and host; "percent" writes triplets
            in upper case and decodes unreserved characters; "path" removes dot segments; "syntax" does these three;
            "scheme" also applies the scheme's rules, such as its default port.
        edition: the id of an edition or an own one; with "whatwg" the answer is a `whatwg.URL`. None: the edition of
            a reference, else RFC 3986.
    Returns: A URI or a RelativeReference; a reference in its normal form is returned as it is.
    Raises: URISyntaxError, UnknownWordError, ValueError, URLError, UnknownEditionError, TypeError."""

@overload
def normalize(reference: Text, *, level: Level = "syntax", edition: AnyEdition = None) -> URI | RelativeReference: ...
def normalize_generic(
    reference: Text, *, level: Level = "syntax", edition: AnyEdition = None
) -> URI | RelativeReference: ...
def equivalent(a: Text, b: Text, *, level: Level = "syntax", edition: AnyEdition = None) -> bool:
    """Whether two references have the same normal form on a level (RFC 3986, section 6.2; RFC 3987, section 5.3).

    Args:
        a, b: what to compare.
        level: "string", "case", "percent", "path", "syntax" or "scheme", as for `normalize`.
        edition: the id of an edition or an own one, or "whatwg". None: the references', else RFC 3986.
    Returns: True or False. False does not prove that they name different things.
    Raises: URISyntaxError, UnknownWordError, ValueError, UnknownEditionError, TypeError."""

def remove_dot_segments(path: str, /) -> str:
    """A path without its segments "." and "..", by the steps of RFC 3986, section 5.2.4.

    Args:
        path: any path, encoded or not; other characters stay as they are.
    Returns: The path as a str. A ".." goes with the segment before it, and above the root with nothing.
    Raises: TypeError."""

def encode(
    text: str | bytes,
    *,
    component: str,
    encoding: str = "utf-8",
    keep_triplets: bool = False,
    edition: AnyEdition = None,
) -> str:
    """Percent-encode data for a component (RFC 3986, section 2.4).

    Args:
        text: the data.
        component: for what: "segment", "path", "query", "query-value" (a name or a value of a pair), "fragment",
            "userinfo", "user" and "password" (its parts: a ":" in a user is encoded), "reg-name" (a host),
            "unreserved" (all but unreserved characters are encoded), or "uri" (a whole URI, whose delimiters stay;
            brackets stay only around an IP literal, because RFC 3986, section 3.2.2, allows them nowhere else).
        encoding: the charset of the octets.
        keep_triplets: whether "%41" in the text stays; otherwise its "%" is data and becomes "%25".
        edition: the id of an edition or an own one. None: RFC 3986.
    Returns: The encoded str; with `decode` it gives the data back.
    Raises: UnknownWordError, UnicodeEncodeError, LookupError, PercentError, UnknownEditionError, TypeError."""

@overload
def compose(
    *,
    scheme: str,
    authority: str | None = None,
    userinfo: str | None = None,
    user: str | None = None,
    password: str | None = None,
    host: str | IPv4Address | IPv6Address | None = None,
    port: int | str | None = None,
    path: str = "",
    segments: Sequence[Value] | None = None,
    params: str | None = None,
    query: str | None = None,
    pairs: Pairs | None = None,
    fragment: str | None = None,
    edition: AnyEdition = None,
) -> URI:
    """A reference of the given components; None leaves a component undefined, "" makes it empty.

    Args:
        scheme, authority, path, params, query, fragment: encoded text without delimiters.
        userinfo, host, port: the authority by its parts, instead of `authority`. A host is a name as it is written,
            an address, or an `ipaddress` object. An IPv6 address gets its brackets. A name beyond US-ASCII becomes
            A-labels (see `hosts.to_ascii`) unless the edition takes it as it is. A port may be an int.
        user, password: data, instead of `userinfo`.
        segments: data, instead of `path`: a path that begins with "/". `()` is the empty path, `("",)` is "/".
        pairs: data, instead of `query`, as for `compose_query`.
        edition: an edition or its id, by which the whole is checked. None: RFC 3986.
    Returns: A URI, or a RelativeReference without a scheme.
    Raises: URISyntaxError, HostNameError, TypeError, ValueError."""

@overload
def compose(
    *,
    scheme: str | None = None,
    authority: str | None = None,
    userinfo: str | None = None,
    user: str | None = None,
    password: str | None = None,
    host: str | IPv4Address | IPv6Address | None = None,
    port: int | str | None = None,
    path: str = "",
    segments: Sequence[Value] | None = None,
    params: str | None = None,
    query: str | None = None,
    pairs: Pairs | None = None,
    fragment: str | None = None,
    edition: AnyEdition = None,
) -> URIReference: ...
def compose_query(
    pairs: Pairs,
    *,
    separator: str = "&",
    form: bool = False,
    encoding: str = "utf-8",
    edition: AnyEdition = None,
) -> str:
    """A query of pairs, each part encoded so that `query_pairs` gives the pairs back.

    Args:
        pairs: names and values; a list or tuple in a mapping repeats its name. A value is written as in
            `URIReference.with_pairs`.
        separator: what stands between two pairs, as it is written: "&", or ";" as in older forms.
        form: write `application/x-www-form-urlencoded` (URL Standard, section 5.2): a space becomes "+", None "".
        encoding: the charset of the octets that are percent-encoded.
        edition: by which characters are encoded. None: RFC 3986.
    Returns: The query as a str, without "?".
    Raises: TypeError, ValueError, LookupError."""

def decode(
    text: Text,
    *,
    encoding: str = "utf-8",
    errors: Errors = "surrogateescape",
    malformed: Literal["refuse", "keep"] = "refuse",
) -> str:
    r"""Decode percent-encoded octets, once.

    Args:
        text: an encoded component.
        encoding: the charset of the octets.
        errors: what octets that are not in the charset become: lone surrogates ("surrogateescape"), of which
            `encode` makes the same octets again, U+FFFD ("replace"), or an error ("strict"). `query_pairs`,
            `segments`, `user` and all that reads data has the same default.
        malformed: whether a "%" that begins no triplet is refused ("refuse") or stays ("keep").
    Returns: The decoded str.
    Raises: PercentError, UnknownWordError, LookupError, TypeError."""

def host_type(reference: URIReference | Components) -> HostType | None: ...
def authority_form(reference: URIReference | Components) -> Literal["server", "reg_name"] | None: ...
def backend() -> Literal["avx512", "avx2", "ssse3", "neon", "scalar"]: ...
def default_port(scheme: str, *, edition: AnyEdition = None) -> int | None: ...
def is_port_too_high(port: str | None) -> bool: ...
def spans(reference: URIReference | Components) -> list[tuple[str, int, int]]: ...
def continuations(rule: str, prefix: Text, *, edition: AnyEdition = None) -> tuple[frozenset[int], bool]: ...
def edition_ids() -> list[EditionId]: ...
def agreement_alike(text: str, editions: int) -> int | None: ...
def agreement_cuts(
    text: str, parsers: Iterable[str]
) -> list[tuple[str | None, str | None, str | None, str | None, int | str | None, str] | None]: ...
def agreement_form(
    component: Literal["userinfo", "host", "port", "path"],
    text: str,
    *,
    scheme: str | None = None,
    has_host: bool = True,
) -> Any: ...
def hand_over(
    name: Literal["schemes", "agreement check", "grammar compiler", "composition", "host verdict"],
    loader: Callable[[], object],
) -> None: ...
def is_text(given: object) -> bool: ...
def handed_over(
    name: Literal["schemes", "agreement check", "grammar compiler", "composition", "host verdict"],
) -> Any: ...
def url_changes(text: Text) -> list[tuple[int, str, str, str]]: ...
def is_plain_name(name: str, may_hide: bool) -> bool: ...
def scheme_steps() -> list[str]: ...
def refusal_reason(text: Text, at: int, rule: str, component: str | None = None) -> str: ...
def refusal_reasons() -> list[str]: ...
def subject(text: str, at: int) -> str: ...
def refusal_report(
    text: str, words: Callable[[Any, str], str] | None = None, *, edition: AnyEdition = None
) -> tuple[tuple[int, str, int, str, str | None], str, str]: ...
def pointed(text: str, at: int, *, edition: AnyEdition = None) -> str: ...
def refusal_lines(
    text: str, at: int, rule: str, start: int, accepts: str, component: str | None, *, edition: AnyEdition = None
) -> str: ...
def refusal_expected(
    text: Text, at: int, start: int, accepts: str, component: str | None = None, *, edition: AnyEdition = None
) -> list[str]: ...
def refusal_hint(
    text: Text, at: int, rule: str, component: str | None = None, *, edition: AnyEdition = None
) -> str: ...
def rule_refusal(text: Text, rule: str, *, edition: AnyEdition = None) -> int | None: ...

@final
class Plain:
    def __new__(
        cls,
        top_level: Sequence[str],
        noted: Sequence[str],
        devices: Sequence[str],
        keys: Sequence[str],
        schemes: Sequence[str],
    ) -> Self: ...
    def with_numbers(
        self,
        http: Sequence[tuple[int, str]],
        https: Sequence[tuple[int, str]],
        addresses: Sequence[tuple[int, int, str]],
    ) -> Plain: ...
    COUNTED: ClassVar[list[str]]
    def url(self, text: object) -> bool: ...
    def iri(self, text: str) -> bool: ...
    def places(self, text: str) -> list[tuple[int, int, int, str, str | None]] | None: ...
    def host(self, text: str) -> bool: ...
    def path(self, text: str) -> bool: ...
    def query(self, text: str) -> bool: ...
    def fragment(self, text: str) -> bool: ...

@final
class SecretNames:
    """The names whose values are secrets, and the beginnings of tokens."""
    def __new__(cls, also: Iterable[str | Glob] | None = None, wide: bool | None = None) -> Self: ...
    def places(
        self, text: str, *, running: bool = False, userinfo: tuple[int, int] | None = None
    ) -> list[tuple[int, int]]:
        """Where the secrets of a text stand, in characters and in order; no two of them overlap."""
    def masked(self, text: str, *, running: bool = False) -> str:
        """The text with three stars for each secret in it."""
    def hides(self, name: str) -> bool:
        """Whether the values of a name are secrets; of a nested name, its last field decides."""
    def masked_lines(self, text: str) -> str:
        """The same of each line by itself."""

@final
class Colons:
    def __new__(
        cls,
        names: list[str],
        letters: bytes,
        any: bool,
        following: bytes,
        letters_beyond: list[tuple[str, str]],
        takes_letters: bool,
        takes_bars: bool,
    ) -> Self: ...
    def in_text(self, text: str) -> ColonsInText: ...

@final
class ColonsInText:
    def find(self, start: int) -> int | None: ...
    def run_end(self, start: int) -> int: ...
    def border(self, at: int, in_host: bool) -> tuple[Cut | None, int]: ...
    def word_before(self, at: int) -> int | None: ...
    def bare(self, start: int, end: int, edition: AnyEdition) -> list[tuple[int, int, int, bool]]: ...

@final
class Column:
    def __new__(cls, texts: Iterable[str | None]) -> Self: ...
    @staticmethod
    def from_arrow(column: ArrowColumn, *, trusted: bool = False) -> Column: ...
    @staticmethod
    def of_lines(block: bytes) -> Column: ...
    @classmethod
    def of_parts(cls, data_type: str, chunks: list[Any]) -> Column: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def to_lines(self, block: bytes, *, before: str = "") -> tuple[bytes, list[tuple[int, int, int]]]: ...
    @property
    def null_count(self) -> int: ...
    @property
    def names(self) -> list[str]: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def field(self, name: str) -> Column: ...
    def slice(self, offset: int, length: int | None = None) -> Column: ...
    def to_pylist(self) -> list[Any]: ...
    def to_pyarrow(self, *, views: bool = True) -> Any: ...
    def to_pyarrow_table(self, *, views: bool = True) -> Any: ...

# The functions over columns; `uriverse.columns.kernels` has their types.
kernels: Kernels

def whatwg_parse(text: Text, base: Text | None = None, *, encoding: str | None = None) -> URL: ...
def whatwg_parse_or_none(text: Text, base: Text | None = None) -> URL | None: ...
def whatwg_can_parse(text: Text, base: Text | None = None) -> bool: ...
def whatwg_errors(
    text: Text, base: Text | None = None, *, encoding: str = "utf-8"
) -> tuple[list[tuple[str, int]], bool]: ...
def whatwg_decode(data: bytes, label: str) -> tuple[str, str, int | None] | None: ...
def whatwg_set(url: URL, attribute: str, value: str) -> tuple[URL, bool]: ...
def whatwg_with_query(url: URL, query: str | None) -> URL: ...
def whatwg_is_valid(text: Text, base: Text | None = None) -> bool: ...
def whatwg_form_parse(data: str | bytes) -> list[tuple[str, str]]: ...
def whatwg_form_serialize(pairs: Iterable[tuple[str, str]], *, encoding: str = "utf-8") -> str: ...
def whatwg_host(
    text: str, *, is_opaque: bool = False
) -> tuple[Literal["domain", "IPv4", "IPv6", "opaque", "empty"], str] | None: ...
def whatwg_address(number: int, version: int) -> str: ...
def whatwg_is_valid_host(text: str, *, is_opaque: bool = False) -> bool: ...
def whatwg_ends_in_a_number(text: str) -> bool: ...
def whatwg_facts(url: URL) -> tuple[bool, bool, bool]: ...
def whatwg_percent_encode(text: str, percent_encode_set: str, *, encoding: str = "utf-8") -> str: ...
def whatwg_percent_decode(text: str | bytes) -> bytes: ...
def python_charset(label: str) -> str: ...
def mend(
    text: Text, scheme: str | None, edition: EditionId | Edition, max_changes: int, classes: tuple[Any, ...]
) -> MendedReference:
    """The MendedReference of a text, with at most `max_changes` of its changes."""

def checked_name(name: str) -> str | None: ...
def whatwg_domain_to_ascii(domain: str, *, be_strict: bool = False) -> str | None: ...
def whatwg_domain_to_unicode(domain: str) -> str: ...

@final
class LinkRows:
    def __new__(cls) -> Self: ...
    def __len__(self) -> int: ...
    @property
    def is_full(self) -> bool: ...
    @property
    def has_mended(self) -> bool: ...
    @property
    def octets(self) -> int: ...
    def tuples(self, start: int = 0) -> list[tuple[Any, ...]]: ...
    def append(self, row: tuple[Any, ...], *, mend: bool = True) -> bool: ...
    def lines(self, form: str, fields: int) -> tuple[bytes, int, int, int] | None: ...
    def finish(self) -> Column: ...

@final
class ReferenceNames:
    def __new__(
        cls,
        common: list[tuple[str, str]],
        others: list[tuple[str, str]],
        svg: list[str],
        css: list[str],
        characters: dict[str, str],
    ) -> Self: ...

@final
class StartTag:
    @property
    def namespace(self) -> Literal["html", "svg"]: ...
    @property
    def tag(self) -> str: ...
    @property
    def attrs(self) -> dict[str, str]: ...
    def attr(self, name: str) -> str | None: ...
    @property
    def position(self) -> tuple[int, int]: ...
    @property
    def text(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class StartTags:
    @staticmethod
    def read(data: bytes, names: ReferenceNames) -> StartTags | None: ...
    def __len__(self) -> int: ...
    @property
    def is_ascii(self) -> bool: ...
    @property
    def last_meta(self) -> int: ...
    @property
    def base(self) -> StartTag | None: ...
    @property
    def robots(self) -> list[StartTag]: ...
    def element(self, at: int) -> StartTag: ...

@final
class LinkWalk:
    def __new__(
        cls,
        elements: StartTags,
        *,
        page: tuple[str, str | None, bool],
        base: tuple[str, str],
        uri: URI | URL | None,
        url: URL | None,
        encoding: str,
    ) -> Self: ...
    def write(self, rows: LinkRows) -> Any: ...

def head_fields(head: bytes) -> tuple[tuple[tuple[str, str], ...], dict[str, str]]: ...
def link_octets(row: tuple[Any, ...]) -> int: ...
