"""Write LICENSE-THIRD-PARTY, the notices of the crates that are built into the binary, or check that it is current.

python tools/generate_notices.py            write it
python tools/generate_notices.py --check    exit 1 if it is stale

A binary that holds MIT, BSD, Unicode or Apache code must carry their notices. Each text stands once, after the crates
that have it.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from check_licences import built_in

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "LICENSE-THIRD-PARTY"
NAMES = ("LICENSE*", "LICENCE*", "COPYING*", "COPYRIGHT*", "NOTICE*", "UNLICENSE*")
HEAD = "The binary of uriverse holds the crates below, under these licences. Written by tools/generate_notices.py.\n"


def notices() -> str:
    """Each text once, after the crates that have it; crates without one are named with their licence."""
    holders: dict[str, list[str]] = defaultdict(list)
    for package in built_in():
        if package["source"] is None:  # a crate of this repository
            continue
        folder, name = Path(package["manifest_path"]).parent, f"{package['name']} {package['version']}"
        files = sorted({path for pattern in NAMES for path in folder.glob(pattern) if path.is_file()})
        texts = ["\n".join(line.rstrip() for line in path.read_text("utf-8").splitlines()).strip() for path in files]
        for text in texts or [f"(The crate has no text of its licence, which is {package['license']}.)"]:
            holders[text].append(name)
    parts = sorted((sorted(names), text) for text, names in holders.items())
    line = "=" * 80
    return "\n".join([HEAD, *(f"{line}\n{', '.join(names)}\n{line}\n\n{text}\n" for names, text in parts)])


def main(arguments: list[str]) -> int:
    """Write or check; gives the exit code."""
    text = notices()
    stale = not NOTICES.exists() or NOTICES.read_text("utf-8") != text
    if stale and "--check" not in arguments:
        NOTICES.write_text(text, "utf-8")
    print(f"{NOTICES.name}: {len(text):,} characters{'  (stale)' if stale else ''}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
