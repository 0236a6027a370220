"""RFC 1808: the split of section 2.4, in its own order, and the steps of section 4.

The document calls a component that is absent and one that is there without a character by one word, empty, and its
steps ask only whether a component is "non-empty".  So a bare "?" inherits the query of the base, as an absent query
does.  The comments tell the steps in short; the names in them are the document's.
"""

from __future__ import annotations

from dataclasses import replace

from .merging import handle_excess, remove_dots
from .parts import Answer, Failure, Parts, guard, recompose

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
SCHEME_CHARACTERS = LETTERS + "0123456789+.-"


def split(text: str) -> Parts:
    """Cut a URL into six components."""
    rest = text
    # 2.4.1: the fragment is what follows the first "#".
    fragment: str | None = None
    if "#" in rest:
        place = rest.index("#")
        rest, fragment = rest[:place], rest[place + 1 :]
    # 2.4.2: the scheme ends at a ":" after the first character and before any character not allowed in a scheme name.
    scheme: str | None = None
    for place, character in enumerate(rest):
        if character == ":" and place > 0:
            scheme, rest = rest[:place], rest[place + 1 :]
            break
        if character not in SCHEME_CHARACTERS:
            break
    # 2.4.3: net_loc is what follows "//", up to the next "/" or the end.
    net_loc: str | None = None
    if rest.startswith("//"):
        rest = rest[2:]
        place = rest.index("/") if "/" in rest else len(rest)
        net_loc, rest = rest[:place], rest[place:]
    # 2.4.4: the query is what follows the first "?".
    query: str | None = None
    if "?" in rest:
        place = rest.index("?")
        rest, query = rest[:place], rest[place + 1 :]
    # 2.4.5: params are what follows the first ";".
    params: str | None = None
    if ";" in rest:
        place = rest.index(";")
        rest, params = rest[:place], rest[place + 1 :]
    # 2.4.6: what is left is the path, kept together with the slash that may precede it.
    return Parts(scheme=scheme, authority=net_loc, path=rest, params=params, query=query, fragment=fragment)


def resolve(base: str, reference: str, excess_parents: str = "keep") -> Answer:
    """Give the absolute form of an embedded URL by the seven steps of section 4."""
    # Step 2: both are parsed as section 2.4 says.
    base_parts = split(base)
    if base_parts.scheme is None:
        return Failure("base-not-absolute")
    embedded = split(reference)
    # Step 2a: an embedded URL that is entirely empty is the base URL, whole.
    if reference == "":
        return base
    # Step 2b: one with a scheme name is absolute as it is; 2c: otherwise the scheme is inherited.
    if embedded.scheme is not None:
        return reference
    embedded = replace(embedded, scheme=base_parts.scheme)
    # Step 3: net_loc non-empty, skip to step 7; otherwise it is inherited.
    if embedded.authority:
        return _recombine(embedded)
    embedded = replace(embedded, authority=base_parts.authority)
    # Step 4: a path preceded by a slash is not relative, skip to step 7.
    if embedded.path.startswith("/"):
        return _recombine(embedded)
    # Step 5: an empty path is inherited; then params, when empty; then the query, when both are empty.
    if embedded.path == "":
        embedded = replace(embedded, path=base_parts.path)
        if embedded.params:
            return _recombine(embedded)
        embedded = replace(embedded, params=base_parts.params)
        if embedded.query:
            return _recombine(embedded)
        return _recombine(replace(embedded, query=base_parts.query))
    # Step 6: the last segment of the base path (the whole path, when it has no slash) goes, the embedded path comes in
    # its place, and "." and "<segment>/.." are taken out (a-d).
    merged = base_parts.path[: base_parts.path.rfind("/") + 1] + embedded.path
    path = handle_excess(remove_dots(merged), excess_parents)
    if isinstance(path, Failure):
        return path
    return _recombine(replace(embedded, path=path))


def _recombine(embedded: Parts) -> str:
    # Step 7: the components, with those inherited, are put together again.
    return recompose(guard(embedded, net_loc_runs_to_slash=True))
