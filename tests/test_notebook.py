"""What notebooks show: pictures that escape what a text holds, and hide passwords."""

from __future__ import annotations

import pickle
from html.parser import HTMLParser
from typing import Protocol, runtime_checkable

import pytest

import uriverse as uv

SECRET = "s3cret"
HOSTILE = "http://h/<script>alert(1)</script>?\"'&amp;<b>"


@runtime_checkable
class Shown(Protocol):
    def _repr_html_(self) -> str: ...


class Read(HTMLParser):
    """The elements and the cells of a picture."""

    def __init__(self, picture: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.rows: list[list[str]] = []
        self.text = ""
        self.feed(picture)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows:
            self.rows[-1][-1] += data
        else:
            self.text += data


def read(value: object) -> Read:
    assert isinstance(value, Shown)
    return Read(value._repr_html_())


def test_a_reference_is_its_text_and_a_table_of_its_components() -> None:
    picture = read(uv.parse("http://u@h:80/a?b#"))
    assert picture.text == "http://u@h:80/a?b#"
    assert picture.rows == [
        ["component", "place", "text"],
        ["scheme", "0-4", "http"],
        ["authority", "7-13", "u@h:80"],
        ["userinfo", "7-8", "u"],
        ["host", "9-10", "h"],
        ["port", "11-13", "80"],
        ["path", "13-15", "/a"],
        ["query", "16-17", "b"],
        ["fragment", "18-18", ""],
    ]


def test_a_split_text_is_drawn_too() -> None:
    assert read(uv.split("http://a b/")).rows[-2:] == [["host", "7-10", "a b"], ["path", "10-11", "/"]]


def test_a_finding_says_what_to_do() -> None:
    rows = dict(read(uv.audit.findings("http://2130706433/")[0]).rows)
    assert rows["finding"] == "address-rare"
    assert rows["instead"] == "127.0.0.1"


def test_an_explanation_has_a_row_for_each_edition() -> None:
    rows = read(uv.lab.explain("//a_b/", editions=["rfc2396", "rfc3986"])).rows
    assert [row[:2] for row in rows[1:]] == [["rfc2396", "network-path"], ["rfc3986", "network-path"]]


def test_a_difference_has_the_shortest_texts() -> None:
    rows = read(uv.lab.diff("rfc2396", "rfc3986", rule="abs_path")).rows
    assert rows == [
        ["rule", "rfc3986 is", "only rfc2396", "only rfc3986"],
        ["path-absolute", "narrower", "'//'\n'//a'\n'///'", ""],
    ]


def test_an_agreement_has_a_row_for_each_reading() -> None:
    picture = read(uv.agreement(r"http://127.0.0.1\@1.1.1.1/", parsers=["urllib", "whatwg", "rfc3986"]))
    assert picture.text.endswith("They differ on: userinfo, host, path.")
    assert [row[0::3][:2] for row in picture.rows] == [
        ["parsers", "host"], ["urllib", "1.1.1.1"], ["whatwg", "127.0.0.1"], ["rfc3986"],
    ]  # fmt: skip
    assert picture.rows[-1][1].startswith("refused: ")


def test_findings_are_one_table() -> None:
    rows = uv.audit.findings("http://user@2130706433/")
    assert rows == tuple(rows) and pickle.loads(pickle.dumps(rows)) == rows
    assert [row[:4] for row in read(rows).rows] == [
        ["severity", "id", "start", "end"],
        *([row.severity, row.id, str(row.start), str(row.end)] for row in rows),
    ]


def test_a_mended_reference_has_a_row_for_each_change() -> None:
    picture = read(uv.mend(" http://h/a b"))
    assert picture.text == "http://h/a%20b"
    assert [row[:3] for row in picture.rows] == [["place", "was", "now"], ["0", "' '", "''"], ["11", "' '", "'%20'"]]


def test_a_url_of_the_standard_is_a_table_of_its_attributes() -> None:
    picture = read(uv.whatwg.URL("HTTP://h:80/a b?c"))
    assert picture.text == "http://h/a%20b?c"
    assert ["pathname", "/a%20b"] in picture.rows and ["port", ""] in picture.rows


def test_a_column_shows_its_first_rows() -> None:
    texts = uv.columns.Column(["http://h/a", None, *["x"] * 20])
    assert read(texts).rows[:3] == [["rows: 22", "value"], ["0", "http://h/a"], ["1", "None"]]
    assert len(read(texts).rows) == 11
    rows = read(uv.columns.parse(texts, want=["host", "path"])).rows
    assert rows[0][:3] == ["rows: 22", "host", "path"] and rows[1][:3] == ["0", "h", "/a"]


@pytest.mark.parametrize(
    "value",
    [
        uv.agreement(HOSTILE),
        uv.audit.findings(HOSTILE, profile="all"),
        uv.columns.Column([HOSTILE]),
        uv.columns.split(uv.columns.Column([HOSTILE])),
        uv.mend(HOSTILE),
        uv.whatwg.URL(HOSTILE),
        uv.split(HOSTILE),
        uv.lab.explain(HOSTILE, editions=["rfc3986"]),
        *uv.audit.findings("http://h/?next=javascript:<b>"),
        *uv.audit.findings(HOSTILE, profile="all"),
    ],
)
def test_nothing_of_a_text_becomes_markup(value: object) -> None:
    assert read(value).tags <= {"div", "span", "table", "tr", "th", "td"}


@pytest.mark.parametrize(
    "value",
    [
        uv.parse(f"http://user:{SECRET}@h/"),
        uv.agreement(f"http://user:{SECRET}@h/ x", parsers="all"),
        uv.audit.findings(f"http://user:{SECRET}@2130706433/"),
        uv.columns.Column([f"http://user:{SECRET}@h/"]),
        uv.columns.split(uv.columns.Column([f"http://user:{SECRET}@h/"])),
        uv.mend(f"http://user:{SECRET}@h/ x"),
        uv.whatwg.URL(f"http://user:{SECRET}@h/"),
        uv.split(f"http://user:{SECRET}@h/ x"),
        uv.lab.explain(f"http://user:{SECRET}@h/ x", editions=["rfc3986", "rfc1738"]),
        *uv.audit.findings(f"http://user:{SECRET}@2130706433/"),
    ],
)
def test_no_picture_shows_a_password(value: object) -> None:
    assert isinstance(value, Shown)
    assert SECRET not in value._repr_html_()
