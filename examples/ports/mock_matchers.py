"""Matchers for a library that mocks HTTP, such as `responses`, by `uv.URL`: a function of a request, with its reason.

    responses.get(re.compile(""), match=[url_matcher("http://BÜCHER.example/%7ea")])

answers requests for `http://xn--bcher-kva.example/~a`: clients send another text than the one that a test names, so
both are compared as URLs.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import uriverse as uv

Matcher: TypeAlias = Callable[[Any], tuple[bool, str]]
ANY = uv.URL("http://any.example/")


def url_matcher(expected: str) -> Matcher:
    """Match the URL but for its query and its fragment."""
    return _matcher("URL", _place(expected), lambda url: _place(str(url)))


def query_matcher(expected: str | Mapping[str, str] | None, *, strict: bool = True) -> Matcher:
    """Match the pairs of the query in any order; if not `strict`, a request may have more."""
    url = ANY.replace(query=expected) if isinstance(expected, str | None) else ANY.with_pairs(set=expected)
    pairs, names = sorted(url.form_pairs), {name for name, _ in url.form_pairs}
    return _matcher("query", pairs, lambda url: sorted(pair for pair in url.form_pairs if strict or pair[0] in names))


def fragment_matcher(expected: str | None) -> Matcher:
    """Match the fragment, whose pairs may have any order."""
    return _matcher("fragment", _fragment(expected), lambda url: _fragment(url.fragment))


def _place(text: str) -> uv.URL:
    return uv.URL(text).normalize().replace(query=None, fragment=None)


def _fragment(text: str | None) -> list[str]:
    return sorted((text or "").split("&"))


def _matcher(part: str, expected: object, part_of: Callable[[uv.URL], object]) -> Matcher:
    def match(request: Any) -> tuple[bool, str]:
        answer = part_of(uv.URL(request.url))
        return answer == expected, "" if answer == expected else f"the {part} is {answer!r}, not {expected!r}"

    return match
