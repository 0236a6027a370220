r"""Mend an invalid text: find the reference that was most likely meant, with a list of changes.

Each change has its position, the old and new text, the reason, and the rule. No other function mends. The rules are in
layers; each is applied only if the text is still invalid after the previous ones:

1. White space and delimiters around the text, line breaks within it (RFC 3986, Appendix C).
2. "\" for "/" in schemes in which browsers accept it (URL Standard, "special scheme").
3. `http:/h`, `http:///h` for `http://h`; and, only if a scheme is given, a missing scheme.
4. A host beyond US-ASCII as A-labels; an IPv6 address without brackets.
5. Percent-encoding of each character that its component refuses (RFC 3986, section 2.1).

    " http:\\h\a b?x=100%\n"   becomes   http://h/a%20b?x=100%25   by seven changes

Valid texts do not change. A layer changes only characters that the edition refuses at their position, and the slashes
of a web scheme without a host, because that scheme's own rules refuse these.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address

from uriverse import _core
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.editions.registry import EDITIONS
from uriverse.errors import UnknownEditionError, URIError, URISyntaxError
from uriverse.ground.argument_types import EDITION, TEXT, URL_STANDARD, is_url_standard, takes
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.masking import masked, masked_field
from uriverse.ground.records import dataclass

if TYPE_CHECKING:
    from uriverse._core import Text
    from uriverse.editions.registry import Edition, EditionId

# The URL Standard's special schemes, and those of them whose URLs always have a host.
SPECIAL: Final = frozenset(_core.SPECIAL_SCHEMES)
WEB: Final = SPECIAL - {"file"}
APPENDIX_C: Final = "RFC 3986, Appendix C"

_AROUND: Final = re.compile(
    r"[\x00-\x20]*(?:<(?:[Uu][Rr][Ll]:)?(?=[^<>]*>[\x00-\x20]*\Z)|\"(?=[^\"]*\"[\x00-\x20]*\Z))?[\x00-\x20]*"
)
_WHITE: Final = "".join(map(chr, range(33)))
# The lookbehind keeps this linear: no match begins inside a run of blanks.
_BREAKS: Final = re.compile(r"(?<![ \t])[ \t]*[\r\n][ \t\r\n]*|\t+")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SLASHES: Final = re.compile(r"[/\\]*")
_HOST_AND_PORT: Final = re.compile(r"[A-Za-z0-9.-]+:[0-9]+(?=[/?#]|\Z)")
_HOST: Final = re.compile(r"[^\x00-\x20/?#:@\\]+")


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a text.

    Attributes:
        at: the position in the original text, in characters.
        was: the old text; "" for an insertion.
        now: the new text; "" for a removal.
        why: the reason, in one sentence.
        rule: the document and its section.
    """

    at: int
    was: str
    now: str
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class MendedReference:
    """The result of `mend`.

    Attributes:
        reference: the reference.
        changes: the changes, sorted by position; () if the text is valid.
    """

    reference: _core.URI | _core.RelativeReference
    changes: tuple[Change, ...]

    def _repr_html_(self) -> str:
        """The reference, and a row for each change, for notebooks."""
        from uriverse.ground.notebook import coloured, table

        texts = [(str(row.at), repr(row.was), repr(row.now), row.why, row.rule) for row in self.changes]
        rows = [tuple(map(masked, row)) for row in texts]
        return coloured(self.reference.redacted()) + table(("place", "was", "now", "why", "rule"), rows)


@takes(text=TEXT, scheme=(str, type(None)), edition=EDITION)
def mend(text: Text, *, scheme: str | None = None, edition: EditionId | Edition = DEFAULT_EDITION) -> MendedReference:
    r"""Mend a text: return the reference that it most likely means, and the changes.

    Args:
        text: any text.
        scheme: a scheme to add to a text that has none and begins with a host, such as `example.com/a`; by default
            none, because such a text is a valid relative reference.
        edition: the edition of the result.

    Returns:
        The `reference` and its `changes`, each with its place, what was there, what is now, and why.

    Raises:
        URISyntaxError: if the text has several likely readings, or none.

    >>> import uriverse as uv
    >>> mended = uv.mend("http:\\\\example.com\\a b")
    >>> str(mended.reference), [(change.at, change.was, change.now) for change in mended.changes[2:]]
    ('http://example.com/a%20b', [(18, '\\', '/'), (20, ' ', '%20')])
    >>> str(uv.mend("example.com/a", scheme="https").reference)
    'https://example.com/a'
    """
    if scheme is None and type(text) is str and edition == "rfc3986" and _core.is_valid(text):
        # A text that RFC 3986 accepts can only have wrong slashes.
        reference = _core.parse(text)
        if reference.host or (reference.scheme or "").lower() not in WEB:
            return MendedReference(reference, ())
    if is_url_standard(edition):
        raise UnknownEditionError(edition=URL_STANDARD)
    draft = _Draft(_core.split(text).text, edition)
    _remove_surroundings(draft)
    _replace_backslashes(draft)
    _complete_scheme(draft, scheme)
    if not _core.is_valid(draft.text, edition=edition):
        _mend_host(draft)
        _encode(draft)
    try:
        reference = _core.parse(draft.text, edition=edition)
    except URISyntaxError as error:
        if draft.text == draft.given:
            raise
        raise draft.refused(
            draft.origin(error.at), f"there is no single likely reading: {error.detail or error.hint}"
        ) from None
    changes = draft.changes()
    if changes and not _is_mended(draft):
        at = draft.text.index(":") + 1
        raise draft.refused(draft.origin(at), f'"{draft.text[:at]}" is followed by a path or by a host')
    return MendedReference(reference, changes)


class _Draft:
    """A text while it is mended: for each original character, its replacement and the text inserted before it."""

    def __init__(self, given: str, edition: EditionId | Edition) -> None:
        self.given = given
        self.edition = edition
        self.text = given
        self._now = list(given)
        self._before = [""] * (len(given) + 1)
        # Maps the start of each change to its end, reason and rule.
        self._inserted: dict[int, tuple[int, str, str]] = {}
        self._replaced: dict[int, tuple[int, str, str]] = {}
        self._origins = list(range(len(given)))

    def replace(self, start: int, end: int, new: str, why: str, rule: str) -> None:
        """Replace a part, by positions in the current text; `settle` applies the changes."""
        first = self.origin(start)
        if start == end:
            self._before[first] += new
            self._inserted[first] = (first, why, rule)
            return
        last = self.origin(end - 1) + 1
        for place in range(first, last):
            self._replaced.pop(place, None)
        self._now[first:last] = [new, *[""] * (last - first - 1)]
        self._replaced[first] = (last, why, rule)

    def settle(self) -> None:
        """Apply the changes to the text."""
        pieces = [*zip(self._before, self._now, strict=False)]
        self.text = "".join(before + now for before, now in pieces)
        self._origins = [index for index, (before, now) in enumerate(pieces) for _ in before + now]

    def origin(self, place: int) -> int:
        """The position in the original text."""
        return self._origins[place] if place < len(self._origins) else len(self.given)

    def changes(self) -> tuple[Change, ...]:
        """The changes, sorted by position."""
        changes = []
        for first, (last, why, rule) in sorted([*self._inserted.items(), *self._replaced.items()]):
            now = "".join(self._now[first:last]) if last > first else self._before[first]
            changes.append(Change(first, self.given[first:last], now, why, rule))
        return tuple(changes)

    def refused(self, at: int, detail: str) -> URISyntaxError:
        rule = EDITIONS[self.edition].start if isinstance(self.edition, str) else self.edition.start
        word = "no-single-reading"
        return URISyntaxError(text=self.given, at=at, rule=rule, edition=self.edition, reason=word, detail=detail)


def _remove_surroundings(draft: _Draft) -> None:
    """Remove white space and delimiters around the text, and line breaks with the blanks around them."""
    text = draft.text
    around = _AROUND.match(text)
    assert around is not None
    begin = around.end()
    opening = around[0].strip(_WHITE)[:1]
    inner = text.rstrip(_WHITE)
    end = len(inner.removesuffix({"<": ">", '"': '"'}.get(opening, "\0")).rstrip(_WHITE))
    if begin >= end and text:
        raise draft.refused(0, "there is nothing between the delimiters")
    why = "white space and delimiters around a reference are not part of it"
    if begin:
        draft.replace(0, begin, "", why, APPENDIX_C)
    if end < len(text):
        draft.replace(end, len(text), "", why, APPENDIX_C)
    for match in _BREAKS.finditer(text, begin, end):
        draft.replace(*match.span(), "", "a line break within a reference is not part of it", APPENDIX_C)
    draft.settle()


def _replace_backslashes(draft: _Draft) -> None:
    r"""Replace each "\" before the query, in schemes in which browsers read it as "/"."""
    scheme = _SCHEME.match(draft.text)
    if scheme is None or scheme[1].lower() not in SPECIAL:
        return
    end = min((at for mark in "?#" if (at := draft.text.find(mark)) >= 0), default=len(draft.text))
    for match in re.finditer(r"\\", draft.text[:end]):
        why = 'browsers read a backslash as "/" in this scheme'
        draft.replace(*match.span(), "/", why, 'URL Standard, section 4.4, "special scheme"')
    draft.settle()


def _complete_scheme(draft: _Draft, wanted: str | None) -> None:
    """Complete two slashes after a web scheme; and add a scheme before a host, if one is given."""
    text = draft.text
    scheme = _SCHEME.match(text)
    if wanted is not None and not _core.is_valid(wanted, rule="scheme", edition=draft.edition):
        raise ValueError(f'scheme must be a scheme, such as "https", not {masked_field("", wanted)}')
    if wanted is not None and (scheme is None or _HOST_AND_PORT.match(text)) and text[:1] not in {"", "?", "#", "."}:
        if text.startswith("//"):
            draft.replace(0, 0, f"{wanted}:", "the scheme is missing", "RFC 3986, section 4.5")
        elif not text.startswith("/"):
            draft.replace(0, 0, f"{wanted}://", "the scheme is missing", "RFC 3986, section 4.5")
        draft.settle()
        text = draft.text
        scheme = _SCHEME.match(text)
    if scheme is None or scheme[1].lower() not in WEB:
        return
    slashes = _SLASHES.match(text, scheme.end())
    assert slashes is not None
    found = slashes[0]
    if found == "//" or not _HOST.match(text, slashes.end()):
        return
    if not found:
        reason = (
            f'"{scheme[0]}" without slashes is followed by a path or by a host: write "{scheme[0]}//", or leave it out'
        )
        raise draft.refused(draft.origin(scheme.end()), reason)
    rule = "RFC 9110, section 4.2" if scheme[1].lower().startswith("http") else "RFC 3986, section 3.2"
    draft.replace(*slashes.span(), "//", "two slashes stand before the host of this scheme", rule)
    draft.settle()


def _is_mended(draft: _Draft) -> bool:
    """Whether mending again keeps the slashes. Not in `http:/ /h`: it gives `http:/%20/h`, then `http://%20/h`."""
    again = _Draft(draft.text, draft.edition)
    try:
        _complete_scheme(again, None)
    except URISyntaxError:
        return False
    return again.text == draft.text


def _mend_host(draft: _Draft) -> None:
    """Convert a host beyond US-ASCII to A-labels, and add brackets around an IPv6 address."""
    parts = _core.split(draft.text, edition=draft.edition)
    if not parts.authority or _core.is_valid(f"//{parts.authority}", edition=draft.edition):
        return
    start = draft.text.index(parts.authority, len(parts.scheme or ""))
    login, at, server = parts.authority.rpartition("@")
    start += len(login + at)
    if "@" in login:
        raise draft.refused(
            draft.origin(start - 1), 'the first or the last "@" may begin the host: encode those that do not'
        )
    address, colon, port = server.rpartition(":")
    bare = re.search(r"%(?!25|[0-9A-Fa-f]{2})", server) if server.startswith("[") else None
    if bare is not None and _core.is_valid("//[::%25a]", edition=draft.edition):
        place = start + bare.start()
        why = "the sign before a zone is written as a triplet"
        draft.replace(place, place + 1, "%25", why, "RFC 6874, section 3")
    elif _is_ipv6(server):
        if _is_ipv6(address) and port.isdigit():
            reason = "the last number is a part of the IPv6 address or a port: write the address in brackets"
            raise draft.refused(draft.origin(start), reason)
        why = "an IPv6 address needs brackets"
        draft.replace(start, start + len(server), f"[{server}]", why, "RFC 3986, section 3.2.2")
    elif not server.isascii():
        from uriverse.hosts.international import to_ascii

        host = address if colon and (port.isdigit() or not port) else server
        try:
            name = to_ascii(host)
        except URIError as error:
            raise draft.refused(draft.origin(start), str(error).splitlines()[0]) from None
        why = "names beyond US-ASCII are written as A-labels"
        draft.replace(start, start + len(host), name, why, "RFC 3986, section 3.2.2")
    draft.settle()


def _is_ipv6(text: str) -> bool:
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return "%" not in text


def _encode(draft: _Draft) -> None:
    """Percent-encode the characters that their component refuses."""
    text = draft.text
    parts = _core.split(text, edition=draft.edition)
    end = len(text)
    places: list[tuple[str, int, int]] = []
    for name, part in (("fragment", parts.fragment), ("query", parts.query)):
        if part is not None:
            places.append((name, end - len(part), end))
            end -= len(part) + 1
    start = 0 if parts.scheme is None else len(parts.scheme) + 1
    if parts.authority is not None:
        start += 2
        if parts.userinfo is not None:
            places.append(("userinfo", start, start + len(parts.userinfo)))
        start += len(parts.authority)
    places.append(("path", start, end))
    for name, first, last in places:
        for at in range(first, last):
            if _is_refused(text, at, name, draft.edition):
                if (name, text[at]) == ("userinfo", ":"):
                    # RFC 3986, section 2.2: an encoded delimiter is data. The user would be "me:secret", not masked.
                    raise draft.refused(draft.origin(at), 'the ":" ends a user, and the edition has no password')
                try:
                    encoded = "".join(f"%{octet:02X}" for octet in text[at].encode("utf-8", "surrogateescape"))
                except UnicodeEncodeError:
                    raise draft.refused(draft.origin(at), "a lone surrogate is not a character") from None
                why = (
                    'a "%" that begins no triplet is data' if text[at] == "%" else f"the {name} cannot hold it as it is"
                )
                draft.replace(at, at + 1, encoded, why, "RFC 3986, section 2.1")
    draft.settle()


def _is_refused(text: str, at: int, component: str, edition: EditionId | Edition) -> bool:
    character = text[at]
    if character == "%":
        return re.match("%[0-9A-Fa-f]{2}", text[at : at + 3]) is None
    if character.isascii() and component != "userinfo":
        return _core.encode(character, component=component, edition=edition) != character
    before = {"path": "http://h/", "query": "http://h/?", "fragment": "http://h/#", "userinfo": "http://"}[component]
    after = "@h/" if component == "userinfo" else ""
    return not _core.is_valid(f"{before}{character}{after}", edition=edition)
