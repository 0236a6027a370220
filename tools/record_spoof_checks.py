"""Record ICU's checks of labels: run `python tools/record_spoof_checks.py` with a Python that has PyICU.

It writes two files, whose first line has the versions and the date. `tests/hosts/spoof-checks.tsv` has the labels of
`ordinary-names.tsv` and `imitated-names.tsv` and the international labels of the list of public suffixes, and for each
the checks of ICU's SpoofChecker that it fails. `tests/hosts/confusable-letters.tsv` has Latin letters and digits, and
the characters that Unicode's confusables.txt (UTS #39, section 4), as ICU carries it, maps to each.
"""

from __future__ import annotations

import datetime
from pathlib import Path

import icu  # type: ignore[import-not-found]

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests" / "hosts"
CHECKS = {"invisible": 32, "character": 64, "numbers": 128, "scripts": 16}


def labels() -> list[str]:
    """Return the international labels, mapped by UTS #46."""
    names = [line.split("\t")[1] for line in (TESTS / "ordinary-names.tsv").read_text("utf-8").splitlines()[1:]]
    names += [line.split("\t")[0] for line in (TESTS / "imitated-names.tsv").read_text("utf-8").splitlines()[1:]]
    rules = (ROOT / "src/uriverse/hosts/data/public_suffix_list.dat").read_text("utf-8").splitlines()
    names += [rule for rule in rules if not rule.startswith("//")]
    uts46 = icu.IDNA(icu.IDNA.CHECK_NONTRANSITIONAL_TO_UNICODE)
    found = (label for name in names for label in name.split(".") if not label.isascii())
    return sorted({uts46.labelToUnicode(label, icu.IDNAInfo()) for label in found})


def checker() -> icu.SpoofChecker:
    """Return a checker: highly restrictive, characters allowed by UTS #39, section 3.1, numbers of one system."""
    made = icu.SpoofChecker()
    made.setChecks(sum(CHECKS.values()))
    made.setRestrictionLevel(icu.URestrictionLevel.HIGHLY_RESTRICTIVE)
    allowed = icu.UnicodeSet()
    allowed.addAll(made.getRecommendedUnicodeSet())
    allowed.addAll(made.getInclusionUnicodeSet())
    made.setAllowedUnicodeSet(allowed)
    return made


def main() -> None:
    """Write both files."""
    judge = checker()
    head = f"# ICU {icu.ICU_VERSION}, Unicode {icu.UNICODE_VERSION}, {datetime.date.today()}\n"
    rows = []
    for label in labels():
        failed = judge.check(label)
        rows.append(f"{label}\t{' '.join(name for name, bit in CHECKS.items() if failed & bit)}\n")
    (TESTS / "spoof-checks.tsv").write_text(f"{head}label\tfailed\n{''.join(rows)}", "utf-8")
    letters: dict[str, str] = {}
    for character in map(chr, (*range(0x80, 0xD800), *range(0xE000, 0x110000))):
        skeleton = judge.getSkeleton(0, character)
        if skeleton.isascii() and skeleton.isalnum():
            letters[skeleton] = letters.get(skeleton, "") + character
    table = "".join(f"{skeleton}\t{characters}\n" for skeleton, characters in sorted(letters.items()))
    (TESTS / "confusable-letters.tsv").write_text(f"{head}skeleton\tcharacters\n{table}", "utf-8")


if __name__ == "__main__":
    main()
