r"""ClickHouse: the functions of SQL as executable user-defined functions, over Arrow streams.

ClickHouse starts a program, writes blocks of the arguments to its standard input and reads the results from its
standard output. `serve` is such a program's loop; `configuration` writes the file that declares all functions to
ClickHouse. The command line has both: `uriverse serve-columns`.

    >>> lines = configuration(command="uriverse serve-columns").splitlines()
    >>> print(*lines[:4], sep="\n")
    <functions>
      <function>
        <type>executable</type>
        <name>uri_agreement</name>
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO, Final
from xml.sax.saxutils import escape

from uriverse.columns.functions import Simple
from uriverse.columns.sql import Dialect, Function, arrow_type, functions
from uriverse.ground.extras import pyarrow

if TYPE_CHECKING:
    from io import BufferedReader

    from uriverse._core import AnyEdition

_WORDS: Final[dict[Simple, str]] = {"text": "String", "bool": "Bool", "int32": "Int32", "int64": "Int64"}
DIALECT: Final = Dialect({name: f"Nullable({word})" for name, word in _WORDS.items()}, "Tuple({})", "Array({})")


def configuration(*, command: str, edition: AnyEdition = None, prefix: str = "uri_") -> str:
    """The XML file for `user_defined_executable_functions_config` in ClickHouse's settings.

    Args:
        command: the command that starts `serve`, to which a function's name is appended.
        edition: the edition of the functions; some functions depend on it.
        prefix: a prefix for the names.

    Returns:
        The text. Results are nullable; a struct is a named tuple of nullable values; a null list is an empty array,
        because ClickHouse has no nullable arrays.
    """
    return "<functions>\n" + "".join(_entry(each, command, prefix) for each in functions(edition)) + "</functions>\n"


def _entry(function: Function, command: str, prefix: str) -> str:
    arguments = "".join(
        f"    <argument>\n      <name>{name}</name>\n      <type>Nullable(String)</type>\n    </argument>\n"
        for name in function.arguments
    )
    return (
        "  <function>\n    <type>executable</type>\n"
        f"    <name>{prefix}{function.name}</name>\n"
        f"    <return_type>{DIALECT.type_of(function.result)}</return_type>\n{arguments}"
        "    <format>ArrowStream</format>\n"
        f"    <command>{escape(command)} {function.name}</command>\n"
        "    <execute_direct>0</execute_direct>\n  </function>\n"
    )


def serve(name: str, source: BufferedReader, sink: BinaryIO, *, edition: AnyEdition = None) -> None:
    """Read Arrow streams of a function's arguments and write Arrow streams of its results, until the source ends.

    Args:
        name: the function's name in `uriverse.columns.sql.functions`, without a prefix.
        source: consecutive Arrow streams; their columns are the arguments in order.
        sink: receives for each batch one with the same number of rows and the column `result`.
        edition: the edition of the function.

    Raises:
        KeyError: if there is no such function.
        ValueError: if a batch has another number of columns than the function has arguments.
    """
    pa = pyarrow()
    function = {each.name: each for each in functions(edition)}[name]
    schema = pa.schema({"result": arrow_type(function.result)})
    while source.peek(1):
        with pa.ipc.open_stream(source) as reader, pa.ipc.new_stream(sink, schema) as writer:
            for batch in reader:
                if batch.num_columns != len(function.arguments):
                    given = f"there are {batch.num_columns} columns"
                    raise ValueError(f"{name} takes {', '.join(function.arguments)}; {given}")
                writer.write_batch(pa.record_batch([_answers(function, batch.columns)], schema=schema))
        sink.flush()


def _answers(function: Function, columns: list[Any]) -> Any:
    pa = pyarrow()
    # ClickHouse's texts are octets; invalid UTF-8 becomes null.
    answers = pa.array(function.run(*map(_texts, columns)), type=arrow_type(function.result))
    if pa.types.is_struct(answers.type):
        # A tuple is not nullable; its fields are.
        return pa.StructArray.from_arrays(answers.flatten(), fields=list(answers.type))
    return answers


def _texts(column: Any) -> Any:
    pa = pyarrow()
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    try:
        return column.cast(pa.string())
    except pa.ArrowInvalid:
        return pa.array([text if _is_utf8(text) else None for text in column.to_pylist()], pa.string())


def _is_utf8(text: bytes | None) -> bool:
    try:
        return text is not None and text.decode() is not None
    except UnicodeDecodeError:
        return False
