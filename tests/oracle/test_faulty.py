"""Implementations with one subtle fault each: the default questions find each, its shortest text and its rule.

Each is RFC 3986 by our engine but for one change. Three more have no fault but no virtue either.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner

import uriverse as uv
from uriverse.ground.masking import shown
from uriverse_oracle import Answers, EditionVerdict, judge, membership, questions
from uriverse_oracle.answers import Answer
from uriverse_oracle.command import command
from uriverse_oracle.faults import rule_at_fault
from uriverse_oracle.questions import ASKED, Question
from uriverse_oracle.standard import against_url_standard

# What finds these is asked whatever the size of the samples, and a small one is quick.
MOST = 100
EDITION = "rfc3986"


def same(text: str) -> str:
    return text


def never(_: str) -> bool:
    return False


def matches(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern).search


def large_port(text: str) -> bool:
    port = re.match(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*:([0-9]+)(?=[/?#]|$)", text)
    return port is not None and int(port[1]) > 65535


def same_answer(_: str, answer: dict[str, Any]) -> dict[str, Any]:
    return answer


@dataclass(frozen=True)
class Faulty:
    """An implementation with a fault, and how a person would name it.

    Attributes:
        reads: the text that it reads in place of the one that it is given.
        refuses: valid texts that it refuses.
        says: its answer, from the text and the right one.
        rule: the rule at fault among those that are named first; "" where it is another kind of fault.
        witness: the shortest text that shows it; "" where it is another kind of fault.
    """

    rule: str = ""
    witness: str = ""
    reads: Callable[[str], str] = same
    refuses: Callable[[str], object] = never
    says: Callable[[str, dict[str, Any]], dict[str, Any]] = same_answer


def nine_groups(text: str) -> str:
    return re.sub(r"\[[0-9A-Fa-f]+:((?:[0-9A-Fa-f]+:){7}[0-9A-Fa-f]+\])", r"[\1", text)


def target(change: Callable[[str, str], str]) -> Callable[[str, dict[str, Any]], dict[str, Any]]:
    """A change of what is resolved to, from the reference and the right target."""

    def says(text: str, answer: dict[str, Any]) -> dict[str, Any]:
        return answer if answer.get("result") is None else {**answer, "result": change(text, answer["result"])}

    return says


FAULTY = {
    "underscore in schemes": Faulty("scheme", "a_:", lambda t: re.sub(r"^[A-Za-z][\w+.-]*:", _without_lines, t)),
    "nine groups": Faulty("IPv6address", "//[1:1:1:1:1:1:1:1:1]", nine_groups),
    "octets to 259": Faulty("dec-octet", "//[::256.0.0.0]", lambda t: re.sub(r"(?<=[:.])25[6-9](?=[.\]])", "255", t)),
    "triplets in capitals": Faulty("pct-encoded", "%Fa", refuses=matches(r"%[0-9A-Fa-f]?[a-f]")),
    "no ? in fragments": Faulty("fragment", "#?", refuses=matches(r"#.*\?")),
    "ports to 65535": Faulty("port", "//:65536", refuses=large_port),
    "a colon first": Faulty(
        "segment-nz-nc", ":", lambda t: t if re.match("[A-Za-z]", t) else re.sub("^[^/?#:]*:", "./:", t)
    ),
    "[v in small letters": Faulty("IPvFuture", "//[V1.a]", refuses=matches(r"\[V")),
    "[ in userinfo": Faulty("userinfo", "//[@", lambda t: re.sub(r"(?<=//)([^/?#@]*)(?=@)", _without_brackets, t)),
    "no empty port": Faulty("port", "//:", refuses=matches(r"//[^/?#]*:(?=[/?#]|$)")),
    "a line feed at the end": Faulty("segment-nz-nc", "\n", lambda t: t.removesuffix("\n")),
    "fragment as query": Faulty(
        says=lambda _, a: {**a, "query": a["fragment"].partition("?")[2]} if "?" in (a.get("fragment") or "") else a
    ),
    "an empty query dropped": Faulty(
        says=lambda t, a: {**a, "written": t.replace("?", "", 1)} if a.get("query") == "" else a
    ),
    "triplets made small": Faulty(
        says=lambda _, a: {**a, "result": re.sub("%..", lambda m: m[0].lower(), a["result"])} if a.get("form") else a
    ),
    "a segment lost after /./": Faulty(says=target(lambda t, to: to.replace("/g/h", "/h") if "/./" in t else to)),
    "dots kept at the root": Faulty(
        says=target(lambda t, to: to.replace("://a/", "://a/../", 1) if t.startswith("../../../") else to)
    ),
}


def _without_lines(match: re.Match[str]) -> str:
    return match[0].replace("_", "x")


def _without_brackets(match: re.Match[str]) -> str:
    return match[0].replace("[", "x").replace("]", "x")


def answer(question: Question, edition: str, faulty: Faulty) -> Answer:
    """The answer of an edition with a fault."""
    text = question.text
    try:
        if question.operation == "resolve":
            resolved = uv.resolve(text, question.base, edition=edition)
            found: dict[str, Any] = {"result": None if isinstance(resolved, uv.SameDocument) else str(resolved)}
        elif question.operation == "normalize":
            found = {"result": str(uv.normalize(text, edition=edition)), "form": True}
        else:
            if faulty.refuses(text):
                return Answer(accepted=False)
            parsed = uv.parse(faulty.reads(text), edition=edition)
            names = ("scheme", "userinfo", "host", "path", "query", "fragment")
            found = {"port": parsed.port_text, "written": text, **{name: getattr(parsed, name) for name in names}}
            if faulty.reads(text) != text:
                found = {"written": text}
    except uv.URIError:
        return Answer(accepted=False)
    return Answer.of({"accepted": True, **faulty.says(text, found)})


@cache
def answers_of(name: str, edition: str = EDITION) -> Answers:
    faulty = FAULTY.get(name, Faulty())
    return Answers(
        name, "1", "2026-11-23", MOST, 1, tuple(answer(each, edition, faulty) for each in questions(most=MOST))
    )


@cache
def verdict_of(name: str) -> EditionVerdict:
    return judge(answers_of(name), questions(most=MOST), editions=[EDITION]).resembles


@pytest.mark.parametrize("name", sorted(FAULTY))
def test_a_fault_is_found_with_its_witness_and_its_rule(name: str) -> None:
    faulty, found = FAULTY[name], verdict_of(name)
    if not faulty.rule:
        others = found.wrong_components[0] + found.wrong_resolutions + found.rewritten + _wrong_forms(found)
        assert (found.faults, others > 0) == (0, True)
        return
    assert (*found.accepted_witnesses, *found.refused_witnesses)[0] == faulty.witness
    most_frequent = (found.rules or found.refused_rules)[0][0]
    assert faulty.rule in {rule_at_fault(faulty.witness, EDITION), most_frequent}


def _wrong_forms(found: EditionVerdict) -> int:
    return found.normalized - dict(found.normal_forms).get("syntax", 0)


# Of the faults with a rule one, whose witness is a control character; all others, for each kind has lines of its own.
SHOWN = ("a line feed at the end", *(name for name, faulty in FAULTY.items() if not faulty.rule))


@pytest.mark.parametrize("name", SHOWN)
def test_the_text_shows_the_fault(name: str, tmp_path: Any) -> None:
    """What the JSON has, a person reads: the witness, what is written, what is cut, the normal form and the target."""
    found, path = verdict_of(name), tmp_path / "answers.json"
    answers_of(name).write(path)
    text = CliRunner().invoke(command, ["show", str(path)]).output
    assert f"resembles {EDITION} most" in text
    if FAULTY[name].rule:
        assert repr(shown(FAULTY[name].witness)) in text and FAULTY[name].rule in text
    elif _wrong_forms(found):
        assert "normal forms" in text and repr(found.normal_witness[0]) in text
    elif found.rewritten:
        assert "written with other bytes" in text and repr(found.rewritten_witness[0]) in text
    elif found.wrong_components[0]:
        assert "cut differently:" in text
    else:
        assert repr(found.resolution_witnesses[0][0]) in text


@pytest.mark.parametrize("edition", ASKED)
def test_a_perfect_implementation_of_a_document_is_perfect(edition: str) -> None:
    """All of the valid accepted, all of the invalid refused, and no fault."""
    answers = answers_of("perfect", edition)
    found = judge(answers, questions(most=MOST))
    assert (found.resembles.edition, found.resembles.distance, found.resembles.rewritten) == (edition, 0, 0)
    whole = membership(answers, questions(most=MOST), edition)
    assert whole is not None
    assert (whole.valid_accepted, whole.invalid_refused, whole.kind) == (1.0, 1.0, "validates")


def test_a_perfect_implementation_of_the_url_standard_is_perfect(tmp_path: Any) -> None:
    """It is judged by the document that it names; by RFC 3986 it has thousands of faults."""

    def standard(question: Question) -> Answer:
        try:
            url = uv.whatwg.URL(question.text, question.base)
        except uv.URIError:
            return Answer(accepted=False)
        return Answer(True, url.href if question.operation != "parse" else None)

    answers = replace(answers_of("perfect"), answers=tuple(map(standard, questions(most=MOST))))
    whole = membership(answers, questions(most=MOST), "whatwg")
    assert whole is not None and (whole.valid_accepted, whole.invalid_refused) == (1.0, 1.0)
    answers.write(tmp_path / "answers.json")
    for options in [], ["--edition", "whatwg"]:
        text = CliRunner().invoke(command, ["show", str(tmp_path / "answers.json"), *options]).output
        assert "validates: it accepts 100% of the valid and refuses 100% of the invalid texts of whatwg" in text
        assert "\n  0 of " in text and not re.search("resembles|wrongly", text)
    assert against_url_standard(answers, questions(most=MOST)).differing == 0
    assert judge(answers, questions(most=MOST), editions=[EDITION]).resembles.faults > 1000


@pytest.mark.parametrize(
    ("accepted", "shares", "kind"), [(False, (0.0, 1.0), "refuses all"), (True, (1.0, 0.0), "does not validate")]
)
def test_who_gives_one_answer_to_all_is_named_so(
    accepted: bool, shares: tuple[float, float], kind: str, tmp_path: Any
) -> None:
    """No document is nearest to it."""
    answers = Answers("one answer", "1", "2026-11-23", MOST, 1, (Answer(accepted),) * len(questions(most=MOST)))
    whole = membership(answers, questions(most=MOST), EDITION)
    assert whole is not None
    assert ((whole.valid_accepted, whole.invalid_refused), whole.kind) == (shares, kind)
    answers.write(tmp_path / "answers.json")
    text = CliRunner().invoke(command, ["show", str(tmp_path / "answers.json")]).output
    assert kind in text and "resembles" not in text


def test_without_answers_there_is_no_verdict(tmp_path: Any) -> None:
    """A driver that breaks the protocol is not condemned."""
    answers = Answers(
        "twice", "1", "2026-11-23", MOST, 1, (Answer(failure="more lines than questions"),) * len(questions(most=MOST))
    )
    answers.write(tmp_path / "answers.json")
    text = CliRunner().invoke(command, ["show", str(tmp_path / "answers.json")]).output
    assert "more lines than questions" in text and "no verdict" in text
    assert not re.search("resembles|wrongly|nearest", text)
