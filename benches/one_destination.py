"""The text of `uv.URL` by every reader: one destination, one request. For the report of the same name.

    python benches/one_destination.py URLS --count 1000000 --seed 56          # by Python's libraries
    python benches/one_destination.py URLS --count 100000 --seed 56 --drivers # by Node, Go, Java and curl

URLS is a file of URLs, one a line. First each of them is read, then so many texts that mutate them. A reader may refuse.
Every other difference is printed, and the exit code is 1. The readers in other languages are the oracle's drivers: what
they return is compared, and the URL that they write must lead to the same place, with the same request.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import uriverse as uv  # noqa: E402
from support.one_destination import PLACES, STANDARDS, differences, url_of, web_texts  # noqa: E402
from uriverse import _core  # noqa: E402
from uriverse.confusion.cuts import our_cuts  # noqa: E402

DRIVERS = {
    "Node": (None, "node drivers/node.mjs url"),
    "Go": ("go build -o {build}/net_url drivers/net_url.go", "{build}/net_url"),
    "Java": ("javac -d {build} drivers/JavaNetUri.java", "java -cp {build} JavaNetUri"),
    "curl": ("cc -O2 -o {build}/curl_url drivers/curl_url.c -lcurl", "{build}/curl_url"),
}


def by_libraries(urls: Iterable[uv.URL], counts: Counter[str]) -> Iterator[tuple[str, str, str]]:
    """Reader, component and URL of each difference; refusals are only counted."""
    for url in urls:
        text = str(url)
        for reader, component, *_ in differences(url):
            counts[f"{reader}: {component}"] += 1
            if component != "refused":
                yield reader, component, text
        for reader, serialize in STANDARDS.items():
            try:
                written = serialize(text)
            except Exception:  # a library may raise anything to refuse a text
                counts[f"{reader}: refused"] += 1
                continue
            if written != text:
                yield reader, "href", text


def by_drivers(urls: Iterable[uv.URL], counts: Counter[str], build: Path) -> Iterator[tuple[str, str, str]]:
    """The same by the oracle's drivers."""
    from uriverse_oracle.running import Driver

    build.mkdir(parents=True, exist_ok=True)
    oracle, running = ROOT / "oracle", {}
    for name, (make, run) in DRIVERS.items():
        if make is not None:
            subprocess.run(make.format(build=build).split(), cwd=oracle, check=True)
        running[name] = Driver(
            [word.replace("drivers/", f"{oracle}/drivers/") for word in run.format(build=build).split()]
        )
    for name, driver in running.items():
        counts[f"{name} {driver.ask({'operation': 'version', 'text': ''})['version']}"] = 0
    waiting = iter(urls)
    while batch := list(islice(waiting, 2000)):
        texts = [str(url) for url in batch]
        for name, driver in running.items():
            answers = driver.ask_all([{"operation": "parse", "text": text} for text in texts])
            for text, answer in zip(texts, answers, strict=True):
                if not answer.get("accepted"):
                    counts[f"{name}: refused"] += 1
                    continue
                yield from ((name, component, text) for component in other_parts(text, answer))
    for driver in running.values():
        driver.close()


def other_parts(text: str, answer: dict[str, Any]) -> Iterator[str]:
    """The components in which a driver's answer differs from the URL Standard's."""
    own = our_cuts(text, ["whatwg"])[0]
    for component in PLACES:
        theirs = answer.get(component)
        if not theirs:
            continue
        if component == "host":
            theirs = theirs if theirs.startswith("[") or ":" not in theirs else f"[{theirs}]"
        form = _core.agreement_form(component, theirs) if component != "scheme" else theirs.lower()
        if form != getattr(own, component):
            yield component
    written = our_cuts(answer["written"], ["whatwg"])[0] if answer.get("written") else own
    if (written.destination[:4], written.request[:2]) != (own.destination[:4], own.request[:2]):
        yield "written"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", type=Path)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=56)
    parser.add_argument("--drivers", action="store_true")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    texts = arguments.urls.read_text("utf-8", "replace").splitlines()
    counts: Counter[str] = Counter()

    def urls() -> Iterator[uv.URL]:
        for text in chain(texts, web_texts(texts, arguments.count, arguments.seed)):
            counts["texts"] += 1
            if (url := url_of(text)) is not None:
                counts["URLs"] += 1
                yield url

    started, found = time.process_time(), 0
    build = ROOT / "target" / "one-destination"
    rows = by_drivers(urls(), counts, build) if arguments.drivers else by_libraries(urls(), counts)
    for reader, component, text in rows:
        found += 1
        print(f"{reader} reads another {component} in {text!r}", flush=True)
    for name, count in sorted(counts.items()):
        print(f"{count:9,} {name}")
    print(f"{found:9,} differences; {time.process_time() - started:.0f} processor seconds")
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
