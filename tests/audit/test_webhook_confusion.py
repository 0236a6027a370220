"""The webhook validator against three thousand payloads: hosts inside, in every shape in which parsers were confused.

The shapes are those of the classes that are known (slashes, backslashes, userinfo, fragments, escapes, letters that
become delimiters, ports, white space, wrapped schemes, targets inside). Nothing is resolved, so only the text can give
a payload away. Four parsers judge the URL that is allowed, which is what a program sends: all must see the host that
was judged.
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
from support.payloads import GOOD, INSIDE, SHAPES
from support.programs import program
from uriverse.hosts import verdict

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
    """In the URL that is allowed, every parser sees the host that was judged, which is not inside."""
    for inside in INSIDE:
        text = shape.format(t=inside, g=GOOD)
        decision = webhooks.validate(text)
        if not decision.allowed:
            continue
        judged = str(decision.target.host).removesuffix(".")
        assert verdict(judged).kind == "public", text
        for name, parser in PARSERS.items():
            assert host_of(parser, str(decision.target)) == judged, (name, text)


def test_the_matrix_is_not_refused_for_its_shape_alone() -> None:
    """With a good host in place of the one inside the plain shapes are allowed: it is the hosts that are refused."""
    allowed = [shape for shape in SHAPES if webhooks.validate(shape.format(t="api.example.org", g=GOOD)).allowed]
    assert {"https://{t}/", "https://{t}:8443/", "https://{g}.{t}/", "https://{g}/{t}", "HTTPS://{t}/"} <= set(allowed)
    assert len(list(product(SHAPES, INSIDE))) > 3000
