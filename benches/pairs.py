"""Replacing one or several of a query's ten pairs, compared with yarl and furl.

python benches/pairs.py
python benches/pairs.py --rounds 600 --report benches/reports/2026-11-23-everyday.md

Two tables for each change: editing a reference that is parsed already, and editing from text to text. The last column
counts, of 50 answers to texts with "%7e", those that keep all other bytes: yarl and furl rewrite "%7e".
"""

import argparse
import gc
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import furl
import yarl
from yarl._url import encode_url

import uriverse as uv
from harness import Contender, Series, compiled, fresh, machine, measured, table, versions, write

NAMES = {"parse": uv.parse, "URL": yarl.URL, "yarl_url": encode_url.__wrapped__, "furl": furl.furl, "v": "new & x"}
TARGETS = {"yarl": 10, "furl": 20}
# The names of the changed pairs.
CHANGED = {
    "One pair": ("key5",),
    "Three pairs": ("key1", "key5", "key9"),
    "A pair there and a new one": ("key5", "new"),
}


def urls(count: int, spelling: str) -> list[str]:
    """Return URLs with ten pairs each, with values in a browser's spelling or another one."""
    random_ = random.Random(7)
    made = []
    for _ in range(count):
        values = [f"{random_.randrange(10**6)}{spelling}" for _ in range(10)]
        query = "&".join(f"key{number}={value}" for number, value in enumerate(values))
        made.append(f"https://www.example.com/search/{random_.randrange(10**4)}?{query}#top")
    return made


@dataclass(frozen=True)
class Peer:
    """A library: how it parses, and how it edits `s`."""

    name: str
    parse: Callable[[str], Any]
    edit: str
    to_text: str
    share: float = 1.0

    def answer(self, text: str) -> str:
        return str(eval(self.to_text, {**NAMES, "s": text}))


def peers(names: Sequence[str]) -> list[Peer]:
    """Return the libraries, each with a function that changes the values of these names."""
    changes = f"{{{', '.join(f'{name!r}: v' for name in names)}}}"
    furl_args = f"{{**s.args, {changes[1:]}"
    return [
        Peer("uriverse", uv.parse, f"s.with_pairs(set={changes})", f"str(parse(s).with_pairs(set={changes}))"),
        Peer("yarl", NAMES["yarl_url"], f"s.update_query({changes})", f"str(yarl_url(s).update_query({changes}))", 0.5),
        Peer(
            "furl",
            furl.furl,
            f"s.copy().set(args={furl_args})",
            f"furl(s).set(args={furl_args.replace('s.args', 'furl(s).args')}).url",
            0.03,
        ),
    ]


def note(peer: Peer, spelling: str, names: Sequence[str]) -> str:
    """Return a note with the number of answers that keep every other byte."""

    def others(text: str) -> list[str]:
        beginning, _, rest = text.partition("?")
        query, _, fragment = rest.partition("#")
        return [beginning, *(pair for pair in query.split("&") if pair.partition("=")[0] not in names), fragment]

    texts = urls(50, spelling)
    right = sum(others(peer.answer(text)) == others(text) for text in texts)
    return f"{right} of {len(texts)} keep all other bytes"


def edited_once(names: Sequence[str], texts: Sequence[str], rounds: int, size: int) -> list[Series]:
    """Measure editing: each round first parses a slice and then edits every reference once."""
    order = random.Random(7)
    loops = [
        (peer, Series(Contender(peer.name, peer.edit, NAMES, note(peer, "%7ea", names))), compiled(peer.edit, NAMES))
        for peer in peers(names)
    ]
    empty = compiled("pass", {})
    shuffled = list(loops)
    for number in range(-1, rounds):
        piece = texts[(start := (number * size) % (len(texts) - size)) : start + size]
        order.shuffle(shuffled)
        for peer, series, loop in shuffled:
            own = [peer.parse(text) for text in fresh(piece[: max(1, int(len(piece) * peer.share))])]
            floor = empty(own)
            gc.disable()
            took = loop(own)
            gc.enable()
            if number >= 0:
                series.figures.append((took - floor) / len(own))
    return [series for _, series, _ in loops]


def verdicts(rows: Sequence[Series]) -> list[str]:
    medians = {series.contender.name: series.median for series in rows}
    lines = []
    for peer, target in TARGETS.items():
        ratio = medians[peer] / medians["uriverse"]
        lines.append(f"- {peer}: {ratio:.1f} times, target {target}: {'reached' if ratio >= target else 'missed'}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--size", type=int, default=100, help="URLs a round")
    parser.add_argument("--report", type=Path)
    chosen = parser.parse_args()
    texts = urls(max(8 * chosen.size, 8000), "~a")
    out = [
        f"# Pairs of a query of ten, {date.today().isoformat()}",
        "",
        f"{machine()}; {versions(('uriverse', 'yarl', 'furl'))}.",
        f"{len(texts):,} generated URLs with ten pairs, {chosen.rounds} interleaved rounds of {chosen.size}; medians of the",
        "rounds, the empty loop subtracted. yarl is called without its cache of texts, since no text comes twice.",
    ]
    for words, names in CHANGED.items():
        once = edited_once(names, texts, chosen.rounds, chosen.size)
        contenders = [
            Contender(peer.name, peer.to_text, NAMES, note(peer, "%7ea", names), peer.share) for peer in peers(names)
        ]
        whole = measured(contenders, texts, rounds=chosen.rounds, size=chosen.size)
        for title, rows in (
            (f"{words} of a parsed reference, edited once", once),
            (f"{words}, from text to text", whole),
        ):
            out += [
                "",
                f"## {title}",
                "",
                f"`{rows[0].contender.statement}`",
                "",
                table(rows, "uriverse"),
                "",
                *verdicts(rows),
            ]
    write(chosen.report, "\n".join(out))


if __name__ == "__main__":
    main()
