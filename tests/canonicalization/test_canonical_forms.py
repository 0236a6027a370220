"""Canonical forms: what their publishers print, and the laws that every profile keeps."""

from __future__ import annotations

import copy
import pickle
import random
import re
import tomllib
from collections.abc import Callable
from functools import partial
from typing import get_args
from urllib.parse import urlencode

import pyarrow as pa
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import uriverse as uv
from support import command
from support.paths import ROOT
from support.strategies import in_each
from support.vectors import Case, files
from uriverse import columns as uc
from uriverse.canonicalization import PROFILES, CanonicalError, Profile, ProfileId, UnknownProfileError
from uriverse.canonicalization.profile import dated_names

PIECES = (
    *("http", "https", "dns", "filedesc", "mailto", ":", "/", "//", "?"),
    *("#", "@", ".", "..", "a", "B", "www.", "www2."),
    *("127.0.0.1", "0x7f.1", "3279880203", "[::1]", "[0:0::1]", "é", "é.de", " ", "\t", "&", "=", "+", ";", "\\", "%"),
    *("%2f", "%3a", "%25", "%2e", "%41", "%e9", "sid=" + "a" * 32, "cfid=1&cftoken=2", "utm_source=x", "index.html"),
    *("(S(" + "a" * 24 + "))/", "x.aspx", ":80", ":443", ":", "-", "user:pass@", "\U0001f600", "a" * 24),
)
texts = st.builds(
    str.__add__, st.sampled_from(["", "http://", "https://h/"]), st.lists(st.sampled_from(PIECES)).map("".join)
)


WWW_LEFT = re.compile(r"[^:/]*://(?:[^/?#@]*@)?www\d*\.")


def form(text: str | bytes, profile: str | Profile) -> str:
    return uv.canonical(text, profile=profile)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("profile", "case"), [(data["profile"], case) for data in files("canonical") for case in data["cases"]]
)
def test_what_the_publishers_print(profile: str, case: Case) -> None:
    """Each published example has its published form; each exception has its reason and what we give instead."""
    text = case["text"].encode("latin-1") if case.get("octets") else case["text"]
    found = form(text, profile)
    assert found == case.get("found", case["result"])
    assert ("exception" in case) == (found != case["result"])


def test_a_profile_in_use_is_pickled_and_copied() -> None:
    """It is a frozen dataclass: no use may change what `pickle` and `copy` make of it (Python, the module pickle)."""
    own = Profile.from_toml('based_on = "crawl"\n[[step]]\ndo = "strip-www"\nsource = "us"')
    for profile in (own, PROFILES["surt"]):
        expected = form("http://www.h/?b&a", profile)
        for again in (pickle.loads(pickle.dumps(profile)), copy.copy(profile), copy.deepcopy(profile)):
            assert again == profile and form("http://www.h/?b&a", again) == expected


def test_every_shipped_profile_is_named() -> None:
    files = {path.stem for path in (ROOT / "src/uriverse/canonicalization/profiles").glob("*.toml")}
    assert {*files, *dated_names()} == set(get_args(ProfileId)), "run python tools/generate.py"
    assert set(PROFILES) == {name for name in files if "@" not in name}


@given(text=texts)
@in_each("profile", [name for name in PROFILES if name != "surt"])
def test_every_form_is_a_fixed_point(profile: str, text: str) -> None:
    """The form of a form is the form. A key is not a URL, so `surt` is left to the URL that it is made from.

    Of several labels `www`, the archives remove one.
    """
    try:
        once = form(text, profile)
    except CanonicalError:
        return
    assume(profile != "ia" or not WWW_LEFT.match(once))
    assert form(once, profile) == once


@given(text=texts)
def test_a_key_depends_on_the_archives_url_alone(text: str) -> None:
    """`surt` is the key of what `ia` gives, unless a second label `www` is left in that."""
    assume(not WWW_LEFT.match(form(text, "ia")))
    assert form(text, "surt") == form(form(text, "ia"), "surt")


@given(reference=st.sampled_from(["http://h/a?b=1&a=2", "//h:1", "http://u@h/%7e?x#y"]), tail=texts)
@in_each("profile", ["crawl", "dedupe"])
def test_crawlers_forms_of_valid_references_are_valid(profile: str, reference: str, tail: str) -> None:
    """What RFC 3986 accepts has a form that RFC 3986 accepts."""
    text = reference + tail
    if uv.is_valid(text):
        assert uv.is_valid(form(text, profile))


TRACKING = [
    name.replace("*", "x")
    for table in tomllib.loads((ROOT / "src/uriverse/canonicalization/lists/tracking.toml").read_text("utf-8"))["list"]
    for name in table["names"]
]


@given(
    own=st.lists(st.tuples(st.sampled_from(["id", "page", "q"]), st.text("ab1 é&=%", max_size=4)), max_size=3),
    tracking=st.lists(st.tuples(st.sampled_from(TRACKING), st.text("aB9", max_size=3)), max_size=4),
    host=st.sampled_from(["h", "www.example.com", "[::1]"]),
    data=st.data(),
)
def test_dedupe_ignores_every_subset_and_order_of_tracking(
    own: list[tuple[str, str]], tracking: list[tuple[str, str]], host: str, data: st.DataObject
) -> None:
    """Of every name of the shipped list, in any case: a page's form is that of the page without them."""
    plain = f"http://{host}/p?{urlencode(own)}" if own else f"http://{host}/p"
    chosen = [(data.draw(st.sampled_from([name, name.upper()])), value) for name, value in tracking]
    mixed = data.draw(st.permutations(own + chosen))
    url = f"http://{host}/p?{urlencode(mixed)}" if mixed else plain
    assert form(url, "dedupe") == form(plain, "dedupe")


@pytest.mark.parametrize("profile", ["crawl", "dedupe", "ia", "rfc3986-scheme", "surt"])
def test_a_name_has_one_key(profile: str) -> None:
    """RFC 3986, section 3.2.2: in A-labels, or in triplets of either case (section 6.2.2.1)."""
    names = ("xn--bcher-kva.de", "b%c3%bccher.de", "B%C3%BCCHER.de", "B%C3%9CCHER.DE")
    assert len({uv.canonical(f"http://{name}/", profile=profile) for name in names}) == 1


def test_triplets_of_a_host_are_in_capitals() -> None:
    """RFC 3986, section 6.2.2.1, also where they do not stand for a name."""
    assert uv.canonical("foo://A%c3%28B/", profile="crawl") == "foo://a%C3%28b/"


@pytest.mark.parametrize("session", ["(4hqa0555fwsecu455xqckv45)", "(S(4hqa0555fwsecu455xqckv45))"])
@pytest.mark.parametrize("before", ["", "a/"])
def test_the_session_of_a_page_goes(before: str, session: str) -> None:
    """As ASP.NET writes it: an id of 24 letters and digits, by itself or with its kind, before the page."""
    assert uv.canonical(f"http://h/{before}{session}/x.aspx?b", profile="ia") == f"http://h/{before}x.aspx?b"
    assert session.lower() in uv.canonical(f"http://h/{before}{session}/x.html", profile="ia")


def test_the_profiles_of_the_standards() -> None:
    """The two rungs of RFC 3986, the URL Standard, and exact comparison."""
    assert form("HTTP://h:80/%7ea/../", "rfc3986-syntax") == "http://h:80/"
    assert form("HTTP://h:80/%7ea/..", "rfc3986-scheme") == "http://h/"
    assert form("http:\\\\H\\a b", "whatwg") == "http://h/a%20b"
    assert form("HTTP://h:80", "oauth") == "HTTP://h:80"


@pytest.mark.parametrize(
    ("profile", "call"),
    [
        ("rfc3986-syntax", uv.normalize),
        ("rfc3986-scheme", partial(uv.normalize, level="scheme")),
        ("rfc3986-scheme", lambda text: uv.parse(text).normalize(level="scheme")),
        ("whatwg", partial(uv.normalize, edition="whatwg")),
        ("whatwg", uv.whatwg.URL),
    ],
    ids=["normalize", "level=scheme", "method", "edition=whatwg", "URL"],
)
@given(text=texts)
@example("urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6#F")
@example("tel:+1-201-555-0123;EXT=5")
@example("mailto:A@B.Example?cc=%41")
@example("news:Comp.Lang")
@example("ws://H:80")
def test_what_has_two_names_gives_one_answer(profile: str, call: Callable[[str], object], text: str) -> None:
    """A profile of a standard, for columns of texts, and the call of that standard, for one reference."""
    try:
        expected = str(call(text))
    except ValueError:
        expected = ""
    try:
        assert form(text, profile) == expected
    except CanonicalError:
        assert expected == ""


@pytest.mark.parametrize(
    ("text", "profile", "step"),
    [
        ("http://h/a b", "rfc3986-syntax", "normalize"),
        ("http://", "whatwg", "url-standard"),
        ("/cb", "oauth", "require-absolute"),
        ("https://h/cb#x", "oauth", "require-absolute"),
    ],
)
def test_a_refusal_names_its_step(text: str, profile: str, step: str) -> None:
    """The error says by which profile and step, and pickles."""
    with pytest.raises(CanonicalError) as caught:
        form(text, profile)
    error = caught.value
    assert (error.text, error.profile, error.step) == (text, profile, step)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


REFUSED_HOSTS = ["[::1", "a b", "a:8x", "a:99999", "1.2.3.4.5", "a%20b", "xn--\u00fc", "", "a<b"]


@pytest.mark.parametrize("host", REFUSED_HOSTS)
@pytest.mark.parametrize("profile", ["crawl", "dedupe", "oauth"])
def test_a_host_or_port_that_browsers_refuse_has_no_form(profile: str, host: str) -> None:
    """URL Standard, 3.5 and 4.4. An argument keeps the text; what is in a path or a query is never refused."""
    for text in (f"http://{host}/", f"https://u@{host}?q"):
        with pytest.raises(ValueError):
            uv.whatwg.URL(text)
        with pytest.raises(CanonicalError):
            form(text, profile)
        column = pa.array([text, None])
        assert uc.canonical(column, profile=profile).to_pylist() == [None, None]  # type: ignore[arg-type]
        assert uc.canonical_key(column, profile=profile).to_pylist() == [None, None]  # type: ignore[arg-type]
        assert uc.canonical(column, profile=profile, keep_refused=True).to_pylist() == [text, None]  # type: ignore[arg-type]
        assert uv.canonical(text, profile=profile, keep_refused=True) == text  # type: ignore[arg-type]
        key = uv.canonical_key(text, profile=profile, keep_refused=True)  # type: ignore[arg-type]
        assert uc.canonical_key(column, profile=profile, keep_refused=True).to_pylist()[0] == key  # type: ignore[arg-type]
    if profile != "oauth":
        assert form("http://h/a b|c?d e^", profile) == "http://h/a%20b%7Cc?d+e%5E="


@pytest.mark.parametrize("profile", ["ia", "surt", "safe-browsing"])
def test_the_forms_of_archives_and_threat_lists_refuse_nothing(profile: str) -> None:
    """As their sources: indexes and lists have keys of texts that are no URLs."""
    for host in REFUSED_HOSTS:
        assert isinstance(form(f"http://{host}/", profile), str)


@given(text=texts)
@example("http:a b/")
@example("//a b/")
@example("http://1/")
@in_each("profile", ["crawl", "dedupe"])
def test_only_what_browsers_refuse_is_refused(profile: str, text: str) -> None:
    """The text or, where steps make another host of it, its form; a relative reference is read against a base."""
    try:
        result = form(text, profile)
    except CanonicalError:
        kept = uv.canonical(
            text,
            profile=Profile(
                "own", "", "", "", tuple(step for step in PROFILES[profile].steps if step.name != "require-url")
            ),
        )
        assert not (is_read(text) and is_read(kept))
        return
    assert is_read(result)


def is_read(text: str) -> bool:
    return uv.whatwg.can_parse(text) or uv.whatwg.can_parse(text, "https://base.example/")


def test_a_lone_surrogate_is_the_replacement_character() -> None:
    """Infra Standard, "convert to a scalar value string", wherever octets are written; one of PEP 383 is an octet."""
    for profile in ("crawl", "dedupe", "safe-browsing", "whatwg"):
        assert form("http://h/\ud800", profile) == "http://h/%EF%BF%BD" == str(uv.whatwg.URL("http://h/\ud800"))
    for encoded in (uv.encode("\ud800", component="segment"), (uv.URI("http://h/") / "\ud800").path[1:]):
        assert encoded == "%EF%BF%BD"
    assert uv.encode("\udce9\ud800", component="segment") == "%E9%EF%BF%BD"


def test_a_refusal_hides_a_password() -> None:
    """The message masks what the attribute keeps."""
    with pytest.raises(CanonicalError) as caught:
        form("http://user:secret@h/a b", "rfc3986-syntax")
    assert "secret" not in str(caught.value) and "secret" in caught.value.text


def test_explaining_shows_every_step() -> None:
    """One row a step, in order, with its source; the last row is the form."""
    profile = PROFILES["surt"]
    rows = profile.explain("http://www.Archive.org/goo/?b&a=1#x")
    assert [row.step for row in rows] == [step.name for step in profile.steps]
    assert all(row.source for row in rows)
    assert rows[-1].text == form("http://www.Archive.org/goo/?b&a=1#x", "surt")
    assert [row.step for row in rows if row.changed] == [
        *("remove", "lower-case", "strip-www", "strip-trailing-slash", "sort-query", "key")
    ]


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('[[step]]\ndo = "fly"', 'there is no step "fly"; there are add-scheme, .*, strip-www, .*, key$'),
        ('[[step]]\ndo = "remove"', 'needs "parts"'),
        ('[[step]]\ndo = "remove"\nparts = ["tail"]', "there is no part"),
        ('[[step]]\ndo = "sort-query"\nhow = "up"', 'has no argument "how"'),
        ('[[step]]\ndo = "key"\n[[step]]\ndo = "sort-query"', "no step can follow key"),
        ('[[step]]\ndo = "sort-query"\n' * 63, "step 63: a profile has at most 62 steps"),
        ('steps = "all"', "a profile has no 'steps'"),
        ("[[step]]", "each step has a name"),
        ("title = ", "Invalid value"),
        ('[[step]]\ndo = "remove-pairs"\nnames_from = "no such list"', "there is no list"),
    ],
)
def test_a_bad_profile_says_what_is_wrong(toml: str, message: str) -> None:
    """A misspelt step or argument is an error, and never ignored."""
    with pytest.raises(uv.GrammarError, match=message):
        Profile.from_toml(toml)


def test_a_profile_gives_what_its_steps_give_one_after_the_other() -> None:
    """Steps that have nothing to do are passed over; the form is the one of steps that each run alone, in rounds."""
    profile = PROFILES["dedupe"]
    alone = [Profile(step.name, "", "", "", (step,)) for step in profile.steps]
    drawn = random.Random(5)
    pieces = ["h", "/a", "//", "/../", "?", "&", "a=1", "%41", "%2541", "#", ":80", "www.", "W", "é", ".", "sid="]
    for _ in range(2000):
        # Behind a host: without one a path may be read as an authority between two steps.
        text = "http://www.H" + "".join(drawn.choices(pieces, k=drawn.randrange(9)))
        expected, before = text, None
        try:
            while expected != before:
                before = expected
                for one in alone:
                    expected = form(expected, one)
        except CanonicalError:
            expected = text
        assert uv.canonical(text, profile=profile, keep_refused=True) == expected, text


@pytest.mark.parametrize("profile", ["crawl", "dedupe"])
def test_unreserved_triplets_of_a_host_are_decoded(profile: str) -> None:
    """RFC 3986, 6.2.2.2: URIs that differ only in these are equivalent; a browser decodes them. Others stay."""
    for host in ("example%2Ecom", "ex%61mple.com", "%45XAMPLE%2ecom", "%65%78ample.com"):
        assert form(f"http://{host}/", profile) == "http://example.com/"
    assert form("foo://a%2Fb%20.c/", profile) == "foo://a%2Fb%20.c/"


def test_the_archives_remove_one_label_www() -> None:
    """As the package surt 0.3.1 does (`www` and digits before the first dot, once): keys of indexes were made so."""
    assert form("https://www.www2.example.com/", "surt") == "com,example,www2)/"
    # A known weakness of these keys: each of the sites www<digits>.com has the key of all.
    assert form("https://www1355544.com/", "surt") == form("https://www3288.com/", "surt") == "com)/"


NAMES = ["utm_source", "UTM_Id", "srsltid", "mkt_tok", "vero_id", "s_kwcid", "oly_anon_id", "amp;utm_source", "gclid"]
OTHERS = ["utm", "xgclid", "id", "amp;id"]


@pytest.mark.parametrize("name", [*NAMES, *(name.upper() for name in TRACKING), *OTHERS])
def test_the_command_and_the_profile_have_one_list_of_tracking(name: str) -> None:
    """`uriverse edit --strip-tracking` and "dedupe" compare alike: in any case, also after an HTML `&amp;`."""
    text = f"http://h/?a=1&{name}=2"
    stripped = command.run("edit", "--strip-tracking", text).stdout.strip()
    assert stripped == form(text, "dedupe").replace("%3B", ";")
    assert (stripped == "http://h/?a=1") == (name not in OTHERS)


SESSIONS = """
title = "mine"
based_on = "dedupe"
[[step]]
do = "remove-pairs"
names_from = "sessions"
source = "us"
[[step]]
do = "remove-path-parameters"
names_from = "sessions"
source = "us"
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://h/a;jsessionid=7F?b=1", "http://h/a?b=1"),
        ("http://h/a;JSESSIONID=7F;v=1.2;x/b;jsessionid", "http://h/a;v=1.2;x/b"),
        ("http://h/a?sid=ab12&PHPSESSID=x&b", "http://h/a?b="),
        ("http://h/;jsessionids=7F", "http://h/;jsessionids=7F"),
    ],
)
def test_sessions_can_be_dropped(text: str, expected: str) -> None:
    """Jakarta Servlet 6.0, 7.1.3: `jsessionid` is a parameter of the path. No shipped profile drops short ids."""
    assert form(text, Profile.from_toml(SESSIONS)) == expected
    assert form(text, "dedupe") != expected or text == expected


def test_the_page_describes_every_step() -> None:
    """docs/canonical.md has the steps with the sentences of their declarations, and the message has their names."""
    source = (ROOT / "crates/canonical/src/steps.rs").read_text("utf-8")
    declared = re.findall(r'((?:^        // .*\n)+)        "([a-z0-9-]+)" =>', source, re.M)
    rows = [f"| `{name}` | {' '.join(text.replace('//', '').split())} |" for text, name in declared]
    assert len(rows) == len(re.findall(r'^        "[a-z0-9-]+" =>', source, re.M))
    with pytest.raises(uv.GrammarError) as caught:
        Profile.from_toml('[[step]]\ndo = "fly"')
    assert str(caught.value).partition("; there are ")[2].split(", ") == [name for _, name in declared]
    page = (ROOT / "docs/canonical.md").read_text("utf-8").splitlines()
    assert [row for row in rows if row not in page] == []


def test_every_query_goes() -> None:
    """ "*" takes the empty query away too, and a query keeps the pairs that are left, be it an empty one."""
    toml = 'title = "mine"\nsource = "us"\n[[step]]\ndo = "remove-pairs"\nsource = "us"\nnames = ["{}"]'
    every, one = (Profile.from_toml(toml.format(names)) for names in ("*", "a"))
    assert [form(text, every) for text in ("//h/?", "//h/?a&b", "//h/")] == ["//h/"] * 3
    assert [form(text, one) for text in ("//h/?", "//h/?a", "//h/?a&", "//h/?a&b")] == [
        "//h/?",
        "//h/",
        "//h/?",
        "//h/?b",
    ]


def test_own_profiles_stand_on_shipped_ones() -> None:
    """`based_on` brings the steps of another profile first."""
    own = Profile.from_toml('based_on = "ia"\n[[step]]\ndo = "key"\nscheme = true\ntrailing_comma = true')
    assert uv.canonical("http://archive.org/goo/?a=2&b&a=1", profile=own) == "http://(org,archive,)/goo?a=1&a=2&b"
    kept = Profile.from_toml('based_on = "ia"\n[[step]]\ndo = "key"')
    assert uv.canonical("http://123.56.78.91/goo/", profile=kept) == "123.56.78.91)/goo"


def test_an_unknown_profile_is_reported_with_its_neighbours() -> None:
    with pytest.raises(UnknownProfileError, match="did you mean 'surt'") as caught:
        form("http://h/", "sort")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert PROFILES.get("sort") is None and "sort" not in PROFILES


@pytest.mark.parametrize(
    "piece", ["%25", "%2525", "(", ")/", "/..", "sid=", "cfid=", "&", "a&", "www.", ".", "//", "é", "http://"]
)
@pytest.mark.parametrize("profile", ["crawl", "dedupe", "surt", "safe-browsing"])
def test_long_texts_of_one_piece(profile: str, piece: str) -> None:
    """A megabyte of one piece has a form; nothing here is quadratic, or this test would not end."""
    for start in ("http://h/?", "http://h/", "http://"):
        text = start + piece * (1_000_000 // len(piece))
        assert isinstance(uv.canonical(text, profile=profile, keep_refused=True), str)  # type: ignore[arg-type]
