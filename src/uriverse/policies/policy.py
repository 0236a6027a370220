"""A policy: which URLs a program takes, as one immutable value for fields, guards and columns.

`policy.url(text)` is the door. It reads a text as browsers do, writes it so that every program reads it alike, and
judges what it wrote; the caller uses the result, never the text:

    " HTTPS://Hooks.Example.com:443/new"   gives URL('https://hooks.example.com/new')
    "http://1.1.1.1\\@127.0.0.1/"           gives URL('http://1.1.1.1/@127.0.0.1/'), as browsers read it; httpx would
                                           connect to 127.0.0.1 if it were sent the text

So `admits(text)` and `reasons(text)` refuse a text that had to be changed: who asks them still holds the text.

The engine admits and refuses (`crates/hosts/src/policies.rs`); when the message of a refusal is read, `reasons` judges
again, part by part (`policies.judging`). What the engine leaves open, such as networks, Python decides at once.

On canonical URLs a policy is a regular language, so two are compared by proof: see `policies.comparison`.

Alternatives: comparing what many parsers make of the text (`uriverse.agreement`) takes 70 microseconds and refuses what
browsers send every day, such as "[" in a query. It is kept for those who must send the original text.
"""

from __future__ import annotations

from _collections_abc import Iterable

from uriverse import _core
from uriverse._core import URIReference
from uriverse._core import WebURL as URL
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import EDITION, TEXT, check_argument, refuse_others, wrong_type
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, Never
from uriverse.ground.records import dataclass, field
from uriverse.hosts.kinds import HostLists
from uriverse.policies.arguments import limits_of, ports_of, shown_field, texts_of
from uriverse.policies.hosts import address_refusal, networks
from uriverse.policies.judging import WEB, read_url, reasons_of, too_long
from uriverse.policies.patterns import Pattern as _Pattern
from uriverse.policies.patterns import pattern_of
from uriverse.policies.reasons import PolicyError, Reason

if TYPE_CHECKING:
    from re import Pattern
    from typing import Literal, TypeVar

    from uriverse._core import Text
    from uriverse.editions.registry import Edition, EditionId
    from uriverse.hosts.addresses import Address
    from uriverse.policies.hosts import Addresses, Network
    from uriverse.policies.reasons import Excess

    Kind = TypeVar("Kind", bound=URIReference | str)

# The most steps of a comparison: about 5 seconds and 250 MB, as for a grammar (`grammar.effort`).
MAX_WORK: Final = 20_000_000


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Policy:
    """Which URLs a program takes. The defaults are safe for a stranger's URL that will be fetched.

    Args:
        schemes: the allowed schemes, in any case; None allows all.
        hosts: patterns of allowed hosts, as `uriverse.hosts.host_matches` takes them; None allows all. `*.example.com`
            matches every name below example.com, and not example.com itself. A dot at the end of a host is ignored.
        ports: the allowed ports, the scheme's default by its number too; "safe" allows 1 to 65535 without those of
            other services, such as 25 (Fetch Standard, "bad ports"); "any" allows 1 to 65535.
        userinfo: whether a user and a password are allowed.
        addresses: "public" refuses addresses and names that lead inside, such as `10.0.0.7`, `localhost`,
            `printer.local` and names of one label, also if `hosts` names them; "any" allows all; networks, such as
            "10.0.0.0/8", allow their addresses, and every name, whose addresses `check_address` judges.
        paths: patterns of allowed paths: `/a/b`, `/a/*` (one segment below), `/a/**` (all below); None allows all.
        fragment: whether a fragment is allowed.
        max_length: the maximum number of characters; None for no limit.
        host: whether a host is required; of http, https, ws and wss one always is.
        edition: the edition by which a URI of another scheme is read.
        lists: where hosts lead; by default the lists of the process that judges. A policy that was given lists keeps
            them in a pickle.
        pattern: a regular expression that must match the URL, as `from_regex` makes it; None for none.
        all_of: policies that must admit the URL too, as `&` makes them.

    Raises:
        TypeError: an argument has another type or name.
        ValueError: a pattern, a network or a word is invalid.

    >>> import uriverse as uv
    >>> hooks = uv.Policy(schemes={"https"}, hosts={"*.example.com"}, paths={"/hooks/**"})
    >>> hooks.url("HTTPS://a.Example.com/hooks/1")
    URL('https://a.example.com/hooks/1')
    >>> hooks.admits("https://a.example.com.evil.org/hooks/1")
    False
    """

    schemes: frozenset[str] | None
    hosts: frozenset[str] | None
    ports: frozenset[int] | Literal["safe", "any"]
    userinfo: bool
    addresses: Addresses
    paths: frozenset[str] | None
    fragment: bool
    max_length: int | None
    host: bool
    edition: EditionId | Edition
    lists: HostLists | None
    pattern: _Pattern | None
    all_of: frozenset[Policy]
    _limits: _core.PolicyLimits = field(compare=False, repr=False)

    def __init__(
        self,
        *,
        schemes: Iterable[str] | str | None = ("http", "https"),
        hosts: Iterable[str] | str | None = None,
        ports: Iterable[int] | int | Literal["safe", "any"] = "safe",
        userinfo: bool = False,
        addresses: Literal["public", "any"] | Iterable[Network | str] = "public",
        paths: Iterable[str] | str | None = None,
        fragment: bool = True,
        max_length: int | None = None,
        host: bool = True,
        edition: EditionId | Edition = DEFAULT_EDITION,
        lists: HostLists | None = None,
        pattern: _Pattern | None = None,
        all_of: Iterable[Policy] = (),
        **others: Never,
    ) -> None:
        refuse_others("Policy", others, FIELDS)
        for name, flag in (("userinfo", userinfo), ("fragment", fragment), ("host", host)):
            check_argument(name, flag, bool)
        check_argument("max_length", max_length, (int, type(None)))
        check_argument("edition", edition, EDITION)
        check_argument("lists", lists, (HostLists, type(None)))
        check_argument("pattern", pattern, (_Pattern, type(None)))
        parts = frozenset(all_of)
        for part in parts:
            check_argument("all_of", part, Policy)
        patterns, below, names = texts_of("hosts", hosts), texts_of("paths", paths), texts_of("schemes", schemes)
        fields: dict[str, Any] = {
            "schemes": None if names is None else frozenset(name.lower() for name in names),
            "hosts": None if patterns is None else frozenset(pattern.lower() for pattern in patterns),
            "ports": ports_of(ports),
            "userinfo": userinfo,
            "addresses": networks(addresses),
            "paths": below,
            "fragment": fragment,
            "max_length": max_length,
            "host": host,
            "edition": edition,
            "lists": lists,
            "pattern": pattern,
            "all_of": parts,
        }
        for name, value in (*fields.items(), ("_limits", limits_of(fields))):
            object.__setattr__(self, name, value)

    @classmethod
    def any(cls, **limits: Any) -> Policy:
        """Return a policy that allows everything but what the arguments limit, for identifiers.

        Args:
            limits: the arguments of `Policy`.

        Returns:
            A Policy.

        Raises:
            TypeError, ValueError: as for `Policy`.

        >>> import uriverse as uv
        >>> uv.Policy.any(schemes={"urn", "tag"}).admits("urn:isbn:0451450523")
        True
        """
        return cls(**_PERMISSIVE | limits)

    @classmethod
    def from_regex(
        cls, pattern: str | Pattern[str], how: Literal["match", "search", "fullmatch"] = "match", **limits: Any
    ) -> Policy:
        """Return a policy that admits the URLs of the Web in whose canonical text a regular expression finds a match.

        Args:
            pattern: an expression of Python's `re`, or a compiled one.
            how: the function of `re` that is asked.
            limits: more arguments of `Policy`; without them all but the expression is allowed.

        Returns:
            A Policy.

        Raises:
            TypeError, ValueError: as for `Policy`, and if `re` refuses the expression.

        >>> import uriverse as uv
        >>> loose = uv.Policy.from_regex(r"^https://example\\.com")
        >>> [str(url) for url in loose.beyond(uv.Policy(hosts="example.com"), count=2)]
        ['https://example.coma/', 'https://example.com.evil.net/']
        """
        return cls(**_PERMISSIVE | {"schemes": WEB} | limits, pattern=pattern_of(pattern, how))

    @classmethod
    def from_hosts(cls, hosts: str | Iterable[str], **limits: Any) -> Policy:
        """Return a policy that admits the hosts of a list, one a line; "#" begins a comment.

        Args:
            hosts: the text of a list, or its lines. `*.example.com` is every name below, and `.example.com`, as in
                Django and in cookies, that name too.
            limits: more arguments of `Policy`.

        Returns:
            A Policy.

        Raises:
            ValueError: a line is no host: a URL, or a pattern of another kind.

        >>> import uriverse as uv
        >>> uv.Policy.from_hosts(".example.com  # ours").hosts == {"example.com", "*.example.com"}
        True
        """
        from uriverse.policies.lists import hosts_of

        return cls(hosts=hosts_of(hosts), **limits)

    @classmethod
    def from_origins(cls, origins: str | Iterable[str], **limits: Any) -> Policy:
        """Return a policy that admits the URLs of some origins, as CORS lists them, one a line.

        Args:
            origins: such as `https://app.example.com`, `http://localhost:3000` and `https://*.example.com`.
            limits: more arguments of `Policy`.

        Returns:
            A Policy.

        Raises:
            ValueError: a line is no origin: it has a path, or it is "*" or "null", which every page can send.

        >>> import uriverse as uv
        >>> cors = uv.Policy.from_origins(["https://app.example.com", "http://localhost:3000"])
        >>> cors.admits("http://localhost:3000/a"), cors.admits("http://app.example.com/")
        (True, False)
        """
        from uriverse.policies.lists import origins_pattern

        return cls.from_regex(origins_pattern(origins), "match", **limits)

    @classmethod
    def from_redirect_uris(cls, uris: str | Iterable[str], **limits: Any) -> Policy:
        """Return a policy that admits the redirect URIs of an OAuth client, one a line, compared as texts.

        A loopback address is admitted with any port (RFC 8252, section 7.3); `localhost` is a name, and is compared.

        Args:
            uris: the URIs as they are registered.
            limits: more arguments of `Policy`.

        Returns:
            A Policy.

        Raises:
            ValueError: a line is no URL of the Web, or has a fragment (RFC 6749, section 3.1.2).

        >>> import uriverse as uv
        >>> client = uv.Policy.from_redirect_uris("http://127.0.0.1/callback")
        >>> client.admits("http://127.0.0.1:49152/callback"), client.admits("http://127.0.0.1:49152/")
        (True, False)
        """
        from uriverse.policies.lists import redirects_pattern

        return cls.from_regex(redirects_pattern(uris), "fullmatch", **limits)

    def __and__(self, other: Policy) -> Policy:
        """The policy that admits what both admit."""
        if not isinstance(other, Policy):
            return NotImplemented
        if self.edition != other.edition:
            raise ValueError("&: the policies read URIs by different editions")
        parts = {part for policy in (self, other) for part in (policy.all_of or {policy})}
        if len(parts) == 1:
            return self
        lengths = [part.max_length for part in parts if part.max_length is not None]
        return Policy.any(all_of=parts, edition=self.edition, max_length=min(lengths, default=None))

    def contains(self, other: Policy, *, max_work: int = MAX_WORK) -> bool:
        """Whether this policy admits every URL of the Web that another admits: a proof, or a URL was seen.

        Args:
            other: the other policy.
            max_work: the most steps.

        Returns:
            True or False.

        Raises:
            ComparisonError: it cannot be proved, and why.

        >>> import uriverse as uv
        >>> uv.Policy(hosts="*.example.com").contains(uv.Policy(hosts={"a.example.com", "b.c.example.com"}))
        True
        """
        check_argument("other", other, Policy)
        return not other.beyond(self, count=1, max_work=max_work)

    def overlaps(self, other: Policy, *, max_work: int = MAX_WORK) -> bool:
        """Whether there is a URL of the Web that both policies admit.

        Args:
            other: the other policy.
            max_work: the most steps.

        Returns:
            True or False.

        Raises:
            ComparisonError: it cannot be proved, and why.

        >>> import uriverse as uv
        >>> uv.Policy(hosts="*.example.com").overlaps(uv.Policy(hosts="example.com"))
        False
        """
        from uriverse.policies.comparison import both

        check_argument("other", other, Policy)
        return bool(both(self, other, 1, max_work))

    def beyond(self, other: Policy, count: int = 3, *, max_work: int = MAX_WORK) -> tuple[URL, ...]:
        """Return URLs of the Web that this policy admits and another does not; none exists if there is none.

        Args:
            other: the other policy.
            count: the most URLs: the shortest, then such as convince, then the next shortest.
            max_work: the most steps.

        Returns:
            A tuple of URLs; each was tried on both policies.

        Raises:
            ComparisonError: it cannot be proved, and why.

        >>> import uriverse as uv
        >>> uv.Policy(schemes={"http", "https"}, hosts="example.com").beyond(uv.Policy(schemes="https"), count=1)
        (URL('http://example.com/'),)
        """
        from uriverse.policies.comparison import beyond

        check_argument("other", other, Policy)
        check_argument("count", count, int)
        return beyond(self, other, count, max_work)

    def lint(self, intended: Policy, *, as_written: bool = False, max_work: int = MAX_WORK) -> tuple[Excess, ...]:
        """Return what this policy admits beyond an intention: of each kind of excess one URL, and its cause.

        Args:
            intended: the policy that is meant, such as `Policy(hosts="example.com", schemes="https")`.
            as_written: whether the program matches the expression with a text as it is written, and not with the text
                of a `uriverse.URL`. Then texts are reported too that browsers read as another host. These are a search
                and no proof.
            max_work: the most steps.

        Returns:
            A tuple of excesses; if it is empty, and nothing is searched as written, no URL of the Web is admitted
            beyond the intention.

        Raises:
            ComparisonError: it cannot be proved, and why.

        >>> import uriverse as uv
        >>> loose = uv.Policy.from_regex("^https://www.example[.]com/")
        >>> for excess in loose.lint(uv.Policy(hosts="www.example.com")):
        ...     print(excess.text, excess.cause)
        https://wwwaexample.com/ the "." at 12 matches any character: write "\\."
        https://www/example.com/ the "." at 12 matches any character: write "\\."
        https://www@example.com/ the "." at 12 matches any character: write "\\."
        """
        from uriverse.policies.linting import lint

        check_argument("intended", intended, Policy)
        fields = {name: getattr(self, name) for name in FIELDS}
        return lint(self, intended, as_written, max_work, lambda pattern: Policy(**fields | {"pattern": pattern}))

    def examples(self, count: int = 3, *, max_work: int = MAX_WORK) -> tuple[URL, ...]:
        """Return URLs of the Web that this policy admits; none exists if there is none.

        Args:
            count: the most URLs: the shortest, then such as convince, then the next shortest.
            max_work: the most steps.

        Returns:
            A tuple of URLs; each was tried.

        Raises:
            ComparisonError: it cannot be proved, and why.

        >>> import uriverse as uv
        >>> uv.Policy(schemes="https", hosts="example.com", paths="/hooks/*").examples(count=1)
        (URL('https://example.com/hooks/a'),)
        """
        from uriverse.policies.comparison import examples

        check_argument("count", count, int)
        return examples(self, count, max_work)

    def url(self, text: Text, base: Text | None = None) -> URL:
        """Return the URL of a text if the policy admits it: use the result, never the text.

        Args:
            text: a text or a reference, read as browsers read it (URL Standard); white space around it, backslashes
                and missing slashes are allowed.
            base: the URL against which a relative reference is resolved.

        Returns:
            The URL.

        Raises:
            PolicyError: with every reason, also if the text is not a URL of the Web.

        >>> import uriverse as uv
        >>> try:
        ...     uv.Policy().url("http://127.1/")
        ... except uv.PolicyError as error:
        ...     print(error)
        http://127.0.0.1/ is refused: 127.0.0.1 is not public (loopback); addresses "any" would allow it
        """
        url = self._limits.url(text, base)
        if isinstance(url, URL):
            return url
        if url is False:
            raise PolicyError.late(lambda: self._judged_url(text, base))
        return self._judged_url(text, base)

    def _judged_url(self, text: Text, base: Text | None) -> URL:
        """The same, by `reasons`."""
        check_argument("text", text, TEXT)
        self._refuse_long(text)
        url = read_url(text, base)
        self._judge(url)
        return url

    def check(self, url: Text) -> None:
        """Raise a `PolicyError` with every reason if the policy does not admit a URL, a reference or a text.

        Args:
            url: a URL, a reference or a text.

        Raises:
            PolicyError: with every reason.
            TypeError: it is not a text.

        >>> import uriverse as uv
        >>> uv.Policy(schemes={"https"}).check("https://example.com/")
        """
        is_admitted = self._limits.admits(url)
        if is_admitted is False:
            raise PolicyError.late(lambda: self._judge(url))
        if is_admitted is None:
            self._judge(url)

    def _judge(self, url: Text) -> None:
        """The same, by `reasons`."""
        if reasons := self.reasons(url):
            parts = url if isinstance(url, URIReference) else _core.split(url, edition=self.edition)
            raise PolicyError(text=_core.split(url).text, reasons=reasons, redacted=parts.redacted())

    def admits(self, url: Text) -> bool:
        """Whether the policy admits a URL; of a text also, that nothing in it had to be changed.

        A difference of letter case in scheme and host, a default port and an empty path are no change.

        Args:
            url: a URL, a reference or a text.

        Returns:
            True or False.

        Raises:
            TypeError: it is not a text.

        >>> import uriverse as uv
        >>> policy = uv.Policy()
        >>> policy.admits("http://1.1.1.1\\\\@127.0.0.1/"), policy.admits(policy.url("http://1.1.1.1\\\\@127.0.0.1/"))
        (False, True)
        """
        is_admitted = self._limits.admits(url)
        return not self.reasons(url) if is_admitted is None else is_admitted

    def reasons(self, url: Text) -> tuple[Reason, ...]:
        """Return every reason why the policy does not admit a URL, a reference or a text; empty if it does.

        Args:
            url: a URL, a reference or a text.

        Returns:
            A tuple of reasons, each with its `word` and its text.

        Raises:
            TypeError: it is not a text.

        >>> import uriverse as uv
        >>> [reason.word for reason in uv.Policy().reasons("http://10.0.0.7/")]
        ['address']
        """
        check_argument("url", url, TEXT)
        return tuple(reasons_of(self, url))

    def check_address(self, address: Address | str) -> None:
        """Raise a `PolicyError` if an address, to which a name was resolved, is not allowed.

        Args:
            address: an address, or its text as `socket.getaddrinfo` gives it.

        Raises:
            PolicyError: the policy does not allow it.
            ValueError: the text is not an address.

        >>> import uriverse as uv
        >>> try:
        ...     uv.Policy().check_address("::ffff:10.0.0.7")
        ... except uv.PolicyError as error:
        ...     print(error)
        ::ffff:10.0.0.7 is refused: ::ffff:10.0.0.7 is not public (private); addresses "any" would allow it
        """
        from uriverse.hosts.addresses import as_address

        text = str(address)
        if sentence := address_refusal(as_address(address), self.addresses, self.lists):
            raise PolicyError(text=text, reasons=(Reason("address", 0, len(text), sentence),))
        for part in self.all_of:
            part.check_address(address)

    def read(self, text: Text, kind: type[Kind]) -> Kind:
        """Return the reference of a text, of one of the package's types, if the policy admits it; for fields.

        A field of the type `str` keeps its text, which is refused if it had to be changed, as in `admits`.

        Args:
            text: a text or a reference.
            kind: `str`, or a type of references, such as `uriverse.URL`.

        Returns:
            The value of that type.

        Raises:
            URISyntaxError: the policy's edition refuses the text, or it is of another kind.
            PolicyError: the policy does not admit it.
            TypeError: it is not a text.

        >>> import uriverse as uv
        >>> uv.Policy.any(schemes="urn").read("urn:isbn:0451450523", uv.URI)
        URI('urn:isbn:0451450523')
        """
        if not isinstance(text, kind):
            self._refuse_long(text)
            text = as_kind(text, kind, self.edition)
        self.check(text)
        return text

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """The hook by which pydantic validates a type of references with this policy within `Annotated`."""
        from uriverse.errors.pydantic_schema import with_inner

        # What stands before it in `Annotated`, such as another Policy, is part of the inner schema.
        return with_inner(self._pydantic_schema(source), handler(source))

    def _pydantic_schema(self, kind: Any, *, of_type: bool = False) -> Any:
        """Return the schema of pydantic for a type of references; `of_type` if the type itself asks for it."""
        from uriverse.errors.pydantic_schema import text_schema
        from uriverse.reference.formats import format_of

        check_kind(kind)
        described = (_core.URI if self.schemes else URIReference) if kind is str else kind
        # Of the type alone: there is no `URL` that `Policy.any()` refuses.
        read: Any = URL if of_type and kind is URL else lambda value: self.read(value, kind)
        return text_schema(read, format_of(described, self.edition), of_type=of_type)

    def _refuse_long(self, text: Text) -> None:
        """Refuse a text that is too long before it is read."""
        if self.max_length is not None and (reasons := too_long(self, characters := _core.split(text).text)):
            raise PolicyError(text=characters, reasons=reasons)

    def __repr__(self) -> str:
        default = Policy()
        names = [name for name in FIELDS if getattr(self, name) != getattr(default, name)]
        return f"Policy({', '.join(f'{name}={shown_field(name, getattr(self, name))}' for name in names)})"

    def __reduce__(self) -> tuple[Any, ...]:
        # By the names of its fields, so that another version reads it.
        from functools import partial

        return partial(Policy, **{name: getattr(self, name) for name in FIELDS}), ()


FIELDS = tuple(name for name in Policy.__slots__ if name != "_limits")


def as_kind(text: Text, kind: type[Kind], edition: EditionId | Edition) -> Kind:
    """Return the value of a text, of a type of references, or of `str`, which holds the text unread."""
    if kind is URL:
        return kind(text)
    if issubclass(kind, URIReference):
        return kind(text, edition=edition)
    raise wrong_type("text", "a str", text)


def check_kind(kind: Any) -> None:
    """Raise a `TypeError` if `Annotated` has a policy for something other than `str` or a type of references."""
    if not (kind is str or (isinstance(kind, type) and issubclass(kind, URIReference))):
        raise TypeError(f"a Policy is for uv.URL, uv.URI, uv.RelativeReference, uv.URIReference and str, not {kind!r}")


_PERMISSIVE: dict[str, Any] = {"schemes": None, "ports": "any", "userinfo": True, "addresses": "any", "host": False}
