"""Spark 4: the same SQL functions as DuckDB's, over Arrow UDFs, on as many machines as the session has.

    from uriverse.columns.spark import register
    register(spark)
    spark.sql("select uri_host(url) from pages")

The workers need uriverse and pyarrow. Strings go back as `string`, since Spark's side of Arrow has no views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from uriverse.columns.sql import Function, Lists, Result, Simple, as_text, functions

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from uriverse._core import AnyEdition

WORDS: Final[dict[Simple, str]] = {"text": "string", "bool": "boolean", "int32": "int", "int64": "bigint"}


def register(spark: SparkSession, *, edition: AnyEdition = None, prefix: str = "uri_") -> None:
    """Give a session the functions `uri_parse`, `uri_host`, `uri_is_valid`, `uri_error`, `uri_resolve`, ...

    Args:
        spark: the session.
        edition: the edition by which they read, an id or your own (it is sent to the workers).
        prefix: what stands before each name of `uriverse.columns.sql.functions`.
    """
    from pyspark.sql.functions import arrow_udf

    for function in functions(edition):
        returns = as_text(function.result, WORDS, "struct<{}>", "array<{}>", "`")
        run = _over_arrow(function.name, function.result, edition, len(function.arguments))
        spark.udf.register(prefix + function.name, arrow_udf(run, returns))


def _over_arrow(name: str, result: Result, edition: AnyEdition, arguments: int) -> Callable[..., Any]:
    """The function as Spark calls it, pickled by name and edition."""
    import pyarrow

    def run(*columns: Any) -> Any:
        return pyarrow.array(_found(name, edition).run(*columns), type=_arrow_type(result))

    def of_one(column: Any) -> Any:
        return run(column)

    def of_two(first: Any, second: Any) -> Any:
        return run(first, second)

    function = of_one if arguments == 1 else of_two
    # By its annotations Spark knows what it hands over.
    function.__annotations__ = dict.fromkeys(function.__annotations__, pyarrow.Array)
    return function


def _found(name: str, edition: AnyEdition) -> Function:
    return next(function for function in functions(edition) if function.name == name)


def _arrow_type(result: Result) -> Any:
    import pyarrow

    simple = {
        "text": pyarrow.string(),
        "bool": pyarrow.bool_(),
        "int32": pyarrow.int32(),
        "int64": pyarrow.int64(),
    }
    if isinstance(result, str):
        return simple[result]
    if isinstance(result, Lists):
        return pyarrow.list_(_arrow_type(result.of))
    return pyarrow.struct([(name, simple[of]) for name, of in result.items()])
