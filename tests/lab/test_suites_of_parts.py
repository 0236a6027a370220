"""The suites of cuts and of resolution: what they hold, whom they agree with, and the faults that they catch."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import pytest

import twins
import uriverse as uv
from support.automata import OF_REFERENCES, compiled
from support.slow_components import Slow
from uriverse.grammar.readings import MARK
from uriverse.lab.cut_suites import CutCase, marked_texts
from uriverse.lab.cutting import Cutter

SMALL = ("rfc3986", "rfc2396", "rfc1808", "rfc1630")
# RFC 2396bis-00's suite of cuts has 665 thousand texts, which take 50 seconds.
OTHERS = tuple(edition for edition in OF_REFERENCES if edition not in (*SMALL, "rfc2396bis-00"))


@cache
def cuts(edition: Any) -> list[CutCase]:
    return list(uv.lab.cuts(edition))


@pytest.mark.parametrize("edition", [*SMALL, *(pytest.param(edition, marks=pytest.mark.slow) for edition in OTHERS)])
def test_cuts_are_those_of_the_slow_reader(edition: Any) -> None:
    """Every eleventh text of the suite, by a reader that tries the readings one by one."""
    slow = Slow(edition)
    cases = cuts(edition)[::11]
    assert len(cases) > 80
    for text, components in cases:
        expected = slow(text)
        assert expected is not None
        names = ("scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment")
        parts = {name: expected[name] for name in names if expected[name] is not None}
        assert {name: part for name, part in components.items() if name != "reg_name"} == parts


@pytest.mark.parametrize("edition", SMALL)
def test_marked_texts_have_the_components_of_the_readings(edition: str) -> None:
    """Each component is where the marks are, and nowhere else."""
    source, automata = uv.EDITIONS[edition], compiled(edition)
    cutter = Cutter(source)
    texts = [text for text, _ in cuts(edition)[::23]]
    for component in dict.fromkeys(slot.component for row in source.readings for slot in row.slots):
        marked = marked_texts(automata, component)
        for text in texts:
            attempt = next(attempt for attempt in cutter.attempts(text) if attempt.failure is None)
            part = attempt.part(component)
            right = None if part is None else (part.start, part.end)
            assert marked.accepts(text) == (right is None)
            for place in range(len(text) + 1):
                end = max(place, len(text) if right is None else right[1])
                around = text[:place] + MARK + text[place:end] + MARK + text[end:]
                assert marked.accepts(around) == ((place, end) == right), (component, around)


CUT = re.compile(r"(?s)(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?")


def cut(text: str, fault: str = "") -> dict[str, str]:
    """A program that cuts by RFC 3986, Appendix B and 3.2, or with a fault."""
    expression = CUT.pattern.replace("[^?#]*)", "[^#]*)", 1) if fault == "the last ?" else CUT.pattern
    match = re.fullmatch(expression, text)
    assert match is not None
    found = {"scheme": match[2], "authority": match[4], "path": match[5], "query": match[7], "fragment": match[9]}
    if match[4] is not None:
        at = match[4].find("@") if fault == "the first @" else match[4].rfind("@")
        host = match[4][at + 1 :]
        found["userinfo"] = match[4][:at] if at >= 0 else None
        colon = host.find(":") if fault == "the first colon" else host.rfind(":")
        if colon > host.find("]") or fault == "the first colon":
            found["port"] = host[colon + 1 :] if colon >= 0 else None
        found["host"] = host[:colon] if found.get("port") is not None else host
    if fault == "an empty part is absent":
        found = {name: part or None for name, part in found.items()} | {"path": found["path"]}
    if fault == "no fragment after a query" and found["query"] is not None and found["fragment"] is not None:
        found |= {"query": f"{found['query']}#{found['fragment']}", "fragment": None}
    return {name: part for name, part in found.items() if part is not None}


def wrong(cases: list[CutCase], fault: str) -> int:
    return sum(cut(text, fault) != components for text, components in cases)


def test_faults_of_a_program_that_cuts_are_caught() -> None:
    """By RFC 3986: the right program has no wrong answer, and each wrong one has some."""
    cases = cuts("rfc3986")
    assert wrong(cases, "") == 0
    faults = ["the first colon", "an empty part is absent", "no fragment after a query", "the last ?"]
    assert [fault for fault in faults if not wrong(cases, fault)] == []


@pytest.mark.parametrize("edition", OF_REFERENCES)
def test_targets_are_those_of_the_documents_steps(edition: Any) -> None:
    """Every thirteenth case, by a twin that follows the document's own steps."""
    resolves_as = "rfc1808" if edition == "rfc1738" else edition
    cases = list(islice(uv.lab.targets(edition), 0, None, 13))
    assert len(cases) > 700

    def is_uri(text: str) -> bool:
        return uv.is_valid(text, edition=resolves_as) and uv.parse(text, edition=resolves_as).scheme is not None

    for reference, base, strict, target, outcome in cases:
        found = twins.resolve(
            edition, base, reference, accepts=is_uri, strict=strict, excess_parents=None, new_request=False
        )
        if isinstance(found, twins.Failure):
            assert (outcome, target) == (found.reason, None)
        else:
            same = isinstance(found, twins.SameDocument)
            assert (outcome, target) == ("current-document" if same else "target", None if same else found)


FAULTS: dict[str, Callable[[str, str], str]] = {
    "excess parents stay": lambda reference, base: str(uv.resolve(reference, base, excess_parents="keep")),
    "three dots are two": lambda reference, base: str(uv.resolve(reference.replace("...", ".."), base)),
    "an encoded dot is a dot": lambda reference, base: str(uv.resolve(reference.replace("%2e", "."), base)),
    "empty segments go": lambda reference, base: re.sub("(?<=[^:/])//+", "/", str(uv.resolve(reference, base))),
    "an empty query goes": lambda reference, base: re.sub(r"\?(?=#|$)", "", str(uv.resolve(reference, base))),
    "an empty fragment goes": lambda reference, base: str(uv.resolve(reference, base)).removesuffix("#"),
    "no slash after a last ..": lambda reference, base: re.sub("/$", "", str(uv.resolve(reference, base))),
    "the base's own scheme goes": lambda reference, base: str(uv.resolve(reference, base, strict=False)),
    "the base keeps its query": lambda reference, base: (
        str(uv.resolve(reference, base)) + ("?q" if reference == "#s" and "?" not in base else "")
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_of_a_program_that_resolves_are_caught(fault: str) -> None:
    """RFC 3986's own suite, by its resolver with one fault."""
    cases = [case for case in uv.lab.targets("rfc3986") if case.strict]
    assert any(FAULTS[fault](case.reference, case.base) != case.target for case in cases)


@pytest.mark.parametrize("edition", ["rfc1808", "rfc2396", "rfc2396bis-00", "rfc1630"])
def test_editions_that_resolve_otherwise_are_told_apart(edition: str) -> None:
    """Each document's suite has cases that RFC 3986 answers otherwise."""
    ours = {case[:3]: case.target for case in uv.lab.targets("rfc3986")}
    others = [case for case in uv.lab.targets(edition) if ours.get(case[:3], case.target) != case.target]
    assert len(others) > 20
