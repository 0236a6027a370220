"""The questions' right answers, by the twins; and hostile shapes that grow."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

import pytest

import uriverse as uv
from twins import rfc3986 as twin
from uriverse_oracle import Driver, questions, study_places
from uriverse_oracle.growth import LENGTHS, SHAPES, Growth, grow
from uriverse_oracle.questions import UNNORMALIZED, expected_target, generated
from uriverse_oracle.study import accepted_by
from uriverse_oracle.verdicts import normal_forms


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_targets_of_generated_references_are_the_twins(seed: int) -> None:
    """RFC 3986, section 5.2, step by step."""
    asked = list(generated(300, seed))
    assert len(set(asked)) > 250
    for question in asked:
        assert question.base is not None
        assert expected_target(question, "rfc3986") == twin.resolve(question.base, question.text), question


def test_generated_references_meet_what_algorithms_differ_on() -> None:
    texts = [question.text for question in questions(most=1) if question.operation == "resolve"]
    for piece in ("//k/", "x:/", "..", "%2e", "?q/../r", "#f/../g", "//"):
        assert any(piece in text for text in texts), piece


def test_normal_forms_are_those_of_the_document() -> None:
    """RFC 3986, section 6.2.2: its example, and one for each step of 6.2.2.1 to 6.2.2.3 and 6.2.3."""
    assert normal_forms("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "rfc3986")["syntax"] == "example://a/b/c/%7Bfoo%7D"
    for text, level, form in [
        ("HTTP://www.EXAMPLE.com/", "case", "http://www.example.com/"),
        ("http://h/%7Esmith", "percent", "http://h/~smith"),
        ("http://h/a/../b", "path", "http://h/b"),
        ("http://example.com:/", "scheme", "http://example.com/"),
        ("http://example.com:80/", "scheme", "http://example.com/"),
    ]:
        assert normal_forms(text, "rfc3986")[level] == form
    assert all(normal_forms(text, "rfc3986") for text in UNNORMALIZED)


def test_each_shape_grows_as_it_says() -> None:
    for shape, (operation, text) in SHAPES.items():
        assert operation in ("parse", "resolve", "normalize"), shape
        for length in LENGTHS:
            assert length * 0.95 < len(text(length)) < length * 1.05 + 20, shape


def test_a_time_grows_where_both_last_steps_do() -> None:
    """One step that costs more is a cache; times near the clock's own, and those that nobody waits for, say nothing."""
    lengths = (4_000, 16_000, 64_000, 256_000)
    for seconds, failure, grows in [
        ((0.001, 0.016, 0.256), "", True),
        ((0.001, 0.016, 0.256), "crash", True),
        ((0.001, 0.016), "timeout", True),
        ((0.002, 0.008, 0.064, 0.256), "", False),
        ((0.000171, 0.000245, 0.0, 0.002623), "", False),
        ((0.0001, 0.0016, 0.0256), "", False),
        ((0.002, 0.008), "timeout", False),
    ]:
        assert Growth("many slashes", lengths, seconds, failure, limit=10.0).grows == grows, seconds


ACCEPTING = """
import json, sys
for line in sys.stdin:
    is_parse = json.loads(line)["operation"] == "parse"
    print('{"accepted": true}' if is_parse else "{}", flush=True)
"""


class Counted(Driver):
    """A driver whose clock counts the work that its answers would take, in seconds."""

    work: Callable[[float], float]
    spent = 0.0

    def ask(self, question: Mapping[str, str]) -> dict[str, object]:
        self.spent += Counted.work(len(question["text"]) / 1000)
        return super().ask(question)

    def cpu_seconds(self) -> float:
        return self.spent


@pytest.mark.parametrize(
    ("work", "grows"),
    [
        (lambda length: 0.005 + 0.001 * length, False),
        (lambda length: 0.0001 * length**2, True),
        (lambda length: (0.005 if length > 60 else 0.001) * length, False),
        (lambda length: 0.0001 * length**2 if length > 30 else 0.001 * length, True),
    ],
)
def test_only_what_grows_faster_than_its_text_is_reported(
    work: Callable[[float], float], grows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A linear driver with a slow start, a quadratic one, one with a single steep step, one steep from 31 kB on."""
    monkeypatch.setattr("uriverse_oracle.growth.SHAPES", {"many labels": SHAPES["many labels"]})
    monkeypatch.setattr("uriverse_oracle.growth.Driver", Counted)
    monkeypatch.setattr(Counted, "work", staticmethod(work), raising=False)
    lengths = tuple(length // 4 for length in LENGTHS if length < 1_000_000)
    (found,) = grow([sys.executable, "-c", ACCEPTING], lengths=lengths, seconds=20)
    assert found.grows == grows, found


ANSWERING = """
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    if question["operation"] != "parse": print("{}", flush=True); continue
    if question["text"].startswith("http://[") and len(question["text"]) > 1500: time.sleep(60)
    print('{"accepted": true}', flush=True)
"""


def test_a_shape_that_takes_too_long_is_a_result() -> None:
    found = {each.shape: each for each in grow([sys.executable, "-c", ANSWERING], lengths=(1000, 2000), seconds=1)}
    assert found.keys() == {shape for shape, (operation, _) in SHAPES.items() if operation == "parse"}
    assert (found["many brackets"].failure, len(found["many brackets"].seconds)) == ("timeout", 1)
    assert all(not each.failure and len(each.seconds) == 2 for each in found.values() if each.shape != "many brackets")


IN_A_CHILD = "for line in __import__('sys').stdin: sum(range(3_000_000)); print('{}', flush=True)"


def test_the_processor_time_of_a_child_counts() -> None:
    """A shell script that runs a program, as `go run` does; only Linux reports the time of another process."""
    with Driver(["sh", "-c", f'{sys.executable} -c "{IN_A_CHILD}"; true']) as driver:
        driver.ask({})
        before = driver.cpu_seconds()
        driver.ask({})
        after = driver.cpu_seconds()
    reported = before is not None and after is not None and after - before > 0.01
    assert reported == sys.platform.startswith("linux")


def test_a_character_that_one_class_hides_is_found() -> None:
    """By the suites "'" is as "!", both of `sub-delims`; a port may end before six digits."""

    def accepted(text: str) -> bool:
        port = text.rpartition(":")[2].rstrip("/")
        return uv.is_valid(text) and "'" not in text and not (port.isdigit() and len(port) > 5)

    found = {each.rule: each for each in study_places(lambda texts: [accepted(text) for text in texts], "rfc3986")}
    assert found["query"].refuses == "'" and found["query"].refused == "?'"
    assert ("1", 6) in [limit[:2] for limit in found["port"].limits]
    assert not any(each.takes for each in found.values())
    for each in found.values():
        assert not each.refused or (uv.is_valid(each.refused) and not accepted(each.refused))


DIES_OF_THE_SEVENTH = """
import sys
for number, line in enumerate(sys.stdin):
    if number == 6:
        sys.exit(1)
    print('{"accepted": true}', flush=True)
"""


def test_a_text_without_an_answer_is_asked_again() -> None:
    """A driver that dies of what it was asked before has not refused what came next."""
    with Driver([sys.executable, "-c", DIES_OF_THE_SEVENTH], seconds=5) as driver:
        assert accepted_by(driver, list("abcdefghij")) == [True] * 10
        assert driver.deaths == 2  # once among the others, and once when these were asked again one by one
