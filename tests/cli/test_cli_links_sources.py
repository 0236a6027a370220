"""`uriverse links` on mails, archives, directories, patterns; filters, duplicates, Parquet, cores, how much is read."""

from __future__ import annotations

import csv
import io
import itertools
import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest

from support import command
from uriverse.cli import link_sources
from uriverse.cli import progress as status
from uriverse.cli.link_output import FIELDS
from uriverse.documents import Document, FoundReference, Limits, links, parallel
from uriverse.documents.sources.files import File

run = partial(command.run, "links")

MAIL = (
    b"From: a@b\nContent-Type: multipart/related; boundary=b\nContent-Location: http://h/d/\n\n"
    b"--b\nContent-Type: text/html\n\n<a href=x><img src=cid:y>\n"
    b"--b\nContent-Type: image/png\nContent-ID: <y>\n\n\n--b--\n"
)


def rows(*arguments: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("--json", *arguments, stdin=stdin).stdout.splitlines()]


def test_a_mail_on_standard_input_is_detected_by_its_head() -> None:
    """Parts are named in the source; the table tells which part a reference leads to."""
    found = rows("-", stdin=MAIL)
    assert [(row["source"], row["resolved"]) for row in found] == [
        ("-", "http://h/d/"),
        ("-, part 1", "http://h/d/x"),
        ("-, part 1", "cid:y"),
    ]
    assert all(list(row) == list(FIELDS) for row in found)
    assert "cid:y  (-, part 2)" in run("-", "--long", stdin=MAIL).output


def test_a_format_given_by_an_option() -> None:
    """--format goes before how it begins."""
    (row,) = rows("-", "--format", "html", "--base", "http://b/", stdin=MAIL.replace(b"<img", b"<p"))
    assert row["resolved"] == "http://b/x"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "a.html").write_text("<a href='http://H/%7ea'><a href='http://h/~a'><a href=mailto:a@b><a href='c d'>")
    (tmp_path / "deep" / "b.html").write_text("<a href='http://h/~a'><a href='#s'>")
    (tmp_path / "deep" / "er" / "c.txt").write_text("http://t/")
    return tmp_path


def test_directories_and_patterns(site: Path) -> None:
    """A directory's documents in order; a quoted pattern; one that matches nothing is told."""
    assert [Path(row["source"]).name for row in rows(str(site))] == ["a.html"] * 4 + ["b.html"] * 2 + ["c.txt"]
    assert [Path(row["source"]).name for row in rows(f"{site}/**/*.html")] == ["a.html"] * 4 + ["b.html"] * 2
    result = run(f"{site}/*.none")
    assert result.exit_code == 1
    assert "cannot be read: No such file or directory" in result.output
    assert run(str(site)).output.endswith("7 references in 3 pages, 1 not valid\n")


@pytest.mark.parametrize(
    ("options", "references"),
    [
        (["--valid"], ["http://H/%7ea", "http://h/~a", "mailto:a@b", "http://h/~a", "#s", "http://t/"]),
        (["--invalid"], ["c d"]),
        (["--target-schemes", "MAILTO"], ["mailto:a@b"]),
        (["--target-schemes", "mailto, FILE"], ["mailto:a@b", "#s"]),
        (["--target-schemes", "mailto", "--target-schemes", "file"], ["mailto:a@b", "#s"]),
        (["--kind", "same-document"], ["#s"]),
        (["--unique"], ["http://H/%7ea", "http://h/~a", "mailto:a@b", "c d", "#s", "http://t/"]),
        (["--unique", "--normalize"], ["http://H/%7ea", "mailto:a@b", "c d", "#s", "http://t/"]),
    ],
)
def test_what_is_shown(site: Path, options: list[str], references: list[str]) -> None:
    assert [row["reference"] for row in rows(str(site), *options)] == references


def test_normal_forms(site: Path) -> None:
    """--normalize shows the target's normal form by syntax; the reference stays as written."""
    first, *_ = rows(str(site), "--normalize")
    assert (first["reference"], first["resolved"]) == ("http://H/%7ea", "http://h/~a")
    # What the edition refuses has no normal form.
    assert [
        row["resolved"] for row in rows("-", "--normalize", "--base", "http://H/", stdin=b"<a href='http://[x'>")
    ] == [None]


def test_references_without_a_target_are_duplicates_by_what_is_written() -> None:
    """Where nothing resolves, the same reference at the same base is the same."""
    assert len(rows("-", "--unique", stdin=b"<a href=x><a href=x><a href=y>")) == 2


def test_parquet(site: Path) -> None:
    """The twelve fields with their types; what JSON says and what Parquet says are the same."""
    path = site / "out.parquet"
    assert run(str(site / "a.html"), str(site / "none"), "--parquet", str(path)).exit_code == 1
    table = parquet.read_table(path)
    assert table.column_names == list(FIELDS)
    assert [str(table.schema.field(name).type) for name in ("line", "valid", "error")] == ["int64", "bool", "string"]
    found = rows(str(site / "a.html"), str(site / "none"))
    assert table.to_pylist() == [row | {"error": row["error"] and row["error"]["message"]} for row in found]
    assert "No such file or directory" in run("-", "--parquet", str(site / "no" / "out")).output
    assert run("-", "--parquet", str(path), stdin=b"<a href='\xed\xa0\x80'>").exit_code == 0
    assert parquet.read_table(path).num_rows == 1


@pytest.mark.parametrize("outputs", [("--json", "--csv"), ("--json", "--parquet", "x"), ("--csv", "--long")])
def test_outputs_exclude_each_other(outputs: tuple[str, ...]) -> None:
    assert run("-", *outputs).exit_code == 2


def test_what_is_not_as_it_says_makes_the_exit_code_1(tmp_path: Path) -> None:
    """A charset that lies and a mail that is cut short have rows; the rest is there."""
    (tmp_path / "lie.html").write_bytes(b"<meta charset=utf-8><a href=\xe9>")
    (tmp_path / "cut.eml").write_bytes(MAIL[:-8])
    result = run(str(tmp_path))
    assert result.exit_code == 1
    assert "its charset is not UTF-8, as it says: octet 0xe9 at 28" in result.output
    assert "it is cut short: its last boundary is missing" in result.output
    assert result.output.endswith("4 references in 2 pages, 1 not valid, 2 not read as they are\n")


# ---- both cores


def page(number: int, size: int) -> Document:
    return Document(f"p{number}", b"<a href=%d>" % number + b" " * size, "http://h/")


def in_parallel(found: list[Document | FoundReference]) -> list[FoundReference]:
    return list(parallel.in_parallel(found, parallel.AsRows(), processes=2))


def test_workers_give_the_same_rows_in_the_same_order() -> None:
    """Large and small documents, and rows on the way; as one process gives them."""
    found: list[Document | FoundReference] = [page(number, 10 ** (number % 7)) for number in range(60)]
    found[30] = FoundReference("none", error="cannot be read: it is not there")
    assert len(list(parallel.batched(found))) > parallel.MIN_BATCHES
    ours = in_parallel(found)
    one = [row for each in found for row in ([each] if isinstance(each, FoundReference) else links(each))]
    assert ours == one
    assert len(ours) == 60


def test_workers_write_the_same_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes write what one does, and what single rows are, wherever a batch of pages ends."""
    for number in range(40):
        text = f"<a href='x,{number}\"'><a href='d e'><a href='a\rb\nc'><a href=//\u00e4/{number}>" + " " * 50 * (
            number % 7
        )
        (tmp_path / f"{number:02}.html").write_text(text, "utf-8")
    (tmp_path / "no.pdf").write_bytes(b"%PDF-")
    written = io.StringIO()
    found = list(links(str(tmp_path)))
    csv.writer(written, lineterminator="\n").writerows(
        [
            FIELDS,
            *(
                [" ".join(value) if isinstance(value, tuple) else value for value in row[: len(FIELDS)]]
                for row in found
            ),
        ]
    )
    for octets in (1500, 2500):
        monkeypatch.setattr(parallel, "OCTETS", octets)
        for option in ("--csv", "--json", "--quiet"):
            one, two = (run(str(tmp_path), option, "--processes", jobs) for jobs in ("1", "2"))
            assert (one.exit_code, one.stdout, one.stderr) == (two.exit_code, two.stdout, two.stderr)
            assert one.exit_code == 1
            assert one.stdout == written.getvalue() or option != "--csv"


def test_workers_write_the_same_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in Parquet, where a name or a reference whose octets are not text has rows by itself."""
    site = tmp_path / "site"
    site.mkdir()
    for number in range(30):
        name = os.fsdecode(b"%d-\xff.html" % number) if number % 4 == 0 else f"{number}.html"
        (site / name).write_bytes(b"<a href=a><a href='d e'><a href=\xff>" + b"<a href=b>" * (number % 7))
    monkeypatch.setattr(parallel, "OCTETS", 2500)
    expected = [
        tuple(value.encode("utf-8", "surrogateescape").decode("utf-8", "replace") if isinstance(value, str) else value
              for value in row[: len(FIELDS)])
        for row in links(str(site))
    ]  # fmt: skip
    for jobs in ("1", "2"):
        run(str(site), "--parquet", str(tmp_path / "rows"), "--processes", jobs)
        table = parquet.read_table(tmp_path / "rows").to_pylist()
        assert [tuple((row | {"rel": tuple(row["rel"])}).values()) for row in table] == expected


def test_workers_open_files_in_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it is not the one that the program was started in; a file that is gone is a row."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(parallel, "OCTETS", 2500)
    names = [f"{number}.html" for number in range(10)]
    for name in names[1:]:
        (tmp_path / name).write_text(f"<a href={name}>")
    files = (File(name, "http://h/", format="html", size=1000) for name in names)
    gone, *rows = parallel.in_parallel(files, parallel.AsRows(), processes=2)
    assert (gone.source, gone.error) == ("0.html", "cannot be read: No such file or directory")
    assert [row.resolved for row in rows] == [f"http://h/{name}" for name in names[1:]]


def test_what_is_under_way_is_bounded() -> None:
    """No more is taken than a few batches a worker ahead of what was given."""
    taken = 0

    def endless() -> Iterator[Document]:
        nonlocal taken
        while True:
            taken += 1
            yield page(taken, parallel.OCTETS)

    found = parallel.in_parallel(endless(), parallel.AsRows(), processes=2)
    for _ in range(10):
        next(found)
    assert taken <= 10 + parallel.MIN_BATCHES + 2 * parallel.AHEAD + 1
    found.close()  # type: ignore[attr-defined]


def test_a_page_that_ends_its_worker_costs_its_own_rows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A crash in a reader is a row; everything else is read."""
    # The workers are new interpreters: they take the deadly reader from a module on their path.
    (tmp_path / "deadly.py").write_text(
        "import os\nfrom uriverse.documents import FoundReference\n"
        "def references(document, base, edition):\n"
        "    if document.name == 'p5':\n        os._exit(1)\n"
        "    yield FoundReference(document.name, reference='x')\n"
    )
    (tmp_path / "sitecustomize.py").write_text(
        "from uriverse.documents import formats\n"
        "formats.FORMATS['html'] = formats.FORMATS['html']._replace(module='deadly')\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    found: list[Document | FoundReference] = [page(number, parallel.OCTETS // 2) for number in range(12)]
    rows = in_parallel(found)
    assert [row.source for row in rows] == [f"p{number}" for number in range(12)]
    assert [row.error for row in rows if row.error] == ["cannot be read: the process that read it ended"]
    assert rows[5].error is not None


# ---- how much is read


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a tree with its size, and without a word where standard error is no terminal."""
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "p.html").write_bytes(b"<a href=x>" + b" " * 8_000_000)
    seconds = itertools.count()
    monkeypatch.setattr(status, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(sys, "stderr", said := Terminal())
    sources: list[Any] = [str(tmp_path), str(tmp_path / "none"), "a\0b", io.BytesIO()]
    with link_sources.progress(sources) as watch:
        reading = link_sources.CountedDocuments(sources, None, None, Limits())
        assert len(list(reading.documents(watch))) == 4
    assert reading.pages == 4
    assert "8 of 8 MB" in said.getvalue()
    assert said.getvalue().endswith("\r\x1b[K")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with link_sources.progress(sources) as watch:
        assert watch is None


def test_strict_ends_after_the_first_document_that_is_not_read(tmp_path: Path) -> None:
    """Its row is the last; what came before it is there."""
    for name, data in (("a.html", b"<a href=x>"), ("b.eml", b"A: b\nContent-Type: text/plain; charset=hex\n\nx")):
        (tmp_path / name).write_bytes(data)
    (tmp_path / "c.html").write_text("<a href=y>")
    done = run(str(tmp_path), "--json", "--fail-fast")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["reference"], row["error"] and row["error"]["message"]) for row in found] == [
        ("x", None),
        (None, "its charset is not known: 'hex'"),
    ]
    assert done.exit_code == 1
    assert len(run(str(tmp_path), "--json").stdout.splitlines()) == 3


UNIQUE = b"<a href=http://a/1><a href=http://b/><a href=http://a/2><a href=HTTP://A/1><a href=http://a/1>"


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ((), ["http://a/1", "http://b/", "http://a/2", "HTTP://A/1"]),
        (("--get", "{host}"), ["a", "b", "A"]),
        (("--get", "{column}"), ["1", "20", "38", "57", "76"]),
        (("--get", "{host}", "--profile", "dedupe"), ["a", "b", "a"]),
    ],
)
def test_unique_compares_what_is_written(options: tuple[str, ...], lines: list[str], tmp_path: Path) -> None:
    """As `edit` and `find` do; with a profile it compares canonical forms."""
    page = tmp_path / "a.html"
    page.write_bytes(UNIQUE)
    result = run(str(page), "--unique", *options)
    assert result.stdout.splitlines() == lines
    assert f"{len(lines)} references in 1 page" in result.stderr


@pytest.mark.parametrize("name", ["a.eml", "a.mbox", "a.html"])
def test_the_last_line_of_a_mail_names_hints(name: str, tmp_path: Path) -> None:
    """Bare URLs of HTML parts are hints, and mails are read for every URL in them."""
    path = tmp_path / name
    begin = b"From a@b Mon Jan  1 00:00:00 2024\n" if name == "a.mbox" else b""
    path.write_bytes(begin + b"Subject: x\nContent-Type: text/html\n\n<p>http://h/x</p>\n")
    without, with_hints = run(str(path)), run(str(path), "--hints")
    assert ("--hints" in without.stderr) == (name != "a.html")
    assert "--hints" not in with_hints.stderr and "http://h/x" in with_hints.stdout


def test_a_reference_from_the_root_names_the_option(tmp_path: Path) -> None:
    """Without --base "/" is the root of the disk: what is to be given is in the message, and then it is right."""
    (tmp_path / "b.html").write_bytes(b"")
    (tmp_path / "a.html").write_bytes(b"<a href=/b.html>")
    said = "the base is the URL of the site, such as https://www.example.org/"
    result = run(str(tmp_path), "--broken")
    assert result.exit_code == 1 and said in result.output
    assert result.stderr.endswith("such as --base https://www.example.org/\n")
    result = run(str(tmp_path), "--broken", "--json")
    assert result.exit_code == 1 and said in result.output
    result = run(str(tmp_path), "--broken", "--base", "https://www.example.org/")
    assert result.exit_code == 0 and "--base" not in result.stderr
