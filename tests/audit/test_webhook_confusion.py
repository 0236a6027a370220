"""The webhook validator against three thousand payloads: hosts inside, in every shape in which parsers were confused.

The shapes are those of the classes that are known (slashes, backslashes, userinfo, fragments, escapes, letters that
become delimiters, ports, white space, wrapped schemes, targets inside). The resolver gives every name a public address,
so only the text can give a payload away. Four parsers judge what is allowed: none may see another host than the one
that is called, and none a host inside.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from urllib.parse import urlsplit

import httpx
import pytest
import urllib3

import uriverse as uv
from support.paths import ROOT
from support.programs import program
from uriverse.hosts import verdict

GOOD = "hooks.example.com"
# Hosts inside, in all their spellings.
INSIDE = (
    *("127.0.0.1", "169.254.169.254", "10.0.0.1", "192.168.1.1", "100.64.0.1", "0.0.0.0", "0", "127.1", "127.0.0.1."),
    *("0x7f.1", "2130706433", "017700000001", "127%2e0.0.1", "%31%32%37.0.0.1", "127。0。0。1", "①②⑦.⓪.⓪.①"),
    *(
        "[::1]",
        "[::]",
        "[fec0::1]",
        "[fe80::1%25eth0]",
        "[::ffff:127.0.0.1]",
        "[0:0:0:0:0:ffff:7f00:1]",
        "[::127.0.0.1]",
    ),
    *("[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "fd00::1", "127.0.0.1%20", "127.0.0.1%09"),
    *("localhost", "LOCALHOST.", "ⓛocalhost", "loc\u00adalhost", "localhost%00", "metadata.google.internal"),
    *("127.0.0.1.nip.io", "7f000001.nip.io", "localtest.me"),
)
# Where the host inside stands ({t}), beside a host that is trusted ({g}).
SHAPES = (
    *(
        "https://{t}/",
        "https://{t}:8443/",
        "https://{t}:/",
        "https://{t}:0443/",
        "HTTPS://{t}/",
        "http://{t}/",
        "//{t}/",
    ),
    *("https://{g}@{t}/", "https://{t}@{g}/", "https://{g}:443@{t}/", "https://{t}:443@{g}/", "https://u:p@{t}/"),
    *("https://a@{g}@{t}/", "https://a@{t}@{g}/", "https://{g}#@{t}/", "https://{g}?@{t}/", "https://{t}#@{g}/"),
    *("https://{t}?@{g}/", "https://{g}\\@{t}/", "https://{t}\\@{g}/", "https:\\\\{t}/", "https:/{t}/", "https:{t}"),
    *(
        "https:///{t}/",
        "https:////{t}",
        "https:/\\{t}",
        "\\\\{t}\\",
        "https:{g}@{t}",
        "https:/{g}@{t}",
        "https://{g}/\\{t}",
    ),
    *("https://{g}/..;/{t}", "https://{g}/?url=https://{t}/", "https://{g}/?next=//{t}", "https://{g}/?next=@{t}"),
    *("https://{g}/#https://{t}", "https://{g}/{t}", "https://{g}//{t}/..", "https://{t}/%2e%2e/", "https://{t}.{g}/"),
    *("https://a.{t}/", "https://{g}.{t}/", "https://{t} .{g}/", "https://{t}\t.{g}/", "https://{t}\n.{g}/"),
    *("https://{g}\r\n@{t}/", "https://{t}%09.{g}/", "https://{t};.{g}/", "https://{t}~.{g}/", "https://-{t}/"),
    *("https://{t}\u2044@{g}/", "https://{g}\u2044@{t}/", "https://{g}\u2215{t}/", "https://{g}\uff1a443@{t}/"),
    *("https://{t}\uff03.{g}/", "https://{t}\uff0f.{g}/", "https://{t}\uff1f.{g}/", "https://{g}%2f@{t}/"),
    *("https://{t}%2f.{g}/", "https://{t}%23.{g}/", "https://{t}%3f.{g}/", "https://{t}%5c.{g}/", "https://{t}%40{g}/"),
    *("https://{g}%40{t}/", "https://{g}:80:{t}/", "https://{t}:80:443/", "https://{g}:{t}/", "https://[{t}]/"),
    *("https://[::1]{t}/", "https://{t}[.{g}/", "https://{g} @{t}/", "https://{g}&@{t}#@{g}/", "\x00https://{t}/"),
    *(" https://{t}/", "https://{t}/ ", "jar:https://{t}!/", "view-source:https://{t}/", "gopher://{t}:443/_x"),
    *("dict://{t}:443/", "file://{t}/x"),
)
PARSERS: dict[str, Callable[[str], str | None]] = {
    "the URL Standard": lambda text: uv.whatwg.URL(text).hostname,
    "urllib": lambda text: urlsplit(text).hostname,
    "urllib3": lambda text: urllib3.util.parse_url(text).host,
    "httpx": lambda text: httpx.URL(text).raw_host.decode("latin-1"),
}

webhooks = program(ROOT / "examples" / "webhooks" / "validate.py")


def host_of(parser: Callable[[str], str | None], text: str) -> str:
    """The host as a parser sees it, without brackets and a last dot; "" where it refuses the text."""
    try:
        found = parser(text)
    except (uv.URIError, ValueError, httpx.InvalidURL, urllib3.exceptions.LocationParseError):
        return ""
    return (found or "").strip("[]").removesuffix(".")


@pytest.mark.parametrize("shape", SHAPES, ids=ascii)
def test_no_parser_sees_a_host_inside(shape: str) -> None:
    """Of what is allowed, every parser sees the host that was judged, and nobody one inside."""
    for inside in INSIDE:
        text = shape.format(t=inside, g=GOOD)
        decision = webhooks.validate(text, lambda _name: ["93.184.215.14"])
        if not decision.allowed:
            continue
        judged = str(decision.target.host).removesuffix(".")
        assert verdict(judged).kind == "public", text
        for name, parser in PARSERS.items():
            assert host_of(parser, text) in {judged, ""}, (name, text)


def test_the_matrix_is_not_refused_for_its_shape_alone() -> None:
    """With a good host in place of the one inside the plain shapes are allowed: it is the hosts that are refused."""
    allowed = [
        shape
        for shape in SHAPES
        if webhooks.validate(shape.format(t="api.example.org", g=GOOD), lambda _name: ["93.184.215.14"]).allowed
    ]
    assert {"https://{t}/", "https://{t}:8443/", "https://{g}.{t}/", "https://{g}/{t}", "HTTPS://{t}/"} <= set(allowed)
    assert len(list(product(SHAPES, INSIDE))) > 3000
