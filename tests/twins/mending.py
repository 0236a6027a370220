r"""Mending, layer by layer: a layer sees the text that those before it leave, and where its characters come from.

The layers are those of `crates/text/src/mending.rs`. Each is a regular expression and a loop over characters.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address
from typing import Any

import uriverse as uv
from uriverse import EditionId, _core
from uriverse.hosts import to_ascii

# The URL Standard's special schemes, and those of them whose URLs always have a host.
SPECIAL = frozenset(_core.SPECIAL_SCHEMES)
WEB = SPECIAL - {"file"}
APPENDIX_C = "RFC 3986, Appendix C"

_AROUND = re.compile(
    r"[\x00-\x20]*(?:<(?:[Uu][Rr][Ll]:)?(?=[^<>]*>[\x00-\x20]*\Z)|\"(?=[^\"]*\"[\x00-\x20]*\Z))?[\x00-\x20]*"
)
_WHITE = "".join(map(chr, range(33)))
# The lookbehind keeps this linear: no match begins inside a run of blanks.
_BREAKS = re.compile(r"(?<![ \t])[ \t]*[\r\n][ \t\r\n]*|\t+")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SLASHES = re.compile(r"[/\\]*")
_HOST_AND_PORT = re.compile(r"[A-Za-z0-9.-]+:[0-9]+(?=[/?#]|\Z)")
_HOST = re.compile(r"[^\x00-\x20/?#:@\\]+")


def mend(text: str, *, scheme: str | None = None, edition: EditionId = "rfc3986") -> tuple[str, list[tuple[Any, ...]]]:
    """The mended text, and its changes as tuples of position, old text, new text, reason and rule."""
    draft = _Draft(text, edition)
    if uv.is_valid(text, edition=edition):
        written = _SCHEME.match(text)
        is_missing = scheme is not None and (written is None or _HOST_AND_PORT.match(text))
        if not is_missing and (uv.parse(text, edition=edition).host or not written or written[1].lower() not in WEB):
            return text, []
    _remove_surroundings(draft)
    _replace_backslashes(draft)
    _complete_scheme(draft, scheme)
    if not uv.is_valid(draft.text, edition=edition):
        _mend_host(draft)
        _encode(draft)
    try:
        uv.parse(draft.text, edition=edition)
    except uv.URISyntaxError as error:
        if draft.text == draft.given:
            raise
        raise draft.refused(draft.origin(error.at), f"there is no single likely reading: {error.hint}") from None
    changes = draft.changes()
    if changes and not _is_mended(draft):
        at = draft.text.index(":") + 1
        raise draft.refused(draft.origin(at), f'"{draft.text[:at]}" is followed by a path or by a host')
    return draft.text, changes


class _Draft:
    """A text while it is mended: for each original character, its replacement and the text inserted before it."""

    def __init__(self, given: str, edition: EditionId) -> None:
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

    def changes(self) -> list[tuple[Any, ...]]:
        """The changes, sorted by position."""
        changes = []
        for first, (last, why, rule) in sorted([*self._inserted.items(), *self._replaced.items()]):
            now = "".join(self._now[first:last]) if last > first else self._before[first]
            changes.append((first, self.given[first:last], now, why, rule))
        return changes

    def refused(self, at: int, detail: str) -> uv.URISyntaxError:
        word = "no-single-reading"
        return uv.URISyntaxError(text=self.given, at=at, rule="", edition=self.edition, reason=word, detail=detail)


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
    if wanted is not None and (scheme is None or _HOST_AND_PORT.match(text)) and text[:1] not in {"", "?", "#", "."}:
        if text.startswith("\\"):
            raise draft.refused(draft.origin(0), 'a path or a host is after the backslashes: write "/" or "//"')
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
    except uv.URISyntaxError:
        return False
    return again.text == draft.text


def _mend_host(draft: _Draft) -> None:
    """Convert a host beyond US-ASCII to A-labels, and add brackets around an IPv6 address."""
    parts = uv.split(draft.text, edition=draft.edition)
    if not parts.authority or uv.is_valid(f"//{parts.authority}", edition=draft.edition):
        return
    start = draft.text.index("//") + 2
    login, at, server = parts.authority.rpartition("@")
    start += len(login + at)
    if "@" in login:
        raise draft.refused(
            draft.origin(start - 1), 'the first or the last "@" may begin the host: encode those that do not'
        )
    address, colon, port = server.rpartition(":")
    bare = re.search(r"%(?!25|[0-9A-Fa-f]{2})", server) if server.startswith("[") else None
    if bare is not None and uv.is_valid("//[::%25a]", edition=draft.edition):
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
        host = address if colon and (re.fullmatch("[0-9]*", port)) else server
        try:
            name = to_ascii(host)
        except uv.URIError as error:
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
    parts = uv.split(text, edition=draft.edition)
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
    for name, first, last in sorted(places, key=lambda place: place[1:]):
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


def _is_refused(text: str, at: int, component: str, edition: EditionId) -> bool:
    character = text[at]
    if character == "%":
        return re.match("%[0-9A-Fa-f]{2}", text[at : at + 3]) is None
    if character.isascii() and component != "userinfo":
        return uv.encode(character, component=component, edition=edition) != character
    before = {"path": "http://h/", "query": "http://h/?", "fragment": "http://h/#", "userinfo": "http://"}[component]
    after = "@h/" if component == "userinfo" else ""
    return not uv.is_valid(f"{before}{character}{after}", edition=edition)
