"""Types of the readers of `uriverse table`: a file and its layout, a piece of its rows, and an invalid row."""

from __future__ import annotations

from _collections_abc import Callable, Sequence

from uriverse.columns.files.octets import BadFile, Octets, is_stream
from uriverse.ground.lean_typing import Any, Literal, Never, TypeAlias
from uriverse.ground.records import dataclass, field

Format: TypeAlias = Literal["text", "csv", "tsv", "jsonl", "parquet", "arrow"]


@dataclass(frozen=True, slots=True)
class Layout:
    """The syntax of files of lines.

    The delimiter is "," by default or, for TSV, a tab. The header has the names of columns of files without a heading.
    """

    encoding: str | None = None
    delimiter: str | None = None
    quote: str = '"'
    header: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows, and the fraction of the file that has been read, from 0 to 1."""

    rows: Any
    done: float


@dataclass(frozen=True, slots=True)
class Reject:
    """A row that breaks its format."""

    file: str
    line: int | None
    column: str | None
    reason: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}{'' if self.line is None else f':{self.line}'}: {self.reason}"


class NoColumn(KeyError):
    """A file does not have a column; the error lists its columns.

    `known` are the names that the file has.
    """

    def __init__(self, file: str, names: Sequence[str], known: Sequence[str]) -> None:
        self.known = known
        absent = [name for name in names if name not in known]
        there = f"; it has {', '.join(map(repr, known))}" if known else ""
        super().__init__(f"{file} has no column {' or '.join(map(repr, absent))}{there}")

    def __str__(self) -> str:
        return str(self.args[0])


Skip: TypeAlias = Callable[[Reject], None]


@dataclass(slots=True)
class TableFile:
    """An input file or a named pipe, or standard input with the name "-"."""

    name: str
    kind: Format
    columns: Sequence[str]
    layout: Layout = field(default_factory=Layout)
    _octets: Octets | None = None

    def octets(self) -> Octets:
        """The file from its start; the part of a stream that was read for the schema is buffered."""
        if self._octets is None or not is_stream(self.name):
            self._octets = Octets(self.name, self.layout.encoding, ends=self.kind != "csv")
        return self._octets

    @property
    def delimiter(self) -> str:
        return self.layout.delimiter or ("\t" if self.kind == "tsv" else ",")

    def refuse_type(self, kind: object) -> Never:
        """Stop because the column of references has this type."""
        column = self.columns[0]
        raise BadFile(f"{self.name}: the column {column!r} is {kind}, and references are text: --column names another")

    def refuse(self, skip: Skip | None, line: int | None, column: str | None, reason: str, text: str) -> None:
        """Report an invalid row, or stop reading."""
        reject = Reject(self.name, line, column, reason, text)
        if skip is None:
            raise BadFile(str(reject))
        skip(reject)
