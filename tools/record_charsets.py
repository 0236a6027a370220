"""Record the tables of the Encoding Standard: run `python tools/record_charsets.py INDEXES`.

INDEXES is a JavaScript or JSON file with the Standard's indexes by name, as in npm packages (`encoding-indexes.js`).
The decoders here follow the steps of the Standard, sections 9 to 13, literally; they share no code with the library.
For each charset and each length of sequence this writes the number of sequences with characters, and the SHA-256 of
these with their characters. `tests/whatwg/test_charsets.py` compares the library's tables with
`tests/whatwg/charset-tables.tsv`. `--ours` lists the sequences that the library decodes differently.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parents[1] / "tests" / "whatwg" / "charset-tables.tsv"
HIGH: Final = range(0x80, 0x100)
ALL: Final = range(0x100)
SINGLE: Final = (
    *("ibm866", "koi8-r", "koi8-u", "macintosh", "windows-874", "x-mac-cyrillic"),
    *(f"iso-8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    *(f"windows-{page}" for page in range(1250, 1259)),
)
# The tested sequences of each charset: the octets at each position, for lengths one to four.
OF_TWO: Final = {"two": (HIGH, ALL)}
OF_FOUR: Final = (range(0x81, 0xFF), range(0x30, 0x3A), range(0x81, 0xFF), range(0x30, 0x3A))
SEQUENCES: Final[dict[str, dict[str, tuple[Any, ...]]]] = {
    **{name: {"one": (HIGH,)} for name in SINGLE},
    "gbk": {"one": (HIGH,), **OF_TWO},
    "gb18030": {"one": (HIGH,), **OF_TWO, "four": OF_FOUR},
    "big5": {"one": (HIGH,), **OF_TWO},
    "euc-jp": {"one": (HIGH,), **OF_TWO, "three": ((0x8F,), HIGH, HIGH)},
    "iso-2022-jp": {
        "jis0208": ((0x1B,), (0x24,), (0x42,), range(0x21, 0x7F), range(0x21, 0x7F)),
        "katakana": ((0x1B,), (0x28,), (0x49,), range(0x20, 0x80)),
        "roman": ((0x1B,), (0x28,), (0x4A,), range(0x20, 0x7F)),
    },
    "shift_jis": {"one": (HIGH,), **OF_TWO},
    "euc-kr": {"one": (HIGH,), **OF_TWO},
}

# Added to the Standard from GB 18030-2022 (whatwg/encoding, pull request 336); packages' indexes may lack it.
GB18030_2022: Final = {
    **dict(zip(range(0xA6D9, 0xA6E0), (0xFE10, 0xFE12, 0xFE11, 0xFE13, 0xFE14, 0xFE15, 0xFE16), strict=True)),
    0xA6EC: 0xFE17, 0xA6ED: 0xFE18, 0xA6F3: 0xFE19, 0xFE59: 0x9FB4, 0xFE61: 0x9FB5, 0xFE66: 0x9FB6, 0xFE67: 0x9FB7,
    0xFE6D: 0x9FB8, 0xFE7E: 0x9FB9, 0xFE90: 0x9FBA, 0xFEA0: 0x9FBB,
}  # fmt: skip

Index = list[Any]
Step = Callable[[bytes, Mapping[str, Index]], "tuple[str, int] | None"]


def of(index: Index, pointer: int) -> str | None:
    """Return the character of a pointer in an index (section 5)."""
    code_point = index[pointer] if 0 <= pointer < len(index) else None
    return None if code_point is None else chr(code_point)


def one_of_gb18030(octets: bytes, indexes: Mapping[str, Index]) -> tuple[str, int] | None:
    """Section 10.2.1, which GBK's decoder is, too (10.1.1)."""
    first = octets[0]
    if first == 0x80:
        return "\u20ac", 1
    if first == 0xFF or len(octets) < 2:
        return None
    second = octets[1]
    if 0x30 <= second <= 0x39:
        if len(octets) < 4 or not 0x81 <= octets[2] <= 0xFE or not 0x30 <= octets[3] <= 0x39:
            return None
        pointer = ((first - 0x81) * 10 + second - 0x30) * 1260 + (octets[2] - 0x81) * 10 + octets[3] - 0x30
        if 39419 < pointer < 189000 or pointer > 1237575:
            return None
        if pointer == 7457:
            return "\ue7c7", 4
        offset, code_point = max(pair for pair in indexes["gb18030-ranges"] if pair[0] <= pointer)
        return chr(code_point + pointer - offset), 4
    if not (0x40 <= second <= 0x7E or 0x80 <= second <= 0xFE):
        return None
    found = of(indexes["gb18030"], (first - 0x81) * 190 + second - (0x40 if second < 0x7F else 0x41))
    return None if found is None else (found, 2)


def one_of_big5(octets: bytes, indexes: Mapping[str, Index]) -> tuple[str, int] | None:
    """Section 11.1.1."""
    if not 0x81 <= octets[0] <= 0xFE or len(octets) < 2:
        return None
    second = octets[1]
    if not (0x40 <= second <= 0x7E or 0xA1 <= second <= 0xFE):
        return None
    pointer = (octets[0] - 0x81) * 157 + second - (0x40 if second < 0x7F else 0x62)
    pairs = {1133: "\xca\u0304", 1135: "\xca\u030c", 1164: "\xea\u0304", 1166: "\xea\u030c"}
    found = pairs.get(pointer) or of(indexes["big5"], pointer)
    return None if found is None else (found, 2)


def one_of_euc_jp(octets: bytes, indexes: Mapping[str, Index]) -> tuple[str, int] | None:
    """Section 12.1.1."""
    if octets[0] == 0x8E and len(octets) > 1 and 0xA1 <= octets[1] <= 0xDF:
        return chr(0xFF61 - 0xA1 + octets[1]), 2
    index, octets, length = ("jis0212", octets[1:], 3) if octets[0] == 0x8F else ("jis0208", octets, 2)
    if len(octets) < 2 or not all(0xA1 <= octet <= 0xFE for octet in octets[:2]):
        return None
    found = of(indexes[index], (octets[0] - 0xA1) * 94 + octets[1] - 0xA1)
    return None if found is None else (found, length)


def one_of_shift_jis(octets: bytes, indexes: Mapping[str, Index]) -> tuple[str, int] | None:
    """Section 12.3.1."""
    first = octets[0]
    if first == 0x80:
        return "\x80", 1
    if 0xA1 <= first <= 0xDF:
        return chr(0xFF61 - 0xA1 + first), 1
    if not (0x81 <= first <= 0x9F or 0xE0 <= first <= 0xFC) or len(octets) < 2:
        return None
    second = octets[1]
    if not (0x40 <= second <= 0x7E or 0x80 <= second <= 0xFC):
        return None
    pointer = (first - (0x81 if first < 0xA0 else 0xC1)) * 188 + second - (0x40 if second < 0x7F else 0x41)
    if 8836 <= pointer <= 10715:
        return chr(0xE000 - 8836 + pointer), 2
    found = of(indexes["jis0208"], pointer)
    return None if found is None else (found, 2)


def one_of_euc_kr(octets: bytes, indexes: Mapping[str, Index]) -> tuple[str, int] | None:
    """Section 13.1.1."""
    if not 0x81 <= octets[0] <= 0xFE or len(octets) < 2 or not 0x41 <= octets[1] <= 0xFE:
        return None
    found = of(indexes["euc-kr"], (octets[0] - 0x81) * 190 + octets[1] - 0x41)
    return None if found is None else (found, 2)


def one_after_escape(octets: bytes, indexes: Mapping[str, Index]) -> tuple[str, int] | None:
    """Section 12.2.1, after one of the three escape sequences."""
    state, rest = octets[:3], octets[3:]
    if state == b"\x1b(J" and rest[0] not in (0x0E, 0x0F, 0x1B):
        return {0x5C: "\xa5", 0x7E: "\u203e"}.get(rest[0], chr(rest[0])), 4
    if state == b"\x1b(I" and 0x21 <= rest[0] <= 0x5F:
        return chr(0xFF61 - 0x21 + rest[0]), 4
    if state == b"\x1b$B":
        found = of(indexes["jis0208"], (rest[0] - 0x21) * 94 + rest[1] - 0x21)
        return None if found is None else (found, 5)
    return None


STEPS: Final[dict[str, Step]] = {
    "gbk": one_of_gb18030,
    "gb18030": one_of_gb18030,
    "big5": one_of_big5,
    "euc-jp": one_of_euc_jp,
    "shift_jis": one_of_shift_jis,
    "euc-kr": one_of_euc_kr,
    "iso-2022-jp": one_after_escape,
}


def decoded(octets: bytes, charset: str, indexes: Mapping[str, Index]) -> str | None:
    """Return the characters of octets, or None if there is an error."""
    result = ""
    while octets:
        found: tuple[str, int] | None
        if octets[0] < 0x80 and charset != "iso-2022-jp":
            found = chr(octets[0]), 1
        elif charset in STEPS:
            found = STEPS[charset](octets, indexes)
        else:
            letter = of(indexes[charset], octets[0] - 0x80)
            found = None if letter is None else (letter, 1)
        if found is None:
            return None
        result += found[0]
        octets = octets[found[1] :]
    return result


def table(charset: str, kind: str, decode: Callable[[bytes], str | None]) -> Iterator[tuple[bytes, str]]:
    """Return the sequences that have characters, with these."""
    for octets in map(bytes, product(*SEQUENCES[charset][kind])):
        text = decode(octets)
        if text is not None:
            yield octets, text


def digest(rows: list[tuple[bytes, str]]) -> str:
    """Return the SHA-256 of a table."""
    lines = (f"{octets.hex()} {' '.join(f'{ord(each):x}' for each in text)}\n" for octets, text in rows)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def by_standard(charset: str, indexes: Mapping[str, Index]) -> Callable[[bytes], str | None]:
    """Return the Standard's decoder."""
    return lambda octets: decoded(octets, charset, indexes)


def by_library(charset: str) -> Callable[[bytes], str | None]:
    """Return the library's decoder."""
    from uriverse._core import whatwg_decode

    def decode(octets: bytes) -> str | None:
        found = whatwg_decode(octets, charset)
        assert found is not None
        return None if found[2] is not None else found[1]

    return decode


def read(path: Path) -> dict[str, Index]:
    """Return the indexes of a file, which is the one JSON object in it."""
    text = path.read_text("utf-8")
    match = re.search(r'\{\s*"big5"', text)
    assert match is not None, "no indexes in the file"
    indexes: dict[str, Index] = json.JSONDecoder().raw_decode(text, match.start())[0]
    for octets, code_point in GB18030_2022.items():
        first, second = divmod(octets, 256)
        indexes["gb18030"][(first - 0x81) * 190 + second - (0x40 if second < 0x7F else 0x41)] = code_point
    return indexes


def main() -> None:
    """Write the tables, or list the library's differences."""
    indexes = read(Path(sys.argv[1]))
    rows = ["charset\tsequences\tcount\tsha256"]
    for charset, kinds in SEQUENCES.items():
        for kind in kinds:
            standard = list(table(charset, kind, by_standard(charset, indexes)))
            rows.append(f"{charset}\t{kind}\t{len(standard)}\t{digest(standard)}")
            if "--ours" in sys.argv:
                ours, theirs = dict(table(charset, kind, by_library(charset))), dict(standard)
                for octets in sorted(ours.keys() | theirs.keys()):
                    if ours.get(octets) != theirs.get(octets):
                        print(charset, octets.hex(), ascii(theirs.get(octets)), ascii(ours.get(octets)))
    FILE.write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
