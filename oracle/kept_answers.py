"""The kept answers of all implementations, in one file: `answers.json.xz`.

Many implementations answer a question alike. So each question has its different answers once, and for each
implementation the number of the answer that it gave.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from implementations import ORACLE
from uriverse_oracle import Answers
from uriverse_oracle.answers import read_json, write_json

FILE = ORACLE / "answers.json.xz"


def read_kept() -> dict[str, Answers]:
    """The answers by the implementation's name, in the order of the names."""
    data = read_json(FILE)
    columns = zip(*([different[place] for place in places] for different, places in data["answers"]), strict=True)
    kept = zip(data["implementations"].items(), columns, strict=True)
    return {name: Answers.of_data(head | {"answers": filter(None, answers)}) for (name, head), answers in kept}


def keep(answers: Mapping[str, Answers]) -> None:
    """Keep the answers of some implementations; those of all others stay as they are."""
    heads: dict[str, dict[str, Any]] = {
        name: each.as_data() for name, each in sorted({**read_kept(), **answers}.items())
    }
    rows = []
    for given in zip_longest(*(head.pop("answers") for head in heads.values())):
        different = [each for place, each in enumerate(given) if each not in given[:place]]
        rows.append([different, [different.index(each) for each in given]])
    write_json(FILE, {"implementations": heads, "answers": rows})
