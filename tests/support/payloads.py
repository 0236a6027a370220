"""Hosts that lead inside, in every spelling, and the shapes of URLs in which parsers were confused."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address

GOOD = "hooks.example.com"
# Hosts inside, in all their spellings.
INSIDE = (
    *("127.0.0.1", "169.254.169.254", "10.0.0.1", "192.168.1.1", "100.64.0.1", "0.0.0.0", "0", "127.1", "127.0.0.1."),
    *("0x7f.1", "2130706433", "017700000001", "127%2e0.0.1", "%31%32%37.0.0.1", "127。0。0。1", "①②⑦.⓪.⓪.①", "[::1]"),
    *("[::]", "[fec0::1]", "[fe80::1%25eth0]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "[::127.0.0.1]"),
    *("[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "fd00::1", "127.0.0.1%20", "127.0.0.1%09"),
    *("localhost", "LOCALHOST.", "ⓛocalhost", "loc\u00adalhost", "localhost%00", "metadata.google.internal"),
    *("127.0.0.1.nip.io", "7f000001.nip.io", "localtest.me"),
)
# Where the host inside stands ({t}), beside a host that is trusted ({g}).
SHAPES = (
    *("https://{t}/", "https://{t}:8443/", "https://{t}:/", "https://{t}:0443/", "HTTPS://{t}/", "http://{t}/"),
    *("//{t}/", "https://{g}@{t}/", "https://{t}@{g}/", "https://{g}:443@{t}/", "https://{t}:443@{g}/"),
    *("https://u:p@{t}/", "https://a@{g}@{t}/", "https://a@{t}@{g}/", "https://{g}#@{t}/", "https://{g}?@{t}/"),
    *("https://{t}#@{g}/", "https://{t}?@{g}/", "https://{g}\\@{t}/", "https://{t}\\@{g}/", "https:\\\\{t}/"),
    *("https:/{t}/", "https:{t}", "https:///{t}/", "https:////{t}", "https:/\\{t}", "\\\\{t}\\", "https:{g}@{t}"),
    *("https:/{g}@{t}", "https://{g}/\\{t}", "https://{g}/..;/{t}", "https://{g}/?url=https://{t}/"),
    *("https://{g}/?next=//{t}", "https://{g}/?next=@{t}", "https://{g}/#https://{t}", "https://{g}/{t}"),
    *("https://{g}//{t}/..", "https://{t}/%2e%2e/", "https://{t}.{g}/", "https://a.{t}/", "https://{g}.{t}/"),
    *("https://{t} .{g}/", "https://{t}\t.{g}/", "https://{t}\n.{g}/", "https://{g}\r\n@{t}/", "https://{t}%09.{g}/"),
    *("https://{t};.{g}/", "https://{t}~.{g}/", "https://-{t}/", "https://{t}\u2044@{g}/", "https://{g}\u2044@{t}/"),
    *("https://{g}\u2215{t}/", "https://{g}\uff1a443@{t}/", "https://{t}\uff03.{g}/", "https://{t}\uff0f.{g}/"),
    *("https://{t}\uff1f.{g}/", "https://{g}%2f@{t}/", "https://{t}%2f.{g}/", "https://{t}%23.{g}/"),
    *("https://{t}%3f.{g}/", "https://{t}%5c.{g}/", "https://{t}%40{g}/", "https://{g}%40{t}/", "https://{g}:80:{t}/"),
    *("https://{t}:80:443/", "https://{g}:{t}/", "https://[{t}]/", "https://[::1]{t}/", "https://{t}[.{g}/"),
    *("https://{g} @{t}/", "https://{g}&@{t}#@{g}/", "\x00https://{t}/", " https://{t}/", "https://{t}/ "),
    *("jar:https://{t}!/", "view-source:https://{t}/", "gopher://{t}:443/_x", "dict://{t}:443/", "file://{t}/x"),
)

# RFC 3986, section 7.4, and readers that take "010" for ten: the address of each is the one before.
AMBIGUOUS_4 = {
    "decimal": lambda a, b, c, d: str(a << 24 | b << 16 | c << 8 | d),
    "octal": lambda a, b, c, d: f"0{a:o}.0{b:o}.0{c:o}.0{d:o}",
    "octal in one": lambda a, b, c, d: f"0{a << 24 | b << 16 | c << 8 | d:o}",
    "hexadecimal": lambda a, b, c, d: f"0x{a:x}.0X{b:X}.0x{c:x}.0x{d:x}",
    "hexadecimal in one": lambda a, b, c, d: f"0x{a << 24 | b << 16 | c << 8 | d:x}",
    "short": lambda a, b, c, d: f"{a}.{b << 16 | c << 8 | d}",
    "zero-led": lambda a, b, c, d: f"0{a}.{b}.{c}.{d}",
    "zero-led to three digits": lambda a, b, c, d: f"{a:04}.{b:03}.{c:03}.{d:03}",
    "escaped": lambda a, b, c, d: "".join(f"%{ord(letter):x}" for letter in f"{a}.{b}.{c}.{d}"),
    "escaped dots": lambda a, b, c, d: f"{a}%2E{b}%2e{c}%2e{d}",
    "last dot": lambda a, b, c, d: f"{a}.{b}.{c}.{d}.",
    "two last dots": lambda a, b, c, d: f"{a}.{b}.{c}.{d}..",
    "full-width": lambda a, b, c, d: f"{a}.{b}.{c}.{d}".translate({48 + n: 0xFF10 + n for n in range(10)}),
    "ideographic dots": lambda a, b, c, d: f"{a}\u3002{b}\uff0e{c}\uff61{d}",
}
WITHIN_6 = {
    "mapped": lambda a, b, c, d: f"::ffff:{a}.{b}.{c}.{d}",
    "NAT64": lambda a, b, c, d: f"64:ff9b::{a << 8 | b:x}:{c << 8 | d:x}",
    "6to4": lambda a, b, c, d: f"2002:{a << 8 | b:x}:{c << 8 | d:x}::1",
}


def spellings(address: str) -> Iterator[tuple[str, bool]]:
    """The hosts that lead to an address, and whether each is written so that readers differ."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        yield f"[{found}]", False
        yield f"[{found.exploded.upper()}]", False
        return
    octets = tuple(found.packed)
    yield address, False
    yield from ((f"[{form(*octets)}]", False) for form in WITHIN_6.values())
    yield from ((form(*octets), True) for form in AMBIGUOUS_4.values())


# What evaded a check of URLs once: of a host, of a target inside a URL, of a name of a metadata service, of a redirect.
EVASIONS = (
    *(
        "http://127.0.0.1\u1806/",
        "http://127.0.0.1\u1806:8765/",
        "http://\u180610.0.0.1/",
        "http://\u13a0.example.org/",
    ),
    *("http://h.example/?url=http://127.0.0.1%E1%A0%86/", "http://e.com/?url=%68%74%74%70%3A%2F%2F127.0.0.1/"),
    *("htt%70://127.0.0.1/", "http://a.example%26@127.0.0.1/", "http://a.example;@127.0.0.1/", "ws:127.0.0.1/"),
    *("http://a.example,@127.0.0.1/", "http://a.example%3B@127.0.0.1/", "ftp:/127.0.0.1/", "%68ttp:127.0.0.1/"),
    *(
        "%20//127.0.0.1/",
        "+//evil.example",
        " //127.0.0.1/",
        "/%09/evil.example",
        "/\t/127.0.0.1/",
        "+javascript:alert(1)",
    ),
    *("javascript:alert(1)", "java%0ascript:alert(1)", "java\nscript:alert(1)", "%3a%38%30@evil.com", ":80@127.0.0.1/"),
    *("+@evil.com", "http://e.com/?access_token+=abc", "http://e.com/a/..%3b/b", "http://e.com/a/..%253b/b"),
    *(f"http://e.com/?{'k' * 300}=javascript:alert(1)", "http://e.com/?f=%252e%252e/etc", "http://e.com/?f=+../etc"),
    *("http://7f000001.evil.example/", "http://fe80--1.evil.example/", "http://2a01-4f8--2.evil.example/"),
    *(
        "http://localhost:8080/admin/delete?id=1",
        "http://traefik.me/",
        "http://fuf.me/",
        "http://host.docker.internal/",
    ),
    *("https://api.metadata.cloud.ibm.com/", "http://metadata.exoscale.com/", "http://metadata.packet.net/"),
    *("http://metadata.platformequinix.com/", "http://[fd00:a9fe:a9fe::1]/", "http://[fe80::a9fe:a9fe]/"),
    *("http://[fd00:100::100:200]/", "http://u:S3CR3T@h:x/", "http://h/?sig=S3CR3T&se=1", "http:///u:S3CR3T@h/"),
    *(
        "http://h/ ![x](http://evil.example/p.png) @org/team",
        "data:text/jscript,",
        "mocha:alert(1)",
        "/.//evil.example",
    ),
    *("javascript://example.org/%0aalert(1)", "gopher://example.org:6379/_x", "http://x@good.example/", "u:pw@h/"),
    *(
        "user%3Apw@h/",
        "https://TOKEN:x-oauth-basic@github.com",
        "http://1.1.1.1\\@127.0.0.1/",
        "http://[::1",
        "http://h:99999/",
    ),
)
