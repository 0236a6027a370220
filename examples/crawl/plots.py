"""The page of the example: pages for each domain, and how the frontier grows, drawn by matplotlib as SVG."""

import io
from collections.abc import Sequence
from html import escape
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

FETCHED, WAITING = "#1d4ed8", "#f59e0b"
# More bars than these cannot be read.
MOST_BARS = 25


def svg(figure: Figure) -> str:
    """A figure as SVG, without the declaration that a page does not want."""
    stream = io.StringIO()
    # The same data give the same page.
    with rc_context({"svg.hashsalt": "crawl"}):
        figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue()
    return text[text.index("<svg") :]


def per_domain(rows: Sequence[tuple[str, int, int, int]]) -> str:
    """Bars: what was fetched and what waits, a domain a bar; the domains with the most pages."""
    rows = sorted(rows, key=lambda row: row[1] + row[2])[-MOST_BARS:]
    names = [name for name, *_ in rows]
    fetched, waiting = [int(row[1]) for row in rows], [int(row[2]) for row in rows]
    figure = Figure(figsize=(8, 0.4 * len(rows) + 1.2), layout="constrained")
    axes = figure.subplots()
    axes.barh(names, fetched, color=FETCHED, label="fetched")
    axes.barh(names, waiting, left=fetched, color=WAITING, label="waiting")
    axes.set_xlabel("pages")
    axes.legend(loc="lower right", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    return svg(figure)


def growth(rows: Sequence[tuple[int, int]], fetched: int) -> str:
    """Lines: how many pages are known after each page that was fetched; the gap is the frontier."""
    pages, known = [int(page) for page, _ in rows], [int(count) for _, count in rows]
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    # A page that led to nothing new has no row.
    end = max(fetched, pages[-1])
    pages, known = [*pages, end], [*known, known[-1]]
    fetched_by_then = [min(page, fetched) for page in pages]
    axes.fill_between(
        pages, fetched_by_then, known, step="post", color=WAITING, alpha=0.2, linewidth=0, label="waiting"
    )
    axes.plot(pages, known, color=WAITING, drawstyle="steps-post", label="known")
    axes.plot([0, fetched], [0, fetched], color=FETCHED, label="fetched")
    axes.set_xlabel("pages of the archive")
    axes.set_ylabel("pages")
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=0)
    axes.legend(loc="upper left", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    return svg(figure)


def write(
    path: Path, domains: Sequence[tuple[str, int, int, int]], known: Sequence[tuple[int, int]], fetched: int
) -> None:
    """Writes the page."""
    pictures = ""
    if domains:
        shown = f"the {MOST_BARS} largest of {len(domains):,} domains" if len(domains) > MOST_BARS else "each domain"
        pictures += f"<h2>Pages per domain</h2>\n<p>What was fetched of {shown}, and what waits.</p>\n"
        pictures += f"{per_domain(domains)}\n"
    if known:
        pictures += (
            "<h2>Growth of the frontier</h2>\n<p>How many pages are known after each page of the archive. At 0 stands "
            f"what the log tells. The gap between the lines is what waits.</p>\n{growth(known, fetched)}\n"
        )
    rows = "\n".join(
        f"<tr><th>{escape(str(name))}</th>" + "".join(f"<td>{count:,}</td>" for count in counts) + "</tr>"
        for name, *counts in domains
    )
    path.write_text(
        f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A crawl</title>
<style>
body {{ font-family: sans-serif; line-height: 1.4; max-width: 52em; margin: 2em auto; padding: 0 1em }}
svg {{ width: 100%; height: auto }}
table {{ border-collapse: collapse }}
td, th {{ padding: 0.2em 0 0.2em 2em; text-align: right; font-variant-numeric: tabular-nums }}
td {{ border-top: 1px solid #ddd }}
tr :first-child {{ padding-left: 0; text-align: left }}
tbody th {{ border-top: 1px solid #ddd; font-weight: normal }}
</style>
<h1>A crawl</h1>
{pictures}<h2>Counts</h2>
<p>Pages fetched, pages that wait, and visits in the log.</p>
<table>
<thead><tr><th>domain</th><th>fetched</th><th>waiting</th><th>visits</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
</html>
""",
        "utf-8",
    )
