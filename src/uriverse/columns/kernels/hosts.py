"""The owners of hosts in a column of URIs: public suffixes, registrable domains, origins, sites.

The results are those of the functions with the same names in `uriverse.hosts` for the parsed text, or with
`edition="whatwg"` for its URL. Prefix bare hosts with "//" to make them references.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.columns.functions import column_function
from uriverse.columns.interface import ArrowColumn
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column
    from uriverse.hosts import SuffixList


@column_function("url")
def public_suffix(
    column: ArrowColumn,
    *,
    private: bool = True,
    default: bool = True,
    suffixes: SuffixList | None = None,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """The public suffix of every host, as by `uriverse.hosts.public_suffix`; the arguments are those of `domain`.

    >>> from uriverse import columns as uc
    >>> uc.public_suffix(uc.Column(["https://www.example.co.uk/", "http://[::1]/"])).to_pylist()
    ['co.uk', None]
    """
    return _part(column, "public_suffix", private, default, suffixes, edition, threads)


@column_function("url")
def domain(
    column: ArrowColumn,
    *,
    private: bool = True,
    default: bool = True,
    suffixes: SuffixList | None = None,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """The registrable domain of every host, as by `uriverse.hosts.domain`.

    Args:
        column: the texts.
        private, default, suffixes: as for `uriverse.hosts.domain_parts`.
        edition: the edition of the texts; "whatwg" for the URL Standard.
        threads: as for `parse`.

    Returns:
        Texts; null for an address, a public suffix, a text without a host, and a text that the edition refuses.

    >>> from uriverse import columns as uc
    >>> uc.domain(uc.Column(["https://www.example.co.uk/a", "//a.github.io", "http://127.0.0.1/"])).to_pylist()
    ['example.co.uk', 'a.github.io', None]
    """
    return _part(column, "domain", private, default, suffixes, edition, threads)


@column_function("url")
def subdomain(
    column: ArrowColumn,
    *,
    private: bool = True,
    default: bool = True,
    suffixes: SuffixList | None = None,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """The labels before the registrable domain of every host, as by `uriverse.hosts.subdomain`.

    The arguments are those of `domain`.

    >>> from uriverse import columns as uc
    >>> uc.subdomain(uc.Column(["https://www.example.co.uk/a", "http://example.com/"])).to_pylist()
    ['www', None]
    """
    return _part(column, "subdomain", private, default, suffixes, edition, threads)


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


def _part(
    column: ArrowColumn,
    part: Literal["public_suffix", "domain", "subdomain"],
    private: bool,
    default: bool,
    suffixes: SuffixList | None,
    edition: AnyEdition,
    threads: int,
) -> Column:
    from uriverse.hosts.suffixes import table_of

    return _core.kernels.name_part(
        column,
        part=part,
        suffixes=table_of(suffixes),
        private=private,
        default=default,
        edition=edition,
        threads=threads,
    )


@cache
def _without_rules() -> _core.SuffixTable:
    """An empty list: by the default rule the last label is the suffix."""
    return _core.SuffixTable([])
