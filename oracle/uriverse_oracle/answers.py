"""The answers of an implementation as data, from which a verdict is computed without running the driver again.

A file is JSON, compressed with xz if its name ends with ".xz": the implementation, its version, the date, the two
parameters of the questions, and an answer for each question.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Self

from uriverse.ground.masking import masked
from uriverse.ground.records import dataclass

_HEAD: Final = ("implementation", "version", "date", "most", "seed")
PARTS: Final = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer.

    Attributes:
        accepted: whether the text is accepted; None if the driver died or has no such operation.
        result: the target of a resolution, or None.
        parts: the components of an accepted text; None for an undefined one.
        written: the serialization of the parsed text; None if the driver does not return it.
        failure: "crash", "timeout" and the like; "" for an answer.
    """

    accepted: bool | None = None
    result: str | None = None
    parts: Mapping[str, str | None] | None = None
    failure: str = ""
    written: str | None = None

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> Self:
        """Parse a driver's answer; unknown members are ignored.

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
    """The answers of an implementation.

    Attributes:
        implementation, version: its name and version.
        date: the date of the answers, as "YYYY-MM-DD".
        most, seed: the arguments of `questions`.
        answers: one for each question.
        study: the result of `Study.as_data`, for `Study.kept`; None if the driver was not studied.
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
        """Return the answers as JSON data."""
        head = {name: getattr(self, name) for name in (*_HEAD, "study")}
        return head | {"answers": [_kept(answer) for answer in self.answers]}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Self:
        """Return the answers from the data of `as_data`."""
        answers = tuple(Answer(*each) for each in data["answers"])
        implementation, version, date, most, seed = (data[name] for name in _HEAD)
        return cls(implementation, version, date, int(most), int(seed), answers, data.get("study"))

    def write(self, path: Path) -> None:
        """Write the answers to a file, atomically."""
        write_json(path, self.as_data())

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the answers from a file.

        Raises:
            ValueError: it is not such a file.
        """
        try:
            return cls.of_data(read_json(path))
        except (KeyError, TypeError, IndexError, ValueError, EOFError, lzma.LZMAError):
            raise ValueError(f"{path} is not a file of answers") from None


def write_json(path: Path, data: object) -> None:
    """Write data as JSON, atomically, compressed if the name ends with ".xz"."""
    from uriverse.ground.output import whole_file

    text = json.dumps(data, separators=(",", ":")).encode("ascii")
    with whole_file(path) as temporary:
        temporary.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME) if path.suffix == ".xz" else text)


def read_json(path: Path) -> Any:
    """Read a file of `write_json`."""
    content = path.read_bytes()
    return json.loads(lzma.decompress(content) if path.suffix == ".xz" else content)


def _kept(answer: Answer) -> list[object]:
    parts = None if answer.parts is None else dict(answer.parts)
    return [answer.accepted, answer.result, parts, answer.failure, answer.written]
