"""The oracle judges itself: our editions have no fault, each mutant that differs is found, and a crash is a result."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import uriverse as uv
from implementations import implementations
from kept_answers import read_kept
from support.mutants import Mutant, mutants
from support.paths import ROOT
from uriverse.cli.commands import plug_ins
from uriverse.cli.commands import uriverse as group
from uriverse_oracle import Answers, Driver, Question, Study, Verdict, judge, questions, questions_of, run
from uriverse_oracle.answers import Answer
from uriverse_oracle.command import command
from uriverse_oracle.questions import ASKED, _questions, sample
from uriverse_oracle.running import MOST_DEATHS
from uriverse_oracle.standard import against_url_standard, url_standard
from uriverse_oracle.study import contradicts

DRIVERS = ROOT / "oracle" / "drivers"
MOST = 40


def in_process(edition: Any, asked: list[Question]) -> Answers:
    """The answers of an edition, without a process."""
    answers = tuple(Answer(uv.is_valid(question.text, edition=edition)) for question in asked)
    return Answers("ours", "", "", 0, 0, answers)


@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396"])
def test_our_editions_have_no_fault_through_the_protocol(edition: str) -> None:
    answers = run("ours", [sys.executable, str(DRIVERS / "ours.py"), edition], questions(most=MOST), seconds=60)
    verdict = judge(answers, questions(most=MOST))
    nearest = verdict.resembles
    assert (nearest.edition, nearest.distance, nearest.wrong_components, verdict.failures) == (
        edition,
        0,
        (0, ""),
        (0, "", ""),
    )
    assert nearest.asked > 200 and nearest.resolutions > 100
    assert all(each.distance > 0 for each in verdict.editions if each.edition in {"rfc1808", "rfc2732"})
    assert answers.version == uv.__version__


@pytest.mark.parametrize("edition", ASKED)
def test_every_edition_has_no_fault_on_large_samples(edition: str) -> None:
    asked = [Question("parse", text) for text in sample(edition, 2000, 7)]
    found = judge(in_process(edition, asked), asked, editions=[edition]).resembles
    assert found.faults == 0 and found.asked == len(asked)
    accepted = [text for text in sample(edition, 2000, 7) if uv.is_valid(text, edition=edition)]
    assert min(len(accepted), len(asked) - len(accepted)) > len(asked) // 4


def start_mutants(edition: str) -> list[Mutant]:
    """Mutants of the automaton by which an edition's texts are accepted, as a whole."""
    start = uv.EDITIONS[edition].start
    return [each for each in mutants(edition, 400) if start in each.rules][:6]


@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396"])
def test_a_mutant_is_found_and_named(edition: str) -> None:
    """The complete suite of the start rule: a mutant of it has faults, the shortest is shown, and a rule is named."""
    start = uv.EDITIONS[edition].start
    asked = [Question("parse", text) for text in sample(edition, 1_000_000, 1, classes=True)]
    found = start_mutants(edition)
    assert found
    for mutant in found:
        changed = mutant.as_edition()
        answers = tuple(Answer(uv.is_valid(each.text, rule=start, edition=changed)) for each in asked)
        verdict = judge(Answers("mutant", "", "", 0, 0, answers), asked, editions=[edition]).resembles
        assert verdict.faults, mutant.what
        assert verdict.accepted_witnesses or verdict.refused_witnesses
        assert bool(verdict.rules) == bool(verdict.wrongly_accepted)
        for text in (*verdict.accepted_witnesses, *verdict.refused_witnesses):
            assert uv.is_valid(text, rule=start, edition=changed) != uv.is_valid(text, edition=edition)


def test_the_questions_are_the_same_every_time() -> None:
    first = questions(most=MOST)
    _questions.cache_clear()
    assert questions(most=MOST) == first != questions(most=MOST, seed=2)
    texts = [question.text for question in questions(most=MOST) if question.operation == "parse"]
    assert len(texts) == len(set(texts)) > 100


CRASHING = """
import json, os, sys, time
for line in sys.stdin:
    text = json.loads(line)["text"]
    if text == "crash": os._exit(3)
    if text == "sleep": time.sleep(60)
    if text == "flood": print("x" * 20_000_000, end="", flush=True); time.sleep(60)
    if text == "garbage": print("not json", flush=True); continue
    if text == "list": print("[]", flush=True); continue
    print(json.dumps({"accepted": True, "host": "h"}), flush=True)
"""


def test_a_driver_that_dies_is_restarted_and_its_death_is_a_result() -> None:
    asked = [Question("parse", text) for text in ("a", "crash", "a", "sleep", "flood", "garbage", "list", "a")]
    found = run("bad", [sys.executable, "-c", CRASHING], asked, seconds=1).answers
    assert [answer.failure for answer in found] == [
        "", "crash, exit code 3", "", "timeout", "too long", "no JSON", "no object", ""
    ]  # fmt: skip
    verdict = judge(Answers("bad", "", "", 0, 0, found), asked)
    assert verdict.failures[0] == 5 and verdict.resembles.asked == 3


def test_a_driver_that_always_dies_is_given_up() -> None:
    with Driver([sys.executable, "-c", "raise SystemExit"], seconds=5) as driver:
        found = [driver.ask({"operation": "parse", "text": "a"})["failure"] for _ in range(MOST_DEATHS + 5)]
    assert found == ["crash, exit code 0"] * MOST_DEATHS + ["given up"] * 5


def test_a_driver_that_is_not_there_says_so() -> None:
    found = run("none", ["/no/such/program"], questions(most=MOST)[:2]).answers
    assert [answer.failure for answer in found] == ["does not start: No such file or directory"] * 2
    with pytest.raises(TypeError, match="command"):
        Driver("python")


@pytest.mark.parametrize(
    "library", ["urllib", "rfc3986", "yarl", "furl", "httpx", "hyperlink", "urllib3", "pydantic", "ada_url"]
)
def test_the_python_drivers_answer(library: str) -> None:
    asked = questions(most=MOST)[:30] + questions(most=MOST)[-30:]
    answers = run(library, [sys.executable, str(DRIVERS / "python_libraries.py"), library], asked, seconds=60)
    assert answers.version and not [answer for answer in answers.answers if answer.failure]
    assert {answer.accepted for answer in answers.answers} >= {True}


def test_urllib_has_the_deviations_that_its_documentation_names() -> None:
    """`urlsplit` checks little: it accepts what the grammar refuses, and refuses nothing of it."""
    driver = [sys.executable, str(DRIVERS / "python_libraries.py"), "urllib"]
    verdict: Verdict = judge(run("urllib", driver, questions(most=MOST), seconds=60), questions(most=MOST))
    against = next(each for each in verdict.editions if each.edition == "rfc3986")
    assert against.wrongly_accepted > 10
    # "Out of range" ports raise ValueError, and "IPvFuture" is looked for in small letters.
    assert {rule for rule, _ in against.refused_rules} <= {"port", "IPvFuture"}
    # A query or a fragment that is there but empty is dropped.
    lost = {reference for reference, *_ in against.resolution_witnesses}
    assert lost & {"?", "#", "http:g"}


def test_the_command_keeps_answers_and_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "ours.json.xz"
    run_it = [
        "run",
        "ours",
        "--most",
        "10",
        "--to",
        str(path),
        "--",
        sys.executable,
        str(DRIVERS / "ours.py"),
        "rfc2396",
    ]
    result = CliRunner().invoke(command, run_it)
    assert result.exit_code == 0 and "0 without an answer" in result.output
    answers = Answers.read(path)
    assert answers.implementation == "ours" and (answers.most, answers.seed) == (10, 1)
    shown = CliRunner().invoke(command, ["show", str(path)])
    assert shown.exit_code == 0 and "resembles rfc2396 most" in shown.output
    as_json = CliRunner().invoke(command, ["show", str(path), "--json"])
    assert json.loads(as_json.output)["editions"][0]["edition"] == "rfc2396"
    path.write_text("{}", "utf-8")
    assert CliRunner().invoke(command, ["show", str(path)]).exit_code == 2
    with pytest.raises(ValueError, match="answers"):
        judge(answers, questions(most=MOST))


def test_the_command_is_a_plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed, it is a command of `uriverse`; where it is not, the error says what to install."""
    plug_ins.cache_clear()
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [])
    missing = CliRunner().invoke(group, ["oracle", "show"])
    assert (missing.exit_code, "pip install ./oracle" in missing.stderr) == (2, True)
    monkeypatch.undo()
    plug_ins.cache_clear()
    project = tomllib.loads((ROOT / "oracle" / "pyproject.toml").read_text("utf-8"))["project"]
    (entry,) = project["entry-points"]["uriverse.commands"].items()
    information = tmp_path / "uriverse_oracle-9.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Name: uriverse-oracle\nVersion: 9\nSummary: asks\n")
    (information / "entry_points.txt").write_text(f"[uriverse.commands]\n{entry[0]} = {entry[1]}\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert CliRunner().invoke(group, ["oracle", "--help"]).output.startswith("Usage: uriverse oracle")
    assert re.search("  oracle +asks", CliRunner().invoke(group, ["--help"]).output)
    plug_ins.cache_clear()


@pytest.mark.jvm
def test_java_resembles_what_its_documentation_says() -> None:
    """ "RFC 2396 ... as amended by RFC 2732": the documentation of `java.net.URI`."""
    asked = questions(most=300)
    verdict = judge(run("java.net.URI", ["java", str(DRIVERS / "JavaNetUri.java")], asked, seconds=60), asked)
    assert verdict.resembles.edition == "rfc2732" and verdict.failures[0] == 0


kept = cache(read_kept)


def test_kept_answers_are_whole() -> None:
    """Each row of implementations.toml has answers to the questions that two numbers make."""
    assert kept().keys() == {row.name for row in implementations()}
    for answers in kept().values():
        assert len(answers.answers) == len(questions_of(answers))


@pytest.mark.parametrize("name", sorted(row.name for row in implementations()))
def test_a_learned_automaton_answers_as_the_implementation_did(name: str) -> None:
    """The sample was asked in another run than the one from which the automaton was learned."""
    answers = kept()[name]
    study = Study.kept(answers)
    assert study is not None and Study.of(json.loads(json.dumps(study.as_data()))) == study
    asked = questions_of(answers)
    assert [each.prefix for each in study.learned if contradicts(each, answers, asked)] == []


def test_implementations_of_the_url_standard_agree() -> None:
    """Ada answers as we do. Node 20 does too, but for two departures from the Standard.

    Section 4.4, no scheme state: against a base with an opaque path a reference is refused unless it begins with "#".
    Node 20 resolves those that have a "#" further on. Path state: a ".." at the end leaves an empty segment after it,
    so that "x:/g/../.." has the path "/"; Node 20 leaves none.
    """
    ada, node = kept()["python-ada_url"], kept()["node-url"]
    asked = questions_of(ada)
    assert against_url_standard(ada, asked).differing == 0
    differing = [
        question
        for question, answer in zip(questions_of(node), node.answers, strict=True)
        if question.operation != "normalize" and (answer.accepted, answer.result) != url_standard(question)
    ]
    opaque = [question for question in differing if question.base == "urn:a:b"]
    assert len(opaque) == 5 and all(question.text.find("#") > 0 for question in opaque)
    assert [question.text for question in differing if question not in opaque] == ["x:/g/./../.."]
    assert node.version == "v20.20.2"
