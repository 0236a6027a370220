"""Other implementations of the URL Standard, mutated URLs to compare them with, and the differences that are theirs.

A difference is tolerated by a rule with its reason; any other fails. Ada is asked through `ada-url`, the Rust crate
`url` through `url-py`. `tools/compare_urls.py` asks the reference implementation `whatwg-url` as well.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator

import ada_url
import url as rust_url

from support.paths import ROOT
from uriverse.whatwg import URL, URLError

SAMPLE = (ROOT / "crates" / "core" / "examples" / "sample" / "urls.txt").read_text("utf-8").split()
INSERTED = (
    *"/\\.%:@?#[]|^`{}'\"<> ~!$&*()=+,;0129axAX\t\n\x00\x7f",
    *("%2e", "%2E", "//", "..", "ä", "ß", "\u200d", "０", "。", "xn--", "é", "%zz", "%C3%A4", "\ufeff", "C|", "C:"),
    *("[::1]", "0x7f", ".1", "256", "\u0660", "א", "日", "😀", "\ufffd", "\u00ad", "%00", "%20", "://", "file:"),
)
SCHEMES = ("http", "https", "ws", "ftp", "file", "mailto", "data", "blob", "javascript", "foo", "HTTP", "web+x")

Answer = str | None
Case = tuple[str, Answer]


def ours(text: str, base: str | None) -> Answer:
    try:
        return URL(text, base).href
    except URLError:
        return None


def ada(text: str, base: str | None) -> Answer:
    try:
        return str(ada_url.URL(text, base).href)
    except ValueError:
        return None


def rust(text: str, base: str | None) -> Answer:
    try:
        return str(rust_url.URL.parse(text) if base is None else rust_url.URL.parse(base).join(text))
    except rust_url.URLError:
        return None


def mutated(text: str, randomness: random.Random) -> str:
    for _ in range(randomness.randrange(1, 4)):
        at, kind = randomness.randrange(len(text) + 1), randomness.randrange(5)
        if kind == 0:
            text = text[:at] + randomness.choice(INSERTED) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + 1 :]
        elif kind == 2:
            first, last = sorted((at, randomness.randrange(len(text) + 1)))
            text = text[:first] + text[last:]
        elif kind == 3 and ":" in text:
            text = randomness.choice(SCHEMES) + text[text.index(":") :]
        elif "://" in text:
            host = text.index("://") + 3
            text = text[:host] + randomness.choice(INSERTED) + text[host:]
    return text


def has_bidi(text: str) -> bool:
    """Whether a text has a character that makes a name a Bidi domain name (RFC 5893, section 1.4)."""
    return any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text)


def ada_is_known(text: str, base: Answer, our: Answer, their: Answer) -> bool:
    """What Ada 4.0 does differently: it takes domains that UTS #46 refuses.

    It judges only the right-to-left labels of a Bidi domain name; section 4.1, step 9, asks that each label of it
    satisfies RFC 5893, section 2, whose first condition excludes a label that begins with a digit. In a domain that is
    not ASCII it does not judge every "xn--" label; section 4, step 4, decodes each and asks that it is valid.
    """
    refused = our is None and their is not None
    punycode = re.search("xn--", text + (base or ""), re.IGNORECASE) is not None and not text.isascii()
    return refused and (has_bidi(text) or punycode)


def rust_is_known(text: str, base: Answer, our: Answer, their: Answer) -> bool:
    """What the crate `url` 2.5 does differently from the Standard of July 2026."""
    # "^" is in the path percent-encode set (section 1.3) since 2024.
    if our is not None and their is not None and our.replace("%5E", "^") == their.replace("%5E", "^"):
        return True
    # An ASCII domain is only lower-cased (section 3.3) since 2026; the crate decodes "xn--" labels.
    if re.search("xn--", text + (base or "") + (our or ""), re.IGNORECASE):
        return True
    # It drops empty segments at the start of a file URL's path; the path state keeps them.
    if our is not None and our.startswith("file:") and their is not None:
        return re.sub("/+", "/", our.replace("%5E", "^")) == re.sub("/+", "/", their.replace("%5E", "^"))
    # It takes no more than two slashes in a reference; the special authority ignore slashes state takes any number.
    if base is not None and their is None and re.match(r"[\x00-\x20]*[/\\]", text):
        return True
    # It takes "\\" for the end of a port in any URL; the port state does so in a special one.
    if our is None and re.match(r"[^:/]+://[^/?#]*:[0-9]*\\", text):
        return True
    # It takes "C:" for a drive letter in any URL, and credentials without a host in one that is not special.
    return our is None and re.match(r"[^:/]+://(C:|[^/]*@)", text) is not None


def whatwg_url_is_known(text: str, base: Answer, our: Answer, their: Answer) -> bool:
    """What the npm package `whatwg-url` 16 does differently from the Standard of July 2026."""
    # It counts UTF-16 units where the authority state goes back, and so cuts credentials with a character beyond them.
    if their is not None and "%EF%BF%BD" in their and any(character > "\uffff" for character in text):
        return True
    # An ASCII domain is only lower-cased (section 3.3) since 2026; it refuses "xn--" labels that do not decode.
    return our is not None and their is None and re.search("xn--", text + (base or ""), re.IGNORECASE) is not None


Explains = Callable[[str, Answer, Answer, Answer], bool]


def cases(count: int, seed: int) -> Iterator[Case]:
    """Mutated URLs, a third of them with a base."""
    randomness = random.Random(seed)
    for _ in range(count):
        text, base = mutated(randomness.choice(SAMPLE), randomness), None
        if randomness.random() < 0.35:
            base = randomness.choice(SAMPLE)
            text = text[randomness.randrange(len(text) + 1) :]
        yield text, base
