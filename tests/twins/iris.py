"""The IRI that a URI stands for, triplet by triplet (RFC 3987, section 3.2), for `crates/hosts/src/iris.rs`."""

from __future__ import annotations

import re
from typing import Final

from uriverse import _core
from uriverse._core import URIReference
from uriverse.iris import IRI, may_be_shown
from uriverse.reference.spans import spans

_TRIPLETS: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})++")
_UNRESERVED: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def to_iri(uri: str) -> str:
    """The text of the IRI."""
    reference = _core.parse(uri, edition=IRI)
    text = reference.text
    pieces: list[str] = []
    at = 0
    for span in spans(reference):
        if span.name not in {"userinfo", "host", "path", "query", "fragment"}:
            continue
        pieces += (text[at : span.start], _shown(text[span.start : span.end], span.name, reference))
        at = span.end
    return "".join((*pieces, text[at:]))


def _shown(component: str, name: str, reference: URIReference) -> str:
    """Decode the triplets of a component that may be decoded."""
    if name == "path":
        return "/".join(map(_segment, component.split("/")))
    decoded = _TRIPLETS.sub(_decoded, component)
    if name == "host" and decoded != component:
        form = _core.parse(f"//{decoded}", edition=IRI).host_type
        return decoded if form == reference.host_type else component
    return decoded


def _segment(segment: str) -> str:
    decoded = _TRIPLETS.sub(_decoded, segment)
    return segment if decoded in {".", ".."} else decoded


def _decoded(match: re.Match[str]) -> str:
    """Decode the characters in a run of triplets that an IRI may show; the others stay, some in upper case."""
    octets = bytes.fromhex(match.group().replace("%", ""))
    result: list[str] = []
    at = 0
    while at < len(octets):
        octet = octets[at]
        if octet < 0x80:
            result.append(chr(octet) if octet in _UNRESERVED else match.group()[3 * at : 3 * at + 3])
            at += 1
            continue
        # The length of a sequence by its first octet (RFC 3629, section 3); a wrong length does not decode.
        length = 1 + (octet >= 0xC0) + (octet >= 0xE0) + (octet >= 0xF0)
        sequence = octets[at : at + length]
        try:
            character = sequence.decode()
        except UnicodeDecodeError:
            sequence = sequence[:1]
            character = ""
        if len(character) == 1 and may_be_shown(character):
            result.append(character)
        else:
            result.extend(f"%{code:02X}" for code in sequence)
        at += len(sequence)
    return "".join(result)
