"""Requirements on a reference beyond its grammar, such as a scheme, a host, or no userinfo.

A `Constraint` parses a text, or raises an error with the reason. The integrations take it, and pydantic understands it
within `Annotated`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Never, TypeVar, overload

from uriverse import _core
from uriverse._core import URI, URIReference
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.editions.registry import Edition, EditionId
from uriverse.ground.argument_types import EDITION, check_argument, refuse_others, wrong_type
from uriverse.ground.records import dataclass
from uriverse.hosts.patterns import Addresses, check_limits, refusals
from uriverse.reference.reading import HIGHEST_PORT

if TYPE_CHECKING:
    from uriverse._core import Text

Kind = TypeVar("Kind", bound=URIReference)


@dataclass(frozen=True, slots=True, init=False)
class Constraint:
    """Requirements on a valid reference.

    Attributes:
        schemes: the allowed schemes, in lower case; None allows all, and no scheme.
        hosts: the allowed hosts, as patterns of `uriverse.hosts.host_matches`; None allows all, and no host.
            `*.example.org` matches every name below example.org, but not example.org itself. They limit no scheme: name
            `schemes` too, because `javascript://example.org/%0aalert(1)` has a host.
        ports: the allowed ports, including the scheme's default; None allows those from 1 to 65535. Port 0 is
            reserved (RFC 6335, section 6), and a client may connect to the scheme's default port for it.
        userinfo: whether a userinfo is allowed. If it is not, or `ports` is given, a URI of the Web needs a host, since
            clients read one from the path of `http:u@h`.
        addresses: "public" wants an address or a name of several labels whose kind by `uriverse.hosts.verdict` is
            "public"; "any" allows all, and no host. If `hosts` or `addresses` limits the host, the text must be written
            so that all parsers read it as the host. Then a scheme with "." must be in `schemes`: for urllib3
            `a.example://h/` has no scheme, and it connects to a.example.
        fragment: whether a fragment is allowed.
        max_length: the maximum number of characters; None for no limit.
        edition: the edition of the texts.

    >>> import uriverse as uv
    >>> secure = uv.Constraint(schemes={"https"}, hosts="*.example.org", userinfo=False)
    >>> secure.read("https://www.example.org/a")
    URI('https://www.example.org/a')
    >>> secure.read("http://www.example.org/a")
    Traceback (most recent call last):
        ...
    ValueError: the scheme must be https, not http: http://www.example.org/a
    """

    schemes: frozenset[str] | None
    hosts: frozenset[str] | None
    ports: frozenset[int] | None
    userinfo: bool
    addresses: Addresses
    fragment: bool
    max_length: int | None
    edition: EditionId | Edition

    def __init__(
        self,
        *,
        schemes: Iterable[str] | str | None = None,
        hosts: Iterable[str] | str | None = None,
        ports: Iterable[int] | int | None = None,
        userinfo: bool = True,
        addresses: Addresses = "any",
        fragment: bool = True,
        max_length: int | None = None,
        edition: EditionId | Edition = DEFAULT_EDITION,
        **others: Never,
    ) -> None:
        refuse_others("Constraint", others, self.__slots__)
        check_argument("userinfo", userinfo, bool)
        check_argument("addresses", addresses, str)
        check_argument("fragment", fragment, bool)
        check_argument("max_length", max_length, (int, type(None)))
        check_argument("edition", edition, EDITION)
        patterns = _names("hosts", hosts)
        check_limits(patterns, addresses)
        fields = {
            "schemes": _names("schemes", schemes),
            "hosts": patterns,
            "ports": _numbers(ports),
            "userinfo": userinfo,
            "addresses": addresses,
            "fragment": fragment,
            "max_length": max_length,
            "edition": edition,
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @overload
    def read(self, text: Text) -> URI: ...
    @overload
    def read(self, text: Text, kind: type[Kind]) -> Kind: ...
    def read(self, text: Text, kind: type[URIReference] = URI) -> URIReference:
        """Parse a text as a reference of this kind, and check it; a reference is checked and returned.

        Raises:
            URISyntaxError: the edition refuses the text, or it is of the other kind.
            ValueError: the reference does not satisfy the constraint.
            TypeError: it is not a text.
        """
        reference = text if isinstance(text, kind) else kind(text, edition=self.edition)
        self.check(reference)
        return reference

    def check(self, reference: URIReference) -> None:
        """Raise a `ValueError` with the part and the requirement if a reference does not satisfy the constraint."""
        reason = self._refusal(reference)
        if reason:
            raise ValueError(f"{reason}: {reference.redacted()}")

    def _refusal(self, reference: URIReference) -> str:
        if self.max_length is not None and len(str(reference)) > self.max_length:
            return f"at most {self.max_length} characters are allowed, not {len(str(reference))}"
        scheme = reference.scheme
        if self.schemes is not None and (scheme is None or scheme.lower() not in self.schemes):
            return f"the scheme must be {_listed(self.schemes)}, not {'absent' if scheme is None else scheme}"
        # RFC 1738 and RFC 1808 allow "?" in an authority, and RFC 2396 "@" in a host; clients cut as RFC 3986 does.
        of_clients = reference if reference.edition == DEFAULT_EDITION else _core.split(str(reference))
        if reason := self._refused_host(reference, of_clients.host):
            return reason
        if reason := self._refused_port_or_userinfo(reference):
            return reason
        if of_clients is not reference and (reason := self._refused_port_or_userinfo(of_clients)):
            return f"{reason} (RFC 3986, section 3.2)"
        return "a fragment is not allowed" if not self.fragment and reference.fragment is not None else ""

    def _refused_port_or_userinfo(self, reference: URIReference | _core.Components) -> str:
        if _core.is_port_too_high(reference.port_text):
            return f"no port is above {HIGHEST_PORT}, and this one is {reference.port_text}"
        if self.ports is None and reference.port == 0:
            return "port 0 is reserved: name it in ports if it is meant"
        if (self.ports is not None or not self.userinfo) and _is_host_in_path(reference):
            return "there is no host, and clients read one from the path (RFC 9110, section 4.2.1)"
        if self.ports is not None and reference.effective_port not in self.ports:
            return f"the port must be {_listed(map(str, sorted(self.ports)))}, not {reference.effective_port}"
        return "a userinfo is not allowed" if not self.userinfo and reference.userinfo is not None else ""

    def _refused_host(self, reference: URIReference, host_of_clients: str | None) -> str:
        if self.hosts is None and self.addresses == "any":
            return ""
        host = reference.host
        wanted = "a public one" if self.hosts is None else _listed(self.hosts)
        if not host:
            return f"the host must be {wanted}, not {'absent' if host is None else 'empty'}"
        scheme = reference.scheme
        if scheme and self.schemes is None and not _is_scheme_of_urllib3(scheme):
            return f"the host must be {wanted}, not {scheme}, which urllib3 connects to: allow the scheme in schemes"
        if host != host_of_clients:
            return f"the host must be {wanted}, not {host}: RFC 3986, section 3.2, ends the authority before it"
        for refusal in refusals(host, self.hosts, self.addresses):
            return f"the host must be {wanted}, not {refusal.value}" + f": {refusal.message}" * (refusal.id != "host")
        return ""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """The hook by which pydantic validates a type of references with this metadata within `Annotated`."""
        from uriverse.errors.pydantic_schema import with_inner

        # What stands before it in `Annotated`, such as another Constraint, is part of the inner schema.
        return with_inner(reference_schema(source, self), handler(source))


def _is_scheme_of_urllib3(scheme: str) -> bool:
    """Whether urllib3 reads it as a scheme: a letter, then letters, digits, "+" and "-". Others it reads as hosts."""
    return scheme[0].isalpha() and scheme.replace("+", "").replace("-", "").isalnum()


def reference_schema(kind: Any, constraint: Constraint, *, of_type: bool = False) -> Any:
    """The schema of pydantic for a constrained type of references; `of_type` if the type itself asks for it."""
    from uriverse.errors.pydantic_schema import text_schema
    from uriverse.integrations.formats import format_of

    check_kind(kind)
    return text_schema(lambda value: constraint.read(value, kind), format_of(kind, constraint.edition), of_type=of_type)


def check_kind(kind: Any) -> None:
    """Raise a `TypeError` if `Annotated` has a `Constraint` for something other than a type of references."""
    if not (isinstance(kind, type) and issubclass(kind, URIReference)):
        raise wrong_kind(kind)


def wrong_kind(kind: Any) -> TypeError:
    """Return the error about a `Constraint` for something other than a type of references."""
    return TypeError(f"a Constraint is for uv.URI, uv.RelativeReference and uv.URIReference, not {kind!r}")


def constraints_of(hint: Any) -> tuple[Constraint, ...]:
    """Return the constraints of an `Annotated` type; none of another type."""
    return tuple(extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Constraint))


def limits(kind: type[URIReference], constraint: Constraint | None) -> Constraint:
    """Check the arguments of an integration, and return the constraint, or one that allows everything.

    Raises:
        TypeError: `kind` is not a type of references, or `constraint` is not a Constraint.
    """
    if not (isinstance(kind, type) and issubclass(kind, URIReference)):
        raise TypeError(f"kind must be a type of references, not {kind!r}; a Constraint is given as constraint=")
    check_argument("constraint", constraint, (Constraint, type(None)))
    return constraint or Constraint()


def _is_host_in_path(reference: URIReference | _core.Components) -> bool:
    """Whether clients parse a part of the path as an authority, as in `http:u@h`, `http:///u@h` and `///u@h`."""
    if reference.host or (reference.scheme is None and reference.host is None):
        return False
    scheme = "http" if reference.scheme is None else reference.scheme.lower()
    return scheme != "file" and scheme in _core.SPECIAL_SCHEMES


def _names(argument: str, value: Iterable[str] | str | None) -> frozenset[str] | None:
    if value is None:
        return None
    if not isinstance(value, Iterable):
        raise wrong_type(argument, "a str or an iterable of str", value)
    names = [value] if isinstance(value, str) else list(value)
    for name in names:
        check_argument(argument, name, str)
    return frozenset(name.lower() for name in names)


def _numbers(value: Iterable[int] | int | None) -> frozenset[int] | None:
    if value is None:
        return None
    if isinstance(value, str | bytes) or not isinstance(value, int | Iterable):
        raise wrong_type("ports", "an int or an iterable of int", value)
    numbers = [value] if isinstance(value, int) else list(value)
    for number in numbers:
        check_argument("ports", number, int)
    return frozenset(numbers)


def _listed(names: Iterable[str]) -> str:
    return " or ".join(sorted(names))
