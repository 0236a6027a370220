"""SQLAlchemy: a column type whose values are references and whose column holds text.

>>> import sqlalchemy as sa
>>> import uriverse as uv
>>> from uriverse.integrations.sqlalchemy import ReferenceType
>>> pages = sa.Table("pages", sa.MetaData(), sa.Column("url", ReferenceType(uv.URI)))
>>> engine = sa.create_engine("sqlite://")
>>> pages.metadata.create_all(engine)
>>> with engine.begin() as connection:
...     inserted = connection.execute(pages.insert(), {"url": "http://h/a"})
...     connection.scalar(sa.select(pages.c.url).where(pages.c.url == uv.URI("http://h/a")))
URI('http://h/a')
>>> engine.dispose()
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy.sql import operators
from sqlalchemy.types import Text, TypeDecorator, TypeEngine

from uriverse._core import URIReference
from uriverse.integrations.constraints import Constraint, limits

# The comparisons whose other side is a reference. That of all others (LIKE, "<", "||", a regular expression) is a text.
_OF_REFERENCES: Final = (
    operators.eq, operators.ne, operators.in_op, operators.not_in_op, operators.is_, operators.is_not,
    operators.is_distinct_from, operators.is_not_distinct_from,
)  # fmt: skip


class ReferenceType(TypeDecorator[URIReference]):
    """A column of references, as text. Values are checked on the way in and on the way out.

    Args:
        kind: the type of the values: `uv.URI`, `uv.RelativeReference`, or `uv.URIReference` for both.
        constraint: what else is demanded of values that are written.

    A text that is no such reference is a `URISyntaxError` or a `ValueError`, within SQLAlchemy's `StatementError` where
    it is written or where a column is compared with it by `==` or `in_`. In `like`, `startswith` and other operators
    the text is taken as it is: `pages.c.url.like("http://h/%")`.
    """

    impl = Text
    cache_ok: bool | None = True

    def __init__(self, kind: type[URIReference] = URIReference, constraint: Constraint | None = None) -> None:
        super().__init__()
        self.constraint: Constraint = limits(kind, constraint)
        self.kind = kind

    def coerce_compared_value(self, op: Any, value: Any) -> TypeEngine[Any]:
        """Give the type of the other side of an operator."""
        del value
        return self if op in _OF_REFERENCES else Text()

    def process_bind_param(self, value: Any, dialect: Any) -> str | None:
        """Give the text that is written."""
        del dialect
        return None if value is None else str(self.constraint.read(value, self.kind))

    def process_literal_param(self, value: Any, dialect: Any) -> str:
        """Give the text of a literal in a statement."""
        return repr(self.process_bind_param(value, dialect)) if value is None else str(value)

    def process_result_value(self, value: Any, dialect: Any) -> URIReference | None:
        """Give the reference of a text that was read."""
        del dialect
        return None if value is None else self.kind(value, edition=self.constraint.edition)
