"""Whether the licences of what we build in, and of what the extras bring, are known to be compatible.

python tools/check_licences.py             one line for each licence, with how many use it; exit 1 where one is unknown
python tools/check_licences.py --crates    only the crates

Crates are built into the wheel: all that the native module needs on any platform, from `cargo metadata`; no crate is
built in in two versions but those of `IN_TWO_VERSIONS`. Libraries of the extras are installed beside it by whoever asks
for the extra, so more licences will do; their metadata is read by pip-licenses, of those that are installed here. One
that is not installed is named.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# What may be built in: permissive licences that ask for their notice at most.
BUILT_IN = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "ISC",
    "MIT", "MIT-0", "Unicode-3.0", "Unlicense", "Zlib",
}  # fmt: skip
# What an extra may bring besides, as its metadata writes it.
BESIDE = BUILT_IN | {
    "Apache Software License", "BSD License", "MIT License", "Python Software Foundation License", "PSF-2.0",
    "LGPL-3.0-only",  # psycopg, which nothing of ours is built with
}  # fmt: skip
# Crates whose users do not agree on a version, and these users; both come with Arrow.
IN_TWO_VERSIONS = {"getrandom": "ahash, const-random", "syn": "zerocopy-derive, every other macro"}
EXTRAS = ("all", "integrations", "spark", "plots")


def allowed(expression: str, known: Iterable[str]) -> bool:
    """Whether an SPDX expression can be met with known licences; "/" is how old manifests write OR.

    >>> allowed("MIT OR GPL-3.0", {"MIT"}), allowed("MIT AND GPL-3.0", {"MIT"}), allowed("Unlicense/MIT", {"MIT"})
    (True, False, True)
    >>> allowed("(MIT OR Apache-2.0) AND Unicode-3.0", {"MIT", "Unicode-3.0"})
    True
    """
    known, words = set(known), re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))

    def either() -> bool:
        met = both()
        while words and words[0] == "OR":
            words.pop(0)
            met = both() or met
        return met

    def both() -> bool:
        met = one()
        while words and words[0] == "AND":
            words.pop(0)
            met = one() and met
        return met

    def one() -> bool:
        if not words:
            return False
        word = words.pop(0)
        if word == "(":
            met = either()
            return words.pop(0) == ")" and met if words else False
        if words[:1] == ["WITH"]:
            word = f"{word} WITH {words[1]}" if len(words) > 1 else word
            del words[:2]
        return word in known

    return either() and not words


def built_in() -> list[dict[str, Any]]:
    """Each crate that the native module is built with, on any platform, as `cargo metadata` has it."""
    command = ["cargo", "metadata", "--format-version=1", "--locked"]
    told = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    packages = {package["id"]: package for package in told["packages"]}
    nodes = {node["id"]: node["deps"] for node in told["resolve"]["nodes"]}
    reached: set[str] = set()
    waiting = [key for key, package in packages.items() if package["name"] == "uriverse-python"]
    while waiting:
        key = waiting.pop()
        if key not in reached:
            reached.add(key)
            waiting += [each["pkg"] for each in nodes[key] if any(_ships(kind) for kind in each["dep_kinds"])]
    return [packages[key] for key in sorted(reached)]


def crates() -> dict[str, str]:
    """The same crates by name and version, with their licences."""
    return {f"{package['name']} {package['version']}": package["license"] or "none" for package in built_in()}


def _ships(kind: Mapping[str, Any]) -> bool:
    return kind["kind"] != "dev"


def libraries() -> dict[str, str]:
    """Each library that the extras name and that is installed, and its licence as its metadata has it."""
    wanted = sorted(set(_named(EXTRAS)))
    installed = [name for name in wanted if _is_installed(name)]
    for name in sorted(set(wanted) - set(installed)):
        print(f"{name}: not installed, so NOT CHECKED")
    command = [sys.executable, "-m", "piplicenses", "--format=json", "--from=mixed", "--packages", *installed]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {f"{found['Name']} {found['Version']}": found["License"] for found in told}


def _named(extras: Iterable[str]) -> Iterator[str]:
    """The names of what extras ask for; an extra may name others."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for extra in extras:
        for need in declared[extra]:
            if within := re.fullmatch(r"uriverse\[(.*)\]", need):
                yield from _named(within[1].split(","))
            else:
                yield re.split(r"[\[<>=!~ ]", need)[0]


def _is_installed(name: str) -> bool:
    try:
        return bool(distribution(name))
    except PackageNotFoundError:
        return False


def _judge(what: str, found: Mapping[str, str], known: set[str]) -> list[str]:
    """Say how many use which licence; give those that use an unknown one."""
    for licence, count in Counter(found.values()).most_common():
        print(f"{what}: {count:3} {licence}")
    return [
        f"{name}: {licence}" for name, licence in found.items() if licence not in known and not allowed(licence, known)
    ]


def main(arguments: list[str]) -> int:
    """Check; gives the exit code."""
    built = crates()
    refused = _judge("crates", built, BUILT_IN)
    if "--crates" not in arguments:
        refused += _judge("libraries", libraries(), BESIDE)
    for line in refused:
        print(f"not known to be compatible: {line}")
    versions = Counter(name.partition(" ")[0] for name in built)
    twice = {name for name, count in versions.items() if count > 1}
    for name in sorted(twice ^ IN_TWO_VERSIONS.keys()):
        print(f"{name}: {'built in in two versions' if name in twice else 'a row of IN_TWO_VERSIONS, but one version'}")
    return 1 if refused or twice != IN_TWO_VERSIONS.keys() else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
