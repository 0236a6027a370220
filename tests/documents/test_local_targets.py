"""References within a site: whether the file is there, and whether the page has the anchor."""

from __future__ import annotations

import os
import pickle
import socket
import tracemalloc
from pathlib import Path

import pytest

from support import command
from uriverse.documents import Document, FoundReference, Limits, missing_targets
from uriverse.documents.local_targets import LocalTargets, site
from uriverse.documents.reading import Options

BASE = "http://h/docs/"


def write(directory: Path, **pages: str) -> Path:
    """Write pages; "a__b" stands for a/b.html."""
    for name, content in pages.items():
        file = directory / f"{name.replace('__', '/')}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    return directory


def lost(directory: Path, **options: str) -> list[tuple[str | None, str | None]]:
    """The references that lead nowhere, each with its problem."""
    return [(row.reference, row.problem) for row in missing_targets(directory, **{"base": BASE, **options})]


def link(reference: str) -> str:
    return f'<a href="{reference}">x</a>'


THERE = (
    *("b.html", "b.html?query", "./c/../b.html", "c", "c/", "c/index.html", "%62.html", "/docs/b.html"),
    *("//h/docs/b.html", "http://h/docs", "d%20e/f.html", "d e/f.html", "d%20e\\f.html"),
)
OUTSIDE = ("http://other/x", "https://h/docs/x", "http://h/x", "../x", "mailto:a@h", "data:,x")
ABSENT = ("none.html", "b.html/", "b.html/x", "B.html", "empty/", "c/none/", "%2e%2e%2fa.html", "b.html%00", "%ff")


@pytest.mark.parametrize("reference", [*THERE, *OUTSIDE, *ABSENT])
def test_a_file_that_is_not_there_is_missed(tmp_path: Path, reference: str) -> None:
    """What leaves the site is not looked up."""
    write(tmp_path, index=link(reference), a="", b="", c__index="", **{"d e__f": ""})
    (tmp_path / "empty").mkdir()
    assert lost(tmp_path) == ([(reference, "no-file")] if reference in ABSENT else [])


@pytest.mark.parametrize(
    ("pages", "reference", "problem"),
    [
        ({"a": link("c/#x") + link("c#y") + link("c/#z"), "c__index": "<p id=x><p id=y>"}, "c/#z", "no-anchor"),
        ({"a": "<map name=m></map><img usemap=#m><img usemap=#n>"}, "#n", "no-anchor"),
        ({"a": "<base href=c/>" + link("b.html") + link("d.html"), "c__b": ""}, "d.html", "no-file"),
    ],
    ids=["index of a directory", "image map", "base of a page"],
)
def test_one_is_missed(tmp_path: Path, pages: dict[str, str], reference: str, problem: str) -> None:
    write(tmp_path, **pages)
    assert lost(tmp_path) == [(reference, problem)]


@pytest.mark.parametrize(
    ("reference", "problem"),
    [("b", None), ("b#x", None), ("b#y", "no-anchor"), ("c", None), ("b/", "no-file"), ("d", "no-file"), ("a", None)],
)
def test_a_page_without_its_suffix(tmp_path: Path, reference: str, problem: str | None) -> None:
    """As GitHub Pages and others serve it: a file wins over a page, a page over a directory of its name."""
    (tmp_path / "c").mkdir()
    pages = {"a": f"<a href='{reference}'>", "b": "<p id=x>", "c": "<p>"}
    for name, page in pages.items():
        (tmp_path / f"{name}.html").write_text(page)
    found = list(missing_targets(tmp_path, base="http://h/", clean_urls=True))
    assert [row.problem for row in found] == ([problem] if problem else [])
    without = list(missing_targets(tmp_path, base="http://h/"))
    assert [row.problem for row in without] == ["no-file"]
    result = command.run("links", "--broken", "--clean-urls", "--base", "http://h/", str(tmp_path))
    assert result.exit_code == (1 if problem else 0)


def test_a_name_in_another_case_is_named(tmp_path: Path) -> None:
    write(tmp_path, a=link("Guide.html"), guide="")
    [row] = missing_targets(tmp_path, base=BASE)
    assert row.error is not None
    assert row.error.endswith("; there is 'guide.html'")


# HTML Standard, section 7.4.6.4: the fragment as it stands, then decoded, then "top" in any case.
@pytest.mark.parametrize(
    ("fragment", "lands"),
    [
        ("", True),
        ("one", True),
        ("two", True),
        ("%C3%A9", True),
        ("é", True),
        ("a%20b", True),
        ("100%25", True),
        ("top", True),
        ("TOP", True),
        (":~:text=word", True),
        ("one:~:text=word", True),
        ("One", False),
        ("three", False),
        ("div", False),
        ("no:~:text=word", False),
    ],
)
@pytest.mark.parametrize("page", ["", "b.html"])
def test_a_fragment_lands_on_an_anchor(tmp_path: Path, fragment: str, lands: bool, page: str) -> None:
    anchors = '<p id=one><a name=two></a><p id=é><p id="a b"><p id=100%><div name=div>'
    reference = f"{page}#{fragment}"
    write(tmp_path, a=f"<meta charset=utf-8>{anchors}{link(reference)}", b=f"<meta charset=utf-8>{anchors}")
    assert lost(tmp_path) == ([] if lands else [(reference, "no-anchor")])


def test_nothing_outside_of_the_directory_is_looked_at(tmp_path: Path) -> None:
    """A segment that decodes to ".." or holds "/" names no file."""
    (tmp_path / "secret.html").write_text("<p id=x>")
    site = write(
        tmp_path / "site", a=link("%2e%2e/secret.html") + link("..%2fsecret.html") + link("b/..%2f..%2fsecret.html")
    )
    # "%2e%2e" is a dot segment of the URL Standard: it leaves the site, as "../secret.html" does.
    assert lost(site) == [("..%2fsecret.html", "no-file"), ("b/..%2f..%2fsecret.html", "no-file")]


def test_without_a_base_files_are_looked_up_where_they_are(tmp_path: Path) -> None:
    write(tmp_path, a=link("b.html") + link("c.html") + link("/docs/b.html") + link("../x.html"), b="")
    found = [(row.reference, row.problem) for row in missing_targets(tmp_path)]
    assert found == [("c.html", "no-file"), ("/docs/b.html", "outside"), ("../x.html", "outside")]


def test_a_file_stands_for_its_directory(tmp_path: Path) -> None:
    write(tmp_path, a=link("b.html") + link("c.html") + link("b.html#x"), b="")
    rows = missing_targets(tmp_path / "a.html", base="http://h/docs/a.html")
    assert [(row.reference, row.problem) for row in rows] == [("c.html", "no-file"), ("b.html#x", "no-anchor")]


def test_files_that_are_named_may_lead_to_any_file_of_the_disk(tmp_path: Path) -> None:
    write(tmp_path, a__b=link("../c.html") + link("../d.html"), c="")
    assert [(row.reference, row.problem) for row in missing_targets(tmp_path / "a" / "b.html")] == [
        ("../d.html", "no-file")
    ]


def test_each_run_looks_at_the_disk_as_it_is_then(tmp_path: Path) -> None:
    write(tmp_path, a=link("b.html") + link("c.html#x"), c="")
    assert lost(tmp_path) == [("b.html", "no-file"), ("c.html#x", "no-anchor")]
    write(tmp_path, b="", c="<p id=x>")
    assert lost(tmp_path) == []


def test_a_worker_process_has_one_object_for_all_batches(tmp_path: Path) -> None:
    targets = LocalTargets(Options(), (site(str(tmp_path), BASE),))
    first, second = (pickle.loads(pickle.dumps(targets)) for _ in range(2))
    page = Document("a.html", b'<a href="b.html">x</a>', f"{BASE}a.html")
    assert first is second and [row.problem for row in first.rows([page])] == ["no-file"]


def test_style_sheets_and_markdown_are_read_too(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("p { background: url(b.png) } q { background: url(c.png#x) }")
    (tmp_path / "a.md").write_text("[b](b.png) [d](d.md#any)")
    (tmp_path / "c.png").write_bytes(b"\x89PNG\r\n")
    (tmp_path / "d.md").write_text("")
    assert lost(tmp_path) == [("b.png", "no-file"), ("b.png", "no-file")]


def test_a_link_to_a_directory_is_followed_when_a_reference_leads_through_it(tmp_path: Path) -> None:
    site = write(tmp_path / "site", a=link("there/b.html") + link("there/c.html"))
    (site / "there").symlink_to(write(tmp_path / "elsewhere", b=""), target_is_directory=True)
    assert lost(site) == [("there/c.html", "no-file")]


@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "lost link", "link to itself"])
def test_only_regular_files_are_opened(tmp_path: Path, kind: str) -> None:
    """A named pipe would be waited for without end, and a server serves no such file."""
    special = tmp_path / "special.html"
    with socket.socket(socket.AF_UNIX) as listener:
        if kind == "pipe":
            os.mkfifo(special)
        elif kind == "socket":
            listener.bind(os.path.relpath(special))
        else:
            special.symlink_to({"device": "/dev/zero", "lost link": "none"}.get(kind, special.name))
        rows = list(missing_targets(write(tmp_path, a=link("special.html#x")), base=BASE))
    ours = [row for row in rows if row.reference is not None]
    assert [(row.problem, row.error) for row in ours] == [
        ("no-file", f"{str(special)!r} is neither a file nor a directory")
    ]


def test_what_cannot_be_read_is_reported() -> None:
    assert [row.problem for row in missing_targets("/no/such/directory")] == ["unreadable"]


def test_of_a_page_that_is_too_long_every_fragment_lands(tmp_path: Path) -> None:
    write(tmp_path, a=link("b.html#x"), b="x" * 500)
    rows: list[FoundReference] = list(missing_targets(tmp_path, base=BASE, limits=Limits(octets=400)))
    assert [row.problem for row in rows] == ["unreadable"]


@pytest.mark.parametrize("base", ["mailto:a@b", "data:,x"])
def test_files_stand_under_a_path(base: str) -> None:
    with pytest.raises(ValueError, match="files cannot stand under"):
        site("docs", base)


def test_a_small_file_takes_little_memory_whatever_the_limit_is(tmp_path: Path) -> None:
    write(tmp_path, a=link("b.html#x"), b='<p id="y">')
    lost(tmp_path)
    tracemalloc.start()
    rows = list(missing_targets(tmp_path, base=BASE, limits=Limits(octets=1 << 44)))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [row.reference for row in rows] == ["b.html#x"] and most < 1 << 20
