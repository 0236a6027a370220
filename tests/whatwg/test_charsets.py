"""Charsets: labels of the Encoding Standard mean the same in URLs, queries and documents."""

from __future__ import annotations

from itertools import product

import pytest

import uriverse as uv
from support.paths import ROOT
from support.programs import tool
from uriverse._core import whatwg_decode
from uriverse.documents import Document, links
from uriverse.whatwg import URL

# A character that the encoding has, and Python's codec of its name or a near one often has not.
WRITTEN = [
    ("gb2312", "镕"),
    ("gbk", "€"),
    ("gb18030", "ḿ"),
    ("shift_jis", "①髙～－"),
    ("x-sjis", "日"),
    ("windows-31j", "日"),
    ("euc-kr", "뷁"),
    ("big5", "裏嘅"),
    ("euc-jp", "①"),
    ("iso-2022-jp", "日本a"),
    ("iso-8859-1", "€"),
    ("koi8-u", "ў"),
    ("windows-874", "ก"),
    ("x-user-defined", "\uf780"),
    ("utf-16", "é"),
    ("replacement", "é"),
]


@pytest.mark.parametrize("form", [False, True])
@pytest.mark.parametrize(("label", "text"), WRITTEN)
def test_queries_are_read_as_urls_write_them(label: str, text: str, form: bool) -> None:
    """URL Standard, section 4.4, "percent-encode after encoding", and what `compose_query` writes."""
    for query in (
        URL(f"http://h/?q={text}", encoding=label).search[1:],
        uv.compose_query({"q": text}, encoding=label, form=form),
    ):
        assert list(uv.query_pairs(query, encoding=label, form=form)) == [("q", text)]


@pytest.mark.parametrize("label", ["euc-kr", "shift_jis", "gb18030", "big5", "windows-1253"])
def test_octets_that_are_not_in_the_charset_come_back(label: str) -> None:
    """Lone surrogates stand for them, and are written as the same octets; "strict" refuses them."""
    for octets in map(bytes, product((0x41, 0x80, 0xAA, 0xD2, 0xFF), repeat=3)):
        encoded = "".join(f"%{octet:02X}" for octet in octets)
        known = whatwg_decode(octets, label)
        assert known is not None
        text = uv.decode(encoded, encoding=label)
        if known[2] is None:
            assert text == known[1]
            continue
        again = uv.encode(text, component="segment", encoding=label)
        assert uv.decode(again, encoding=label) == text
        assert uv.decode(encoded, encoding=label, errors="replace") == known[1]
        with pytest.raises(uv.PercentError):
            uv.decode(encoded, encoding=label, errors="strict")


@pytest.mark.parametrize("label", ["idna", "punycode", "unicode_escape", "hex", "undefined", "no-such", "a\0b"])
def test_what_is_not_a_charset_is_refused(label: str) -> None:
    """Python has codecs from octets to text that are not charsets."""
    for call in (
        lambda: uv.query_pairs("a", encoding=label),
        lambda: uv.compose_query({"a": 1}, encoding=label),
        lambda: uv.encode("é", component="segment", encoding=label),
    ):
        with pytest.raises(LookupError, match="there is no charset"):
            call()


def test_characters_that_a_charset_lacks() -> None:
    """A form has a numeric character reference; data has an error with the place."""
    assert uv.compose_query({"q": "\udcc3\udca9あ"}, encoding="latin1", form=True) == "q=%C3%A9%26%2312354%3B"
    with pytest.raises(UnicodeEncodeError) as raised:
        uv.encode("aあ", component="segment", encoding="windows-1252")
    assert (raised.value.start, raised.value.end) == (1, 2)


@pytest.mark.parametrize(("label", "codec"), [("euc-kr", "cp949"), ("windows-874", "cp874"), ("koi8-r", "koi8-r")])
def test_whole_tables_equal_another_decoder(label: str, codec: str) -> None:
    """Every octet and every two octets, by CPython's codec of the same table."""
    for octets in (bytes(pair) for length in (1, 2) for pair in product(range(0x80, 0x100), repeat=length)):
        known = whatwg_decode(octets, label)
        assert known is not None
        try:
            expected = octets.decode(codec)
        except UnicodeDecodeError:
            continue  # The Encoding Standard's single-byte tables have the C1 controls where a codec has nothing.
        assert known[1:] == (expected, None), octets


PAGE = '<?xml version="1.0" encoding="{}"?>{}<a href="/мир">'


@pytest.mark.parametrize(
    ("label", "meta", "codec", "expected"),
    [
        ("windows-1251", "", "cp1251", "мир"),
        ("KOI8-R", "", "koi8-r", "мир"),
        ("utf-16", "", "utf-8", "мир"),
        # A `meta` outranks the declaration; a label that is not known is none.
        ("windows-1251", "<meta charset=koi8-r>", "koi8-r", "мир"),
        ("windows-1251", "<meta charset=utf-8>", "utf-8", "мир"),
        ("windows-1251", "<meta charset=windows-1252>", "cp1251", "ìèð"),
        ("no-such", "", "cp1251", "ìèð"),
    ],
)
def test_an_xml_declaration_names_the_encoding_of_html(label: str, meta: str, codec: str, expected: str) -> None:
    """HTML Standard, section 13.2.3.2, "get an XML encoding"."""
    document = Document("p.html", PAGE.format(label, meta).encode(codec))
    (row,) = links(document, default_base="http://h/", edition="whatwg")
    assert row.reference == f"/{expected}"


@pytest.mark.parametrize(
    ("label", "codec"), [("GBK", "gbk"), ("Big5", "big5"), ("Shift_JIS", "cp932"), ("EUC-JP", "euc_jp")]
)
def test_feeds_in_charsets_of_many_octets(label: str, codec: str) -> None:
    """XML 1.0, section 4.3.3."""
    feed = (
        f'<?xml version="1.0" encoding="{label}"?><rss version="2.0"><channel><link>http://h/日</link></channel></rss>'
    )
    (row,) = links(Document("f.xml", feed.encode(codec)), edition="rfc3987")
    assert row.reference == "http://h/日"


def test_a_style_sheet_has_no_lone_surrogates() -> None:
    """CSS Syntax, section 3.2: octets that are not in the charset become U+FFFD."""
    (row,) = links(Document("s.css", b"p { background: url(/\xa4.png) }"), default_base="http://h/")
    assert row.reference == "/\N{REPLACEMENT CHARACTER}.png"


TABLES = [line.split("\t") for line in (ROOT / "tests/whatwg/charset-tables.tsv").read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize(
    ("charset", "sequences", "count", "sha256"),
    [pytest.param(*row, marks=[pytest.mark.slow] if row[1] == "four" else []) for row in TABLES],
    ids=["-".join(row[:2]) for row in TABLES],
)
def test_the_whole_table_is_the_standards(charset: str, sequences: str, count: str, sha256: str) -> None:
    """Every sequence of octets has the character of the Standard's index, or none (`tools/record_charsets.py`)."""
    record = tool("record_charsets")
    rows = list(record.table(charset, sequences, record.by_library(charset)))
    assert (len(rows), record.digest(rows)) == (int(count), sha256)
