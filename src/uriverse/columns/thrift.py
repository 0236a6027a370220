"""Thrift's compact protocol: structures as Python values and back, without their schema.

Parquet's footer is written so. A structure is a dict from a field's number to its type and value; a list is the type of
its elements and their values; texts stay octets.

    >>> octets = bytes.fromhex("1502180161160000")
    >>> structure, end = read_struct(octets + b"what follows", 0)
    >>> structure, end
    ({1: (5, 1), 2: (8, b'a'), 3: (6, 0)}, 8)
"""

from __future__ import annotations

import struct
from typing import Any, Final, TypeAlias

Struct: TypeAlias = dict[int, tuple[int, Any]]

# The types of fields, as the protocol numbers them. A bool is in its type: 1 is true, 2 is false.
TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
INTEGERS: Final = frozenset({I16, I32, I64})


def read_struct(octets: bytes, at: int) -> tuple[Struct, int]:
    """A structure that begins at a place, and where it ends.

    Raises:
        IndexError, ValueError: if the octets are not one.
    """
    found: Struct = {}
    number = 0
    while head := octets[at]:
        at += 1
        kind = head & 15
        if head >> 4:
            number += head >> 4
        else:
            number, at = _read_integer(octets, at)
        if kind in (TRUE, FALSE):
            found[number] = kind, kind == TRUE
        else:
            value, at = _read(octets, at, kind)
            found[number] = kind, value
    return found, at + 1


def _read(octets: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in INTEGERS:
        return _read_integer(octets, at)
    if kind == BINARY:
        size, at = _read_size(octets, at)
        return octets[at : at + size], at + size
    if kind == STRUCT:
        return read_struct(octets, at)
    if kind in (LIST, SET):
        head, at = octets[at], at + 1
        size = head >> 4
        if size == 15:
            size, at = _read_size(octets, at)
        values = []
        for _ in range(size):
            value, at = _read(octets, at, head & 15)
            values.append(value)
        return (head & 15, values), at
    if kind == DOUBLE:
        return struct.unpack_from("<d", octets, at)[0], at + 8
    if kind in (TRUE, FALSE, BYTE):  # an element of a list of bools is a byte of its own
        return octets[at], at + 1
    raise ValueError(f"the compact protocol's type {kind} does not occur in Parquet's footer")


def _read_size(octets: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while octets[at] & 128:
        value |= (octets[at] & 127) << shift
        at, shift = at + 1, shift + 7
    return value | octets[at] << shift, at + 1


def _read_integer(octets: bytes, at: int) -> tuple[int, int]:
    value, at = _read_size(octets, at)
    return value >> 1 ^ -(value & 1), at


def write_struct(structure: Struct) -> bytes:
    """A structure's octets.

    >>> write_struct({1: (I32, 1), 20: (BINARY, b"a"), 21: (TRUE, True)}).hex()
    '1502082801611100'
    """
    out = bytearray()
    _write_struct(out, structure)
    return bytes(out)


def _write_struct(out: bytearray, structure: Struct) -> None:
    last = 0
    for number, (kind, value) in structure.items():
        if 0 < number - last < 16:
            out.append((number - last) << 4 | kind)
        else:
            out.append(kind)
            _write_integer(out, number)
        last = number
        if kind not in (TRUE, FALSE):
            _write(out, kind, value)
    out.append(0)


def _write(out: bytearray, kind: int, value: Any) -> None:
    if kind in INTEGERS:
        _write_integer(out, value)
    elif kind == BINARY:
        _write_size(out, len(value))
        out += value
    elif kind == STRUCT:
        _write_struct(out, value)
    elif kind in (LIST, SET):
        of, values = value
        if len(values) < 15:
            out.append(len(values) << 4 | of)
        else:
            out.append(15 << 4 | of)
            _write_size(out, len(values))
        for element in values:
            _write(out, of, element)
    elif kind == DOUBLE:
        out += struct.pack("<d", value)
    else:
        out.append(value)


def _write_size(out: bytearray, value: int) -> None:
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _write_integer(out: bytearray, value: int) -> None:
    _write_size(out, value << 1 if value >= 0 else (-value << 1) - 1)
