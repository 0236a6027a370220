"""The published tests of the URL Standard (vectors/whatwg), replayed through Python."""

from __future__ import annotations

import pytest

from support.vectors import url_standard_cases
from uriverse.whatwg import URL, URLError, can_parse, domain_to_ascii, validation_errors

ATTRIBUTES = (
    *("href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"),
)


def parsed(text: str, base: str | None) -> URL | None:
    try:
        return URL(text, base)
    except URLError:
        return None


def written(url: URL, name: str) -> str:
    """An attribute as the Standard has it: of an opaque origin it is "null"."""
    return str(url.origin or "null") if name == "origin" else getattr(url, name)


def test_urls_are_parsed() -> None:
    """Every attribute is as published, and the texts that are refused are refused."""
    wrong = []
    for case in url_standard_cases("parse", "parse_surrogates"):
        text, base = case["input"], case.get("base")
        url = parsed(text, base)
        expected = {name: case[name] for name in ATTRIBUTES if name in case}
        found = {name: written(url, name) for name in expected} if url is not None else {}
        if found != expected or (url is None) != case.get("failure", False) or can_parse(text, base) != bool(url):
            wrong.append((case, found))
        elif url is not None and str(url.search_params) != case.get("searchParams", str(url.search_params)):
            wrong.append((case, {"searchParams": str(url.search_params)}))
    assert not wrong


def test_a_serialized_url_is_parsed_as_itself() -> None:
    """Parsing what was serialized gives the same URL with the same attributes, and keeps the text."""
    for case in url_standard_cases("parse", "parse_surrogates"):
        url = parsed(case["input"], case.get("base"))
        if url is not None:
            again = URL(url.href)
            assert again == url
            assert all(getattr(again, name) == getattr(url, name) for name in ATTRIBUTES)


def test_attributes_are_set() -> None:
    """The setters' steps, through `replace`."""
    wrong = []
    for case in url_standard_cases("set"):
        url = URL(case["href"]).replace(**{case["attribute"]: case["value"]})
        expected = {name: value for name, value in case["expected"].items() if name in ATTRIBUTES}
        found = {name: getattr(url, name) for name in expected}
        if found != expected:
            wrong.append((case, found))
    assert not wrong


def test_queries_are_encoded_in_the_encoding_of_a_document() -> None:
    """Legacy encodings, with references for what they do not have."""
    for case in url_standard_cases("percent_encode"):
        url = URL(f"http://doesnotmatter.invalid/?{case['input']}", encoding=case["encoding"])
        assert url.search == f"?{case['query']}", case


@pytest.mark.parametrize("name", ["host", "host_surrogates"])
def test_domains_are_brought_to_ascii(name: str) -> None:
    """UTS #46 as the Standard runs it; an exception names its reason."""
    for case in url_standard_cases(name):
        url = parsed(f"https://{case['input']}/x", None) if case["input"] else None
        expected = case.get("found" if "exception" in case else "output")
        assert (url.hostname if url is not None else None) == expected, case
        if case["input"].isascii() and expected is not None:
            assert domain_to_ascii(case["input"]) == expected or url is not None


def test_a_failure_has_a_validation_error_and_its_place() -> None:
    """Each refused text raises the error that ends the report, at the same place."""
    for case in url_standard_cases("parse", "parse_surrogates"):
        if not case.get("failure") or parsed(case.get("base") or "a:b", None) is None:
            continue
        last = validation_errors(case["input"], case.get("base"))[-1]
        with pytest.raises(URLError) as raised:
            URL(case["input"], case.get("base"))
        assert last.failure
        assert (raised.value.error, raised.value.at) == (last.name, last.at)
        assert 0 <= last.at <= len(case["input"])
