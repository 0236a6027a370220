"""The typed contract of the compiled module: `stubtest` compares it with the binary.

The docstrings come from the binary: `python tools/generate_stub_docs.py` puts them here.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Any, ClassVar, Literal, Self, TypeAlias, final, overload

from typing_extensions import disjoint_base

from uriverse.columns.interface import ArrowColumn
from uriverse.editions.registry import Edition, EditionId
from uriverse.hosts.origins import Origin
from uriverse.reference.queries import Pairs, QueryPairs, Selector, Set, Value
from uriverse.reference.resolution import SameDocument
from uriverse.whatwg.search_params import Init as SearchParamsInit
from uriverse.whatwg.search_params import URLSearchParams

AnyEdition: TypeAlias = EditionId | Edition | str | None
Text: TypeAlias = str | bytes | URIReference | Components
Host: TypeAlias = str | URIReference | None
Section: TypeAlias = Literal["icann", "private"]
UrlText: TypeAlias = str | bytes | URL | URIReference
Kind: TypeAlias = Literal["absolute", "opaque", "network-path", "absolute-path", "relative-path", "same-document"]
HostType: TypeAlias = Literal["IPv4", "IPv6", "IPvFuture", "reg-name", "hostname"]
Level: TypeAlias = Literal["string", "case", "percent", "path", "syntax", "scheme"]
ExcessParents: TypeAlias = Literal["keep", "drop", "refuse"]

# The editions in which an empty reference is a URI. In the others it is "the current document" (RFC 2396, section 4.2).
# A reference's type does not tell its edition. So what resolves references by their own edition gives `URI | Any`: it is
# nearly always a URI, and `isinstance(answer, SameDocument)` may be asked.
WithoutSameDocument: TypeAlias = Literal["rfc1738", "rfc1808", "rfc3986", "rfc3987", "rfc6874"]

TemplatePart: TypeAlias = tuple[str | None, tuple[str, list[tuple[str, int | None, bool]], int, int] | None]

# A fingerprint of the sources that the module was built from.
__sources__: str
__version__: str

@final
class CanonicalSteps:
    """The steps of one profile, ready to run."""
    def __new__(cls, steps: list[tuple[str, dict[str, list[str]]]]) -> Self: ...
    def apply(self, text: Text) -> str | tuple[int, str]:
        """The canonical form of a text, or of octets that need not be UTF-8; the number of the refusing step and its reason where there is none."""
    def explain(self, text: Text) -> tuple[list[str], tuple[int, str] | None]:
        """The text after each step, and last the canonical form; the texts up to the refusing step, its number and its
        reason where there is none.
        """
    def key(self, text: Text) -> int | tuple[int, str]:
        """The stable key of the canonical form; as `apply` where there is none."""

@final
class SchemeRules:
    """What one document says of one scheme, ready to run."""
    def __new__(
        cls,
        name: str,
        edition: AnyEdition,
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
    def accepts(self, text: Text) -> bool:
        """Whether the scheme accepts a text."""
    def compared(self, reference: Text) -> str:
        """What is compared of a reference: its normal form without the components that do not count,
        with a domain name as the domain name system has it.
        """
    def normalize(self, reference: Text) -> URI | RelativeReference:
        """The normal form of a reference, by its own edition; the same object if nothing changes."""

@final
class SuffixTable:
    """The rules of a list of public suffixes, compiled."""
    def __new__(cls, rules: list[tuple[str, Section]]) -> Self: ...
    @staticmethod
    def read(text: str) -> SuffixTable:
        """Compile the text of a list; `ValueError` names a line that is not a rule."""
    def rules(self) -> list[tuple[str, Section]]:
        """The rules as they are written, with their sections."""
    def suffix(self, host: Host, private: bool, default: bool) -> str | None:
        """The public suffix of a host, or None."""
    def domain(self, host: Host, private: bool, default: bool) -> str | None:
        """The registrable domain of a host, or None."""
    def subdomain(self, host: Host, private: bool, default: bool) -> str | None:
        """What stands before the registrable domain of a host, or None."""
    def parts(
        self, host: Host, private: bool, default: bool
    ) -> tuple[str, str | None, str | None, Section | None] | None:
        """Suffix, domain, subdomain and the section of the rule, or None."""

def origin(reference: Text, *, edition: AnyEdition = None) -> tuple[str, str, int] | None:
    """Scheme, host and port of a reference's origin; None where it is opaque."""

def site(reference: Text, suffixes: SuffixTable, schemeful: bool, *, edition: AnyEdition = None) -> str | None:
    """The site of a reference by a list of suffixes; None where its origin is opaque."""

def unicode_property(name: Literal["bidi-class", "category", "script", "width"], code_point: int) -> str:
    """The short name of a property of a code point, by Unicode's tables in this module, whatever Python runs."""

def unicode_normalize(form: Literal["NFC", "NFKC"], text: str) -> str:
    """A text in Normalization Form C or KC, by Unicode's tables in this module; U+FFFD for each lone surrogate."""

def edit_lines(
    block: bytes,
    *,
    mends: bool,
    redirect: str | None,
    parts: Sequence[dict[str, str | None]],
    segments: Sequence[str],
    pairs: Sequence[tuple[Any, Any, Any]],
    form: bool,
    sort: bool,
    ports: Sequence[tuple[str, str]],
    shown: Sequence[tuple[str, str]] | None,
    edition: EditionId | Edition,
) -> tuple[bytes, list[tuple[int, int, int]]]:
    """Edit each line of a block; a block ends with its last line.

    The answers come as one text, each with an LF. A line that has no plain answer (it is refused, or its result is) is told
    apart, by its start and end in the block and by the place in the answers where its own belongs.

    `mends` tells that a valid text may be mended as well; such lines are left. `redirect` is resolved against each text
    first. Each of `parts` gives an answer: it has the new text of each named part as it is written, or None to take it
    away. `segments` are written, too; `pairs` are edits of the query as `with_pairs` takes them, one after the other;
    `ports` are written for schemes where there is none. `shown` makes the answer: pairs of "literal", "url", "part",
    "decoded" (a part) or "query" and a text.
    """

@disjoint_base
class CompiledTemplate:
    """What `uriverse.templates.Template` stands on."""
    def __new__(cls, text: str, bound: dict[str, Any]) -> Self: ...
    @property
    def text(self) -> str:
        """The text of the template."""
    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, each once, in the order in which they first appear."""
    @property
    def bound(self) -> dict[str, Any]:
        """The values that the template has taken already."""
    def parts(self) -> list[TemplatePart]:
        """The parts in order, for what looks into a template."""
    def expand(self, values: Mapping[str, Any] | None = None, /, **given: Any) -> str:
        """Give the text of the reference that the values make (RFC 6570, section 3).

        A value is a str, a reference, a number (as Python writes it), True or False (`true`, `false`), a list or tuple
        of these, or a mapping or a list of (name, value) tuples. None, an empty list and an empty mapping are
        undefined, and so is a variable without a value. The result need not be a valid reference: `{+path}` lets
        brackets through.

        Args:
            values: a mapping from names to values; it may hold more than the template asks for.
            given: values by keyword, which win over `values`. Each must be a variable of the template.

        Raises:
            TypeError: a value has another type, a keyword is not a variable, or a list or mapping stands where the
                template takes a prefix.
            ValueError: a value holds a lone surrogate or is not a finite number.

        >>> from uriverse.templates import Template
        >>> Template("/find{?year*}{&format}").expand({"format": "json"}, year=[1965, 2000])
        '/find?year=1965&year=2000&format=json'
        """

@final
class Tables:
    """The tables of one edition, loaded; a user's own Edition carries one."""
    def __new__(cls, data: bytes) -> Self: ...

class URIReference:
    """A URI or a relative reference: what a document calls a URI reference."""

    __match_args__: ClassVar[tuple[str, ...]]
    def __new__(cls, text: Text, *, edition: AnyEdition = None) -> URIReference: ...
    @property
    def scheme(self) -> str | None:
        """The scheme as written, or None in a relative reference."""
    @property
    def authority(self) -> str | None:
        """The authority as written, or None."""
    @property
    def userinfo(self) -> str | None:
        """What stands before the authority's "@", or None."""
    @property
    def host(self) -> str | None:
        """The host as written, or None where there is no authority or it names no host."""
    @property
    def port(self) -> int | None:
        """The port as an int, or None where it is absent, empty or no number."""
    @property
    def port_text(self) -> str | None:
        """The port as written ("" is not None), or None."""
    @property
    def path(self) -> str:
        """The path as written; never None."""
    @property
    def params(self) -> str | None:
        """RFC 1808's parameters without their ";", or None."""
    @property
    def query(self) -> str | None:
        """The query as written without its "?", or None."""
    @property
    def fragment(self) -> str | None:
        """The fragment as written without its "#", or None."""
    @property
    def kind(self) -> Kind:
        """One of absolute, opaque, network-path, absolute-path, relative-path, same-document."""
    @property
    def edition(self) -> EditionId | Edition:
        """The edition it was read by: an id, or a user's own Edition."""
    @property
    def text(self) -> str:
        """The whole text, as str() gives it."""
    @property
    def user(self) -> str | None:
        """The userinfo before its first ":", decoded; None without a userinfo (RFC 3986, section 3.2.1).

        >>> import uriverse as uv
        >>> ref = uv.parse("ftp://me%40home:secret@h/")
        >>> ref.user, ref.password, ref.userinfo
        ('me@home', 'secret', 'me%40home:secret')
        """
    @property
    def password(self) -> str | None:
        """The userinfo after its first ":", decoded; None without that ":" (RFC 3986, section 3.2.1)."""
    @property
    def connect_host(self) -> str | None:
        """The host as `socket.create_connection` takes it: a name in US-ASCII or an address, without brackets and zone.

        None without a host, and if `uriverse.hosts.verdict` finds it ambiguous or invalid: then readers would connect to
        different hosts, or to none. A zone is in `zone`.

        >>> import uriverse as uv
        >>> [uv.parse(text).connect_host for text in ("http://[::1]:80/", "https://Example.com./", "http://0x7f.1/", "/a")]
        ['::1', 'example.com', None, None]
        """
    @property
    def effective_port(self) -> int | None:
        """The port, or the default port of the scheme where none is written (RFC 3986, section 3.2.3).

        None without a host, for a scheme without a default port, and for a port that is not a number. The default is that
        of `uriverse.schemes.default_port`.

        >>> import uriverse as uv
        >>> [uv.parse(text).effective_port for text in ("https://h/", "https://h:8443/", "mailto:a@b")]
        [443, 8443, None]
        """
    @property
    def request_target(self) -> str | None:
        """What a client sends in the request line to the server of this reference: path and query, without the fragment.

        It is the origin form of RFC 9112, section 3.2.1, in which "/" stands for an empty path. None where there is none:
        without an authority a path must begin with "/". What is beyond US-ASCII is percent-encoded as UTF-8, because a
        request line has no other characters.

        >>> import uriverse as uv
        >>> uv.parse("http://h?q#f").request_target, uv.parse("mailto:a@b").request_target
        ('/?q', None)
        """
    @property
    def segments(self) -> tuple[str, ...]:
        """The decoded segments of the path, in order; () if it is empty, or opaque and so without segments.

        A "/" at the beginning begins the first segment, so "/a" and "a" have the same segments.

        >>> import uriverse as uv
        >>> [uv.parse(text).segments for text in ("http://h", "http://h/", "http://h/a%2Fb/")]
        [(), ('',), ('a/b', '')]
        """
    @property
    def name(self) -> str:
        """The last segment, decoded; "" if the path is empty or ends with "/"."""
    @property
    def suffix(self) -> str:
        """The last ending of `name` with its dot; "" if it has none. A dot at the begin or the end makes no ending.

        >>> import uriverse as uv
        >>> ref = uv.parse("http://h/a/b.tar.gz?q")
        >>> ref.name, ref.suffix, ref.suffixes, ref.stem
        ('b.tar.gz', '.gz', ('.tar', '.gz'), 'b.tar')
        """
    @property
    def suffixes(self) -> tuple[str, ...]:
        """All endings of `name` with their dots, in order."""
    @property
    def stem(self) -> str:
        """`name` without its last ending."""
    @property
    def query_pairs(self) -> QueryPairs:
        """The decoded pairs of the query, a view; see `uriverse.QueryPairs`.

        >>> import uriverse as uv
        >>> uv.parse("http://h/?a=1&b=x%20y").query_pairs["b"]
        'x y'
        """
    def redacted(self, *, also: Iterable[str | Glob] = (), wide: bool = False) -> str:
        """This reference as a text to show, and no reference: passwords, tokens and values that give access as stars.

        The values are those of names in the query, the fragment and the parameters of the path.

        Args:
            also: names to hide besides `uriverse.integrations.logging.STRONG`; case and "_-." do not count. A `Glob`
                stands for many names.
            wide: whether names count that often give access and often do not, such as `key` and `code`.

        Raises:
            TypeError: `also` is not an iterable of names and Globs.

        >>> import uriverse as uv
        >>> uv.parse("https://me:secret@h/?page=2&access_token=abc").redacted()
        'https://me:***@h/?page=2&access_token=***'
        >>> uv.parse("/?page=2&code=abc").redacted(also=["page"], wide=True)
        '/?page=***&code=***'
        """
    @property
    def origin(self) -> Origin | None:
        """Scheme, host and port as browsers compare them (RFC 6454, section 4); None where the origin is opaque.

        >>> import uriverse as uv
        >>> uv.parse("HTTPS://EXAMPLE.com/a").origin
        Origin(scheme='https', host='example.com', port=443)
        """
    @property
    def parent(self) -> Self:
        """The reference without the last segment, its query and its fragment; "/" and the empty path are their own parent.

        >>> import uriverse as uv
        >>> uv.parse("http://h/a/b?q").parent, uv.parse("http://h/a/").parent, uv.parse("http://h/a").parent
        (URI('http://h/a'), URI('http://h/a'), URI('http://h/'))
        """
    @property
    def parents(self) -> tuple[Self, ...]:
        """The parent, its parent and so on, the nearest first; () if the reference has no segments or only an empty one.

        >>> import uriverse as uv
        >>> [str(each) for each in uv.parse("/a/b/c").parents]
        ['/a/b', '/a', '/']
        """
    def append(self, *segments: str) -> Self:
        """This reference with more segments, each taken as data; query and fragment are dropped.

        Args:
            segments: decoded text. A "/" in it is encoded; "" at the end makes the path end with "/". A path that ends
                with "/" goes on there. Without any, the reference is returned as it is.

        Raises:
            ValueError: for "." and "..", which are no data in a path (RFC 3986, section 3.3), and for an opaque URI.

        >>> import uriverse as uv
        >>> uv.parse("http://a/b?q").append("c d", "e/f")
        URI('http://a/b/c%20d/e%2Ff')
        """
    @property
    def host_type(self) -> HostType | None:
        """Which form of host the edition recognises: IPv4, IPv6, IPvFuture, reg-name, hostname; None without a host."""
    @property
    def ip(self) -> IPv4Address | IPv6Address | None:
        """The host as an `ipaddress` object, or None where it is a name."""
    @property
    def zone(self) -> str | None:
        """The zone identifier of an IPv6 address (RFC 6874, section 2), decoded; None without one."""
    def without_zone(self) -> Self:
        """This reference without the zone of its IPv6 address; itself if there is none.

        RFC 6874, section 4: "An HTTP client, proxy, or other intermediary MUST remove any ZoneID attached to an outgoing
        URI, as it has only local significance at the sending host."

        >>> import uriverse as uv
        >>> uv.parse("http://[fe80::1%25en1]/", edition="rfc6874").without_zone()
        URI('http://[fe80::1]/', edition='rfc6874')
        """
    @property
    def opaque_part(self) -> str | None:
        """What follows the scheme of an opaque URI (RFC 2396, section 3), or None where the edition sees a hierarchy."""
    @property
    def server(self) -> str | None:
        """The authority where it was read as a `server` (RFC 2396, section 3.2.2), else None."""
    @property
    def reg_name(self) -> str | None:
        """The name from a registry: the whole authority in 1998 to 2002, the host in RFC 3986 (both section 3.2)."""
    @property
    def whatwg(self) -> URL:
        """The URL that the URL Standard's parser makes of this URI: what a browser would go to.

        Raises:
            URLError: if the parser returns failure, as it does for every relative reference.

        >>> import uriverse as uv
        >>> uv.parse("http://EXAMPLE.org:80/a/../b").whatwg
        URL('http://example.org/b')
        """
    def resolve(
        self,
        reference: Text,
        *,
        strict: bool = True,
        excess_parents: ExcessParents | None = None,
        new_request: bool = False,
    ) -> URI | Any:
        """Resolve a reference against this one as its base (RFC 3986, section 5.2).

        Args:
            reference: what to resolve, a text or a reference.
            strict: False lets a reference with the base's own scheme be read as relative (section 5.2.2).
            excess_parents: what to do with more ".." than there are levels: "keep", "drop", "refuse", or None for the
                edition's own way.
            new_request: give the base, without its fragment, where the answer would be "the current document" (RFC 2396,
                section 4.2); for a reference that always makes a new request, such as a form's action.

        >>> import uriverse as uv
        >>> uv.parse("http://a/b/c").resolve("../d")
        URI('http://a/d')
        """
    def relativize(self, base: Text) -> URIReference:
        """The shortest kind of reference that resolves against `base` to this URI.

        Raises:
            ResolutionError: "unreachable", where none does, because the path has dot segments that resolution would remove.

        >>> import uriverse as uv
        >>> uv.parse("http://a/b/d").relativize("http://a/b/c")
        RelativeReference('d')
        """
    def to_uri(self, *, host: Literal["idna", "percent"] = "idna") -> URIReference:
        """The URI to which this IRI maps; see `uriverse.to_uri`.

        >>> import uriverse as uv
        >>> uv.parse("http://résumé.example.org/é", edition="rfc3987").to_uri()
        URI('http://xn--rsum-bpad.example.org/%C3%A9')
        """
    def to_iri(self) -> URIReference:
        """The IRI that this URI stands for; see `uriverse.to_iri`.

        >>> import uriverse as uv
        >>> uv.parse("http://a/%C3%A9%20").to_iri()
        URI('http://a/é%20', edition='rfc3987')
        """
    def display(self) -> str:
        """What to show a person of this reference, and never to fetch; see `uriverse.display`."""
    def normalize(self, *, level: Level = "syntax") -> Self:
        """The normal form on a level of RFC 3986, section 6.2; the same object when nothing changes.

        >>> import uriverse as uv
        >>> uv.parse("HTTP://EXAMPLE.com/%7euser/../x").normalize()
        URI('http://example.com/x')
        """
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
        segments: Sequence[str] = ...,
        params: str | None = ...,
        query: str | None = ...,
        pairs: Pairs | None = ...,
        fragment: str | None = ...,
    ) -> URIReference:
        """This reference with some components replaced; None undefines one, "" empties it, and the others stay.

        Args:
            scheme, authority, path, params, query, fragment: encoded text without delimiters.
            userinfo, host, port: parts of the authority; they exclude `authority`.
            user, password, segments, pairs: data, as for `compose`; they exclude the components that they are written in.
                `user` and `password` leave each other as they are written; None takes the user away with the password.
                `segments` begin with "/" unless this path is relative.

        Raises:
            URISyntaxError: if the edition refuses the result, or reads it as other components.
            TypeError: if a part has a wrong type, or excludes another one.
            ValueError: if a part cannot be written, as for `compose`.

        >>> import uriverse as uv
        >>> uv.parse("http://a/b?q#f").replace(query="y", fragment=None)
        URI('http://a/b?y')
        >>> uv.parse("http://a/b?q").replace(host="::1", segments=["c/d"], pairs={"x": "&"})
        URI('http://[::1]/c%2Fd?x=%26')
        """
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

        Pairs are removed first, then set, then added. Nothing that is named nowhere changes, and where nothing changes the
        reference itself is returned. A query that loses all its pairs is undefined.

        Args:
            set: a mapping of names to values. The first pair of the name gets the value and keeps the spelling of its name, the
                others of that name go; without one the pair is added at the end. A list of values is given one by one.
                A `Glob` or a function gives its value to every pair that it selects.
            add: a mapping, or pairs, to be added at the end.
            remove: a name, a `Glob`, a function, or an iterable of these. A function is called with the decoded name and value.
            form: read and write `application/x-www-form-urlencoded`: "+" is a space.
            encoding: the charset of the octets.

        A value is a str, a number (as Python writes it), a bool ("true" or "false"), or None for a pair without "=".

        Raises:
            TypeError: if a name or a value has a wrong type.
            URISyntaxError: if the edition has no query there, as in an opaque URI of RFC 2396.

        >>> import uriverse as uv
        >>> ref = uv.parse("http://h/?a=%7e&utm_id=1&page=1&b#f")
        >>> ref.with_pairs(set={"page": 2}, remove=uv.Glob("utm_*"), add={"q": "x&y z"})
        URI('http://h/?a=%7e&page=2&b&q=x%26y%20z#f')
        """
    def __truediv__(self, segment: str, /) -> Self: ...
    def __lt__(self, other: URIReference, /) -> bool: ...
    def __le__(self, other: URIReference, /) -> bool: ...
    def __gt__(self, other: URIReference, /) -> bool: ...
    def __ge__(self, other: URIReference, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...
    def __replace__(
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
        segments: Sequence[str] = ...,
        params: str | None = ...,
        query: str | None = ...,
        pairs: Pairs | None = ...,
        fragment: str | None = ...,
    ) -> URIReference: ...

@final
class Glob:
    """A pattern of names: "*" stands for any characters, "?" for one, all others for themselves.

    A backslash before "*", "?" or a backslash takes it for itself.

    >>> import uriverse as uv
    >>> pattern = uv.Glob("utm_*")
    >>> pattern.pattern, pattern.matches("utm_source"), pattern.matches("xutm_")
    ('utm_*', True, False)
    """
    def __new__(cls, pattern: str) -> Self: ...
    @property
    def pattern(self) -> str:
        """The pattern as it was given."""
    def matches(self, text: str) -> bool:
        """Whether the pattern describes the whole text."""
    def __hash__(self) -> int: ...

@final
class URI(URIReference):
    """A reference that has a scheme."""
    def __new__(cls, text: Text, *, edition: AnyEdition = None) -> Self: ...
    @property
    def scheme(self) -> str:
        """The scheme as written, or None in a relative reference."""

@final
class RelativeReference(URIReference):
    """A reference without a scheme, to be resolved against a base."""
    def __new__(cls, text: Text, *, edition: AnyEdition = None) -> Self: ...
    @property
    def scheme(self) -> None:
        """The scheme as written, or None in a relative reference."""

@final
class Components:
    """The components of a lenient split, which never fails; nothing is checked."""

    __match_args__: ClassVar[tuple[str, ...]]
    @property
    def scheme(self) -> str | None:
        """The scheme as written, or None in a relative reference."""
    @property
    def authority(self) -> str | None:
        """The authority as written, or None."""
    @property
    def userinfo(self) -> str | None:
        """What stands before the authority's "@", or None."""
    @property
    def host(self) -> str | None:
        """The host as written, or None where there is no authority or it names no host."""
    @property
    def port(self) -> int | None:
        """The port as an int, or None where it is absent, empty or no number."""
    @property
    def port_text(self) -> str | None:
        """The port as written ("" is not None), or None."""
    @property
    def path(self) -> str:
        """The path as written; never None."""
    @property
    def params(self) -> str | None:
        """RFC 1808's parameters without their ";", or None."""
    @property
    def query(self) -> str | None:
        """The query as written without its "?", or None."""
    @property
    def fragment(self) -> str | None:
        """The fragment as written without its "#", or None."""
    @property
    def kind(self) -> Kind:
        """One of absolute, opaque, network-path, absolute-path, relative-path, same-document."""
    @property
    def edition(self) -> EditionId | Edition:
        """The edition it was read by: an id, or a user's own Edition."""
    @property
    def text(self) -> str:
        """The whole text, as str() gives it."""
    @property
    def user(self) -> str | None:
        """The userinfo before its first ":", decoded; None without a userinfo (RFC 3986, section 3.2.1).

        >>> import uriverse as uv
        >>> ref = uv.parse("ftp://me%40home:secret@h/")
        >>> ref.user, ref.password, ref.userinfo
        ('me@home', 'secret', 'me%40home:secret')
        """
    @property
    def password(self) -> str | None:
        """The userinfo after its first ":", decoded; None without that ":" (RFC 3986, section 3.2.1)."""
    @property
    def connect_host(self) -> str | None:
        """The host as `socket.create_connection` takes it: a name in US-ASCII or an address, without brackets and zone.

        None without a host, and if `uriverse.hosts.verdict` finds it ambiguous or invalid: then readers would connect to
        different hosts, or to none. A zone is in `zone`.

        >>> import uriverse as uv
        >>> [uv.parse(text).connect_host for text in ("http://[::1]:80/", "https://Example.com./", "http://0x7f.1/", "/a")]
        ['::1', 'example.com', None, None]
        """
    @property
    def effective_port(self) -> int | None:
        """The port, or the default port of the scheme where none is written (RFC 3986, section 3.2.3).

        None without a host, for a scheme without a default port, and for a port that is not a number. The default is that
        of `uriverse.schemes.default_port`.

        >>> import uriverse as uv
        >>> [uv.parse(text).effective_port for text in ("https://h/", "https://h:8443/", "mailto:a@b")]
        [443, 8443, None]
        """
    @property
    def request_target(self) -> str | None:
        """What a client sends in the request line to the server of this reference: path and query, without the fragment.

        It is the origin form of RFC 9112, section 3.2.1, in which "/" stands for an empty path. None where there is none:
        without an authority a path must begin with "/". What is beyond US-ASCII is percent-encoded as UTF-8, because a
        request line has no other characters.

        >>> import uriverse as uv
        >>> uv.parse("http://h?q#f").request_target, uv.parse("mailto:a@b").request_target
        ('/?q', None)
        """
    @property
    def segments(self) -> tuple[str, ...]:
        """The decoded segments of the path, in order; () if it is empty, or opaque and so without segments.

        A "/" at the beginning begins the first segment, so "/a" and "a" have the same segments.

        >>> import uriverse as uv
        >>> [uv.parse(text).segments for text in ("http://h", "http://h/", "http://h/a%2Fb/")]
        [(), ('',), ('a/b', '')]
        """
    @property
    def name(self) -> str:
        """The last segment, decoded; "" if the path is empty or ends with "/"."""
    @property
    def suffix(self) -> str:
        """The last ending of `name` with its dot; "" if it has none. A dot at the begin or the end makes no ending.

        >>> import uriverse as uv
        >>> ref = uv.parse("http://h/a/b.tar.gz?q")
        >>> ref.name, ref.suffix, ref.suffixes, ref.stem
        ('b.tar.gz', '.gz', ('.tar', '.gz'), 'b.tar')
        """
    @property
    def suffixes(self) -> tuple[str, ...]:
        """All endings of `name` with their dots, in order."""
    @property
    def stem(self) -> str:
        """`name` without its last ending."""
    @property
    def query_pairs(self) -> QueryPairs:
        """The decoded pairs of the query, a view; see `uriverse.QueryPairs`.

        >>> import uriverse as uv
        >>> uv.parse("http://h/?a=1&b=x%20y").query_pairs["b"]
        'x y'
        """
    def redacted(self, *, also: Iterable[str | Glob] = (), wide: bool = False) -> str:
        """This reference as a text to show, and no reference: passwords, tokens and values that give access as stars.

        The values are those of names in the query, the fragment and the parameters of the path.

        Args:
            also: names to hide besides `uriverse.integrations.logging.STRONG`; case and "_-." do not count. A `Glob`
                stands for many names.
            wide: whether names count that often give access and often do not, such as `key` and `code`.

        Raises:
            TypeError: `also` is not an iterable of names and Globs.

        >>> import uriverse as uv
        >>> uv.parse("https://me:secret@h/?page=2&access_token=abc").redacted()
        'https://me:***@h/?page=2&access_token=***'
        >>> uv.parse("/?page=2&code=abc").redacted(also=["page"], wide=True)
        '/?page=***&code=***'
        """
    def resolve(
        self,
        reference: Text,
        *,
        strict: bool = True,
        excess_parents: ExcessParents | None = None,
        new_request: bool = False,
    ) -> Components | SameDocument:
        """Resolve any text against these components as its base; the answer is Components too, and nothing in it is judged.

        A text that the edition accepts is read as `uriverse.resolve` reads it. Any other is cut as `split` cuts it: `parse` in
        the steps of RFC 3986, section 5.2.2, may be Appendix B's expression, which "will take any given string" (section 4.1).

        Args:
            reference: what to resolve, a text or a reference.
            strict, excess_parents, new_request: as for `uriverse.resolve`.

        Returns:
            Components of the target, or a SameDocument where the edition says so.

        Raises:
            ResolutionError: if the base has no scheme, or the edition finds it opaque; if `excess_parents` is "refuse".

        >>> import uriverse as uv
        >>> base = uv.split("http://a/my files/index.html")
        >>> str(base.resolve("../photo 1.jpg"))
        'http://a/photo 1.jpg'
        """
    def __lt__(self, other: Components, /) -> bool: ...
    def __le__(self, other: Components, /) -> bool: ...
    def __gt__(self, other: Components, /) -> bool: ...
    def __ge__(self, other: Components, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...

@final
class URL:
    """A URL as the URL Standard has it."""
    def __new__(cls, text: UrlText, base: UrlText | None = None, *, encoding: str | None = None) -> Self: ...
    @property
    def href(self) -> str:
        """The whole URL, serialized."""
    @property
    def origin(self) -> str:
        """The origin, serialized: "https://example.org", or "null" for an opaque origin."""
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
        """The host, or ""."""
    @property
    def port(self) -> str:
        """The port as a text, or "" where it is the scheme's default or there is none."""
    @property
    def pathname(self) -> str:
        """The path."""
    @property
    def search(self) -> str:
        """ "?" and the query, or "" where there is none or an empty one."""
    @property
    def hash(self) -> str:
        """ "#" and the fragment, or "" where there is none or an empty one."""
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
    def parse(text: UrlText, base: UrlText | None = None) -> URL | None:
        """The URL of a text, or None if the parser returns failure, of the base too: `URL.parse` of the Standard.

        >>> from uriverse.whatwg import URL
        >>> URL.parse("../a", "http://h/b/c"), URL.parse("http://h:x")
        (URL('http://h/a'), None)
        """
    def equals(self, other: URL, *, exclude_fragments: bool = False) -> bool:
        """Whether two URLs are equal (section 4.6), by their serializations; perhaps without their fragments.

        >>> from uriverse.whatwg import URL
        >>> url = URL("http://h/#a")
        >>> url.equals(URL("http://h/#b")), url.equals(URL("http://h/"), exclude_fragments=True)
        (False, True)
        """
    def to_json(self) -> str:
        """The serialization: `toJSON` of the Standard."""
    @property
    def search_params(self) -> URLSearchParams:
        """The query as names and values. It is a new list each time; `replace(search_params=...)` puts one into a URL."""
    @property
    def uri(self) -> URI:
        """This URL as a URI of RFC 3986.

        What the RFC does not allow is percent-encoded: nothing else changes.

        Raises:
            URISyntaxError: if the URL is none even then, because of its host or a "%" that begins no triplet.

        >>> from uriverse.whatwg import URL
        >>> URL("https://example.org/[a]|b").uri
        URI('https://example.org/%5Ba%5D%7Cb')
        """
    def resolve(self, reference: UrlText, *, encoding: str | None = None) -> URL:
        """The URL of a text with this one as its base (URL Standard, section 4.4).

        Args:
            reference: any text that could stand in a link.
            encoding: the label of the encoding in which a query is written, for old documents; UTF-8 if None.

        Raises:
            URLError: if the parser returns failure.

        >>> from uriverse.whatwg import URL
        >>> URL("https://example.org/a/b").resolve("../c d")
        URL('https://example.org/c%20d')
        """
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

        A setter repairs its value as the parser does, and ignores a value that it cannot take: the URL then stays as the
        setter's steps leave it, without an error.

        Args:
            href: another URL.
            protocol, username, password, host, hostname, port, pathname, search, hash: the new value, a text.
            search_params: a `URLSearchParams`, or what it is made of; the query becomes its serialization.

        Raises:
            URLError: if `href` cannot be parsed.
            TypeError: if there is no such attribute, or it cannot be set.

        >>> from uriverse.whatwg import URL
        >>> URL("http://example.org:8080/a?b").replace(port="", pathname="c d", hash="e")
        URL('http://example.org/c%20d?b#e')
        """
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
    text: UrlText, *, edition: Literal["whatwg"], agree: Collection[str] | str | None = None
) -> URL:
    """Read a text strictly: a URI or a RelativeReference, or URISyntaxError.

    `agree` names parsers, as `uriverse.agreement` takes them; AgreementError where they do not all accept the text and agree on
    scheme, userinfo, host, port and path.
    """

@overload
def parse(
    text: Text, *, edition: AnyEdition = None, agree: Collection[str] | str | None = None
) -> URI | RelativeReference: ...
def split(text: Text, *, edition: AnyEdition = None) -> Components:
    """Cut a text leniently into Components; never fails."""

def is_valid(text: Text, *, rule: str | None = None, edition: AnyEdition = None, scheme_rules: bool = False) -> bool:
    """Whether an edition's start rule, or any rule by name, accepts the text; and its scheme's own rules, if asked."""

@overload
def resolve(  # type: ignore[overload-overlap]  # a literal is a str
    reference: UrlText,
    base: UrlText,
    *,
    edition: Literal["whatwg"],
    strict: bool = True,
    excess_parents: ExcessParents | None = None,
    new_request: bool = False,
) -> URL:
    """The target of a reference, seen from a base, by the steps of an edition (RFC 3986, section 5.2).

    Args:
        reference: what to resolve, a text or a reference.
        base: a URI. To resolve texts that an edition refuses, call `split(base).resolve(reference)`.
        edition: an edition or its id; without one the given references', or RFC 3986. With "whatwg" the answer is a URL.
        strict: False lets a reference with the base's own scheme be read as relative (section 5.2.2).
        excess_parents: what to do with more ".." than there are levels: "keep", "drop", "refuse", or None for the
            edition's own way.
        new_request: give the base, without its fragment, where the answer would be "the current document". Set it for a
            reference that always makes a new request, such as a form's action (RFC 2396, section 4.2). The editions from
            url-syntax-03 to rfc2396bis-00 give the current document; the others never do.

    Returns:
        A URI, or a SameDocument where the edition says so.

    Raises:
        URISyntaxError: if the edition refuses the reference or the base.
        ResolutionError: if the base has no scheme, or is opaque where the edition refuses that; if `excess_parents` is
            "refuse".

    >>> import uriverse as uv
    >>> uv.resolve("../g", "http://a/b/c/d")
    URI('http://a/b/g')
    >>> uv.resolve("", "http://a/b#f", edition="rfc2396")
    SameDocument(fragment=None)
    >>> uv.resolve("", "http://a/b#f", edition="rfc2396", new_request=True)
    URI('http://a/b', edition='rfc2396')
    """

@overload
def resolve(
    reference: str | bytes,
    base: str | bytes,
    *,
    edition: WithoutSameDocument | None = None,
    strict: bool = True,
    excess_parents: ExcessParents | None = None,
    new_request: bool = False,
) -> URI: ...
@overload
def resolve(
    reference: Text,
    base: Text,
    *,
    edition: None = None,
    strict: bool = True,
    excess_parents: ExcessParents | None = None,
    new_request: bool = False,
) -> URI | Any: ...
@overload
def resolve(
    reference: Text,
    base: Text,
    *,
    edition: AnyEdition = None,
    strict: bool = True,
    excess_parents: ExcessParents | None = None,
    new_request: bool = False,
) -> URI | SameDocument: ...
def target(reference: Text, base: URI | None) -> tuple[str, Kind] | None:
    """The target of a valid reference at a base and the reference's kind, or None where there is anything to say."""

def relativize(target: Text, base: Text, *, edition: AnyEdition = None) -> URI | RelativeReference:
    """The reference that resolves against the base to the target."""

@overload
def normalize(  # type: ignore[overload-overlap]  # a literal is a str
    reference: UrlText, *, level: Level = "syntax", edition: Literal["whatwg"]
) -> URL:
    """The normal form on a level of RFC 3986, section 6.2."""

@overload
def normalize(reference: Text, *, level: Level = "syntax", edition: AnyEdition = None) -> URI | RelativeReference: ...
def normalize_generic(
    reference: Text, *, level: Level = "syntax", edition: AnyEdition = None
) -> URI | RelativeReference:
    """The normal form by the edition alone, without what a scheme adds."""

def equivalent(a: Text, b: Text, *, level: Level = "syntax", edition: AnyEdition = None) -> bool:
    """Whether two references have the same normal form on a level (RFC 3986, section 6.2; RFC 3987, section 5.3).

    On "scheme" the host of a scheme that has a default port is a domain name: its A-labels, its U-labels and their triplets
    are the same (RFC 3986, section 3.2.2; RFC 3987, section 5.3.3). IRIs are compared as the URIs to which they map, on
    every level but "string" (RFC 3987, section 5.3.2.3). Characters are never brought into NFC (5.3.2.2).

    >>> import uriverse as uv
    >>> uv.equivalent("http://b%C3%BCcher.de", "http://xn--bcher-kva.de:80/", level="scheme")
    True
    >>> uv.equivalent("http://bücher.de/é", "http://xn--bcher-kva.de/%C3%A9", level="scheme", edition="rfc3987")
    True
    """

def remove_dot_segments(path: str, /) -> str:
    """RFC 3986, section 5.2.4, on any path."""

def encode(
    text: str | bytes,
    *,
    component: str,
    encoding: str = "utf-8",
    keep_triplets: bool = False,
    edition: AnyEdition = None,
) -> str:
    """Percent-encode data for a component (RFC 3986, section 2.4).

    The characters that the edition's document allows in the component stay. Of octets, which are `bytes` or a text in another
    encoding than UTF-8, none beyond US-ASCII stays.

    >>> import uriverse as uv
    >>> uv.encode("a/b ä", component="segment")
    'a%2Fb%20%C3%A4'
    >>> uv.encode("a/b ä", component="segment", edition="rfc3987")
    'a%2Fb%20ä'
    """

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
    segments: Sequence[str] | None = None,
    params: str | None = None,
    query: str | None = None,
    pairs: Pairs | None = None,
    fragment: str | None = None,
    edition: AnyEdition = None,
) -> URIReference:
    """A reference of the given components; None leaves a component undefined, "" makes it empty.

    Args:
        scheme, authority, path, params, query, fragment: encoded text without delimiters.
        userinfo, host, port: the authority by its parts, instead of `authority`.
        user, password: data, instead of `userinfo`.
        host: a name as it is written, an address, or an `ipaddress` object. An IPv6 address gets its brackets. A name
            beyond US-ASCII becomes A-labels (see `hosts.to_ascii`) unless the edition takes it as it is.
        segments: data, instead of `path`: a path that begins with "/". `()` is the empty path, `("",)` is "/".
        pairs: data, instead of `query`, as for `compose_query`.
        edition: an edition or its id, by which the whole is checked; RFC 3986 if None.

    Raises:
        URISyntaxError: if the edition refuses the whole (a note names the argument), or reads it as other components
            than these: a host "h:80" is read as a host and a port.
        HostNameError: if a host beyond US-ASCII is not a name of the DNS.
        TypeError: if an argument has a wrong type, or excludes another one.
        ValueError: if an argument cannot be written: a dot segment, a password without a user, a port without a host
            or above 65535.

    >>> import uriverse as uv
    >>> str(uv.compose(scheme="http", host="h", port=8080, path="/a"))
    'http://h:8080/a'
    >>> str(uv.compose(scheme="ftp", user="me@home", host="::1", segments=["a/b", "c"], pairs={"n": 1}))
    'ftp://me%40home@[::1]/a%2Fb/c?n=1'
    """

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
        pairs: pairs of a name and a value, or a mapping; a list or tuple in a mapping repeats its name. A value is a str,
            a number (written as Python writes it), a bool ("true" or "false"), or None for a name without "=".
        separator: what stands between two pairs.
        form: write `application/x-www-form-urlencoded` (URL Standard, section 5.2): a space becomes "+", None "".
        encoding: the charset of the octets that are percent-encoded.
        edition: by which characters are encoded; rfc3986 if None.

    Raises:
        TypeError: if a name is not a str, a value is none of these, or a pair is not a tuple or list of two.

    >>> import uriverse as uv
    >>> uv.compose_query([("q", "a&b"), ("flag", None)])
    'q=a%26b&flag'
    >>> uv.compose_query({"id": 5, "tag": ["x", "y z"]}, form=True)
    'id=5&tag=x&tag=y+z'
    """

def decode(
    text: Text,
    *,
    encoding: str = "utf-8",
    errors: str = "strict",
    malformed: Literal["refuse", "keep"] = "refuse",
) -> str:
    """Decode percent-encoded octets, once.

    Decode components, not a whole URI: its delimiters cannot be told from decoded data afterwards (RFC 3986, section 2.4).
    """

def host_type(reference: URIReference | Components) -> HostType | None:
    """The form of a reference's host, by its edition's host types; None without a host."""

def authority_form(reference: URIReference | Components) -> Literal["server", "reg_name"] | None:
    """How the authority was read: "server", "reg_name", or None where the edition knows no such distinction."""

def backend() -> Literal["avx512", "avx2", "ssse3", "neon", "scalar"]:
    """The instructions by which this machine scans texts: "avx512", "avx2", "ssse3", "neon", or "scalar" for plain code."""

def default_port(scheme: str, *, edition: AnyEdition = None) -> int | None:
    """The default port of a scheme, in whatever case it is written, or None if the edition names none."""

def spans(reference: URIReference | Components) -> list[tuple[str, int, int]]:
    """Where the defined components stand in the text, in its order, the authority before its parts: (name, start, end)."""

def continuations(rule: str, prefix: Text, *, edition: AnyEdition = None) -> tuple[frozenset[int], bool]:
    """The bytes with which a rule (or a slot's expression) could go on after a prefix, and whether it accepts the prefix."""

def unit_rules(*, edition: AnyEdition = None) -> list[tuple[str, frozenset[int], bool]]:
    """The named rules that stand for one character or one triplet: name, bytes, whether a triplet counts."""

def rule_names(*, edition: AnyEdition = None) -> list[str]:
    """The names of an edition's rules, as `is_valid` takes them."""

def edition_ids() -> list[str]:
    """The ids of the editions that the engine carries."""

def agreement_alike(text: str, editions: int) -> int | None:
    """Those of the asked editions that accept a text, if they, the lenient split and the URL Standard cut it alike; None
    where any differs, or where the URL Standard writes it otherwise. Editions are bits in the order of `edition_ids`.
    """

def agreement_cuts(
    text: str, parsers: Iterable[str]
) -> list[tuple[str | None, str | None, str | None, str | None, int | str | None, str] | None]:
    """What each of the parsers makes of a text: None where it refuses it, else the host as written, and the five
    components of the destination. A parser is an edition's id, "split" or "whatwg".
    """

def agreement_form(
    component: Literal["userinfo", "host", "port", "path"],
    text: str,
    *,
    scheme: str | None = None,
    has_host: bool = True,
) -> Any:
    """One component in the form in which destinations are compared: of "userinfo", "host", "port" or "path". A port's
    default is that of the scheme; a path is that of a reference with a host or without.
    """

def hand_over(
    name: Literal["schemes", "agreement check", "grammar compiler", "composition"], loader: Callable[[], object]
) -> None:
    """Hands over the function that returns something; it is called when that is needed.

    A second function is ignored: each returns what is imported at the time of the call.
    """

def handed_over(name: Literal["schemes", "agreement check", "grammar compiler", "composition"]) -> Any:
    """What was handed over under a name."""

def scheme_steps() -> list[str]:
    """The names of the steps that a scheme's table can have."""

def refusal_reason(text: Text, at: int, rule: str, component: str | None = None) -> str:
    """Why a text is refused at a character: one word of `refusal_reasons`."""

def refusal_reasons() -> list[str]:
    """The words that `refusal_reason` gives."""

def refusal_hint(text: Text, at: int, rule: str, component: str | None = None, *, edition: AnyEdition = None) -> str:
    """What to do about a refusal at a character of a text; "" where there is nothing better to say than what was expected."""

def refusing_rules(text: Text, *, edition: AnyEdition = None) -> list[tuple[str, int]]:
    """The rules that could go on where a text is refused, each with the character from which it sees the text; [] if it is not."""

@final
class Plain:
    """What no check finds anything in; see the engine's `Plain`."""
    def __new__(
        cls,
        top_level: Sequence[str],
        noted: Sequence[str],
        devices: Sequence[str],
        keys: Sequence[str],
        schemes: Sequence[str],
    ) -> Self: ...
    def url(self, text: object) -> bool:
        """Whether an object is a text, of the type `str` itself, and plain."""
    def port(self, text: str) -> tuple[int, int] | None:
        """The place of the port of a text that without it is plain; None if there is none, or anything else is not plain."""
    def host(self, text: str) -> bool: ...
    def path(self, text: str) -> bool: ...
    def query(self, text: str) -> bool: ...
    def fragment(self, text: str) -> bool: ...

@final
class Colons:
    """The colons that may end one of some schemes; see the engine's `Colons`."""
    def __new__(cls, names: list[str], letters: bytes, any: bool, following: bytes) -> Self: ...
    def of(self, text: str) -> ColonsOf:
        """The search through one text."""

@final
class ColonsOf:
    """The colons of one text."""
    def find(self, start: int) -> int | None:
        """The first one at a place or after it, or None; places count characters. It costs what lies between this place
        and the one before.
        """

@final
class Column:
    """A column of Arrow memory: what the functions of `uriverse.columns` take and give."""
    def __new__(cls, texts: Iterable[str | None]) -> Self: ...
    @staticmethod
    def from_arrow(column: ArrowColumn, *, trusted: bool = False) -> Column:
        """A column of another library, imported once: the functions then take it without checking its rows again. With
        `trusted` they are not checked at all, which saves some nanoseconds a row; texts that are not UTF-8, or offsets that
        lead elsewhere, then give wrong rows.
        """
    @staticmethod
    def of_lines(block: bytes) -> Column | None:
        """The lines of a block as a column; None if they are not UTF-8."""
    @property
    def null_count(self) -> int:
        """How many rows are null."""
    @property
    def names(self) -> list[str]:
        """The names of a struct column's fields; empty for any other."""
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def field(self, name: str) -> Column:
        """A field of a struct column by name."""
    def slice(self, offset: int, length: int | None = None) -> Column:
        """A part of the rows; nothing is copied."""
    def to_pylist(self) -> list[Any]:
        """The rows as Python objects: str, bool, int, dict, list, None."""
    def to_pyarrow(self, *, views: bool = True) -> Any:
        """The column as a `pyarrow.ChunkedArray`, without copying; with `string` instead of views where that is asked."""
    def to_pyarrow_table(self, *, views: bool = True) -> Any:
        """The fields of a struct column as a `pyarrow.Table`: a row that is null has null in each of them, since a table has
        no null rows.
        """

def column_parse(column: ArrowColumn, want: list[Any], *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """Parse a column: the wanted parts as one struct column."""

def column_split(column: ArrowColumn, want: list[Any], *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """The components of every text by the lenient split, valid or not."""

def column_part(column: ArrowColumn, want: str, *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """One part of every text."""

def column_errors(column: ArrowColumn, *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """Why, where, by which rule and with which hint each text is refused."""

def column_is_valid(
    column: ArrowColumn, *, rule: str | None = None, edition: AnyEdition = None, threads: int = 0
) -> Column:
    """Whether the edition, or one rule of it, accepts each text."""

def column_equivalent(
    a: ArrowColumn,
    b: ArrowColumn | str | None,
    *,
    level: Level = "syntax",
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """Whether both texts of each row are equivalent on a level."""

def column_agreement(column: ArrowColumn, *, threads: int = 0) -> Column:
    """Where two parsers would send a request for each text, and on what they differ."""

def column_canonical(column: ArrowColumn, steps: CanonicalSteps, *, threads: int = 0) -> Column:
    """The canonical form of each text by the steps of a profile."""

def column_key(column: ArrowColumn, steps: CanonicalSteps, *, threads: int = 0) -> Column:
    """The stable key of the canonical form of each text."""

def column_name_part(
    column: ArrowColumn,
    part: Literal["suffix", "domain", "subdomain"],
    suffixes: SuffixTable,
    *,
    private: bool = True,
    default: bool = True,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """A part of the name of each text's host: "suffix", "domain" or "subdomain"."""

def column_without_www(column: ArrowColumn, *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """Each text without the "www." at the front of its host."""

def column_origin(column: ArrowColumn, *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """The origin of each text."""

def column_site(
    column: ArrowColumn,
    suffixes: SuffixTable,
    *,
    schemeful: bool = True,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """The site of each text."""

def column_to_ascii(column: ArrowColumn, *, be_strict: bool, threads: int = 0) -> Column:
    """Each name in ASCII by UTS #46, or as the URL Standard uses it."""

def column_converted(
    column: ArrowColumn,
    convert: Callable[[str], object],
    changes: Literal["triplets", "letters", "any"],
    *,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """Each text as a Python function has it; a `ValueError` is a null. It is asked about the texts that hold what it
    changes: "triplets", "letters" (characters beyond US-ASCII) or "any". The others stay. If an edition is given, what it
    refuses is null, and the function is not asked.
    """

def column_of_records(
    fields: list[tuple[str, Literal["text", "int64", "texts", "pairs"]]], rows: Iterable[tuple[Any, ...] | None]
) -> Column:
    """A struct column of rows, each a tuple of a value for each of the fields, or None. The fields are pairs of a name and
    "text", "int64", "texts" or "pairs".
    """

def column_normalize(
    column: ArrowColumn, *, level: Level = "syntax", edition: AnyEdition = None, threads: int = 0
) -> Column:
    """The normal form of each text."""

def column_encode(
    column: ArrowColumn,
    component: str,
    *,
    keep_triplets: bool = False,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """Each text percent-encoded for a component."""

def column_decode(
    column: ArrowColumn,
    *,
    errors: Literal["strict", "replace"] = "strict",
    malformed: Literal["refuse", "keep"] = "refuse",
    threads: int = 0,
) -> Column:
    """Each text percent-decoded, once."""

def column_query_value(
    column: ArrowColumn,
    name: str,
    *,
    form: bool = False,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """The decoded value of a name in each text's query."""

def column_query_pairs(
    column: ArrowColumn, *, form: bool = False, edition: AnyEdition = None, threads: int = 0
) -> Column:
    """The pairs of each text's query."""

def column_query_names(column: ArrowColumn, *, form: bool = False, edition: AnyEdition = None) -> Column:
    """The decoded names of the pairs of each text's query."""

def column_hierarchy(column: ArrowColumn, *, path_only: bool = False, edition: AnyEdition = None) -> Column:
    """What contains each text: the text cut after each segment of its path. With `path_only` it is the path that is cut."""

def column_with_pairs(
    column: ArrowColumn,
    *,
    set: Mapping[str, Value | Sequence[Value]] | Mapping[Glob, Value] | None = None,
    add: Pairs | None = None,
    remove: str | Glob | Iterable[str | Glob] | None = None,
    form: bool = False,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """Each text with some pairs of its query changed."""

def column_relativize(
    targets: ArrowColumn, base: ArrowColumn | str | None, *, edition: AnyEdition = None, threads: int = 0
) -> Column:
    """A reference for each target that resolves to it."""

def column_lists(
    column: ArrowColumn,
    fields: list[tuple[str, Any]],
    find: Callable[[Any], Iterable[tuple[Any, ...]]],
    *,
    plain: Plain | None = None,
) -> Column:
    """The records that a function finds in each text, as a column of lists of structs. The function takes a text (`bytes`
    where the column is of octets) and gives tuples, one value for each of the fields, which are pairs of a name and
    "text", "word", "int32" or "bool". Where `plain` is given, plain URLs have no records and are not asked about; and of URLs
    that are plain but for their port, those of the same scheme and port have the same records, as far as they are at the
    port.
    """

def column_matches(
    column: ArrowColumn,
    fields: list[tuple[str, Any]],
    find: Callable[[Any], Iterable[tuple[Any, ...]]],
    *,
    having: str,
    colons: Colons | None = None,
    edition: AnyEdition = None,
) -> Column:
    """The same for the references in each text. A text without any of the octets of `having` has none. If `colons` are
    given, a text without one of them has none either; and if an edition is given, references that stand between spaces
    and are http or https URLs are found without the function.
    """

def column_resolve(
    references: ArrowColumn,
    base: ArrowColumn | str | None,
    want: list[Any] | None = None,
    *,
    edition: AnyEdition = None,
    strict: bool = True,
    excess_parents: ExcessParents | None = None,
    new_request: bool = False,
    threads: int = 0,
) -> Column:
    """Each reference resolved: the targets alone, or what is wanted as one struct column."""

def whatwg_parse(text: UrlText, base: UrlText | None = None, *, encoding: str | None = None) -> URL:
    """The URL of a text, as `URL(...)` makes it."""

def whatwg_can_parse(text: UrlText, base: UrlText | None = None) -> bool:
    """Whether the URL Standard's parser makes a URL of a text."""

def whatwg_errors(
    text: UrlText, base: UrlText | None = None, *, encoding: str = "utf-8"
) -> tuple[list[tuple[str, int]], bool]:
    """The validation errors of a text as (name, place in characters), and whether the parser returns failure."""

def whatwg_decode(data: bytes, label: str) -> tuple[str, str, int | None] | None:
    """Octets as text by the encoding of a label (Encoding Standard, section 4.2): the encoding's name, the text with U+FFFD
    for each error, and the place of the first error or None. None if there is no such label, or if it names "replacement".
    """

def whatwg_set(url: URL, attribute: str, value: str) -> tuple[URL, bool]:
    """A URL with one attribute set by its setter's steps, and whether the setter ignored the value."""

def whatwg_with_query(url: URL, query: str | None) -> URL:
    """A URL with another query, or none, taken as it is: what updating a `URLSearchParams` does."""

def whatwg_is_valid(text: UrlText, base: UrlText | None = None) -> bool:
    """Whether a text is a valid URL string."""

def whatwg_form_parse(text: str | bytes) -> list[tuple[str, str]]:
    """The `application/x-www-form-urlencoded` parser."""

def whatwg_form_serialize(pairs: Iterable[tuple[str, str]], *, encoding: str = "utf-8") -> str:
    """The `application/x-www-form-urlencoded` serializer."""

def whatwg_host(
    text: str, *, is_opaque: bool = False
) -> tuple[Literal["domain", "IPv4", "IPv6", "opaque", "empty"], str] | None:
    """The host parser: the kind of host and its serialization, or None for failure."""

def whatwg_is_valid_host(text: str, *, is_opaque: bool = False) -> bool:
    """Whether a text is a valid host string, or a valid opaque-host string."""

def whatwg_ends_in_a_number(text: str) -> bool:
    """The ends-in-a-number checker."""

def whatwg_facts(url: URL) -> tuple[bool, bool, bool]:
    """Whether a URL is special, has an opaque path, and includes credentials."""

def whatwg_scalar_values(text: str) -> str:
    """A text as a scalar value string: each lone surrogate becomes U+FFFD."""

def whatwg_percent_encode(text: str, percent_encode_set: str, *, encoding: str = "utf-8") -> str:
    """Percent-encode after encoding, with a set by its name."""

def whatwg_percent_decode(text: str | bytes) -> bytes:
    """Percent-decode the UTF-8 of a text, or bytes."""

def whatwg_domain_to_ascii(domain: str, *, be_strict: bool = False) -> str | None:
    """The domain parser: the domain in ASCII, or None for failure."""

def whatwg_domain_to_unicode(domain: str) -> str:
    """Domain to Unicode."""

@final
class LinkRows:
    """Rows of references, as columns."""
    def __new__(cls) -> Self: ...
    def __len__(self) -> int: ...
    @property
    def is_full(self) -> bool:
        """Whether the rows are as many as one batch should have."""
    @property
    def left(self) -> int:
        """How many more rows the document may have."""
    @property
    def has_mended(self) -> bool:
        """Whether a row had lone surrogates, now or before."""
    @property
    def octets_left(self) -> int:
        """How many more bytes of text the document's rows may have."""
    def begin(self, rows: int, octets: int) -> None:
        """Begin a document, which may have as many rows and as many bytes of text in them."""
    def append(self, row: tuple[Any, ...]) -> None:
        """Write a row that Python made. Octets that are not UTF-8, which it holds as lone surrogates, become U+FFFD."""
    def finish(self) -> Column:
        """The rows as a struct column; after that there are none."""

@final
class ReferenceNames:
    """The names of elements and attributes that hold references.

    `common` names for an element the attribute that holds one reference and nothing else decides about. `others` are
    pairs of an attribute and an element, or "*": their elements are handed to Python. So are elements of SVG that have
    one of the attributes `svg`. The attributes `css` hold declarations or a style sheet.
    """
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
    """An element whose start tag was read.

    It answers as the parser's elements do: `tag`, `attrs`, `attr(name)`, `position`, `text`.
    """
    @property
    def namespace(self) -> Literal["html", "svg"]:
        """Its namespace: "html" or "svg"."""
    @property
    def tag(self) -> str:
        """The element's name, in lower case but for some of SVG."""
    @property
    def attrs(self) -> dict[str, str]:
        """Its attributes, in order; of two with one name the first."""
    def attr(self, name: str) -> str | None:
        """The value of an attribute; None if the element does not have it."""
    @property
    def position(self) -> tuple[int, int]:
        """The line of its tag, from 1, and the column, from 0."""
    @property
    def text(self) -> str:
        """The content of a style sheet, else an empty text."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def is_marked(self) -> bool:
        """Whether it has attributes that hold references in other ways than `common` ones do."""

@final
class StartTags:
    """The elements of a page that have references, in order."""
    @staticmethod
    def read(data: bytes, names: ReferenceNames) -> StartTags | None:
        """Read a page; None if its tree may have something else than one element for each tag, in their order.

        The page is taken for UTF-8, or for US-ASCII in any encoding that has it.
        """
    def __len__(self) -> int: ...
    @property
    def is_ascii(self) -> bool:
        """Whether the page is US-ASCII."""
    @property
    def last_meta(self) -> int:
        """Where the last `meta` ends that may name the page's encoding; 0 if there is none."""
    @property
    def base(self) -> StartTag | None:
        """The element that sets the base, or None."""
    def element(self, at: int) -> StartTag:
        """An element, by its number."""

@final
class TreeElements:
    """The elements of a page that may have references, in the tree's order."""
    def __new__(cls, elements: list[Any], marked: list[Any], names: dict[str, str], copied: frozenset[str]) -> Self: ...

@final
class LinkWalk:
    """The elements of a page, with what their references are judged by."""
    def __new__(
        cls,
        elements: StartTags | TreeElements,
        *,
        source: str,
        base: str,
        rule: str,
        uri: URI,
        url: URL | None,
        encoding: str,
    ) -> Self: ...
    def write(self, rows: LinkRows) -> Any:
        """Write rows of the next elements, until one needs Python or there is no room.

        Returns the element whose rows Python is to make, or None at the page's end. If there is no room for a row, its
        element needs Python too: the row that Python makes goes to the consumer of the batches.
        """

def attributes_of_tags(data: bytes, names: list[str]) -> list[str] | None:
    """Which of some names of attributes occur in the tags of a page; None if that is not known.

    The octets must be in an encoding in which US-ASCII is itself, the names in lower case.
    """

def link_octets(row: tuple[Any, ...]) -> int:
    """How many octets of text a row has that Python made: what `LinkRows.append` would write."""

def links_as_json(batch: Any, fields: int) -> bytes:
    """The rows of a batch as lines of JSON, with the first fields alone."""
