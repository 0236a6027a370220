"""`uriverse table` for files: one table for all files, or one for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from uriverse.cli.table_rows import Job, Maker, RowsResult
from uriverse.ground.output_plan import planned
from uriverse.ground.records import dataclass

if TYPE_CHECKING:
    from uriverse.columns.files.inputs import Format, Layout, Reject, TableFile
    from uriverse.columns.files.tally import Tally

# The number of rows from which types and repeated texts are detected.
SAMPLE: Final = 8192

Named: TypeAlias = "tuple[str, Format]"
Advance: TypeAlias = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class How:
    """Options for reading and writing the files.

    `skip` is called with each row that breaks its format, which is an error without it, `reject` with each invalid one.
    """

    layout: Layout
    compression: str
    threads: int
    skip: Callable[[Reject], None] | None
    reject: Callable[[Reject], None] | None = None


def write_table(
    sources: Sequence[Named], output: str, target: Format, tally: Tally, job: Job, how: How, advance: Advance
) -> None:
    """Read in pieces, parse several pieces at once, and write them in order."""
    from uriverse.columns.files.in_order import in_order
    from uriverse.columns.files.inputs import Reject, TableFile
    from uriverse.columns.files.reading import read
    from uriverse.columns.files.writing import whole_table

    columns = [job.column, *job.kept]
    maker, is_parquet = Maker(job), target == "parquet"
    opened = [TableFile(name, kind, columns, how.layout) for name, kind in sources]
    types = _types_of(opened)

    def read_all() -> Iterator[tuple[Any, float, TableFile, int]]:
        for number, source in enumerate(opened):
            offset = 0
            for piece in read(source, types, skip=how.skip, repeats=is_parquet):
                yield piece.rows, number + piece.done, source, offset
                offset += piece.rows.num_rows

    pieces = read_all()
    first = list(islice(pieces, 1))
    # The first rows decide which columns are dictionaries.
    sample = maker.of(_cast(_plain(first[0][0].slice(0, SAMPLE), job), types)) if first else maker.of(_none(types))

    with whole_table(output, target, sample.table.replace_schema_metadata(types.metadata), how.compression) as file:

        def work(piece: tuple[Any, float, TableFile, int]) -> tuple[Any, RowsResult, float, TableFile, int]:
            rows, done, source, offset = piece
            result = maker.of(_cast(rows, types), repeats=is_parquet)
            return file.part(result.table), result, done, source, offset

        for part, result, done, source, offset in in_order(chain(first, pieces), work, how.threads):
            file.append(part)
            tally.add(result.texts, result.judged)
            if how.reject is not None:
                for row, reason, text in result.refused():
                    # In text a row is a line; a CSV row may have several lines.
                    line = offset + row + 1 if source.kind == "text" else None
                    how.reject(Reject(source.name, line, job.column, reason, text))
            advance(done)


def _types_of(sources: Sequence[TableFile]) -> Any:
    """Return the schema of the input columns, with common types of all files, and the metadata of the first file."""
    import pyarrow as pa

    from uriverse.columns.files.octets import BadFile
    from uriverse.columns.files.reading import schema_of

    schemas = [schema_of(source) for source in sources]
    common = schemas[0]
    for source, schema in zip(sources[1:], schemas[1:], strict=True):
        for field in schema:
            earlier = common.field(field.name)
            try:
                both = pa.unify_schemas([pa.schema([earlier]), pa.schema([field])], promote_options="permissive")
            except (pa.ArrowInvalid, pa.ArrowTypeError):
                raise BadFile(
                    f"{source.name}: the column {field.name!r} is {field.type}, and {earlier.type} in "
                    f"{sources[0].name}: give them to two runs"
                ) from None
            common = common.set(common.get_field_index(field.name), both.field(0))
    # The metadata of pandas describes columns that the output does not have.
    return common.with_metadata({key: value for key, value in (common.metadata or {}).items() if key != b"pandas"})


@dataclass(slots=True)
class Kept:
    """The files and rows of an earlier run, and a note on inputs that have changed since."""

    files: int = 0
    rows: int = 0
    differences: str = ""


def write_tables(folder: str, sources: Sequence[Named], tally: Tally, job: Job, how: How, advance: Advance) -> Kept:
    """Write a Parquet file for each source into a folder; existing files are kept."""
    from dataclasses import asdict

    from pyarrow import parquet

    counts, kinds = Kept(), dict(sources)
    settings = {**asdict(job), **asdict(how.layout), "compression": how.compression}
    with planned(folder, settings, [[name] for name, _ in sources], suffix=".parquet") as plan:
        for at, part in enumerate(plan.parts):
            if part.path.exists():
                counts.files += 1
                counts.rows += parquet.read_metadata(part.path).num_rows
            else:
                of_part = [(name, kinds[name]) for name in part.names]
                write_table(of_part, str(part.path), "parquet", tally, job, how, lambda done, at=at: advance(at + done))  # type: ignore[misc]
            advance(at + 1)
        counts.differences = plan.differences()
    return counts


def files_of(inputs: Sequence[str], into: str | None, kind: Format | None) -> list[str]:
    """Return the input files; a directory is replaced by the sorted files under it whose suffix names a format.

    Files of the folder `into` are left out. With a `kind` all others of a directory are taken.
    """
    from uriverse.columns.files.reading import format_of

    folder = None if into is None else Path(into).resolve()
    files: list[str] = []
    for name in inputs:
        if not Path(name).is_dir():
            files.append(name)
            continue
        for path in sorted(Path(name).rglob("*")):
            is_one = kind is not None or format_of(path.name) is not None
            if is_one and path.is_file() and (folder is None or folder not in path.resolve().parents):
                files.append(str(path))
    return files


def columns_of(names: Sequence[str]) -> list[str]:
    """Return the names of the columns of some files, for completion; a file that cannot be read has none."""
    from uriverse.columns.files.inputs import NoColumn, TableFile
    from uriverse.columns.files.reading import format_of, schema_of

    columns: dict[str, None] = {}
    for name in names:
        kind = format_of(name)
        if kind is None or kind == "text":
            continue
        try:
            # No file has a column of these names, and the error lists those that there are.
            schema_of(TableFile(name, kind, ["\0", "\1"]))
        except NoColumn as error:
            columns |= dict.fromkeys(each for each in error.known if each != "\0")
        except (OSError, ValueError):
            continue
    return list(columns)


def _plain(rows: Any, job: Job) -> Any:
    """Return the rows with the texts as strings."""
    from uriverse.columns.files.octets import as_text

    number = rows.schema.get_field_index(job.column)
    return rows.set_column(number, job.column, as_text(rows.column(number)))


def _cast(rows: Any, types: Any) -> Any:
    """Cast the kept columns to the common types of all files."""
    for schema in list(types)[1:]:
        number = rows.schema.get_field_index(schema.name)
        if not rows.schema.field(number).equals(schema, check_metadata=True):
            rows = rows.set_column(number, schema, rows.column(number).cast(schema.type))
    return rows


def _none(types: Any) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in types], schema=types)
