"""Write docs/state-of-uri-parsers from the kept answers, or check that it is current.

python tools/generate_parser_report.py            write README.md and index.html
python tools/generate_parser_report.py --check    exit 1 where one is stale

No implementation is run: membership and resolution come from `oracle/answers/`, hosts from the recorded answers of
`vectors/agreement/payloads.json`. `uriverse oracle run` and `tools/record_agreement.py` record anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from html import escape
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

from uriverse.confusion.cuts import OURS
from uriverse.oracle import Answers, EditionVerdict, Verdict, judge, questions

ROOT = Path(__file__).resolve().parent.parent
ANSWERS = ROOT / "oracle" / "answers"
PAYLOADS = ROOT / "vectors" / "agreement" / "payloads.json"
TARGET = ROOT / "docs" / "state-of-uri-parsers"
TITLE = "The state of URI parsers"

STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
meter { width: 6rem; }
"""


class Part(NamedTuple):
    """A part of the page: a heading, sentences, and a table; a number in `bars` is drawn as a share of the greatest."""

    heading: str
    sentences: list[str]
    columns: list[str]
    rows: list[list[str]]
    bars: int | None = None


def verdicts() -> list[Verdict]:
    """The verdict of each kept file, by name."""
    found = []
    for path in sorted(ANSWERS.glob("*.json")):
        answers = Answers.read(path)
        found.append(judge(answers, questions(most=answers.most, seed=answers.seed)))
    return sorted(found, key=lambda verdict: verdict.implementation.lower())


def parts() -> Iterator[Part]:
    """The whole report."""
    found = verdicts()
    yield Part(
        "Membership and resolution",
        [
            "Each implementation was asked the same strings: a seeded sample of the complete suites of six editions, "
            "half of them accepted. *Resembles* is the edition with the fewest faults, wrong targets included. The "
            "counts compare implementations; they are no share of all texts. "
            "`uriverse oracle show oracle/answers/*.json` prints them.",
            "An implementation of the URL Standard (ada_url, Node URL, pydantic) follows no edition: "
            "it refuses relative references without a base, and repairs what grammars refuse. "
            "Its row tells the distance to the nearest.",
        ],
        ["implementation", "asked on", "resembles", "wrongly accepted", "wrongly refused", "cut otherwise", "targets"],
        [_row(verdict) for verdict in found],
        bars=3,
    )
    payloads = json.loads(PAYLOADS.read_text("utf-8"))
    rows = list(_pairs(payloads))
    told = {*CHECKS, *FETCHES}.difference(OURS)
    versions = ", ".join(f"{name} {version}" for name, version in payloads["versions"].items() if name in told)
    yield Part(
        "Which check is unsafe before which fetch",
        [
            f"Of {len(payloads['payloads'])} texts of known attacks, those that both accept and take to different "
            "hosts; the shortest is shown. Pairs without any are left out. `python tools/record_agreement.py` asks "
            "again.",
            f"Recorded with {versions}.",
        ],
        ["check", "fetch", "texts", "the shortest"],
        rows,
        bars=2,
    )
    for verdict in found:
        yield _of_one(verdict)


def _row(verdict: Verdict) -> list[str]:
    near = verdict.resembles
    return [
        f"{verdict.implementation} {verdict.version}",
        verdict.date,
        near.edition,
        f"{near.wrongly_accepted} of {near.asked}",
        f"{near.wrongly_refused}",
        f"{near.wrong_components[0]}",
        f"{near.resolutions - near.wrong_resolutions} of {near.resolutions}" if near.resolutions else "none asked",
    ]


CHECKS = (
    "split",
    "rfc3986",
    "urllib",
    "furl",
    "hyperlink",
    "rfc3986-library",
    "django",
    "werkzeug",
    "yarl",
    "httpx",
    "pydantic",
)
FETCHES = ("whatwg", "urllib.request", "requests", "urllib3", "httpx", "yarl")


def _pairs(data: dict[str, list[dict[str, dict[str, object]]]]) -> Iterator[list[str]]:
    """The pairs of a check and a fetch that differ, the worst first."""
    found = []
    for check, fetch in permutations(dict.fromkeys((*CHECKS, *FETCHES)), 2):
        if check not in CHECKS or fetch not in FETCHES:
            continue
        texts = []
        for payload in data["payloads"]:
            one, other = payload["hosts"].get(check, False), payload["hosts"].get(fetch, False)
            if one is not False and other is not False and other is not None and one != other:
                texts.append(str(payload["text"]))
        if texts:
            found.append((len(texts), check, fetch, min(texts, key=lambda text: (len(text), text))))
    for count, check, fetch, text in sorted(found, key=lambda row: (-row[0], row[1:])):
        yield [check, fetch, str(count), _code(text)]


def _of_one(verdict: Verdict) -> Part:
    """What the maintainers of one implementation could act on."""
    near: EditionVerdict = verdict.resembles
    said = [f"Beside {near.edition}, which it resembles most."]
    if near.rules:
        said.append(
            "The rules that refuse what it accepts: " + ", ".join(f"{rule} ({n})" for rule, n in near.rules) + "."
        )
    if near.wrong_components[0]:
        said.append(f"The shortest text that it cuts otherwise: {_code(near.wrong_components[1])}.")
    rows = [["accepts", _code(text), "the edition refuses it"] for text in near.accepted_witnesses]
    rows += [["refuses", _code(text), "the edition accepts it"] for text in near.refused_witnesses]
    for reference, base, theirs, ours in near.resolution_witnesses:
        target = "no target" if theirs is None else _code(theirs)
        rows.append(["resolves", f"{_code(reference)} against {_code(base)}", f"to {target}, not {_code(ours or '')}"])
    return Part(f"{verdict.implementation} {verdict.version}", said, ["it", "text", "but"], rows)


def _code(text: str) -> str:
    """A text as code, with what is not printable as escapes; an empty one is said to be empty."""
    visible = "".join(letter if letter.isprintable() and letter != "`" else repr(letter)[1:-1] for letter in text)
    return f"`{visible}`" if visible.replace("`", "") else "the empty text"


def as_markdown(report: list[Part]) -> str:
    """The report as Markdown."""
    lines = [f"# {TITLE}", "", "Made from kept answers by `python tools/generate_parser_report.py`.", ""]
    for part in report:
        lines += [f"## {part.heading}", "", *(f"{sentence}\n" for sentence in part.sentences)]
        lines += [f"| {' | '.join(part.columns)} |", f"|{'---|' * len(part.columns)}"]
        lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in part.rows] + [""]
    return "\n".join(lines).rstrip() + "\n"


def as_html(report: list[Part]) -> str:
    """The report as one page that loads nothing."""
    body = []
    for part in report:
        most = max((_number(row[part.bars]) for row in part.rows), default=1) if part.bars is not None else 1
        head = "".join(f"<th>{escape(column)}</th>" for column in part.columns)
        rows = []
        for row in part.rows:
            cells = [_cell(cell, most if place == part.bars else None) for place, cell in enumerate(row)]
            rows.append(f"<tr>{''.join(cells)}</tr>")
        said = "".join(f"<p>{_inline(sentence)}</p>" for sentence in part.sentences)
        table = f"<div><table><thead><tr>{head}</tr></thead><tbody>\n{chr(10).join(rows)}\n</tbody></table></div>"
        body.append(f"<h2>{escape(part.heading)}</h2>\n{said}\n{table if rows else ''}")
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    page = "\n".join(body)
    style = f"<title>{TITLE}</title>\n<style>{STYLE}</style>"
    return f'<!doctype html>\n<html lang="en">\n{head}{style}\n<h1>{TITLE}</h1>\n{page}\n</html>\n'


def _cell(cell: str, most: int | None) -> str:
    bar = "" if most is None else f'<meter max="{most}" value="{_number(cell)}"></meter> '
    return f"<td>{bar}{_inline(cell)}</td>"


def _number(cell: str) -> int:
    return int(cell.split()[0])


def _inline(text: str) -> str:
    """Text between backquotes as code, between stars as emphasis."""
    pieces = [escape(piece) for piece in text.split("`")]
    coded = [f"<code>{piece}</code>" if place % 2 else piece for place, piece in enumerate(pieces)]
    return "".join(coded).replace("*Resembles*", "<em>Resembles</em>")


def main(arguments: list[str]) -> int:
    """Write or check; gives the exit code."""
    report = list(parts())
    stale = []
    TARGET.mkdir(exist_ok=True)
    for name, text in (("README.md", as_markdown(report)), ("index.html", as_html(report))):
        path = TARGET / name
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if "--check" not in arguments:
                path.write_text(text, "utf-8")
    print(
        f"docs/state-of-uri-parsers: {', '.join(stale) or 'nothing'} {'stale' if '--check' in arguments else 'written'}"
    )
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
