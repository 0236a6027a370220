"""Agreement on a column: find rows that two parsers would fetch from two hosts."""

from __future__ import annotations

from _collections_abc import Mapping

from uriverse import _core
from uriverse.columns.functions import column_function
from uriverse.columns.interface import ArrowColumn
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from uriverse._core import Column

AGREEMENT: Final[Mapping[str, Literal["text", "bool"]]] = {
    "agrees": "bool",
    "differs": "text",
    "split_host": "text",
    "whatwg_host": "text",
}


@column_function("url", gives=AGREEMENT)
def agreement(column: ArrowColumn, *, threads: int = 0) -> Column:
    """The destinations of two parsers for each text, as `uriverse.agreement(text, parsers=["split", "whatwg"])`.

    One parser is the lenient split of RFC 3986 (Appendix B), which equals the grammar for valid texts; the other is
    the URL Standard.

    Args:
        column: the texts.
        threads: as for `parse`.

    Returns:
        A struct column: `agrees`, null if the URL Standard refuses the text; `differs`, the first of scheme, userinfo,
        host, port and path that differs, or null; `split_host` and `whatwg_host`, the host to which each would connect,
        or null. A null row is a null struct.

    >>> from uriverse import columns as uc
    >>> found = uc.agreement(uc.Column(["http://a/b", "http:///a", "http://h:99999/"]))
    >>> found.field("agrees").to_pylist(), found.field("differs").to_pylist(), found.field("whatwg_host").to_pylist()
    ([True, False, None], [None, 'host', None], ['a', 'a', None])
    """
    return _core.kernels.agreement(column, threads=threads)
