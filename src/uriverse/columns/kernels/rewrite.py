"""Functions from text to text: normal forms, percent-encoding, IRIs (RFC 3987, section 3), names (UTS #46), mending."""

from __future__ import annotations

from uriverse import _core
from uriverse.columns.functions import column_function
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import takes
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.lean_typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriverse._core import AnyEdition, Column, Level
    from uriverse.columns.interface import ArrowColumn
    from uriverse.editions.registry import Edition, EditionId
    from uriverse.hosts.international import Rules


@column_function("url", "level", sql="normalize_to", choice="level", by_url_standard=False)
@column_function("url")
def normalize(column: ArrowColumn, level: Level = "syntax", *, edition: AnyEdition = None, threads: int = 0) -> Column:
    """The normal form of every text at a level of RFC 3986, section 6.2; null if the edition refuses it.

    With `edition="whatwg"` it is the serialized URL of the URL Standard's parser; null if that fails.

    >>> from uriverse import columns as uc
    >>> uc.normalize(uc.Column(["HTTP://A/%7eb/../c", "a b"])).to_pylist()
    ['http://a/c', None]
    """
    return _core.kernels.normalize(column, level=level, edition=edition, threads=threads)


@column_function("url")
def url(column: ArrowColumn, *, threads: int = 0) -> Column:
    """The URL of every text, as `uriverse.URL` makes it of an absolute one; null if there is none.

    A text that needs no change is a view of the input.

    >>> from uriverse import columns as uc
    >>> uc.url(uc.Column(["HTTP://BÜCHER.de/a?q[]=1|2", "http://h/", "mailto:a@b", None])).to_pylist()
    ['http://xn--bcher-kva.de/a?q%5B%5D=1%7C2', 'http://h/', None, None]
    """
    return _core.kernels.url(column, threads=threads)


@column_function("text", "component", choice="component", by_url_standard=False)
def encode(
    column: ArrowColumn,
    component: str,
    *,
    keep_triplets: bool = False,
    edition: AnyEdition = None,
    threads: int = 0,
) -> Column:
    """Percent-encode every text as data for a component; text as UTF-8, `binary` directly.

    An edition of IRIs keeps characters of texts beyond US-ASCII, but not octets.

    >>> from uriverse import columns as uc
    >>> uc.encode(uc.Column(["a/b c"]), component="segment").to_pylist()
    ['a%2Fb%20c']
    """
    return _core.kernels.encode(
        column, component=component, keep_triplets=keep_triplets, edition=edition, threads=threads
    )


@column_function("text")
def decode(
    column: ArrowColumn,
    *,
    errors: Literal["strict", "replace"] = "strict",
    malformed: Literal["refuse", "keep"] = "refuse",
    threads: int = 0,
) -> Column:
    """Percent-decode every text, once, to UTF-8; null if that fails.

    Args:
        column: the texts.
        errors: octets that are not UTF-8 make the row null ("strict") or become U+FFFD ("replace").
        malformed: a "%" that begins no triplet makes the row null ("refuse") or stays ("keep").
        threads: as for `parse`.

    >>> from uriverse import columns as uc
    >>> uc.decode(uc.Column(["a%2Fb", "100%", "%FF"])).to_pylist()
    ['a/b', None, None]
    """
    return _core.kernels.decode(column, errors=errors, malformed=malformed, threads=threads)


@column_function("iri")
@takes(host=str)
def to_uri(column: ArrowColumn, *, host: Literal["idna", "percent"] = "idna", threads: int = 0) -> Column:
    """The URI to which each IRI maps, as by `uriverse.to_uri`; null if that raises.

    A text in US-ASCII is a view of the input.

    >>> from uriverse import columns as uc
    >>> uc.to_uri(uc.Column(["http://rés.example/é", "http://a/", "http://a b/"])).to_pylist()
    ['http://xn--rs-bja.example/%C3%A9', 'http://a/', None]
    """
    if host not in ("idna", "percent"):
        raise UnknownWordError("host", host, ("idna", "percent"))
    return _core.kernels.to_uri(column, as_name=host == "idna", threads=threads)


@column_function("url")
def to_iri(column: ArrowColumn, *, threads: int = 0) -> Column:
    """The IRI that each URI represents, as by `uriverse.to_iri`; null if that raises.

    A text without "%" is a view of the input. For others the single call runs, which holds the interpreter's lock.

    >>> from uriverse import columns as uc
    >>> uc.to_iri(uc.Column(["http://a/%C3%A9%2F", "http://a/%FF", "a b"])).to_pylist()
    ['http://a/é%2F', 'http://a/%FF', None]
    """
    from uriverse.iris import to_iri as convert

    return _core.kernels.converted(column, convert, "triplets", edition="rfc3987", threads=threads)


@column_function("url")
def display(column: ArrowColumn, *, threads: int = 0) -> Column:
    """The display form of each text, as by `uriverse.display`; null if that raises.

    The single call runs for every text and holds the interpreter's lock.

    >>> from uriverse import columns as uc
    >>> uc.display(uc.Column(["http://xn--bcher-kva.example/%C3%A9", "http://xn--80ak6aa92e.com/", "a b"])).to_pylist()
    ['http://bücher.example/é', 'http://xn--80ak6aa92e.com/', None]
    """
    from uriverse.iris import display as convert

    return _core.kernels.converted(column, convert, "any", edition="rfc3987", threads=threads)


@column_function("name")
@takes(rules=str)
def to_ascii(column: ArrowColumn, *, rules: Rules = "uts46", threads: int = 0) -> Column:
    """Each name in ASCII, as by `uriverse.hosts.to_ascii`; null if that raises.

    For "uts46" and "whatwg" the engine converts. For "dns" and "idna2008" the single call runs, which holds the
    interpreter's lock.

    >>> from uriverse import columns as uc
    >>> uc.to_ascii(uc.Column(["Bücher.example", "a_b.example"])).to_pylist()
    ['xn--bcher-kva.example', None]
    >>> uc.to_ascii(uc.Column(["a_b.example"]), rules="whatwg").to_pylist()
    ['a_b.example']
    """
    from uriverse.hosts import to_ascii as convert

    return _names(column, _core.kernels.to_ascii, convert, rules, threads)


@column_function("name")
@takes(rules=str)
def to_unicode(column: ArrowColumn, *, rules: Rules = "uts46", threads: int = 0) -> Column:
    """Each name in Unicode, as by `uriverse.hosts.to_unicode`; null if that raises.

    The arguments are those of `to_ascii`. To show names use `display`: a name in Unicode may look like another one.

    >>> from uriverse import columns as uc
    >>> uc.to_unicode(uc.Column(["xn--bcher-kva.example", "xn--a.example"])).to_pylist()
    ['bücher.example', None]
    """
    from uriverse.hosts import to_unicode as convert

    return _names(column, _core.kernels.to_unicode, convert, rules, threads)


def _names(
    column: ArrowColumn, kernel: Callable[..., Column], convert: Callable[..., str], rules: Rules, threads: int
) -> Column:
    """Names by the kernel of UTS #46, or by the single call for other rules."""
    if rules in ("uts46", "whatwg"):
        return kernel(column, is_checked=rules == "uts46", threads=threads)
    convert("a", rules=rules)  # raises now if the rules are invalid
    return _core.kernels.converted(column, lambda name: convert(name, rules=rules), "any", threads=threads)


@column_function("text", by_url_standard=False)
def mend(
    column: ArrowColumn, *, scheme: str | None = None, edition: EditionId | Edition = DEFAULT_EDITION, threads: int = 0
) -> Column:
    """The reference that each text most likely means, as by `uriverse.mend`; null if that raises.

    A text that needs no change is a view of the input.

    >>> from uriverse import columns as uc
    >>> uc.mend(uc.Column([" <http://h/a b>", "example.com/a", "http://a:b:c/"]), scheme="https").to_pylist()
    ['http://h/a%20b', 'https://example.com/a', None]
    """
    return _core.kernels.mend(column, scheme=scheme, edition=edition, threads=threads)
