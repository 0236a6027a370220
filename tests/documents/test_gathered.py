"""tools/gather_documents.py: real documents beside independent readers, and what looks false in running text."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfWriter
from pypdf.annotations import Link

from support.paths import ROOT

MAIL = b"""Content-Type: text/plain
List-Help: <mailto:help@h.example>

see http://h.example/a, and
https://h.example/b.
"""


def pdf_with(url: str) -> bytes:
    writer, file = PdfWriter(), io.BytesIO()
    writer.add_blank_page(9, 9)
    writer.add_annotation(0, Link(rect=(0, 0, 1, 1), url=url))
    writer.write(file)
    return file.getvalue()


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "gather_documents.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_agreement_and_differences(tmp_path: Path) -> None:
    """Two formats whose other readers need no installation; a difference that no rule explains is the exit code 1."""
    (tmp_path / "readers").mkdir()
    (tmp_path / "a.eml").write_bytes(MAIL)
    (tmp_path / "a.pdf").write_bytes(pdf_with("http://h.example/"))
    arguments = ("--into", tmp_path, "--also", "--packages", "--format", "mail", "pdf")
    done = run(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "mail: 1 documents, 3 references the same" in done.stdout
    assert "pdf: 1 documents, 1 references the same" in done.stdout
    (tmp_path / "a.pdf").write_bytes(pdf_with("http://h.example/") + b"/URI (http://other.example/)")
    done = run(*arguments)
    assert done.returncode == 1
    assert "theirs alone: a.pdf http://other.example/" in done.stdout


def test_what_looks_false_in_text(tmp_path: Path) -> None:
    """Words of logs are no references; a bracketed one without the form of its scheme is printed to be read."""
    (tmp_path / "a.log").write_text("INFO:root:starting File:foo.c:12 content:encoded https://h.example/\n" * 10)
    done = run("--matches", tmp_path)
    assert (done.returncode, "10 references, 0 to be read" in done.stdout) == (0, True), done.stdout
    (tmp_path / "b.txt").write_text("<git:*>")
    done = run("--matches", tmp_path)
    assert (done.returncode, "1 git:*" in done.stdout) == (1, True), done.stdout


@pytest.mark.slow
def test_the_samples_of_other_projects(tmp_path: Path) -> None:
    """Those of feedparser, html5lib and pypdf, from their source archives: 99.9 % of references, or a rule says why."""
    done = run("--into", tmp_path, "--also", "--packages", "feedparser", "html5lib", "pypdf", "--format", *FORMATS)
    assert done.returncode == 0, done.stdout + done.stderr
    counts = {line.split(":")[0]: int(line.split()[1]) for line in done.stdout.splitlines() if "documents," in line}
    assert counts["feed"] > 2000 and counts["html-tests"] > 1500 and counts["pdf"] > 60


FORMATS = ("feed", "html-tests", "pdf")
