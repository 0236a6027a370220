"""The table of the functions of `uriverse.columns`, which every engine reads.

The decorator `column_function` puts a function into it. The name, the options, whether threads work it and the example
are those of the definition. The decorator adds what SQL has to know before it sees a row: names for the arguments, and
the type of the result.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

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
    """A function of `uriverse.columns`, and how SQL calls it.

    Attributes:
        run: the function.
        sql: its name in SQL, without a prefix.
        arguments: SQL's names for the arguments. All are texts.
        result: the type of the answers, or what gives the type for some options.
        choice: the option that the second argument of SQL chooses, if that is not a column.
        read: what a text of SQL is as that option.
        fixed: options that SQL always gives.
        by_url_standard: whether there is such a function by the URL Standard.
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
        """The name in `uriverse.columns`."""
        return self.run.__name__

    @property
    def parameters(self) -> list[inspect.Parameter]:
        """Those of the function, the columns first."""
        return list(inspect.signature(self.run).parameters.values())

    def result_of(self, options: Mapping[str, Any]) -> Result:
        """The type of the answers with some options."""
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
    """Put a function into the table; the arguments are the attributes of `ColumnFunction`."""

    def add(run: Run) -> Run:
        name = sql or run.__name__
        row = ColumnFunction(run, name, arguments, gives, choice, read, fixed or {}, by_url_standard)
        FUNCTIONS.append(row)
        return run

    return add
