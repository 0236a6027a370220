"""Files whose suffix is no format's own, as they stand on a machine: `links FILE` has every URL that `find FILE` has.

benches/other_suffixes.py does the same for 400 files (benches/reports/2026-11-29-other-suffixes.md).
"""

from __future__ import annotations

from importlib.metadata import files
from pathlib import Path

import pytest

import uriverse as uv
from uriverse.documents import links

# Distributions that the tests need, and so are installed; their metadata, licences and modules.
NAMES = ("click", "pytest", "hypothesis", "attrs", "markdown-it-py", "rich", "pygments")
PATHS = [
    str(path.locate())
    for name in NAMES
    for path in sorted(files(name) or ())
    if path.name in {"METADATA", "LICENSE", "LICENSE.txt", "AUTHORS", "__init__.py", "main.py", "core.py"}
][:40]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: "/".join(Path(path).parts[-2:]))
def test_links_has_what_find_has(path: str) -> None:
    """RFC 3986, Appendix C: a "<" in a text delimits a URI, and begins no tag."""
    data = Path(path).read_bytes()
    rows = {row.reference for row in links(path)}
    assert {str(match.uri) for match in uv.find(data.decode("utf-8"))} <= rows


def test_there_are_such_files() -> None:
    assert len(PATHS) >= 20 and any(b"<" in Path(path).read_bytes()[:4096] for path in PATHS)
