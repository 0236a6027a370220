"""Whether `links FILE` has every URL that `find FILE` has, for files whose suffix is no format's own.

    python benches/other_suffixes.py /usr/share/doc /usr/lib/python3 --count 400 --seed 1

It draws files with a URL in them from the folders: at most a tenth of the count for each suffix. A URL that `links` does
not have is listed with the format, which excludes it: a page's text is no link, nor is a string in JSON.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from pathlib import Path

import uriverse as uv
from uriverse.documents import links
from uriverse.documents.encodings import decode
from uriverse.documents.formats import FORMATS, HEAD, TEXTS, detect_format, is_document

# The suffixes of formats with markup of their own; those of TEXTS are what this is about.
OWN = {suffix for format in FORMATS.values() for suffix in format.suffixes if suffix not in TEXTS}
LARGEST = 1 << 20


def candidates(folders: list[str]) -> list[Path]:
    """The readable files of another suffix that have "://"."""
    chosen = []
    for folder in folders:
        for directory, _, names in os.walk(folder):
            for name in names:
                path = Path(directory, name)
                if path.suffix.lower() in OWN or path.is_symlink() or not path.is_file():
                    continue
                if path.stat().st_size <= LARGEST and b"://" in (data := path.read_bytes()):
                    chosen += [path] if is_document(name, data[:HEAD]) else []
    return sorted(chosen)


def drawn(paths: list[Path], count: int, seed: int) -> list[Path]:
    """So many of the files, of each suffix at most a tenth."""
    random.Random(seed).shuffle(paths)
    by_suffix: Counter[str] = Counter()
    sample = []
    for path in paths:
        if len(sample) < count and by_suffix[path.suffix] < count // 10:
            by_suffix[path.suffix] += 1
            sample.append(path)
    return sample


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folders", nargs="+")
    arguments.add_argument("--count", type=int, default=400)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    files, suffixes = Counter[str](), Counter[str]()
    urls, missing = Counter[str](), Counter[str]()
    for path in drawn(candidates(given.folders), given.count, given.seed):
        data = path.read_bytes()
        format = detect_format(path.name, data[:HEAD])
        rows = {row.reference for row in links(str(path))}
        in_text = {str(match.uri) for match in uv.find(decode(data)[0])}
        files[format] += 1
        suffixes[path.suffix or "none"] += 1
        urls[format] += len(in_text)
        missing[format] += len(in_text - rows)
        for url in sorted(in_text - rows)[:3]:
            print(f"{format}: {path}: {url}")
    print(f"{files.total()} files: {dict(suffixes.most_common())}")
    for format, count in files.most_common():
        print(f"| {format} | {count} | {urls[format]} | {missing[format]} |")


if __name__ == "__main__":
    main()
