"""The playground in headless Chromium: what it shows of a text is what the package says of it."""

from __future__ import annotations

import gzip
import json
import subprocess
import unicodedata
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

import uriverse as uv
from support.automata import OF_REFERENCES
from support.browser.chrome import chrome, faint_texts, look_as
from support.local_server import serving_folder
from support.paths import ROOT
from uriverse.audit import findings
from uriverse.reference.spans import spans
from uriverse.whatwg import URL, URLError

pytestmark = pytest.mark.browser

SECONDS = 300
TEXTS = [
    "",
    "a",
    "#",
    "?",
    "//",
    "http:",
    "http://",
    "http://user@example.com:8080/over/there?name=ferret#nose",
    "HTTP://EXAMPLE.com:80/%7euser/../x",
    "http://h/a b",
    "http://h/%zz",
    "http://h/%",
    "http://[::1]:80/",
    "http://[::1",
    "http://[fe80::1%25en1]/",
    "http://h:8x/",
    "http://h:99999/",
    "//a_b/",
    "mailto:a?b",
    "urn:example:a:b",
    "file:///etc/passwd",
    "http://127.0.0.1\\@1.1.1.1/",
    "http://2130706433/",
    "http://a:secret@b.example/",
    "javascript:alert(1)",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "data:text/html,<b>&amp;",
    "http://b\u00fccher.example/stra\u00dfe?q=\u00e4#\U0001f600",
    "http://xn--bcher-kva.example/",
    "http://h/\u202egnp.exe",
    "http://h/a\tb\nc",
    "\x00",
    "http://h/" + "a" * 2000,
    "../" * 50 + "g",
    "http://h/;=,/?&+#!$'()*",
]
FAILURES = {"base-not-absolute": "the base has no scheme", "opaque-base": "the base is opaque"}
BASES = ["", "http://a/b/c/d;p?q", "mailto:a@b", "nonsense"]


@pytest.fixture(scope="module")
def browser(address: str) -> Iterator[Chrome]:
    """Chromium at the playground, with Python loaded."""
    # A new answer fades in, unless the reader wants no motion.
    with chrome("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--force-prefers-reduced-motion") as driver:
        open_page(driver, address)
        yield driver


def open_page(driver: Chrome, address: str) -> None:
    """Open it anew, and press the button that loads Python where nothing else has."""
    driver.get("about:blank")
    driver.get(address)
    wait_for(driver, "engine")
    driver.execute_script("document.querySelector('#findings button')?.click()")
    wait_for(driver, "python")


def wait_for(driver: Chrome, engine: str) -> None:
    wait_until(driver, f"data-{engine}", "ready")


def settle(driver: Chrome) -> None:
    """Wait until Python has answered what was asked last."""
    wait_until(driver, "aria-busy", "false")


def wait_until(driver: Chrome, attribute: str, value: str) -> None:
    """Wait for an attribute of the body. The page says when: to ask it fifty times a second takes its time."""
    driver.set_script_timeout(SECONDS)
    driver.execute_async_script(
        """
        const [name, value, done] = arguments;
        const isSo = () => document.body.getAttribute(name) === value && (done(), true);
        isSo() || new MutationObserver((_, it) => isSo() && it.disconnect()).observe(document.body, {attributes: true});
        """,
        attribute,
        value,
    )


def ask(driver: Chrome, **fields: str) -> None:
    """Put texts into the fields as an input method does, at once."""
    driver.execute_script(
        "for (const [id, value] of Object.entries(arguments[0])) {"
        " const field = document.getElementById(id); field.value = value;"
        " field.dispatchEvent(new Event('input', {bubbles: true})); }",
        fields,
    )
    settle(driver)


def shown(text: str) -> str:
    """A text as the page writes it: what cannot be seen has a name."""
    names = []
    for character in text:
        code = ord(character)
        if code == 0x20:
            names.append("\u2423")
        elif code < 0x20:
            names.append(chr(0x2400 + code))
        elif code == 0x7F:
            names.append("\u2421")
        else:
            hidden = unicodedata.category(character)[0] in "CZ"
            names.append(f"U+{code:04X}" if hidden else character)
    return "".join(names)


def seen(driver: Chrome) -> dict[str, Any]:
    """What the page shows, as plain values."""
    found: dict[str, Any] = driver.execute_script(
        """
        const text = (node) => node.textContent;
        const all = (query, from = document) => [...from.querySelectorAll(query)];
        const groups = (id) => all(`#${id} .group`).map((group) => ({
          ids: all("button.name", group).map(text),
          refused: all("p .no", group).map(text)[0] ?? null,
          verdict: all("p .yes", group).map(text)[0] ?? null,
          text: all(".text", group).map(text)[0] ?? null,
        }));
        return {
          verdict: text(document.getElementById("verdict")),
          parts: all("#parts tbody tr").map((row) => all("td", row).map(text)),
          message: all("#why pre").map(text)[0] ?? null,
          editions: groups("editions"),
          resolution: groups("resolution"),
          steps: all("#steps tbody tr").map((row) => all("td", row).map(text)),
          stepError: all("#steps pre").map(text)[0] ?? null,
          forms: Object.fromEntries(all("#forms .group").map((group) => [group.dataset.level, text(group.querySelector(".text"))])),
          findings: all("#findings li code.id").map(text),
          href: all("#readers .standard > code").map(text)[0] ?? null,
          refusedByStandard: all("#readers .standard > pre").map(text)[0] ?? null,
          here: text(document.querySelector("#readers .standard > .soft")),
          url: all("#readers .url > code").map(text)[0] ?? null,
          refusedAsURL: all("#readers .url > pre").map(text)[0] ?? null,
          changes: all("#readers .changes tbody tr").map((row) => all("td", row).map(text)),
        };
        """  # noqa: E501  # a script, a value a line
    )
    return found


def check_edition(found: dict[str, Any], text: str, edition: str) -> None:
    """The picture, the refusal and the normal forms of the chosen edition."""
    document = uv.EDITIONS[edition].document
    try:
        reference = uv.parse(text, edition=edition)
    except uv.URISyntaxError as error:
        where = f"at {error.at}" if error.at < len(text) else "at its end"
        assert found["verdict"] == f"Refused by {document}, {where}"
        assert found["message"] == str(error)
        assert found["forms"] == {}
        return
    assert found["verdict"] == f"Valid by {document}: {reference.kind}"
    assert found["message"] is None
    assert found["parts"] == [
        [span.name, shown(text[span.start : span.end]) or "there, and empty", f"{span.start}–{span.end}"]
        for span in spans(reference)
    ]
    levels = [level for level in uv.EDITIONS[edition].levels if level != "string"]
    forms = {level: str(reference.normalize(level=level)) for level in levels}
    assert found["forms"] == {
        level: "as it is written" if form == text else shown(form) for level, form in forms.items()
    }


def check_every_edition(found: dict[str, Any], text: str) -> None:
    """Which editions accept the text, as what."""
    by_id = {id: group for group in found["editions"] for id in group["ids"]}
    assert set(by_id) == set(OF_REFERENCES)
    for id in OF_REFERENCES:
        if uv.is_valid(text, edition=id):
            assert by_id[id]["verdict"] == uv.parse(text, edition=id).kind
        else:
            assert by_id[id]["refused"] == "refused"


def check_resolution(found: dict[str, Any], text: str, base: str) -> None:
    """The target by each edition."""
    by_id = {id: group for group in found["resolution"] for id in group["ids"]}
    assert set(by_id) == (set(OF_REFERENCES) if base else set())
    for id, group in by_id.items():
        try:
            target = uv.resolve(text, base, edition=id)
        except uv.URISyntaxError as error:
            which = {"the base": error.text == base, "the reference": error.text == text}
            which["what comes out"] = error.text == resolved_leniently(text, base, id)
            assert group["refused"] in {f"{what} is refused" for what, is_it in which.items() if is_it}, id
        except uv.ResolutionError as error:
            assert group["refused"] == FAILURES[error.reason], id
        else:
            if isinstance(target, uv.SameDocument):
                assert group["verdict"] == "the current document"
            else:
                assert group["text"] == shown(str(target))


def resolved_leniently(text: str, base: str, edition: str) -> str | None:
    """The target of texts that are not judged."""
    try:
        return str(uv.split(base, edition=edition).resolve(text))
    except uv.ResolutionError:
        return None


def check_standard(found: dict[str, Any], text: str, base: str) -> None:
    """The URL Standard's answer, and this browser's own."""
    try:
        href = URL(text, base or None).href
    except URLError as error:
        assert (found["href"], found["refusedByStandard"]) == (None, str(error))
        assert found["here"] == "(this browser refuses it too)", text
    else:
        assert found["href"] == shown(href)
        assert found["here"] == "(this browser goes there too)", (text, base)


def check_changes(found: dict[str, Any], text: str, base: str) -> None:
    """The text of `uv.URL`, and each change that makes it, if there is no base."""
    expected: tuple[str | None, str | None, list[list[str]]] = (None, None, [])
    if not base:
        try:
            changes = uv.URL.changes(text)
            rows = [[str(row.at), shown(row.before), shown(row.after), row.sentence] for row in changes]
            expected = (shown(str(uv.URL(text))), None, rows)
        except URLError as error:
            expected = (None, str(error), [])
    assert (found["url"], found["refusedAsURL"], found["changes"]) == expected, text


def test_the_page_says_what_the_package_says(browser: Chrome) -> None:
    """Each text, with a base and by an edition that change from one to the next."""
    for number, text in enumerate(TEXTS):
        base = BASES[number % len(BASES)]
        edition = OF_REFERENCES[number % len(OF_REFERENCES)] if number % 3 == 0 else "rfc3986"
        ask(browser, base=base, edition=edition, text=text)
        found = seen(browser)
        check_edition(found, text, edition)
        check_every_edition(found, text)
        check_resolution(found, text, base)
        check_standard(found, text, base)
        check_changes(found, text, base)
        wanted = [row.id for row in findings(text, edition=edition) if row.kind == "finding"]
        assert found["findings"] == wanted, text
    assert not browser.find_elements(By.CSS_SELECTOR, "main script, main img")


def test_typing_and_the_link(playground: Path) -> None:
    """Keys reach the fields and load Python; then the address alone gives the same answers, without a network."""
    with chrome() as driver:
        with serving_folder(playground.parent) as root:
            driver.get(f"{root}playground/")
            wait_for(driver, "engine")
            ask(driver, text="", base="", edition="rfc2396")
            driver.find_element(By.ID, "text").send_keys("../g?y#s")
            driver.find_element(By.ID, "base").send_keys("http://a/b/c/d;p?q")
            wait_for(driver, "python")
            settle(driver)
            before = seen(driver)
        assert before["steps"]
        (by_rfc2396,) = (group for group in before["resolution"] if "rfc2396" in group["ids"])
        assert by_rfc2396["text"] == "http://a/b/g?y#s"
        question = {"text": "../g?y#s", "base": "http://a/b/c/d;p?q", "edition": "rfc2396"}
        link = driver.current_url
        assert link == f"{root}playground/#{urlencode(question, safe='*')}"
        driver.get("about:blank")
        driver.get(link)
        wait_for(driver, "python")
        settle(driver)
        assert seen(driver) == before
        ask(driver, text="http://h/a b", base="http://a/b", edition="rfc3986")
        assert set(seen(driver)["findings"]) == {"whitespace", "host-single-label"}


@pytest.mark.parametrize("text", ["http://h/a b", "https://example.com/\n", "https://m\u00fcnchen.de/stra\u00dfe"])
def test_the_first_offer_is_that_of_mend(browser: Chrome, text: str) -> None:
    """Its button puts the mended text into the field; the shortest edit comes last, if it is another one."""
    ask(browser, text=text, base="", edition="rfc3986")
    offers = WebDriverWait(browser, SECONDS, 0.1).until(lambda d: d.find_elements(By.CSS_SELECTOR, "#repair p"))
    names = [offer.text.partition(":")[0] for offer in offers]
    assert names[0] == "Most likely meant" and "The shortest edit" not in names[:-1]
    offers[0].find_element(By.TAG_NAME, "button").click()
    settle(browser)
    assert browser.find_element(By.ID, "text").get_attribute("value") == str(uv.mend(text).reference)
    assert seen(browser)["verdict"] == "Valid by RFC 3986: absolute"


def test_a_host_without_a_scheme_has_a_hint(browser: Chrome) -> None:
    """Its button adds the scheme; a path that is no host has none."""
    for text in ("a/b", "../example.com", "http://example.com/", "a.b"):
        ask(browser, text=text, base="", edition="rfc3986")
        assert browser.find_element(By.ID, "hints").text == "", text
    ask(browser, text="example.com/a?b", base="", edition="rfc3986")
    browser.find_element(By.CSS_SELECTOR, "#hints button").click()
    settle(browser)
    assert browser.find_element(By.ID, "text").get_attribute("value") == "https://example.com/a?b"


def test_a_link_with_two_hosts_shows_them_at_once(address: str) -> None:
    """On a phone, on the first screen, without Python; texts of one host have none, however it is written."""
    with chrome() as phone:
        metrics = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
        phone.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        phone.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        phone.get(f"{address}#text=http://127.0.0.1%5C@1.1.1.1/&edition=none")
        wait_for(phone, "engine")
        hosts = [cell.text for cell in phone.find_elements(By.CSS_SELECTOR, "#hints td")]
        assert hosts == ["1.1.1.1", "127.0.0.1"]
        box = phone.find_element(By.ID, "hints").rect
        assert box["y"] + box["height"] < 800
        assert phone.find_element(By.ID, "edition").get_attribute("value") == "rfc3986"
        phone.execute_script("arguments[0].value = ''", phone.find_element(By.ID, "text"))
        for text in (
            "HTTP://EXAMPLE.com:80/",
            "http://b\u00fccher.example/",
            "http://2130706433/",
            "mailto:a@b",
            "a/b",
        ):
            field = phone.find_element(By.ID, "text")
            phone.execute_script(
                "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", field, text
            )
            assert phone.find_elements(By.CSS_SELECTOR, "#hints td") == [], text


def test_a_grammar_of_ones_own(browser: Chrome) -> None:
    """It is compiled, stands among the editions, and refuses what it does not take; a wrong one is told."""
    browser.find_element(By.ID, "sample").click()
    WebDriverWait(browser, SECONDS, 0.1).until(lambda d: "yours" in d.find_element(By.ID, "editions").text)
    settle(browser)
    found = seen(browser)
    assert found["verdict"] == "Valid by yours: absolute"
    ask(browser, text="doi:11.1000/182")
    found = seen(browser)
    assert found["verdict"] == "Refused by yours, at 5"
    assert "rule 'doi' of your grammar, line 1 refuses it" in found["message"]
    ask(browser, grammar='doi = "doi:" nothing')
    said = WebDriverWait(browser, SECONDS, 0.1).until(lambda d: d.find_element(By.CSS_SELECTOR, "#own .body pre"))
    assert "'nothing', which no rule defines" in said.text
    ask(browser, grammar="")
    WebDriverWait(browser, SECONDS, 0.1).until(lambda d: "yours" not in d.find_element(By.ID, "editions").text)


@pytest.mark.parametrize("width", [400, 800, 1400])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_it_fits(browser: Chrome, width: int, colours: str) -> None:
    """No page scrolls sideways, and no text is too faint."""
    look_as(browser, width, colours)
    for text in ("http://h/" + "a" * 300, "http://user@h:80/a b", "http://127.0.0.1\\@1.1.1.1/", ""):
        ask(browser, text=text, base="http://a/b/c/d;p?q", edition="rfc3986")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert faint_texts(browser) == []


def test_every_field_has_a_label_and_nothing_leaves(browser: Chrome, address: str) -> None:
    """What a screen reader needs is there; the page asked no other host and wrote no error."""
    unnamed = browser.execute_script(
        "return [...document.querySelectorAll('input, textarea, select')].filter((field) => !field.labels.length)"
        ".map((field) => field.id)"
    )
    assert unnamed == []
    loaded = browser.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert loaded
    assert [name for name in loaded if not name.startswith(address)] == []
    severe = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert severe == []


def test_the_first_screen_of_a_phone(playground: Path, address: str) -> None:
    """It is 0.2 MB, compressed; Python is not loaded by typing there, but by a button."""
    with chrome() as phone:
        metrics = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
        phone.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        phone.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        phone.get(f"{address}#text=http://h/a+b")
        wait_for(phone, "engine")
        phone.find_element(By.ID, "text").send_keys("c")
        WebDriverWait(phone, SECONDS).until(lambda d: d.execute_script("return navigator.serviceWorker.ready !== null"))
        loaded = phone.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        assert phone.find_element(By.CSS_SELECTOR, "#readers button").text == "Load Python for this"
    names = {name.removeprefix(address).partition("#")[0] for name in loaded} | {"index.html", "offline.js"}
    assert "engine.wasm" in names and not any("pyodide" in name or name == "package.zip" for name in names)
    # By the level of most servers.
    assert sum(len(gzip.compress((playground / name).read_bytes(), 6)) for name in names) < 200_000
    later = {path for path in playground.rglob("*") if path.is_file()} - {playground / name for name in names}
    size = sum(len(gzip.compress(path.read_bytes(), 6)) for path in later)
    assert f"{size / 1e6:.0f} MB, compressed" in (playground / "sections.mjs").read_text("utf-8")


def test_a_long_text_is_drawn_in_part(browser: Chrome) -> None:
    """A browser lays out what is drawn while nothing else runs, so of 50,000 characters it gets a part."""
    for letter in ("a", " ", "é", "/..", "%zz", "@", "\\"):
        ask(browser, text=f"http://h/{letter * (50_000 // len(letter))}", base="http://a/", edition="rfc3986")
        drawn = browser.execute_script("return document.querySelector('main').textContent.length")
        assert drawn < 50_000, letter


def test_what_is_shown_as_code(playground: Path) -> None:
    """Of every text and base: Python prints what the package says; bash and DuckDB read the very texts."""
    import duckdb

    questions = [
        {"text": text, "base": BASES[number % len(BASES)], "edition": "rfc3986", "grammar": "", "start": ""}
        for number, text in enumerate([*TEXTS, "it's", "-x", "\U000e0001$'\\x41", '"""', "{base}"])
    ]
    script = """
        const { LANGUAGES } = await import(process.argv[1]);
        const codes = JSON.parse(process.argv[2]).map((each) => Object.values(LANGUAGES).map((codeOf) => codeOf(each)));
        console.log(JSON.stringify(codes));
    """
    command = ["node", "--input-type=module", "-e", script, str(playground / "code.mjs"), json.dumps(questions)]
    codes = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    shells, wanted = ["uriverse() { printf '%s\\0' \"${@: -1}\"; }\n"], []
    for question, (python, shell, sql) in zip(questions, codes, strict=True):
        text, base = question["text"], question["base"]
        said = StringIO()
        with redirect_stdout(said):
            exec(python, {})
        verdict = uv.agreement(text, base=base or None).verdict
        assert said.getvalue().endswith(f"{verdict}\n")
        assert all(each.message in said.getvalue() for each in findings(text))
        if "\0" in text:
            assert (shell, sql) == (None, None)
            continue
        shells.append(shell)
        wanted += [text] * shell.count("--text")
        rows = duckdb.sql(f"SELECT given.* FROM {sql.partition('FROM ')[2]}").fetchall()
        assert rows == [(text, base) if base else (text,)]
    read = subprocess.run(["bash", "-s"], input="".join(shells).encode(), check=True, capture_output=True).stdout
    assert read.decode().split("\0")[:-1] == wanted


def test_the_engine_passes_the_vectors(playground: Path) -> None:
    """What the documents print, through the WebAssembly build and its JavaScript side, in Node."""
    script = ROOT / "tests" / "playground" / "vectors.mjs"
    command = ["node", str(script), str(playground), str(ROOT / "vectors")]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert found["failures"] == []
    assert min(found["counts"].values()) > 10
    assert sum(found["counts"].values()) > 1200
