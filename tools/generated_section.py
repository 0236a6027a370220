"""Insert generated content between two comments of a page in docs/, or check that it is current."""

from __future__ import annotations

import sys
from difflib import unified_diff
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
END = "<!-- end -->\n"


def write_or_check(page: str, begin: str, content: str, found: str) -> int:
    """Write the content between the comment `begin` and the next `<!-- end -->`; with `--check` only compare.

    Args:
        page: the name of the file in docs/.
        begin: the comment before the content, with its line end.
        content: the new content.
        found: a summary to print, such as "109 findings".

    Returns the exit code: 1 if the page has no such comment, or is stale with `--check`.
    """
    path = DOCS / page
    text = path.read_text("utf-8")
    before, _, rest = text.partition(begin)
    _, end, after = rest.partition(END)
    if not end:
        print(f"{page} has no place for the content: {begin.strip()} and {END.strip()}")
        return 1
    current = f"{before}{begin}{content}{END}{after}"
    check = "--check" in sys.argv[1:]
    stale = current != text
    if stale and not check:
        path.write_text(current, "utf-8")
    if stale:
        print(*unified_diff(text.split("\n"), current.split("\n"), page, "as it should be", n=0, lineterm=""), sep="\n")
    note = "" if not stale else "  (stale)" if check else "  (written)"
    print(f"{found}{note}")
    return int(stale and check)
