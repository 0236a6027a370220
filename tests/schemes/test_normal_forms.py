"""Normal forms are fixed points, and equivalence is an equivalence relation, on every level and in every scheme.

The texts are the vectors of the schemes and what edits make of them: letters percent-encoded or put in the other case,
dot segments and delimiters put in. Such texts stand near the border between what a scheme accepts and what it refuses,
where the steps of normalization could work against each other.
"""

from __future__ import annotations

import json
import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.vectors import VECTORS
from uriverse import columns as uc
from uriverse.schemes import SCHEMES

DOCUMENTS = [scheme for name in SCHEMES for scheme in SCHEMES.documents(name)]
RANDOMS = st.randoms(use_true_random=False)
INSERTED = (*"/.:;?#aB", "./", "../", "//", "%2e", "%2E%2e/", "%2F", "%41", "%7e", "%00", "+1")
FOUND = [
    *("urn:is%4bn:b1", "urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "urn:uuid:F81D4FAE", "tel:../+1-2"),
    *("tel:+1-2%2e", "file:.//etc/passwd", "URN:%45x:a", "file:a/..", "file:/", "file:///", "file://localhost"),
    *("data:./x,", "gopher://h/1/../x", "news:.."),
]


def printed(scheme: str | None = None) -> list[str]:
    """The texts of the schemes' vectors that are URIs, of one scheme or of all."""
    found = []
    for path in sorted((VECTORS / "schemes").glob("*.json" if scheme is None else f"{scheme}.*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            found += [case[key] for key in ("text", "a", "b") if key in case and uv.is_valid(case[key])]
    return found


def edited(text: str, rng: Any) -> str:
    """The text with one to four edits."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        letter = text[at : at + 1]
        match rng.randrange(4):
            case 0 if letter.isascii() and letter.isalnum():
                text = f"{text[:at]}%{ord(letter):{rng.choice(('02x', '02X'))}}{text[at + 1 :]}"
            case 1:
                text = text[:at] + letter.swapcase() + text[at + 1 :]
            case 2:
                text = text[:at] + text[at + 1 :]
            case _:
                text = text[:at] + rng.choice(INSERTED) + text[at:]
    return text


def check_fixed_points(text: str, edition: Any = None) -> None:
    for level in uv.EDITIONS[edition or "rfc3986"].levels:
        normal = uv.normalize(text, level=level, edition=edition)
        again = uv.normalize(normal, level=level)
        assert again is normal, (text, level, str(normal), str(again))
        assert uv.equivalent(text, normal, level=level, edition=edition), (text, level)
        assert uv.equivalent(text, text, level=level, edition=edition)


def check_relation(texts: list[str]) -> None:
    """Equivalent texts are those with one normal form: so it is symmetric and transitive."""
    for a, b, c in combinations(texts, 3):
        answers = []
        for one, other in ((a, b), (b, c), (a, c)):
            answers.append(uv.equivalent(one, other, level="scheme"))
            assert uv.equivalent(other, one, level="scheme") is answers[-1]
        assert answers.count(True) != 2, (a, b, c)


@pytest.mark.parametrize("text", FOUND)
def test_what_was_found_once(text: str) -> None:
    """Each of these changed again when it was normalized again, or was equivalent to only one of two equal texts."""
    check_fixed_points(text)
    normal = uv.schemes.normalize(text)
    assert uv.schemes.normalize(normal) is normal


def test_transitive_where_it_was_not() -> None:
    """`file:a/..`, `file:/` and `file:///` are one file, by RFC 3986, section 5.2.4, and RFC 8089, section 2."""
    check_relation(["file:a/..", "file:/", "file:///", "file://localhost/"])
    assert uv.equivalent("file:a/..", "file:///", level="scheme")


@pytest.mark.parametrize("edition", ["rfc3986", "rfc3987"])
def test_equivalent_names_have_one_normal_form(edition: uv.EditionId) -> None:
    """RFC 3986, section 3.2.2, and RFC 3987, section 5.3.3: A-labels, U-labels and triplets, in either case."""
    names = ["bücher.de", "faß.de", "fass.de", "例え.テスト", "пример.рф", "café.fr", "ab--ü.x", "xn--a.de", "א.com"]
    forms = {
        f"http://{text}/"
        for name in names
        for text in (name, name.upper(), "".join(f"%{octet:02X}" for octet in name.encode()), name.replace(".", "。"))
        for text in (text, text if not text.isascii() else text.lower(), uv.whatwg.domain_to_ascii(text) or text)
        if uv.is_valid(f"http://{text}/", edition=edition)
    }
    for a, b in combinations(sorted(forms), 2):
        one = uv.normalize(a, level="scheme", edition=edition) == uv.normalize(b, level="scheme", edition=edition)
        assert uv.equivalent(a, b, level="scheme", edition=edition) is one, (a, b)
    for text in forms:
        check_fixed_points(text, edition)


@pytest.mark.parametrize(
    ("text", "edition", "normal"),
    [
        ("http://BÜCHER.de:80", "rfc3987", "http://bücher.de/"),
        ("http://XN--BCHER-KVA.de/é", "rfc3987", "http://bücher.de/é"),
        ("http://b%c3%bccher.de/", "rfc3986", "http://xn--bcher-kva.de/"),
        # The scheme has no default port, so its hosts are not known to be domain names (section 3.2.2).
        ("x://BÜCHER.de/", "rfc3987", "x://bÜcher.de/"),
        # What is not a name stays as it is written.
        ("http://ab%20%c3%bc/", "rfc3986", "http://ab%20%C3%BC/"),
    ],
)
def test_a_domain_name_has_one_form(text: str, edition: uv.EditionId, normal: str) -> None:
    """In A-labels where the edition is of URIs, in U-labels where it is of IRIs."""
    assert str(uv.normalize(text, level="scheme", edition=edition)) == normal
    assert uc.normalize(uc.Column([text]), level="scheme", edition=edition).to_pylist() == [normal]


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        # RFC 8141, section 3.1: "Percent-encoded characters MUST NOT be decoded"; section 1: no "extrapolation from
        # RFC 3986", whose dot segments a URN does not have.
        ("URN:Example:%61123,z456", "urn:example:%61123,z456"),
        ("urn:example:a/./b", "urn:example:a/./b"),
        ("urn:example:%2c", "urn:example:%2C"),
        # RFC 5538, section 2.3: "There are no special "." or ".." path segments in 'news' and 'nntp' URLs."
        ("news:..", "news:.."),
        ("nntp://H/../1", "nntp://h/../1"),
        # RFC 4266, section 2.1: "Within the <gopher-path>, no characters are reserved."
        ("gopher://h/1/../x", "gopher://h/1/../x"),
        # RFC 2397, section 2: "The "data" URL scheme has no relative URL forms."
        ("data:,x/y/../z", "data:,x/y/../z"),
        # RFC 4157, section 2: "a slash "/" may appear in the <hsoname> without quoting, and no significance may be
        # assumed by the application."
        ("prospero://h/a/../b", "prospero://h/a/../b"),
    ],
)
def test_what_a_scheme_keeps(text: str, normal: str) -> None:
    """The generic steps leave what the document keeps out of them."""
    assert str(uv.normalize(text, level="scheme")) == normal
    assert str(uv.schemes.normalize(text)) == normal


def test_urns_that_differ_in_encoding_are_not_equivalent() -> None:
    """RFC 8141, section 3.1, which holds on the level "scheme" alone; the others are RFC 3986's."""
    assert not uv.equivalent("urn:example:%61123,z456", "urn:example:a123,z456", level="scheme")
    assert uv.equivalent("urn:example:%61123,z456", "urn:example:a123,z456", level="syntax")


@given(st.sampled_from(printed()), RANDOMS, st.sampled_from(("rfc3986", "rfc2396", "rfc1738")))
def test_edited_vectors(text: str, rng: random.Random, edition: Any) -> None:
    """The laws near the vectors, by editions of three ages."""
    texts = [text, *(edited(text, rng) for _ in range(3))]
    valid = [one for one in texts if uv.is_valid(one, edition=edition)]
    for one in valid:
        check_fixed_points(one, edition)
    check_relation([one for one in texts if uv.is_valid(one)])


@given(st.sampled_from(DOCUMENTS), RANDOMS)
def test_every_document(scheme: Any, rng: random.Random) -> None:
    """The same laws for `uriverse.schemes.normalize` and each document; what a scheme accepts it goes on to accept."""
    text = edited(rng.choice(printed(scheme.name)), rng)
    if uv.is_valid(text):
        normal = uv.schemes.normalize(text, document=scheme)
        assert uv.schemes.normalize(normal, document=scheme) is normal
        assert uv.schemes.equivalent(text, normal, document=scheme)
        if not scheme.lenient and uv.schemes.is_valid(text, document=scheme):
            assert uv.schemes.is_valid(normal, document=scheme), (text, str(normal))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SCHEMES))
def test_many_edited_vectors(name: str) -> None:
    """Thousands of texts of each scheme, the same in every run."""
    rng = random.Random(name)
    texts = printed(name)
    for _ in range(4000):
        text = edited(rng.choice(texts), rng)
        if uv.is_valid(text):
            check_fixed_points(text)
