"""The comparison of all editions as one self-contained HTML page: a matrix whose cells show witnesses.

It consists of `page.html`, `page.css`, `page.js` and the comparison as JSON, and loads nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from importlib import resources
from typing import Any

from uriverse.editions.registry import EDITIONS, Edition
from uriverse.lab.comparison import RuleDifference
from uriverse.lab.difference import Difference
from uriverse.lab.errata import DepartureEffect, ErratumEffect
from uriverse.lab.matrix import lines


def page(
    differences: Iterable[Difference],
    *,
    opened: tuple[str, str] | None = None,
    editions: Mapping[str, Edition] = EDITIONS,
    links: Callable[[str], Mapping[str, str]] = lambda _: {},
) -> str:
    """The whole page as HTML."""
    tables = page_data(differences, opened, editions)
    tables["links"] = dict(links(json.dumps(tables)))
    data = json.dumps(tables, ensure_ascii=True, separators=(",", ":"))
    # Escape "<": the data must not contain "</script", "<!--<script" or a placeholder.
    parts = {"style": _part("page.css"), "data": data.replace("<", "\\u003c"), "script": _part("page.js")}
    text = _part("page.html")
    for name, part in parts.items():
        text = text.replace(f"<!-- {name} -->", part)
    return text


def page_data(
    differences: Iterable[Difference],
    opened: tuple[str, str] | None = None,
    editions: Mapping[str, Edition] = EDITIONS,
) -> dict[str, Any]:
    """The page's data as JSON values; rules are lists instead of objects, because there are thousands."""
    rows = lines(editions)
    line_of = {
        (edition, name.lower()): index for index, line in enumerate(rows) for edition, name in line.names.items()
    }
    return {
        "editions": [
            {"id": edition.id, "title": edition.title, "document": edition.document, "date": edition.date}
            for edition in editions.values()
        ],
        "lines": [asdict(line) for line in rows],
        "opened": opened,
        "pairs": [_pair(difference, line_of, editions) for difference in differences],
    }


def _pair(
    difference: Difference, line_of: dict[tuple[str, str], int], editions: Mapping[str, Edition]
) -> dict[str, Any]:
    return {
        "old": difference.old,
        "new": difference.new,
        "rules": [_row(row, difference, line_of) for row in difference.rules],
        "behaviour": [
            asdict(choice)
            | {"old_clause": _clause(editions[difference.old], choice.old_clause)}
            | {"new_clause": _clause(editions[difference.new], choice.new_clause)}
            for choice in difference.behaviour
        ],
        "notes": [asdict(note) for note in difference.notes],
        "errata": [_effect(effect, effect.note, effect.only_corrected) for effect in difference.errata],
        "departures": [_effect(effect, effect.reason, effect.only_read) for effect in difference.departures],
    }


def _effect(effect: ErratumEffect | DepartureEffect, note: str, only_other: tuple[str, ...]) -> dict[str, Any]:
    fields = {name: getattr(effect, name) for name in ("edition", "rule", "relation")}
    return {**fields, "note": note, "onlyPrinted": effect.only_printed, "onlyOther": only_other}


def _clause(edition: Edition, clause: str) -> str:
    """A clause with its document, by default the edition's own."""
    return clause if clause.startswith("RFC ") else f"{edition.document}, {clause}"


def _row(row: RuleDifference, difference: Difference, line_of: dict[tuple[str, str], int]) -> list[Any]:
    """Line (or -1), old and new name, relation, rewritten, and the witnesses as [text, at, rule, component]."""
    sides = [
        line_of.get((edition, rule.lower()), -1)
        for edition, rule in ((difference.old, row.old_rule), (difference.new, row.new_rule))
        if rule is not None
    ]
    witnesses = [
        [[example.text, example.at, example.rule, example.component] for example in side]
        for side in (row.only_old, row.only_new)
    ]
    line = sides[0] if len(set(sides)) == 1 else -1
    return [line, row.old_rule, row.new_rule, row.relation, row.rewritten, *witnesses]


def _part(name: str) -> str:
    return (resources.files("uriverse.lab") / name).read_text("utf-8").strip()
