"""References in prose of ten languages: where `uriverse.find`, linkify-it-py and urlextract differ, by class.

The texts are the message catalogues and manual pages of the packages that are installed here, and the catalogues in
source distributions that are named. References with "://" are compared, which all three find by default; and names of
hosts and addresses of mail, which `abbreviated` and the peers' own lists of top-level domains find.

    pip install linkify-it-py urlextract
    python benches/find_languages.py --examples 3 Django-5.2.tar.gz wagtail-7.0.tar.gz
"""

import gettext
import gzip
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import uriverse as uv
from harness import head, options, write
from uriverse.ground.unicode_tables import category

LANGUAGES = ("de", "es", "fr", "it", "ja", "ko", "pl", "ru", "uk", "zh_CN")
# The octets of UTF-8 of each language.
MOST = 1_050_000
ENTRY = re.compile(r'^msgstr(?:\[\d\])? (".*"(?:\n".*")*)', re.MULTILINE)
KINDS = {
    "P": "a mark of punctuation", "L": "a letter beyond US-ASCII", "S": "a symbol", "M": "an accent", "Z": "a space",
    "C": "an invisible character", "N": "a digit beyond US-ASCII",
}  # fmt: skip

Span = tuple[int, int]
Finder = Callable[[str], list[Span]]


def of_sdist(name: str, language: str) -> Iterator[str]:
    """Yield the translations of a source distribution."""
    with tarfile.open(name) as archive:
        for member in archive:
            if member.isfile() and re.search(rf"/locale/{language}(_Hans)?/.*\.po$", member.name):
                file = archive.extractfile(member)
                assert file is not None
                for entry in ENTRY.findall(file.read().decode()):
                    yield "".join(line[1:-1] for line in entry.split("\n")).replace("\\n", "\n").replace('\\"', '"')


def of_machine(language: str) -> Iterator[str]:
    """Yield the pages of the manual and the translations of installed packages."""
    for page in sorted(Path("/usr/share/man", language).rglob("*.gz")):
        yield gzip.decompress(page.read_bytes()).decode("utf-8", "replace").replace("\\-", "-")
    for path in sorted(Path("/usr/share/locale", language, "LC_MESSAGES").glob("*.mo")):
        with path.open("rb") as file:
            yield from filter(None, gettext.GNUTranslations(file)._catalog.values())  # type: ignore[attr-defined]


def lines_of(language: str, sdists: list[str]) -> list[str]:
    """Return about a megabyte of lines: of the distributions first, then of this machine."""
    lines, size = [], 0
    for texts in (*(of_sdist(name, language) for name in sdists), of_machine(language)):
        for text in texts:
            for line in text.split("\n"):
                size += len(line.encode("utf-8", "surrogateescape")) + 1
                if size > MOST:
                    return lines
                lines.append(line)
    return lines


def finders() -> dict[str, Finder]:
    """Return the peers; each gives the places of its references in a line."""
    from linkify_it import LinkifyIt
    from urlextract import URLExtract

    linkify, extract = LinkifyIt(options={"fuzzy_ip": False}), URLExtract(extract_email=True)
    return {
        "linkify-it-py": lambda line: [(match.index, match.last_index) for match in linkify.match(line) or ()],
        "urlextract": lambda line: [span for _, span in extract.find_urls(line, get_indices=True)],
    }


def difference(line: str, ours: Span | None, theirs: Span | None, cut: str | None, left_out: bool) -> str:
    """The class of a difference between two references, of which one may be missing."""
    if ours is None:
        return "only theirs, ours is left out with its reason" if left_out else "only theirs"
    if theirs is None:
        return "only ours"
    if ours[0] != theirs[0]:
        return "another start"
    at = min(ours[1], theirs[1])
    who = "ours ends before" if ours[1] < theirs[1] else "theirs ends before"
    letter = line[at]
    what = f"`{letter}`" if letter.isascii() else KINDS[category(letter)[0]]
    return f"{who} {what}" + (", cut with its reason" if cut and ours[1] < theirs[1] else "")


def compared(line: str, theirs: list[Span], names: bool) -> Iterator[tuple[str, Span | None, Span | None]]:
    """Yield the class of each pair of references of a line, and the places; of names and addresses, or of the rest."""
    found = uv.find(line, abbreviated=names)
    ours = {match.span: match.cut for match in found if ("://" in match.text) != names}
    theirs = [span for span in theirs if ("://" in line[slice(*span)]) != names]
    for span, cut in ours.items():
        other = next((each for each in theirs if each[0] < span[1] and span[0] < each[1]), None)
        yield ("the same" if span == other else difference(line, span, other, cut, False)), span, other
    for span in theirs:
        if not any(each[0] < span[1] and span[0] < each[1] for each in ours):
            is_left_out = any(span[0] <= left.at < span[1] for left in found.left_out)
            yield difference(line, None, span, None, is_left_out), None, span


def table(texts: dict[str, list[str]], find: Finder, names: bool, most: int) -> list[str]:
    """Return the lines of a table: each class, how many, and examples."""
    counts: Counter[str] = Counter()
    examples: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for lines in texts.values():
        for line in lines:
            if "://" in line if not names else "." in line:
                for name, ours, theirs in compared(line, find(line), names):
                    counts[name] += 1
                    spans = [span for span in (ours, theirs) if span is not None]
                    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
                    examples[name][line[max(start - 8, 0) : end + 8]] = None
    out = ["| class | references | examples |", "|---|--:|---|"]
    for name, count in counts.most_common():
        shown = [] if name == "the same" else list(examples[name])[:most]
        out.append(f"| {name} | {count} | {', '.join(f'`{each}`' for each in shown)} |")
    return out


def main() -> None:
    parser = options(__doc__, rounds=1)
    parser.add_argument("sdists", nargs="*", help="source distributions with catalogues")
    parser.add_argument("--examples", type=int, default=1, help="how many examples of each class")
    chosen = parser.parse_args()
    texts = {language: lines_of(language, chosen.sdists) for language in LANGUAGES}
    out = head("References in ten languages", "uriverse", "linkify-it-py", "urlextract")
    size = sum(len(line.encode("utf-8", "surrogateescape")) + 1 for lines in texts.values() for line in lines)
    out.append(f"{size / 1e6:.1f} MB of {', '.join(LANGUAGES)}.")
    for peer, find in finders().items():
        out += ["", f"## {peer}", "", *table(texts, find, False, chosen.examples)]
        out += ["", f"## {peer}: names and addresses", "", *table(texts, find, True, chosen.examples)]
    write(chosen.report, "\n".join(out))


if __name__ == "__main__":
    main()
