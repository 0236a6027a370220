"""Every measurement in the README and in docs/ stands in the newest report of its kind; every count is counted here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from implementations import implementations
from support.paths import ROOT
from support.vectors import VECTORS, payloads, url_standard_cases
from uriverse import EDITIONS, lab
from uriverse.cli.lab import in_numbers
from uriverse.documents import Limits
from uriverse_oracle.components import component_texts

# The kinds of reports in benches/reports from which a page has its measurements.
MEASURED = {
    "README.md": ("single", "install"),
    "docs/index.md": ("single", "install"),
    "docs/agreement.md": ("agreement",),
    "docs/canonical.md": ("names",),
    "docs/columns.md": ("columns", "engines", "clickhouse"),
    "docs/hosts.md": ("names",),
    "docs/learn/first-hour.md": ("install",),
    "docs/html-parser.md": ("links",),
    "docs/links.md": ("local-targets",),
    "docs/releasing.md": ("install",),
    "docs/stability.md": ("install",),
    "docs/performance.md": ("single", "call-instructions", "floor", "instructions", "world", "memory"),
    "docs/scale.md": ("scale",),
    "docs/templates.md": ("everyday",),
    "docs/whatwg.md": ("whatwg", "native", "world"),
}
REPORTS = ROOT / "benches" / "reports"
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
SERIES = re.compile(rf"(?<![\w.,])({NUMBER}(?:(?:, | and | to | · ){NUMBER})*) ?(?:ns|µs|ms|s|kB|MB|GB|times|%)(?!\w)")
THOUSANDS = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w.,]*\d)")
FRACTION = re.compile(r"\ban? (?:(\d+)(?:st|nd|rd|th)|(eighth|twelfth|sixtieth))\b")
WORDS = {"eighth": 8, "twelfth": 12, "sixtieth": 60}
# What a tool writes, and code.
WRITTEN = re.compile(r"<!-- (?:from|measured:).*?<!-- end -->|```.*?```|`[^`\n]*`", re.DOTALL)


@cache
def url_tests() -> list[dict[str, object]]:
    """The published tests of the URL Standard."""
    return url_standard_cases(*(file.stem for file in (VECTORS / "whatwg").glob("*.json")))


def passed() -> int:
    return sum("exception" not in case for case in url_tests())


@cache
def suite() -> int:
    return lab.suite("rfc3986").size


def constants(file: str, pattern: str, unit: float = 1) -> set[str]:
    """The numbers in the first match of a pattern in a file, as a page writes them."""
    match = re.search(pattern, (ROOT / file).read_text("utf-8"))
    assert match, pattern
    return {f"{float(each.replace('_', '')) / unit:,g}" for each in re.findall(r"[\d_.]*\d", match[1])}


def first_page() -> set[str]:
    return {f"{passed():,}", f"{len(url_tests()):,}", f"{suite():,}"}


# The counts and the limits that a page names.
COUNTED: dict[str, Callable[[], set[str]]] = {
    "README.md": first_page,
    "docs/index.md": first_page,
    "docs/how-it-is-proved.md": lambda: {f"{suite():,}", "1", "64"},
    "docs/links.md": lambda: {
        *(str(limit) for limit in (Limits().growth, Limits().output >> 20, Limits().octets >> 20)),
        *(f"{limit:,}" for limit in (Limits().compression, Limits().defaults, Limits().namespace)),
        *constants("src/uriverse/documents/readers/markdown.py", r"SHARED_STEPS: Final = (\S+)"),
    },
    "docs/oracle.md": lambda: {
        f"{sum(map(len, component_texts().values())):,}",
        *constants("oracle/uriverse_oracle/running.py", r"MOST_DEATHS: Final = (\d+)"),
        *constants("oracle/uriverse_oracle/places.py", r"TIMES: Final = (.*)"),
        *constants("oracle/uriverse_oracle/growth.py", r"\nLENGTHS: Final = \((\d_000)", 1e3),
        *constants("oracle/uriverse_oracle/growth.py", r"\nLENGTHS: Final = .*, (\d_000_000)\)", 1e6),
    },
    "docs/playground.md": lambda: {
        *constants("playground/drawing.mjs", r"LONGEST = (\d+)"),
        *constants("playground/sections.mjs", r"(\d+) MB, compressed"),
        *constants("tests/playground/test_playground_page.py", r"for name in names\) < ([\d_]+)", 1e6),
    },
    "docs/templates.md": lambda: constants("crates/templates/src/values.rs", r"MOST_READINGS: usize = (\S+);"),
}


def numbers(text: str) -> Iterator[str]:
    """What a text says to have been measured or counted."""
    text = WRITTEN.sub("", text)
    for series in SERIES.findall(text):
        yield from re.findall(NUMBER, series)
    yield from THOUSANDS.findall(text)
    yield from (number or str(WORDS[word]) for number, word in FRACTION.findall(text))


def stands_in(number: str, reported: set[float]) -> bool:
    """Whether one of the reported numbers is this one when rounded to as many places, in this unit or a thousandth."""
    places, wanted = len(number.partition(".")[2]), float(number.replace(",", ""))
    return any(round(each / unit, places) == wanted for each in reported for unit in (1, 1000))


def pages() -> list[str]:
    paths = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return sorted(str(path.relative_to(ROOT)) for path in paths)


@pytest.mark.parametrize("page", pages())
def test_each_number_has_its_source(page: str) -> None:
    newest = [max(REPORTS.glob(f"????-??-??-{kind}.md")) for kind in MEASURED.get(page, ())]
    text = "\n".join(report.read_text("utf-8") for report in newest)
    reported = {float(each.replace(",", "")) for each in re.findall(NUMBER, text)}
    counted = COUNTED[page]() if page in COUNTED else set()
    said = list(numbers((ROOT / page).read_text("utf-8")))
    assert [each for each in said if each not in counted and not stands_in(each, reported)] == []
    assert counted <= set(said)


def test_other_counts() -> None:
    """Counts whose nouns are no units."""
    schemes = len(list((ROOT / "src" / "uriverse" / "schemes" / "data").glob("*.toml")))
    for page, said in (
        ("README.md", f"{schemes} tables of schemes"),
        ("docs/agreement.md", f"{len(payloads())} texts of known attacks"),
        ("docs/how-it-is-proved.md", f"start rule has {in_numbers(EDITIONS['rfc3986'])['states']} states"),
        ("docs/oracle.md", f"of all {len(list(implementations()))} implementations"),
    ):
        assert said in (ROOT / page).read_text("utf-8"), (page, said)


def test_ratios_have_one_direction() -> None:
    """Every table of the page of performance that compares divides their time by ours."""
    heads = re.findall(
        r"^\| (?:call|operation) .*(?:peer|others).*$", (ROOT / "docs/performance.md").read_text("utf-8"), re.M
    )
    assert len(heads) == 4
    assert [head for head in heads if "| ratio" in head or "ours /" in head] == []
    assert sum("times" in head for head in heads) == 3


def test_a_stale_number_is_found() -> None:
    """Series, thousands and fractions are read, code and generated tables are not; a rounded number is the same."""
    said = "4.0 and 47 ns, 41,499 texts, an eighth, a 31st, `9 ms`\n<!-- from x -->\n5 s\n<!-- end -->\n"
    assert list(numbers(said)) == ["4.0", "47", "41,499", "8", "31"]
    assert stands_in("47", {46.6}) and stands_in("1.1", {1_113.0}) and not stands_in("47", {47.6})
