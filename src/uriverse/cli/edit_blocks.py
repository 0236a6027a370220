"""The fast path of `uriverse edit` (`blocks.py`): the options in the form that native code takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import uriverse as uv
from uriverse import _core
from uriverse.cli.blocks import ByBlock
from uriverse.cli.edit_steps import CASELESS, ESCAPES, PLACE, WRITTEN, each_parts, named_pairs, pair_of, replaced_pairs
from uriverse.reference.composition import written_host, written_password, written_user
from uriverse.reference.reading import encoded_segment

# Parts that cannot be set together, since the first contains the others.
_WITHIN: Final = {"authority": {"userinfo", "user", "password", "host", "port"}, "userinfo": {"user", "password"}}
_NOTHING: Final[dict[str, Any]] = {
    **dict.fromkeys(("conditions", "segments", "pairs", "ports"), ()),
    **dict.fromkeys(("mends", "keep_lines", "form", "sort"), False),
    "redirect": None,
}


def by_block(edition: uv.EditionId, options: dict[str, Any], *, keep_lines: bool) -> ByBlock | None:
    """Return the function that edits a block of lines by some options; None if they need the slow path."""
    form, decoded, conditions = options["form_of_answer"], options["decoded"], options["where"]
    if options["unique"] or options["to"] or options["query_separator"] != "&" or not conditions.keys() <= set(WRITTEN):
        return None
    try:
        parts = [_written(parts, edition) for parts in each_parts(options, edition)]
        segments = [encoded_segment(data, edition) for part, data in options["appended"] if part == "path"]
    except (uv.URIError, ValueError):
        return None
    if not all(map(_are_read_as_named, parts)) or any(name[-1] == "?" for each in parts for name in each):
        return None
    if options["default_port"] and any("authority" in each for each in parts):
        return None
    shown = None if form is None else _shown(form, decoded)
    if shown is None and form is not None:
        return None
    several, remove = named_pairs(options)
    pairs: list[tuple[Any, Any, Any]] = [(None, None, remove)] if remove else []
    pairs += [(None, [pair_of(data)], None) for part, data in options["appended"] if part == "query"]
    pairs += [(pairs_to_set, None, None) for pairs_to_set in (several, replaced_pairs(options)) if pairs_to_set]
    return edits(
        edition=edition,
        parts=parts,
        shown=shown,
        mends=options["mend"],
        conditions=[(part, globs, part in CASELESS) for part, globs in conditions.items()],
        keep_lines=keep_lines,
        redirect=options["redirect"],
        segments=segments,
        pairs=pairs,
        form=options["form"],
        sort=options["sort"],
        ports=_ports() if options["default_port"] else (),
    )


def edits(**arguments: Any) -> ByBlock:
    """Return the function that edits a block of lines by `_core.edit_lines`; what is not an argument is not done."""
    return lambda block: _core.edit_lines(block.octets, **{**_NOTHING, **arguments})


def _written(parts: dict[str, str | None], edition: uv.EditionId) -> dict[str, str | None]:
    """Encode users, passwords and hosts, which are given as data."""
    written: dict[str, Callable[[str, uv.EditionId], str | None]] = {
        "user": written_user,
        "password": written_password,
        "host": written_host,
    }
    return {
        name: written[name](text, edition) if name in written and text is not None else text
        for name, text in parts.items()
    }


def _are_read_as_named(parts: dict[str, str | None]) -> bool:
    """Whether the new parts of an authority parse as themselves; a host "h:80" would be host and port."""
    if any(whole in parts and parts.keys() & within for whole, within in _WITHIN.items()):
        return False
    host, userinfo, port = (parts.get(name) or "" for name in ("host", "userinfo", "port"))
    in_brackets = host.startswith("[") and host.endswith("]")
    return (in_brackets or not set(host) & set(":@")) and "@" not in userinfo and (not port or port.isdecimal())


def _ports() -> list[tuple[str, str]]:
    schemes: Iterable[tuple[str, Any]] = uv.schemes.SCHEMES.items()
    return [(name, str(scheme.port.number)) for name, scheme in schemes if scheme.port is not None]


def _shown(form: str, decoded: bool) -> list[tuple[str, str]] | None:
    """Split a format into literals and placeholders; None if a placeholder needs the slow path."""
    shown: list[tuple[str, str]] = []
    done = 0
    for match in PLACE.finditer(form):
        shown.append(("literal", form[done : match.start()]))
        done = match.end()
        name, _, key = (match[1] or "").partition(":")
        if match[2] is not None:
            shown.append(("literal", ESCAPES[match[2]]))
        elif name == "query" and match[1] != "query":
            shown.append(("query", key))
        elif match[1] in ("url", "text"):
            shown.append((match[1], ""))
        elif match[1] in WRITTEN:
            shown.append(("decoded" if decoded else "part", name))
        else:
            return None
    return [*shown, ("literal", form[done:])]
