"""The functions for SQL engines: names, arguments, result types and implementations.

All engines use this list, so a query gives the same rows on each. Arguments are texts. An option (a level, a component,
a query's name) may be a column too: the kernel runs once for each distinct value.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from uriverse import _core
from uriverse import columns as uc
from uriverse.columns.functions import FUNCTIONS, ColumnFunction, Lists, Result, Simple
from uriverse.ground.argument_types import is_url_standard, takes
from uriverse.ground.extras import pyarrow
from uriverse.ground.lean_typing import TYPE_CHECKING, Any
from uriverse.ground.records import NamedTuple, dataclass

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column
    from uriverse.columns.kernels.parse import Want
    from uriverse.hosts import SuffixList


@dataclass(frozen=True, slots=True)
class Function:
    """A function of SQL: its name without a prefix, its arguments, its result type, and its implementation."""

    name: str
    arguments: tuple[str, ...]
    result: Result
    run: Callable[..., Column]
    reads_suffixes: bool


@takes(want=(Iterable, type(None)))
def functions(
    edition: AnyEdition = None,
    threads: int = 1,
    want: Iterable[Want] | None = None,
    suffixes: SuffixList | None = None,
) -> Iterator[Function]:
    """The table of all functions by one edition. Engines have their own threads, so by default each call uses one.

    Args:
        edition: the edition of the functions.
        threads: the number of threads of a call.
        want: the fields of the struct of `parse`, as for `uriverse.columns.parse`. An engine must know the type of a
            result before the query, so they are chosen here.
        suffixes: a list of public suffixes to use instead of the package's.

    Raises:
        UnknownEditionError: if there is no such edition.
        ValueError: if a field of `want` is unknown.
    """
    wanted = None if want is None else list(want)
    # Raise for an unknown field now, not in the first query.
    uc.parse(_core.Column([]), want=wanted, edition=edition)
    given: dict[str, Any] = {"edition": edition, "threads": threads, "suffixes": suffixes}
    for row in FUNCTIONS:
        if is_url_standard(edition) and not row.by_url_standard:
            continue
        known = {parameter.name for parameter in row.parameters}
        options = {name: value for name, value in given.items() if name in known and value is not None} | {**row.fixed}
        if row.run is uc.parse:
            options["want"] = wanted
        result = row.result_of(options)
        yield Function(row.sql, row.arguments, result, _bound(row, options, result), "suffixes" in known)


def _bound(row: ColumnFunction, options: dict[str, Any], result: Result) -> Callable[..., Column]:
    choice = row.choice
    if choice is None:
        return partial(row.run, **options)
    return _by_choice(lambda column, text: row.run(column, **{choice: row.read(text)}, **options), result)


def _by_choice(run: Callable[[Any, str], Column], result: Result) -> Callable[[Any, Any], Any]:
    """Convert a function with an option to one of two pyarrow columns.

    The rows are sorted by the option, so the kernel runs once for each distinct value.
    """

    def by_choice(column: Any, choices: Any) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        distinct = pc.unique(choices).to_pylist()
        if len(distinct) == 1 and distinct[0] is not None:
            return run(column, distinct[0])
        codes = pc.index_in(choices, pa.array(distinct, pa.string()))
        order = pc.sort_indices(codes)
        rows = pc.take(column, order)
        answers: list[Any] = []
        start = 0
        counts = dict(zip(*pc.value_counts(codes).flatten(), strict=True))
        for code, choice in enumerate(distinct):
            count = counts[pa.scalar(code, pa.int32())].as_py()
            answers.append(count if choice is None else run(rows.slice(start, count), choice).to_pyarrow(views=False))
            start += count
        kind = next((answer.type for answer in answers if not isinstance(answer, int)), arrow_type(result))
        # A null option gives null results.
        columns = [pa.nulls(answer, kind) if isinstance(answer, int) else answer for answer in answers]
        chunks = [chunk for column in columns for chunk in getattr(column, "chunks", [column])]
        whole = pa.concat_arrays(chunks) if chunks else pa.nulls(0, kind)
        return pc.take(whole, pc.sort_indices(order))

    return by_choice


class Dialect(NamedTuple):
    """How an engine writes types: words for the simple ones, templates for structs and lists, the quote of names."""

    words: Mapping[Simple, str]
    struct: str
    lists: str
    quote: str = ""

    def type_of(self, result: Result) -> str:
        if isinstance(result, str):
            return self.words[result]
        if isinstance(result, Lists):
            return self.lists.format(self.type_of(result.of))
        fields = (f"{self.quote}{name}{self.quote} {self.type_of(kind)}" for name, kind in result.items())
        return self.struct.format(", ".join(fields))


def arrow_type(result: Result) -> Any:
    """A result's type in pyarrow."""
    pa = pyarrow()
    if isinstance(result, str):
        return {"text": pa.string, "bool": pa.bool_, "int32": pa.int32, "int64": pa.int64}[result]()
    if isinstance(result, Lists):
        return pa.list_(arrow_type(result.of))
    return pa.struct([(name, arrow_type(each)) for name, each in result.items()])
