"""Ask the real libraries again for claims of the report, drawn at random, and print yes or no for each.

python oracle/check_report.py                  fifty claims of all implementations that are installed here
python oracle/check_report.py --count 20 --seed 7 python-yarl go-net-url

A claim is one answer that the report counts: a text that is accepted or refused, what is written for it, a target, a
normal form. A library of another version than the one that was asked is named and left out. Exits with 1 if one claim
does not hold, or if nothing could be asked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random

from implementations import Implementation, implementations
from parser_report.subjects import Subject, subjects
from uriverse_oracle import Driver, Question
from uriverse_oracle.answers import Answer

SECONDS = 20.0


def claims(one: Subject) -> Iterator[tuple[Question, Answer]]:
    """Each question whose answer the report counts for one implementation, with that answer."""
    for question, answer in zip(one.asked, one.answers.answers, strict=True):
        if answer.accepted is not None:
            yield question, answer


def as_sentence(question: Question, answer: Answer) -> str:
    """A claim in words.

    >>> as_sentence(Question("resolve", "g", "http://h/"), Answer(True, "http://h/g"))
    "resolves 'g' against 'http://h/' to 'http://h/g'"
    """
    if not answer.accepted:
        return (
            f"{'refuses' if answer.accepted is False else 'has no answer to'} {question.text!r} ({question.operation})"
        )
    if question.operation == "parse":
        written = "" if answer.written in (None, question.text) else f" and writes {answer.written!r}"
        return f"accepts {question.text!r}{written}"
    if question.base is None:
        return f"normalizes {question.text!r} to {answer.result!r}"
    return f"resolves {question.text!r} against {question.base!r} to {answer.result!r}"


def here(row: Implementation, version: str) -> str:
    """Why an implementation cannot be asked here; "" where it can."""
    if reason := row.cannot_be_built():
        return reason.splitlines()[-1][:100]
    with Driver(row.command, seconds=SECONDS) as driver:
        answer = driver.ask({"operation": "version", "text": ""})
    if "version" not in answer:
        return str(answer.get("failure", "it has no version"))
    return "" if answer["version"] == version else f"it is {answer['version']} here, and was {version}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw, ask and print; gives the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="rows of implementations.toml; all, if none is named")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    rows = {row.name: row for row in implementations() if not given.names or row.name in given.names}
    found = {}
    for one in subjects():
        if one.name in rows:
            reason = here(rows[one.name], one.answers.version)
            if reason:
                print(f"not asked: {one.name}: {reason}")
            else:
                found[one.name] = (one.title, list(claims(one)))
    random = Random(given.seed)
    wrong = asked = 0
    for name in sorted(random.choices(sorted(found), k=given.count) if found else ()):
        title, every = found[name]
        question, answer = random.choice(every)
        with Driver(rows[name].command, seconds=SECONDS) as driver:
            now = Answer.of(driver.ask(question.as_dict()))
        asked, wrong = asked + 1, wrong + (now != answer)
        print(f"{'yes' if now == answer else 'NO '} {title} {as_sentence(question, answer)}"[:300])
    print(f"{asked - wrong} of {asked} claims hold")
    return int(wrong > 0 or asked == 0)


if __name__ == "__main__":
    sys.exit(main())
