"""Write the test suites that ship with the package, or check that the committed ones are current.

python tools/generate_suites.py            write them
python tools/generate_suites.py --check    exit 1 where a committed suite is stale
"""

from __future__ import annotations

import sys
from pathlib import Path

from uriverse.editions.registry import EDITION_IDS
from uriverse.lab.shipping import LARGEST, packed, unpacked
from uriverse.lab.suites import suite

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "uriverse" / "lab" / "shipped"


def main(arguments: list[str]) -> int:
    """Write or check; gives the exit code."""
    stale = []
    note = "  (stale)" if "--check" in arguments else "  (written)"
    TARGET.mkdir(exist_ok=True)
    for edition_id in EDITION_IDS:
        target = TARGET / f"{edition_id}.jsonl.xz"
        cases = suite(edition_id)
        if cases.size > LARGEST:
            print(f"{edition_id:14} {cases.size:7,} strings: too many to ship")
            current = not target.exists()
        else:
            # Cases are compared and not files: another liblzma may pack them differently.
            current = target.exists() and list(unpacked(target.read_bytes())) == list(cases)
            print(f"{edition_id:14} {cases.size:7,} strings{'' if current else note}")
        if not current:
            stale.append(target.name)
            if "--check" not in arguments:
                target.unlink(missing_ok=True)
                if cases.size <= LARGEST:
                    target.write_bytes(packed(cases))
    size = sum(path.stat().st_size for path in TARGET.iterdir())
    print(f"{'together':14} {size:7,} bytes")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
