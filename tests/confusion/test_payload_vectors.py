"""Texts of known attacks: what the parsers answered when they were recorded, and what they answer now.

The record has the version of each parser. Where a version is installed that is the recorded one, every answer must be
the recorded one. Where it is another, the answers may differ, and the class of confusion must still explain them. The
parsers of ours are always compared.
"""

from __future__ import annotations

import json

import pytest

import uriverse as uv
from support.vectors import VECTORS, payloads
from uriverse import confusion
from uriverse.confusion.cuts import OURS

PAYLOADS = payloads()
VERSIONS = json.loads((VECTORS / "agreement" / "payloads.json").read_text("utf-8"))["versions"]
INSTALLED = {cut.parser: cut.version for cut in uv.agreement("http://h/", parsers="all").cuts}


# Libraries that let the running Python's urllib cut the text: another Python is another version of them.
BY_URLLIB = {"django", "werkzeug"}


def is_recorded(parser: str) -> bool:
    versions = {parser, "urllib"} if parser in BY_URLLIB else {parser}
    return parser in OURS or all(VERSIONS.get(each) == INSTALLED[each] for each in versions)


CASES = [
    pytest.param(
        parser, id=f"{parser}, {INSTALLED[parser]}{'' if is_recorded(parser) else ', not the recorded version'}"
    )
    for parser in confusion.available_parsers()
]


def test_there_are_enough_payloads() -> None:
    """Each class has payloads, and each payload a class, a source, and a recorded answer of each recorded parser."""
    assert len(PAYLOADS) >= 97
    assert {payload["class"] for payload in PAYLOADS} == set(confusion.CLASSES)
    assert len({payload["text"] for payload in PAYLOADS}) == len(PAYLOADS)
    for payload in PAYLOADS:
        assert payload["source"] and set(payload["hosts"]) == set(VERSIONS)
    assert len([payload for payload in PAYLOADS if payload["differing"]]) > len(PAYLOADS) // 2


def test_the_record_is_consistent() -> None:
    """Recorded differences have their written class among the causes."""
    for payload in PAYLOADS:
        if payload["differing"]:
            assert payload["class"] in payload["confusions"], payload["text"]


@pytest.mark.parametrize("parser", CASES)
def test_the_answers_are_the_recorded_ones(parser: str) -> None:
    """Real calls; a version that was not recorded must at least answer each payload."""
    changed = {}
    for payload in PAYLOADS:
        cut = uv.agreement(payload["text"], parsers=parser).cuts[0]
        answer = cut.host if cut.accepted else False
        assert cut.parser == parser and cut.version == INSTALLED[parser]
        if parser in payload["hosts"] and answer != payload["hosts"][parser]:
            changed[payload["text"]] = answer
    assert not (is_recorded(parser) and changed)


def test_the_url_of_a_policy_has_one_host() -> None:
    """The widest policy makes the recorded URL of each text, in which every parser, really called, reads one host."""
    policy = uv.Policy(addresses="any")
    for payload in PAYLOADS:
        try:
            url = str(policy.url(payload["text"]))
        except uv.URIError:
            url = None
        assert payload["url"] == url
        accepted = {host for host in payload["url_hosts"] if host is not False}
        assert len(accepted) == (url is not None), payload["text"]
        assert url is None or uv.agreement(url, parsers="all").hosts.keys() == accepted
    assert sum(payload["url"] is not None for payload in PAYLOADS) > len(PAYLOADS) // 2


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: ascii(payload["text"]))
def test_a_difference_is_explained_by_its_class(payload: dict[str, str]) -> None:
    """Whatever is installed: where our parsers differ, the class that was written by hand is among the causes."""
    found = uv.agreement(payload["text"])
    assert not found.differing or payload["class"] in {each.id for each in found.confusions}


# A relative reference that looks like a host cannot be told from a file's name: "evil.com" beside "index.html".
NO_FINDING = {"google.com/abc", "evil.com", "0x7f.1/x"}


def test_the_audit_tells_of_what_confuses() -> None:
    """Each text on which parsers differed has a finding of the audit, with the named exceptions."""
    differing = [payload["text"] for payload in PAYLOADS if payload["differing"]]
    assert {text for text in differing if not list(uv.audit.findings(text))} == NO_FINDING
