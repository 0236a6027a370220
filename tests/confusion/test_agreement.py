"""The agreement of parsers: what differs, what does not, and which class of confusion makes it so."""

from __future__ import annotations

import pickle
import unicodedata
from typing import Any

import ada_url
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import twins
import uriverse as uv
from uriverse import _core, confusion
from uriverse.confusion import libraries
from uriverse.confusion.cuts import OURS
from uriverse.confusion.sentences import shown_component

# Delimiters, white space and digits more often than letters: where parsers differ.
TEXTS = st.text(st.sampled_from("ah0127.:/@\\?#[]%xX \t\n-_é。") | st.characters(codec="utf-8"), max_size=24)
NEAR_URLS = st.builds(
    "{}{}{}".format, st.sampled_from(["http:", "https://", "http://", "//", "ftp:/", ""]), TEXTS, TEXTS
)


def cut(text: str, parser: str) -> confusion.Cut:
    return confusion.agreement(text, parsers=parser).cuts[0]


@pytest.mark.parametrize(
    ("text", "parser", "host"),
    [
        # RFC 3986, Appendix B: the authority ends before the next "/", "?" or "#".
        ("http://127.0.0.1\\@1.1.1.1/", "split", "1.1.1.1"),
        # URL Standard, section 4.4, authority state: "\" ends the authority of a special URL.
        ("http://127.0.0.1\\@1.1.1.1/", "whatwg", "127.0.0.1"),
        # Section 4.4, special authority ignore slashes state.
        ("http:///google.com", "whatwg", "google.com"),
        ("http:///google.com", "split", None),
        # RFC 6943, section 3.1.1: one address in three loose forms.
        ("http://10.0.258/", "rfc3986", "10.0.1.2"),
        ("http://0xA000102/", "rfc3986", "10.0.1.2"),
        ("http://012.0x102/", "rfc3986", "10.0.1.2"),
        # RFC 3986, section 3.2.2: triplets of UTF-8 are decoded, and IDNA applies, before a name is looked up.
        ("http://b%C3%BCcher.example/", "rfc3986", "xn--bcher-kva.example"),
        ("http://B%75cher.example./", "rfc3986", "bucher.example"),
        # RFC 2396, section 3.2.1: a registry-based naming authority is a name.
        ("http://a_b/", "rfc2396", "a_b"),
        # RFC 1738, section 3.1: the common syntax, for a scheme that the document does not list.
        ("https://h:8/a?b", "rfc1738", "h"),
    ],
)
def test_the_host_is_the_one_to_connect_to(text: str, parser: str, host: str | None) -> None:
    assert cut(text, parser).host == host


@pytest.mark.parametrize(
    "text",
    [
        *("http://example.com", "HTTP://EXAMPLE.com.:080/./a/%7e", "http://u:@h/?q#f", "https://h:443/é"),
        *("http://0x7f.1/", "http://[::0001]/", "mailto:a@b?subject=c", "urn:a:b", "file:///etc/passwd"),
        "https://a_b.example/?a=b",
    ],
)
def test_spellings_are_no_disagreement(text: str) -> None:
    found = uv.agreement(text)
    assert found.agrees and found.differing == () and found.confusions == () and len(found.hosts) == 1


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        # RFC 3986, section 5.2.2 and RFC 1808, section 4: no scheme, no authority, so the base's.
        ("../g?y", {"a": OURS}),
        # URL Standard, section 4.4, relative state: "\" is "/" for a special URL.
        ("\\\\b/x", {"a": ("split",), "b": ("whatwg",)}),
        # RFC 3986, section 5.2.2: a scheme is there, so the target has no authority. URL Standard, scheme state: the
        # same special scheme is relative.
        ("http:g", {None: ("rfc3986",), "a": ("whatwg",)}),
    ],
)
def test_each_parser_resolves_from_the_base(text: str, hosts: dict[str | None, tuple[str, ...]]) -> None:
    parsers = [name for names in hosts.values() for name in names]
    found = uv.agreement(text, parsers=parsers, base="http://a/b/c")
    assert found.hosts == hosts and found.agrees == (len(hosts) == 1)
    assert pickle.loads(pickle.dumps(found)) == found != uv.agreement(text, parsers=parsers)


@pytest.mark.filterwarnings("ignore:Please use rfc3986.validators:DeprecationWarning")
@pytest.mark.parametrize("parser", libraries.LIBRARIES)
def test_a_library_resolves_from_the_base(parser: str) -> None:
    """RFC 3986, section 5.4.1: "../g" is "http://a/b/g"; a base that is none is a refusal, never another error."""
    found = uv.agreement("../g", parsers=parser, base="http://a.example/b/c/d;p?q")
    assert (found.cuts[0].host, found.cuts[0].path) == ("a.example", "/b/g")
    assert uv.agreement("//[", parsers=parser, base="http://[").refusing == (parser,)


def test_a_refusal_is_not_a_disagreement_but_breaks_unanimity() -> None:
    found = uv.agreement("http://h:99999/", parsers=["rfc3986", "whatwg"])
    assert found.agrees and not found.is_unanimous and found.refusing == ("whatwg",)
    assert "port-out-of-range" in found.cuts[1].reason


@pytest.mark.parametrize("piece", ["\\", "/", "@", "[", "%41", ":", "a.", "\t", "/\\@"])
def test_the_classes_of_a_long_text(piece: str) -> None:
    """Each class is taken out in linear time: 100,000 pieces once took half a minute."""
    text = "http://h/" + piece * 100_000
    for each in confusion.CLASSES.values():
        mended = each.mend(text)
        assert each.id != "userinfo" or "@" not in mended


def test_what_nobody_accepts_is_not_agreed() -> None:
    """Fail closed: there is no destination to agree on."""
    for text in ("http://[", "http://h:x"):
        found = uv.agreement(text, parsers=["rfc3986", "whatwg"])
        assert not found.agrees and not found.is_unanimous and found.hosts == {}


@given(NEAR_URLS)
def test_the_quick_answer_is_the_one_of_the_cuts(text: str) -> None:
    """Where the native module says that all cut alike, the cuts say so too."""
    quick = uv.agreement(text)
    slow = confusion.Agreement(text, OURS)
    assert (quick.agrees, quick.is_unanimous, quick.differing) == (slow.agrees, slow.is_unanimous, slow.differing)
    assert quick == slow and hash(quick) == hash(slow)


@given(NEAR_URLS)
def test_the_split_is_appendix_b(text: str) -> None:
    """Scheme and host are those of the printed regular expression."""
    parts = twins.split("rfc3986", text)
    found = cut(text, "split")
    assert found.scheme == (None if parts.scheme is None else _ascii_lower(parts.scheme))
    assert found.host_text == uv.split(text).host


def _ascii_lower(text: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)


@given(NEAR_URLS)
def test_the_url_standards_host_is_that_of_another_implementation(text: str) -> None:
    """Ada reads the same; where it refuses, so does the parser. Its Unicode is older than ours."""
    assume(all(unicodedata.category(character) != "Cn" for character in text))
    found = cut(text, "whatwg")
    try:
        theirs = ada_url.URL(text)
    except ValueError:
        # Ada's Python package takes no text that has no UTF-8 and no name of more than 1,000 characters.
        assert not found.accepted
        return
    assert found.accepted
    assert (found.host_text or "") == theirs.hostname
    assert found.scheme == theirs.protocol.removesuffix(":")


@given(NEAR_URLS)
def test_no_text_makes_a_reader_fail(text: str) -> None:
    """Every library's error is a refusal."""
    found = uv.agreement(text, parsers="all")
    assert len(found.cuts) == len(confusion.available_parsers())
    assert found.agrees == (len({each.destination for each in found.cuts if each.accepted}) == 1)
    assert bool(found.differing) == (len({each.destination for each in found.cuts if each.accepted}) > 1)


def test_lone_surrogates_are_texts_too() -> None:
    found = uv.agreement("http://h/\ud800", parsers="all")
    assert cut("http://h/\ud800", "whatwg").path == "/%EF%BF%BD" and not found.is_unanimous


@pytest.mark.parametrize("each", confusion.CLASSES.values(), ids=lambda each: each.id)
def test_an_example_belongs_to_its_class(each: confusion.ConfusionClass) -> None:
    """Parsers differ on it, its class is named among the causes, and its mend leaves other texts alone."""
    found = uv.agreement(each.example, parsers="all")
    assert found.differing and each in found.confusions
    assert each.mend("http://example.com:8080/a/b?c#d") in {
        "http://example.com:8080/a/b?c#d",
        "http://example.com/a/b?c#d",
    }
    ids = {row.id for row in uv.audit.findings(each.example)}
    assert ids & set(each.findings) and set(each.findings) <= set(uv.audit.FINDINGS)


@given(NEAR_URLS)
def test_a_named_class_is_a_cause(text: str) -> None:
    """Without it the parsers have fewer destinations; nothing is named where they agree."""
    found = uv.agreement(text)
    if len(found.confusions) == 1:
        mended = uv.agreement(found.confusions[0].mend(text))
        assert len({each.destination for each in mended.cuts if each.accepted}) < len(
            {each.destination for each in found.cuts if each.accepted}
        )
    assert not (found.confusions and not found.differing)


def test_parse_fails_closed() -> None:
    assert uv.parse("http://h/a", agree=("rfc3986", "whatwg")) == uv.parse("http://h/a")
    with pytest.raises(uv.AgreementError, match="parsers differ on the host") as caught:
        uv.parse("http:///h", agree=["rfc3986", "whatwg"])
    assert caught.value.text == "http:///h" and caught.value.agreement.differing == ("host", "port", "path")
    with pytest.raises(uv.URISyntaxError):
        uv.parse("http://127.0.0.1\\@1.1.1.1/", agree=["rfc3986", "whatwg"])
    with pytest.raises(uv.AgreementError, match="whatwg refuses"):
        uv.parse("http://h:65536/", agree=["rfc3986", "whatwg"])
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.agreement == caught.value.agreement


def test_wrong_readers_are_reported() -> None:
    with pytest.raises(ValueError, match="did you mean 'whatwg'"):
        uv.agreement("http://h/", parsers=["watwg"])
    with pytest.raises(ValueError, match="agree must be one of ours, all, rfc1738"):
        uv.parse("http://h/", agree="nobody")
    with pytest.raises(ValueError, match="names no parser"):
        uv.agreement("http://h/", parsers=[])
    for wrong in (7, b"whatwg", [7]):
        with pytest.raises(TypeError, match="parsers"):
            uv.agreement("http://h/", parsers=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="agree"):
        uv.parse("http://h/", agree=7)  # type: ignore[arg-type]


def test_a_library_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    missing: Any = libraries.Library("no-such-distribution", "no_such_module", libraries._urllib)
    monkeypatch.setitem(libraries.LIBRARIES, "missing", missing)
    assert "missing" not in confusion.available_parsers()
    with pytest.raises(ValueError, match="needs the library no-such-distribution"):
        uv.agreement("http://h/", parsers="missing")


def test_an_agreement_is_a_value() -> None:
    found = uv.agreement("http:///h", parsers=["split", "whatwg"])
    assert pickle.loads(pickle.dumps(found)) == found != uv.agreement("http:///h", parsers=["split"])
    with pytest.raises(AttributeError):
        found.text = "x"
    assert found.as_dict()["confusions"] == [{"id": "slashes", "clause": "URL Standard, section 4.4"}]
    assert found.hosts == {None: ("split",), "h": ("whatwg",)}


@pytest.mark.parametrize(
    "text",
    [
        *("http://user:s3cret@h/", "http://u@x:s3cret@h/", "http:\\\\user:s3cret@h\\", "http://user:s3%63ret@h:x/"),
        *("//user:s3cret@h:80:90/", "http://user:s3cret@[h/"),
    ],
)
def test_no_password_is_shown(text: str) -> None:
    """Libraries repeat the text in their errors; what they repeat is masked."""
    found = uv.agreement(text, parsers="all")
    error = uv.AgreementError(found)
    for shown in (repr(found), repr(found.cuts), str(error), repr(error), *(each.reason for each in found.cuts)):
        assert "s3cret" not in shown and "s3%63ret" not in shown


@pytest.mark.parametrize("text", ["http://user:s3cret/Wo%72d@h/", "http://user:s3cret?word@h/", "//user:S3cret#word@h"])
def test_no_part_of_a_password_that_parsers_cut_is_shown(text: str) -> None:
    """RFC 3986, section 3.2: "/", "?" and "#" end an authority, so a port and a path have parts of the password."""
    found = uv.agreement(text, parsers="all")
    cuts = [shown_component(cut, name) for cut in found.cuts for name in ("host", "port", "path")]
    assert {"***"} < {*cuts}
    for shown in (*cuts, found.disagreement(), *(cut.reason for cut in found.cuts)):
        assert "s3cret" not in shown.lower() and "word" not in shown.lower() and "wo%72d" not in shown.lower()


def test_hostile_texts_take_linear_time() -> None:
    """A megabyte of what parsers differ on; a quadratic step would not end."""
    for unit in ("@", "\\", "[", "%", ":", "/", ".", "a@", "%2e", "\t", "xn--"):
        text = f"http://{unit * (200_000 // len(unit))}"
        found = uv.agreement(text)
        assert isinstance(found.confusions, tuple)
        assert _core.agreement_form("path", text) is not None
