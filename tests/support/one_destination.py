"""Whether everybody who reads the text of a `uv.URL` connects to one place and sends one request.

`WEB` are the parsers that judge: RFC 3986 and what follows it, the URL Standard, Python and the installed libraries.
Editions before RFC 3986 are not among them: they have other hosts. `SENDERS` send requests; the others only parse.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

import uriverse as uv
from uriverse.confusion.cuts import Cut, our_cuts
from uriverse.confusion.libraries import LIBRARIES, is_installed, library_cut

OURS: Final = ("rfc3986", "rfc3987", "rfc6874", "split", "whatwg")
SENDERS: Final = ("urllib.request", "urllib3", "requests", "httpx", "yarl")
PLACES: Final = ("scheme", "host", "port", "userinfo")


def cuts(text: str) -> Iterator[Cut]:
    """The cut of each parser of WEB."""
    yield from our_cuts(text, OURS)
    yield from (library_cut(text, name) for name in LIBRARIES if is_installed(name))


def differences(url: uv.URL) -> Iterator[tuple[str, str, object, object]]:
    """The parsers that read another destination, or would send another request: component, theirs, and ours.

    A refusal gives the component "refused".
    """
    own = our_cuts(str(url), ["whatwg"])[0]
    for cut in cuts(str(url)):
        if not cut.accepted:
            yield cut.parser, "refused", cut.reason, None
            continue
        for name in PLACES:
            if getattr(cut, name) != getattr(own, name):
                yield cut.parser, name, getattr(cut, name), getattr(own, name)
        if cut.parser in (*OURS, *SENDERS):
            for name, theirs, ours in zip(("path", "query"), cut.request, own.request, strict=False):
                if theirs != ours:
                    yield cut.parser, name, theirs, ours


# Other implementations of the URL Standard: what they refuse and serialize.
STANDARDS: Final[dict[str, Callable[[str], str]]] = {
    "ada-url": lambda text: import_module("ada_url").URL(text).href,
    "can_ada": lambda text: import_module("can_ada").parse(text).href,
    "url-py": lambda text: str(import_module("url").URL.parse(text)),
}

PIECES: Final = (
    *(
        "//",
        "/",
        "\\",
        "?",
        "#",
        "@",
        ":",
        "%",
        "%2F",
        "%5c",
        "%2e",
        "..",
        ".",
        ";",
        "&",
        "=",
        "+",
        "%2B",
        "%3B",
        "%26",
    ),
    *("[", "]", "{", "}", "|", "^", "`", '"', "<", ">", " ", "\t", "'", "(", ")", "*", ",", "!", "$", "~", "_", "-"),
    *("a", "Z", "0", "80", ":80", ":443", ":0", "xn--", "xn--bcher-kva", "0x7f", "127.1", "[::1]", "u:p@", "h.example"),
    *("\u00fc", "\u00df", "\u3002", "\uff0f", "\u0130", "\U0001f600", "\u200d", "\u2100", "\x7f", "%zz", "%C3%BC"),
)


def mutated(text: str, chance: random.Random) -> str:
    """The text with one to four pieces inserted, replaced or removed."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 1, 3)))
        text = text[:start] + chance.choice((*PIECES, "")) + text[end:]
    return text


def web_texts(texts: list[str], count: int, seed: int) -> Iterator[str]:
    """So many mutated texts, most of them with a scheme of the Web."""
    chance = random.Random(seed)
    for _ in range(count):
        yield mutated(chance.choice(texts), chance)


def url_of(text: str) -> uv.URL | None:
    """The URL of a text, or None."""
    try:
        return uv.URL(text)
    except uv.URLError:
        return None
