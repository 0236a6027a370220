"""The ported functions of the examples give what the libraries' own do, or what a signed row says."""

from __future__ import annotations

import re
from typing import Any

import pytest
import requests
import responses
import w3lib.url

import uriverse as uv
from support.paths import ROOT
from support.programs import program
from support.vectors import files

crawler = program(ROOT / "examples" / "ports" / "crawler_urls.py")
matchers = program(ROOT / "examples" / "ports" / "mock_matchers.py")

# Texts of w3lib's table that are no URLs of the Web, or have no one destination.
REFUSED = {
    "a#frag": "missing-scheme-non-relative-URL",
    "a?b=1#frag": "missing-scheme-non-relative-URL",
    "?b=1": "missing-scheme-non-relative-URL",
    "sftp://UsEr:PaSsWoRd@www.EXAMPLE.com/": "scheme-not-web",
    "mailto:a/../b": "scheme-not-web",
    "foo:/a/../b": "scheme-not-web",
    "http://.\u00e9xampl\u00e9.com/r\u00e9sum\u00e9?q=r\u00e9sum\u00e9": "host-ambiguous",
}


def test_canonical_forms_are_those_of_the_published_table() -> None:
    [cases] = (data["cases"] for data in files("canonical") if data["profile"] == "crawl")
    refused = {}
    for case in cases:
        try:
            assert crawler.canonicalize_url(case["text"]) == case["result"]
        except uv.URLError as error:
            refused[case["text"]] = error.reason
    assert refused == REFUSED


PAGE = "http://h.example/a%2fb?id=200&foo=%7e&name=&id=2&x=a+b#top"


@pytest.mark.parametrize(
    ("name", "arguments", "options"),
    [
        ("safe_url_string", ["http://B\u00dcCHER.example/\u00a3?unit=\u00b5|[]#\u00e9"], {}),
        ("canonicalize_url", [PAGE], {}),
        ("canonicalize_url", [PAGE], {"keep_fragments": True}),
        ("url_query_parameter", [PAGE, "id"], {}),
        ("url_query_parameter", [PAGE, "x"], {}),
        ("url_query_parameter", [PAGE, "name"], {}),
        ("url_query_parameter", [PAGE, "name"], {"keep_blank_values": True}),
        ("url_query_parameter", [PAGE, "none", "default"], {}),
        ("url_query_cleaner", [PAGE, ["id", "x"]], {}),
        ("url_query_cleaner", [PAGE, ["id", "x"]], {"unique": False}),
        ("url_query_cleaner", [PAGE, ["id"]], {"remove": True, "keep_fragments": True}),
        ("url_query_cleaner", [PAGE], {}),
        ("add_or_replace_parameter", ["http://h.example/?a=1&b=2", "b", "c d"], {}),
        ("add_or_replace_parameters", ["http://h.example/?a=1#f", {"a": "2", "b": "\u00e9"}], {}),
    ],
)
def test_a_function_answers_as_w3lib_does(name: str, arguments: list[Any], options: dict[str, Any]) -> None:
    assert getattr(crawler, name)(*arguments, **options) == getattr(w3lib.url, name)(*arguments, **options)


@pytest.mark.parametrize(
    ("matcher", "url", "expected"),
    [
        (matchers.url_matcher("http://h.example/a?ignored"), "http://H.example:80/b/../a?b#c", True),
        (matchers.url_matcher("http://h.example/a"), "http://h.example/a/", False),
        # These three a matcher that compares texts misses: a client sends another text than the test names.
        (matchers.url_matcher("http://B\u00dcCHER.example/"), "http://b\u00fccher.example/", True),
        (matchers.url_matcher("http://user@b\u00fccher.example/"), "http://user@xn--bcher-kva.example/", True),
        (matchers.url_matcher("http://h.example/%7ea"), "http://h.example/~a", True),
        (matchers.query_matcher("b=2&a=1"), "http://h.example/?a=1&b=2", True),
        (matchers.query_matcher({"a": "1 2"}), "http://h.example/?a=1+2", True),
        (matchers.query_matcher({"a": "1"}), "http://h.example/?a=1&b=2", False),
        (matchers.query_matcher({"a": "1"}, strict=False), "http://h.example/?a=1&b=2", True),
        (matchers.query_matcher(None), "http://h.example/", True),
        (matchers.query_matcher(""), "http://h.example/?a", False),
        (matchers.fragment_matcher("a=1&b=2"), "http://h.example/#b=2&a=1", True),
        (matchers.fragment_matcher("/users/5"), "http://h.example/#/users/6", False),
        (matchers.fragment_matcher(None), "http://h.example/", True),
    ],
)
def test_a_matcher_decides_which_request_is_answered(matcher: Any, url: str, expected: bool) -> None:
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        mock.get(re.compile(""), body="there", match=[matcher])
        if expected:
            assert requests.get(url, timeout=1).text == "there"
        else:
            with pytest.raises(requests.ConnectionError, match="not "):
                requests.get(url, timeout=1)
