"""A second and much simpler reader of the grammar files: every rule becomes one regular expression of Python's own.

It shares no line with the project's compiler, so that the two can be held against each other.  The expressions
backtrack: short texts only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from twins import rfc1630
from twins.reader import judge_of

# RFC 5234, B.1, as far as the documents use it.
CORE = {
    "alpha": "[A-Za-z]",
    "digit": "[0-9]",
    "hexdig": "[0-9A-Fa-f]",
    "dquote": '"',
    "sp": " ",
    "cr": "\r",
    "lf": "\n",
    "ctl": "[\x00-\x1f\x7f]",
}
# These rules list an alphabet letter by letter, so a letter in them stands for one case.
ONE_CASE = ("lowalpha", "hialpha", "upalpha")

TOKEN = re.compile(
    r"""(?P<string>"[^"]*") | (?P<comment>;[^\n]*) | (?P<prose><">|<[^<>]*>) | (?P<number>%[xXdDbB][0-9A-Fa-f.\-]+)
      | (?P<repeat>\d*\*\d*|\d+(?=[^\d])) | (?P<name>[A-Za-z][A-Za-z0-9_+\-]*) | (?P<sign>=/|[=/|()\[\]])""",
    re.VERBOSE,
)


class NaiveGrammar:
    """The rules of one grammar file, each as a pattern."""

    def __init__(self, text: str, settings: Mapping[str, Any]) -> None:
        """Read a grammar's text; the settings are the table's ``[grammar]``."""
        self.alternatives = "/" if settings["notation"] == "abnf" else "|"
        if settings.get("bars", False):
            self.alternatives = "/|"
        self.abnf = settings["notation"] == "abnf"
        self.prose: Mapping[str, str] = settings.get("prose", {})
        self.rules: dict[str, list[tuple[str, str]]] = {}
        self.patterns: dict[str, str] = {}
        tokens = tokens_of(text)
        # A rule starts at a name with "=" behind it.
        starts = [place - 1 for place, token in enumerate(tokens) if token[1] == "=" and tokens[place - 1][0] == "name"]
        for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
            self.rules[tokens[start][1].lower()] = tokens[start + 2 : end]

    def accepts(self, expression: str, text: str) -> bool:
        """Tell whether an expression (a rule's name, say) accepts a whole text."""
        if expression not in self.patterns:
            self.patterns[expression] = self.pattern(tokens_of(expression), "")
        return re.fullmatch(self.patterns[expression], text, re.DOTALL) is not None

    def rule(self, name: str) -> str:
        """Give a rule's pattern."""
        key = name.lower()
        pattern_key = "rule " + key
        if pattern_key not in self.patterns:
            if key in self.rules:
                self.patterns[pattern_key] = self.pattern(self.rules[key], key)
            else:
                self.patterns[pattern_key] = CORE[key]
        return self.patterns[pattern_key]

    def pattern(self, tokens: list[tuple[str, str]], rule: str) -> str:
        """Translate a right-hand side."""
        pattern, place = self.choice(tokens, 0, rule)
        assert place == len(tokens), (rule, tokens[place:])
        return pattern

    def choice(self, tokens: list[tuple[str, str]], place: int, rule: str) -> tuple[str, int]:
        """Translate alternatives, up to a closing sign or the end."""
        branches = [""]
        while place < len(tokens) and tokens[place][1] not in (")", "]"):
            if tokens[place][0] == "sign" and tokens[place][1] in self.alternatives:
                branches.append("")
                place += 1
            else:
                element, place = self.repetition(tokens, place, rule)
                branches[-1] += element
        return "(?:" + "|".join(branches) + ")", place

    def repetition(self, tokens: list[tuple[str, str]], place: int, rule: str) -> tuple[str, int]:
        """Translate an element and the count in front of it."""
        kind, value = tokens[place]
        if kind != "repeat":
            return self.element(tokens, place, rule, optional=True)
        least, star, most = value.partition("*")
        if not star:
            most = least
        # Brackets behind a count are a plain group: RFC 1738, 5, "optional or repeated elements".
        element, place = self.element(tokens, place + 1, rule, optional=False)
        return f"(?:{element}){{{least or 0},{most}}}", place

    def element(self, tokens: list[tuple[str, str]], place: int, rule: str, *, optional: bool) -> tuple[str, int]:
        """Translate one element."""
        kind, value = tokens[place]
        if value in ("(", "["):
            group, place = self.choice(tokens, place + 1, rule)
            return group + ("?" if value == "[" and optional else ""), place + 1
        if kind == "string":
            return literal(value[1:-1], one_case=rule in ONE_CASE), place + 1
        if kind == "number":
            return numbers(value), place + 1
        if kind == "prose":
            return self.prose_value(value[1:-1]), place + 1
        if kind == "name":
            return self.rule(value), place + 1
        # A slash that is no alternative: RFC 1738's gopherurl leaves it without quotes.
        assert value == "/" and not self.abnf, (rule, value)
        return "/", place + 1

    def prose_value(self, value: str) -> str:
        """Translate what stands in angle brackets: a double quote, prose of the table, or (RFC 3986) a rule's name."""
        if value == '"':
            return '"'
        words = " ".join(value.split())
        if words in self.prose:
            return "(?:" + "|".join(numbers(part.strip()) for part in self.prose[words].split("/")) + ")"
        return self.rule(value)


def tokens_of(text: str) -> list[tuple[str, str]]:
    """Cut a grammar's text into tokens; comments go."""
    found: list[tuple[str, str]] = []
    place = 0
    for token in TOKEN.finditer(text):
        assert text[place : token.start()].isspace() or place == token.start(), text[place : token.start()]
        place = token.end()
        kind = token.lastgroup or ""
        if kind != "comment":
            found.append((kind, token.group()))
    assert not text[place:].strip(), text[place:]
    return found


def literal(value: str, *, one_case: bool) -> str:
    """Translate a quoted literal; its letters stand for both cases."""
    result = ""
    for character in value:
        if character.isalpha() and not one_case:
            result += f"[{character.lower()}{character.upper()}]"
        else:
            result += re.escape(character)
    return result


def numbers(value: str) -> str:
    """Translate "%x41", "%x41-5A" and "%x41.42"."""
    base = {"x": 16, "d": 10, "b": 2}[value[1].lower()]
    if "-" in value:
        first, last = (chr(int(part, base)) for part in value[2:].split("-"))
        return f"[{re.escape(first)}-{re.escape(last)}]"
    return "".join(re.escape(chr(int(part, base))) for part in value[2:].split("."))


def acceptor(grammar: str, table: Mapping[str, Any]) -> Callable[[str, str], bool]:
    """Read an edition's grammar and give its predicate; what judges whole texts has the departures' rules."""
    if table["grammar"]["notation"] == "juxtaposed":
        return rfc1630.accepts
    printed, as_read = NaiveGrammar(grammar, table["grammar"]), NaiveGrammar(grammar, table["grammar"])
    as_read.rules |= {row["rule"].lower(): tokens_of(row["read"]) for row in table.get("departures", ())}

    def accepts(expression: str, text: str) -> bool:
        if expression == judge_of(table):
            return as_read.accepts(table["start"], text)
        return printed.accepts(expression, text)

    return accepts
