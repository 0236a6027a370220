"""The example pages: what the main job says about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.paths import ROOT
from uriverse.documents import FoundReference, links

EXAMPLES = ROOT / "examples"


def rows(name: str) -> list[FoundReference]:
    return list(links(EXAMPLES / name, base="http://www.page.example/dir/page.html"))


# page: how many references, its base, and those that RFC 3986 refuses
PAGES: dict[str, tuple[int, str, list[str]]] = {
    "frames-1997.html": (5, "http://www.fjordnet.example/~bjorn/steam/index.htm", []),
    "library.html": (
        48,
        "http://www.page.example/dir/page.html",
        [
            "/img/paper texture.png",
            "rooms/local history.html",
            "/shelf/914.2[WEI]",
            "/shelf/830/Müller",
            "/shelf/527?range=1%-9%25",
        ],
    ),
    "shop.html": (
        46,
        "https://www.kettle-and-stone.example/en/kitchen/",
        [
            "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
            "img/badge sale.png",
            "kettles/cast-iron?colour=oxide red&size=1.2",
            "kettles/cast-iron?colour=blue|white",
            "kettles/cast-iron?filter[size]=1.2&filter[size]=2.0",
            "kettles/cast-iron?price={{ product.price }}",
        ],
    ),
    "steam-1997.html": (
        41,
        "http://www.page.example/dir/page.html",
        [
            "locos/No 7.htm",
            "\\pictures\\mill.jpg",
            "file:///C|/www/mill.htm",
            "gopher://gopher.fjordnet.example/11/Steam Engines",
            "norsk/lokomotiv-på-røros.htm",
        ],
    ),
    "mistakes.html": (
        60,
        "http://intranet.works.example/council/2026/",
        [
            *("minutes of march.html", "minutes-\nmay.html", "http:\\\\works.example\\share\\plan.doc"),
            *("C:\\plans\\bridge.dwg", "\\\\server\\share\\plan.doc", "://works.example/", "javascript:open('x y')"),
            *("mailto:The Clerk <clerk@works.example>", "tel:020 7946 0123", "http://works.example:8o80/"),
            *("http://2001:db8::7/", "http://[2001:db8::7/", "http://works.example/%zz", "http://works.example/100%"),
            *("list?tag[]=road&tag[]=bridge", "report.html#part#two", "10:30.html", "müller.html"),
            *("<?php echo $link ?>", "https://works.example/café", "https://café.example/"),
        ],
    ),
}


def test_every_page_is_described_here() -> None:
    assert {path.name for path in EXAMPLES.glob("*.html")} == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_the_page(name: str) -> None:
    """As many references as the page holds, the right base, and exactly the mistakes refused."""
    count, base, refused = PAGES[name]
    found = rows(name)
    assert len(found) == count
    assert {row.base for row in found if row.element not in ("base", "object", "applet")} == {base}
    assert [row.reference for row in found if not row.valid] == refused
    assert all(row.resolved for row in found if row.valid)


def test_every_row_stands_where_it_says() -> None:
    """The line and column of a row are where the element's tag begins in the file."""
    for name in PAGES:
        data = (EXAMPLES / name).read_bytes()
        text = data.decode("iso-8859-1" if "1997" in name else "utf-8")
        lines = text.split("\n")
        for row in rows(name):
            assert row.line is not None
            assert row.column is not None
            tag = lines[row.line - 1][row.column - 1 :].lower()
            assert tag.startswith(f"<{row.element}"), (name, row)


@pytest.mark.parametrize(
    ("name", "reference", "resolved"),
    [
        ("shop.html", "../../static/css/main.9f2c.css", "https://www.kettle-and-stone.example/static/css/main.9f2c.css"),
        ("shop.html", "HTTPS://WWW.Kettle-And-Stone.Example/en/help/../returns", "HTTPS://WWW.Kettle-And-Stone.Example/en/returns"),
        ("steam-1997.html", "piston.zip", "http://www.page.example/dir/java/piston.zip"),
        ("steam-1997.html", "flow1.cab", "http://plugins.example/flow/flow1.cab"),
        ("steam-1997.html", "../../../../index.html", "http://www.page.example/index.html"),
        ("mistakes.html", "minutes-april.html", "http://intranet.works.example/council/2026/minutes-april.html"),
        ("mistakes.html", "http:/works.example/one-slash", "http:/works.example/one-slash"),
        ("mistakes.html", "one.html", "http://intranet.works.example/council/2026/one.html"),
    ],
)  # fmt: skip
def test_a_target(name: str, reference: str, resolved: str) -> None:
    assert {row.resolved for row in rows(name) if row.reference == reference} == {resolved}


def test_editions_disagree_about_the_page_of_1997() -> None:
    """`?tug` and `;v=3` mean different things in 1995, in 1998 and today."""
    targets = {
        edition: [
            row.resolved
            for row in links(EXAMPLES / "steam-1997.html", base="http://a/b/c;p?q", edition=edition)  # type: ignore[arg-type]
            if row.reference in (";v=3", "?tug")
        ]
        for edition in ("rfc1808", "rfc2396", "rfc3986")
    }
    assert targets == {
        "rfc1808": ["http://a/b/c;v=3", "http://a/b/c;p?tug"],
        "rfc2396": ["http://a/b/;v=3", "http://a/b/?tug"],
        "rfc3986": ["http://a/b/;v=3", "http://a/b/c;p?tug"],
    }


def test_paths_are_what_the_caller_gave() -> None:
    """A row's source is the name as given."""
    assert {row.source for row in links(Path("examples/library.html"))} <= {"examples/library.html"}
