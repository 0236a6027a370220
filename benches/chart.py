"""The picture of docs/performance.md: what a parse costs against the length of the text, ours and the peers'.

    python benches/chart.py docs/performance.svg

The texts are one URL whose path grows; each point is a median, as in the tables. Both axes are logarithmic.
"""

import argparse
import math
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import peers
from columnar import STYLE
from harness import machine, measured

SHOWN = (
    "uriverse",
    "can_ada",
    "url-py",
    "Appendix B regex",
    "pydantic-core Url",
    "uritools",
    "urllib, uncached",
    "httpx",
)
LENGTHS = (24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096)
COLOURS = ("#c2410c", "#1d4ed8", "#047857", "#6d28d9", "#b45309", "#0e7490", "#4b5563", "#be185d")
LEFT, RIGHT, TOP, BOTTOM, WIDTH, HEIGHT = 60, 150, 24, 44, 760, 420


def url(length: int) -> str:
    return ("http://example.com/" + "path-segment/" * (length // 13 + 1))[:length]


def points() -> dict[str, list[tuple[int, float]]]:
    found: dict[str, list[tuple[int, float]]] = {name: [] for name in SHOWN}
    contenders = [c for c in peers.contenders(peers.PARSE, "parse", peers.NAMES) if c.name in SHOWN]
    for length in LENGTHS:
        for series in measured(contenders, [url(length)] * 200, rounds=15, size=200):
            found[series.contender.name].append((length, series.median))
    return found


def drawn(found: dict[str, list[tuple[int, float]]]) -> str:
    highest = max(took for series in found.values() for _, took in series)
    decades = (10.0, 10.0 ** math.ceil(math.log10(highest)))

    def across(length: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(length / LENGTHS[0]) / math.log(LENGTHS[-1] / LENGTHS[0])

    def up(took: float) -> float:
        return (
            HEIGHT
            - BOTTOM
            - (HEIGHT - TOP - BOTTOM) * math.log(max(took, 10) / decades[0]) / math.log(decades[1] / decades[0])
        )

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 0 {WIDTH + 14} {HEIGHT}" font-family="sans-serif" font-size="12">',
        STYLE,
        "<title>Nanoseconds to parse a URL, against its length in characters</title>",
    ]
    for power in range(1, round(math.log10(decades[1])) + 1):
        y = up(10.0**power)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.0f}" y2="{y:.0f}"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.0f}" text-anchor="end">{10**power:,}</text>')
    for length in LENGTHS[::2]:
        out.append(f'<text x="{across(length):.0f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{length:,}</text>')
    middle, foot = (
        (LEFT + WIDTH - RIGHT) / 2,
        f"length of the URL in characters (logarithmic); {date.today().isoformat()}",
    )
    out.append(f'<text x="{middle:.0f}" y="{HEIGHT - 6}" text-anchor="middle">{foot}</text>')
    out.append('<text x="4" y="12">nanoseconds a parse (logarithmic)</text>')
    labels = spread([(up(series[-1][1]), name) for name, series in found.items()])
    for (name, series), colour in zip(found.items(), COLOURS, strict=True):
        path = " ".join(f"{across(length):.1f},{up(took):.1f}" for length, took in series)
        width = 3 if name == "uriverse" else 1.5
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>')
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{labels[name] + 4:.0f}" fill="{colour}">{name}</text>')
    return "\n".join([*out, "</svg>"])


def spread(wanted: Sequence[tuple[float, str]]) -> dict[str, float]:
    """Places for labels, none nearer to the next than a line."""
    placed: dict[str, float] = {}
    last = -math.inf
    for y, name in sorted(wanted):
        last = max(y, last + 15)
        placed[name] = last
    return placed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("svg", type=Path)
    chosen = parser.parse_args()
    peers.uncached()
    found = points()
    chosen.svg.write_text(drawn(found) + "\n")
    print(machine())
    for name, series in found.items():
        print(f"{name:20}", *(f"{took:8.0f}" for _, took in series))


if __name__ == "__main__":
    main()
