"""How a table is measured: contenders in turn, fresh strings, the empty loop subtracted, medians with their spread.

Every round takes the next slice of the inputs and gives it to all contenders, in an order that changes from round to
round; so what the machine does meanwhile happens to all of them. A contender's loop is compiled from its statement, as
`timeit` does it, and runs over strings that nobody has seen: a cache by identity or by hash finds nothing, and no
object remembers what it was asked. What the loop itself takes is measured in the same round and subtracted.
"""

import gc
import os
import platform
import random
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from time import perf_counter_ns
from typing import Any

Loop = Callable[[Sequence[str]], int]
Clock = Callable[[], int]


@dataclass(frozen=True)
class Contender:
    """One library at one task: a statement over `s`, the names that it uses, and what its answers are worth."""

    name: str
    statement: str
    names: dict[str, Any]
    note: str = ""
    share: float = 1.0  # of a slice; slow libraries take fewer strings per round


@dataclass
class Series:
    """Nanoseconds per string, one figure a round."""

    contender: Contender
    figures: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.figures)

    @property
    def spread(self) -> tuple[float, float]:
        """The quartiles."""
        low, _, high = statistics.quantiles(self.figures, n=4)
        return low, high


def compiled(statement: str, names: dict[str, Any], clock: Clock = perf_counter_ns) -> Loop:
    """The loop of a statement over `items`, each in `s`; it gives the nanoseconds that it took by a clock."""
    source = (
        f"def loop(items):\n    start = clock()\n    for s in items:\n        {statement}\n    return clock() - start\n"
    )
    space = {**names, "clock": clock}
    exec(source, space)
    made: Loop = space["loop"]
    return made


def fresh(items: Iterable[str]) -> list[str]:
    """Equal strings that nobody has seen: no hash, no cached encoding, no shared identity."""
    return [text.encode().decode() for text in items]


def measured(
    contenders: Sequence[Contender],
    inputs: Sequence[str],
    *,
    rounds: int,
    size: int = 1000,
    clock: Clock = perf_counter_ns,
) -> list[Series]:
    """Measures all contenders, round by round; on a busy machine `thread_time_ns` is the clock that others don't move."""
    empty = compiled("pass", {}, clock)
    loops = [(Series(contender), compiled(contender.statement, contender.names, clock)) for contender in contenders]
    order = random.Random(7)
    for number in range(-1, rounds):
        start = (number * size) % max(1, len(inputs) - size + 1)
        piece = inputs[start : start + size]
        order.shuffle(loops)
        for series, loop in loops:
            own = piece[: max(1, int(len(piece) * series.contender.share))]
            floor = empty(fresh(own))
            items = fresh(own)
            gc.disable()
            took = loop(items)
            gc.enable()
            if number >= 0:  # the first round warms up
                series.figures.append((took - floor) / len(own))
    names = [contender.name for contender in contenders]
    return sorted((series for series, _ in loops), key=lambda series: names.index(series.contender.name))


def table(rows: Sequence[Series], ours: str) -> str:
    """A Markdown table: medians, quartiles, and how often ours fits into each."""
    reference = next(series.median for series in rows if series.contender.name == ours)
    lines = ["| library | ns | quartiles | ratio to ours | its answers |", "|---|--:|--:|--:|---|"]
    for series in rows:
        low, high = series.spread
        ratio = series.median / reference
        lines.append(
            f"| {series.contender.name} | {series.median:,.0f} | {low:,.0f} to {high:,.0f} | {ratio:,.2f} "
            f"| {series.contender.note} |"
        )
    return "\n".join(lines)


def machine() -> str:
    """The machine and the interpreter, in a line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = models[0] if models else model
    python = f"{platform.python_implementation()} {platform.python_version()}"
    load = f"load {os.getloadavg()[0]:.1f}"
    return f"{model}, {os.cpu_count()} cores ({load}), {platform.system()} {platform.release()}, {python}"


def versions(distributions: Iterable[str]) -> str:
    """The installed versions, in a line."""
    found = []
    for name in distributions:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"{name} not installed")
    return ", ".join(found)


def write(path: Path | None, text: str) -> None:
    """Prints a report, and keeps it where a path is given."""
    sys.stdout.write(text + "\n")
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
