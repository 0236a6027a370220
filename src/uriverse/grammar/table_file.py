"""The table file: an edition's tables as octets, written for the engine and read back for the proof.

There is one versioned file for each edition. Its format is in `docs/tables.md`: numbers are little-endian, a string is
a 16-bit length and UTF-8.
"""

from __future__ import annotations

import struct
import zlib

from uriverse.editions.files import COMPONENTS, KINDS, SPLITS
from uriverse.editions.model import AuthorityReading, HostType, Reading, Slot
from uriverse.errors import GrammarError
from uriverse.grammar.alphabet import Alphabet
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.rules import Characters, merged
from uriverse.grammar.tables import SetRule, Tables, characters_of
from uriverse.ground.caching import lru_cache
from uriverse.ground.lean_typing import Final

MAGIC: Final = b"URIT"
VERSION: Final = 2


def write_tables(tables: Tables) -> bytes:
    """Encode tables as a table file."""
    out = _Writer()
    out.text(tables.id)
    out.byte(len(tables.alphabet))
    out.raw(bytes(tables.alphabet.classify(byte) for byte in range(256)))
    for label in tables.labels:
        out.text(label)
    out.short(len(tables.automata))
    for automaton in tables.automata:
        out.raw(_automaton_bytes(automaton))
    out.short(len(tables.rules))
    names = list(tables.rules)
    for name, rule in tables.rules.items():
        out.text(name)
        if isinstance(rule, SetRule):
            out.byte(0)
            out.mask(rule.mask)
            out.raw(bytes([rule.triplets, rule.minimum, rule.maximum or 0]))
        else:
            out.byte(1)
            out.short(rule)
    out.short(names.index(tables.start))
    out.raw(bytes([tables.judged, SPLITS.index(tables.split)]))
    out.byte(len(tables.readings))
    for reading in tables.readings:
        out.raw(bytes([KINDS.index(reading.kind), reading.resolves_only]))
        _write_slots(out, reading.slots, names)
    out.byte(len(tables.authority))
    for row in tables.authority:
        out.text(row.name)
        _write_slots(out, row.slots, names)
    out.byte(len(tables.host_types))
    for host in tables.host_types:
        out.text(host.type)
        out.short(names.index(host.accepts))
    _write_characters(out, tables.unreserved)
    out.byte(len(tables.encode))
    for component, characters in tables.encode.items():
        out.text(component)
        _write_characters(out, characters)
    out.short(len(tables.settings))
    for name, value in tables.settings.items():
        out.text(name)
        out.text(value)
    out.short(len(tables.ports))
    for scheme, port, empty_path in tables.ports:
        out.text(scheme)
        out.short(port)
        out.text(empty_path)
    content = tables.digest + bytes(out.data)
    head = struct.pack("<4sHHII", MAGIC, VERSION, 0, 16 + len(content), zlib.crc32(content))
    return head + content


@lru_cache(maxsize=64)
def _automaton_bytes(automaton: Automaton) -> bytes:
    """Encode an automaton. Classes that it does not distinguish share a column; targets are encoded as differences.

    The result is cached, because the tables of one edition are written several times, with few automata changed.
    """
    out = _Writer()
    columns: dict[tuple[int, ...], int] = {}
    local = [columns.setdefault(column, len(columns)) for column in zip(*automaton.transitions, strict=True)]
    out.byte(len(columns))
    out.raw(bytes(local))
    out.short(len(automaton))
    bits = sum(1 << state for state in automaton.accepting)
    out.raw(bits.to_bytes((len(automaton) + 7) // 8, "little"))
    size = (len(columns) + 7) // 8
    for state, targets in enumerate(zip(*columns, strict=True)):
        alive = 0
        distances = []
        for place, target in enumerate(targets):
            if target != DEAD:
                alive |= 1 << place
                distances.append(2 * (target - state) if target >= state else 2 * (state - target) - 1)
        out.raw(alive.to_bytes(size, "little"))
        for distance in distances:
            out.varint(distance)
    return bytes(out.data)


def _write_slots(out: _Writer, slots: tuple[Slot, ...], names: list[str]) -> None:
    out.byte(len(slots))
    for slot in slots:
        flags = slot.optional | slot.last << 1 | slot.bracket << 2
        out.raw(bytes([COMPONENTS.index(slot.component), flags]))
        out.text(slot.open)
        out.text(slot.close)
        out.mask(sum(1 << ord(mark) for mark in set(slot.stop)))
        out.short(names.index(slot.accepts))
        out.text(slot.rule)
        out.text(slot.rest if slot.rest != slot.rule else "")


def _write_characters(out: _Writer, characters: Characters) -> None:
    """Write a mask of US-ASCII, and the ranges beyond it."""
    out.mask(sum(1 << point for low, high in characters.ranges for point in range(low, min(high, 127) + 1)))
    beyond = [(max(low, 128), high) for low, high in characters.ranges if high > 127]
    out.short(len(beyond))
    for low, high in beyond:
        out.long(low)
        out.long(high)


class _Writer:
    def __init__(self) -> None:
        self.data = bytearray()

    def raw(self, data: bytes) -> None:
        self.data += data

    def byte(self, value: int) -> None:
        self.data.append(value)

    def short(self, value: int) -> None:
        self.data += struct.pack("<H", value)

    def long(self, value: int) -> None:
        self.data += struct.pack("<I", value)

    def text(self, value: str) -> None:
        encoded = value.encode()
        self.short(len(encoded))
        self.data += encoded

    def mask(self, value: int) -> None:
        self.data += value.to_bytes(16, "little")

    def varint(self, value: int) -> None:
        while value > 127:
            self.data.append(value & 127 | 128)
            value >>= 7
        self.data.append(value)


def read_tables(data: bytes) -> Tables:
    """Decode a table file, for the proof and the lab. The engine has its own decoder in Rust."""
    if len(data) < 48 or data[:4] != MAGIC:
        raise GrammarError("it is not a table file", file="<tables>")
    _, version, _, length, checksum = struct.unpack("<4sHHII", data[:16])
    if version != VERSION:
        raise GrammarError(f"it has version {version}; only {VERSION} is supported", file="<tables>")
    if length != len(data) or checksum != zlib.crc32(data[16:]):
        raise GrammarError("it is damaged: its length or checksum is wrong", file="<tables>")
    try:
        return _read_contents(_Reader(data, 16))
    except (IndexError, ValueError, struct.error) as error:
        raise GrammarError(f"its contents are wrong: {error}", file="<tables>") from None


def _read_contents(source: _Reader) -> Tables:
    digest = source.raw(32)
    edition_id = source.text()
    alphabet, labels = _read_classes(source)
    automata = tuple(_read_automaton(source, alphabet) for _ in range(source.short()))
    rules = dict(_read_rule(source) for _ in range(source.short()))
    names = list(rules)
    return Tables(
        id=edition_id,
        digest=digest,
        alphabet=alphabet,
        automata=automata,
        rules=rules,
        labels=labels,
        start=names[source.short()],
        judged=bool(source.byte()),
        split=SPLITS[source.byte()],
        readings=tuple(_read_reading(source, names) for _ in range(source.byte())),
        authority=tuple(AuthorityReading(source.text(), _read_slots(source, names)) for _ in range(source.byte())),
        host_types=tuple(HostType(source.text(), names[source.short()]) for _ in range(source.byte())),
        unreserved=_read_characters(source),
        encode={source.text(): _read_characters(source) for _ in range(source.byte())},
        settings={source.text(): source.text() for _ in range(source.short())},
        ports=tuple((source.text(), source.short(), source.text()) for _ in range(source.short())),
    )


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def raw(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self) -> int:
        return self.raw(1)[0]

    def short(self) -> int:
        return int.from_bytes(self.raw(2), "little")

    def long(self) -> int:
        return int.from_bytes(self.raw(4), "little")

    def text(self) -> str:
        return self.raw(self.short()).decode()

    def mask(self) -> int:
        return int.from_bytes(self.raw(16), "little")

    def varint(self) -> int:
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value


def _read_classes(source: _Reader) -> tuple[Alphabet, tuple[str, ...]]:
    count = source.byte()
    owners = source.raw(256)
    labels = tuple(source.text() for _ in range(count))
    classes: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for byte, owner in enumerate(owners):
        classes[owner].append((byte, byte))
    # Code points beyond 255 do not occur; as in `byte_alphabet`, they belong to the class of byte 255.
    classes[owners[255]].append((256, 0x10FFFF))
    return Alphabet(tuple(merged(ranges) for ranges in classes)), labels


def _read_characters(source: _Reader) -> Characters:
    ascii_ranges = characters_of(source.mask()).ranges
    return Characters(merged((*ascii_ranges, *((source.long(), source.long()) for _ in range(source.short())))))


def _read_automaton(source: _Reader, alphabet: Alphabet) -> Automaton:
    width = source.byte()
    local = source.raw(len(alphabet))
    count = source.short()
    bits = int.from_bytes(source.raw((count + 7) // 8), "little")
    # Fast path: half of a file are targets, nearly all of one byte. Decode them in place, and cache each pattern's
    # columns.
    data, at, octets = source.data, source.at, (width + 7) // 8
    patterns: dict[bytes, list[int]] = {}
    rows = []
    for state in range(count):
        pattern = data[at : at + octets]
        at += octets
        if pattern not in patterns:
            alive = int.from_bytes(pattern, "little")
            patterns[pattern] = [column for column in range(width) if alive >> column & 1]
        targets = [DEAD] * width
        for column in patterns[pattern]:
            code = data[at]
            at += 1
            if code > 127:
                source.at = at - 1
                code = source.varint()
                at = source.at
            targets[column] = state - ((code + 1) >> 1) if code & 1 else state + (code >> 1)
        rows.append(tuple(map(targets.__getitem__, local)))
    source.at = at
    return Automaton(alphabet, tuple(rows), frozenset(state for state in range(count) if bits >> state & 1))


def _read_rule(source: _Reader) -> tuple[str, SetRule | int]:
    name = source.text()
    if source.byte() == 1:
        return name, source.short()
    mask = source.mask()
    triplets, minimum, maximum = source.raw(3)
    return name, SetRule(mask, bool(triplets), minimum, maximum or None)


def _read_reading(source: _Reader, names: list[str]) -> Reading:
    kind, flags = source.raw(2)
    return Reading(KINDS[kind], _read_slots(source, names), resolves_only=bool(flags))


def _read_slots(source: _Reader, names: list[str]) -> tuple[Slot, ...]:
    return tuple(_read_slot(source, names) for _ in range(source.byte()))


def _read_slot(source: _Reader, names: list[str]) -> Slot:
    component, flags = source.raw(2)
    opener, closer, stop = source.text(), source.text(), source.mask()
    accepts, rule, rest = names[source.short()], source.text(), source.text()
    return Slot(
        component=COMPONENTS[component],
        accepts=accepts,
        rule=rule,
        rest=rest,
        open=opener,
        close=closer,
        stop="".join(chr(byte) for byte in range(128) if stop >> byte & 1),
        optional=bool(flags & 1),
        last=bool(flags & 2),
        bracket=bool(flags & 4),
    )
