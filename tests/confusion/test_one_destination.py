"""One text, one destination, whoever reads it: `uv.URL` by every reader that is installed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import uriverse as uv
from support.one_destination import PIECES, STANDARDS, cuts, differences, url_of, web_texts
from support.paths import ROOT
from support.seeded import seed_and_cases
from uriverse.confusion.cuts import our_cuts

pytestmark = pytest.mark.filterwarnings("ignore:Please use rfc3986.validators:DeprecationWarning")
REAL = (ROOT / "tests" / "reference" / "real-urls.txt").read_text("utf-8").splitlines()


def odd_texts(chance: random.Random) -> Iterator[str]:
    """Texts of odd pieces in every component."""

    def odd() -> str:
        return "".join(chance.choices(PIECES, k=chance.randint(0, 4)))

    while True:
        userinfo = f"{odd()}@" if chance.random() < 0.3 else ""
        host = chance.choice((odd(), f"{odd()}h.example", "h.example", "127.0.0.1", "[::1]"))
        port = chance.choice(("", "", ":81", ":80", ":443", f":{odd()}"))
        scheme = chance.choice(("http", "https", "ws", "wss", "ftp"))
        yield f"{scheme}://{userinfo}{host}{port}/{odd()}/{odd()}?{odd()}&{odd()}={odd()}#{odd()}"


def urls() -> Iterator[uv.URL]:
    """Real URLs, mutated ones, and odd ones."""
    seed, cases = seed_and_cases(56, 300)
    texts = (*REAL, *web_texts(REAL, cases, seed), *islice(odd_texts(random.Random(seed)), cases * 3))
    yield from (url for url in map(url_of, texts) if url is not None)


def test_every_reader_connects_to_one_place_and_sends_one_request() -> None:
    """A reader may refuse; there are no other exceptions."""
    count = 0
    for url in urls():
        for reader, component, theirs, ours in differences(url):
            assert component == "refused", (reader, component, theirs, ours, url)
        count += 1
    assert count > 400


def test_other_implementations_of_the_url_standard_change_nothing() -> None:
    for url in urls():
        for name, serialize in STANDARDS.items():
            try:
                written = serialize(str(url))
            except Exception:  # a library may raise anything to refuse a text
                # Their parsers refuse a label that begins with "xn--" and is no Punycode.
                assert "xn--" in url.host, (name, url)
            else:
                assert written == str(url), name


def test_a_difference_is_seen() -> None:
    """The judge sees what the texts of users lead to, before they are URLs."""
    text = "http://1.1.1.1\\@127.0.0.1/"
    assert {cut.host for cut in cuts(text) if cut.accepted} == {"1.1.1.1", "127.0.0.1"}
    [own] = our_cuts("https://h/a%2Fb/?x=%26&y", ["whatwg"])
    assert own.request == ((b"", b"a/b", b""), ((b"x", b"=&"), (b"y", b"")), b"")
    pair = uv.agreement("http://h/a?b\\", parsers=["urllib", "whatwg"])
    assert pair.agrees and pair.differing_requests == ()
    assert uv.agreement("http://h/a?b#c\\?d", parsers=["rfc1738", "whatwg"]).differing_requests == ()
    assert uv.agreement("http://h/?a=1#f", parsers=["requests", "whatwg"]).differing_requests == ("fragment",)


def test_the_connection_of_urllib_has_the_port_of_the_text() -> None:
    for text, port in (("https://h:80/", 80), ("https://h/", 443), ("http://h/", 80), ("http://h:443/", 443)):
        [cut] = uv.agreement(text, parsers="urllib.request").cuts
        assert cut.port == port, text
