"""The process of a driver: line by line, bounded in time and size, restarted after a crash.

A question that kills the driver gets the answer "crash", one without an answer in time "timeout", and one with an
invalid answer that as a failure; then the next question follows. After a crash, a timeout or an endless line the driver
is restarted. A driver that dies `MOST_DEATHS` times, or never answers at all, is abandoned.

A driver that skips, repeats or reorders answers would be judged by answers to other questions. So lines are counted, a
batch with a missing answer is retried one by one, echoed `id`s are compared, and a few questions are repeated alone at
the end. Such a driver has a fault and no verdict.

Timeouts are in processor time, so that a busy machine causes none. With `seconds=5` an answer is late when the driver
has computed for 5 seconds, or has been idle for 5 seconds. If the system does not report processor time, the 5 seconds
are wall-clock time.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from uriverse.ground.argument_types import check_argument, takes
from uriverse_oracle.answers import PARTS, Answer, Answers
from uriverse_oracle.questions import Question

MOST_DEATHS: Final = 40
# An answer may repeat its question a few times, with every character escaped as "\\u0026".
LEAST_LONGEST: Final = 1 << 20
TIMES_LONGEST: Final = 64
# The limits of processor time and idle time before the first answer, for compiling and loading.
START_SECONDS: Final = 60.0
START_IDLE: Final = 20.0
# The size of a batch of questions.
BATCH_LINES: Final = 200
# The polling interval in seconds.
LOOK_SECONDS: Final = 0.1
# The limit of wall-clock time, as a multiple of the limit of processor time.
PATIENCE: Final = 20
# The number of questions repeated at the end.
ASKED_AGAIN: Final = 20
SURPLUS: Final = "more lines than questions"
MISORDERED: Final = "answers in another order than the questions"
INCONSISTENT: Final = "another answer to the same question asked alone"


class Driver:
    """A driver's process; a context manager that ends it.

    Args:
        command: the program and its arguments. It is not run by a shell.
        seconds: the time limit of an answer; the first after a start has a minute, for compiling and loading.

    Attributes:
        deaths: how often it was killed or crashed.
        fault: its violation of the protocol, or ""; final when the block ends.

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
        self.fault: str = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._given_up = ""
        self._unread = bytearray()
        self._unwritten = memoryview(b"")
        self._asked = 0
        self._answered = False
        self._echoes = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def ask(self, question: dict[str, str]) -> dict[str, Any]:
        """Return the answer to a question, or {"failure": ...}."""
        return self.ask_all([question])[0]

    def ask_all(self, questions: Sequence[dict[str, str]]) -> list[dict[str, Any]]:
        """Return the answers to questions, in order.

        Many lines are written before the first answer is read. If an answer is missing, a driver without `id`s may have
        skipped it, so all questions are retried one by one.
        """
        found: list[dict[str, Any]] = []
        while len(found) < len(questions):
            batch = questions[len(found) : len(found) + BATCH_LINES]
            answers = self._ask(batch)
            if len(answers) < len(batch) and not self._echoes:
                answers = [answer for question in batch for answer in self._ask([question])]
            found += answers
        return found

    def cpu_seconds(self) -> float | None:
        """Return the processor time of the driver and its child processes; None if the system does not report it."""
        if self._process is None or not sys.platform.startswith("linux"):
            return None
        try:
            return sum(_clock(each) for each in _with_children(self._process.pid))
        except OSError:
            return None

    def _ask(self, questions: Sequence[dict[str, str]]) -> list[dict[str, Any]]:
        """Return the answers to the first questions, at least one; a crash is the last answer."""
        if self._process is not None and self._has_line():
            self._break(SURPLUS)
        if self.deaths >= MOST_DEATHS:
            return [{"failure": self._given_up or "given up"}] * len(questions)
        started = self._process is None
        try:
            process = self._process or self._start()
        except OSError as error:
            self.deaths, self._given_up = MOST_DEATHS, f"does not start: {error.strerror}"
            return [{"failure": self._given_up}] * len(questions)
        numbered = [{**question, "id": str(self._asked + place)} for place, question in enumerate(questions)]
        lines = [json.dumps(question).encode("ascii") + b"\n" for question in numbered]
        self._asked += len(lines)
        self._unwritten = memoryview(b"".join(lines))
        found: list[dict[str, Any]] = []
        for question, line in zip(numbered, lines, strict=True):
            patience = _Patience(self, self.seconds, self.seconds)
            if started and not found:
                patience = _Patience(self, START_SECONDS, START_IDLE)
            try:
                answer = _parsed(self._line(process, patience, TIMES_LONGEST * len(line)), question)
            except EOFError:
                return [*found, self._died("crash")]
            except TimeoutError:
                if not self._answered:
                    self.deaths, self._given_up = MOST_DEATHS, "never answers"
                return [*found, self._died("timeout")]
            except OverflowError:
                return [*found, self._died("too long")]
            if "id" in answer:
                self._echoes = True
                if answer.pop("id") != question["id"]:
                    self._break(MISORDERED)
                    return [{"failure": self.fault}] * len(questions)
            self._answered = True
            found.append(answer)
        return found

    def _break(self, fault: str) -> None:
        """Abandon a driver that violates the protocol."""
        self.deaths, self.fault, self._given_up = MOST_DEATHS, fault, fault
        self._end()

    def _has_line(self) -> bool:
        """Whether the driver has written unexpected output."""
        process = self._process
        assert process is not None and process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            # The pipe of a dead process is readable, but empty.
            if not self._unread and selector.select(0):
                self._unread += os.read(process.stdout.fileno(), 1 << 16)
        return bool(self._unread)

    def close(self) -> None:
        """End the process, and check for unexpected output."""
        if self._process is not None and not self.fault:
            assert self._process.stdin is not None
            with suppress(OSError):
                self._process.stdin.close()
            with suppress(EOFError, TimeoutError, OverflowError):
                self._line(self._process, _Patience(self, self.seconds, min(self.seconds, 1.0)), 0)
                self._unread += b"\n"
            if self._unread:
                self.fault = SURPLUS
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        self._unread, self._unwritten = bytearray(), memoryview(b"")
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
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        return self._process

    def _died(self, failure: str) -> dict[str, Any]:
        self.deaths += 1
        code = None
        if self._process is not None and failure == "crash":
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(self.seconds)
        self._end()
        return {"failure": failure if code is None else f"{failure}, exit code {code}"}

    def _line(self, process: subprocess.Popen[bytes], patience: _Patience, longest: int) -> bytes:
        """Read the next line in time, while writing pending questions."""
        assert process.stdin is not None and process.stdout is not None
        looked = 0
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if self._unwritten:
                selector.register(process.stdin, selectors.EVENT_WRITE)
            while (end := self._unread.find(b"\n", looked)) < 0:
                looked = len(self._unread)
                if looked > max(longest, LEAST_LONGEST):
                    raise OverflowError
                ready = {key.fileobj for key, _ in selector.select(LOOK_SECONDS)}
                if process.stdin in ready:
                    self._write(process.stdin.fileno())
                    if not self._unwritten:
                        selector.unregister(process.stdin)
                if process.stdout in ready:
                    octets = os.read(process.stdout.fileno(), 1 << 16)
                    if not octets:
                        raise EOFError
                    self._unread += octets
                elif patience.is_over():
                    raise TimeoutError
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def _write(self, descriptor: int) -> None:
        """Write as much as the pipe accepts. The earlier answers of a dead driver are still read."""
        try:
            self._unwritten = self._unwritten[os.write(descriptor, self._unwritten[: 1 << 16]) :]
        except BlockingIOError:
            return
        except OSError:
            self._unwritten = memoryview(b"")


def _parsed(line: bytes, question: Mapping[str, str]) -> dict[str, Any]:
    """Parse an answer, or return {"failure": ...} for an invalid line; also its `id` if it has one."""
    try:
        # A driver in C may write octets that are not UTF-8.
        answer = json.loads(line.decode("utf-8", "surrogateescape"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return {"failure": "no JSON"}
    if not isinstance(answer, dict):
        return {"failure": "no object"}
    wrong = malformed(question.get("operation", ""), answer)
    return {"failure": wrong, **{name: answer[name] for name in ("id",) if name in answer}} if wrong else answer


def _refuse(constant: str) -> float:
    raise ValueError(constant)


def malformed(operation: str, answer: Mapping[str, Any]) -> str:
    """Return the reason why an object is not an answer to an operation, or "".

    >>> malformed("parse", {"accepted": 1}), malformed("resolve", {}), malformed("parse", {})
    ('accepted is not true or false', '', 'accepted is missing')
    """
    accepted = answer.get("accepted")
    if accepted is None and operation == "parse":
        return "accepted is missing"
    if not isinstance(accepted, bool | None):
        return "accepted is not true or false"
    for name in ("result", "written", *PARTS):
        kinds = str | int | None if name == "port" else str | None
        if isinstance(answer.get(name), bool) or not isinstance(answer.get(name), kinds):
            return f"{name} is not a text or null"
    return ""


class _Patience:
    """The processor time and idle time of one answer."""

    def __init__(self, driver: Driver, seconds: float, idle: float) -> None:
        self._driver, self._seconds, self._longest_idle = driver, seconds, idle
        self._looked = time.monotonic()
        self._first: float | None = None
        self._computed = self._waited = self._idle = 0.0

    def is_over(self) -> bool:
        """Whether the answer is late; the driver's clock is read only every `LOOK_SECONDS`."""
        passed = time.monotonic() - self._looked
        if passed < LOOK_SECONDS:
            return False
        self._looked += passed
        # Exclude time in which this program itself was stopped.
        passed = min(passed, 2 * LOOK_SECONDS)
        computed = self._driver.cpu_seconds() or 0.0
        if self._first is None:
            self._first = self._computed = computed
        self._waited += passed
        self._idle = 0.0 if computed > self._computed else self._idle + passed
        self._computed = computed
        return (
            computed - self._first >= self._seconds
            or self._idle >= self._longest_idle
            or self._waited >= self._seconds * PATIENCE
        )


def _clock(process: int) -> float:
    """Return the processor time clock of another process, by the formula of clock_getcpuclockid."""
    return time.clock_gettime(~process << 3 | 2)


def _with_children(process: int) -> list[int]:
    """Return a process and its descendants, since `go run` and shell scripts compute in a child."""
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
    """Run a driver on all questions.

    Args:
        name: the implementation's name.
        command: as for `Driver`.
        asked: the questions.
        seconds: the time limit of an answer.
        most, seed: the arguments of `questions`, to be stored with the answers.
    """
    wanted = list(asked)
    for question in wanted:
        check_argument("asked", question, Question)
    lines = [question.as_dict() for question in wanted]
    with Driver(command, seconds=seconds) as driver:
        version = driver.ask({"operation": "version", "text": ""}).get("version", "")
        found = [Answer.of(each) for each in driver.ask_all(lines)]
    if fault := driver.fault or inconsistency(command, lines, found, seconds=seconds):
        found = [Answer(failure=fault)] * len(found)
    today = datetime.now(UTC).date().isoformat()
    return Answers(name, str(version), today, most, seed, tuple(found))


def inconsistency(
    command: Sequence[str], lines: Sequence[dict[str, str]], found: Sequence[Answer], *, seconds: float
) -> str:
    """Return the fault of a driver that answers a repeated question differently, or ""."""
    again = [place for place, answer in enumerate(found) if not answer.failure]
    with Driver(command, seconds=seconds) as driver:
        for place in again[:: len(again) // ASKED_AGAIN + 1]:
            answer = Answer.of(driver.ask(lines[place]))
            if not answer.failure and answer != found[place]:
                return INCONSISTENT
    return driver.fault
