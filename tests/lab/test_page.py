"""The page of all editions: complete and self-contained, and alive in a real browser."""

from __future__ import annotations

import dataclasses
import json
import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from time import process_time

import pytest
from selenium.webdriver import Chrome

import uriverse as uv
from support import command
from support.automata import OF_REFERENCES
from support.browser.chrome import chrome, look_as
from uriverse.editions.registry import EDITION_IDS
from uriverse.lab import matrix
from uriverse.lab.difference import Difference
from uriverse.lab.matrix import all_differences, lines
from uriverse.lab.page import page, page_data


@pytest.fixture(scope="module")
def differences() -> list[Difference]:
    """Every two editions."""
    return list(all_differences())


def test_lines_follow_a_rule_through_the_editions() -> None:
    """`server` of 1996 is an `authority` later, and `server` of 1998 a line of its own."""
    found = {line.name: line.names for line in lines()}
    assert lines()[0].names["rfc3986"] == "URI-reference"
    assert list(lines()[0].names) == list(OF_REFERENCES)
    assert list(found["authority"].values())[1:6] == ["login", "net_loc", "server", "site", "authority"]
    assert "rfc3986" not in found["server"]
    assert list(found["server"]) == ["uri-syntax-02", "uri-syntax-03", "rfc2396", "rfc2732", "rfc2396bis-00"]
    assert found["unwise"]["rfc1738"] == "national"
    for line in lines():
        assert list(line.names) == [edition for edition in EDITION_IDS if edition in line.names]


@pytest.mark.slow
def test_all_differences_are_those_of_diff(differences: list[Difference]) -> None:
    """Compiled once for all pairs, each pair has every rule and is what `diff` finds within seconds."""
    assert [(each.old, each.new) for each in differences] == list(combinations(EDITION_IDS, 2))
    assert [each for each in differences if len(each.rules) < len(uv.EDITIONS[each.new].rules)] == []
    for each in differences[::7]:
        began = process_time()
        assert each == uv.lab.diff(each.old, each.new)
        assert process_time() - began < 10


@pytest.mark.slow
def test_the_command_writes_the_page(
    differences: list[Difference], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file with all editions, the asked pair open in it."""
    monkeypatch.setattr(matrix, "all_differences", lambda _: iter(differences))
    path = tmp_path / "editions.html"
    result = command.run("diff", "rfc2396", "rfc3986", "--html", str(path))
    assert result.exit_code == 0
    editions = len(uv.EDITIONS)
    assert f"{editions} editions, {editions * (editions - 1) // 2} comparisons" in result.output
    assert path.read_text("utf-8") == page(differences, opened=("rfc2396", "rfc3986"))


def test_the_page_is_one_file() -> None:
    """Nothing is loaded from elsewhere, no placeholder is left, and no text of a grammar can end the script."""
    text = page([uv.lab.diff("rfc1808", "url-syntax-03")], opened=("rfc1808", "url-syntax-03"))
    assert not re.search(r"(src|href|url\(|@import|fetch\()\s*=?\s*[\"'(]?\s*(https?:)?//", text)
    assert not re.search(r"<(link|img|iframe|script src)", text)
    assert "<!--" not in text
    assert text.count("</script>") == 2
    match = re.search(r'id="data">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    data = json.loads(match[1])
    assert data["opened"] == ["rfc1808", "url-syntax-03"]


@pytest.mark.parametrize("name", ["</script><b>", "<!--<script>", "<!-- script -->", "]]>", "\u2028", "\\u003c"])
def test_a_hostile_name_is_data(name: str) -> None:
    """A name of a rule and a note are in the data as they are, and nowhere else."""
    difference = uv.lab.diff("rfc1808", "url-syntax-03")
    first = dataclasses.replace(difference.rules[0], old_rule=name, new_rule=name)
    read = Read()
    read.feed(page([dataclasses.replace(difference, rules=(first,))]))
    scripts = [text for tag, text in read.parts if tag == "script"]
    assert [tag for tag, _ in read.parts].count("script") == len(scripts) == 2
    assert json.loads(scripts[0])["pairs"][0]["rules"][0][1:3] == [name, name]
    assert "b" not in {tag for tag, _ in read.parts}


class Read(HTMLParser):
    """The elements of a page, each with the text that follows its start tag."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.parts.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.parts:
            tag, text = self.parts[-1]
            self.parts[-1] = (tag, text + data)


def test_the_data_has_every_row_and_witness() -> None:
    """Nothing of a difference is lost on the way to the page."""
    difference = uv.lab.diff("rfc2396", "rfc3986")
    data = page_data([difference])
    rows = data["pairs"][0]["rules"]
    assert len(rows) == len(difference.rules)
    for row, shown in zip(difference.rules, rows, strict=True):
        assert shown[1:5] == [row.old_rule, row.new_rule, row.relation, row.rewritten]
        assert [witness[0] for witness in shown[5]] == [witness.text for witness in row.only_old]
    named = {data["lines"][row[0]]["name"] for row in rows if row[0] >= 0}
    assert {"URI-reference", "authority", "scheme", "pct-encoded", "path-absolute"} <= named


def test_the_data_has_the_notes_on_resolution() -> None:
    """What a document says of resolution that the engine does not do, and guards, are told in its edition's cells."""
    pairs = page_data([uv.lab.diff("url-syntax-04", "rfc2396"), uv.lab.diff("rfc2396", "rfc3986")])["pairs"]
    note = uv.EDITIONS["url-syntax-04"].notes["dot_segments"]
    guards = {
        id: [{"edition": id, "choice": choice, "note": text} for choice, text in uv.EDITIONS[id].guards.items()]
        for id in ("url-syntax-04", "rfc2396", "rfc3986")
    }
    assert all(guards.values())
    assert pairs[0]["notes"] == [
        {"edition": "url-syntax-04", "choice": "dot_segments", "note": note},
        *guards["url-syntax-04"],
        *guards["rfc2396"],
    ]
    assert pairs[1]["notes"] == [*guards["rfc2396"], *guards["rfc3986"]]


# What a reader does with the page: it opens a cell, walks with the keys, chooses a rule, changes the colours.
STEPS = """
const said = {};
const cell = (a, b) => document.querySelector(`td[data-old="${a}"][data-new="${b}"]`);
const key = (name) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const details = document.getElementById("details");
const chosen = () => document.activeElement.dataset.old + " " + document.activeElement.dataset.new;
said.relations = [...document.querySelectorAll("td[data-old]")].map((td) => td.className);
said.hidden = details.hidden;
cell("uri-syntax-02", "uri-syntax-03").click();
said.clicked = details.textContent;
said.hash = location.hash;
key("ArrowRight");
said.right = chosen();
key("ArrowDown"); key("ArrowDown"); key("ArrowLeft");
said.walked = chosen();
key("Enter");
said.entered = details.querySelector("h2").textContent;
key("Escape");
said.escaped = details.hidden + " " + chosen();
const chooser = document.getElementById("line");
chooser.value = [...chooser.options].find((option) => option.textContent.startsWith("scheme ")).value;
chooser.dispatchEvent(new Event("change"));
said.scheme = cell("url-syntax-04", "uri-syntax-02").className + " " + cell("rfc2396", "rfc3986").className;
cell("rfc3986", "rfc1738").click();
said.mirrored = details.textContent;
const link = (a) => `${a.textContent}=${a.getAttribute("href")}`;
said.links = [...details.querySelectorAll("a")].map(link).join();
const ground = () => getComputedStyle(document.body).backgroundColor;
said.theme = [ground()];
document.getElementById("theme").click();
cell("url-syntax-04", "rfc2396").click();
said.note = details.textContent;
said.theme.push(ground());
said.focusable = document.querySelectorAll('#matrix [tabindex="0"]').length;
said.wide = document.documentElement.scrollWidth <= innerWidth;
return said;
"""


@pytest.fixture(scope="module")
def shown(differences: list[Difference], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Chrome, str]]:
    """A browser, and the address of the page of all editions, with clauses that are links."""
    path = tmp_path_factory.mktemp("page") / "page.html"
    clauses = re.compile(r"RFC \d+, [\d.]*\d")
    path.write_text(
        page(differences, links=lambda text: {found: f"#{found}" for found in clauses.findall(text)}), "utf-8"
    )
    with chrome() as browser:
        yield browser, path.as_uri()


@pytest.mark.browser
def test_cells_open_in_a_browser(differences: list[Difference], shown: tuple[Chrome, str]) -> None:
    """Clicked and by keyboard, the page shows what the comparison found; a narrow one needs no sideways scrolling."""
    browser, address = shown
    look_as(browser, 700, "light")
    browser.get(address)
    said = browser.execute_script(STEPS)
    assert Counter(said["relations"]) == expected_relations(differences)
    assert said["hidden"] is True
    assert "draft-fielding-uri-syntax-02 → draft-fielding-uri-syntax-03" in said["clicked"]
    assert "accepts less, and nothing new" in said["clicked"]
    assert "a: stopped at its end by abs_path (path)" in said["clicked"]
    assert "http://a/b/c/g" in said["clicked"]
    assert said["hash"] == "#uri-syntax-02..uri-syntax-03"
    assert said["right"] == "uri-syntax-02 rfc2396"
    assert said["walked"] == "rfc2396 uri-syntax-03"
    assert said["entered"] == "RFC 2396 → draft-fielding-uri-syntax-03"
    assert said["escaped"] == "true rfc2396 uri-syntax-03"
    assert said["scheme"] == "narrower equal"
    assert "RFC 3986 → RFC 1738" in said["mirrored"]
    assert all(f"{clause}=#{clause}" in said["links"] for clause in ("RFC 3986, 5.2.2", "RFC 1808, 4", "RFC 1808, 5.2"))
    assert "Notes on resolution" in said["note"] and "is appended to a relative path before the merge" in said["note"]
    assert "a:/.//x" in said["mirrored"] and "is appended to a relative path" not in said["mirrored"]
    before, after = said["theme"]
    assert before != after
    assert said["focusable"] == 1
    assert said["wide"] is True


@pytest.mark.browser
def test_the_heads_stand_apart(shown: tuple[Chrome, str]) -> None:
    """No head of a column runs into the next one, and at 500 pixels the whole matrix is in view."""
    look = """
    const heads = [...document.querySelectorAll("#matrix thead th")].map((head) => {
      const text = document.createRange();
      text.selectNodeContents(head);
      return text.getBoundingClientRect();
    });
    const box = document.querySelector(".scroll");
    const overlapping = heads.filter((head, i) => i && head.left < heads[i - 1].right).length;
    return [heads.length, overlapping, box.scrollWidth - box.clientWidth];
    """
    browser, address = shown
    for width in (500, 700, 1100, 1400):
        look_as(browser, width, "light")
        browser.get(address)
        assert browser.execute_script(look) == [len(EDITION_IDS), 0, 0], width


def expected_relations(differences: list[Difference]) -> Counter[str]:
    """Each relation of the start rules, both ways round; a template and a reference share no line."""
    flipped = {"narrower": "wider", "wider": "narrower"}
    found = [each.rules[0].relation if {each.old, each.new} <= set(OF_REFERENCES) else "absent" for each in differences]
    return Counter([*found, *(flipped.get(relation, relation) for relation in found)])


@pytest.mark.browser
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_screenshot_shows_the_matrix(shown: tuple[Chrome, str], colours: str) -> None:
    """It is drawn: many colours, on light paper or on dark."""
    browser, address = shown
    look_as(browser, 640, colours, 450)
    browser.get(f"{address}#rfc2396..rfc3986")
    seen = Counter(pixels(browser.get_screenshot_as_png()))
    assert len(seen) > 50
    brightness = sum(seen.most_common(1)[0][0][:3]) / 3
    assert brightness > 200 if colours == "light" else brightness < 60


def pixels(png: bytes) -> list[bytes]:
    """The pixels of a picture of eight bits a channel, every eighth of every eighth row."""
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    channels = {2: 3, 6: 4}[colour]
    assert depth == 8
    at, packed = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        packed += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    raw, stride = zlib.decompress(packed), width * channels
    above, found = bytearray(stride), []
    for row in range(height):
        start = row * (stride + 1)
        line = bytearray(raw[start + 1 : start + 1 + stride])
        unfilter(raw[start], line, above, channels)
        if row % 8 == 0:
            found += [bytes(line[x : x + channels]) for x in range(0, stride, 8 * channels)]
        above = line
    return found


def unfilter(kind: int, line: bytearray, above: bytearray, channels: int) -> None:
    """Undo the filter of one row (PNG, section 9.2)."""
    for x in range(len(line)):
        left = line[x - channels] if x >= channels else 0
        up = above[x]
        corner = above[x - channels] if x >= channels else 0
        if kind == 1:
            line[x] = line[x] + left & 255
        elif kind == 2:
            line[x] = line[x] + up & 255
        elif kind == 3:
            line[x] = line[x] + (left + up) // 2 & 255
        elif kind == 4:
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(guess - value))
            line[x] = line[x] + nearest & 255
