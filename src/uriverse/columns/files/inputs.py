"""What the readers of `uriverse table` share: a file and its layout, a piece of its rows, and a row that is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from uriverse.columns.files.octets import BadFile, Octets

Format: TypeAlias = Literal["text", "csv", "tsv", "jsonl", "parquet", "arrow"]


@dataclass(frozen=True, slots=True)
class Layout:
    """How files of lines are written.

    Attributes:
        encoding: as Python names it; None detects it.
        delimiter: between fields of CSV; None is "," and of TSV a tab.
        quote: around fields of CSV; "" if there is none.
        header: the names of the columns of CSV files without a heading.
    """

    encoding: str | None = None
    delimiter: str | None = None
    quote: str = '"'
    header: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows, and which part of the file has been read, from 0 to 1."""

    rows: Any
    done: float


@dataclass(frozen=True, slots=True)
class Reject:
    """A row that breaks its format.

    Attributes:
        file: the file's name.
        line: from 1.
        column: the column whose value is at fault; None if the row as a whole is.
        reason: what is wrong.
        text: the row.
    """

    file: str
    line: int | None
    column: str | None
    reason: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}{'' if self.line is None else f':{self.line}'}: {self.reason}"


class NoColumn(KeyError):
    """A file has no column of a wanted name; the error names those that it has.

    Args:
        file: the file.
        wanted: the names, of which at least one is missing.
        known: the names that the file has.
    """

    def __init__(self, file: str, wanted: Sequence[str], known: Sequence[str]) -> None:
        missing = [name for name in wanted if name not in known]
        there = f"; it has {', '.join(map(repr, known))}" if known else ""
        super().__init__(f"{file} has no column {' or '.join(map(repr, missing))}{there}")

    def __str__(self) -> str:
        return str(self.args[0])


Skip: TypeAlias = Callable[[Reject], None]


@dataclass(slots=True)
class TableFile:
    """A file that is read, or standard input by the name "-".

    Attributes:
        name: the file.
        kind: its format.
        columns: the column of references, and others that are wanted.
        layout: how a file of lines is written.
    """

    name: str
    kind: Format
    columns: Sequence[str]
    layout: Layout = field(default_factory=Layout)
    _octets: Octets | None = None

    def octets(self) -> Octets:
        """The file from its beginning; what was read of standard input for its schema comes again."""
        if self._octets is None or self.name != "-":
            self._octets = Octets(self.name, self.layout.encoding, ends=self.kind != "csv")
        return self._octets

    @property
    def delimiter(self) -> str:
        """What stands between fields of CSV."""
        return self.layout.delimiter or ("\t" if self.kind == "tsv" else ",")

    def refuse(self, skip: Skip | None, line: int | None, column: str | None, reason: str, text: str) -> None:
        """Hand a row that breaks the format over, or end the reading there.

        Raises:
            BadFile: if there is nothing to hand it to.
        """
        reject = Reject(self.name, line, column, reason, text)
        if skip is None:
            raise BadFile(str(reject))
        skip(reject)
