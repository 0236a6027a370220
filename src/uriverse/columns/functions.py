"""The table of the functions of `uriverse.columns`, for all engines.

The decorator `column_function` adds a function to it. Its name, options, threads and example come from the definition.
The decorator adds what SQL needs before a query: names of the arguments, and the type of the result.
"""

from __future__ import annotations

import inspect
from _collections_abc import Callable, Mapping
from typing import TypeVar

from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from uriverse.ground.records import dataclass

if TYPE_CHECKING:
    from uriverse._core import Column

Simple: TypeAlias = Literal["text", "bool", "int32", "int64"]


@dataclass(frozen=True, slots=True)
class Lists:
    """A list in each row."""

    of: Result


Result: TypeAlias = Simple | Mapping[str, "Result"] | Lists
PAIR: Final[Mapping[str, Simple]] = {"name": "text", "value": "text"}


@dataclass(frozen=True, slots=True)
class ColumnFunction:
    """A function of `uriverse.columns`, and its form in SQL.

    Attributes:
        run: the function.
        sql: its name in SQL, without a prefix.
        arguments: SQL's names for the arguments. All are texts.
        result: the type of the results, or a function from options to the type.
        choice: the option that is the second argument in SQL, if that is not a column.
        read: converts a text of SQL to that option.
        fixed: options that SQL always sets.
        by_url_standard: whether the function exists for the URL Standard.
    """

    run: Callable[..., Column]
    sql: str
    arguments: tuple[str, ...]
    result: Result | Callable[[Mapping[str, Any]], Result]
    choice: str | None
    read: Callable[[str], Any]
    fixed: Mapping[str, Any]
    by_url_standard: bool

    @property
    def name(self) -> str:
        return self.run.__name__

    @property
    def parameters(self) -> list[inspect.Parameter]:
        """The function's parameters, columns first."""
        return list(inspect.signature(self.run).parameters.values())

    def result_of(self, options: Mapping[str, Any]) -> Result:
        return self.result(options) if callable(self.result) else self.result


FUNCTIONS: Final[list[ColumnFunction]] = []

Run = TypeVar("Run", bound=Callable[..., Any])


def column_function(
    *arguments: str,
    gives: Result | Callable[[Mapping[str, Any]], Result] = "text",
    sql: str | None = None,
    choice: str | None = None,
    read: Callable[[str], Any] = str,
    fixed: Mapping[str, Any] | None = None,
    by_url_standard: bool = True,
) -> Callable[[Run], Run]:
    """Add a function to the table; the arguments are the attributes of `ColumnFunction`."""

    def add(run: Run) -> Run:
        name = sql or run.__name__
        row = ColumnFunction(run, name, arguments, gives, choice, read, fixed or {}, by_url_standard)
        FUNCTIONS.append(row)
        return run

    return add
