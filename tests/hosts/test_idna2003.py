"""Names that IDNA 2003 reads otherwise than UTS #46, against Python's codec "idna" and the tables of RFC 3454."""

from __future__ import annotations

import random
import stringprep
from collections.abc import Iterator
from unicodedata import ucd_3_2_0

import pytest

import uriverse as uv
from support.paths import ROOT
from support.seeded import seed_and_cases
from twins.idna2003 import DIFFERING, by_python, by_rfc_3454
from uriverse.hosts import verdict

# RFC 3454, section 3.1 and table B.1: "commonly mapped to nothing".
MAPPED_TO_NOTHING = [chr(code) for code in range(0x80, 0x10000) if stringprep.in_table_b1(chr(code))]
DEVIATIONS = "\u00df\u03c2\u200c\u200d"
CHEROKEE = [chr(code) for code in range(0x13A0, 0x13F6)]
POSITIONS = ("{}ab.example", "a{}b.example", "ab{}.example", "{}.example")
INNER = {"127.0.0.1": "loopback", "0x7f.1": "loopback", "169.254.169.254": "metadata", "localhost": "loopback"}


def looked_up(name: str) -> str:
    """The name that Python's codec looks up; "" if it refuses the name."""
    try:
        return name.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return ""


def hidden(letters: str) -> str:
    """An "xn--" label of letters, whether it is valid or not."""
    return f"xn--{letters.encode('punycode').decode('ascii')}"


def letters() -> Iterator[str]:
    """A seeded sample of all letters beyond US-ASCII, and every one that the documents treat differently."""
    seed, cases = seed_and_cases(55, 500)
    codes = [*range(0x80, 0xD800), *range(0xE000, 0x110000)]
    yield from map(chr, random.Random(seed).sample(codes, min(cases, len(codes))))
    yield from (*MAPPED_TO_NOTHING, *DEVIATIONS, *CHEROKEE)


def test_a_plain_name_is_one_name_to_idna_2003_and_to_uts_46() -> None:
    """What is a name is looked up as its text; what is ambiguous is mapped by UTS #46, or differs."""
    for letter in letters():
        for position in POSITIONS:
            host = position.format(letter)
            ascii_name, found = uv.whatwg.domain_to_ascii(host) or "", verdict(host)
            is_mapped = uv.whatwg.domain_to_unicode(ascii_name) != host
            if found.form == "name":
                assert looked_up(host) in {found.text, ""} and ascii_name == found.text, ascii(host)
            elif found.form == "ambiguous" and not is_mapped:
                assert looked_up(host) not in {ascii_name, ""} or by_rfc_3454(host) != ascii_name, ascii(host)


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize("letter", MAPPED_TO_NOTHING, ids=ascii)
def test_a_letter_that_is_deleted_hides_no_host(letter: str, inner: str) -> None:
    """In every place of the name, as a letter and escaped."""
    for at in range(len(inner) + 1):
        for written in (letter, "".join(f"%{octet:02X}" for octet in letter.encode())):
            found = verdict(inner[:at] + written + inner[at:])
            assert (found.form, found.kind) == ("ambiguous", INNER[inner]), (ascii(letter), at)


def test_letters_are_mapped_as_the_tables_say() -> None:
    """RFC 3454, B.2: "00DF; 0073 0073; Case map", "03C2; 03C3; Case map"; NFKC is that of Unicode 3.2.

    Unicode 3.2 has no lower case of Cherokee letters, and no U+1E9E. Python's codec maps them by `str.lower`.
    """
    assert by_rfc_3454("a\u00df\u03c2.example") == by_rfc_3454("ass\u03c3.example")
    for letter in MAPPED_TO_NOTHING:
        assert by_rfc_3454(f"a{letter}b.example") == "ab.example", ascii(letter)
    changed = [chr(code) for code in range(0x2F800, 0x2FA1E) if uv.hosts.to_unicode(chr(code)) != ucd(chr(code))]
    assert len(changed) == 5
    for letter in changed:
        assert by_rfc_3454(letter) == uv.hosts.to_ascii(ucd(letter))
    for letter in (*CHEROKEE, "\u1e9e", *"".join(CHEROKEE).lower()):
        assert by_python(f"a{letter}b.example") == looked_up(f"a{letter}b.example"), ascii(letter)
    for letter in CHEROKEE:
        assert by_rfc_3454(letter) == uv.whatwg.domain_to_ascii(letter) != by_python(letter)


def ucd(letter: str) -> str:
    return ucd_3_2_0.normalize("NFKC", letter)


@pytest.mark.parametrize(
    ("host", "form", "kind"),
    [
        (f"127.0.0.{hidden('1' + chr(0x1806))}", "ambiguous", "loopback"),
        (f"127.0.0.{hidden('1' + chr(0x1806))}".upper(), "ambiguous", "loopback"),
        (f"\uff1127.0.0\u3002{hidden('1' + chr(0x1806))}.", "ambiguous", "loopback"),
        (f"{hidden(chr(0x1806) + 'localhost')}", "ambiguous", "loopback"),
        (f"{hidden('metadata' + chr(0xAD))}.google.internal", "ambiguous", "metadata"),
        # Circled digits and full-width letters: NFKC turns them into US-ASCII.
        (f"{hidden(chr(0x2460))}.{hidden(chr(0x2461))}", "ambiguous", "public"),
        (f"{hidden(chr(0x2460) + '27')}.0.0.1", "ambiguous", "loopback"),
        (f"{hidden('loca' + chr(0xFF4C))}", "ambiguous", "local"),
        # Registries hold names with deviation characters.
        ("xn--strae-oqa.de", "name", "public"),
        ("xn--nxasmm1c.gr", "name", "public"),
        ("xn--bcher-kva.example", "name", "public"),
        (f"{hidden(chr(0x13A0))}.example", "name", "public"),
        # Neither is Punycode: one overflows, one has a surrogate.
        ("xn--99999999999999.example", "name", "public"),
        (f"{hidden(chr(0xD800))}.example", "name", "public"),
    ],
    ids=ascii,
)
def test_what_an_a_label_hides(host: str, form: str, kind: str) -> None:
    found = verdict(host)
    assert (found.form, found.kind) == (form, kind)


def test_an_inner_reading_decides_before_a_name_of_one_label() -> None:
    """Every name of one label is "local"; the reading of IDNA 2003 is the machine itself."""
    found = verdict("\u1806localhost")
    assert [tuple(reading) for reading in found.readings] == [
        ("UTS #46", hidden("\u1806localhost")),
        ("IDNA 2003", "localhost"),
        ("as written", "\u1806localhost"),
    ]
    assert found.kind == "loopback"


def test_names_in_use_are_names() -> None:
    """Registered suffixes, and names in forty languages: only those with a letter that differs are ambiguous."""
    lines = (ROOT / "tests/hosts/ordinary-names.tsv").read_text("utf-8").splitlines()[1:]
    names = [line.split("\t")[1] for line in lines]
    rules = (ROOT / "src/uriverse/hosts/data/public_suffix_list.dat").read_text("utf-8").split()
    names += [f"example.{rule}" for rule in rules if not rule.isascii() and rule.replace(".", "").isalpha()]
    assert len(names) > 400
    for name in names:
        form = verdict(name).form
        assert (form == "ambiguous") == bool(DIFFERING.search(name)), name
        assert form == "ambiguous" or looked_up(name) in {verdict(name).text, ""}, name
