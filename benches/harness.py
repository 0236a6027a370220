"""Measurement of a table: contenders in turn, fresh strings, the empty loop subtracted, medians and quartiles.

Every round gives the next slice of the inputs to all contenders, in a changing order, so that other load on the machine
affects all alike. A contender's loop is compiled from its statement, like in `timeit`, and runs over new strings, so
that no cache by identity or hash has them. The time of the empty loop is measured in the same round and subtracted.
"""

import argparse
import gc
import os
import platform
import random
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib import metadata
from pathlib import Path
from time import perf_counter_ns
from typing import Any

Loop = Callable[[Sequence[str]], int]
Clock = Callable[[], int]


@dataclass(frozen=True)
class Contender:
    """A library for a task: a statement over `s`, the names that it uses, and a note on its answers."""

    name: str
    statement: str
    names: dict[str, Any]
    note: str = ""
    share: float = 1.0  # the share of a slice; slow libraries get fewer strings


@dataclass
class Series:
    """The nanoseconds per string of each round."""

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
    """Compile the loop of a statement over `items`, each as `s`; it returns its nanoseconds by a clock."""
    source = (
        f"def loop(items):\n    start = clock()\n    for s in items:\n        {statement}\n    return clock() - start\n"
    )
    space = {**names, "clock": clock}
    exec(source, space)
    made: Loop = space["loop"]
    return made


def fresh(items: Iterable[str]) -> list[str]:
    """Return equal but new strings, without cached hash or encoding."""
    return [text.encode().decode() for text in items]


def measured(
    contenders: Sequence[Contender],
    inputs: Sequence[str],
    *,
    rounds: int,
    size: int = 1000,
    clock: Clock = perf_counter_ns,
) -> list[Series]:
    """Measure all contenders in rounds; `thread_time_ns` is a clock that other load does not affect."""
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
    """Return a Markdown table: medians, quartiles, and ratios to ours."""
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
    """Return the machine and the interpreter, in a line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = models[0] if models else model
    python = f"{platform.python_implementation()} {platform.python_version()}"
    load = f"load {os.getloadavg()[0]:.1f}"
    return f"{model}, {os.cpu_count()} cores ({load}), {platform.system()} {platform.release()}, {python}"


def options(doc: str | None, *, rounds: int = 0, urls: bool = False) -> argparse.ArgumentParser:
    """Return the parser of a bench's command line: `--report`, and if wanted `--rounds` and `--urls`."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report", type=Path, help="where to write the report as well")
    if rounds:
        parser.add_argument("--rounds", type=int, default=rounds)
    if urls:
        parser.add_argument("--urls", type=Path, help="real URLs, one a line")
    return parser


def times(ratio: float) -> str:
    """Return their time divided by ours with three figures; 10 means that ours takes a tenth."""
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}" if ratio < 100 else f"{ratio:,.0f}"


def head(title: str, *distributions: str) -> list[str]:
    """Return the first lines of a report: its title with the date, the machine and the versions."""
    return [f"# {title}, {date.today().isoformat()}", "", f"{machine()}; {versions(distributions)}."]


def versions(distributions: Iterable[str]) -> str:
    """Return the installed versions, in a line."""
    found = []
    for name in distributions:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"{name} not installed")
    return ", ".join(found)


def write(path: Path | None, text: str) -> None:
    """Print a report, and write it to a file if a path is given."""
    sys.stdout.write(text + "\n")
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
