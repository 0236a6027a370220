"""The answers of an implementation, kept as data: a verdict is made of them without running the driver again.

A file is JSON, compressed by xz if its name ends with ".xz": the implementation, its version, the date, the two
numbers from which the questions can be made again, and an answer for each question.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from uriverse.ground.masking import masked, masked_repr

_HEAD: Final = ("implementation", "version", "date", "most", "seed")
PARTS: Final = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer.

    Attributes:
        accepted: whether the text is accepted; None where the driver cannot say: it died, or has no such operation.
        result: the target of a resolution; None where there is none.
        parts: the components that the driver gives for a text that it accepts; None for an undefined one.
        written: the text that the implementation writes for what it parsed; None if the driver does not give it.
        failure: "crash", "timeout" and the like; "" for an answer.
    """

    accepted: bool | None = None
    result: str | None = None
    parts: Mapping[str, str | None] | None = None
    failure: str = ""
    written: str | None = None

    def __repr__(self) -> str:
        return masked_repr(self)

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> Self:
        """The answer in a line of a driver; members that are not in the protocol are left out.

        >>> Answer.of({"accepted": True, "host": "h", "more": 1}).parts
        {'host': 'h'}
        """
        accepted = line.get("accepted")
        result, written = line.get("result"), line.get("written")
        parts = {name: None if line[name] is None else str(line[name]) for name in PARTS if name in line}
        return cls(
            accepted if isinstance(accepted, bool) else None,
            result if isinstance(result, str) else None,
            parts or None,
            str(line.get("failure", "")),
            written if isinstance(written, str) else None,
        )


@dataclass(frozen=True, slots=True)
class Answers:
    """What an implementation answered.

    Attributes:
        implementation, version: which it is.
        date: of which day, as "YYYY-MM-DD".
        most, seed: with which `questions` made the questions.
        answers: one for each question.
        study: what `Study.as_data` gives, for `Study.kept`; None where the driver was not studied.
    """

    implementation: str
    version: str
    date: str
    most: int
    seed: int
    answers: tuple[Answer, ...]
    study: Mapping[str, Any] | None = None

    def __repr__(self) -> str:
        return masked(f"<{len(self.answers)} answers of {self.implementation} {self.version}, {self.date}>")

    def as_data(self) -> dict[str, Any]:
        """The answers as JSON has them."""
        head = {name: getattr(self, name) for name in (*_HEAD, "study")}
        return head | {"answers": [_kept(answer) for answer in self.answers]}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Self:
        """The answers that `as_data` wrote."""
        answers = tuple(Answer(*each) for each in data["answers"])
        implementation, version, date, most, seed = (data[name] for name in _HEAD)
        return cls(implementation, version, date, int(most), int(seed), answers, data.get("study"))

    def write(self, path: Path) -> None:
        """Keep the answers; the file is whole or not there."""
        write_json(path, self.as_data())

    @classmethod
    def read(cls, path: Path) -> Self:
        """The answers of a file.

        Raises:
            ValueError: if it is not such a file.
        """
        try:
            return cls.of_data(read_json(path))
        except (KeyError, TypeError, IndexError, ValueError, EOFError, lzma.LZMAError):
            raise ValueError(f"{path} is not a file of answers") from None


def write_json(path: Path, data: object) -> None:
    """Write data as JSON, compressed if the name ends with ".xz"; the file is whole or not there."""
    from uriverse.ground.output import whole_file

    text = json.dumps(data, separators=(",", ":")).encode("ascii")
    with whole_file(path) as temporary:
        temporary.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME) if path.suffix == ".xz" else text)


def read_json(path: Path) -> Any:
    """What `write_json` wrote."""
    content = path.read_bytes()
    return json.loads(lzma.decompress(content) if path.suffix == ".xz" else content)


def _kept(answer: Answer) -> list[object]:
    parts = None if answer.parts is None else dict(answer.parts)
    return [answer.accepted, answer.result, parts, answer.failure, answer.written]
