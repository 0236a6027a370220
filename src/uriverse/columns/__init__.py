"""Columns of URI references in Arrow memory: exactly the results of the single calls, without an object per row.

    >>> from uriverse import columns as uc
    >>> urls = uc.Column(["http://a/b?c", "http://h/a b", None])
    >>> uc.host(urls).to_pylist()
    ['a', None, None]
    >>> uc.errors(urls).field("at").to_pylist()
    [None, 10, None]

A column is any object with the Arrow PyCapsule interface (pyarrow, Polars, pandas, DuckDB, nanoarrow), in one piece or
in chunks; no particular library is needed. The functions return a `Column`, which has this interface too. The engines
have separate modules: `uriverse.columns.polars`, `.duckdb`, `.pandas`, `.spark`, `.clickhouse`.
"""

from uriverse._core import Column as Column
from uriverse.columns.functions import FUNCTIONS
from uriverse.columns.kernels.parse import DEFAULT_WANT, SPLIT_WANT, URL_ATTRIBUTES
from uriverse.ground.later import missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.columns.kernels.agreement import *
    from uriverse.columns.kernels.canonical import *
    from uriverse.columns.kernels.find import *
    from uriverse.columns.kernels.hierarchy import *
    from uriverse.columns.kernels.hosts import *
    from uriverse.columns.kernels.parse import *
    from uriverse.columns.kernels.predicates import *
    from uriverse.columns.kernels.queries import *
    from uriverse.columns.kernels.resolve import *
    from uriverse.columns.kernels.rewrite import *
    from uriverse.columns.kernels.views import *

_CONSTANTS = {"DEFAULT_WANT": DEFAULT_WANT, "SPLIT_WANT": SPLIT_WANT, "URL_ATTRIBUTES": URL_ATTRIBUTES}
_PUBLIC = {"Column": Column, **_CONSTANTS, **{row.name: row.run for row in FUNCTIONS}}


def _refuse(name: str) -> None:
    raise missing(__name__, name)


def _repr_html(self: Column) -> str:
    """The first rows as a table, for notebooks."""
    from uriverse.ground.masking import masked_data
    from uriverse.ground.notebook import table

    rows = masked_data("text", self.slice(0, min(len(self), 10)).to_pylist())
    cells = [map(str, row.values() if isinstance(row, dict) else (row,)) for row in rows]
    numbered = [(str(place), *row) for place, row in enumerate(cells)]
    return table((f"rows: {len(self)}", *(self.names or ("value",))), numbered)


# Set on the native type, as the methods of references are.
for _name, _method in {"_repr_html_": _repr_html}.items():
    setattr(Column, _name, _method)


# Type checkers read the imports above. Hide `__all__` from them: they would read it as the complete list; with
# `__getattr__` they would accept every name.
globals().update(_PUBLIC, __all__=sorted(_PUBLIC), __getattr__=_refuse)
