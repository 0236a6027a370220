"""The URL functions of a crawler by `uv.URL`, with the names, arguments and answers of w3lib.url.

    canonicalize_url("HTTP://www.Example.com/do?c=3&b=5#top")   gives "http://www.example.com/do?b=5&c=3"

A text without one destination raises `uv.URLError`, where w3lib returns a text that clients read differently.
"""

from collections.abc import Collection, Mapping

import uriverse as uv


def safe_url_string(url: str) -> str:
    """The URL that browsers make of a text, encoded so that every program reads it alike."""
    return str(uv.URL(url))


def canonicalize_url(url: str, *, keep_fragments: bool = False) -> str:
    """The form by which a crawler recognizes a page: pairs are sorted, escapes are normal, the fragment is dropped."""
    page = uv.URL(url)
    form = uv.canonical(page, profile="crawl")
    return f"{form}#{page.fragment}" if keep_fragments and page.fragment else form


def url_query_parameter(
    url: str, parameter: str, default: str | None = None, *, keep_blank_values: bool = False
) -> str | None:
    """The first value of a parameter."""
    values = (value for name, value in uv.URL(url).form_pairs if name == parameter and (value or keep_blank_values))
    return next(values, default)


def add_or_replace_parameters(url: str, new_parameters: Mapping[str, str]) -> str:
    """The URL with these values; the bytes of other parameters stay as they are."""
    return str(uv.URL(url).with_pairs(set=new_parameters, form=True))


def add_or_replace_parameter(url: str, name: str, new_value: str) -> str:
    """The URL with this value."""
    return add_or_replace_parameters(url, {name: new_value})


def url_query_cleaner(
    url: str,
    parameterlist: Collection[str] = (),
    *,
    remove: bool = False,
    unique: bool = True,
    keep_fragments: bool = False,
) -> str:
    """The URL with these parameters alone, or with `remove` without them; with `unique` each name once."""
    page, seen, pieces = uv.URL(url), set[str](), []
    for piece in filter(None, (page.query or "").split("&")):
        name = piece.partition("=")[0]
        if (name in parameterlist) is not remove and not (unique and name in seen):
            seen.add(name)
            pieces.append(piece)
    return str(page.replace(query="&".join(pieces) or None, fragment=page.fragment if keep_fragments else None))
