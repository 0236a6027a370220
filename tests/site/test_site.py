"""The documentation site: it builds without a warning, its links land, and a browser shows every page as it should."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from support.browser.chrome import CONTRASTS, chrome, faint_texts, look_as
from support.local_server import serving_folder
from support.paths import ROOT

pytestmark = pytest.mark.browser
PHRASES: dict[str, list[str]] = tomllib.loads((ROOT / "docs" / "search.toml").read_text("utf-8"))["phrases"]
ASKED = tomllib.loads((ROOT / "tests" / "site" / "questions.toml").read_text("utf-8"))
# The first result is this place, or one of several.
QUESTIONS: dict[str, str] = ASKED["questions"]
PROBLEMS: dict[str, list[str]] = ASKED["problems"]

# Every width, and the narrowest in both colours: what is too wide in one of them is so there. From one to the next a
# single thing changes, and from a page to the next none, for every second page is looked at in the other direction, and
# a page that axe reads is left as it was found: each change makes Chromium lay out the page anew.
VIEWS = ((400, "light"), (400, "dark"), (800, "dark"), (1400, "dark"))
# Where axe looks for everything. What the width hides is of the frame around a page: pages with each kind of frame are
# looked at in three views. On the others axe looks once, without the menu, which is the same list of two hundred links;
# contrasts depend on the colours, and are computed in both.
FRAMED = "index search templates reference/findings"
FRAME_VIEWS = ((1400, "dark"), (400, "light"), (1400, "light"))
CONTRAST_VIEWS = ((400, "light"), (1400, "dark"))
# Thirty pages of every kind, for two checkers from npm.
CHECKERS = {"axe-core": "4.14.1", "html-validate": "10.2.1"}
CHECKED = """
    index search iris accept-a-url agreement audit canonical cli columns data editing errors glossary hosts html-parser
    integrations links performance text templates whatwg learn/first-hour recipes/safety web/frameworks
    understand/history reference/api/uriverse reference/editions/rfc3986 reference/findings reference/schemes/index
    state-of-uri-parsers/index
"""
# Sphinx writes a signature of several lines as a list without terms.
AXE = """
const [options, done] = arguments;
const named = (found) => found.nodes.map((node) => [found.id, node.target.join(" "), node.html.slice(0, 200)]);
axe.run({exclude: ["dt.sig dl"]}, {resultTypes: ["violations"], ...options})
  .then((all) => done(all.violations.flatMap(named)));
"""
# Each page runs its scripts once: to optimise them takes V8 longer than it saves.
UNOPTIMISED = "--js-flags=--no-opt,--no-maglev"
NO_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}
# Grounds in each other, what shines through, sizes and weights; the number of texts that are too faint.
SHADES = """
<!doctype html><html lang=en><meta charset=utf-8><title>Shades</title><body style="background: #fafafa; margin: 0">
<style>p, div { margin: 0; padding: 2px; font-size: 16px }</style>
<p style="color: #767676">faint</p><p style="color: #707070">plain</p><p style="color: #00000080">black, half</p>
<div style="background: #222">unseen <p style="color: #777">on dark</p><p style="color: #ccc">on dark</p></div>
<div style="background: #00f4"><p style="color: #555">on blue</p><div style="background: #ff06">on both
<p style="color: #444">on both</p></div></div>
<div style="opacity: 0.6">pale <p style="color: #222; background: #eee">pale</p><p style="opacity: 0.7">paler</p>
<div style="background: #114; color: #bbb">pale on dark</div></div>
<p style="color: #888; font-size: 24px">large</p><p style="color: #888; font-size: 19px; font-weight: 700">bold</p>
<p style="color: #888; font-size: 19px">not bold</p><p style="color: #888; font-weight: 700">not large</p>
<input aria-label=field value=field style="color: #999; background: #fff">
"""
# In a page that is not drawn a colour would fade for ever.
STILL = """
const still = new CSSStyleSheet();
still.replaceSync("* { transition: none !important }");
document.adoptedStyleSheets = [still];
"""
# Taste, and what the theme writes: `rel="edit"`, names with "__", captions as headings, buttons without types.
NOT_OURS = """
    no-trailing-whitespace void-style doctype-style attribute-boolean-style
    valid-id attribute-misuse prefer-native-element no-implicit-button-type no-implicit-input-type
"""
# What a page says of itself: the address of each thing that it loaded, and how far it reaches beyond the window. On
# a phone the theme lets its content scroll by itself.
LOOK = """
return {
  loaded: performance.getEntriesByType("resource").map((entry) => entry.name),
  beyond: Math.max(...Array.from(document.querySelectorAll("html, .content"), (at) => at.scrollWidth - at.clientWidth)),
  ground: getComputedStyle(document.body).backgroundColor,
};
"""

# What docs/search.toml does not have, and people type as well: the same words in another form or order.
OTHER_WORDS = {
    "update a query parameter": "recipes/change",
    "remove query params": "recipes/change",
    "url validation": "recipes/check",
    "check if a url is valid": "recipes/check",
    "malformed urls": "recipes/check",
    "blocking localhost": "accept-a-url",
    "private IP addresses": "accept-a-url",
    "how to join urls": "recipes/resolve",
    "absolute url from relative": "recipes/resolve",
    "pandas dataframe": "columns",
    "extract all links from html": "links",
    "find broken links": "links",
    "difference between RFC 2396 and RFC 3986": "understand/history",
    "list of error codes": "errors",
    "domains with IDN": "iris",
    "unicode urls": "iris",
    "installing": "index",
    "installation with pip": "index",
    "benchmarks": "performance",
    "how fast is it": "performance",
    "migrating from urllib": "coming-from/urllib",
    "get the host of a url": "recipes/read",
    "comparing urls": "recipes/compare",
    "analyse an nginx log": "web/logs",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that URIVERSE_SITE names; else it is built now, with a page in place of the playground."""
    if built := os.environ.get("URIVERSE_SITE"):
        return Path(built)
    folder, playground = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("playground")
    (playground / "index.html").write_text("<!doctype html><title>Playground</title>", "utf-8")
    tool = str(ROOT / "tools" / "build_site.py")
    command = [sys.executable, tool, "--to", str(folder), "--playground", str(playground)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def root(site: Path) -> Iterator[str]:
    """The address at which the site is served. What pages share is cached; without a lifetime it would not be."""
    with serving_folder(site, ("Cache-Control", "max-age=3600")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    with chrome() as driver:
        yield driver


def appearance(browser: Chrome, width: int, colours: str) -> dict[str, Any]:
    """What the open page looks like at a width, in light or dark."""
    look_as(browser, width, colours)
    seen: dict[str, Any] = browser.execute_script(LOOK)
    return seen


def brightness(colour: str) -> float:
    """The mean of the channels of "rgb(r, g, b)"."""
    return sum(map(float, colour.split("(")[1].rstrip(")").split(",")[:3])) / 3


@pytest.fixture(scope="module")
def checkers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of two checkers from npm, in the versions of the table."""
    folder = tmp_path_factory.mktemp("npm")
    options = ["--silent", "--no-audit", "--no-fund", "--prefix", str(folder)]
    named = [f"{name}@{version}" for name, version in CHECKERS.items()]
    subprocess.run(["npm", "install", *options, *named], check=True, capture_output=True)
    return folder / "node_modules"


def barriers(browser: Chrome, name: str) -> Iterator[tuple[object, ...]]:
    """What is wrong with the open page for some readers, each with the view in which it is."""
    for view in CONTRAST_VIEWS:
        look_as(browser, *view)
        yield from ((*view, *found) for found in faint_texts(browser))
    if name not in FRAMED.split():
        browser.execute_script("document.querySelector('.sidebar-tree').remove()")
    for view in FRAME_VIEWS if name in FRAMED.split() else FRAME_VIEWS[:1]:
        look_as(browser, *view)
        options = {} if name in FRAMED.split() else NO_CONTRAST
        yield from ((*view, *found) for found in browser.execute_async_script(AXE, options))


def faults_of(pages: list[str], root: str, axe: str) -> list[tuple[object, ...]]:
    """What is wrong with some pages, in a browser of their own."""
    faults: list[tuple[object, ...]] = []
    with chrome("--disable-background-timer-throttling", "--disable-renderer-backgrounding", UNOPTIMISED) as browser:
        browser.set_script_timeout(300)
        # Its pages are laid out and not drawn: to draw takes a third of the time.
        browser.minimize_window()
        # The half megabyte of axe is sent once: every page of the site can read it from the session's storage.
        browser.get(f"{root}robots.txt")
        browser.execute_script("sessionStorage.axe = arguments[0]", axe + STILL)
        for number, page in enumerate(pages):
            is_checked = (name := page.removesuffix(".html")) in CHECKED.split()
            browser.get(root + page)
            for width, colours in VIEWS[:: -1 if is_checked or number % 2 else 1]:
                seen = appearance(browser, width, colours)
                elsewhere = [each for each in seen["loaded"] if not each.startswith((root, "data:"))]
                if elsewhere or seen["beyond"] > 0:
                    faults.append((page, width, colours, seen["beyond"], elsewhere))
                if (brightness(seen["ground"]) > 128) != (colours == "light"):
                    faults.append((page, width, colours, seen["ground"]))
            if is_checked:
                browser.execute_script("(0, eval)(sessionStorage.axe)")
                faults += [(page, *barrier) for barrier in barriers(browser, name)]
            faults += [(page, entry["message"]) for entry in browser.get_log("browser")]
    return faults


def test_every_page_is_well_in_a_browser(site: Path, root: str, checkers: Path) -> None:
    """At every width, light and dark: nothing is too wide, nothing comes from elsewhere, and the console is silent.

    axe finds no barrier on thirty pages, and each of their texts has enough contrast.
    """
    # 404.html is shown for any address, so it names its style by the site's own.
    left_out = {"_downloads", "playground", "404.html"}
    checked = {f"{page}.html" for page in CHECKED.split()}
    pages = [str(path.relative_to(site)) for path in site.rglob("*.html") if left_out.isdisjoint(path.parts)]
    assert len(pages) > 100 and checked <= set(pages)
    pages.sort(key=lambda page: (page not in checked, page))
    axe = (checkers / "axe-core" / "axe.min.js").read_text("utf-8")
    with ThreadPoolExecutor(2) as pool:
        halves = pool.map(faults_of, (pages[::2], pages[1::2]), (root, root), (axe, axe))
        assert [fault for half in halves for fault in half] == []


def test_contrasts_are_those_of_axe(browser: Chrome, checkers: Path, tmp_path: Path) -> None:
    """On grounds of every kind."""
    (tmp_path / "shades.html").write_text(SHADES, "utf-8")
    browser.get((tmp_path / "shades.html").as_uri())
    browser.execute_script((checkers / "axe-core" / "axe.min.js").read_text("utf-8") + CONTRASTS)
    by_axe, ours = browser.execute_async_script(
        """
        const done = arguments[0];
        axe.run({runOnly: ["color-contrast"], elementRef: true}).then(({passes, violations}) => {
          const places = new Map([...document.querySelectorAll("*")].map((at, place) => [at, place]));
          const nodes = (results, enough) => results.flatMap((result) => result.nodes)
            .map((node) => [places.get(node.element), enough, node.any[0].data.contrastRatio]);
          const ours = contrasts().map((text) => [places.get(text.at), text.enough, text.contrast]);
          done([[...nodes(passes, true), ...nodes(violations, false)], ours]);
        });
        """
    )
    # axe rounds each colour that shines through another.
    assert sorted(ours) == [[*judged, pytest.approx(contrast, abs=0.05)] for *judged, contrast in sorted(by_axe)]
    assert len(ours) == 18 and {enough for _, enough, _ in ours} == {True, False}


def test_the_html_is_valid(site: Path, checkers: Path, tmp_path: Path) -> None:
    """html-validate finds nothing that is ours on thirty pages and the playground."""
    settings = {"extends": ["html-validate:recommended"], "rules": dict.fromkeys(NOT_OURS.split(), "off")}
    (tmp_path / "settings.json").write_text(json.dumps(settings), "utf-8")
    program = checkers / "html-validate" / "bin" / "html-validate.mjs"
    pages = [*(str(site / f"{page}.html") for page in CHECKED.split()), str(ROOT / "playground" / "index.html")]
    command = ["node", str(program), "--config", str(tmp_path / "settings.json"), "--formatter", "text", *pages]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def shown(browser: Chrome, root: str, words: str) -> list[str]:
    """The paths of the results that the page of the search shows."""
    browser.get(f"{root}search.html?q={quote_plus(words)}")
    links: list[str] = browser.execute_async_script(
        """
        const done = arguments[0];
        const wait = setInterval(() => {
          if (/finished|No page/.test(document.querySelector("#search-results").textContent)) {
            clearInterval(wait);
            done([...document.querySelectorAll("#search-results li a")].map((link) => link.pathname));
          }
        }, 50);
        """
    )
    return links


def places(browser: Chrome, questions: Iterable[str]) -> dict[str, list[str]]:
    """The results for each question, as "page#section", which the open page of the search gives."""
    asked = list(questions)
    results: list[list[str]] = browser.execute_script(
        """
        const results = (words) => Search._performSearch(...Search._parseQuery(words)).reverse();
        return arguments[0].map((words) => results(words).map(([name, , section]) => name + section));
        """,
        asked,
    )
    return dict(zip(asked, results, strict=True))


def test_the_search_finds(root: str, browser: Chrome) -> None:
    """Names are found and shown, and what people type leads to its page on the first or second place.

    A result is shown with the beginning of its page, so that a page of results loads as many. What people type is asked
    of the search alone.
    """
    names = [("address-rare", "findings"), ("remove_dot_segments", "uriverse"), ("IPv6address", "rfc3986")]
    listed = [(words, place) for place, phrases in PHRASES.items() for words in phrases]
    assert OTHER_WORDS.keys().isdisjoint(words for words, _ in listed)
    tasks = [*listed, *OTHER_WORDS.items()]
    every = {words: shown(browser, root, words) for words, _ in names}
    found = places(browser, [*every, *(words for words, _ in tasks)])
    for words, page in names:
        links = [f"/{place.partition('#')[0]}.html" for place in found[words]]
        assert links == every[words] and any(link.endswith(f"{page}.html") for link in links), words
    for words, place in tasks:
        assert place in found[words][:2] or place in {name.partition("#")[0] for name in found[words][:2]}, words


def test_fifty_questions_have_their_section_first(root: str, browser: Chrome) -> None:
    """They were written before the search that answers them."""
    browser.get(f"{root}search.html")
    found = places(browser, QUESTIONS)
    assert len(QUESTIONS) == 50
    assert {words: results[:1] for words, results in found.items()} == {
        words: [place] for words, place in QUESTIONS.items()
    }


def test_the_problems_of_strangers_have_an_answer_first(root: str, browser: Chrome) -> None:
    """They are in the words of public questions, and were written down before the search was changed for them."""
    browser.get(f"{root}search.html")
    found = places(browser, PROBLEMS)
    assert len(PROBLEMS) == 25
    assert {words: results[0] for words, results in found.items() if results[0] not in PROBLEMS[words]} == {}


def test_a_question_with_a_strange_word_has_an_answer(root: str, browser: Chrome) -> None:
    """Pages that have any of the words are shown if none has all; if none has any, the page says what to do."""
    browser.get(f"{root}search.html")
    found = places(browser, ["zebra percent-encoding walrus", "zebra walrus"])
    assert any(place.startswith("text") for place in found["zebra percent-encoding walrus"])
    assert found["zebra walrus"] == []
    assert shown(browser, root, "zebra walrus") == []
    assert "No page has any of these words" in browser.find_element(By.ID, "search-results").text


def test_titles_and_descriptions_are_unlike(site: Path) -> None:
    """No two pages of the site have the title or the description of another, and each description fits a result."""
    left_out = {"playground", "404.html", "search.html", "genindex.html", "py-modindex.html", "matrix.html"}
    titles, descriptions = {}, {}
    for path in site.rglob("*.html"):
        if left_out.isdisjoint(path.relative_to(site).parts):
            head = path.read_text("utf-8").partition("</head>")[0]
            name = str(path.relative_to(site))
            titles[name] = re.findall("<title>(.*?)</title>", head, re.DOTALL)[0].strip()
            descriptions[name] = re.findall('<meta name="description" content="(.*?)">', head)[0]
    assert len(titles) > 150
    for texts in (titles, descriptions):
        assert [name for name, text in texts.items() if list(texts.values()).count(text) > 1] == []
    assert [name for name, text in descriptions.items() if not 40 <= len(unescape(text)) <= 162] == []


def test_the_web_is_served(site: Path) -> None:
    """Clauses link to their documents, functions to their source, pages to where they are edited; each has a card."""
    page = (site / "recipes" / "safety.html").read_text("utf-8")
    for wanted in (
        '<link rel="canonical" href="https://uriverse.github.io/uriverse/recipes/safety.html">',
        '<meta name="description" content="',
        '<meta property="og:image" content="https://uriverse.github.io/uriverse/_static/card.png">',
        'href="https://github.com/uriverse/uriverse/edit/main/docs/recipes/safety.md"',
    ):
        assert wanted in page, wanted
    # A clause is a link on whatever line its words stand.
    for name in ("columns", "iris", "agreement", "links"):
        page = (site / f"{name}.html").read_text("utf-8")
        text = re.sub("<pre.*?</pre>|<a .*?</a>|<[^>]*>", "", page, flags=re.DOTALL)
        assert re.findall(r"RFC\s\d+,\ssection\s\d|UTS\s#\d+,\s\d|URL\sStandard,\ssection\s\d", text) == [], name
    findings = (site / "reference" / "findings.html").read_text("utf-8")
    assert 'href="https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2"' in findings
    matrix = (site / "understand" / "matrix.html").read_text("utf-8")
    assert '"RFC 3986, 5.2.2":"https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2"' in matrix
    api = (site / "reference" / "api" / "uriverse.html").read_text("utf-8")
    assert "blob/main/src/uriverse/_core.pyi#L" in api and "blob/main/src/uriverse/reference/" in api
    assert "/edit/main/" not in api and 'class="pre"' not in api
    pages = (site / "reference" / "api").glob("*.html")
    assert [page.name for page in pages if "object at 0x" in page.read_text("utf-8")] == []
    first = (site / "index.html").read_text("utf-8")
    assert 'href="https://uriverse.github.io/uriverse/playground/index.html">Try it' in first
    assert "git clone https://github.com/uriverse/uriverse " in re.sub("<[^>]*>", "", first)
    assert "recipes/safety.html</loc>" in (site / "sitemap.xml").read_text("utf-8")
    assert "recipes/safety.html)" in (site / "llms.txt").read_text("utf-8")
    assert (site / "404.html").is_file() and (site / "_static" / "card.png").is_file()
    assert "def validate(text: str" in re.sub("<[^>]*>", "", (site / "accept-a-url.html").read_text("utf-8"))


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_first_screen_has_it_all(root: str, browser: Chrome, width: int, height: int) -> None:
    """Its sentence, the install line with a button that copies, the example, the picture, playground and source."""
    look_as(browser, width, "light", height)
    browser.get(f"{root}index.html")
    for wanted, count in {
        "article strong": 1,
        "article .highlight button.copybtn": 2,
        "article img[src$='checks-and-fetches.svg']": 1,
        "article a[href*='playground']": 1,
        "article a[href^='https://github.com']": 1,
    }.items():
        found = browser.find_elements(By.CSS_SELECTOR, wanted)
        assert len(found) >= count and all(each.is_displayed() for each in found[:count]), wanted
        assert [each.rect for each in found[:count] if each.rect["y"] + each.rect["height"] > height] == []


def test_pictures_are_made(site: Path, tmp_path: Path) -> None:
    """Of a page at each width in light and dark; a page that the site does not have is named."""
    command = [sys.executable, str(ROOT / "tools" / "photograph_site.py"), "--site", str(site), "--to", str(tmp_path)]
    subprocess.run([*command, "--page", "glossary"], check=True)
    pictures = {path.stem: path.read_bytes() for path in tmp_path.iterdir()}
    widths = {name: int.from_bytes(picture[16:20]) for name, picture in pictures.items()}
    views = [(width, colours) for width in (390, 768, 1280) for colours in ("light", "dark")]
    assert widths == {f"glossary-{width}-{colours}": width for width, colours in views}
    assert len(set(pictures.values())) == len(views)
    refused = subprocess.run([*command, "--page", "nowhere"], capture_output=True, text=True)
    assert refused.returncode == 1 and "has no nowhere" in refused.stderr


def test_every_link_lands(site: Path) -> None:
    """`uriverse links` follows each reference within the site to its file and its anchor."""
    base = "https://uriverse.example/"
    command = [sys.executable, "-m", "uriverse.cli", "links", str(site), "--base", base, "--targets", "local"]
    done = subprocess.run(command, capture_output=True, text=True)
    lines = (done.stdout + done.stderr).splitlines()
    # An example of the playground is an attack: a text of a program, and no reference of the site.
    others = [line for line in lines if not line.startswith(f"{site / 'playground' / 'page.mjs'}:")]
    assert [line.startswith("0 references lead nowhere") for line in others] == [True], others
