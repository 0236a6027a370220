"""The border of a reference in text: a host or an address is whole or absent, and every cut has its reason."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.command import run
from support.strategies import examples
from twins import borders as twin
from uriverse.ground.unicode_tables import script
from uriverse.text import complete
from uriverse.text.schemes import Policy

OUTSIDE = "outside US-ASCII"
# A text, what is found, and why something is left out. Hosts of public reports are replaced.
HOSTS: list[tuple[str, list[str], list[str]]] = [
    ("https://exa\u00admple.com/", [], [OUTSIDE]),
    ("http://ex\u2024ample.com/", [], [OUTSIDE]),
    ("https://🌈.example", [], [OUTSIDE]),
    ("http://a.example谢谢", [], [OUTSIDE]),
    ("http://a.example.谢谢", [], [OUTSIDE]),
    ("http://example。com/", [], [OUTSIDE]),
    ("http://2400:89c0:1053:3::11/p", [], ["refused"]),
    ("http://a.b:443:/y http://h:80:80/ http://h:8x/", [], ["refused"] * 3),
    ("http://good.example[.evil.example/", [], ["excluded"]),
    ("http://good.example[.]evil.example/", [], ["excluded"]),
    ("http://good.example]@evil.example/", [], ["excluded"]),
    ("http://good.example|evil.example/ http://good.example^evil/", [], ["excluded"] * 2),
    ("http://good.example\\@evil.example/", [], ["excluded"]),
    ("http://a\\.example/ http://a\\&.example", [], ["excluded"] * 2),
    ("http://a.example\\nb", ["http://a.example"], []),
    ("mailto:jürgen@example.com mailto:a@exämple.com", [], [OUTSIDE] * 2),
    ("http://h:{port}/ http://{host}/", [], []),
    ("见https://a.example/x。", ["https://a.example/x"], []),
    ("https://a.example。次 https://b.example（c）", ["https://a.example", "https://b.example"], []),
    ("[url]http://a.example[/url] http://b.example[1].", ["http://a.example", "http://b.example"], []),
    ("<http://a.example|label> http://b.example: c", ["http://a.example", "http://b.example"], []),
    ("(http://a.example)b, http://b.example, c", ["http://a.example", "http://b.example"], []),
]
NAMES: list[tuple[str, list[str], list[str]]] = [
    ("jürgen@example.com", [], [OUTSIDE]),
    ("ju\u0308rgen@example.com <küche@tf.com>", [], [OUTSIDE] * 2),
    ("björn-jürgen.nußbaum@example.com", [], [OUTSIDE]),
    ("a’b@example.com 你a@example.com", [], [OUTSIDE] * 2),
    ("a%b@example.com a@b@example.com fredbl&#xF6;ggs@example.com", [], []),
    ("git@github.com:a/b.git @user@host.social " + "x" * 65 + "@example.com", [], []),
    ("http://good.com€evil.com/ http://a·b.com/ http://examｐle.com", [], [OUTSIDE] * 3),
    ("http://\u2191ba.com/ http://exam\u200bple.com/ www.te\u00adst.com", [], [OUTSIDE] * 3),
    ("http://h:80:b.com/ http://good.com|evil.com/", [], ["refused", "excluded"]),
    ("http://h/straße@example.com", ["http://h/stra"], []),
    ("to:me@example.com, me@example.com: x", ["mailto:me@example.com"] * 2, []),
    ("请看www.example.com。", ["http://www.example.com"], []),
    ("a=b&c@example.com", ["mailto:a%3Db%26c@example.com"], []),
]


@pytest.mark.parametrize(("text", "uris", "reasons"), HOSTS)
def test_a_host_is_whole_or_left_out(text: str, uris: list[str], reasons: list[str]) -> None:
    """Never its head, because that is another host."""
    found = uv.find(text)
    assert [str(match.uri) for match in found] == uris
    assert [left.reason for left in found.left_out] == reasons


@pytest.mark.parametrize(("text", "uris", "reasons"), NAMES)
def test_a_name_or_an_address_is_whole_or_left_out(text: str, uris: list[str], reasons: list[str]) -> None:
    """Never its tail, because that is somebody else."""
    found = uv.find(text, abbreviated=True)
    assert [str(match.uri) for match in found] == uris
    assert [left.reason for left in found.left_out] == reasons


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("https://exa\u00admple.com/", "https://example.com/"),
        ("https://🌈.example", "https://xn--og8h.example"),
        ("http://h/Wave–particle_duality", "http://h/Wave%E2%80%93particle_duality"),
        ("http://h/L’Équipe…", "http://h/L%E2%80%99%C3%89quipe"),
        ("http://h/?a[]=1&b[x]=2", "http://h/?a%5B%5D=1&b%5Bx%5D=2"),
        ("http://h/?data=02|01|me@a.example|x", "http://h/?data=02%7C01%7Cme@a.example%7Cx"),
        ("<http://h/?data=02|01>", "http://h/?data=02%7C01"),
        ("http://h/a|b.", "http://h/a%7Cb"),
    ],
)
def test_lenient_reads_what_people_send(text: str, uri: str) -> None:
    """Over a character between two letters, over "|", and over brackets in a query."""
    (match,) = uv.find(text, lenient=True)
    assert (str(match.uri), match.cut, match.lenient) == (uri, None, True)


def test_a_bar_that_delimits_is_not_read() -> None:
    """Cells of tables and labels; a bar in an authority is in no host."""
    text = "|http://h/a|b|http://h/c| <http://h/d|label> http://e|f.example/"
    assert [str(match.uri) for match in uv.find(text, lenient=True)] == ["http://h/a", "http://h/c", "http://h/d"]


def test_what_was_trimmed_is_whole() -> None:
    """The rest of a word of any length in practice; what is longer ends somewhere, as in a stream."""
    (match,) = uv.find("http://h/" + "ß" * 1000 + ", x")
    assert match.trimmed == "ß" * 1000
    (match,) = uv.find("http://h/a#b#" + "c" * 1000)
    assert match.trimmed == "#" + "c" * 1000


@cache
def letters() -> list[str]:
    """A character of each category of each script, and of each plane of private use."""
    first: dict[tuple[str, str], str] = {}
    for number in [*range(0x80, 0x20000), 0x20000, 0xE0100, 0xF0000]:
        letter = chr(number)
        key = (unicodedata.category(letter), script(letter))
        if key[0] not in ("Cs", "Cn"):
            first.setdefault(key, letter)
    return [*first.values(), *"\u00ad\u200b\u2060\ufeff\u180e\u2024–—‐‑…’‘“”«»′¡¿：？！＋〜、（°™€№×·・➜🙂\u0301"]


def test_no_head_and_no_tail_of_a_host_or_an_address() -> None:
    """Whatever character of whatever script stands before, within or after it."""
    assert len(letters()) > 600
    for letter in letters():
        is_border = twin.kind(letter) in ("border", "opening")
        ends_a_host = is_border and letter not in "\u3002\uff0e\uff61"
        for head, rest in (
            ("http://good.com", "evil.com/x"),
            ("http://good", "evil.com/x"),
            ("mailto:ann@good.com", "evil.com"),
            ("http://good.com", "b"),
        ):
            found = uv.find(head + letter + rest)
            assert [str(match.uri) for match in found] == [head] * ends_a_host, (letter, head)
            assert [left.at for left in found.left_out] == [0] * (not ends_a_host), (letter, head)
        for text, tail in (
            (f"ann{letter}bob@evil.com", "mailto:bob@evil.com"),
            (f"x{letter}evil.com/x", "http://evil.com/x"),
            (f"ann{letter}evil.com", "http://evil.com"),
        ):
            for lenient in (False, True):
                uris = [str(match.uri) for match in uv.find(text, abbreviated=True, lenient=lenient)]
                assert all(uri != tail for uri in uris) or is_border, text


def test_no_end_within_a_word_of_a_path_is_silent() -> None:
    """The cut has its reason; the rest is what `lenient` reads on, unless no IRI has the character."""
    for letter in letters():
        (match,) = uv.find(f"http://h/a{letter}b, c")
        (lenient,) = uv.find(f"http://h/a{letter}b, c", lenient=True)
        one = twin.kind(letter)
        expected = {"word": OUTSIDE, "joiner": OUTSIDE, "control": "excluded", "opening": "excluded", "border": None}
        assert match.cut == expected[one], letter
        if one in ("word", "joiner"):
            assert (lenient.cut, lenient.text) == (None, match.text + match.trimmed) == (None, f"http://h/a{letter}b")
        else:
            assert (lenient.cut, lenient.text) == (match.cut, "http://h/a"), letter


def test_the_classes_are_those_of_the_twin() -> None:
    """The characters of no word, and every 37th of words, between two letters and before white space."""
    colons = Policy.of("registered").colons(False)
    for start in range(0x80, 0x110000, 0x4000):
        printable = [chr(number) for number in range(start, min(start + 0x4000, 0x110000)) if chr(number).isprintable()]
        block = [letter for letter in printable if ord(letter) % 37 == 0 or not twin.WORD.match(letter)]
        for after in "b ":
            text = "".join(f"a{letter}{after}" for letter in block)
            search = colons.in_text(text)
            for at in range(1, len(text), 3):
                piece = text[at - 1 : at + 2]
                cut, _ = twin.border(piece, 1)
                assert search.border(at, False)[0] == cut, piece


ALPHABET = [
    "http://h/a",
    "b",
    "é",
    "–",
    "’",
    "…",
    "\u200b",
    "\u200e",
    "“",
    "”",
    "。",
    "谢",
    "🙂",
    *" .,:/|{}\\^[]()'\"<#@",
]


@given(st.lists(st.sampled_from(ALPHABET), max_size=14).map("".join), st.booleans(), st.data())
@examples(300)
def test_borders_are_those_of_the_twin(text: str, wide: bool, data: st.DataObject) -> None:
    """The reason, the rest of the word, and the end of a run."""
    at = data.draw(st.integers(0, len(text)))
    search = Policy.of("registered").colons(wide).in_text(text)
    assert search.border(at, False) == twin.border(text, at)
    assert search.run_end(at) == twin.run_end(text, at, wide)


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        # RFC 6068, section 2: percent-encoded UTF-8 before the "@", IDNA after it; capitals stay.
        ("küche@tf.de", "mailto:k%C3%BCche@tf.de"),
        ("JÜRGEN.m@example.com", "mailto:J%C3%9CRGEN.m@example.com"),
        ("me@bücher.de", "mailto:me@xn--bcher-kva.de"),
        ("user@日本.jp", "mailto:user@xn--wgv71a.jp"),
        ("a%b&c@example.com", "mailto:a%25b%26c@example.com"),
        ("localhost:8080/x", "http://localhost:8080/x"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("192.168.2.2:6688/?a#b", "http://192.168.2.2:6688/?a#b"),
        *((text, None) for text in ("git@github.com:a/b.git", "@user@host.social", "1.2.3.4", "localhost", "host:80")),
    ],
)
def test_what_people_type_is_completed(text: str, uri: str | None) -> None:
    completed = complete(text)
    assert (None if completed is None else str(completed.uri)) == uri


def test_the_command_counts_what_is_cut() -> None:
    """On standard error, because a plain line has no room for it; --quiet leaves it out."""
    text = "http://h/a–b http://h/c http://h/{x}y"
    result = run("find", "-", stdin=text)
    assert result.stdout == "http://h/a\nhttp://h/c\nhttp://h/\n"
    assert result.stderr.startswith("2 of 3 references end in the middle of a word")
    assert run("find", "-", "--quiet", stdin=text).stderr == ""


@pytest.mark.parametrize("form", [[], ["--json"], ["--long"], ["--csv"]])
def test_links_counts_what_is_cut(form: list[str], tmp_path: Path) -> None:
    """In its last line, whoever writes the rows."""
    (tmp_path / "a.txt").write_text("http://h/a–b http://h/c http://h/{x}y", "utf-8")
    result = run("links", str(tmp_path / "a.txt"), *form)
    assert result.output.count("3 references in 1 page, 2 cut in the middle of a word") == (form in ([], ["--long"]))
