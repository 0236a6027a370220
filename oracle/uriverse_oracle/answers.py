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

    def write(self, path: Path) -> None:
        """Keep the answers; the file is whole or not there."""
        from uriverse.ground.output import whole_file

        head = {name: getattr(self, name) for name in ("implementation", "version", "date", "most", "seed")}
        studied = json.dumps(self.study)
        rows = ",\n".join(json.dumps(_kept(answer)) for answer in self.answers)
        with whole_file(path) as temporary:
            data = f'{json.dumps(head)[:-1]},\n"study": {studied},\n"answers": [\n{rows}\n]}}\n'.encode("ascii")
            packed = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME) if path.suffix == ".xz" else data
            temporary.write_bytes(packed)

    @classmethod
    def read(cls, path: Path) -> Self:
        """The answers of a file.

        Raises:
            ValueError: if it is not such a file.
        """
        content = path.read_bytes()
        try:
            data = json.loads(lzma.decompress(content) if path.suffix == ".xz" else content)
            answers = tuple(Answer(*each) for each in data["answers"])
            head = (data["implementation"], data["version"], data["date"], int(data["most"]), int(data["seed"]))
            return cls(*head, answers, data.get("study"))
        except (KeyError, TypeError, IndexError, ValueError, EOFError, lzma.LZMAError):
            raise ValueError(f"{path} is not a file of answers") from None


def _kept(answer: Answer) -> list[object]:
    parts = None if answer.parts is None else dict(answer.parts)
    return [answer.accepted, answer.result, parts, answer.failure, answer.written]
