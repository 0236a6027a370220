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
    from uriverse.columns.files.reading import Format
    from uriverse.columns.files.tally import Tally

# So many of the first rows are looked at for types and repeated texts.
SAMPLE: Final = 8192

Source: TypeAlias = "tuple[str, Format]"
Advance: TypeAlias = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class How:
    """How the file is read and written."""

    compression: str
    threads: int
    skip: Callable[[Any], None] | None


def write_table(
    sources: Sequence[Source], output: str, target: Format, tally: Tally, job: Job, how: How, advance: Advance
) -> None:
    """Read piece by piece; parse several pieces at once; write them in order.

    Args:
        sources: the files with their formats.
        output: the file to write, and `target`, its format.
        tally: counts the rows.
        job: what is done with each piece.
        how: how the files are read and written.
        advance: is told how many files have been read, in parts as well.
    """
    from uriverse.columns.files.in_order import in_order
    from uriverse.columns.files.reading import read
    from uriverse.columns.files.writing import WholeFile

    columns = [job.column, *job.kept]
    maker, is_parquet = Maker(job), target == "parquet"

    def read_all() -> Iterator[tuple[Any, float]]:
        for number, (name, kind) in enumerate(sources):
            for piece in read(name, kind, columns, skip=how.skip, repeats=is_parquet):
                yield piece.rows, number + piece.done

    pieces = read_all()
    first = list(islice(pieces, 1))
    # The first rows say which types the kept columns have, and which texts come again.
    sample = maker.of(_plain(first[0][0].slice(0, SAMPLE), job) if first else _nothing(columns)).table

    with WholeFile(output, target, sample, how.compression) as file:

        def work(piece: tuple[Any, float]) -> tuple[Any, Made, float]:
            rows, done = piece
            made = maker.of(_as_first(rows, job, sample.schema), repeats=is_parquet)
            return file.part(made.table), made, done

        for part, made, done in in_order(chain(first, pieces), work, how.threads):
            file.append(part)
            tally.add(made.texts, made.judged)
            advance(done)


@dataclass(slots=True)
class Kept:
    """What an earlier run had written: how many files were whole, and their rows; and how the inputs differ, in words."""

    files: int = 0
    rows: int = 0
    differences: str = ""


def write_tables(
    folder: str, sources: Sequence[Source], tally: Tally, job: Job, how: How, advance: Advance, *, resume: bool
) -> Kept:
    """Write a Parquet file of each source into a folder; those that are there are kept.

    Raises:
        PlanError: as `planned`.
    """
    from pyarrow import parquet

    kept, kinds = Kept(), dict(sources)
    said = {**asdict(job), "compression": how.compression}
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
    from uriverse.columns.files.reading import as_text

    number = rows.schema.get_field_index(job.column)
    return rows.set_column(number, job.column, as_text(rows.column(number)))


def _as_first(rows: Any, job: Job, schema: Any) -> Any:
    """The same rows, whose kept columns have the types of the first piece."""
    for name in job.kept:
        number, wanted = rows.schema.get_field_index(name), schema.field(name)
        if rows.schema.field(number).type != wanted.type:
            rows = rows.set_column(number, wanted, rows.column(number).cast(wanted.type))
    return rows


def _nothing(columns: list[str]) -> Any:
    import pyarrow as pa

    return pa.record_batch({name: pa.nulls(0, pa.string()) for name in columns})
