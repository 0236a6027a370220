"""Values that lead elsewhere once they are decoded, in the spellings that hide them, and harmless ones in the same.

A value is built as text, such as `ws:a&@127.0.0.1/`, then spelled as a form: any character may be escaped, and the
whole may be escaped twice. `urllib` decodes it, and the URL parser says what it leads to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address
from random import Random
from typing import NamedTuple
from urllib.parse import unquote_plus

from uriverse.audit.catalogue import launch
from uriverse.audit.word_lists import active_schemes
from uriverse.hosts import verdict
from uriverse.hosts.kinds import kind_of_address
from uriverse.whatwg import URL

SITE = "https://www.example.com/login"
TARGETS = frozenset({"target-internal", "target-active", "target-network-path"})
INSIDE = (
    *("127.0.0.1", "10.0.0.7", "169.254.169.254", "0x7f.1", "2130706433", "127.1", "127\u30020\u30020\u30021", "[::1]"),
    *("localhost", "LOCALHOST.", "printer.local", "metadata.google.internal", "x.nip.io", "%31%32%37.0.0.1"),
)
PUBLIC = ("example.org", "www.example.co.uk", "[2606:4700::1111]", "b\u00fccher.de", "EXAMPLE.net.")
SPECIAL = ("http", "https", "ws", "wss", "ftp")
ACTIVE = ("javascript", "data", "vbscript", "file", "view-source", "intent", "ms-settings", "jar")
SLASHES = ("//", "", "/", "\\\\", "/\\", "///", "\\", "//", "//")
# Each has a public host before its delimiter, for servers that split there.
USERINFOS = (
    "",
    "",
    "",
    "u@",
    "u:p@",
    "a.example&@",
    "a.example;@",
    "a.example,@",
    "a.example&b;c,d:@",
    "@",
    "a.example%2Fb@",
)
TAILS = ("", "", "/", "/a//b?c=d", ":80/", ":00080/", "?q", "#f", "\\a")
KEYS = ("url", "next", "u", "k" * 300, "a[b]", "\u00e9")
SCHEME = re.compile("([A-Za-z][A-Za-z0-9+.-]*):")
DROPPED = str.maketrans("", "", "\t\n\r")
C0_AND_SPACE = "".join(map(chr, range(0x21)))
BLANKS = (*" \x00\x1f\x0b\x0c", " ", " ")


class Case(NamedTuple):
    """A text, the findings that are looked at, those of them that it must have, and those that it may have as well."""

    text: str
    findings: frozenset[str]
    expected: frozenset[str]
    allowed: frozenset[str] = frozenset()


def spelled(random: Random, text: str) -> str:
    """The text as a form writes it, with some more characters escaped, or all; perhaps escaped twice."""
    share = random.choice((0, 0, 0.15, 1))

    def octets(character: str) -> str:
        form = random.choice(("%{:02X}", "%{:02x}"))
        return "".join(form.format(octet) for octet in character.encode())

    def letter(character: str) -> str:
        if character == " ":
            return random.choice(("+", "%20"))
        is_escaped = character in "&#%+=" or character < " " or random.random() < share
        return octets(character) if is_escaped else character

    result = "".join(map(letter, text))
    return result.replace("%", "%25") if random.random() < 0.2 else result


def decoded(raw: str) -> list[str]:
    """What a server reads: the value decoded as a form, and once more if triplets are left."""
    once = unquote_plus(raw)
    return [once, unquote_plus(once)] if re.search("%[0-9A-Fa-f]{2}", once) else [once]


def leads(value: str) -> frozenset[str]:
    """Where a browser goes from the site by this value, as ids of findings."""
    scheme = SCHEME.match(value.translate(DROPPED).lstrip(C0_AND_SPACE))
    if scheme is None:
        url = URL.parse(value, SITE)
        leaves = url is not None and url.host != "www.example.com"
        return frozenset({"target-network-path"}) | _internal(url.hostname) if url and leaves else frozenset()
    name = scheme[1].lower()
    active = {"target-active"} if name in active_schemes() or launch(name) is not None else set()
    url = URL.parse(value)
    return frozenset(active) | (_internal(url.hostname) if url is not None else frozenset())


def _internal(host: str) -> frozenset[str]:
    judgement = verdict(host)
    is_inside = host != "" and judgement.kind != "public" and judgement.form != "invalid"
    return frozenset({"target-internal"} if is_inside else ())


def blanks(random: Random) -> str:
    """Few at an end, or none, or many."""
    return "".join(random.choices(BLANKS, k=random.choice((0, 0, 1, 2, 43))))


def with_dropped(random: Random, text: str) -> str:
    """The text with characters that browsers drop."""
    for _ in range(random.choice((0, 0, 0, 1, 3))):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice("\t\n\r") + text[at:]
    return text


def pair(random: Random, raw: str, keys: tuple[str, ...] = KEYS) -> str:
    """The raw value in a pair of a query; before it perhaps a second "=", and other pairs around."""
    before = random.choice(("", "", "a=b&", "a=b;", "&", "x&"))
    second = random.choice(("", "", "", "x="))
    return f"{SITE}?{before}{random.choice(keys)}={second}{raw}{random.choice(('', '&c=d', '#e'))}"


def targets(random: Random) -> Case:
    """A reference, inner, public or active, with all that may stand in it."""
    host = random.choice(random.choice((INSIDE, PUBLIC)))
    scheme = random.choice((*SPECIAL, *SPECIAL, "redis", "gopher", "", "", random.choice(ACTIVE)))
    slashes, tail = random.choice(SLASHES), random.choice(TAILS)
    userinfo = random.choice(USERINFOS) or "u" * random.choice((0, 0, 0, 300)) + "@"
    if random.random() < 0.5:
        userinfo = ""
    # After other schemes the URL parser refuses a backslash, after "file:" a userinfo and a port, and "localhost" it
    # drops. Not every reader does, so these have the finding all the same.
    if scheme not in {"", *SPECIAL}:
        tail = tail.replace("\\", "/")
    if scheme == "file":
        userinfo, host, tail = "", "10.0.0.7", "/"
    scheme = "".join(random.choice((letter, letter, letter.upper())) for letter in scheme)
    value = with_dropped(random, f"{scheme}{':' * bool(scheme)}{slashes}{userinfo}{host}{tail}")
    raw = spelled(random, blanks(random) + value + blanks(random))
    expected = frozenset().union(*map(leads, decoded(raw)))
    # Some servers decode no triplets.
    return Case(pair(random, raw), TARGETS, expected, leads(raw.replace("+", " ")))


def climbs(random: Random) -> Case:
    """A path as a value: it climbs if a segment is ".."."""
    segments = random.choices(("..", "..", "a", "a..", "..b", "...", "b"), k=random.randint(1, 4))
    value = random.choice(("/", "\\")).join(segments)
    raw = spelled(random, blanks(random) + value + blanks(random))
    expected = {"query-climbs"} if ".." in segments else set()
    return Case(pair(random, raw), frozenset({"query-climbs"}), frozenset(expected))


def credentials(random: Random) -> Case:
    """A key that names a secret, or not, with blanks at its ends."""
    name, is_secret = random.choice((("access_token", 1), ("Password", 1), ("sig", 1), ("page", 0), ("q", 0), ("x", 0)))
    raw = spelled(random, blanks(random) + name + blanks(random))
    text = f"{SITE}?{random.choice(('', 'a=b&', 'a=b;'))}{raw}=abc"
    return Case(text, frozenset({"query-credential"}), frozenset({"query-credential"} if is_secret else ()))


def at_signs(random: Random) -> Case:
    """A value that a server appends to its host."""
    port = random.choice(("", "", ":", ":80", ":" + "0" * 9))
    rest, is_one = random.choice((("@evil.com", 1), ("@evil.com/a", 1), ("a@evil.com", 0), ("/@evil.com", 0), ("@", 0)))
    raw = spelled(random, blanks(random) + port + rest + blanks(random))
    return Case(pair(random, raw), frozenset({"target-at-sign"}), frozenset({"target-at-sign"} if is_one else ()))


def parameters(random: Random) -> Case:
    """A dot segment with a parameter, in a path."""
    segment, is_one = random.choice((("..;", 1), ("..;a", 1), (".;", 1), ("a..;", 0), ("..a;", 0), ("...;", 0)))
    raw = spelled(random, segment)
    text = f"https://www.example.com/{random.choice(('', 'a/', 'a%2Fb/'))}{raw}/b"
    return Case(text, frozenset({"dot-segment-parameter"}), frozenset({"dot-segment-parameter"} if is_one else ()))


def names(random: Random) -> Case:
    """A name with an address, by the documents of nip.io and sslip.io, or with letters and digits that are none."""
    four = random.choice((IPv4Address("127.0.0.1"), IPv4Address(0x0A000000 | random.randrange(1 << 24))))
    six = random.choice((IPv6Address("::1"), IPv6Address(0xFE80 << 112 | random.randrange(1 << 64))))
    public = IPv6Address(0x2A01 << 112 | random.randrange(1 << 80))
    label, is_one = random.choice(
        (
            (f"{int(four):08x}", 1),
            (f"{int(four):08X}", 1),
            (str(four).replace(".", "-"), 1),
            (str(six).replace(":", "-"), 1),
            (public.exploded.replace(":", "-"), kind_of_address(public) != "special"),
            (f"{0x20200101 + random.randrange(1 << 20):08x}", 0),
            (f"{int(four):08x}a", 0),
            (f"{int(four):07x}"[:7], 0),
            (random.choice(("a--b", "main--site", "xn--bcher-kva", "2024-01-31", "a-b-c-d-e-f-0")), 0),
        )
    )
    front = random.choice(("", "app-", "www.")) if "--" not in label[:2] else ""
    is_one = is_one and not (front == "app-" and label.startswith("xn"))
    text = f"http://{front}{label}.evil.example/"
    return Case(text, frozenset({"address-in-name"}), frozenset({"address-in-name"} if is_one else ()))


def cases(seed: int, count: int) -> Iterator[Case]:
    """Cases of all classes, half of them targets."""
    random = Random(seed)
    classes = (targets, targets, targets, targets, targets, climbs, credentials, at_signs, parameters, names)
    for _ in range(count):
        yield random.choice(classes)(random)
