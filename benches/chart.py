"""Charts with logarithmic axes: the cost of a parse by length, and of a table by rows.

    python benches/chart.py docs/performance.svg
    python benches/chart.py docs/scale.svg --rows ROWS.jsonl     # what `web_scale.py rows` printed

The texts of the first are one URL whose path grows; each point is a median, as in the tables.
"""

import argparse
import json
import math
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import peers
from columnar import STYLE
from harness import machine, measured

SHOWN = (
    "uriverse", "can_ada", "url-py", "Appendix B regex", "pydantic-core Url", "uritools", "urllib, uncached", "httpx",
)  # fmt: skip
LENGTHS = (24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096)
COLOURS = ("#c2410c", "#1d4ed8", "#047857", "#6d28d9", "#b45309", "#0e7490", "#4b5563", "#be185d")
LEFT, RIGHT, TOP, BOTTOM, WIDTH, HEIGHT = 60, 150, 24, 44, 760, 420

Points = dict[str, list[tuple[int, float]]]


def url(length: int) -> str:
    return ("http://example.com/" + "path-segment/" * (length // 13 + 1))[:length]


def points() -> Points:
    found: Points = {name: [] for name in SHOWN}
    contenders = [c for c in peers.contenders(peers.PARSE, "parse", peers.NAMES) if c.name in SHOWN]
    for length in LENGTHS:
        for series in measured(contenders, [url(length)] * 200, rounds=15, size=200):
            found[series.contender.name].append((length, series.median))
    return found


def of_rows(file: Path) -> Points:
    """Return rows a second of processor time, and memory, by the number of rows."""
    runs = [json.loads(line) for line in file.read_text().splitlines()]
    return {
        "thousand rows/s": [(run["rows"], run["rows"] / run["processor"] / 1000) for run in runs],
        "MB of memory": [(run["rows"], run["memory"]) for run in runs],
    }


def drawn(found: Points, title: str, heading: str, foot: str, ticks: Sequence[int]) -> str:
    """Return the chart as SVG: a line for each name, labelled at its right end."""
    highest = max(took for series in found.values() for _, took in series)
    decades = (10.0, 10.0 ** math.ceil(math.log10(highest)))

    def across(at: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(at / ticks[0]) / math.log(ticks[-1] / ticks[0])

    def up(took: float) -> float:
        return (
            HEIGHT
            - BOTTOM
            - (HEIGHT - TOP - BOTTOM) * math.log(max(took, 10) / decades[0]) / math.log(decades[1] / decades[0])
        )

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 0 {WIDTH + 14} {HEIGHT}" font-family="sans-serif" font-size="12">',
        STYLE,
        f"<title>{title}</title>",
    ]
    for power in range(1, round(math.log10(decades[1])) + 1):
        y = up(10.0**power)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.0f}" y2="{y:.0f}"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.0f}" text-anchor="end">{10**power:,}</text>')
    for at in ticks:
        out.append(f'<text x="{across(at):.0f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{at:,}</text>')
    dated = f"{foot} (logarithmic); {date.today().isoformat()}"
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">{dated}</text>')
    out.append(f'<text x="4" y="12">{heading} (logarithmic)</text>')
    labels = spread([(up(series[-1][1]), name) for name, series in found.items()])
    for (name, series), colour in zip(found.items(), COLOURS, strict=False):
        path = " ".join(f"{across(at):.1f},{up(took):.1f}" for at, took in series)
        width = 3 if name in ("uriverse", "thousand rows/s") else 1.5
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{labels[name] + 4:.0f}" fill="{colour}">{name}</text>')
    return "\n".join([*out, "</svg>"])


def spread(wanted: Sequence[tuple[float, str]]) -> dict[str, float]:
    """Return positions for labels, at least a line apart."""
    placed: dict[str, float] = {}
    last = -math.inf
    for y, name in sorted(wanted):
        last = max(y, last + 15)
        placed[name] = last
    return placed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("svg", type=Path)
    parser.add_argument("--rows", type=Path, help="a line of JSON for each number of rows")
    chosen = parser.parse_args()
    if chosen.rows:
        found = of_rows(chosen.rows)
        words = (
            "Rows a second and memory of uriverse table, by the number of rows",
            "thousand rows a second of processor time; peak memory in MB",
            "rows",
        )
        ticks = [at for at, _ in found["MB of memory"]]
    else:
        peers.uncached()
        found = points()
        words = (
            "Nanoseconds to parse a URL, against its length in characters",
            "nanoseconds a parse",
            "length of the URL in characters",
        )
        ticks = [*LENGTHS[::2], LENGTHS[-1]]
    chosen.svg.write_text(drawn(found, *words, ticks) + "\n")
    print(machine())
    for name, series in found.items():
        print(f"{name:20}", *(f"{took:8.0f}" for _, took in series))


if __name__ == "__main__":
    main()
