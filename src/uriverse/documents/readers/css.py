"""The references in a style sheet or a style attribute (CSS Syntax Level 3, CSS Values Level 4, "URLs").

References are in `url(...)`, with or without quotes, in the string after `@import`, and in the strings of
`image-set(...)` and `src(...)`. The text after `@namespace` is a name, and no reference (CSS Namespaces, section 3).
Comments and other strings have no references. The scanner is a regular expression for tokens and a stack of open
functions. It takes linear time and accepts any text, as CSS does.

In `p { background: url( b.png ) }` the tokens are `p`, `{`, `background`, and `url(`. The reference is the text up to
the bracket, without the white space around it.
"""

from __future__ import annotations

import re
from _collections_abc import Iterator

from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern

# CSS Syntax, section 4.3: comment; string (a bad one ends at the line's end); url token; names, functions, brackets.
_ESCAPE: Final = r"\\(?:[0-9A-Fa-f]{1,6}(?:\r\n|[ \t\n\r\f])?|[^\n\r\f0-9A-Fa-f])"
_NAME: Final = rf"(?:[A-Za-z0-9_\-\u0080-\U0010ffff]|{_ESCAPE})++"
_TOKEN: Final = pattern(
    rf"""(?sx)
      /\*.*?(?:\*/|\Z)
    | "(?P<double>(?:[^"\\\n\r\f]|\\(?:\r\n|.|\Z))*+)(?P<closed>"|\Z)?
    | '(?P<single>(?:[^'\\\n\r\f]|\\(?:\r\n|.|\Z))*+)(?P<ended>'|\Z)?
    | (?P<at>@{_NAME})
    | (?P<function>{_NAME})\(
    | {_NAME}
    | (?P<mark>[(){{}}\[\];,])
    """
)
# After "url(" without a quote: the url token's text, then its end, or the start of a bad url.
_URL: Final = pattern(
    rf"""(?x)
    [ \t\n\r\f]*+ (?!["'])
    (?P<bare>(?:[^"'()\\ \t\n\r\f\x00-\x08\x0b\x0e-\x1f\x7f]|{_ESCAPE})*+)
    [ \t\n\r\f]*+ (?P<whole>\)|\Z)?
    """
)
_BAD_URL: Final = pattern(r"(?s)(?:[^)\\]|\\.)*+\)?")
_UNESCAPE: Final = pattern(r"(?s)\\(?:([0-9A-Fa-f]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|[\n\r\f])|(.)|\Z)")
HOLDERS: Final = frozenset({"url", "src", "image-set", "-webkit-image-set"})
NAMESPACE: Final = "@namespace"
RULES: Final = frozenset({"@import", NAMESPACE})


def references(sheet: str) -> Iterator[str]:
    """Yield the references of a style sheet or of an attribute's declarations, escapes decoded.

    >>> list(references("@import 'a.css'; p { background: url( b.png ) } /* url(c) */"))
    ['a.css', 'b.png']
    """
    for _, _, reference in located(sheet):
        yield reference


def located(sheet: str) -> Iterator[tuple[int, str, str]]:
    """Yield the start of each reference's token, its context ("url", "@import", ...), and the reference.

    >>> list(located("p { background: url( b.png ) }"))
    [(16, 'url', 'b.png')]
    """
    # CSS Syntax, section 3.3: "Replace any U+0000 NULL ... with U+FFFD". This keeps all offsets.
    sheet = sheet.replace("\0", "\N{REPLACEMENT CHARACTER}")
    open_functions: list[str] = []
    rule = ""
    at = 0
    # `finditer` would continue inside url(...), which is one token. The rest of a bad url is dropped.
    while match := _TOKEN.search(sheet, at):
        at = match.end()
        kind = match.lastgroup
        if kind == "function":
            name = unescape(match["function"]).lower()
            url = _URL.match(sheet, at) if name == "url" else None
            if url is None:
                open_functions.append(name)
                continue
            is_name = rule == NAMESPACE
            rule = ""
            at = url.end()
            if url["whole"] is not None and not is_name:
                yield match.start(), "url", unescape(url["bare"])
            elif bad := _BAD_URL.match(sheet, at):
                at = bad.end()
        elif match["double"] is not None or match["single"] is not None:
            text = match["double"] if match["double"] is not None else match["single"]
            whole = match["closed"] is not None or match["ended"] is not None
            if whole and rule != NAMESPACE and (rule or (open_functions and open_functions[-1] in HOLDERS)):
                yield match.start(), rule or open_functions[-1], unescape(text).strip("\t\n\f\r ")
            rule = ""
        elif kind == "at":
            name = unescape(match["at"]).lower()
            rule = name if name in RULES else ""
        elif kind == "mark":
            mark = match["mark"]
            if mark == "(":
                open_functions.append("")
            elif mark == ")" and open_functions:
                open_functions.pop()
            elif mark in ";{}":
                rule = ""
                open_functions.clear()


def unescape(text: str) -> str:
    """Decode CSS escapes (CSS Syntax, section 4.3.7): a code point in hex, a line break to nothing, else itself."""
    return _UNESCAPE.sub(_meant, text) if "\\" in text else text


def _meant(match: re.Match[str]) -> str:
    if match[1]:
        code = int(match[1], 16)
        bad = code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF
        return "\N{REPLACEMENT CHARACTER}" if bad else chr(code)
    return match[3] or ""
