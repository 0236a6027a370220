"""Plain URLs, which are known at one look: no check finds anything in what is taken for one."""

from __future__ import annotations

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

import uriverse as uv
from support import strategies
from uriverse.audit import FINDINGS, findings
from uriverse.audit.plain import is_plain
from uriverse.schemes import SCHEMES

# Another mapping of the same tables: every check is asked then.
ASKED = dict(SCHEMES)
PIECES = (
    *(
        "http",
        "https",
        "://",
        "example",
        "www",
        "localhost",
        "metadata",
        "goog",
        "home",
        "arpa",
        "corp",
        "xn--bcher-kva",
    ),
    *(
        "1.2.3.4",
        "0x7f",
        "127",
        "a-1-2-3-4",
        ".",
        "-",
        "_",
        "/",
        "//",
        "/..",
        "/.",
        "aux",
        "CON",
        "lpt1",
        "...",
        "clock$",
    ),
    *(
        "?",
        "&",
        "=",
        "id=3",
        "ID=4",
        "token=x",
        "Access_Token=y",
        "x=//h/",
        "x=../",
        "index.html",
        "a",
        "Z",
        "~",
        ";",
        "#s",
    ),
    *("%41", ":80", "@", "com", "dev", "a" * 63, "é"),
)
built = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
near = st.builds("https://www.example.com/{}".format, built)
word = st.from_regex("[a-z0-9]{1,5}(-[a-z0-9]{1,3})?", fullmatch=True) | st.sampled_from(
    [*"0aZ_", "aux", "local", "home"]
)
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


@settings(max_examples=300)
@given(st.one_of(plain, built, near, by_parts, strategies.texts), st.sampled_from(tuple(uv.EDITIONS)))
def test_the_short_way_is_the_long_way(text: str, edition: str) -> None:
    """Whether a text is plain or not, the findings are those of all checks."""
    event(f"plain: {is_plain(text)}")
    assert findings(text, edition=edition, schemes=ASKED) == findings(text, edition=edition)


@pytest.mark.parametrize("name", FINDINGS)
def test_the_example_of_a_finding_is_not_plain(name: str) -> None:
    """Each example triggers."""
    assert not is_plain(FINDINGS[name].example)


@pytest.mark.parametrize(
    "text",
    [
        "http://example.com/",
        "https://www.example.co.uk/a/b_c/d-e.html?id=3&page=2",
        "https://a1-b2.example.com/2003/x?q=",
    ],
)
def test_ordinary_urls_are_plain(text: str) -> None:
    """What most lists are full of."""
    assert is_plain(text)


def test_an_edition_of_ones_own_is_asked() -> None:
    """It may refuse what all others take."""
    own = uv.Edition.from_grammar('own = "x:"', start="own")
    assert [row.kind for row in findings("http://example.com/", edition=own)] == ["syntax"]
