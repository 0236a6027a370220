"""The arguments of `Policy`: read, given to the engine, and shown."""

from __future__ import annotations

from _collections_abc import Iterable

from uriverse import _core
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import check_argument, wrong_type
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.lean_typing import TYPE_CHECKING, Any
from uriverse.ground.masking import masked_field
from uriverse.hosts.kinds import HostLists, host_kinds
from uriverse.policies.paths import pattern_segments
from uriverse.policies.patterns import Pattern
from uriverse.policies.ports import BAD_PORTS
from uriverse.reference.reading import HIGHEST_PORT

if TYPE_CHECKING:
    from typing import Literal


def texts_of(argument: str, value: Iterable[str] | str | None) -> frozenset[str] | None:
    """The texts of an argument that is one text, several or None."""
    if value is None:
        return None
    if not isinstance(value, Iterable):
        raise wrong_type(argument, "a str or an iterable of str", value)
    texts = [value] if isinstance(value, str) else list(value)
    for text in texts:
        check_argument(argument, text, str)
    return frozenset(texts)


def ports_of(value: object) -> frozenset[int] | Literal["safe", "any"]:
    """The ports of an argument: a word, or numbers."""
    if value == "safe" or value == "any":
        return value
    if isinstance(value, str):
        raise UnknownWordError("ports", value, ("safe", "any"), "numbers")
    if isinstance(value, bytes) or not isinstance(value, int | Iterable):
        raise wrong_type("ports", "'safe', 'any', an int or an iterable of int", value)
    numbers = [value] if isinstance(value, int) else list(value)
    for number in numbers:
        check_argument("ports", number, int)
    return frozenset(numbers)


def limits_of(fields: dict[str, Any]) -> _core.PolicyLimits:
    """The fields of a policy for the engine.

    Networks, texts of other editions, several policies and an expression without an automaton Python judges alone.
    """
    pattern: Pattern | None = fields["pattern"]
    texts = None if pattern is None else pattern.native()
    is_whole = not fields["all_of"] and (pattern is None or texts is not None)
    ports, addresses, paths = fields["ports"], fields["addresses"], fields["paths"]
    numbers = BAD_PORTS if isinstance(ports, str) else {port for port in ports if 0 <= port <= HIGHEST_PORT}
    lists: HostLists | None = fields["lists"]
    return _core.PolicyLimits(
        host_kinds() if lists is None else lists.kinds,
        schemes=None if fields["schemes"] is None else list(fields["schemes"]),
        hosts=fields["hosts"],
        ports=None if ports == "any" else list(numbers),
        is_safe=ports == "safe",
        userinfo=fields["userinfo"],
        addresses=addresses if isinstance(addresses, str) else "networks",
        paths=None if paths is None else list(map(pattern_segments, paths)),
        fragment=fields["fragment"],
        max_length=fields["max_length"],
        is_whole=is_whole,
        pattern=texts,
        is_standard=fields["edition"] == DEFAULT_EDITION,
    )


def shown_field(name: str, value: object) -> str:
    """A field for `repr`: a set in a fixed order, and a network as its text."""
    if not isinstance(value, frozenset):
        return masked_field(name, value)
    items = (item if isinstance(item, int) else str(item) for item in sorted(value, key=str))
    return f"{{{', '.join(masked_field(name, item) for item in items)}}}"
