"""The hosts that a policy admits, as automata: names, and addresses as the URL Standard writes them.

Three facts about hosts are no matter of letters: a label has at most 63 octets and a name 253, and "xn--" begins only
what UTS #46 decodes. The automata take such names, so what they prove of all URLs holds, and a witness is tried.

`addresses="public"` is read from the lists of the policy: special names and IPv4 addresses exactly. An IPv6 address may
hide an IPv4 one in six ways, so the `outer` language has all of them, and the inner one none but those of `hosts`.
"""

from __future__ import annotations

from _collections_abc import Iterator
from itertools import chain

from uriverse import _core
from uriverse.grammar.algebra import difference, intersection, union
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.nfa import Nfa
from uriverse.grammar.rules import Alternatives, Node, Reference, Repetition, Sequence
from uriverse.ground.caching import cache, lru_cache
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.hosts.addresses import as_address
from uriverse.hosts.kinds import HostLists, process_lists
from uriverse.hosts.verdicts import HostVerdict, verdict
from uriverse.policies.automata import (
    ALPHABET,
    DIGITS,
    LOWER,
    LOWER_HEX,
    choice,
    compiled,
    determinised,
    finite,
    maybe,
    one_of,
    repeated,
    text,
)
from uriverse.policies.hosts import address_refusal

if TYPE_CHECKING:
    from uriverse.policies.hosts import Addresses
    from uriverse.policies.judge import Judge

LABEL: Final = repeated(one_of(f"{LOWER}{DIGITS}-_"), 1)
LABELS: Final = repeated(Sequence((LABEL, one_of("."))))
_ROOT: Final = maybe(one_of("."))


@cache
def every_name() -> Automaton:
    """Names, without the dot at the end. The last label is no number (URL Standard, "ends in a number checker")."""
    number = Alternatives((repeated(one_of(DIGITS), 1), Sequence((text("0x"), repeated(LOWER_HEX)))))
    return difference(compiled(Sequence((LABELS, LABEL))), compiled(Sequence((LABELS, number))))


@cache
def _public_names(lists: HostLists) -> Automaton:
    """Names of two labels and more that no list has as special (`crates/hosts/src/kinds.rs`)."""
    own = lists.names
    suffixes = [*own["local_names"], *own["resolving_names"]]
    below = Sequence((repeated(Sequence((LABEL, one_of("."))), 1), choice("localhost", *suffixes)))
    whole = choice(*own["localhost_names"], *own["metadata_names"], *suffixes)
    return difference(every_name(), compiled(Alternatives((LABEL, below, whole))))


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
    shape, piece = finite(shapes), compiled(Sequence((one_of("123456789abcdef"), Repetition(LOWER_HEX, 0, 3))))
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


@cache
def _every_host(addresses: Addresses, lists: HostLists, outer: bool, known: frozenset[str]) -> Automaton:
    """The allowed addresses, and the names that lead to them, as far as is known without a look-up."""
    ranges: tuple[tuple[int, int], ...]
    if addresses == "any":
        ranges = ((0, (1 << 32) - 1),)
    elif addresses == "public":
        ranges = tuple(_public_ranges(lists))
    else:
        networks = [network for network in addresses if isinstance(network, ipaddress.IPv4Network)]
        ranges = tuple((int(network[0]), int(network[-1])) for network in networks)
    names = _public_names(lists) if addresses == "public" else every_name()
    hosts = union(_with_root(names), _version_4(ranges))
    if addresses == "any":
        return union(hosts, _version_6())
    judged = {host: not address_refusal(as_address(host[1:-1]), addresses, lists) for host in known}
    admitted, refused = ([host for host in known if judged[host] is verdict] for verdict in (True, False))
    return union(hosts, difference(_version_6(), finite(refused)) if outer else finite(admitted))


def _public_ranges(lists: HostLists) -> Iterator[tuple[int, int]]:
    """The public IPv4 addresses; of the blocks that contain an address, the first decides."""
    blocks = list(lists.blocks(4))
    cuts = sorted({0, *(bits + end << free for bits, free, _ in blocks for end in (0, 1))})
    for low, following in zip(cuts, [*cuts[1:], 1 << 32], strict=True):
        kinds = (kind for bits, free, kind in blocks if low >> free == bits)
        if low < following and next(kinds, "public") == "public":
            yield low, following - 1


def hosts_of(policy: Judge, addresses: Addresses, outer: bool, known: frozenset[str]) -> Automaton:
    """The hosts that a policy admits, if addresses are limited as said: see `languages.language`."""
    lists = process_lists() if policy.lists is None else policy.lists
    if policy.hosts is None:
        return _every_host(addresses, lists, outer, known)
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
        subdomains = compiled(Sequence((repeated(Sequence((LABEL, one_of("."))), 1), choice(*below))))
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
