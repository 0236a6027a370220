"""Spark 4: the same SQL functions as for DuckDB, as Arrow UDFs.

    from uriverse.columns.spark import register
    register(spark)
    spark.sql("select uri_host(url) from pages")

The workers need uriverse and pyarrow. Results are `string`, because Spark does not support Arrow's views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from uriverse.columns.functions import Simple
from uriverse.columns.sql import Dialect, Function, arrow_type, functions
from uriverse.ground.argument_types import takes
from uriverse.ground.extras import Extra, pyarrow

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from uriverse._core import AnyEdition
    from uriverse.columns.kernels.parse import Want
    from uriverse.hosts import SuffixList

WORDS: Final[dict[Simple, str]] = {"text": "string", "bool": "boolean", "int32": "int", "int64": "bigint"}
DIALECT: Final = Dialect(WORDS, "struct<{}>", "array<{}>", "`")


@takes(prefix=str)
def register(
    spark: SparkSession,
    *,
    edition: AnyEdition = None,
    prefix: str = "uri_",
    want: Iterable[Want] | None = None,
    suffixes: SuffixList | None = None,
) -> None:
    """Register the functions `uri_parse`, `uri_host`, `uri_is_valid`, `uri_error`, `uri_resolve`, ... in a session.

    Args:
        spark: the session.
        edition, prefix, want, suffixes: as for `uriverse.columns.duckdb.register`, which raises the same errors. An
            edition and a list of suffixes of your own are sent to the workers.
    """
    with Extra("spark", "pyspark pyarrow", __name__):
        from pyspark.sql.functions import arrow_udf
    wanted = None if want is None else list(want)
    for function in functions(edition, want=wanted, suffixes=suffixes):
        own = suffixes if function.reads_suffixes else None
        run = _over_arrow(function, prefix, edition, wanted, own)
        spark.udf.register(prefix + function.name, arrow_udf(run, DIALECT.type_of(function.result)))


def _over_arrow(
    definition: Function, prefix: str, edition: AnyEdition, want: list[Want] | None, suffixes: SuffixList | None
) -> Callable[..., Any]:
    """The function for Spark, which pickles its name, edition, fields and suffixes."""
    name, result = definition.name, definition.result
    # The implementation cannot be pickled, so each worker looks it up once.
    looked_up: list[Callable[..., Any]] = []

    def run(*columns: Any) -> Any:
        if not looked_up:
            same = functions(edition, want=want, suffixes=suffixes)
            looked_up.append(next(function.run for function in same if function.name == name))
        return pyarrow().array(looked_up[0](*columns), type=arrow_type(result))

    def of_one(column: Any) -> Any:
        return run(column)

    def of_two(first: Any, second: Any) -> Any:
        return run(first, second)

    function = of_one if len(definition.arguments) == 1 else of_two
    # Python's errors about the number of arguments show this name.
    function.__name__ = function.__qualname__ = prefix + name
    # Spark chooses the argument types by the annotations.
    function.__annotations__ = dict.fromkeys(function.__annotations__, pyarrow().Array)
    return function
