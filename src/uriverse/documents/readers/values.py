"""Split an attribute's value into references, by HTML's rules for each syntax.

Every function takes the value with decoded character references and yields references in order. All take linear time
and accept any text: an invalid value has no references.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterator

from uriverse.documents.readers.css import references as css
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern

if TYPE_CHECKING:
    from uriverse.text.schemes import Policy

# HTML Standard, "ASCII whitespace": TAB, LF, FF, CR, SPACE.
WHITE_SPACE: Final = "\t\n\f\r "


# HTML Standard, section 4.6.7, "Link types"; SVG 2, section 16.2: the elements whose links have types.
HAVE_TYPES: Final = frozenset({"a", "area", "form", "link"})


def link_types(rel: str | None) -> tuple[str, ...]:
    """The link types of a value of `rel`: a set of words, which are compared ignoring the case of US-ASCII.

    >>> link_types(" Next NOFOLLOW"), link_types(None)
    (('next', 'nofollow'), ())
    """
    return tuple(match[0].translate(_LOWER) for match in _SPACED.finditer(rel or ""))


def single(value: str) -> Iterator[str]:
    """The whole value: "a valid URL potentially surrounded by spaces"."""
    yield value.strip(WHITE_SPACE)


def spaces(value: str) -> Iterator[str]:
    """References separated by white space (HTML 4.01, 13.3.1: archive; HTML Standard: ping, itemtype)."""
    for match in _SPACED.finditer(value):
        yield match[0]


_SPACED: Final = pattern(r"[^\t\n\f\r ]+")
_LOWER: Final = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def commas(value: str) -> Iterator[str]:
    """References separated by commas (HTML 4.01, 13.4: "a comma-separated list of URIs for archives")."""
    for part in value.split(","):
        reference = part.strip(WHITE_SPACE)
        if reference:
            yield reference


def srcset(value: str) -> Iterator[str]:
    """The image candidates' references (HTML Standard, "parse a srcset attribute").

    The reference is a run without white space. Commas at its end also end the candidate; otherwise descriptors follow,
    up to a comma outside of parentheses. So `data:image/png;base64,AA 1x` keeps its comma.
    """
    at = 0
    while True:
        match = _CANDIDATE.match(value, at)
        if match is None:
            return
        at = match.end()
        reference = match[1].rstrip(",")
        if reference == match[1]:
            # Parentheses do not nest ("in parens" is one state), and an unclosed one extends to the end.
            descriptors = _DESCRIPTORS.match(value, at)
            at = descriptors.end() if descriptors else at
        yield reference


_CANDIDATE: Final = pattern(r"[\t\n\f\r ,]*([^\t\n\f\r ,][^\t\n\f\r ]*)")
_DESCRIPTORS: Final = pattern(r"(?:[^,(]++|\([^)]*+(?:\)|\Z))*+,?")


def refresh(value: str) -> Iterator[str]:
    """The reference of a declarative refresh (HTML Standard, "shared declarative refresh steps").

    A number of seconds, then `;` or `,` or white space, then an optional `url=`, then the reference, perhaps in quotes.
    Without a reference the page itself is refreshed.
    """
    match = _REFRESH.match(value)
    if match is None or not match["reference"]:
        return
    reference = match["reference"]
    if reference[0] in "'\"":
        reference = reference[1:].partition(reference[0])[0]
    yield reference.strip(WHITE_SPACE)


_REFRESH: Final = pattern(
    r"""(?xs)
    [\t\n\f\r ]*+
    (?: [0-9]++ [0-9.]*+ | \.[0-9.]*+ )                  # seconds; a fraction is passed over
    (?: [\t\n\f\r ]++ [;,]?+ | [;,] ) [\t\n\f\r ]*+
    (?: [Uu][Rr][Ll] [\t\n\f\r ]*+ = [\t\n\f\r ]*+ )?+   # where "url" has no "=", the reference begins with it
    (?P<reference> .++ )
    """
)


def document(value: str) -> Iterator[str]:
    """A page, not a reference: the reader yields its rows as those of a nested document."""
    del value
    return iter(())


def is_url(text: str, policy: Policy) -> bool:
    """Whether a whole string is a URL.

    >>> from uriverse.text.schemes import Policy
    >>> [is_url(text, Policy.of("registered")) for text in ("http://h/é", "mailto:a@b", "xsd:string", "see http://h")]
    [True, True, False, False]
    """
    match = _WHOLE.fullmatch(text)
    if match is None or policy.scheme_in(match[1], match[2] is not None) != match[1]:
        return False
    return match[2] is not None or policy.stands_alone(match[1], text, match.end(1) + 1, len(text))


# RFC 3986, section 3.1: a scheme, and the rest of a URL.
_WHOLE: Final = pattern(r"([A-Za-z][A-Za-z0-9+.\-]*+):(//)?[^\s<>\"]++")

HOW: Final[dict[str, Callable[[str], Iterator[str]]]] = {
    "single": single,
    "spaces": spaces,
    "commas": commas,
    "srcset": srcset,
    "refresh": refresh,
    "css": css,
    "document": document,
}
