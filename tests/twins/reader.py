"""The slow reader: it tries an edition's readings one by one and cuts by the meaning of each slot.

It takes an edition's table (its TOML, parsed) and a predicate that tells whether an expression of the edition's
notation accepts a text; it knows no grammar itself.  A reading is a row of slots cut from left to right; the first
reading whose every slot is accepted is the parse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Accepts = Callable[[str, str], bool]
Slot = Mapping[str, Any]

COMPONENTS = ("scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment", "reg_name")


def read(table: Mapping[str, Any], accepts: Accepts, text: str, *, to_resolve: bool = False) -> dict[str, Any] | None:
    """Give the components of a text, its kind and how its authority was read; None when no reading accepts it.

    ``to_resolve`` admits the readings that only resolution uses, too.
    """
    # RFC 1630 and RFC 1738 have no rows for the whole: their start rules judge, the rows only cut.
    is_refused = table.get("judged", False) and not accepts(judge_of(table), text)
    for reading in table["reading"]:
        if not to_resolve if reading.get("resolves_only", False) else is_refused:
            continue
        cut = cut_slots(reading["slots"], accepts, text)
        if cut is None:
            continue
        result: dict[str, Any] = dict.fromkeys(COMPONENTS)
        result.update(cut)
        if result["path"] is None:
            result["path"] = ""
        result["opaque"] = reading["kind"] == "opaque"
        result["authority_row"] = None
        if result["authority"] is not None:
            read_authority(table, accepts, result)
        result["kind"] = kind_of(result)
        return result
    return None


def judge_of(table: Mapping[str, Any]) -> str:
    """Name what judges a whole text: the start rule, or its counterpart where rules are not read as printed."""
    return f"{table['start']} as read" if table.get("departures") else str(table["start"])


def read_authority(table: Mapping[str, Any], accepts: Accepts, result: dict[str, Any]) -> None:
    """Try the authority's own rows in their order, and note the first that fits."""
    for row in table.get("authority", []):
        cut = cut_slots(row["slots"], accepts, result["authority"])
        if cut is not None:
            result.update(cut)
            result["authority_row"] = row["name"]
            return


def kind_of(result: Mapping[str, Any]) -> str:
    """Name the kind of a reference by the components that it has."""
    if result["opaque"]:
        return "opaque"
    if result["scheme"] is not None:
        return "absolute"
    if result["authority"] is not None:
        return "network-path"
    if result["path"].startswith("/"):
        return "absolute-path"
    if result["path"] != "" or result["params"] is not None or result["query"] is not None:
        return "relative-path"
    return "same-document"


def cut_slots(slots: Sequence[Slot], accepts: Accepts, text: str) -> dict[str, str] | None:
    """Cut a text by a row of slots; None when a slot is missing or refuses its part, or something is left over."""
    found: dict[str, str] = {}
    cursor = 0
    for slot in slots:
        step = cut_slot(slot, text, cursor)
        if step is None:
            if slot.get("optional", False):
                continue
            return None
        content, cursor = step
        if not accepts(slot["accepts"], content):
            return None
        found[slot["component"]] = content
    return found if cursor == len(text) else None


def cut_slot(slot: Slot, text: str, cursor: int) -> tuple[str, int] | None:
    """Give a slot's content and where it ends; None when its opener, closer or bracket does not stand there."""
    # The opener must stand at the cursor.
    opener = slot.get("open", "")
    if not text.startswith(opener, cursor):
        return None
    start = cursor + len(opener)
    closer = slot.get("close", "")
    last = slot.get("last", False)

    # Where the content ends: at the first "]", at the last closer, or at the first (or last) stop character; else at
    # the end of the text.
    if slot.get("bracket", False):
        if not text.startswith("[", start):
            return None
        bracket = text.find("]", start)
        end = len(text) if bracket == -1 else bracket + 1
    elif closer and last:
        end = text.rfind(closer, start)
        if end == -1:
            return None
    else:
        first = text.rfind if last else text.find
        places = [place for stop in slot.get("stop", "") if (place := first(stop, start)) != -1]
        end = (max if last else min)(places, default=len(text))

    # The closer must follow, and is consumed.
    if not text.startswith(closer, end):
        return None
    return text[start:end], end + len(closer)
