"""The Link header field (RFC 8288, section 3), parsed by its Appendix B.2.

    Link       = #link-value
    link-value = "<" URI-Reference ">" *( OWS ";" OWS link-param )
    link-param = token BWS [ "=" BWS ( token / quoted-string ) ]

As in the algorithm, text that no rule matches ends the field ("return links").
"""

from __future__ import annotations

import re
from _collections_abc import Iterator

from uriverse.ground.lean_typing import Final
from uriverse.ground.records import NamedTuple

# RFC 9110, section 5.6.3: optional white space. A line break in a value comes from folding.
_SPACE: Final = re.compile(r"[ \t\r\n]*+")
_SPACE_OR_COMMA: Final = re.compile(r"[ \t\r\n,]*+")
_TARGET: Final = re.compile(r"<([^>]*+)>")
# B.3, parsing parameters: a name runs up to white space or one of "=;,".
_NAME: Final = re.compile(r"[^ \t\r\n=;,]*+")
_VALUE: Final = re.compile(r"[^;,]*+")
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*+)(?:"|\\?\Z)', re.DOTALL)
_PAIR: Final = re.compile(r"\\(.)", re.DOTALL)


class Link(NamedTuple):
    """One link of a field."""

    target: str
    parameters: tuple[tuple[str, str], ...] = ()

    def parameter(self, name: str) -> str | None:
        return next((value for key, value in self.parameters if key == name), None)


def parse(field: str) -> Iterator[Link]:
    """Yield the links of a field's value.

    >>> [link] = parse('</style.css>; rel="preload prefetch"; as=style')
    >>> link.target, link.parameter("rel")
    ('/style.css', 'preload prefetch')
    """
    at = 0
    while match := _SPACE_OR_COMMA.match(field, at):
        target = _TARGET.match(field, match.end())
        if target is None:
            return
        parameters, at = _parameters(field, target.end())
        yield Link(target[1].strip(), parameters)


def _parameters(field: str, at: int) -> tuple[tuple[tuple[str, str], ...], int]:
    """The parameters from a position, and their end."""
    parameters: list[tuple[str, str]] = []
    while True:
        at = _end(_SPACE, field, at)
        if not field.startswith(";", at):
            return tuple(parameters), at
        at = _end(_SPACE, field, at + 1)
        name = _NAME.match(field, at)
        at = _end(_SPACE, field, at if name is None else name.end())
        value = ""
        if field.startswith("=", at):
            at = _end(_SPACE, field, at + 1)
            quoted = _QUOTED.match(field, at)
            if quoted is not None:
                value, at = _PAIR.sub(r"\1", quoted[1]), quoted.end()
            else:
                value, at = field[at : _end(_VALUE, field, at)].strip(" \t\r\n"), _end(_VALUE, field, at)
        if name is not None and name[0]:
            parameters.append((name[0].lower(), value))


def _end(pattern: re.Pattern[str], field: str, at: int) -> int:
    match = pattern.match(field, at)
    return at if match is None else match.end()
