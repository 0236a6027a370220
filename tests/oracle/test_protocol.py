"""What a driver may do wrong: each failure is a result, ends in time, and is never taken for a verdict."""

from __future__ import annotations

import sys

import pytest

from uriverse_oracle import Answers, Question, questions, run


def few() -> list[Question]:
    return questions(most=10)[:150]


# A driver that accepts everything, but for what it does before the answer to its line number `n`.
DRIVER = """
import json, os, sys, time
for n, line in enumerate(sys.stdin):
    question = json.loads(line)
    answer = json.dumps({{"version": "1"}} if question["operation"] == "version" else {{"accepted": True}})
    {}
    print(answer, flush=True)
"""


def answers_of(line: str, seconds: float = 1.0) -> Answers:
    return run("d", [sys.executable, "-c", DRIVER.format(line)], few(), seconds=seconds)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("print(answer, flush=True)", "more lines than questions"),
        ("if n == 100: print(answer)", "more lines than questions"),
        ("if n == 150: print(answer)", "more lines than questions"),
        ("if n == 60: print((answer + chr(10)) * 5000, end='')", "more lines than questions"),
        ("if n == 7: print()", "more lines than questions"),
        ("if n: answer = json.dumps({'accepted': True, 'id': str(n if n != 9 else 8)})", "another order"),
        ("if n: answer = json.dumps({'accepted': n % 2 == 0})", "asked alone"),
        ("if n % 2 == 0: held = answer; continue\n    print(answer); answer = held", "never answers"),
        ("continue", "never answers"),
        ("raise SystemExit", "crash"),
    ],
)
def test_a_driver_that_breaks_the_protocol_has_no_answers(
    line: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which line answers which question is not known, so none counts."""
    monkeypatch.setattr("uriverse_oracle.running.START_IDLE", 1.0)
    found = answers_of(line).answers
    assert {fault in answer.failure or answer.failure == "given up" for answer in found} == {True}, found[0]


@pytest.mark.parametrize(
    ("line", "failure"),
    [
        ("if n == 30: answer = '[' * 100000", "no JSON"),
        ("if n == 30: answer = '{\"accepted\": NaN}'", "no JSON"),
        ('if n == 30: answer = \'{"accepted": true, "host": 1e999}\'', "host is not a text or null"),
        ("if n == 30: answer = '{\"accepted\": true, \"port\": ' + '1' * 5000 + '}'", "no JSON"),
        ("if n == 30: answer = '{\"accepted\": 1}'", "accepted is not true or false"),
        ("if n == 30: answer = '{}'", "accepted is missing"),
        ("if n == 30: answer = '[]'", "no object"),
        ("if question['text'] == ASKED: answer = 'x' * (17 << 20)", "too long"),
        ("if question['text'] == ASKED: time.sleep(60)", "timeout"),
        ("while question['text'] == ASKED: pass", "timeout"),
        ("while question['text'] == ASKED: sys.stdout.write('x' * 100000)", "too long"),
        ("if question['text'] == ASKED: os._exit(3)", "crash, exit code 3"),
        ("if question['text'] == ASKED: continue", "timeout"),
        ("sys.stderr.write('e' * 20000)", ""),
    ],
)
def test_one_bad_answer_is_one_lost_answer(line: str, failure: str) -> None:
    found = answers_of(line.replace("ASKED", repr(few()[29].text))).answers
    lost = [answer.failure for answer in found if answer.failure]
    assert lost == [failure] * bool(failure)
    assert sum(answer.accepted is True for answer in found) == len(few()) - len(lost)


def test_a_question_that_a_driver_does_not_read_is_late_too() -> None:
    """More than a pipe holds is not waited for."""
    code = "import time; print('{}', flush=True); input(); time.sleep(60)"
    from uriverse_oracle import Driver

    with Driver([sys.executable, "-c", code], seconds=1) as driver:
        assert driver.ask({"operation": "version", "text": ""}) == {}
        assert driver.ask({"operation": "parse", "text": "a" * 1_000_000}) == {"failure": "timeout"}
