"""A driver as a process: asked line by line, bounded in time and size, restarted when it dies.

A question that kills the driver is answered with "crash", one that it does not answer in time with "timeout", one whose
answer is longer than 16 MB with "too long"; all are results. After each the driver is started again and the next
question is asked. A driver that dies `MOST_DEATHS` times is given up: the questions that are left are answered with
"given up".

"In time" is processor time, so that a busy machine makes no timeouts. With `seconds=5` an answer is late when the
driver has computed for 5 seconds, or when it has waited for 5 seconds and computed nothing. Where the system does not
tell the processor time, every driver seems to wait, and the 5 seconds are those of the clock.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from uriverse.ground.argument_types import check_argument, takes
from uriverse_oracle.answers import Answer, Answers
from uriverse_oracle.questions import Question

MOST_DEATHS: Final = 20
# An answer repeats a question of 256,000 characters a few times, each perhaps as "\\u0026".
LONGEST_LINE: Final = 1 << 24
START_SECONDS: Final = 60.0
# Less than a pipe holds: then writing never waits for a driver that waits for its answers to be read.
BATCH_BYTES: Final = 1 << 14
BATCH_LINES: Final = 200
# How often a driver that has not answered is looked at, in seconds.
LOOK_SECONDS: Final = 0.1
# A driver that computes a little now and then is late after so many times its seconds.
PATIENCE: Final = 20


class Driver:
    """A driver's process; a context manager that ends it.

    Args:
        command: the program and its arguments. It is not run by a shell.
        seconds: how long it may compute or wait for an answer; for the first after a start it has a minute, to compile
            and load.

    >>> import sys
    >>> code = "import sys\\nfor line in sys.stdin: print('{\\"accepted\\": false}', flush=True)"
    >>> with Driver([sys.executable, "-c", code]) as driver:
    ...     driver.ask({"operation": "parse", "text": "a"})
    {'accepted': False}
    """

    def __init__(self, command: Sequence[str], *, seconds: float = 5.0) -> None:
        check_argument("command", command, Sequence)
        if isinstance(command, str) or not command:
            raise TypeError("command must be a program and its arguments, a list of texts")
        self.command: list[str] = list(command)
        self.seconds = seconds
        self.deaths: int = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""
        self._not_started = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ask(self, question: dict[str, str]) -> dict[str, Any]:
        """The answer to a line; {"failure": ...} where there is none."""
        return self.ask_all([question])[0]

    def ask_all(self, questions: Sequence[dict[str, str]]) -> list[dict[str, Any]]:
        """The answers to lines, in order.

        Many lines are written before the first answer is read, so that neither program waits for the other.
        """
        lines = [json.dumps(question).encode("ascii") + b"\n" for question in questions]
        found: list[dict[str, Any]] = []
        while len(found) < len(lines):
            count, size = 1, len(lines[len(found)])
            while count < BATCH_LINES and len(found) + count < len(lines):
                size += len(lines[len(found) + count])
                if size > BATCH_BYTES:
                    break
                count += 1
            found += self._ask(lines[len(found) : len(found) + count])
        return found

    def cpu_seconds(self) -> float | None:
        """The processor time of the driver and its child processes; None where the system does not tell it."""
        if self._process is None or not sys.platform.startswith("linux"):
            return None
        try:
            return sum(_clock(each) for each in _with_children(self._process.pid))
        except OSError:
            return None

    def _ask(self, lines: Sequence[bytes]) -> list[dict[str, Any]]:
        """The answers to some lines, at least one; after a failure, the last one, those of the others are missing."""
        if self.deaths >= MOST_DEATHS:
            return [{"failure": self._not_started or "given up"}] * len(lines)
        started = self._process is None
        try:
            process = self._process or self._start()
        except OSError as error:
            self.deaths, self._not_started = MOST_DEATHS, f"does not start: {error.strerror}"
            return [{"failure": self._not_started}]
        assert process.stdin is not None
        found: list[dict[str, Any]] = []
        try:
            # A driver that dies within a batch has answered the lines before; they are read below.
            with suppress(BrokenPipeError):
                process.stdin.write(b"".join(lines))
                process.stdin.flush()
            for _ in lines:
                line = self._line(process, START_SECONDS if started and not found else self.seconds)
                # A driver in C may pass on octets that are not UTF-8.
                answer = json.loads(line.decode("utf-8", "surrogateescape"))
                if not isinstance(answer, dict):
                    return [*found, self._died("no object")]
                found.append(answer)
        except EOFError:
            return [*found, self._died("crash")]
        except TimeoutError:
            return [*found, self._died("timeout")]
        except OverflowError:
            return [*found, self._died("too long")]
        except ValueError:
            return [*found, self._died("no JSON")]
        return found

    def close(self) -> None:
        """End the process."""
        process, self._process, self._rest = self._process, None, b""
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()
        process.kill()
        process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        return self._process

    def _died(self, failure: str) -> dict[str, Any]:
        self.deaths += 1
        code = None
        if self._process is not None and failure == "crash":
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(self.seconds)
        self.close()
        return {"failure": failure if code is None else f"{failure}, exit code {code}"}

    def _line(self, process: subprocess.Popen[bytes], seconds: float) -> bytes:
        """The next line of the driver, in time."""
        assert process.stdout is not None
        patience = _Patience(self, seconds)
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                if selector.select(LOOK_SECONDS):
                    found = os.read(process.stdout.fileno(), 1 << 16)
                    if not found:
                        raise EOFError
                    self._rest += found
                if len(self._rest) > LONGEST_LINE:
                    raise OverflowError
                if patience.is_over():
                    raise TimeoutError
        line, _, self._rest = self._rest.partition(b"\n")
        return line


class _Patience:
    """How long a driver has computed and waited for one answer."""

    def __init__(self, driver: Driver, seconds: float) -> None:
        self._driver, self._seconds = driver, seconds
        self._looked = time.monotonic()
        self._first: float | None = None
        self._computed = self._waited = self._idle = 0.0

    def is_over(self) -> bool:
        """Whether the answer is late; looks at the driver's clock every `LOOK_SECONDS`, for that takes time."""
        passed = time.monotonic() - self._looked
        if passed < LOOK_SECONDS:
            return False
        self._looked += passed
        # A time in which this program was stopped, and the driver perhaps with it, is not the driver's.
        passed = min(passed, 2 * LOOK_SECONDS)
        computed = self._driver.cpu_seconds() or 0.0
        if self._first is None:
            self._first = self._computed = computed
        self._waited += passed
        self._idle = 0.0 if computed > self._computed else self._idle + passed
        self._computed = computed
        return (
            computed - self._first >= self._seconds
            or self._idle >= self._seconds
            or self._waited >= self._seconds * PATIENCE
        )


def _clock(process: int) -> float:
    """The processor time of another process, by the formula of the C library's clock_getcpuclockid."""
    return time.clock_gettime(~process << 3 | 2)


def _with_children(process: int) -> list[int]:
    """A process and all that descend from it: `go run` and shell scripts compute in a child."""
    found = [process]
    for each in found:
        with suppress(OSError):
            for thread in Path(f"/proc/{each}/task").iterdir():
                found += map(int, (thread / "children").read_text("ascii").split())
    return found


@takes(name=str, command=Sequence, asked=Iterable, seconds=(int, float), most=int, seed=int)
def run(
    name: str, command: Sequence[str], asked: Iterable[Question], *, seconds: float = 5.0, most: int = 0, seed: int = 0
) -> Answers:
    """Put all questions to a driver.

    Args:
        name: the implementation's name.
        command: as for `Driver`.
        asked: the questions.
        seconds: how long an answer may take.
        most, seed: with which `questions` made them, to be kept beside the answers.
    """
    wanted = list(asked)
    for question in wanted:
        check_argument("asked", question, Question)
    with Driver(command, seconds=seconds) as driver:
        version = driver.ask({"operation": "version", "text": ""}).get("version", "")
        found = [Answer.of(each) for each in driver.ask_all([question.as_dict() for question in wanted])]
    today = datetime.now(UTC).date().isoformat()
    return Answers(name, str(version), today, most, seed, tuple(found))
