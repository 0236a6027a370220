"""What a generator makes: the content of a file, or of a section of a page. `tools/generate.py` writes and compares it.

A module `tools/generate_NAME.py` has a function `outputs`. It yields an `Output` for each file, and a text for each
problem, such as an example that a grammar refuses. If it makes whole files, `OWNS` is the pattern of their paths: other
files of that pattern are removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
END = "<!-- end -->\n"


@dataclass(frozen=True)
class Output:
    """A generated file.

    Attributes:
        path: where it belongs.
        content: its octets.
        value: what of them is compared, since another zlib or another Python may write other octets for one value.
    """

    path: Path
    content: bytes
    value: Callable[[bytes], object] = bytes

    @property
    def current(self) -> bool:
        """Whether the file says this already."""
        return self.path.exists() and self.value(self.path.read_bytes()) == self.value(self.content)


def section(page: str, begin: str, content: str) -> Output:
    """Return a page of the repository with new content between the comment `begin` and the next `<!-- end -->`.

    Raises:
        ValueError: the page has no such comment.
    """
    path = ROOT / page
    before, _, rest = path.read_text("utf-8").partition(begin)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{page} has no place for the content: {begin.strip()} and {END.strip()}")
    return Output(path, f"{before}{begin}{content}{END}{after}".encode())


Outputs = Iterator[Output | str]
