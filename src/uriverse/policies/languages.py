"""The URLs that a policy admits, as an automaton over the characters of `uriverse.URL`.

On canonical URLs a policy is a regular language. Each part is an automaton, and the whole is their chain, because each
part ends at a character that it cannot have:

    https://   example.com   :8443   /hooks/1   ?q   #f
    scheme     host          port    path       query, fragment

The hosts are those of `policies.host_automata`, which says what of them is no matter of letters.
"""

from __future__ import annotations

from itertools import chain

from uriverse import _core
from uriverse.grammar.algebra import difference, intersection, nothing, union
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.rules import Alternatives, Node, Reference, Repetition, Sequence
from uriverse.ground.caching import cache, lru_cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, TypeAlias
from uriverse.hosts.kinds import HostLists
from uriverse.policies.automata import (
    ALPHABET,
    DIGITS,
    IN_FRAGMENT,
    IN_SEGMENT,
    UNRESERVED,
    begun,
    chained,
    choice,
    compiled,
    finite,
    maybe,
    one_of,
    repeated,
    text,
)
from uriverse.policies.host_automata import LABEL, LABELS, every_name, hosts_of
from uriverse.policies.judging import WEB
from uriverse.policies.paths import ANY_BELOW, ANY_SEGMENT, pattern_segments
from uriverse.policies.ports import BAD_PORTS
from uriverse.policies.reasons import ComparisonError
from uriverse.reference.reading import HIGHEST_PORT

if TYPE_CHECKING:
    from uriverse.policies.hosts import Addresses
    from uriverse.policies.judge import Judge

    # Addresses, each with its lists.
    Enforced: TypeAlias = tuple[tuple[Addresses, HostLists | None], ...]

# What the Standard and RFC 3986 both leave in a userinfo and a query (`crates/whatwg/src/web.rs`).
_IN_USERINFO: Final = f"{UNRESERVED}!$&'()*+,"
_IN_QUERY: Final = f"{UNRESERVED}!$&()*+,;=:@/?"


def _triplet(digits: str) -> Node:
    """A triplet, in any case."""
    return Sequence((one_of("%"), *(one_of({digit.lower(), digit.upper()}) for digit in digits)))


_HEX: Final = one_of(f"{DIGITS}abcdefABCDEF")
_TRIPLET: Final = Sequence((one_of("%"), _HEX, _HEX))
_DOT: Final = Alternatives((one_of("."), _triplet("2e")))


def _units(characters: str, minimum: int = 0) -> Node:
    """Characters and triplets."""
    return repeated(Alternatives((one_of(characters), _TRIPLET)), minimum)


@cache
def _segments() -> dict[str, Automaton]:
    """A segment of any URL; and one that no server splits or drops (`policies.paths`), which may be empty, or not."""
    unit = _units(IN_SEGMENT)
    whole = compiled(unit)
    dots = Sequence((_DOT, maybe(_DOT)))
    split = Sequence((unit, Alternatives((_triplet("2f"), _triplet("5c"))), unit))
    dropped = Sequence((dots, Alternatives((one_of(";"), _triplet("3b"))), unit))
    any_segment = difference(whole, compiled(dots))
    safe = difference(any_segment, compiled(Alternatives((split, dropped))))
    return {"any": any_segment, "safe": safe, "nonempty": difference(safe, compiled(Sequence(())))}


def _segment(part: str) -> Node:
    """A segment of a pattern, each unreserved character as it is or as a triplet."""
    if part == ANY_SEGMENT:
        return Reference("nonempty")
    nodes: list[Node] = []
    at = 0
    while at < len(part):
        if part[at] == "%":
            nodes.append(_triplet(part[at + 1 : at + 3]))
            at += 3
            continue
        plain = one_of(part[at])
        nodes.append(Alternatives((plain, _triplet(f"{ord(part[at]):02x}"))) if part[at] in UNRESERVED else plain)
        at += 1
    return Sequence(tuple(nodes))


@lru_cache(maxsize=256)
def _path(patterns: frozenset[str] | None) -> Automaton:
    slash = one_of("/")
    if patterns is None:
        return compiled(repeated(Sequence((slash, Reference("any"))), 1), _segments())
    below = Sequence((slash, repeated(Sequence((Reference("nonempty"), slash))), Reference("safe")))
    paths = []
    for pattern in sorted(patterns):
        parts = pattern_segments(pattern)
        nodes = [below if part == ANY_BELOW else Sequence((slash, _segment(part))) for part in parts]
        paths.append(Sequence(tuple(nodes)))
    return compiled(Alternatives(tuple(paths)), _segments()) if paths else nothing(ALPHABET)


@lru_cache(maxsize=256)
def _port(ports: frozenset[int] | str, default: int | None) -> Automaton:
    """Nothing, or ":" and a number that is not the scheme's default."""
    if isinstance(ports, frozenset):
        numbers = {f":{port}" for port in ports if 0 < port <= HIGHEST_PORT and port != default}
        return finite(numbers | ({""} if default in ports else set()))
    refused = {default} | (BAD_PORTS if ports == "safe" else frozenset())
    return difference(_every_port(), finite(f":{port}" for port in refused))


@cache
def _every_port() -> Automaton:
    digit, colon = one_of(DIGITS), one_of(":")
    short = Sequence((one_of("123456789"), Repetition(digit, 0, 3)))
    # 10000 to 65535.
    heads = (("", "12345", 4), ("6", "01234", 3), ("65", "01234", 2), ("655", "012", 1), ("6553", "012345", 0))
    long = [Sequence((text(head), one_of(next_), Repetition(digit, rest, rest))) for head, next_, rest in heads]
    return compiled(maybe(Sequence((colon, Alternatives((short, *long))))))


@cache
def _ends(fragment: bool) -> Automaton:
    """A query and a fragment, or neither."""
    parts = [("?", _IN_QUERY), ("#", IN_FRAGMENT)][: 1 + fragment]
    return compiled(Sequence(tuple(maybe(Sequence((one_of(mark), _units(rest)))) for mark, rest in parts)))


@cache
def _userinfo() -> Automaton:
    """A user, a password, or both, and "@"."""
    user = _units(_IN_USERINFO, 1)
    password = Sequence((one_of(":"), user))
    return compiled(Sequence((Alternatives((Sequence((user, maybe(password))), password)), one_of("@"))))


def enforced(policy: Judge) -> Enforced:
    """The addresses to which a policy limits URLs, each with its lists."""
    return tuple(chain([(policy.addresses, policy.lists)], *map(enforced, policy.all_of)))


def _holds(addresses: Addresses, lists: HostLists | None, assumed: Enforced) -> bool:
    """Whether addresses that hold imply these: the same, or networks within these networks."""
    if isinstance(addresses, str):
        return (addresses, lists) in assumed
    networks = [own for own, _ in assumed if not isinstance(own, str)]
    return any(all(any(one[0] in other and one[-1] in other for other in addresses) for one in own) for own in networks)


@lru_cache(maxsize=8)
def language(
    policy: Judge, *, outer: bool = True, assumed: Enforced = (), known: frozenset[str] = frozenset()
) -> Automaton:
    """The URLs that a policy admits, without its `max_length`.

    Args:
        policy: the policy.
        outer: whether what is not known of an address is admitted, or else refused.
        assumed: the addresses, with their lists, of which it is known that they hold.
        known: IPv6 addresses that are judged each for itself.

    Raises:
        ComparisonError: a part of the policy has no automaton, and what that is.
    """
    addresses = "any" if _holds(policy.addresses, policy.lists, assumed) else policy.addresses
    schemes = WEB if policy.schemes is None else policy.schemes
    if others := schemes - WEB:
        names = ", ".join(sorted(WEB))
        raise ComparisonError("scheme", f"only URLs of {names} are compared, and the policy allows {min(others)!r}")
    host = hosts_of(policy, addresses, outer, known)
    result = _of_parts(schemes, host, policy.ports, policy.userinfo, _path(policy.paths), policy.fragment)
    if policy.pattern is not None:
        result = intersection(result, policy.pattern.automaton())
    for part in policy.all_of:
        result = intersection(result, language(part, outer=outer, assumed=assumed, known=known))
    return result


@lru_cache(maxsize=8)
def _of_parts(
    schemes: frozenset[str],
    host: Automaton,
    ports: frozenset[int] | str,
    userinfo: bool,
    path: Automaton,
    fragment: bool,
) -> Automaton:
    """The URLs of some schemes with these parts."""
    by_scheme = {}
    for scheme in sorted(schemes):
        authority = chained(host, _port(ports, _core.SPECIAL_SCHEMES[scheme]), path, _ends(fragment))
        if userinfo:
            authority = union(authority, chained(_userinfo(), authority))
        by_scheme[f"{scheme}://"] = authority
    return begun(by_scheme)


@cache
def of_domains(names: tuple[str, ...], *, userinfo: bool) -> Automaton:
    """URLs of some domains and of the names below them."""
    host = compiled(Sequence((LABELS, choice(*names))))
    return _of_parts(frozenset({"http", "https"}), host, "safe", userinfo, _path(None), True)


@cache
def plausible() -> Automaton:
    """URLs of names of two labels and more, without a port."""
    names = intersection(every_name(), compiled(Sequence((LABEL, one_of("."), LABELS, LABEL))))
    rest = chained(names, _path(None), _ends(True))
    return begun({"https://": rest, "http://": rest})
