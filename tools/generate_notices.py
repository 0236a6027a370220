"""Generate LICENSE-THIRD-PARTY, the notices of the crates that are built into the binary.

A binary with MIT, BSD, Unicode or Apache code must include their notices. Each text occurs once, after the crates that
have it, each with its copyright lines. Texts that differ only in line breaks are the same. The terms of the Apache
License are only in LICENSE-APACHE.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from check_licences import built_in
from generated import ROOT, Output, Outputs

COPYRIGHT = re.compile(r"\s*Copyright (\([cC]\)|©|[0-9]{4})")
NAMES = ("LICENSE*", "LICENCE*", "COPYING*", "COPYRIGHT*", "NOTICE*", "UNLICENSE*")
TERMS = re.compile(r"Apache License\s+Version 2\.0, .*?END OF TERMS AND CONDITIONS", re.S)
HEAD = "The binary of uriverse holds the crates below, under these licences. Written by tools/generate.py.\n"


def notices() -> str:
    """Return each text once, after the crates that have it; crates without a text are named with their licence."""
    texts: dict[str, str] = {}
    holders: dict[str, list[str]] = defaultdict(list)
    for package in built_in():
        if package["source"] is None:  # a crate of this repository
            continue
        folder, name = Path(package["manifest_path"]).parent, f"{package['name']} {package['version']}"
        files = sorted({path for pattern in NAMES for path in folder.glob(pattern) if path.is_file()})
        found = [path.read_text("utf-8").strip() for path in files]
        for text in found or [f"(The crate has no text of its licence, which is {package['license']}.)"]:
            lines = [line.rstrip() for line in TERMS.sub(without_terms, text).splitlines()]
            owners = [line.strip() for line in lines if COPYRIGHT.match(line)]
            words = " ".join(" ".join(line for line in lines if not COPYRIGHT.match(line)).split())
            texts.setdefault(words, "\n".join(line for line in lines if not COPYRIGHT.match(line)).strip())
            holders[words].append("\n    ".join([name, *owners]))
    line = "=" * 80
    parts = sorted((sorted(set(names)), texts[words]) for words, names in holders.items())
    return "\n".join([HEAD, *(f"{line}\n" + "\n".join(names) + f"\n{line}\n\n{text}\n" for names, text in parts)])


def without_terms(found: re.Match[str]) -> str:
    """Replace terms that are in LICENSE-APACHE word for word by a reference to it."""
    own = TERMS.findall((ROOT / "LICENSE-APACHE").read_text("utf-8"))
    words = [re.sub("https?://", "", each).split() for each in (*own, found[0])]
    return "The Apache License, version 2.0, as in LICENSE-APACHE." if words.count(words[0]) == 2 else found[0]


def outputs() -> Outputs:
    """Yield the file."""
    yield Output(ROOT / "LICENSE-THIRD-PARTY", notices().encode())
