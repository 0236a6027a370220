"""What the playground asks of the package: JSON in, JSON out. The page runs this file in Pyodide, the tests in CPython.

The engine in WebAssembly answers what it can at once: components, refusals, targets, normal forms. Here is what needs
Python: sentences, steps, findings, parsers, repairs, and the compiler of grammars.
"""

from __future__ import annotations

import base64
import json
from contextlib import suppress
from functools import lru_cache
from typing import Any

import uriverse as uv
from uriverse.audit import findings
from uriverse.confusion.sentences import equal_cuts, refusals
from uriverse.editions.registry import Edition
from uriverse.errors import ResolutionError, URLError
from uriverse.errors.diagnosis import clause
from uriverse.lab import Explainer, resolution
from uriverse.lab.ambiguity import Ambiguity
from uriverse.whatwg import URL, validation_errors

# The search for a repair runs while nobody waits for it, but it keeps the worker busy.
REPAIR_WORK = 100_000
# A grammar of one's own is compiled while somebody types: half of what `from_grammar` takes at most.
GRAMMAR_WORK = 10_000_000
PARSERS = ("whatwg", "urllib", "split", "rfc3986", "rfc3987", "rfc2396", "rfc1808")

# The edition that the visitor's grammar gave last.
_own: dict[str, Edition] = {}


def facts(edition: Edition) -> dict[str, Any]:
    """What the page shows of an edition besides what its table does."""
    steps = {level: [] for level in edition.levels}
    for step, section in (edition.normal_form or {}).items():
        level = {"triplet-case": "case", "unreserved-triplets": "percent", "dot-segments": "path"}.get(step, "scheme")
        steps.setdefault(level, []).append([step, section])
    for component, section in edition.case_insensitive.items():
        steps["case"].append([f"{component}-case", section])
    return {
        "id": edition.id,
        "document": edition.document,
        "title": edition.title,
        "date": edition.date,
        "clauses": {rule: clause(edition, rule) for rule in edition.clauses},
        "levels": list(edition.levels),
        "steps": steps,
        "resolves": edition.resolves_as or edition.id if edition.resolution else None,
    }


def answer(question: str) -> str:
    """All that is said of a text: why it is refused, what stays open, steps, findings, parsers."""
    asked = json.loads(question)
    text, base = asked["text"], asked["base"]
    edition = _edition(asked["edition"])
    return json.dumps(
        {
            **_explained(text, edition),
            "resolution": None if base == "" else _resolved(text, base, edition),
            "findings": [row.as_dict() for row in findings(text, edition=edition) if row.kind == "finding"],
            "url_standard": _by_url_standard(text, base or None),
            "web_url": None if base else _web_url(text),
            "agreement": _agreement(text, base or None),
        }
    )


def mend(question: str) -> str:
    """What a refused text most likely means, with the reasons, and the shortest edit that the edition accepts."""
    asked = json.loads(question)
    text, edition = asked["text"], _edition(asked["edition"])
    refusal = _explainer(edition).explain(text, max_work=REPAIR_WORK)[edition.id].refusal
    answer = {"mended": None, "why": [], "nearest": None if refusal is None else refusal.repair}
    if refusal is not None:
        with suppress(uv.URIError):
            mended = uv.mend(text, edition=edition)
            reasons = dict.fromkeys(change.why for change in mended.changes)
            answer |= {"mended": str(mended.reference), "why": list(reasons)}
    return json.dumps(answer)


def compile_grammar(question: str) -> str:
    """A grammar as an edition: its facts and its table in base64, or the error in words."""
    asked = json.loads(question)
    try:
        edition = Edition.from_grammar(
            asked["grammar"], start=asked["start"], id="yours", max_work=GRAMMAR_WORK, file="your grammar"
        )
        _own["yours"] = edition
        return json.dumps({"facts": facts(edition), "table": base64.b64encode(edition.tables).decode()})
    except uv.URIError as error:
        return json.dumps({"error": str(error)})


def _edition(name: str) -> Edition:
    return _own.get(name) or uv.EDITIONS[name]


@lru_cache(maxsize=32)
def _explainer(edition: Edition) -> Explainer:
    return Explainer([edition])


def _explained(text: str, edition: Edition) -> dict[str, Any]:
    outcome = _explainer(edition).explain(text, repair=False)[edition.id]
    refusal = outcome.refusal
    return {
        "refusal": None
        if refusal is None
        else {"at": refusal.at, "expected": refusal.expected, "hint": refusal.hint, "message": refusal.message},
        "open": [_open(ambiguity) for ambiguity in outcome.ambiguities],
        "notes": [note for _, note in outcome.notes],
    }


def _open(ambiguity: Ambiguity) -> dict[str, str]:
    return {"sentence": ambiguity.sentence, "clause": ambiguity.clause}


def _resolved(text: str, base: str, edition: Edition) -> dict[str, Any]:
    try:
        return resolution(text, base, edition=edition).as_json()
    except (uv.URISyntaxError, ResolutionError) as error:
        return {"error": str(error)}


def _by_url_standard(text: str, base: str | None) -> dict[str, Any]:
    try:
        url = URL(text, base)
        errors = validation_errors(text, base)
    except URLError as error:
        return {"href": None, "error": str(error)}
    return {"href": url.href, "errors": [{"name": e.name, "at": e.at, "message": str(e)} for e in errors]}


def _web_url(text: str) -> dict[str, Any]:
    """The text of `uv.URL`, and what was changed to make it."""
    try:
        changes = uv.URL.changes(text)
    except URLError as error:
        return {"url": None, "error": str(error), "changes": []}
    rows = [{**change._asdict(), "sentence": change.sentence} for change in changes]
    return {"url": str(uv.URL(text)), "changes": rows}


def _agreement(text: str, base: str | None) -> dict[str, Any]:
    found = uv.agreement(text, parsers=PARSERS, base=base)
    return {
        "verdict": found.verdict,
        "agrees": found.agrees,
        "differing": found.differing,
        "confusions": [
            {"title": each.title, "sentence": each.sentence, "clauses": [each.clause, each.other_clause]}
            for each in found.confusions
        ],
        "cuts": [{"parsers": names, **cut.as_dict()} for names, cut in equal_cuts(found.cuts)],
        "refusals": [{"parsers": names, "reason": reason} for names, reason in refusals(found.cuts).items()],
    }
