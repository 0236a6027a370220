"""Generate the literal types of names that are data: type checkers see only what is written in a source file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from textwrap import fill

from generated import ROOT, Output, Outputs
from uriverse.editions.files import read_files
from uriverse.editions.ids import EDITION_IDS
from uriverse.ground import tables

WIDTH = 120


def literal(file: str, alias: str, names: Iterable[str]) -> Output:
    """Return a source file in which the alias has these names.

    Raises:
        ValueError: the file has no such alias.
    """
    path = ROOT / file
    text = path.read_text("utf-8")
    begin = f"{alias}: TypeAlias = Literal["
    indents = {"initial_indent": " " * 4, "subsequent_indent": " " * 4}
    listed = fill(" ".join(f'"{name}",' for name in names), WIDTH, break_on_hyphens=False, **indents)  # type: ignore[arg-type]
    content, count = re.subn(
        rf"^{re.escape(begin)}[^]]*\](  # fmt: skip)?$", f"{begin}\n{listed}\n]  # fmt: skip", text, flags=re.MULTILINE
    )
    if count != 1:
        raise ValueError(f"{file} has no line {begin}...]")
    return Output(path, content.encode())


def without_same_document() -> list[str]:
    """Return the editions in which `resolve` never gives a SameDocument: an empty reference is the base."""
    resolutions = {name: read_files(name)[0].get("resolution", {}) for name in EDITION_IDS}
    always = {"base", "base-without-fragment"}
    return [name for name, resolution in resolutions.items() if resolution.get("empty_reference") in always]


def outputs() -> Outputs:
    """Yield the files that have such types."""
    profiles = tables.tables("canonicalization/profiles")
    dated = {name if "@" in name else f"{name}@{profiles[name]['date']}" for name in profiles}
    yield literal("src/uriverse/canonicalization/profile.py", "ProfileId", sorted({*profiles, *dated}))
    yield literal("src/uriverse/_core.pyi", "WithoutSameDocument", without_same_document())
