"""Parsers of the two notations of the documents' grammars.

`bnf` is RFC 822's (section 2) as RFC 1738, section 5, and its successors use it: `|` for alternatives, brackets around
optional *or repeated* elements (so `1*[ x ]` repeats x), prose in angle brackets, and one-letter literals that list
each case of an alphabet. `abnf` is RFC 5234 with the case-sensitive strings of RFC 7405 and the core rules of its
Appendix B. Both give the same tree (`rules.py`). A rule begins at `name =`, anywhere on a line.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NoReturn

from uriverse.errors import GrammarError
from uriverse.grammar.juxtaposition import read as juxtaposed
from uriverse.grammar.rules import (
    LAST_CODE_POINT,
    Alternatives,
    Characters,
    Grammar,
    Literal,
    Node,
    Reference,
    Repetition,
    Rule,
    Sequence,
    references,
)
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import dataclass, replace

MAX_NESTING: Final = 100
MAX_REPETITIONS: Final = 100_000
# How many lines an error lists.
MAX_PLACES: Final = 8
# More digits than any number in a grammar needs; Python refuses to parse numbers of thousands of digits.
MAX_DIGITS: Final = 40

# Quoted from RFC 5234, Appendix B.1.
CORE_RULES: Final = """
ALPHA = %x41-5A / %x61-7A
BIT = "0" / "1"
CHAR = %x01-7F
CR = %x0D
CRLF = CR LF
CTL = %x00-1F / %x7F
DIGIT = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB = %x09
LF = %x0A
LWSP = *(WSP / CRLF WSP)
OCTET = %x00-FF
SP = %x20
VCHAR = %x21-7E
WSP = SP / HTAB
"""

# Rules that list an alphabet letter by letter are case-sensitive: RFC 1738, section 5,
# "the scheme is in lower case; interpreters should use case-ignore".
ONE_CASE_RULES: Final = frozenset({"lowalpha", "hialpha", "upalpha"})


@dataclass(frozen=True, slots=True)
class Notation:
    """The notation of one document's grammar: `kind` is "bnf", "abnf" or "juxtaposed" (`juxtaposition.py`).

    `bars` allows `|` as well as `/` in ABNF. The expressions of a juxtaposed grammar's table are ABNF.
    """

    kind: str = "abnf"
    bars: bool = False
    prose: tuple[tuple[str, str], ...] = ()

    @property
    def is_bnf(self) -> bool:
        return self.kind == "bnf"


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int


_TOKENS: Final = re.compile(
    r"""(?P<space>\s+|;[^\n]*)
      | (?P<prose><">|<[^>]*>)
      | (?P<string>%[siSI]"[^"\n]*"|"[^"\n]*")
      | (?P<number>%[xXdDbB][0-9A-Fa-f]+(?:-[0-9A-Fa-f]+|(?:\.[0-9A-Fa-f]+)+)?)
      | (?P<repeat>[0-9]*\*[0-9]*|[0-9]+)
      | (?P<name>[A-Za-z][A-Za-z0-9_+-]*)
      | (?P<mark>=/|[=/|()\[\]])
    """,
    re.VERBOSE,
)
# The head and the foot of a page of an RFC or an Internet-Draft.
_PAGE_BREAK: Final = re.compile(r"(?m)^\f?(?:.*\[Page \d+\]|(?:RFC \d+|Internet-Draft) {2,}\S.* \d{4})[ \t]*$")
_ABNF_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*\Z")


def read_grammar(text: str, notation: Notation, *, file: str = "<grammar>") -> Grammar:
    """All rules of a grammar file, and the core rules that it uses without defining them.

    Raises:
        GrammarError: with file, line and rule, if the text is not a grammar.

    >>> sorted(read_grammar('greeting = "hi" 1*DIGIT', Notation("abnf")).rules)
    ['DIGIT', 'greeting']
    """
    if notation.kind == "juxtaposed":
        meanings = {word: read_expression(text, Notation(), file=file) for word, text in notation.prose}
        rules = juxtaposed(text, file, meanings)
    else:
        rules = _Reader(text, notation, file).rules()
    if not rules:
        raise GrammarError("it has no rules", file=file, line=1, rule=None)
    if not notation.is_bnf:
        _add_core_rules(rules)
    return Grammar(file, rules)


def read_expression(text: str, notation: Notation, *, file: str = "<expression>") -> Node:
    """The tree of one right-hand side, such as `[ abs_path ] "?"`."""
    reader = _Reader(text, notation, file)
    reader.rule = text
    return reader.whole_expression()


def _add_core_rules(rules: dict[str, Rule]) -> None:
    core = _Reader(CORE_RULES, Notation("abnf"), "RFC 5234, Appendix B.1").rules()
    defined = {name.lower() for name in rules}
    pending = [reference.name for rule in rules.values() for reference in references(rule.node)]
    while pending:
        name = pending.pop().upper()
        if name.lower() not in defined and name in core:
            rules[name] = replace(core[name], line=0)
            defined.add(name.lower())
            pending.extend(reference.name for reference in references(core[name].node))


class _Reader:
    """A recursive descent parser; the nesting of brackets is limited."""

    def __init__(self, text: str, notation: Notation, file: str) -> None:
        self.notation = notation
        self.text = text
        self.file = file
        self.rule: str | None = None
        self.prose = {" ".join(prose.split()): meaning for prose, meaning in notation.prose}
        self.alternative_marks = {"|"} if notation.is_bnf else {"/", "|"} if notation.bars else {"/"}
        self.tokens = self._tokens(text)
        self.at = 0
        self.depth = 0

    def _tokens(self, text: str) -> list[_Token]:
        tokens: list[_Token] = []
        at, line = 0, 1
        while at < len(text):
            match = _TOKENS.match(text, at)
            if match is None:
                # No rule is parsed yet; for the error, take the last name before a "=".
                marks = (name.text for mark, name in pairwise(reversed(tokens)) if mark.text in {"=", "=/"})
                self.rule = next(marks, None)
                self._fail(f"{text[at : at + 20]!r} is not valid in this notation", line)
            kind = str(match.lastgroup)
            if kind != "space":
                tokens.append(_Token(kind, match.group(), line))
            line += match.group().count("\n")
            at = match.end()
        tokens.append(_Token("end", "", line))
        return tokens

    def _fail(self, reason: str, line: int | None = None) -> NoReturn:
        at_line = self.tokens[self.at].line if line is None else line
        breaks = [self.text.count("\n", 0, match.start()) + 1 for match in _PAGE_BREAK.finditer(self.text)]
        if breaks:
            places = ", ".join(map(str, breaks[:MAX_PLACES]))
            reason += f"; the heads and feet of pages are no rules: delete lines {places}"
        elif line is None and self.token.text == "|":
            reason += '; ABNF has "/" between alternatives (RFC 5234, section 3.2); a table allows "|" by `bars = true`'
        raise GrammarError(reason, file=self.file, line=at_line, rule=self.rule)

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def _is(self, kind: str, text: str | None = None) -> bool:
        return self.token.kind == kind and (text is None or self.token.text == text)

    def _begins_rule(self) -> bool:
        following = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        return self._is("name") and following.kind == "mark" and following.text in {"=", "=/"}

    def rules(self) -> dict[str, Rule]:
        rules: dict[str, Rule] = {}
        names: dict[str, str] = {}
        added: dict[str, list[Node]] = {}
        while not self._is("end"):
            if not self._begins_rule():
                self._fail(f"{self.token.text!r} is where a rule should begin (`name = ...`)")
            name, line = self.token.text, self.token.line
            self.rule = name
            self._check_name(name)
            incremental = self.tokens[self.at + 1].text == "=/"
            self.at += 2
            node = self._alternatives()
            first_spelling = names.get(name.lower())
            if incremental:
                if first_spelling is None or self.notation.is_bnf:
                    self._fail("`=/` extends a rule that is not defined yet", line)
                added.setdefault(first_spelling, [rules[first_spelling].node]).append(node)
            elif first_spelling is not None:
                self._fail(f"the rule is defined twice, first at line {rules[first_spelling].line}", line)
            else:
                rules[name] = Rule(name, node, line)
                names[name.lower()] = name
        # One flat list of all additions to a rule: a tree nested that often would be too deep to walk.
        return rules | {name: replace(rules[name], node=Alternatives(tuple(nodes))) for name, nodes in added.items()}

    def whole_expression(self) -> Node:
        node = self._alternatives()
        if not self._is("end"):
            self._fail(f"{self.token.text!r} follows the end of the expression")
        return node

    def _check_name(self, name: str) -> None:
        if not self.notation.is_bnf and not _ABNF_NAME.match(name):
            self._fail(f"{name!r} is not a rule name: ABNF allows letters, digits and hyphens (RFC 5234, section 2.1)")

    def _alternatives(self) -> Node:
        self.depth += 1
        if self.depth > MAX_NESTING:
            self._fail(f"brackets are nested deeper than {MAX_NESTING}")
        items = [self._sequence()]
        while self.token.kind == "mark" and self.token.text in self.alternative_marks:
            self.at += 1
            items.append(self._sequence())
        self.depth -= 1
        return items[0] if len(items) == 1 else Alternatives(tuple(items))

    def _sequence(self) -> Node:
        items: list[Node] = []
        while self._begins_element():
            items.append(self._repetition())
        if not items:
            self._fail(f"an element is missing before {self.token.text or 'the end'!r}")
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def _begins_element(self) -> bool:
        if self.token.kind == "mark":
            # RFC 1738, section 5 leaves one slash of `gopherurl` unquoted.
            return self.token.text in {"(", "["} or (self.notation.is_bnf and self._is("mark", "/"))
        return self.token.kind != "end" and not self._begins_rule()

    def _repetition(self) -> Node:
        if not self._is("repeat"):
            return self._element(repeated=False)
        text = self.token.text
        self.at += 1
        low, star, high = text.partition("*")
        if max(len(low), len(high)) > MAX_DIGITS:
            self._fail(f"{text[:MAX_DIGITS]}... repeats more than {MAX_REPETITIONS} times")
        minimum = int(low) if low else 0
        maximum = (int(high) if high else None) if star else minimum
        if maximum is not None and maximum < minimum:
            self._fail(f"{text} repeats at least {minimum} and at most {maximum} times")
        if max(minimum, maximum or 0) > MAX_REPETITIONS:
            self._fail(f"{text} repeats more than {MAX_REPETITIONS} times")
        if not self._begins_element():
            self._fail(f"nothing follows the repetition {text}")
        item = self._element(repeated=True)
        if maximum == 0:
            return Sequence(())
        return Repetition(item, minimum, maximum)

    def _element(self, *, repeated: bool) -> Node:
        token = self.token
        self.at += 1
        match token.kind:
            case "name":
                self.at -= 1
                self._check_name(token.text)
                self.at += 1
                return Reference(token.text, token.line)
            case "string":
                return self._string(token)
            case "number":
                return self._number(token)
            case "prose":
                return self._prose(token, repeated)
            case "mark" if token.text == "(":
                return self._closed(")")
            case "mark" if token.text == "[":
                inside = self._closed("]")
                # RFC 1738, section 5: "brackets [] are used around optional or repeated elements".
                return inside if repeated and self.notation.is_bnf else Repetition(inside, 0, 1)
            case "mark" if token.text == "/" and self.notation.is_bnf:
                return Literal("/")
            case _:
                self.at -= 1
                self._fail(f"{token.text!r} begins no element")

    def _closed(self, mark: str) -> Node:
        node = self._alternatives()
        if not self._is("mark", mark):
            self._fail(f"{mark!r} is missing before {self.token.text or 'the end'!r}")
        self.at += 1
        return node

    def _string(self, token: _Token) -> Node:
        prefix, _, rest = token.text.partition('"')
        text = rest[:-1]
        if prefix and self.notation.is_bnf:
            self._fail(f"{token.text} is ABNF (RFC 7405), and this grammar is BNF", token.line)
        one_case = self.notation.is_bnf and (self.rule or "").lower() in ONE_CASE_RULES
        return Literal(text, case_sensitive=one_case or prefix.lower() == "%s")

    def _number(self, token: _Token) -> Node:
        if self.notation.is_bnf:
            self._fail(f"{token.text} is ABNF (RFC 5234, section 2.3), and this grammar is BNF", token.line)
        base = {"x": 16, "d": 10, "b": 2}[token.text[1].lower()]
        digits = token.text[2:]
        if max(map(len, re.split(r"[-.]", digits))) > MAX_DIGITS:
            self._fail(f"{token.text[:MAX_DIGITS]}... is beyond the last code point, %x10FFFF", token.line)
        try:
            values = [int(part, base) for part in re.split(r"[-.]", digits)]
        except ValueError:
            self._fail(f"{token.text} has a digit that its base does not have", token.line)
        if max(values) > LAST_CODE_POINT:
            self._fail(f"{token.text} is beyond the last code point, %x10FFFF", token.line)
        if "-" in digits:
            if values[0] > values[1]:
                self._fail(f"{token.text} is a range that ends before it begins", token.line)
            return Characters(((values[0], values[1]),))
        items = tuple(Characters(((value, value),)) for value in values)
        return items[0] if len(items) == 1 else Sequence(items)

    def _prose(self, token: _Token, repeated: bool) -> Node:
        text = " ".join(token.text[1:-1].split())
        if text == '"':
            return Literal('"')
        if text in self.prose:
            return read_expression(self.prose[text], Notation("abnf"), file=self.file)
        if repeated and _ABNF_NAME.match(text):
            # RFC 3986, Appendix A: `path-empty = 0<pchar>`, a rule's name in angle brackets.
            return Reference(text, token.line)
        self._fail(f"<{text}> is prose, which cannot be compiled", token.line)
