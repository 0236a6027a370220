"""The kept answers of all implementations, in one file: `answers.json.xz`.

Many implementations answer a question alike, most of all in one field. So each field of the answers to a question has
its different values once, and a letter for each implementation: `["h", null]` and `aab` are two hosts "h" and an
undefined one. Values of one field side by side compress to half of what whole answers do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from string import ascii_letters
from typing import Any

from implementations import ORACLE
from uriverse_oracle import Answers
from uriverse_oracle.answers import PARTS, read_json, write_json

FILE = ORACLE / "answers.json.xz"
FIELDS = ("accepted", "result", "failure", "written", *PARTS)
# In "accepted": the implementation was not asked. In a part: it does not return that part.
ABSENT = ""
NOT_RETURNED = False


def read_kept() -> dict[str, Answers]:
    """The answers by the implementation's name, in the order of the names."""
    data = read_json(FILE)
    heads, fields = data["implementations"], [_values(*data["answers"][field]) for field in FIELDS]
    answers: dict[str, list[list[Any]]] = {name: [] for name in heads}
    for row in zip(*fields, strict=True):
        for name, (accepted, result, failure, written, *values) in zip(heads, zip(*row, strict=True), strict=True):
            if accepted != ABSENT:
                returned = zip(PARTS, values, strict=True)
                parts = {part: value for part, value in returned if value is not NOT_RETURNED}
                answers[name].append([accepted, result, parts or None, failure, written])
    return {name: Answers.of_data(head | {"answers": answers[name]}) for name, head in heads.items()}


def keep(answers: Mapping[str, Answers]) -> None:
    """Keep the answers of these implementations, and of no other."""
    heads: dict[str, dict[str, Any]] = {name: each.as_data() for name, each in sorted(answers.items())}
    given = zip_longest(*(head.pop("answers") for head in heads.values()))
    rows = [[_fields(answer) for answer in each] for each in given]
    fields: dict[str, tuple[list[list[Any]], list[str]]] = {}
    for place, field in enumerate(FIELDS):
        different, letters = fields[field] = ([], [])
        for row in rows:
            values = [each[place] for each in row]
            numbers: dict[Any, int] = {}
            letters.append("".join([ascii_letters[numbers.setdefault(value, len(numbers))] for value in values]))
            different.append(list(numbers))
    write_json(FILE, {"implementations": heads, "answers": fields})


def _values(different: list[list[Any]], letters: list[str]) -> Iterator[list[Any]]:
    """The values of a field for each question: one for each implementation."""
    for values, chosen in zip(different, letters, strict=True):
        by_letter = dict(zip(ascii_letters, values, strict=False))
        yield [by_letter[letter] for letter in chosen]


def _fields(answer: list[Any] | None) -> list[Any]:
    """The values of `FIELDS` in an answer."""
    accepted, result, parts, failure, written = answer or [ABSENT, None, None, "", None]
    return [accepted, result, failure, written, *((parts or {}).get(part, NOT_RETURNED) for part in PARTS)]
