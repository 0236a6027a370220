"""Whether each text is valid, and whether two are equivalent."""

from __future__ import annotations

from uriverse import _core
from uriverse.columns.functions import column_function
from uriverse.columns.interface import ArrowColumn
from uriverse.ground.argument_types import check_argument
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.policies import Policy

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column, Level, Text


@column_function("url", gives="bool")
def is_valid(column: ArrowColumn, *, rule: str | None = None, edition: AnyEdition = None, threads: int = 0) -> Column:
    """Whether the edition's start rule, or any of its rules by name, accepts each text: bool, null for null.

    With `edition="whatwg"`: whether the URL Standard's parser accepts it.

    Raises:
        UnknownRuleError: if the edition has no such rule.

    >>> from uriverse import columns as uc
    >>> uc.is_valid(uc.Column(["::1", "1.2.3.4", None]), rule="IPv6address").to_pylist()
    [True, False, None]
    """
    return _core.kernels.is_valid(column, rule=rule, edition=edition, threads=threads)


@column_function("url", gives="bool")
def admits(column: ArrowColumn, *, policy: Policy | None = None, threads: int = 0) -> Column:
    """Whether a policy admits every text as it is written, as `Policy.admits` says: bool, null for null.

    A text that had to be changed is not admitted: judge the column of `url`, and use that. Every text is a call into
    Python; of a dictionary column, every distinct text is.

    Args:
        column: the texts.
        policy: which URLs are taken; None for `Policy()`.
        threads: as for `parse`.

    >>> from uriverse import Policy, columns as uc
    >>> urls = uc.Column(["https://h.example/", "http://127.0.0.1/", "https://h.example/a b", None])
    >>> uc.admits(urls).to_pylist(), uc.admits(uc.url(urls), policy=Policy(schemes="https")).to_pylist()
    ([True, False, False, None], [True, False, True, None])
    """
    check_argument("policy", policy, (Policy, type(None)))
    return _core.kernels.judged(column, (policy or Policy()).admits, threads=threads)


@column_function("a", "b", gives="bool")
def equivalent(
    a: ArrowColumn,
    b: ArrowColumn | Text | None,
    *,
    level: Level = "syntax",
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """Whether the texts of each row are equivalent at a level: bool, null if either is null or refused.

    Args:
        a: a column.
        b: a column of the same length, or one text for all rows.
        level, edition: as for `uriverse.equivalent`; with `edition="whatwg"` the serialized URLs are compared.
        threads: as for `parse`.

    >>> from uriverse import columns as uc
    >>> uc.equivalent(uc.Column(["http://H:80", "http://h/a"]), "http://h/", level="scheme").to_pylist()
    [True, False]
    """
    return _core.kernels.equivalent(a, b=b, level=level, edition=edition, threads=threads)
