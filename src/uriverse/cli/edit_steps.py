"""What `uriverse edit` makes of one text: the steps of the options in their order, and the forms of the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import click

import uriverse as uv
from uriverse.masking import masked

WRITTEN: Final = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
DATA: Final = ("user", "password")
SETTABLE: Final = (*WRITTEN[:3], *DATA, *WRITTEN[3:])
PLACE: Final = re.compile(r"\{([^{}]*)\}|\\([nt\\])")
ESCAPES: Final = {"n": "\n", "t": "\t", "\\": "\\"}


def pair_of(text: str) -> tuple[str, str | None]:
    """NAME=VALUE as a name and a value; NAME alone has no value."""
    name, equals, value = text.partition("=")
    return name, value if equals else None


def each_parts(options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What --set, --clear and --iterate make of the parts that they name, once for each answer."""
    cleared = {name: "" if name == "path" else None for name in options["clear"]}
    names = [name for name, _ in options["iterated"]]
    for values in product(*(text.split() for _, text in options["iterated"])):
        yield {**dict(options["edits"]), **cleared, **dict(zip(names, values, strict=True))}


def named_pairs(options: dict[str, Any]) -> tuple[dict[str, list[str | None]], list[str | uv.Glob]]:
    """What --pair sets, and what --remove removes."""
    several: dict[str, list[str | None]] = {}
    for name, value in options["set_"]:
        several.setdefault(name, []).append(value)
    return several, [uv.Glob(name) if set(name) & set("*?") else name for name in options["remove"]]


def made_of(text: str, edition: uv.EditionId, options: dict[str, Any]) -> Iterator[uv.URIReference]:
    """The references that the options make of a text: one, or one for each value to iterate over."""
    ref: uv.URIReference
    if options["mend"]:
        mended = uv.mend(text, edition=edition)
        ref = mended.reference
        for change in mended.changes:
            was, now = (masked(part) or "nothing" for part in (change.was, change.now))
            click.echo(f"at {change.at}: {was!r} is now {now!r}: {change.why} ({change.rule})", err=True)
    else:
        ref = uv.parse(text, edition=edition)
    if options["redirect"] is not None:
        target = ref.resolve(options["redirect"])
        ref = uv.parse(str(target), edition=edition)
    for parts in each_parts(options):
        yield _rest(ref.replace(**parts) if parts else ref, options)


def _rest(ref: uv.URIReference, options: dict[str, Any]) -> uv.URIReference:
    for part, data in options["appended"]:
        if part == "path":
            # Appending a segment drops query and fragment; on the command line only what is named changes.
            ref = ref.replace(path=ref.append(data).path)
        else:
            ref = ref.with_pairs(add=[pair_of(data)], form=options["form"])
    several, remove = named_pairs(options)
    if remove or several:
        ref = ref.with_pairs(set=several, remove=remove, form=options["form"])
    if options["sort"] and ref.query:
        view = ref.query_pairs
        pairs = sorted(zip(view, view.written, strict=True), key=lambda pair: pair[0][0])
        ref = ref.replace(query="&".join(text for _, text in pairs))
    if options["default_port"] and not ref.port_text and ref.effective_port is not None:
        ref = ref.replace(port=ref.effective_port)
    return ref


def parts_of(ref: uv.URIReference) -> dict[str, object]:
    """The parts as JSON has them."""
    parts: dict[str, object] = {name: getattr(ref, name) for name in (*SETTABLE, "effective_port")}
    return {**parts, "segments": list(ref.segments), "pairs": [list(pair) for pair in ref.query_pairs]}


def formatted(ref: uv.URIReference, options: dict[str, Any]) -> str:
    """The answer in the form of --get."""

    def place(found: re.Match[str]) -> str:
        if found[2] is not None:
            return ESCAPES[found[2]]
        name, _, key = found[1].partition(":")
        if key:
            pairs = uv.query_pairs(ref.query or "", form=options["form"], errors="replace") if name == "query" else None
            if pairs is None:
                raise click.BadParameter(f"there is no {{{found[1]}}}; {{query:NAME}} has a name", param_hint="--get")
            return pairs.get(key) or ""
        return _part(ref, name, options["decoded"])

    return PLACE.sub(place, options["form_of_answer"])


def _part(ref: uv.URIReference, name: str, decoded: bool) -> str:
    if name == "url":
        return str(ref)
    if name == "keys":
        return "\n".join(name for name, _ in ref.query_pairs)
    if name == "values":
        return "\n".join(value for _, value in ref.query_pairs if value is not None)
    if name == "segments":
        return "\n".join(ref.segments)
    if name == "domain":
        return (uv.hosts.domain(ref.host) or "") if ref.host else ""
    if name not in (*SETTABLE, "name", "suffix", "stem", "origin", "effective_port", "request_target"):
        raise click.BadParameter(f"there is no {{{name}}}", param_hint="--get")
    value = ref.port_text if name == "port" else getattr(ref, name)
    text = "" if value is None else str(value)
    return uv.decode(text, errors="replace", malformed="keep") if decoded and name in WRITTEN else text
