"""The owners of hosts in a column of URIs: public suffixes, registrable domains, origins, sites.

The results are those of the functions with the same names in `uriverse.hosts` for the parsed text, or with
`edition="whatwg"` for its URL. Prefix bare hosts with "//" to make them references.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.columns.functions import column_function
from uriverse.columns.interface import ArrowColumn
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal, Protocol

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column
    from uriverse.hosts import SuffixList


class NamePart(Protocol):
    """A function that returns one part of every host's name."""

    def __call__(
        self,
        column: ArrowColumn,
        *,
        private: bool = True,
        default: bool = True,
        suffixes: SuffixList | None = None,
        edition: AnyEdition = None,
        threads: int = 0,
    ) -> Column:
        """Return the part, null for an address and a text that the edition refuses."""


def _part(name: Literal["public_suffix", "domain", "subdomain"], description: str) -> NamePart:
    def part(
        column: ArrowColumn,
        *,
        private: bool = True,
        default: bool = True,
        suffixes: SuffixList | None = None,
        edition: AnyEdition = None,
        threads: int = 0,
    ) -> Column:
        from uriverse.hosts.suffixes import table_of

        return _core.kernels.name_part(
            column,
            part=name,
            suffixes=table_of(suffixes),
            private=private,
            default=default,
            edition=edition,
            threads=threads,
        )

    part.__name__ = part.__qualname__ = name
    part.__doc__ = f"""{description} of every host, as by `uriverse.hosts.{name}`.

    Args:
        column: the texts.
        private, default, suffixes: as for `uriverse.hosts.domain_parts`.
        edition: the edition of the texts; "whatwg" for the URL Standard.
        threads: as for `parse`.

    Returns:
        Texts; null for an address, a text without a host or without this part, and a text that the edition refuses.

    >>> from uriverse import columns as uc
    >>> urls = uc.Column(["https://www.example.co.uk/a", "//a.github.io", "http://127.0.0.1/"])
    >>> [run(urls).to_pylist() for run in (uc.public_suffix, uc.domain, uc.subdomain)]
    [['co.uk', 'github.io', None], ['example.co.uk', 'a.github.io', None], ['www', None, None]]
    """
    return column_function("url")(part)


public_suffix: Final = _part("public_suffix", "The public suffix")
domain: Final = _part("domain", "The registrable domain")
subdomain: Final = _part("subdomain", "The labels before the registrable domain")


@column_function("url")
def tld(column: ArrowColumn, *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """The top-level domain of every text: the last label of its host's name, in lower case.

    Null for an address, a text without a host, and a text that the edition refuses. The label need not be registered.

    >>> from uriverse import columns as uc
    >>> uc.tld(uc.Column(["https://www.example.co.UK/a", "//localhost", "http://127.0.0.1/"])).to_pylist()
    ['uk', 'localhost', None]
    """
    return _core.kernels.name_part(
        column, part="public_suffix", suffixes=_without_rules(), edition=edition, threads=threads
    )


@column_function("url", by_url_standard=False)
def without_www(column: ArrowColumn, *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """Each text without a leading "www." of its host, ignoring case, unless that is the whole host.

    >>> from uriverse import columns as uc
    >>> uc.without_www(uc.Column(["https://www.example.com/www.", "http://u@WWW.h:80", "a b"])).to_pylist()
    ['https://example.com/www.', 'http://u@h:80', None]
    """
    return _core.kernels.without_www(column, edition=edition, threads=threads)


@column_function("url")
def origin(column: ArrowColumn, *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """The origin of every text, as by `str(uriverse.hosts.origin(text))`; null if it is opaque.

    >>> from uriverse import columns as uc
    >>> uc.origin(uc.Column(["HTTP://Example.com:80/a", "https://h:8443/", "mailto:a@b"])).to_pylist()
    ['http://example.com', 'https://h:8443', None]
    >>> uc.origin(uc.Column(["https:\\\\Bücher.example\\\\a b"]), edition="whatwg").to_pylist()
    ['https://xn--bcher-kva.example']
    """
    return _core.kernels.origin(column, edition=edition, threads=threads)


@column_function("url")
def site(
    column: ArrowColumn,
    *,
    schemeful: bool = True,
    suffixes: SuffixList | None = None,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """The site of every text, as by `uriverse.hosts.site`; null if its origin is opaque.

    Args:
        column: the texts.
        schemeful: whether the site includes the scheme.
        suffixes: a list of public suffixes to use instead of the package's.
        edition: the edition of the texts; "whatwg" for the URL Standard.
        threads: as for `parse`.

    >>> from uriverse import columns as uc
    >>> uc.site(uc.Column(["https://a.example.com:8443/b", "http://127.0.0.1/"])).to_pylist()
    ['https://example.com', 'http://127.0.0.1']
    """
    from uriverse.hosts.suffixes import table_of

    return _core.kernels.site(
        column, suffixes=table_of(suffixes), schemeful=schemeful, edition=edition, threads=threads
    )


@cache
def _without_rules() -> _core.SuffixTable:
    """An empty list: by the default rule the last label is the suffix."""
    return _core.SuffixTable([])
