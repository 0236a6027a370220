"""How `uriverse table` reads files and writes a table of them: one file of all, or one of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from uriverse.cli.table_rows import Job, Made, Maker
from uriverse.ground.output_plan import planned

if TYPE_CHECKING:
    from uriverse.columns.files.inputs import Format, Layout, Reject, TableFile
    from uriverse.columns.files.tally import Tally

# So many of the first rows are looked at for types and repeated texts.
SAMPLE: Final = 8192

Named: TypeAlias = "tuple[str, Format]"
Advance: TypeAlias = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class How:
    """How the files are read and written.

    Attributes:
        layout: of files of lines.
        compression: of Parquet, by pyarrow's name.
        threads: how many work; 0 is as many as there are cores.
        skip: takes each row that breaks its format; None ends the run there.
        reject: takes each row whose reference is not valid; None if they are not wanted.
    """

    layout: Layout
    compression: str
    threads: int
    skip: Callable[[Reject], None] | None
    reject: Callable[[Reject], None] | None = None


def write_table(
    sources: Sequence[Named], output: str, target: Format, tally: Tally, job: Job, how: How, advance: Advance
) -> None:
    """Read piece by piece; parse several pieces at once; write them in order.

    Args:
        sources: the files with their formats.
        output: the file to write, or "-", and `target`, its format.
        tally: counts the rows.
        job: what is done with each piece.
        how: how the files are read and written.
        advance: takes how many files have been read, in parts as well.
    """
    from uriverse.columns.files.in_order import in_order
    from uriverse.columns.files.inputs import Reject, TableFile
    from uriverse.columns.files.reading import read
    from uriverse.columns.files.writing import WholeFile

    columns = [job.column, *job.kept]
    maker, is_parquet = Maker(job), target == "parquet"
    opened = [TableFile(name, kind, columns, how.layout) for name, kind in sources]
    types = _types_of(opened)

    def read_all() -> Iterator[tuple[Any, float, TableFile, int]]:
        for number, source in enumerate(opened):
            before = 0
            for piece in read(source, types, skip=how.skip, repeats=is_parquet):
                yield piece.rows, number + piece.done, source, before
                before += piece.rows.num_rows

    pieces = read_all()
    first = list(islice(pieces, 1))
    # The first rows say which texts come again.
    sample = maker.of(_of_types(_plain(first[0][0].slice(0, SAMPLE), job), types)) if first else maker.of(_none(types))

    with WholeFile(output, target, sample.table.replace_schema_metadata(types.metadata), how.compression) as file:

        def work(piece: tuple[Any, float, TableFile, int]) -> tuple[Any, Made, float, TableFile, int]:
            rows, done, source, before = piece
            made = maker.of(_of_types(rows, types), repeats=is_parquet)
            return file.part(made.table), made, done, source, before

        for part, made, done, source, before in in_order(chain(first, pieces), work, how.threads):
            file.append(part)
            tally.add(made.texts, made.judged)
            if how.reject is not None:
                for row, reason, text in made.refused():
                    # A row of text is a line; a field of CSV may have several.
                    line = before + row + 1 if source.kind == "text" else None
                    how.reject(Reject(source.name, line, job.column, reason, text))
            advance(done)


def _types_of(sources: Sequence[TableFile]) -> Any:
    """The columns that are read, with types that hold the values of all files, and the metadata of the first.

    Raises:
        BadFile: if two files have a column with types that do not go together.
    """
    import pyarrow as pa

    from uriverse.columns.files.octets import BadFile
    from uriverse.columns.files.reading import schema_of

    schemas = [schema_of(source) for source in sources]
    found = schemas[0]
    for source, schema in zip(sources[1:], schemas[1:], strict=True):
        for each in schema:
            before = found.field(each.name)
            try:
                both = pa.unify_schemas([pa.schema([before]), pa.schema([each])], promote_options="permissive")
            except (pa.ArrowInvalid, pa.ArrowTypeError):
                raise BadFile(
                    f"{source.name}: the column {each.name!r} is {each.type}, and {before.type} in {sources[0].name}: "
                    "give them to two runs"
                ) from None
            found = found.set(found.get_field_index(each.name), both.field(0))
    # What pandas wrote is about columns and an index that the output does not have.
    return found.with_metadata({key: value for key, value in (found.metadata or {}).items() if key != b"pandas"})


@dataclass(slots=True)
class Kept:
    """What an earlier run had written: how many whole files, their rows, and in words how the inputs differ now."""

    files: int = 0
    rows: int = 0
    differences: str = ""


def write_tables(
    folder: str, sources: Sequence[Named], tally: Tally, job: Job, how: How, advance: Advance, *, resume: bool
) -> Kept:
    """Write a Parquet file of each source into a folder; those that are there are kept.

    Raises:
        PlanError: as `planned`.
    """
    from pyarrow import parquet

    kept, kinds = Kept(), dict(sources)
    said = {**asdict(job), **asdict(how.layout), "compression": how.compression}
    with planned(folder, said, [[name] for name, _ in sources], suffix=".parquet", resume=resume) as plan:
        for at, part in enumerate(plan.parts):
            if part.path.exists():
                kept.files += 1
                kept.rows += parquet.read_metadata(part.path).num_rows
            else:
                of_part = [(name, kinds[name]) for name in part.names]
                write_table(of_part, str(part.path), "parquet", tally, job, how, partial(_advance_from, advance, at))
            advance(at + 1)
        kept.differences = plan.differences()
    return kept


def _advance_from(advance: Advance, before: int, done: float) -> None:
    advance(before + done)


def files_of(inputs: Sequence[str], into: str | None, kind: Format | None) -> list[str]:
    """The inputs, and in place of a directory the files under it whose suffix says a format, by name.

    Args:
        inputs: as they were given.
        into: the folder that is written, which is no input.
        kind: the format if the suffix does not say it; then all files are taken.
    """
    from uriverse.columns.files.reading import format_of

    own = None if into is None else Path(into).resolve()
    found: list[str] = []
    for name in inputs:
        if not Path(name).is_dir():
            found.append(name)
            continue
        for path in sorted(Path(name).rglob("*")):
            is_one = kind is not None or format_of(path.name) is not None
            if is_one and path.is_file() and (own is None or own not in path.resolve().parents):
                found.append(str(path))
    return found


def _plain(rows: Any, job: Job) -> Any:
    """The same rows with the texts as strings."""
    from uriverse.columns.files.octets import as_text

    number = rows.schema.get_field_index(job.column)
    return rows.set_column(number, job.column, as_text(rows.column(number)))


def _of_types(rows: Any, types: Any) -> Any:
    """The same rows, whose kept columns have the types that hold the values of all files."""
    for wanted in list(types)[1:]:
        number = rows.schema.get_field_index(wanted.name)
        if not rows.schema.field(number).equals(wanted, check_metadata=True):
            rows = rows.set_column(number, wanted, rows.column(number).cast(wanted.type))
    return rows


def _none(types: Any) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([pa.nulls(0, each.type) for each in types], schema=types)
