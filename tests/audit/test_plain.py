"""Plain URLs, which are known at one look: no check finds anything in what is taken for one."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from ipaddress import IPv4Address
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

import uriverse as uv
from support import strategies
from support.paths import ROOT
from support.strategies import examples
from uriverse import columns as uc
from uriverse._core import Plain
from uriverse.audit import FINDINGS, findings
from uriverse.audit.auditing import QUICK
from uriverse.audit.catalogue import PROFILES
from uriverse.audit.plain import counting, finds_nothing, is_plain, plain_parts, takes_counts, takes_plain
from uriverse.audit.plain import plain as plain_urls
from uriverse.audit.plans import checks
from uriverse.audit.subjects import Subject
from uriverse.audit.word_lists import active_schemes
from uriverse.audit.word_lists import ports as ports_of
from uriverse.ground.tables import tables
from uriverse.hosts.kinds import process_lists
from uriverse.schemes import SCHEMES

# Another mapping of the same tables: every check is asked then.
ASKED = dict(SCHEMES)
PIECES = (
    *("http", "https", "://", "example", "www", "localhost", "metadata"),
    *("goog", "home", "arpa", "corp", "xn--bcher-kva"),
    *("1.2.3.4", "0x7f", "127", "a-1-2-3-4", ".", "-", "_", "/", "//"),
    *("/..", "/.", "aux", "CON", "lpt1", "...", "clock$"),
    *("?", "&", "=", "id=3", "ID=4", "token=x", "Access_Token=y"),
    *("x=//h/", "x=../", "index.html", "a", "Z", "~", ";", "#s"),
    *("%41", ":80", "@", "com", "dev", "a" * 63, "é"),
    *("%20", "%22", "%C3%A9", "%E6%97%A5", "%E2%80%8B", "%D8%9C"),
    *("%C4%8D%C4%8A", "%c3%a9", "%FF", "%C3", "%5D", "%28", "%"),
)
built = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
near = st.builds("https://www.example.com/{}".format, built)
letters = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=5)
word = letters | st.builds("{}-{}".format, letters, letters) | st.sampled_from([*"0aZ_", "aux", "local", "home"])
plain = st.builds(
    "http{}://a{}.{}/{}{}".format,
    st.sampled_from(["", "s"]),
    st.lists(word, min_size=1, max_size=5).map(".".join),
    st.sampled_from(["com", "arpa", "local", "goog", "a", "ab", "c0m"]),
    st.lists(word | st.builds("{}.{}".format, word, word), max_size=4).map("/".join),
    st.lists(st.builds("{}={}".format, word, word), max_size=3).map(lambda pairs: "?" * bool(pairs) + "&".join(pairs)),
)
few = st.lists(st.sampled_from(PIECES), max_size=3).map("".join)
by_parts = st.builds(
    "{}://{}{}{}{}".format,
    st.sampled_from(["http", "https", "ftp", "gopher", "ws", "wss", "ftps", "HTTP", "nobody", "file", "telnet"]),
    st.sampled_from(
        ["www.example.com", "a-b.example.co.uk", "u@example.com", "localhost", "x.nip.io", "127.0.0.1", "h"]
    ),
    st.sampled_from(["", ":", ":80", ":081", ":25", ":8443", ":99999", ":x"]),
    st.sampled_from(["", "/", "/a/b.html", "/a/../b", "//x", "/%2e/", "/aux", "/a;b"]) | few.map("/".__add__),
    st.sampled_from(["", "?", "?a=b", "?token=x", "?a=%0a", "?@", "#", "#a", "#@", "?a=b#%00"]) | few.map("?".__add__),
)

# Escapes of one octet and of more, with every lead octet.
letter = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "a"]),
    st.one_of(
        st.binary(min_size=1, max_size=3).map(lambda octets: "".join(f"%{octet:02X}" for octet in octets)),
        st.characters(codec="utf-8").map(lambda one: "".join(f"%{octet:02X}" for octet in one.encode())),
    ),
    st.sampled_from(["", "b"]),
)
escaped = st.builds(
    "https://www.example.com/{}{}".format,
    st.lists(letter | word, min_size=1, max_size=3).map("".join) | st.builds("{}/{}.{}".format, letter, letter, word),
    st.just("") | st.builds("?a={}&b={}".format, letter, letter),
)
# Delimiters in a path, a query or a fragment, plain and escaped, and what they may open there.
delimiter = st.sampled_from(
    [
        *("/", ":", "@", ".", "..", ";", "&", "=", "?", "!", "$", "*", "+", "%20"),
        *("%2F", "%3A", "%40", "%3F", "%23", "%3B", "%2E", "%25", "%7B", "%22", "%5D", "%2541"),
    ]
)
opened = st.sampled_from(
    [
        *("http", "HTTPS", "javascript", "data", "com", "ms-x", "aux"),
        *("clock$", "localhost", "80", "api", "key", "next", "amp"),
        *("ws", "WSS", "ftp", "file", "%77s", "d%61ta", "token", "xws"),
    ]
)
delimited = st.builds(
    "http://www.example.com/{}{}".format,
    st.sampled_from(["", "a/", "?", "?a=", "?a=b&", "#"]),
    st.lists(delimiter | opened | word, max_size=8).map("".join),
)
label = st.lists(
    st.sampled_from([*"a1-_", "0x", "12", "255", "7f00", "0001", "fe80", "--1", "a-b-c"]), min_size=1, max_size=4
).map("".join)
named = st.builds(
    "https://{}.{}/".format,
    st.lists(label, min_size=1, max_size=4).map(".".join),
    st.sampled_from(["com", "dev", "arpa"]),
)
of_ports = st.builds(
    "{}://{}:{}/{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["www.example.com", "a.example.co.uk"]),
    st.integers(0, 99999) | st.sampled_from([80, 443, 8080, 22, 25, 6000, 65535, 65536, "", "080", "8x"]),
    st.just("") | st.just("a?b=c#d") | few,
)

# Names and words of many scripts, and what makes a check look: case, digits, joiners, directions, imitated letters.
LINES = (ROOT / "tests/hosts/ordinary-names.tsv").read_text("utf-8").splitlines()
ADDRESSES = [line.split("\t")[1:] for line in LINES[1:]]
WORDS = sorted({word for row in ADDRESSES for word in row})
LETTERS = [
    *"aZ19-_.é\u0301ßſıKКо一ーノァ｜／٣१２\u200c\u200d\u3164\u202eאבكתﬁ😀\ud800",
    "xn--",
    "xn--80ak6aa92e",
    "%D7%90",
]
TOPS = ["com", "рф", "xn--p1ai", "я", "م"]
odd_word = st.lists(st.sampled_from(LETTERS) | st.characters(), min_size=1, max_size=3).map("".join)
of_iris = st.builds(
    "https://{}{}{}".format,
    st.sampled_from(WORDS).map(lambda word: word.partition("/")[0])
    | st.builds("{}.{}".format, odd_word | st.sampled_from(WORDS), st.sampled_from(TOPS)),
    st.sampled_from(["/", ":80/", ":8080/", "/1/", "/?", "/#"]),
    st.lists(st.sampled_from([*WORDS, *"/.;=&?#", "aux", "..", "//"]) | odd_word, max_size=4).map("".join),
)


@examples(300)
@given(
    st.one_of(plain, built, near, by_parts, strategies.texts, escaped, delimited, named, of_ports, of_iris),
    st.sampled_from(tuple(uv.EDITIONS)),
)
def test_the_short_way_is_the_long_way(text: str, edition: str) -> None:
    """Whether a text is plain or not, the findings are those of all checks."""
    event(f"plain: {is_plain(text)}")
    assert findings(text, edition=edition, scheme_tables=ASKED) == findings(text, edition=edition)


@examples(300)
@given(of_iris)
def test_the_findings_of_an_iri_are_those_of_all_checks(text: str) -> None:
    """Read as an IRI, as a text that is not a URI, and as the URI to which it maps."""
    event(f"quiet: {finds_nothing(text, 'rfc3987')}")
    for edition in ("rfc3987", "rfc3986"):
        assert findings(text, edition=edition, scheme_tables=ASKED) == findings(text, edition=edition)
    with suppress(uv.URISyntaxError):
        uri = str(uv.to_uri(text))
        assert findings(uri, scheme_tables=ASKED) == findings(uri)


def test_ordinary_iris_are_known_at_one_look() -> None:
    """But for a top-level domain that is not listed, dots, joiners, a tsheg, and "ı", which is "I" in another case."""
    texts = [f"https://{name}/{path}" for name, path in ADDRESSES]
    quiet = [text for text in texts if not findings(text, edition="rfc3987", scheme_tables=ASKED)]
    slow = {text for text in quiet if not finds_nothing(text, "rfc3987")}
    assert len(quiet) > 280 and {text for text in slow if not set(text) & set("ı·\u200c\u200d\u0f0b")} == {
        "https://bücher.example/straßen/größe"
    }


@pytest.mark.parametrize("profile", ["security", "style", ("port-not-default",)])
@examples(50)
@given(of_ports)
def test_the_findings_of_a_port_are_those_of_all_checks(profile: Any, text: str) -> None:
    """By every profile."""
    assert findings(text, profile=profile, scheme_tables=ASKED) == findings(text, profile=profile)


EDITIONS = tuple(filter(takes_plain, uv.EDITIONS))


def test_the_counts_are_those_of_two_editions() -> None:
    assert set(filter(takes_counts, uv.EDITIONS)) == {"rfc3986", "rfc6874"}


def assert_as_the_checks_see_it(text: str, editions: tuple[Any, ...] = EDITIONS) -> None:
    """A plain text by every edition that is not asked about one, another by RFC 3986."""
    for edition in editions if is_plain(text) else ("rfc3986",):
        assert findings(text, edition=edition, scheme_tables=ASKED) == findings(text, edition=edition), (text, edition)


@pytest.mark.parametrize("octet", range(256))
def test_every_escape_is_seen_as_the_checks_see_it(octet: int) -> None:
    """Alone, doubled, at both ends and inside of a segment, a key, a value and a fragment, and as a first octet."""
    upper = f"%{octet:02X}"
    beside = [upper * 2, f"/{upper}", f".{upper}"] if octet < 0x80 else []
    characters = [f"{upper}%A9", f"{upper}%97%A5"] if octet >= 0xC0 else []
    for escape in dict.fromkeys((upper, f"%{octet:02x}", *beside, *characters)):
        for piece in (escape, f"a{escape}", f"{escape}b", f"a{escape}b", f"con{escape}b", f"a.{escape}"):
            for front in ("", "b?c=", "b?", "b?c=http", "b?c=data", "b#"):
                # In a path, a query or a fragment editions differ in what a character is, wherever it stands.
                editions = EDITIONS if piece == f"a{escape}b" else ("rfc3986",)
                assert_as_the_checks_see_it(f"http://www.example.com/{front}{piece}", editions)


@pytest.mark.parametrize("character", [chr(code) for code in range(0x80)])
def test_every_character_is_seen_as_the_checks_see_it(character: str) -> None:
    """Alone, doubled, at both ends and inside of a label, a segment, a key, a value and a fragment."""
    for piece in ("{}", "{}{}", "a{}", "{}b", "a{}b", "con{}", "a.{}", "{}.b", "a{}b.c", "1{}2{}3{}4"):
        for front in (
            *("/{}", "/b?c={}", "/b?{}=c", "/b?{}", "/b?c=d&e={}"),
            *("/b?c=http{}x", "/b#{}", "/http{}x", "{}.com/"),
        ):
            text = front.format(piece.replace("{}", character))
            if front[0] == "/":
                editions = EDITIONS if piece == "a{}b" else ("rfc3986",)
                assert_as_the_checks_see_it(f"http://www.example.com{text}", editions)
            else:
                assert_as_the_checks_see_it(f"http://{text}")


def test_no_value_that_begins_with_an_active_scheme_is_plain() -> None:
    """Whole names and prefixes, in any case; what is after a name's first dot is not compared."""
    prefixes = tables("audit")["launching-schemes"]["prefixes"]
    for scheme in (*active_schemes(), *(f"{prefix}x" for prefix in prefixes)):
        assert not any(plain_urls().query(f"a={name}:b") for name in (scheme, scheme.upper(), f"{scheme}.x"))
    assert plain_urls().query("a=www.example.com:80")


@given(
    st.lists(st.one_of(plain, near, built, escaped, delimited, named, of_ports), max_size=8),
    st.sampled_from([None, *uv.EDITIONS]),
)
def test_a_column_asks_as_a_call_does(texts: list[str], edition: Any) -> None:
    """The engine leaves out what is plain, and nothing else; octets too."""
    expected = [[row.message for row in findings(text, edition=edition, scheme_tables=ASKED)] for text in texts]
    for column in (uc.Column(texts), pa.array([text.encode() for text in texts], pa.binary())):
        assert [[row["message"] for row in rows] for rows in uc.audit(column, edition=edition).to_pylist()] == expected


@given(st.one_of(plain, near, built, escaped, delimited, named))
def test_a_plain_url_has_plain_parts_and_is_valid(text: str) -> None:
    """By the engine's own split and parse."""
    if is_plain(text):
        parts = uv.split(text)
        assert {"host", "path"} <= plain_parts(parts) and uv.is_valid(text)
        for name in ("query", "fragment"):
            assert (getattr(parts, name) is not None) == (name in plain_parts(parts))


@pytest.mark.parametrize(
    "text",
    [
        *("http://a.com", "http://a/", "http://A.com/", "http://a.com./", "http://-a.com/", "http://a-.com/"),
        *("http://a--b.com/", "http://a1-2-3-4.com/", "http://1.2.3.4.com/", "http://xn--a.com/", "http://a.xn--p1ai/"),
        *("http://a.nosuchtld/", "http://a.com//", "http://a.com/./a", "http://a.com/a/.", "http://a.com/a..b"),
        *(
            "http://a.com/AUX.txt",
            "http://a.com/b/con",
            "http://a.com/?",
            "http://a.com/a%2Fb",
            "http://a.com/?a=1&A=2",
        ),
        *("http://a.com/?api-key=1", "http://a.com/?a=//b", "http://a.com/#", "http://a.com/#a//b", "ftp://a.com/"),
        *("http://" + "a" * 64 + ".com/", "http://a.com/" + "a" * 250, "http://a.com/\u00fc", "http://a.com/\ud800"),
        *("http://a.com/?a=../b", "http://a.com/?a=%2F/b", "http://a.com/?a=x@b&c=@d", "http://a.com/?a=%40b"),
        *(
            "http://a.com/?a=JavaScript:b",
            "http://a.com/?a=data%3Ab",
            "http://a.com/?a=http%3Ab",
            "http://a.com/http:b",
        ),
        *("http://a.com/?b;api.key=c", "http://a.com/#token=c", "http://a.com/C:/b", "http://a.com/aux;b"),
        *("http://x.localhost/", "http://metadata.google.internal/", "http://x.nip.io/"),
        *("http://7f000001.com/", "http://a-7f000001.com/", "http://a-b-c-d-e-f-0-1.com/", "http://fe80--1.com/"),
        *("http://a.com/ws:b", "http://a.com/?a=wss:b", "http://a.com/#ftp:b", "http://a.com/.%3B/b"),
        *("http://a.com/?a=..", "http://a.com/?a=..+&b=c", "http://a.com/?a=..%20", "http://a.com/?a=1=data:b"),
        *(
            "http://a.com/?a=%2541",
            "http://a.com/?a=%25%2541",
            "http://a.com/#%25",
            "http://a.com/#a%3D",
            "http://a.com/a%25",
        ),
        *("http://a.com/?a=%25@b&c=%20%40", "http://a.com/?a=%2Bdata:b", f"http://a.com/?{'x' * 1001}"),
        *("http://a.com/?a=+@b", "http://a.com/?a=%20@b", "http://a.com/?a=b=@c", "http://a.com/?+token+=b"),
    ],
)
def test_what_a_check_may_look_for_is_not_plain(text: str) -> None:
    """One text for each thing that the shape leaves out."""
    assert not is_plain(text)


@pytest.mark.parametrize("name", FINDINGS)
def test_the_example_of_a_finding_is_not_plain(name: str) -> None:
    assert not is_plain(FINDINGS[name].example)


@pytest.mark.parametrize(
    "text",
    [
        "http://example.com/",
        "https://www.example.co.uk/a/b_c/d-e.html?id=3&page=2",
        "https://a1-b2.example.com/2003/x?q=",
        "http://www.example.org/~user/a(1)+b,c.html?q=a+b&c=~(d,e)#~f",
        "https://user_name.1up.example.com/.well-known/Inc./Help:A@b;c=$d?e",
        "https://shop.example.co.uk/?j=%7B%22a%22%3A1%2C%22b%22%3A%5B2%5D%7D&off=20%25&part=100%25%20of",
        "https://www.example.com/a#the%20first%20%22one%22",
        f"https://www.example.com/?{'&'.join(f'key{number}=value' for number in range(60))}#{'x' * 900}",
        "https://www.example.com/?next=%2Fhome%2F&amp;mail=a%40b.org;at=10:30&dir=/a/b&title=Talk:A=b#/c/d?e",
    ],
)
def test_ordinary_urls_are_plain(text: str) -> None:
    assert is_plain(text)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_plain_url_is_known_at_one_look_by_each_profile(profile: str) -> None:
    assert tuple(PROFILES) == QUICK
    with patch("uriverse.audit.auditing._rows_of", side_effect=AssertionError):
        assert findings("https://www.example.com/a?b=c", profile=profile) == ()


of_findings = st.lists(st.sampled_from([found.example for found in FINDINGS.values()]), max_size=2).map("".join)


@examples(200)
@given(st.one_of(built, near, by_parts, strategies.texts, escaped, delimited, of_ports, of_findings))
def test_a_check_finds_nothing_where_what_it_needs_is_missing(text: str) -> None:
    """It is not called there: `having` and `matching` are searched in the whole text, and a check looks at parts."""
    parts = uv.split(text)
    reference = uv.parse(text) if uv.is_valid(text) else None
    subject = Subject.from_components(parts, edition=parts.edition, schemes=SCHEMES, reference=reference)
    for name, check in checks().items():
        is_called = check.having in text and (check.matching is None or check.matching.search(text) is not None)
        value = getattr(subject, check.component) if check.component else ""
        if not is_called and value is not None:
            assert not list(check.look(*[subject, value][: 1 + check.takes_component])), name


@pytest.mark.parametrize(
    "text",
    [
        *("http://www.\u212ba.com/a", "http://WWW.\u212aa.com/a", "http://www.example.com/au%78"),
        *("http://W.COM/aux%20/aux", "http://u@www.example.com/a%41/../b", "http://-u@www.example.com/"),
        *("http://WWW.NIP.IO/", "http://Xn--a.com/", "http://u@localhost/aux", "http://h/%2E%2E/C:/"),
        *("http://h:00080/a%7Eb?x=1", "http://h:070000/", "http://h:0/", "http://1.2.3/", "http://127.1/%2F"),
        *("http://0x7f.1/", "ftp://A.b.com/%00?token=x", "ws://h?a=@b.c#%25%32", "http://1.2.3.4.5/"),
        "https://www.example.com/%C3%A9",
    ],
)
def test_what_is_plain_in_part_has_all_findings(text: str) -> None:
    """Each beside something that is not plain."""
    for edition in uv.EDITIONS:
        assert findings(text, edition=edition, scheme_tables=ASKED) == findings(text, edition=edition), edition


frequent = st.builds(
    "{}://{}{}{}{}{}{}".format,
    st.sampled_from(["http", "https", "HTTP", "Https"]),
    st.sampled_from(["", "u@", "u:p@", "me:secret@", "a:a.com@", "u:@", "u:p:q@", ":p@", "@", "u.v@", "-u@", "%41@"]),
    st.sampled_from(
        ["www.example.com", "WWW.Example.com", "10.0.0.1", "8.8.8.8", "169.254.169.254", "127.1", "h", "A.b"]
    )
    | st.integers(0, 2**32 - 1).map(IPv4Address),
    st.just("") | st.integers(0, 66000).map(":{}".format) | st.sampled_from([":", ":80", ":443", ":25", ":080", ":x"]),
    st.just("")
    | st.lists(
        st.sampled_from(
            ["/", "/a", "/..", "/.", "%7e", "%41", "%2e", "%2F", "%c3%a9", "%20", " ", "aux", ".", ";", "//"]
        ),
        min_size=1,
        max_size=20,
    ).map(lambda pieces: "/" + "".join(pieces)),
    st.sampled_from(
        [
            *(
                *("", "?", "?a=b", "?token=x", "?api_key=secret&token=y", "?token=", "?%74oken=x", "?a= b", "?a=//h"),
                "?@b",
            ),
            *("?a=1&A=2;a=", "?a=1;a=2", "?a[]=1&a[]=2", "?a%5B%5D=1&a%5B%5D=2", "?a.b=1&ab=2&a.b=3"),
            *("?token=ab&Token=cd", f"?{'k' * 70}=1&{'K' * 70}=2"),
        ]
    ),
    st.sampled_from(["", "#", "#a", "#@a", "#token=x"]),
)


def found_in(text: str, edition: Any = None) -> Counter[str]:
    """How many places each finding has, as all checks see it."""
    return Counter(row.id for row in findings(text, edition=edition, scheme_tables=ASKED))


def counted_in(text: str) -> Counter[str] | None:
    """How many the engine counts, if it counts all."""
    places = counting().places(text)
    return None if places is None else Counter(Plain.COUNTED[counted] for counted, *_ in places)


@examples(1000)
@given(
    st.one_of(frequent, frequent, by_parts, near, of_ports, delimited, escaped, named, strategies.texts),
    st.sampled_from(EDITIONS),
)
def test_what_the_engine_counts_are_the_places_that_all_checks_find(text: str, edition: Any) -> None:
    """By an edition whose normal forms are those of RFC 3986; the others are not asked for counts."""
    counted = counted_in(text) if takes_counts(edition) else None
    event(f"counted: {counted is not None and sorted(counted)}")
    assert counted in (None, found_in(text, edition))
    assert findings(text, edition=edition, scheme_tables=ASKED) == findings(text, edition=edition)


def test_every_port_and_block_of_addresses_is_counted() -> None:
    """By both schemes; the first and the last address of each block, and the ones beside it."""
    ports = {*range(1, 1030), *ports_of("bad_ports"), *ports_of("service_ports"), 65535}
    texts = [f"{scheme}://www.example.com:{port}/" for scheme in ("http", "https") for port in ports]
    for begin, free, _ in process_lists().blocks(4):
        edges = {begin << free, (begin + 1 << free) - 1, (begin << free) - 1, begin + 1 << free}
        texts += [f"http://{IPv4Address(address)}/" for address in edges if 0 <= address < 2**32]
    for text in texts:
        assert counted_in(text) == found_in(text), text


def test_each_counted_finding_is_counted_in_its_example() -> None:
    """Where that is of the web and lacks no "/"; none counts in a near miss."""
    examples = {*(FINDINGS[id].example for id in Plain.COUNTED if id != "syntax"), "http://u:p@a.com/a b"}
    assert set().union(*(counted_in(text) or () for text in examples)) == set(Plain.COUNTED)
    for id in FINDINGS.keys() & Plain.COUNTED:
        assert id not in (counted_in(FINDINGS[id].near_miss) or ())


def test_an_edition_of_ones_own_is_asked() -> None:
    """It may refuse what all others take."""
    own = uv.Edition.from_grammar('own = "x:"', start="own")
    assert [row.kind for row in findings("http://example.com/", edition=own)] == ["syntax"]
