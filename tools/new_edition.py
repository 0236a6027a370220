"""Begin an edition: its two files and its id.

python tools/new_edition.py my-uris --from rfc3986    write the files that are missing

The new files only inherit from rfc3986. Put the document's rules into `<id>.abnf`, and its prose requirements into
`<id>.toml` (`src/uriverse/editions/README.md` has the keys). Then run `python tools/generate.py`: it writes the table,
proves it, and writes the type of `resolve`. A false claim is printed with a shortest text that refutes it. Tests, the
documentation of the command line and `uriverse diff` find the edition automatically.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EDITIONS = ROOT / "src" / "uriverse" / "editions"

TABLE = """id = "{id}"
title = "the title, as the document prints it"
document = "{document}"
date = "2026-01"
status = "the status, as the document prints it"
updates = []
based_on = "{base}"

# Rules of {base} that another rule replaces here: segment = "isegment".
[replaces]

# Every rule of {id}.{notation}, and the section that defines it.
[clauses]
"""
GRAMMAR = """; {document}, title, month and year.
; Section: the rules that it replaces and those that it adds. All other rules are {base}'s.
"""


def begin(edition: str, base: str, folder: Path = EDITIONS) -> list[Path]:
    """Write the missing files of an edition, and add its id; return the changed files."""
    notation = "bnf" if (folder / f"{base}.bnf").exists() else "abnf"
    document = re.sub(r"\Arfc(?=\d)", "RFC ", edition)
    words = {"id": edition, "base": base, "document": document, "notation": notation}
    written = []
    for path, text in ((folder / f"{edition}.toml", TABLE), (folder / f"{edition}.{notation}", GRAMMAR)):
        if not path.exists():
            path.write_text(text.format(**words), "utf-8")
            written.append(path)
    ids = folder / "ids.py"
    text = ids.read_text("utf-8")
    if f'"{edition}",' not in text:
        ids.write_text(text.replace("\n]", f'\n    "{edition}",\n]', 1), "utf-8")
        written.append(ids)
    return written


def main(arguments: list[str]) -> int:
    """Create the edition if it is new; return the exit code."""
    parser = argparse.ArgumentParser(description="Begin an edition.")
    parser.add_argument("edition", help="its id, such as my-uris")
    parser.add_argument("--from", required=True, dest="base", metavar="ID", help="the edition on which it stands")
    given = parser.parse_args(arguments)
    if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", given.edition) is None:
        parser.error(f"an id has small letters, digits and hyphens: {given.edition!r}")
    if not (EDITIONS / f"{given.base}.toml").exists():
        parser.error(f"there is no edition {given.base!r}")
    for path in begin(given.edition, given.base):
        print(f"wrote {path.relative_to(ROOT)}")
    print("Write the document's rules and facts into them, then run python tools/generate.py.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
