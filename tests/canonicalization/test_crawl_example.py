"""The pipeline of the examples: its answers are those of single calls, and the same on both engines."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from warcio.archiveiterator import ArchiveIterator

import uriverse as uv
from support.killing import killed_ten_times
from support.paths import ROOT
from uriverse.documents import Document, links

PROGRAM = ROOT / "examples" / "crawl" / "crawl.py"
NAMES = ("frontier.csv", "domains.csv", "hosts.csv", "links.csv", "growth.csv")


def run(out: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(out), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def sample(folder: Path, seed: int) -> Path:
    """The example's own archive, by another seed."""
    code = "import archive, pathlib, sys; archive.write(pathlib.Path(sys.argv[1]), int(sys.argv[2]))"
    subprocess.run([sys.executable, "-c", code, str(folder), str(seed)], cwd=PROGRAM.parent, check=True)
    return folder / "pages.warc.gz"


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def forms(urls: Sequence[str]) -> list[str]:
    return [uv.canonical(url, profile="dedupe") for url in urls if url.startswith(("http:", "https:"))]


class Targets(HTMLParser):
    """The references of a page's attributes `href`."""

    def __init__(self) -> None:
        super().__init__()
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.references += [str(value).strip() for name, value in attrs if name == "href"]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crawl")
    run(folder)
    return folder


def test_a_frontier_with_keys_is_what_single_calls_give(out: Path) -> None:
    """The first row of each key; its URLs are those that Python's parser of HTML and `urljoin` find in the pages."""
    sys.path.insert(0, str(PROGRAM.parent))
    from keys import frontier

    archive = out / "pages.warc.gz"
    first: dict[int, tuple[str, str, int, str | None]] = {}
    for row in links(archive, edition="whatwg"):
        if row.follow and row.page is not None and str(row.resolved).startswith(("http:", "https:")):
            url = str(row.resolved)
            key = uv.canonical_key(url, profile="dedupe")
            first.setdefault(key, (row.page, url, key, uv.hosts.domain(uv.URL(url).host)))
    assert frontier(str(archive)).rows() == list(first.values())

    targets = set()
    with archive.open("rb") as stream:
        for record in ArchiveIterator(stream):
            page = record.rec_headers.get_header("WARC-Target-URI")
            parser = Targets()
            parser.feed(record.content_stream().read().decode("utf-8", "replace"))
            targets |= {urljoin(page, reference) for reference in parser.references}
    web = [url for url in targets if url.startswith(("http:", "https:")) and urlsplit(url).hostname]
    assert {uv.canonical_key(url, profile="dedupe") for url in web} == set(first)


def test_the_frontier_is_what_single_calls_give(out: Path) -> None:
    """Links of the archive and URLs of the log, each form once, without the pages that were fetched."""
    with (out / "pages.warc.gz").open("rb") as stream:
        fetched = {record.rec_headers.get_header("WARC-Target-URI") for record in ArchiveIterator(stream)}
    met = [row.browser for row in links(out / "pages.warc.gz") if row.browser is not None]
    for line in (out / "access.log").read_text("utf-8").splitlines():
        _, request, answer, referrer, *_ = line.split('"')
        if answer.split()[0] == "200":
            met += [f"https://www.library.example.co.uk{request.split()[1]}", *([] if referrer == "-" else [referrer])]
    counted = Counter(forms(met))
    expected = {form: count for form, count in counted.items() if form not in set(forms(sorted(fetched)))}
    found = rows(out / "frontier.csv")
    assert {row["url"]: int(row["links"]) for row in found} == expected
    assert len(found) == len(expected) > 300
    for row in found:
        assert int(row["key"]) == uv.canonical_key(row["url"], profile="dedupe")
        host = uv.parse(row["url"]).host
        assert row["domain"] == (uv.hosts.domain(host) or host)


def test_the_counts_add_up(out: Path) -> None:
    """Pages of all domains are those of the frontier and of the archive; the last page of the growth knows them all."""
    domains, growth = rows(out / "domains.csv"), rows(out / "growth.csv")
    assert sum(int(row["waiting"]) for row in domains) == len(rows(out / "frontier.csv"))
    assert sum(int(row["fetched"]) for row in domains) == 150
    assert sum(int(row["fetched"]) + int(row["waiting"]) for row in domains) == int(growth[-1]["known"])
    assert {"example.co.uk", "alice.github.io", "bob.github.io", "xn--bcher-kva.example", "192.0.2.7"} <= {
        row["domain"] for row in domains
    }


def test_the_graph_of_hosts_is_what_single_calls_give(out: Path) -> None:
    def host(url: str) -> str:
        return uv.parse(uv.canonical(url, profile="dedupe")).host or ""

    with (out / "pages.warc.gz").open("rb") as stream:
        pages = [
            Document(url, record.content_stream().read(), uri=url)
            for record in ArchiveIterator(stream)
            if (url := record.rec_headers.get_header("WARC-Target-URI"))
        ]
    edges = Counter(
        (host(row.source), host(row.browser))
        for row in links(*pages)
        if row.browser is not None and row.browser.startswith("http") and host(row.source) != host(row.browser)
    )
    assert {(row["from_host"], row["to_host"]): int(row["links"]) for row in rows(out / "links.csv")} == edges
    linked = Counter(to for _, to in edges)
    assert {row["host"]: int(row["linked_from"]) for row in rows(out / "hosts.csv")} == linked


def test_the_page_shows_all_plots(out: Path) -> None:
    page = (out / "index.html").read_text("utf-8")
    assert page.count("<svg") == page.count("</svg>") == 3
    assert page.count("<tr>") == 1 + len(rows(out / "domains.csv"))


def test_a_log_without_a_line_gives_empty_answers(tmp_path: Path) -> None:
    (tmp_path / "empty.log").write_text("not a line of a log\n")
    assert "0 pages wait" in run(tmp_path / "empty", str(tmp_path / "empty.log"))
    assert rows(tmp_path / "empty" / "frontier.csv") == []


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    """Ten runs are killed at any moment: nothing is lost, nothing twice, and what was whole is not read again."""
    for seed in range(4):
        sample(tmp_path / str(seed), seed).rename(tmp_path / f"{seed}.warc.gz")
    inputs = sorted(str(path) for path in tmp_path.glob("*.warc.gz"))
    whole, killed = killed_ten_times(
        lambda out: [sys.executable, str(PROGRAM), str(out), *inputs], tmp_path, "met/*.parquet"
    )
    assert {path.name for path in (killed / "met").iterdir()} == {path.name for path in (whole / "met").iterdir()}
    for name in (*NAMES, "index.html"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.jvm
def test_the_other_engine_gives_the_same_answers(out: Path, tmp_path: Path) -> None:
    """File by file, to the byte."""
    run(tmp_path, str(out / "pages.warc.gz"), str(out / "access.log"), "--engine", "spark")
    for name in (*NAMES, "index.html"):
        assert (tmp_path / name).read_bytes() == (out / name).read_bytes()
