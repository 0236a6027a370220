"""Replace shipped data by a newer file of its publisher, print the changes, and generate what follows.

python tools/update_data.py addresses iana-ipv4-special-registry-1.csv iana-ipv6-special-registry-1.csv --date DAY
python tools/update_data.py schemes uri-schemes-1.csv --date 2022-11-18
python tools/update_data.py public-suffixes public_suffix_list.dat --date 2026-08-19
python tools/update_data.py top-level-domains tlds-alpha-by-domain.txt --date 2026-10-01
python tools/update_data.py addresses ... --check      only print the changes; exit 1 if there are any
python tools/update_data.py idna IdnaMappingTable.txt --date 2026-09-10     print the labels of vectors that it refuses

The table of UTS #46 is not a file of the package: the crate `idna` has it. A newer one may refuse a label that is in
use, and so make a stored `uriverse.URL` unreadable. So the labels are printed before the crate is updated; exit 1 if
there are any.

Files are read from disk; nothing is downloaded. A file that does not parse is an error, and so is one without a tenth
of the old rows, because it is probably truncated. To add a kind of data, add it to `uriverse.ground.shipped_data`, and
its reader and writer to `DATASETS`.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from uriverse.ground.shipped_data import SHIPPED
from uriverse.hosts import AddressRegistry, SuffixList
from uriverse.schemes.iana import Registry

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "uriverse"
GENERATE = [sys.executable, str(ROOT / "tools" / "generate.py")]
REACHABLE = {True: "True", False: "False", None: "N/A"}
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*")
STATUSES = {"permanent", "provisional", "historical"}
REMARK = re.compile(r" *\([^()]*\)$")
IN_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")


@dataclass(frozen=True)
class Dataset:
    """One kind of data.

    Attributes:
        target: the file of the package.
        notes: the lines before the rows, with a placeholder {date}.
        read: returns the rows of files' contents by key; raises ValueError.
        write: formats the rows for the package's file.
    """

    target: Path
    notes: str
    read: Callable[[Sequence[str]], Mapping[str, tuple[str, ...]]]
    write: Callable[[Mapping[str, tuple[str, ...]]], str]


def _csv(header: tuple[str, ...]) -> Callable[[Mapping[str, tuple[str, ...]]], str]:
    """Write rows as CSV, the key first."""

    def write(rows: Mapping[str, tuple[str, ...]]) -> str:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([header, *((key, *row) for key, row in rows.items())])
        return out.getvalue()

    return write


def _addresses(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    registry = AddressRegistry.from_text(*texts)
    for needed in ("127.0.0.0/8", "::1/128"):
        if needed not in {block.network for block in registry}:
            raise ValueError(f"there is no row {needed}: both registries are needed, for IPv4 and for IPv6")
    return {block.network: (block.name, block.document, REACHABLE[block.globally_reachable]) for block in registry}


def _schemes(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    (text,) = texts
    rows = {}
    for written, row in sorted(Registry.from_text(text).items()):
        name = REMARK.sub("", written)  # such as "(OBSOLETE)" after a name
        if not SCHEME.fullmatch(name):
            raise ValueError(f"{name!r} is not the name of a scheme (RFC 3986, section 3.1)")
        if row.status not in STATUSES:
            raise ValueError(f"the status of {name} is {row.status!r}, not one of {', '.join(sorted(STATUSES))}")
        documents = IN_BRACKETS.findall(row.reference)  # IANA's file has each in brackets: [RFC2806][RFC3966]
        rows[name] = (row.status, " ".join(row.description.split()), "; ".join(documents) or row.reference)
    return rows


def _top_level_domains(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    (text,) = texts
    names = [line.strip().lower() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    for name in names:
        if not LABEL.fullmatch(name):
            raise ValueError(f"{name!r} is not a label of a domain name")
    return dict.fromkeys(sorted(names), ())


def _public_suffixes(texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    (text,) = texts
    rules = SuffixList.from_text(text)
    if {rules[rule] for rule in rules} != {"icann", "private"}:
        raise ValueError("the list has a section for ICANN's domains and one for private ones")
    return {rule: (rules[rule],) for rule in rules}


def _suffix_sections(rows: Mapping[str, tuple[str, ...]]) -> str:
    """Yield the rules by section, without comments."""
    lines = []
    for section in ("icann", "private"):
        rules = [rule for rule, (found,) in rows.items() if found == section]
        name = f"{section.upper()} DOMAINS==="
        lines += [f"// ===BEGIN {name}", *rules, f"// ===END {name}"]
    return "\n".join(lines) + "\n"


DATASETS: Mapping[str, Dataset] = {
    "addresses": Dataset(
        PACKAGE / SHIPPED["addresses"].file,
        "# IANA's IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890) as of {date}, every row of both:\n"
        "# https://www.iana.org/assignments/iana-ipv4-special-registry and .../iana-ipv6-special-registry\n"
        "# The columns are IANA's own. N/A stands also for an allocation that was terminated. The most specific block\n"
        "# decides. Written by tools/update_data.py from the files that IANA publishes.\n",
        _addresses,
        _csv(("Address Block", "Name", "RFC", "Globally Reachable")),
    ),
    "public-suffixes": Dataset(
        PACKAGE / SHIPPED["public-suffixes"].file,
        "// This Source Code Form is subject to the terms of the Mozilla Public\n"
        "// License, v. 2.0. If a copy of the MPL was not distributed with this\n"
        "// file, You can obtain one at https://mozilla.org/MPL/2.0/.\n"
        "// VERSION: {date}\n"
        "// The rules of https://publicsuffix.org/list/public_suffix_list.dat, without its comments.\n",
        _public_suffixes,
        _suffix_sections,
    ),
    "schemes": Dataset(
        PACKAGE / SHIPPED["schemes"].file,
        "# The IANA registry of URI schemes as of {date}: facts, one scheme a line.\n",
        _schemes,
        _csv(("scheme", "status", "description", "reference")),
    ),
    "top-level-domains": Dataset(
        PACKAGE / SHIPPED["top-level-domains"].file,
        "# The top-level domains of the root zone: IANA's list, https://data.iana.org/TLD/tlds-alpha-by-domain.txt,\n"
        "# of {date}, lower case, internationalised ones in their xn-- form.\n",
        _top_level_domains,
        lambda rows: "".join(f"{name}\n" for name in rows),
    ),
}


def changes(old: Mapping[str, tuple[str, ...]], new: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the additions, removals and changes of a newer list, one a line.

    >>> changes({"a": ("x",), "b": ("y",)}, {"b": ("z",), "c": ("w",)})
    ['- a  x', '~ b  y -> z', '+ c  w']
    """
    said = [f"- {key}  {', '.join(row)}".rstrip() for key, row in old.items() if key not in new]
    for key, row in new.items():
        if key not in old:
            said.append(f"+ {key}  {', '.join(row)}".rstrip())
        elif row != old[key]:
            said.append(f"~ {key}  {', '.join(old[key])} -> {', '.join(row)}")
    return said


def refused_letters(table: str) -> list[range]:
    """The code points that a mapping table of UTS #46 disallows (section 5: "disallowed")."""
    rows = re.findall(r"(?m)^([0-9A-F]{4,6})(?:\.\.([0-9A-F]{4,6}))?\s*;\s*disallowed\b", table)
    if not rows:
        raise ValueError("it is not a mapping table of UTS #46: no code point is disallowed")
    return [range(int(first, 16), int(last or first, 16) + 1) for first, last in rows]


def refused_labels(table: str, names: Iterable[str]) -> list[str]:
    """The labels of names that the table refuses, each once."""
    ranges = refused_letters(table)
    labels = dict.fromkeys(label for name in names for label in name.split("."))
    return [label for label in labels if any(ord(letter) in codes for letter in label for codes in ranges)]


def names_of_vectors() -> list[str]:
    """Names beyond US-ASCII of the vectors: those in use in many languages, and the public suffixes."""
    rows = (ROOT / "tests" / "hosts" / "ordinary-names.tsv").read_text("utf-8").splitlines()[1:]
    suffixes = DATASETS["public-suffixes"].target.read_text("utf-8").splitlines()
    return [*(row.split("\t")[1] for row in rows), *(line for line in suffixes if not line.startswith("//"))]


def report_labels(file: Path) -> int:
    """Print the labels of the vectors that a newer table refuses; return the exit code."""
    try:
        refused = refused_labels(file.read_text("utf-8"), names_of_vectors())
    except (OSError, ValueError) as error:
        print(f"refused: {error}", file=sys.stderr)
        return 2
    print("\n".join([*refused, f"idna: {len(refused)} labels of the vectors are refused"]))
    return 1 if refused else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Update, or check; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", choices=sorted([*DATASETS, "idna"]))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--date", required=True, help="of which day the files are, as YYYY-MM-DD")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something would change")
    parser.add_argument("--smaller", action="store_true", help="accept a list that has lost more than a tenth")
    given = parser.parse_args(arguments)
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", given.date):
        parser.error(f"--date is YYYY-MM-DD, not {given.date!r}")
    if given.name == "idna":
        return report_labels(given.files[0])
    dataset, shipped = DATASETS[given.name], SHIPPED[given.name].date()
    if given.date < shipped:
        print(f"refused: the list that is there is of {shipped}, and {given.date} is older", file=sys.stderr)
        return 2
    old = dataset.read([dataset.target.read_text("utf-8")])
    try:
        new = dataset.read([path.read_text("utf-8-sig") for path in given.files])
    except (OSError, ValueError) as error:
        print(f"refused: {error}", file=sys.stderr)
        return 2
    if len(new) < len(old) * 0.9 and not given.smaller:
        print(f"refused: {len(new)} rows, and there were {len(old)}; --smaller accepts that", file=sys.stderr)
        return 2
    said = changes(old, new)
    print("\n".join([*said, f"{given.name}: {len(new)} rows, {len(said)} changed"]))
    if given.check:
        return 1 if said else 0
    dataset.target.write_text(dataset.notes.format(date=given.date) + dataset.write(new), "utf-8")
    return subprocess.run(GENERATE, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
