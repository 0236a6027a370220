"""References and their bases: resolving and relativizing."""

from __future__ import annotations

from _collections_abc import Iterable, Mapping

from uriverse import _core
from uriverse.columns.functions import Result, column_function
from uriverse.columns.interface import ArrowColumn
from uriverse.columns.kernels.parse import types_of
from uriverse.ground.argument_types import takes
from uriverse.ground.lean_typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column, ExcessParents, Text


def _resolved(options: Mapping[str, Any]) -> Result:
    want = options.get("want")
    return "text" if want is None else types_of(want)


# A function of SQL has a fixed result type.
RESOLUTION = {"want": ["uri", "kind", "fragment", "error"]}


@column_function("reference", "base", sql="resolution", gives=_resolved, fixed=RESOLUTION, by_url_standard=False)
@column_function("reference", "base", gives=_resolved)
@takes(want=(Iterable, type(None)))
def resolve(
    references: ArrowColumn,
    base: ArrowColumn | Text | None,
    *,
    want: Iterable[str] | None = None,
    edition: AnyEdition = None,
    strict: bool = True,
    excess_parents: ExcessParents | None = None,
    new_request: bool = False,
    threads: int = 0,
) -> Column:
    """Resolve every reference, as by `uriverse.resolve`.

    Args:
        references: the references.
        base: one text for all rows, or a column of the same length.
        want: None for only the targets; or the fields of a struct column in order: `uri`, and the fields of `parse` for
            the target. `error` means `error_reason`, `error_at` and `error_rule`, of the reference or the base.
        edition, strict, excess_parents, new_request: as for `uriverse.resolve`. With "whatwg" the targets are those of
            the URL Standard, and `want` and the options are not allowed.
        threads: as for `parse`.

    Returns:
        A string column, or the struct. Null if either text is null or there is no target. In the editions of 1996 to
        2002, a reference to the current document has no target: its `uri` is null, its `kind` is "same-document", and
        it has its `fragment`.

    >>> from uriverse import columns as uc
    >>> uc.resolve(uc.Column(["../g", "?y", "a b"]), "http://a/b/c/d").to_pylist()
    ['http://a/b/g', 'http://a/b/c/d?y', None]
    >>> uc.resolve(uc.Column(["#s"]), "http://a/b", want=["uri", "kind", "fragment"], edition="rfc2396").to_pylist()
    [{'uri': None, 'kind': 'same-document', 'fragment': 's'}]
    """
    return _core.kernels.resolve(
        references,
        base=base,
        want=None if want is None else list(want),
        edition=edition,
        strict=strict,
        excess_parents=excess_parents,
        new_request=new_request,
        threads=threads,
    )


@column_function("target", "base", by_url_standard=False)
def relativize(
    targets: ArrowColumn, base: ArrowColumn | Text | None, *, edition: AnyEdition = None, threads: int = 0
) -> Column:
    """The shortest reference for each target that resolves to it against the base, or null.

    >>> from uriverse import columns as uc
    >>> uc.relativize(uc.Column(["http://a/b/g", "mailto:x@y"]), "http://a/b/c/d").to_pylist()
    ['../g', 'mailto:x@y']
    """
    return _core.kernels.relativize(targets, base=base, edition=edition, threads=threads)
