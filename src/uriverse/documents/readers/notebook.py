"""Jupyter notebooks (nbformat 4, and the worksheets of 3): the references in the sources of their cells.

A Markdown cell is read as Markdown, any other as text. The source of a row is the cell, "a.ipynb, cell 3", counted from
1, and its line is the cell's. Outputs are not read: a program wrote them, and running the cells writes them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from uriverse._core import LinkRows
from uriverse.documents.base import Base
from uriverse.documents.context import Context
from uriverse.documents.document import Document
from uriverse.documents.encodings import decode
from uriverse.documents.rows import FoundReference, unreadable


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
    """Yield a row for each reference in the source of a cell."""
    try:
        cells = _cells(json.loads(decode(document.data)[0]))
    except (ValueError, RecursionError) as failure:
        yield unreadable(document.name, f"it is not a notebook: {failure}")
        return
    for number, cell in enumerate(cells, 1):
        source = cell.get("source", cell.get("input", ""))
        text = source if isinstance(source, str) else "".join(line for line in source if isinstance(line, str))
        format = "markdown" if cell.get("cell_type") == "markdown" else "text"
        name, data = f"{document.name}, cell {number}", text.encode("utf-8", "replace")
        yield from context.rows(document._replace(name=name, data=data, format=format, encoding=None), base)


def _cells(notebook: Any) -> list[dict[str, Any]]:
    sheets: list[Any] = (notebook.get("worksheets") if isinstance(notebook, dict) else None) or [notebook]
    lists: list[Any] = [sheet.get("cells") if isinstance(sheet, dict) else None for sheet in sheets]
    if not all(isinstance(cells, list) for cells in lists):
        raise ValueError("it has no list of cells")
    return [cell for cells in lists for cell in cells if isinstance(cell, dict)]
