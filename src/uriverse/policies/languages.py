"""The URLs that a policy admits, as an automaton over the characters of `uriverse.URL`.

On canonical URLs a policy is a regular language. Each part is an automaton, and the whole is their chain, because each
part ends at a character that it cannot have:

    https://   example.com   :8443   /hooks/1   ?q   #f
    scheme     host          port    path       query, fragment

Three facts about hosts are no matter of letters: a label has at most 63 octets and a name 253, and "xn--" begins only
what UTS #46 decodes. The automata take such names, so what they prove of all URLs holds, and a witness is tried.

`addresses="public"` is read from the lists of the policy: special names and IPv4 addresses exactly. An IPv6 address may
hide an IPv4 one in six ways, so the `outer` language has all of them, and the inner one none but those of `hosts`.
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from operator import itemgetter

from uriverse import _core
from uriverse.grammar.algebra import difference, intersection, nothing, union
from uriverse.grammar.alphabet import build_alphabet
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.effort import spend
from uriverse.grammar.minimization import minimize
from uriverse.grammar.nfa import Nfa, determinise
from uriverse.grammar.rules import Alternatives, Characters, Node, Reference, Repetition, Sequence, merged
from uriverse.ground.caching import cache, lru_cache
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, TypeAlias
from uriverse.hosts.addresses import as_address
from uriverse.hosts.kinds import HostLists, process_lists
from uriverse.hosts.verdicts import HostVerdict, verdict
from uriverse.policies.hosts import address_refusal
from uriverse.policies.paths import ANY_BELOW, ANY_SEGMENT, pattern_segments
from uriverse.policies.ports import BAD_PORTS
from uriverse.policies.reasons import ComparisonError

if TYPE_CHECKING:
    from uriverse.policies.hosts import Addresses
    from uriverse.policies.judge import Judge

    # Addresses, each with its lists.
    Enforced: TypeAlias = tuple[tuple[Addresses, HostLists | None], ...]

_LOWER, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"
_UNRESERVED: Final = f"{_LOWER}{_LOWER.upper()}{_DIGITS}-._~"
# What the Standard and RFC 3986 both leave in a userinfo, a query, a path and a fragment (`crates/whatwg/src/web.rs`).
_IN_USERINFO: Final = f"{_UNRESERVED}!$&'()*+,"
_IN_QUERY: Final = f"{_UNRESERVED}!$&()*+,;=:@/?"
_IN_SEGMENT: Final = f"{_UNRESERVED}!$&'()*+,;=:@"
_IN_FRAGMENT: Final = f"{_IN_SEGMENT}/?"
CHARACTERS: Final = f"{_IN_FRAGMENT}%#[]"
HIGHEST_PORT: Final = 65_535
# The schemes of the Web, and their default ports.
WEB_SCHEMES: Final = {scheme: port for scheme, port in _core.SPECIAL_SCHEMES.items() if port is not None}


def one_of(characters: Iterable[str]) -> Characters:
    """A set of characters."""
    return Characters(merged((ord(character), ord(character)) for character in characters))


# The assertions of a regular expression, as characters that no URL has (`policies.regular`).
ASSERTIONS: Final = "\1\2\3\4"
# One class for each character: all languages of URLs have one alphabet.
ALPHABET: Final = build_alphabet(map(one_of, CHARACTERS + ASSERTIONS))


def text(literal: str) -> Node:
    """One string."""
    return Sequence(tuple(map(one_of, literal)))


def compiled(node: Node, parts: Mapping[str, Automaton] | None = None) -> Automaton:
    """The minimal automaton of a tree, whose references are names of other automata."""
    nfa = Nfa(ALPHABET)
    start = nfa.state()
    return determinised(nfa, start, nfa.add(node, start, (parts or {}).__getitem__))


def determinised(nfa: Nfa, start: int, accept: int) -> Automaton:
    """The minimal automaton of a nondeterministic one."""
    automaton = determinise(nfa, start, accept)
    assert automaton is not None
    return minimize(automaton)


def finite(words: Iterable[str]) -> Automaton:
    """The minimal automaton of some words: a state for each set of endings."""
    rows: list[tuple[int, ...]] = []
    numbers: dict[tuple[str, ...], int] = {}

    def number(endings: tuple[str, ...]) -> int:
        if endings not in numbers:
            spend(1 + sum(map(len, endings)))
            numbers[endings] = len(rows)
            rows.append(())
            row = [DEAD] * len(ALPHABET)
            for first, group in groupby(filter(None, endings), itemgetter(0)):
                row[ALPHABET.first_classes[first]] = number(tuple(word[1:] for word in group))
            rows[numbers[endings]] = tuple(row)
        return numbers[endings]

    number(tuple(sorted(set(words))))
    accepting = frozenset(state for endings, state in numbers.items() if "" in endings[:1])
    return Automaton(ALPHABET, tuple(rows), accepting)


def chained(first: Automaton, *others: Automaton) -> Automaton:
    """A string of each language, in order. Where a string may end, the next must begin with other characters."""
    for second in others:
        spend(len(first) + len(second))
        size, rows = (
            len(first),
            [tuple(to + len(first) if to != DEAD else DEAD for to in row) for row in second.transitions],
        )
        ends = first.accepting
        own = [tuple(map(max, row, rows[0])) if state in ends else row for state, row in enumerate(first.transitions)]
        accepting = {size + state for state in second.accepting} | (ends if 0 in second.accepting else set())
        first = Automaton(ALPHABET, (*own, *rows), frozenset(accepting))
    return first


def _choice(*words: str) -> Node:
    return Alternatives(tuple(map(text, words)))


def _maybe(node: Node) -> Node:
    return Repetition(node, 0, 1)


def _any(node: Node, minimum: int = 0) -> Node:
    return Repetition(node, minimum, None)


def _triplet(digits: str) -> Node:
    """A triplet, in any case."""
    return Sequence((one_of("%"), *(one_of({digit.lower(), digit.upper()}) for digit in digits)))


_LOWER_HEX: Final = one_of(f"{_DIGITS}abcdef")
_HEX: Final = one_of(f"{_DIGITS}abcdefABCDEF")
_TRIPLET: Final = Sequence((one_of("%"), _HEX, _HEX))
_DOT: Final = Alternatives((one_of("."), _triplet("2e")))


def _units(characters: str, minimum: int = 0) -> Node:
    """Characters and triplets."""
    return _any(Alternatives((one_of(characters), _TRIPLET)), minimum)


@cache
def _segments() -> dict[str, Automaton]:
    """A segment of any URL; and one that no server splits or drops (`policies.paths`), which may be empty, or not."""
    unit = _units(_IN_SEGMENT)
    whole = compiled(unit)
    dots = Sequence((_DOT, _maybe(_DOT)))
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
        nodes.append(Alternatives((plain, _triplet(f"{ord(part[at]):02x}"))) if part[at] in _UNRESERVED else plain)
        at += 1
    return Sequence(tuple(nodes))


@lru_cache(maxsize=256)
def _path(patterns: frozenset[str] | None) -> Automaton:
    slash = one_of("/")
    if patterns is None:
        return compiled(_any(Sequence((slash, Reference("any"))), 1), _segments())
    below = Sequence((slash, _any(Sequence((Reference("nonempty"), slash))), Reference("safe")))
    paths = []
    for pattern in sorted(patterns):
        parts = pattern_segments(pattern)
        nodes = [below if part == ANY_BELOW else Sequence((slash, _segment(part))) for part in parts]
        paths.append(Sequence(tuple(nodes)))
    return compiled(Alternatives(tuple(paths)), _segments()) if paths else nothing(ALPHABET)


@lru_cache(maxsize=256)
def _port(ports: frozenset[int] | str, default: int) -> Automaton:
    """Nothing, or ":" and a number that is not the scheme's default."""
    if isinstance(ports, frozenset):
        numbers = {f":{port}" for port in ports if 0 < port <= HIGHEST_PORT and port != default}
        return finite(numbers | ({""} if default in ports else set()))
    refused = {default} | (BAD_PORTS if ports == "safe" else frozenset())
    return difference(_every_port(), finite(f":{port}" for port in refused))


@cache
def _every_port() -> Automaton:
    digit, colon = one_of(_DIGITS), one_of(":")
    short = Sequence((one_of("123456789"), Repetition(digit, 0, 3)))
    # 10000 to 65535.
    heads = (("", "12345", 4), ("6", "01234", 3), ("65", "01234", 2), ("655", "012", 1), ("6553", "012345", 0))
    long = [Sequence((text(head), one_of(next_), Repetition(digit, rest, rest))) for head, next_, rest in heads]
    return compiled(_maybe(Sequence((colon, Alternatives((short, *long))))))


@cache
def _ends(fragment: bool) -> Automaton:
    """A query and a fragment, or neither."""
    parts = [("?", _IN_QUERY), ("#", _IN_FRAGMENT)][: 1 + fragment]
    return compiled(Sequence(tuple(_maybe(Sequence((one_of(mark), _units(rest)))) for mark, rest in parts)))


@cache
def _userinfo() -> Automaton:
    """A user, a password, or both, and "@"."""
    user = _units(_IN_USERINFO, 1)
    password = Sequence((one_of(":"), user))
    return compiled(Sequence((Alternatives((Sequence((user, _maybe(password))), password)), one_of("@"))))


_LABEL: Final = _any(one_of(f"{_LOWER}{_DIGITS}-_"), 1)
_LABELS: Final = _any(Sequence((_LABEL, one_of("."))))
_ROOT: Final = _maybe(one_of("."))


@cache
def _names() -> Automaton:
    """Names, without the dot at the end. The last label is no number (URL Standard, "ends in a number checker")."""
    number = Alternatives((_any(one_of(_DIGITS), 1), Sequence((text("0x"), _any(_LOWER_HEX)))))
    return difference(compiled(Sequence((_LABELS, _LABEL))), compiled(Sequence((_LABELS, number))))


@cache
def _public_names(lists: HostLists) -> Automaton:
    """Names of two labels and more that no list has as special (`crates/hosts/src/kinds.rs`)."""
    own = lists.names
    suffixes = [*own["local_names"], *own["resolving_names"]]
    below = Sequence((_any(Sequence((_LABEL, one_of("."))), 1), _choice("localhost", *suffixes)))
    whole = _choice(*own["localhost_names"], *own["metadata_names"], *suffixes)
    return difference(_names(), compiled(Alternatives((_LABEL, below, whole))))


@lru_cache(maxsize=256)
def _version_4(ranges: tuple[tuple[int, int], ...], free: int = 24) -> Automaton:
    """The addresses of some ranges of numbers, as dotted decimals."""
    octets: dict[tuple[tuple[int, int], ...], list[str]] = {}
    for octet in range(256):
        low, high = octet << free, ((octet + 1) << free) - 1
        inside = ((max(low, first) - low, min(high, last) - low) for first, last in ranges)
        if rest := tuple((first, last) for first, last in inside if first <= last):
            octets.setdefault(rest, []).append(f"{octet}." if free else str(octet))
    parts: dict[str, Automaton] = {}
    rows: list[Node] = []
    for rest, words in octets.items():
        names = (f"octet {words[0]}", *([f"after {words[0]}"] if free else []))
        parts |= zip(names, (finite(words), *([_version_4(rest, free - 8)] if free else [])), strict=True)
        rows.append(Sequence(tuple(map(Reference, names))))
    return compiled(Alternatives(tuple(rows)), parts)


@cache
def _version_6() -> Automaton:
    """The texts of the URL Standard's IPv6 serializer: the first longest run of zeros is "::"."""
    shapes = []
    for number in range(256):
        pieces = f"{number:08b}".replace("1", "a")
        longest = max(map(len, pieces.split("a")))
        head, run, tail = pieces.partition("0" * longest if longest > 1 else "none")
        shapes.append(f"[{':'.join(head)}{'::' if run else ''}{':'.join(tail)}]")
    shape, piece = finite(shapes), compiled(Sequence((one_of("123456789abcdef"), Repetition(_LOWER_HEX, 0, 3))))
    nfa = Nfa(ALPHABET)
    states, accept = [nfa.state() for _ in range(len(shape))], nfa.state()
    letter = ALPHABET.first_classes["a"]
    for state, row in enumerate(shape.transitions):
        for index, target in ((index, target) for index, target in enumerate(row) if target != DEAD):
            if index == letter:
                nfa.empty[nfa.insert(piece, states[state])].append(states[target])
            else:
                nfa.edges[states[state]].append((1 << index, states[target]))
        nfa.empty[states[state]] += [accept] * (state in shape.accepting)
    return determinised(nfa, states[0], accept)


def _names_of(addresses: Addresses, lists: HostLists) -> Automaton:
    """The names that lead to allowed addresses, as far as is known without a look-up."""
    return _public_names(lists) if addresses == "public" else _names()


@cache
def _literals(addresses: Addresses, lists: HostLists, outer: bool, known: frozenset[str]) -> Automaton:
    """The allowed addresses, written as such."""
    ranges: tuple[tuple[int, int], ...]
    if addresses == "any":
        ranges = ((0, (1 << 32) - 1),)
    elif addresses == "public":
        ranges = tuple(_public_ranges(lists))
    else:
        networks = [network for network in addresses if isinstance(network, ipaddress.IPv4Network)]
        ranges = tuple((int(network[0]), int(network[-1])) for network in networks)
    literals = _version_4(ranges)
    if addresses == "any":
        return union(literals, _version_6())
    judged = {host: not address_refusal(as_address(host[1:-1]), addresses, lists) for host in known}
    admitted, refused = ([host for host in known if judged[host] is verdict] for verdict in (True, False))
    return union(literals, difference(_version_6(), finite(refused)) if outer else finite(admitted))


def _public_ranges(lists: HostLists) -> Iterator[tuple[int, int]]:
    """The public IPv4 addresses; of the blocks that contain an address, the first decides."""
    blocks = list(lists.blocks(4))
    cuts = sorted({0, *(bits + end << free for bits, free, _ in blocks for end in (0, 1))})
    for low, following in zip(cuts, [*cuts[1:], 1 << 32], strict=True):
        kinds = (kind for bits, free, kind in blocks if low >> free == bits)
        if low < following and next(kinds, "public") == "public":
            yield low, following - 1


def _hosts(policy: Judge, addresses: Addresses, outer: bool, known: frozenset[str]) -> Automaton:
    lists = process_lists() if policy.lists is None else policy.lists
    if policy.hosts is None:
        return union(_with_root(_names_of(addresses, lists)), _literals(addresses, lists, outer, known))
    exact: list[str] = []
    below: list[str] = []
    for pattern in policy.hosts:
        host = verdict(pattern.removeprefix("*."), lists=lists)
        if host.zone is not None:
            continue
        if host.address is not None:
            exact += [] if address_refusal(host.address, addresses, lists) else [_written(host)]
        elif pattern.startswith("*."):
            below.append(host.text)
        elif addresses != "public" or host.kind == "public":
            exact += [host.text, f"{host.text}."]
    automaton = finite(exact)
    if below:
        subdomains = compiled(Sequence((_any(Sequence((_LABEL, one_of("."))), 1), _choice(*below))))
        if addresses == "public":
            subdomains = intersection(subdomains, _public_names(lists))
        automaton = union(automaton, _with_root(subdomains))
    return automaton


def _with_root(names: Automaton) -> Automaton:
    """Names, each also with a dot at its end."""
    return compiled(Sequence((Reference("names"), _ROOT)), {"names": names})


def _written(host: HostVerdict) -> str:
    """An address as the URL Standard writes it."""
    return _core.WebURL(f"http://[{host.text}]/" if ":" in host.text else f"http://{host.text}/").host


def literals_of(policy: Judge) -> frozenset[str]:
    """The IPv6 addresses that a policy names."""
    hosts = (verdict(host) for host in policy.hosts or () if ":" in host)
    own = (_written(host) for host in hosts if host.address is not None and host.zone is None)
    return frozenset(chain(own, *map(literals_of, policy.all_of)))


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
    schemes = frozenset(WEB_SCHEMES) if policy.schemes is None else policy.schemes
    if others := schemes - WEB_SCHEMES.keys():
        names = ", ".join(sorted(WEB_SCHEMES))
        raise ComparisonError("scheme", f"only URLs of {names} are compared, and the policy allows {min(others)!r}")
    host = _hosts(policy, addresses, outer, known)
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
        authority = chained(host, _port(ports, WEB_SCHEMES[scheme]), path, _ends(fragment))
        if userinfo:
            authority = union(authority, chained(_userinfo(), authority))
        by_scheme[f"{scheme}://"] = authority
    return _begun(by_scheme)


@cache
def of_domains(names: tuple[str, ...], *, userinfo: bool) -> Automaton:
    """URLs of some domains and of the names below them."""
    host = compiled(Sequence((_LABELS, _choice(*names))))
    return _of_parts(frozenset({"http", "https"}), host, "safe", userinfo, _path(None), True)


@cache
def plausible() -> Automaton:
    """URLs of names of two labels and more, without a port."""
    names = intersection(_names(), compiled(Sequence((_LABEL, one_of("."), _LABELS, _LABEL))))
    rest = chained(names, _path(None), _ends(True))
    return _begun({"https://": rest, "http://": rest})


def beginning_with(text: str) -> Automaton:
    """The texts that begin so."""
    return _begun({text: compiled(_any(one_of(CHARACTERS)))})


def without_brackets(automaton: Automaton) -> Automaton:
    """The URLs of a language whose host is no IPv6 address: no other part has a bracket."""
    bracket = ALPHABET.first_classes["["]
    rows = ((*row[:bracket], DEAD, *row[bracket + 1 :]) for row in automaton.transitions)
    return Automaton(ALPHABET, tuple(rows), automaton.accepting)


def _begun(rest: Mapping[str, Automaton]) -> Automaton:
    """The strings that begin with one of some words, each with its own language after it."""
    rows: list[list[int]] = [[DEAD] * len(ALPHABET)]
    accepting: set[int] = set()
    for word, automaton in rest.items():
        state = 0
        for character in word[:-1]:
            index = ALPHABET.first_classes[character]
            if rows[state][index] == DEAD:
                rows[state][index] = len(rows)
                rows.append([DEAD] * len(ALPHABET))
            state = rows[state][index]
        size = len(rows)
        rows[state][ALPHABET.first_classes[word[-1]]] = size
        rows += [[target if target == DEAD else target + size for target in row] for row in automaton.transitions]
        accepting.update(size + state for state in automaton.accepting)
    return Automaton(ALPHABET, tuple(map(tuple, rows)), frozenset(accepting))
