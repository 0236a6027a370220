"""The notation of RFC 1630: juxtaposed elements, without "=" and quotation marks.

A rule begins with its name, at the start of a line; the rest and the indented lines after it are the right side. Blanks
separate elements. A single character is a literal, a longer word names a rule: `u r l : uri` is "url:" and then a uri.
"|" separates alternatives and "[ ]" encloses an option; a bracket between bars is a literal. `void` is the empty
string, `space` a blank and `vline` a bar.
"""

from __future__ import annotations

import re
from _collections_abc import Mapping
from typing import NoReturn

from uriverse.errors import GrammarError
from uriverse.grammar.rules import Alternatives, Literal, Node, Reference, Repetition, Rule, Sequence
from uriverse.ground.lean_typing import Final

MAX_NESTING: Final = 100
_SYMBOLS: Final[dict[str, Node]] = {
    "void": Sequence(()),
    "space": Literal(" "),
    "vline": Literal("|"),
}
_WORD: Final = re.compile(r"\S+")


def read(text: str, file: str, prose: Mapping[str, Node]) -> dict[str, Rule]:
    """The rules of a grammar file."""
    rules: dict[str, Rule] = {}
    words: list[tuple[str, int]] = []
    heads: list[tuple[str, int, int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(";"):
            continue
        numbered = [(word, number) for word in _WORD.findall(line)]
        if numbered and not line[0].isspace():
            heads.append((numbered[0][0], number, len(words)))
            numbered = numbered[1:]
        words += numbered
    for place, (name, number, start) in enumerate(heads):
        end = heads[place + 1][2] if place + 1 < len(heads) else len(words)
        if name in rules:
            raise GrammarError("the rule is defined twice", file=file, line=number, rule=name)
        rules[name] = Rule(name, _Reader(words[start:end], file, name, number, {**_SYMBOLS, **prose}).whole(), number)
    return rules


class _Reader:
    """The parser of one right side."""

    def __init__(
        self, words: list[tuple[str, int]], file: str, rule: str, line: int, symbols: Mapping[str, Node]
    ) -> None:
        self.words = words
        self.symbols = symbols
        self.file = file
        self.rule = rule
        self.line = line
        self.at = 0
        self.depth = 0

    def whole(self) -> Node:
        node = self._alternatives()
        if self.at < len(self.words):
            self._fail('"]" closes no option')
        return node

    def _word(self, at: int) -> str:
        return self.words[at][0] if 0 <= at < len(self.words) else ""

    def _is_option(self, mark: str) -> bool:
        """Whether the word is a bracket of an option; a bracket between bars is a literal."""
        if self._word(self.at) != mark:
            return False
        return self._word(self.at + 1) != "|" if mark == "[" else self._word(self.at - 1) != "|"

    def _alternatives(self) -> Node:
        sequences = [self._sequence()]
        while self._word(self.at) == "|":
            self.at += 1
            sequences.append(self._sequence())
        return sequences[0] if len(sequences) == 1 else Alternatives(tuple(sequences))

    def _sequence(self) -> Node:
        items: list[Node] = []
        while self.at < len(self.words) and self._word(self.at) != "|" and not self._is_option("]"):
            items.append(self._element())
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def _element(self) -> Node:
        word, line = self.words[self.at]
        option = self._is_option("[")
        self.at += 1
        if option:
            self.depth += 1
            if self.depth > MAX_NESTING:
                self._fail(f"it is nested deeper than {MAX_NESTING}")
            inside = self._alternatives()
            if not self._is_option("]"):
                self._fail('"]" is missing')
            self.at += 1
            self.depth -= 1
            return Repetition(inside, 0, 1)
        if len(word) == 1:
            return Literal(word, case_sensitive=True)
        return self.symbols.get(word) or Reference(word, line)

    def _fail(self, reason: str) -> NoReturn:
        line = self.words[min(self.at, len(self.words) - 1)][1] if self.words else self.line
        raise GrammarError(reason, file=self.file, line=line, rule=self.rule)
