"""The tables: a compiled edition, for the engine and the proof.

They contain the classes of bytes, the minimal automata (deduplicated), the rules, the readings and the settings. Code
points become bytes here: an ASCII grammar keeps its automata, others are lowered to UTF-8.
"""

from __future__ import annotations

from _collections_abc import Mapping

from uriverse.editions.model import AuthorityReading, HostType, Reading
from uriverse.errors import UnknownRuleError
from uriverse.grammar.alphabet import Alphabet, build_alphabet, refine
from uriverse.grammar.compilation import Compiled
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.minimization import minimize
from uriverse.grammar.rules import Characters, merged
from uriverse.grammar.utf8 import byte_alphabet, lowered
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import dataclass, field

HEX_DIGITS: Final = frozenset(b"0123456789ABCDEFabcdef")
HEX_MASK: Final = sum(1 << digit for digit in HEX_DIGITS)


@dataclass(frozen=True, slots=True)
class SetRule:
    """A rule that repeats one set: at least `minimum` and at most `maximum` bytes of it, or triplets."""

    mask: int
    triplets: bool
    minimum: int
    maximum: int | None


@dataclass(frozen=True)
class Tables:
    """An edition's tables; `grammar.table_file` writes them and reads them.

    A rule or slot expression is a set, or an index into `automata`. `judged`: the start rule checks whole texts in
    addition to the readings.
    """

    id: str
    digest: bytes
    alphabet: Alphabet
    automata: tuple[Automaton, ...]
    rules: Mapping[str, SetRule | int]
    start: str
    judged: bool
    split: str
    readings: tuple[Reading, ...]
    authority: tuple[AuthorityReading, ...]
    host_types: tuple[HostType, ...]
    unreserved: Characters
    encode: Mapping[str, Characters]
    settings: Mapping[str, str]
    ports: tuple[tuple[str, int, str], ...]
    labels: tuple[str, ...] = field(default=())

    def automaton(self, rule: str) -> Automaton:
        """The automaton of a rule or slot expression, over the tables' own alphabet."""
        if rule not in self.rules:
            raise UnknownRuleError(rule, self.rules)
        entry = self.rules[rule]
        return self.automata[entry] if isinstance(entry, int) else set_automaton(entry, self.alphabet)


def build_tables(compiled: Compiled) -> Tables:
    """The tables of a compiled edition."""
    edition = compiled.edition
    alphabet = byte_alphabet(compiled.alphabet, compiled.automata.values())
    automata: dict[Automaton, int] = {}
    rules: dict[str, SetRule | int] = {}
    for name, automaton in compiled.automata.items():
        over_bytes = lowered(automaton, alphabet)
        as_set = recognise_set(over_bytes)
        rules[name] = automata.setdefault(over_bytes, len(automata)) if as_set is None else as_set
    return Tables(
        id=edition.id,
        digest=edition.digest,
        alphabet=alphabet,
        automata=tuple(automata),
        rules=rules,
        start=compiled.grammar[edition.start].name,
        judged=edition.judged,
        split=edition.split,
        readings=edition.readings,
        authority=edition.authority,
        host_types=edition.host_types,
        unreserved=compiled.unreserved,
        encode=compiled.encode_sets,
        settings=dict(edition.settings),
        ports=tuple((port.scheme, port.port, port.empty_path) for port in edition.ports),
        labels=tuple(" ".join(_span(low, high) for low, high in ranges) for ranges in alphabet.classes),
    )


def recognise_set(automaton: Automaton) -> SetRule | None:
    """The set rule that an automaton is equivalent to, or None; only ASCII sets."""
    # A set has at most the start, the state after a character, and the two within a triplet.
    if len(automaton) > 4:
        return None
    for minimum, maximum in ((0, None), (1, None), (1, 1)):
        for triplets in (False, True):
            mask = _loop_mask(automaton, triplets)
            if mask is not None:
                rule = SetRule(mask, triplets, minimum, maximum)
                if set_automaton(rule, automaton.alphabet) == automaton:
                    return rule
    return None


def _loop_mask(automaton: Automaton, triplets: bool) -> int | None:
    """The bytes that leave the start state, without the "%" of triplets; None if one is not ASCII."""
    mask = 0
    for index, target in enumerate(automaton.transitions[0]):
        if target == DEAD:
            continue
        for low, high in automaton.alphabet.classes[index]:
            if high > 127:
                return None
            for byte in range(low, high + 1):
                mask |= 1 << byte
    percent = 1 << ord("%")
    if triplets:
        return mask & ~percent if mask & percent else None
    return mask


def set_automaton(rule: SetRule, alphabet: Alphabet) -> Automaton:
    """The minimal automaton of a set rule, in canonical numbering; refines classes that the set splits."""
    masks = [rule.mask, *((HEX_MASK, 1 << ord("%")) if rule.triplets else ())]
    if any(_splits_class(ranges, mask) for mask in masks for ranges in alphabet.classes):
        alphabet = refine(alphabet, build_alphabet(characters_of(mask) for mask in masks))
    width = len(alphabet)
    in_mask = [bool(rule.mask >> ranges[0][0] & 1) if ranges[0][0] < 128 else False for ranges in alphabet.classes]
    is_hex = [ranges[0][0] in HEX_DIGITS for ranges in alphabet.classes]
    percent = alphabet.classify(ord("%"))
    rows: list[list[int]] = []

    def unit(source: int, target: int) -> None:
        for index in range(width):
            if in_mask[index]:
                rows[source][index] = target
        if rule.triplets:
            first = len(rows)
            rows.extend([[DEAD] * width, [DEAD] * width])
            rows[source][percent] = first
            for index in range(width):
                if is_hex[index]:
                    rows[first][index] = first + 1
                    rows[first + 1][index] = target

    if rule.maximum == 1:
        rows.extend([[DEAD] * width, [DEAD] * width])
        unit(0, 1)
        accepting = {1} | ({0} if rule.minimum == 0 else set())
    elif rule.minimum == 1:
        rows.extend([[DEAD] * width, [DEAD] * width])
        unit(0, 1)
        unit(1, 1)
        accepting = {1}
    else:
        rows.append([DEAD] * width)
        unit(0, 0)
        accepting = {0}
    return minimize(Automaton(alphabet, tuple(map(tuple, rows)), frozenset(accepting)))


def _splits_class(ranges: tuple[tuple[int, int], ...], mask: int) -> bool:
    """Whether a mask has some characters of a class but not all."""
    has = lacks = False
    for low, high in ranges:
        # Bit 128 stands for everything beyond US-ASCII, which no mask has.
        low, high = min(low, 128), min(high, 128)
        whole = (2 << high - low) - 1
        bits = mask >> low & whole
        has = has or bits != 0
        lacks = lacks or bits != whole
    return has and lacks


def characters_of(mask: int) -> Characters:
    """The characters of US-ASCII whose bits are set."""
    return Characters(merged((byte, byte) for byte in range(128) if mask >> byte & 1))


def _span(low: int, high: int) -> str:
    return _point(low) if low == high else f"{_point(low)}-{_point(high)}"


def _point(point: int) -> str:
    return chr(point) if 32 < point < 127 else f"%x{point:02X}"
