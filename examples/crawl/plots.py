"""The page of the example: pages of each domain, hosts by links, growth of the frontier, drawn by matplotlib as SVG."""

import csv
import io
from collections.abc import Sequence
from html import escape
from itertools import islice
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

FETCHED, WAITING = "#1d4ed8", "#f59e0b"
# More bars than these cannot be read; the table has more.
MOST_BARS, MOST_ROWS = 25, 500


def svg(figure: Figure) -> str:
    """A figure as SVG, without the declaration that a page does not want."""
    stream = io.StringIO()
    # The same data give the same page.
    with rc_context({"svg.hashsalt": "crawl"}):
        figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue()
    return text[text.index("<svg") :]


def bars(names: Sequence[str], parts: dict[str, tuple[str, Sequence[int]]], unit: str) -> str:
    """A bar for each name, the first on top; its parts have a label and a colour."""
    figure = Figure(figsize=(8, 0.4 * len(names) + 1.2), layout="constrained")
    axes = figure.subplots()
    left = [0] * len(names)
    for label, (color, counts) in parts.items():
        axes.barh(names, counts, left=left, color=color, label=label)
        left = [each + count for each, count in zip(left, counts, strict=True)]
    axes.invert_yaxis()
    axes.set_xlabel(unit)
    axes.spines[["top", "right"]].set_visible(False)
    if len(parts) > 1:
        axes.legend(loc="lower right", frameon=False)
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


def rows(path: Path, most: int | None = None) -> list[dict[str, str]]:
    """The rows of a CSV file, or the first of them."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(islice(csv.DictReader(stream), most))


def domains_section(largest: Sequence[dict[str, str]]) -> str:
    """The domains that have the most fetched pages."""
    names = [row["domain"] for row in largest]
    fetched, waiting = ([int(row[name]) for row in largest] for name in ("fetched", "waiting"))
    picture = bars(names, {"fetched": (FETCHED, fetched), "waiting": (WAITING, waiting)}, "pages")
    return f"<h2>Pages per domain</h2>\n<p>The domains of which the most pages were fetched.</p>\n{picture}\n"


def hosts_section(most_linked: Sequence[dict[str, str]]) -> str:
    """The hosts that the most other hosts link to."""
    counts = [int(row["linked_from"]) for row in most_linked]
    picture = bars([row["host"] for row in most_linked], {"linked from": (FETCHED, counts)}, "hosts that link there")
    return f"<h2>Hosts that other hosts link to</h2>\n{picture}\n"


def growth_section(steps: Sequence[dict[str, str]], fetched: int) -> str:
    """How many pages are known, and how many of them were fetched."""
    picture = growth([(int(row["page"]), int(row["known"])) for row in steps], fetched)
    return (
        "<h2>Growth of the frontier</h2>\n<p>How many pages are known after each page of the archives; at 0 stands "
        f"what the logs give. The gap between the lines is what waits.</p>\n{picture}\n"
    )


def write(folder: Path, fetched: int) -> None:
    """Write `index.html` from the CSV files that stand in the folder."""
    domains = rows(folder / "domains.csv", MOST_ROWS)
    hosts, steps = rows(folder / "hosts.csv", MOST_BARS), rows(folder / "growth.csv")
    pictures = domains_section(domains[:MOST_BARS]) if domains else ""
    pictures += hosts_section(hosts) if hosts else ""
    pictures += growth_section(steps, fetched) if steps else ""
    table = "\n".join(
        f"<tr><th>{escape(domain)}</th>" + "".join(f"<td>{int(count):,}</td>" for count in counts) + "</tr>"
        for domain, *counts in (row.values() for row in domains)
    )
    (folder / "index.html").write_text(
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
<p>Pages fetched, pages that wait, and visits in the logs, of the first {MOST_ROWS:,} domains.</p>
<table>
<thead><tr><th>domain</th><th>fetched</th><th>waiting</th><th>visits</th></tr></thead>
<tbody>
{table}
</tbody>
</table>
</html>
""",
        "utf-8",
    )
