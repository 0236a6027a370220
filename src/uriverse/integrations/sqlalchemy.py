"""SQLAlchemy: a column type for references stored as text.

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

from uriverse._core import URIReference, WebURL
from uriverse.ground.extras import Extra
from uriverse.integrations.fields import policy_for
from uriverse.policies import Policy
from uriverse.policies.policy import as_kind

with Extra("sqlalchemy", "sqlalchemy", __name__):
    from sqlalchemy.engine import Dialect
    from sqlalchemy.sql import operators
    from sqlalchemy.types import String, Text, TypeDecorator, TypeEngine

# The operators whose other operand is a reference. For all others (LIKE, "<", "||", regular expressions) it is a text.
_REFERENCE_TYPES: Final = (
    operators.eq, operators.ne, operators.in_op, operators.not_in_op, operators.is_, operators.is_not,
    operators.is_distinct_from, operators.is_not_distinct_from,
)  # fmt: skip


class ReferenceType(TypeDecorator[URIReference]):
    """A column of references, stored as text. Values are checked when written and when read.

    Args:
        kind: the type of the values: `uv.URL`, `uv.URI`, `uv.RelativeReference`, or `uv.URIReference`.
        policy: which of them are allowed, when they are written.
        length: the length of a VARCHAR column, such as 700, which MySQL can index; None for TEXT.
        bad_as_none: whether a stored text that is not such a reference is read as None; otherwise it raises.

    Alembic writes `uriverse.integrations.sqlalchemy.ReferenceType(uriverse.URL, length=700)`, which needs
    `import uriverse.integrations.sqlalchemy` in `script.py.mako`. The policy is left out: it is no part of the schema.

    A text that is not such a reference raises `URISyntaxError` or `ValueError`, wrapped in SQLAlchemy's
    `StatementError` when it is written or compared with `==` or `in_`. In `like`, `startswith` and other operators
    texts are not checked: `pages.c.url.like("http://h/%")`. A value within an SQL expression that is written, such as
    `sa.func.coalesce(pages.c.url, "http://h/")`, is not checked either.
    """

    impl = Text
    cache_ok: bool | None = True

    def __init__(
        self,
        kind: type[URIReference] = URIReference,
        policy: Policy | None = None,
        *,
        length: int | None = None,
        bad_as_none: bool = False,
    ) -> None:
        super().__init__()
        self.policy: Policy = policy_for(kind, policy)
        self.kind = kind
        self.length = length
        self.bad_as_none = bad_as_none

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Text() if self.length is None else String(self.length))

    def coerce_compared_value(self, op: Any, value: Any) -> TypeEngine[Any]:
        del value
        return self if op in _REFERENCE_TYPES else Text()

    def process_bind_param(self, value: Any, dialect: Any) -> str | None:
        del dialect
        return None if value is None else str(self.policy.read(value, self.kind))

    def process_result_value(self, value: Any, dialect: Any) -> URIReference | None:
        del dialect
        try:
            return None if value is None else as_kind(value, self.kind, self.policy.edition)
        except ValueError:
            if self.bad_as_none:
                return None
            raise

    def __repr__(self) -> str:
        name = "URL" if self.kind is WebURL else self.kind.__name__
        options = "".join(
            f", {option}={value}" for option in ("length", "bad_as_none") if (value := getattr(self, option))
        )
        return f"{type(self).__name__}(uriverse.{name}{options})"
