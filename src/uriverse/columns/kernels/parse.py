"""The components of each text, in one pass or one at a time, and its error."""

from __future__ import annotations

from _collections_abc import Iterable, Mapping
from typing import get_args

from uriverse import _core
from uriverse.columns.functions import Result, Simple, column_function
from uriverse.ground.argument_types import is_url_standard, takes
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    # Pyright knows a bare `Final` only of `typing`, and these are public.
    from typing import Final

    from uriverse._core import AnyEdition, Column
    from uriverse.columns.interface import ArrowColumn

Want: TypeAlias = Literal[
    "scheme", "authority", "userinfo", "host", "port", "port_text", "path", "params", "query", "fragment", "kind",
    "host_type", "valid", "error", "error_reason", "error_at", "error_rule", "error_hint",
]  # fmt: skip

DEFAULT_WANT: Final[tuple[Want, ...]] = (
    "scheme", "userinfo", "host", "port", "path", "query", "fragment", "kind", "error",
)  # fmt: skip

Attribute: TypeAlias = Literal[
    "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
    "valid", "error", "error_reason", "error_at", "error_rule",
]  # fmt: skip

# The default fields of `parse` by the URL Standard: the URL's attributes and the error.
URL_ATTRIBUTES: Final[tuple[Attribute, ...]] = tuple(
    part for part in get_args(Attribute) if part not in ("origin", "valid") and not part.startswith("error_")
)


def wanted(want: Iterable[Want | Attribute] | None, edition: AnyEdition) -> list[Want | Attribute]:
    """The requested fields; by default those of the standard."""
    if want is not None:
        return list(want)
    return list(URL_ATTRIBUTES if is_url_standard(edition) else DEFAULT_WANT)


# The expansion of "error".
ERROR_FIELDS: Final[tuple[Want, ...]] = ("error_reason", "error_at", "error_rule")


def fields_of(want: Iterable[str]) -> list[str]:
    """The names of the fields of a parse for `want`, with "error" expanded."""
    return [field for word in want for field in (ERROR_FIELDS if word == "error" else (word,))]


# The other fields are texts.
TYPES: Final[Mapping[str, Simple]] = {"port": "int64", "valid": "bool", "error_at": "int32"}


def types_of(want: Iterable[str], edition: AnyEdition = None) -> dict[str, Result]:
    """The fields of a parse with their types. The port by the URL Standard is a text."""
    texts = {"port"} if is_url_standard(edition) else set()
    return {field: "text" if field in texts else TYPES.get(field, "text") for field in fields_of(want)}


def _parsed(options: Mapping[str, Any]) -> Result:
    edition = options.get("edition")
    return types_of(wanted(options.get("want"), edition), edition)


@column_function("url", gives=_parsed)
@takes(want=(Iterable, type(None)))
def parse(
    column: ArrowColumn,
    *,
    want: Iterable[Want | Attribute] | None = None,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """Parse every text, as by `uriverse.parse`.

    Args:
        column: the texts.
        want: the fields of the result in order: names of components, `kind`, `host_type`, `valid` (bool), `error`
            (three fields, `error_reason`, `error_at` and `error_rule`), `error_hint`. By default `DEFAULT_WANT`.
        edition: an edition's id or your own Edition. With "whatwg" the fields are attributes of the URL Standard's URLs
            (by default `URL_ATTRIBUTES`; also `origin` and `valid`), as texts like those of `URL`: "" if a URL has no
            such part, null if the parser fails or an origin is opaque. Octets that are not UTF-8 are U+FFFD, as the
            Standard decodes. `error_reason` and `error_rule` are then the validation error's name.
        threads: the number of threads for a chunk; 0 means one for each core.

    Returns:
        A struct column. Components are string views into the input's buffers, which they keep alive; `port` is int64 (a
        larger port is null; `port_text` has the text); `error_at` is int32 and counts characters. A refused text has
        nulls, except for `valid` and the error; a null row is a null struct.

    >>> from uriverse import columns as uc
    >>> uc.parse(uc.Column(["//h:8x/"]), want=["host", "valid", "error"]).to_pylist()
    [{'host': None, 'valid': False, 'error_reason': 'port', 'error_at': 5, 'error_rule': 'port'}]
    >>> urls = uc.Column(["HTTP://H:80/a b", "http://h:x"])
    >>> uc.parse(urls, want=["href", "search", "error"], edition="whatwg").to_pylist()
    [{'href': 'http://h/a%20b', 'search': '', 'error_reason': None, 'error_at': None, 'error_rule': None}, \
{'href': None, 'search': None, 'error_reason': 'port-invalid', 'error_at': 9, 'error_rule': 'port-invalid'}]
    """
    return _core.kernels.parse(column, want=wanted(want, edition), edition=edition, threads=threads)


SPLIT_WANT: Final[tuple[Want, ...]] = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


@column_function("url", gives=lambda options: types_of(options.get("want") or SPLIT_WANT), by_url_standard=False)
@takes(want=(Iterable, type(None)))
def split(
    column: ArrowColumn,
    *,
    want: Iterable[Want] | None = None,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """Split every text into components, as by `uriverse.split`: valid or not, so no text loses its host.

    Args:
        column: the texts.
        want: the components, in order. By default `SPLIT_WANT`. Only `parse` has the fields of a whole text (`kind`,
            `valid`, `error`).
        edition: the edition whose rules split the texts.
        threads: as for `parse`.

    Returns:
        A struct column with the types of `parse`. `port` is null if it is not a number; `port_text` has the text. A
        null row is a null struct; octets that are not UTF-8 make the fields null.

    >>> from uriverse import columns as uc
    >>> uc.split(uc.Column(["http://h:8x/a b|c?d"]), want=["host", "port", "port_text", "path"]).to_pylist()
    [{'host': 'h', 'port': None, 'port_text': '8x', 'path': '/a b|c'}]
    """
    want = list(SPLIT_WANT if want is None else want)
    return _core.kernels.split(column, want=want, edition=edition, threads=threads)


@column_function("url", gives={"reason": "text", "at": "int32", "rule": "text", "hint": "text"}, sql="error")
def errors(column: ArrowColumn, *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """The error of each text: a struct of `reason`, `at` (int32, characters), `rule` and `hint`; null if it is valid.

    `reason` is a stable word, a key of `uriverse.errors.reasons.REASONS`.

    With `edition="whatwg"` these are failures of the URL Standard's parser; `rule` is the validation error's name, and
    `hint` is null.

    >>> from uriverse import columns as uc
    >>> uc.errors(uc.Column(["/a", "http://h:8x/"])).to_pylist()
    [None, {'reason': 'port', 'at': 10, 'rule': 'port', 'hint': 'a port has digits only'}]
    """
    return _core.kernels.errors(column, edition=edition, threads=threads)


class Part(Protocol):
    """A function that returns one part of every text."""

    def __call__(self, column: ArrowColumn, *, edition: AnyEdition = None, threads: int = 0) -> Column:
        """Return the part, null if it is undefined or the text refused."""


def _part(name: Want, what: str) -> Part:
    def part(column: ArrowColumn, *, edition: AnyEdition = None, threads: int = 0) -> Column:
        return _core.kernels.part(column, want=name, edition=edition, threads=threads)

    part.__name__ = part.__qualname__ = name
    part.__doc__ = f"{what} of every text; null if it is undefined, the text refused, or null."
    in_urls = name not in {"port", "params", "kind", "host_type"}
    return column_function("url", gives=TYPES.get(name, "text"), by_url_standard=in_urls)(part)


scheme: Final = _part("scheme", "The scheme, as written,")
authority: Final = _part("authority", "The authority")
userinfo: Final = _part("userinfo", "The userinfo")
host: Final = _part("host", "The host, as written,")
port: Final = _part("port", "The port as int64 (null beyond that)")
port_text: Final = _part("port_text", "The port as written")
path: Final = _part("path", "The path")
params: Final = _part("params", "The params of RFC 1808")
query: Final = _part("query", "The query without its question mark")
fragment: Final = _part("fragment", "The fragment without its crosshatch")
kind: Final = _part("kind", "The kind (`absolute`, `opaque`, `network-path`, ...)")
host_type: Final = _part("host_type", "The form of the host (`IPv4`, `IPv6`, `reg-name`, ...)")
