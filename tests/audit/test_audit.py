"""The audit as a whole: what it takes and gives, places, profiles, editions, schemes, ordinary and hostile texts."""

from __future__ import annotations

import copy
import pickle
import re
import textwrap
import tomllib
import tracemalloc
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.limited import run_limited
from support.paths import ROOT
from support.strategies import examples
from uriverse.audit import FINDINGS, SEVERITIES, Finding, Row, SyntaxRow, UnknownFindingError, findings, worst
from uriverse.audit.catalogue import definition
from uriverse.audit.registration import looks_for
from uriverse.audit.rows import MOST
from uriverse.audit.subjects import Subject
from uriverse.schemes import SCHEMES, Scheme

ORDINARY = [
    *("http://example.com/", "https://www.example.com/index.html", "https://example.co.uk/a/b/c?d=e&f=g#h"),
    "https://en.wikipedia.org/wiki/Uniform_Resource_Identifier#Syntax",
    *("https://en.wikipedia.org/wiki/Who%27s_Afraid_of_Virginia_Woolf%3F", "https://de.wikipedia.org/wiki/B%C3%BCcher"),
    *("https://example.com/search?q=a+b&hl=en&start=10", "https://example.com/list?tag[]=a&tag[]=b"),
    *("https://medium.com/@user/title-0123456789ab", "https://example.com:8443/app/;jsessionid=ABC?x=1"),
    *("http://example.com:8080/~user/page.php?id=1&amp;x=2", "https://example.com/a//b/../c/./d"),
    "https://example.com/path%20with%20spaces/caf%E9.html",
    "https://example.com/login?next=https%3A%2F%2Fexample.org%2Fa%252Fb",
    *("https://web.archive.org/web/1997/http://example.com/", "https://maps.example.com/@48.2,16.3,15z"),
    *("https://example.com/?email=user@example.com", "https://xn--bcher-kva.example.com/"),
    *("https://bücher.example.com/straße", "https://例え.jp/パス", "http://192.0.43.8/", "http://localhost:8000/"),
    *("http://intranet/wiki", "//cdn.example.com/lib.js", "../images/logo.png", "?page=2", "#top", ""),
    *("mailto:user@example.com?subject=Hello%20world&body=line%0D%0Aline", "ftp://ftp.example.com/pub/file.tar.gz"),
    *("file:///home/user/file.txt", "urn:isbn:0451450523", "tel:+12015550123", "data:text/plain;charset=utf-8,a%0Ab"),
    *("news:comp.infosystems.www.servers.unix", "ldap://[2001:4860::7]/c=GB?objectClass?one"),
    "git+ssh://git@example.com/repository.git",
]


def ids(rows: tuple[Row, ...]) -> list[str]:
    return [row.id for row in rows if isinstance(row, Finding)]


@pytest.mark.parametrize("text", ORDINARY)
def test_nothing_ordinary_is_a_danger(text: str) -> None:
    """What people link to may be doubtful or untidy, and is no danger."""
    assert worst(findings(text)) != "danger"


def test_a_tidy_uri_has_no_findings() -> None:
    """Nothing is said where there is nothing to say."""
    assert findings("https://www.example.com/a/b?c=d#e") == ()
    assert worst(()) is None


def test_the_example_of_rfc_3986_section_7_6() -> None:
    """The misleading URI that the document prints, with all that is in it."""
    rows = findings("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", profile="security")
    assert [(row.start, row.end) for row in rows] == [(6, 21), (42, 50)]
    assert ids(rows) == ["userinfo-misleading", "address-private"]
    assert rows[0].message == 'cnn.example.com looks like the host, but 10.0.0.1 follows the "@"'


def test_a_syntax_error_stands_beside_the_findings() -> None:
    """As a row of its own kind, in its place, with the error that parsing raises."""
    rows = findings("http://h.example:8x/?")
    assert [row.kind for row in rows] == ["syntax", "finding"]
    refusal = rows[0]
    assert isinstance(refusal, SyntaxRow)
    assert (refusal.start, refusal.end, refusal.rule, refusal.fix) == (18, 19, "port", "a port has digits only")
    assert isinstance(refusal.error, uv.URISyntaxError) and refusal.error.at == 18
    assert refusal.as_dict()["clause"] == "RFC 3986, section 3.2.3"


def test_the_refusal_of_an_iri_is_the_error_of_parsing() -> None:
    """Its words are looked for when they are first read: also by `==`, by `pickle`, and for JSON."""
    text = "https://ru.wikipedia.org/wiki/Россия"
    with pytest.raises(uv.URISyntaxError) as refused:
        uv.parse(text)
    expected = SyntaxRow.of(refused.value)
    for row in (findings(text)[0], pickle.loads(pickle.dumps(findings(text)[0]))):
        assert isinstance(row, SyntaxRow)
        assert (row.message, str(row.error)) == (expected.message, str(refused.value))
        assert row == expected == findings(text)[0] and hash(row) == hash(expected) and repr(row) == repr(expected)
        assert row.as_dict() == expected.as_dict() == findings(text)[0].as_dict()
        assert not hasattr(row, "reason")


def test_a_text_that_ends_too_early_is_refused_at_its_end() -> None:
    """The place is empty there."""
    (refusal,) = [row for row in findings("http://[::1") if isinstance(row, SyntaxRow)]
    assert (refusal.start, refusal.end) == (11, 11)


def test_rows_come_by_place_the_worst_first() -> None:
    """At one place the syntax error comes first, then the severities from above."""
    rows = findings("http://user:pw@127.1:65616/%2e%2e/\\?password=x&a=\x07")
    order = [(row.start, 9 if isinstance(row, SyntaxRow) else SEVERITIES.index(row.severity)) for row in rows]
    assert order == sorted(order, key=lambda place: (place[0], -place[1]))


def test_text_reference_components_and_octets_are_taken_alike() -> None:
    """A reference has its own edition; octets are read as UTF-8."""
    text = "http://127.1:25/?"
    expected = findings(text)
    assert expected == findings(uv.parse(text)) == findings(uv.split(text)) == findings(text.encode())
    assert ids(findings(b"http://h.example/\xff")) == ["undecoded-octet"]


def test_an_edition_judges_the_syntax_and_the_findings_stay() -> None:
    """RFC 2396 takes any characters for a name of a registry; the audit looks at it all the same."""
    text = "http://a$b@example.com@10.0.0.1/"
    for edition in uv.EDITIONS:
        assert "at-sign-twice" in ids(findings(text, edition=edition))
    kinds = {edition: [row.kind for row in findings("?y", edition=edition)] for edition in ("rfc2396", "rfc3986")}
    assert kinds == {"rfc2396": ["syntax"], "rfc3986": []}
    assert findings(uv.parse("a:?b", edition="rfc2396bis-00")) == findings("a:?b", edition="rfc2396bis-00")


def test_profiles_choose() -> None:
    """Security and style together are all, and a collection of ids is a profile of one's own."""
    text = "HTTP://user@127.1:80/?"
    every = set(findings(text))
    assert set(findings(text, profile="security")) | set(findings(text, profile="style")) == every
    assert ids(findings(text, profile=["port-default"])) == ["port-default"]
    assert ids(findings(text, profile=())) == []
    with pytest.raises(uv.UnknownWordError, match=r"profile must be one of .* did you mean 'security'"):
        findings(text, profile="securty")
    with pytest.raises(UnknownFindingError, match=r"profile must be one of .* did you mean 'port-default'"):
        findings(text, profile={"port-defaults"})


@pytest.mark.parametrize(
    "query", ["id=1&id=2", "id=1;id=2", "id=1&%69d=2", "i%20d=1&i+d=2", "a@b=1&a%40b=2", "ID=1&id=2"]
)
def test_a_repeated_key_is_found_in_every_spelling(query: str) -> None:
    """RFC 1866, section 8.2.1: names are escaped, a space becomes "+", and ";" is proposed as a separator like "&"."""
    assert "query-repeated-key" in ids(findings(f"http://example.com/?{query}"))


@pytest.mark.parametrize(
    ("tail", "id"),
    [
        ("?tok%65n=a", "query-credential"),
        ("?%61ccess%5Ftoken=a", "query-credential"),
        ("#%74%6F%6B%65%6E=a", "fragment-credential"),
        ("#/a?token=b", "fragment-credential"),
        ("?next=%68ttps://example.org", "query-reference"),
    ],
)
def test_no_escape_hides_what_a_query_or_fragment_holds(tail: str, id: str) -> None:
    """RFC 3986, section 6.2.2.2: an escaped unreserved character is equivalent to the character."""
    assert id in ids(findings(f"http://example.com/{tail}"))


def test_schemes_may_be_ones_own() -> None:
    """Section 7.2: "applications should make such restrictions user-configurable"."""
    text = "http://example.com:80/"
    none: dict[str, Scheme] = {}
    assert ids(findings(text, profile={"port-default"})) == ["port-default"]
    assert ids(findings(text, profile={"port-default"}, scheme_tables=none)) == []
    mine = MappingProxyType({"mine": SCHEMES["gopher"]})
    assert ids(findings("mine://h.example:70/", profile={"port-default"}, scheme_tables=mine)) == ["port-default"]


def test_of_each_finding_the_first_places() -> None:
    """A text of a million escapes needs no million rows."""
    rows = findings("http://example.com/" + "%00" * 1000, profile={"escape-nul"})
    assert [row.start for row in rows] == [19 + 3 * place for place in range(MOST)]


def test_rows_are_values() -> None:
    """Equal, hashable, frozen; they can be copied and pickled."""
    rows = findings("http://127.1:8x/")
    assert rows == findings("http://127.1:8x/")
    assert len(set(rows)) == len(rows) > 1
    assert pickle.loads(pickle.dumps(rows)) == rows == copy.deepcopy(rows)
    with pytest.raises(AttributeError):
        rows[0].start = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("http://example.com:443/", "port-well-known"),
        ("ssh://example.com:25/", "port-of-another-protocol"),
        ("//example.com:22/", "port-of-another-protocol"),
        ("http://www.example.com:80@evil.example/", "userinfo-misleading"),
        ("http://www%2Eexample.com@evil.example/", "userinfo-misleading"),
        ("http://93.184.215.14@evil.example/", "userinfo-misleading"),
        ("http:/\\evil.example/", "backslash-in-authority"),
        ("\\\\evil.example/", "backslash-in-authority"),
        ("/\\evil.example/", "backslash-in-authority"),
        ("http:\\evil.example", "backslash-in-authority"),
        ("///evil.example/", "host-empty"),
        ("http://?/", "host-empty"),
        ("http://user@/", "host-empty"),
        ("http://example.com?@evil.example/", "at-sign-after-authority"),
        ("http://::1/", "port-twice"),
        ("http://[::1]evil.example/", "brackets-in-authority"),
        ("http://[evil.example]/", "brackets-in-authority"),
        ("http://[::1/", "brackets-in-authority"),
        ("java\tscript:alert(1)", "scheme-script"),
        ("\x01javascript:alert(1)", "scheme-script"),
        ("http://h.example/..%2f..%2fetc", "escape-dot-segment"),
        ("http://h.example/..\\..\\etc", "escape-dot-segment"),
        ("http://h.example//etc", "empty-segment"),
        ("http://h.example/%252e%252e/", "escape-dot-segment"),
        ("mailto:a@h.example?subject=x%0D%0ABcc:b", "escape-line-break"),
        ("ftp://user%0aDELE@h.example/", "escape-line-break"),
        ("http://h.example/%e0%80%af", "escape-overlong"),
        ("http://\u202egro.example/", "invisible-character"),
        ("http://example\u3002com/", "delimiter-in-disguise"),
        ("http://ex\u2100mple.com/", "delimiter-in-disguise"),
        ("http://xn--pypal-4ve.com/", "host-mixed-scripts"),
        ("https://example.com?X-Amz-Signature=abc", "query-credential"),
        ("c:\\autoexec.bat", "drive-letter"),
        ("http://h.example/?/../secret", "query-climbs"),
    ],
)
def test_other_ways_of_doing_it(text: str, wanted: str) -> None:
    """Each finding's other forms, besides its example."""
    assert wanted in ids(findings(text))


@pytest.mark.parametrize(
    ("text", "unwanted"),
    [
        ("redis://h.example:6379/", "port-of-another-protocol"),
        ("https://h.example:8443/", "port-well-known"),
        ("ftp://a%41example%2Fb@h.example/", "userinfo-misleading"),
        ("ftp://joe%40example.com@ftp.example.com/", "userinfo-misleading"),
        ("mailto:user@example.com", "userinfo-in-http"),
        ("file:///c:/", "host-empty"),
        ("http://東京タワー.jp/", "host-mixed-scripts"),
        ("http://xn--fiqs8s/", "host-mixed-scripts"),
        ("http://h.example/a..b/.../x", "escape-dot-segment"),
        ("http://h.example/?q=%2e%2e", "escape-dot-segment"),
        ("data:text/plain,a%0D%0Ab", "escape-line-break"),
        ("mailto:a@h.example?body=a%0D%0Ab&subject=c", "escape-line-break"),
        ("http://example.com?email=a@example.org", "at-sign-after-authority"),
        ("http://[v1.fe80::a+en1]/", "brackets-in-authority"),
        ("http://[2001:db8::1]:443/", "brackets-in-authority"),
        ("a/../../b", "dot-segment-above-root"),
        ("https://[::1/", "port-of-another-protocol"),
        ("https://h.example/a:b", "drive-letter"),
    ],
)
def test_lookalikes_have_no_finding(text: str, unwanted: str) -> None:
    assert unwanted not in ids(findings(text))


TEXTS = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="htp:/?#[]@\\.%0123456789abcdefxX \t\n;=&-é\u0430\u3002\udc80", max_size=40),
    st.text(alphabet="/.:@[]%2e25a\\", max_size=30).map("http://".__add__),
    st.sampled_from([row.example for row in FINDINGS.values() if len(row.example) < 100]),
)


@examples(400)
@given(TEXTS, st.sampled_from(["rfc3986", "rfc2396", "rfc1808", "rfc1738"]))
def test_places_are_in_the_text_and_parts_are_what_was_split(text: str, edition: str) -> None:
    """Whatever the text: no exception, places within it, and each part's place holds the part."""
    for row in findings(text, edition=edition):
        assert 0 <= row.start <= row.end <= len(text)
    parts = uv.split(text, edition=edition)
    subject = Subject.from_components(parts, edition=edition, schemes=SCHEMES, reference=None)
    for name in ("scheme", "authority", "userinfo", "host", "path", "params", "query", "fragment"):
        part = getattr(subject, name)
        assert (None if part is None else part.text) == getattr(parts, name)
        assert part is None or text[part.start : part.end] == part.text
    assert subject.port is None or text[subject.port.start : subject.port.end] == parts.port_text


@examples(200)
@given(TEXTS)
def test_a_text_has_a_refusal_exactly_where_it_is_not_valid(text: str) -> None:
    """The row of the other kind is the edition's word, and nothing else is."""
    refused = [row for row in findings(text) if isinstance(row, SyntaxRow)]
    assert len(refused) == (0 if uv.is_valid(text) else 1)


def hostile_texts() -> dict[str, str]:
    return {
        "escapes": "http://h/" + "%2e%00%" * 50_000,
        "double escapes": "http://h/" + "%" + "25" * 150_000,
        "dots": "http://h" + "/../.;" * 50_000,
        "slashes": "http://h" + "/" * 300_000,
        "labels": "http://" + "xn--a.é." * 40_000,
        "one label": "http://" + "é" * 300_000,
        "at signs": "http://" + "a.b@" * 75_000,
        "colons": "http://" + ":" * 300_000,
        "brackets": "http://" + "[" * 150_000 + "]" * 150_000,
        "digits": "http://" + "1" * 150_000 + ":" + "1" * 150_000,
        "pairs": "http://h/?" + "a=b&" * 75_000,
        "targets": "http://h/?u=" + "http:" * 60_000,
        "escaped slashes": "http://h/?u=" + "%2F" * 100_000,
        "schemes before slashes": "http://h/?" + "a" * 150_000 + "://" * 50_000,
        "values": "http://h/?" + "&" * 100_000 + "a" * 100_000 + "=%25" + "25" * 50_000,
        "escaped values": "http://h/?" + "u=%6a%61&" * 30_000,
        "wrappers": "feed:" * 60_000 + "x",
        "octets with hyphens": "http://" + "1-" * 150_000,
        "octets with dots": "http://x" + "1.2." * 75_000,
        "type of data": "data:" + "%20" * 100_000,
        "keys": "http://h/?" + "".join(f"{number}=&" for number in range(40_000)),
        "spaces": " " * 150_000 + "x" + " " * 150_000,
        "backslashes": "\\" * 300_000,
        "surrogates": "\udc80" * 300_000,
        "scheme": "A" * 300_000 + ":",
        "mail": "mailto:?" + "a%0d&" * 60_000,
        "telephone": "tel:+1" + "-2" * 150_000,
    }


AUDITING = """
import pathlib, sys
from uriverse.audit import findings
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    text = path.read_bytes().decode("utf-8", "surrogatepass")
    print(path.name, len(text), len(findings(text)), flush=True)
"""


def test_hostile_texts_take_linear_time(tmp_path: Path) -> None:
    """Work that grows with the square of the length would not end before the timeout."""
    texts = hostile_texts()
    for name, text in texts.items():
        (tmp_path / name.replace(" ", "-")).write_bytes(text.encode("utf-8", "surrogatepass"))
    rows = [line.split() for line in run_limited(AUDITING, str(tmp_path), megabytes=1024).splitlines()]
    assert {name: int(length) for name, length, _ in rows} == {
        name.replace(" ", "-"): len(text) for name, text in texts.items()
    }
    assert all(int(count) <= MOST * len(FINDINGS) for _, _, count in rows)


def test_the_pages_example_of_a_finding_is_one() -> None:
    """The row that the README of the audit adds is complete; its function finds the example and not the near miss."""
    page = (ROOT / "src" / "uriverse" / "audit" / "README.md").read_text("utf-8")
    (data,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (code,) = re.findall(r"```py\n(.*?)```", page, re.DOTALL)
    ((name, row),) = tomllib.loads(data)["findings"].items()
    added = definition(name, row)
    module = vars(import_module(f"uriverse.audit.{added.topic}"))
    wanted = {}
    exec(textwrap.dedent(code), {**module, "looks_for": lambda *a, **k: lambda look: wanted.setdefault(a, (look, k))})
    (((registered,), (look, options)),) = wanted.items()
    assert registered == name
    signature(looks_for).bind(registered, **options)
    places = []
    for text in (added.example, added.near_miss):
        subject = Subject.from_components(uv.split(text), edition="rfc3986", schemes=SCHEMES, reference=uv.parse(text))
        component = getattr(subject, options["component"])
        assert component is not None
        places.append([(place.start, place.end) for place in look(subject, component)])
    assert places == [[added.place], []]


@pytest.mark.parametrize(
    ("port", "found"),
    [("", set()), ("0", {"port-zero"}), ("00", {"port-zero"}), ("000000", {"port-zero"}), ("01", set()), ("10", set())],
)
def test_port_zero_is_a_number(port: str, found: set[str]) -> None:
    """RFC 3986, section 3.2.3: `port = *DIGIT`, so that zero has many texts, and the empty port is none of them."""
    assert {each.id for each in findings(f"http://h:{port}/")} & {"port-zero"} == found


@pytest.mark.parametrize(
    "text", ["http://h/?" + "%41" * 50_000, "http://" + "a" * 150_000 + "@h/", "http://h/" + "%0A" * 50_000]
)
def test_a_long_text_takes_a_few_times_its_memory(text: str) -> None:
    """A search that could go back for each escape would keep 40 octets for each of its octets."""
    findings(text)
    tracemalloc.start()
    findings(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * len(text)
