"""Measurement of columns: contenders in turn on one column, medians of rounds, ratios from one run.

A contender is a callable without arguments that processes the whole column and returns a checkable result. Every round
calls all of them in a changing order, so that other load on the machine affects all alike.
"""

from __future__ import annotations

import gc
import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from time import perf_counter_ns
from typing import Any

# The colours of a picture, which has a transparent background for dark mode.
STYLE = (
    "<style>svg{fill:#1f2328}line{stroke:#ddd}@media(prefers-color-scheme:dark)"
    "{svg{fill:#e6e8eb}line{stroke:#444b54}text[fill],polyline{filter:brightness(1.9)}}</style>"
)
# The contender that is only the kernel, where the first one runs in an engine.
KERNEL = "the kernel alone"
SEGMENTS = ("docs", "a", "blog", "index", "articles", "2003", "img")


@dataclass
class Work:
    """A contender for a task, with a note on its answers and the nanoseconds a row of each round."""

    name: str
    run: Callable[[], Any]
    note: str = ""
    figures: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.figures)


@dataclass(frozen=True)
class Task:
    """A task and its contenders; the first is ours."""

    name: str
    works: tuple[Work, ...]
    rows: int

    @property
    def overheads(self) -> list[str]:
        """The overhead of the engine over the kernel, in words, if the first contender runs in an engine."""
        whole = self.works[0].median
        return [
            f"The engine's own overhead: {whole - alone:,.0f} ns a row ({whole:,.0f} less the kernel's {alone:,.0f})."
            for alone in (work.median for work in self.works if work.name == KERNEL)
        ]


def urls(rows: int, seed: int = 3986) -> list[str]:
    """Return distinct URLs of about 66 characters."""
    rng = random.Random(seed)
    made = []
    for number in range(rows):
        path = "/".join(rng.choices(SEGMENTS, k=3))
        host = f"www.{rng.choice(('example', 'wikipedia', 'archive'))}{rng.randrange(10_000)}.org"
        made.append(f"https://{host}/{path}/{number:07}?id={rng.randrange(100_000)}" + ("#top" * (number % 8 == 0)))
    return made


def measure(tasks: Sequence[Task], rounds: int, clock: Callable[[], int] = perf_counter_ns) -> None:
    """Measure all contenders of all tasks in every round; the first round is a warm-up."""
    order = random.Random(7)
    for number in range(-1, rounds):
        for task in tasks:
            for work in order.sample(task.works, len(task.works)):
                gc.collect()
                start = clock()
                answer = work.run()
                took = clock() - start
                del answer
                if number >= 0:
                    work.figures.append(took / task.rows)


def report(tasks: Sequence[Task]) -> str:
    """Return a Markdown table for each task."""
    parts = []
    for task in tasks:
        ours = task.works[0].median
        lines = [f"## {task.name}", "", "| by | ns a row | million rows/s | ratio to ours | its answers |"]
        lines.append("|---|--:|--:|--:|---|")
        for work in task.works:
            rate = 1000 / work.median
            low, high = min(work.figures), max(work.figures)
            lines.append(
                f"| {work.name} | {work.median:,.0f} ({low:,.0f}-{high:,.0f}) | {rate:,.2f} {bar(rate)} "
                f"| {work.median / ours:,.2f} | {work.note} |"
            )
        parts += ["\n".join(lines), *task.overheads]
    return "\n\n".join(parts)


def bar(rate: float) -> str:
    """Return the rate as a bar, one block for a million rows a second."""
    return "▇" * max(1, round(rate)) if rate >= 0.5 else "▏"


def drawn(tasks: Sequence[Task], title: str, foot: str) -> str:
    """Return a picture with a bar of rows a second for each contender of each task, ours in colour."""
    left, right, row, head = 250, 60, 20, 26
    width = 760
    most = max(1000 / work.median for task in tasks for work in task.works)
    out: list[str] = [f"<title>{title}</title>"]
    y = 30
    for task in tasks:
        out.append(f'<text x="8" y="{y + 4}" font-weight="bold">{escape(task.name)}</text>')
        y += head - 8
        for work in task.works:
            rate = 1000 / work.median
            length = (width - left - right) * rate / most
            colour = "#c2410c" if work.name.startswith("uriverse") else "#9ca3af"
            out.append(f'<text x="{left - 8}" y="{y + 11}" text-anchor="end">{escape(work.name)}</text>')
            out.append(f'<rect x="{left}" y="{y}" width="{max(length, 1):.1f}" height="14" fill="{colour}"/>')
            out.append(f'<text x="{left + length + 6:.1f}" y="{y + 11}">{rate:,.1f}</text>')
            y += row
        y += head
    out.append(f'<text x="8" y="{y}" fill="#4b5563">{escape(foot)}</text>')
    box = f'viewBox="0 0 {width} {y + 12}" font-family="sans-serif" font-size="12"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', STYLE, *out, "</svg>", ""])
