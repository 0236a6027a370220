"""The documentation site: it builds without a warning, its links land, and a browser shows every page as it should."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from support.browser.chrome import chrome, look_as
from support.local_server import serving_folder
from support.paths import ROOT

pytestmark = pytest.mark.browser

# Every width, and the narrowest in both colours: what is too wide in one of them is so there. From one to the next a
# single thing changes, and from a page to the next none, for every second page is looked at in the other direction:
# each change makes Chromium lay out the page anew.
VIEWS = ((400, "light"), (400, "dark"), (800, "dark"), (1400, "dark"))
# What a page says of itself: the address of each thing that it loaded, and how far it reaches beyond the window.
LOOK = """
return {
  loaded: performance.getEntriesByType("resource").map((entry) => entry.name),
  beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  ground: getComputedStyle(document.body).backgroundColor,
};
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built now, with a page in place of the playground, which has tests of its own."""
    folder, playground = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("playground")
    (playground / "index.html").write_text("<!doctype html><title>Playground</title>", "utf-8")
    tool = str(ROOT / "tools" / "build_site.py")
    command = [sys.executable, tool, "--to", str(folder), "--playground", str(playground)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def root(site: Path) -> Iterator[str]:
    """The address at which the site is served."""
    with serving_folder(site) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    with chrome() as driver:
        yield driver


def shown(browser: Chrome, width: int, colours: str) -> dict[str, Any]:
    """What the open page looks like at a width, in light or dark."""
    look_as(browser, width, colours)
    seen: dict[str, Any] = browser.execute_script(LOOK)
    return seen


def brightness(colour: str) -> float:
    """The mean of the channels of "rgb(r, g, b)"."""
    return sum(map(float, colour.split("(")[1].rstrip(")").split(",")[:3])) / 3


def faults_of(pages: list[str], root: str) -> list[tuple[object, ...]]:
    """What is wrong with some pages, in a browser of their own."""
    faults: list[tuple[object, ...]] = []
    with chrome() as browser:
        for number, page in enumerate(pages):
            browser.get(root + page)
            for width, colours in VIEWS[:: -1 if number % 2 else 1]:
                seen = shown(browser, width, colours)
                elsewhere = [each for each in seen["loaded"] if not each.startswith((root, "data:"))]
                if elsewhere or seen["beyond"] > 0:
                    faults.append((page, width, colours, seen["beyond"], elsewhere))
                if (brightness(seen["ground"]) > 128) != (colours == "light"):
                    faults.append((page, width, colours, seen["ground"]))
            faults += [(page, entry["message"]) for entry in browser.get_log("browser")]
    return faults


def test_every_page_is_well_in_a_browser(site: Path, root: str) -> None:
    """At every width, light and dark: nothing is too wide, nothing comes from elsewhere, and the console is silent."""
    left_out = {"_downloads", "playground"}
    pages = sorted(str(path.relative_to(site)) for path in site.rglob("*.html") if left_out.isdisjoint(path.parts))
    assert len(pages) > 100
    with ThreadPoolExecutor(2) as pool:
        halves = pool.map(faults_of, (pages[::2], pages[1::2]), (root, root))
        assert [fault for half in halves for fault in half] == []


def test_the_search_finds(root: str, browser: Chrome) -> None:
    """What is typed into the search leads to pages: a rule of a grammar, a finding, a function."""
    for words, page in (
        ("address-rare", "findings.html"),
        ("remove_dot_segments", "uriverse.html"),
        ("IPv6address", "rfc3986.html"),
    ):
        browser.get(f"{root}search.html?q={words}")
        links: list[str] = browser.execute_async_script(
            """
            const done = arguments[0];
            const wait = setInterval(() => {
              const found = [...document.querySelectorAll("#search-results li a")].map((link) => link.pathname);
              if (/finished|not match/.test(document.querySelector("#search-results").textContent)) {
                clearInterval(wait);
                done(found);
              }
            }, 50);
            """
        )
        assert any(link.endswith(page) for link in links), (words, links)


def test_every_link_lands(site: Path) -> None:
    """`uriverse links` follows each reference within the site to its file and its anchor."""
    base = "https://uriverse.example/"
    command = [sys.executable, "-m", "uriverse.cli", "links", str(site), "--base", base, "--targets", "local"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
