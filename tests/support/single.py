"""What the single calls say of each text, in the shape of a column: the slow twins of the kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

import uriverse as uv
from support import strategies

Texts = Sequence[str | None]

INT64 = 2**63
COMPONENTS = (
    *("scheme", "authority", "userinfo", "host", "port", "port_text", "path", "params", "query", "fragment"),
    *("kind", "host_type"),
)


@cache
def house() -> uv.Edition:
    """A user's own grammar, beyond US-ASCII."""
    grammar = """
        house-reference = URI-reference
        segment         = *( pchar / %xA0-D7FF )
        reg-name        = *( unreserved / %xA0-D7FF )
    """
    return uv.Edition.from_grammar(grammar, start="house-reference")


EDITIONS: tuple[str, ...] = (*uv.EDITIONS, "house")


def edition(name: str) -> Any:
    return house() if name == "house" else name


OTHERS = (
    *("\xe9", "\u20ac", "\U0001f600", " ", "%", "%4", "\\", "[", "]", "\x00", "http://h:8x/", "http://h:", "?a=1&b=2"),
    *("?a=%20&a", "?%61=x+y", "http://h:99999999999999999999/", "http://h:007/", "//\xe9/", "a" * 30, "?q=%FF", "é:"),
)
wild = st.lists(st.sampled_from((*strategies.PIECES, *OTHERS)), max_size=6).map("".join)
texts = st.lists(
    st.one_of(st.none(), wild, strategies.texts, strategies.bases, st.text(st.characters(codec="utf-8"), max_size=8)),
    max_size=9,
)
bases = st.one_of(strategies.bases, strategies.texts)
editions = st.sampled_from(EDITIONS)


def each(column: Texts, function: Callable[[str], Any]) -> list[Any]:
    """A function of every text; None for null and for what it refuses."""
    return [None if text is None else attempt(lambda text=text: function(text)) for text in column]


def attempt(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except uv.URIError:
        return None


def parsed(text: str | None, edition: Any) -> dict[str, Any] | None:
    """Everything that a parse can give."""
    if text is None:
        return None
    fields: dict[str, Any] = dict.fromkeys(COMPONENTS) | dict.fromkeys(("error_reason", "error_at", "error_rule"))
    try:
        ref = uv.parse(text, edition=edition)
    except uv.URISyntaxError as error:
        return fields | {"valid": False, "error_reason": error.reason, "error_at": error.at, "error_rule": error.rule}
    fields |= {name: getattr(ref, name) for name in COMPONENTS} | {"valid": True}
    if fields["port"] is not None and fields["port"] >= INT64:
        fields["port"] = None
    return fields


def error(text: str, edition: Any) -> dict[str, Any] | None:
    try:
        uv.parse(text, edition=edition)
    except uv.URISyntaxError as error:
        return {"reason": error.reason, "at": error.at, "rule": error.rule, "hint": error.hint}
    return None


def resolved(reference: str | None, base: str | None, **options: Any) -> dict[str, Any] | None:
    """What a resolution gives, as a row of the struct."""
    if reference is None or base is None:
        return None
    names = ("uri", "scheme", "host", "path", "fragment", "kind", "valid", "error_reason", "error_at", "error_rule")
    row: dict[str, Any] = dict.fromkeys(names)
    try:
        target = uv.resolve(reference, base, **options)
    except uv.URISyntaxError as error:
        # The base is looked at first.
        edition = options["edition"]
        by = "rfc1808" if edition == "rfc1738" else edition
        reason = "reference-refused" if uv.is_valid(base, edition=by) else "base-refused"
        return row | {"valid": False, "error_reason": reason, "error_at": error.at, "error_rule": error.rule}
    except uv.ResolutionError as error:
        return row | {"valid": False, "error_reason": error.reason}
    if isinstance(target, uv.SameDocument):
        return row | {"valid": True, "kind": "same-document", "fragment": target.fragment}
    parts = {name: getattr(target, name) for name in ("scheme", "host", "path", "fragment", "kind")}
    return row | parts | {"uri": str(target), "valid": True}


def query_value(text: str, name: str, *, form: bool, edition: Any) -> str | None:
    """The first pair whose name decodes to the name; a pair is read alone."""
    query = uv.parse(text, edition=edition).query
    for part in query.split("&") if query else ():
        if form and not part:
            continue
        named = attempt(lambda part=part: uv.query_pairs(part.partition("=")[0] + "=", form=form)[0][0])
        if named == name:
            return attempt(lambda part=part: uv.query_pairs(part, form=form)[0][1]) if part else None
    return None


def query_pairs(text: str, *, form: bool, edition: Any) -> list[dict[str, str | None]]:
    """The pairs, as a list of structs."""
    pairs = uv.query_pairs(uv.parse(text, edition=edition).query or "", form=form)
    return [{"name": name, "value": value} for name, value in pairs]
