"""Complete test suites: the partial W-method (Fujiwara, v. Bochmann, Khendek, Amalou, Ghedamsi 1991).

A program that decides a rule is taken for an automaton over the same classes, of which only the answers are seen. Two
phases show that it is the rule's automaton, as long as it has no more states than that (and `extra` more):

1. After every *access word*, the shortest one to each state, the dead state among them, all words of the
   characterising set are asked. So the program has a state for each state of the rule, and which words lead there is
   known.
2. After every other word of the *transition cover*, an access word and one letter, the words of the identifier of the
   state are asked that it must lead to. So every transition of the program leads where the rule's does.

With `extra` the access words are prolonged by up to so many letters in phase 1, and by one letter more in phase 2. The
empty word is in the characterising set: it asks whether the state itself accepts.

Strings that arise twice, since an identifier's words may begin like the cover's, are given once: each where its access
word is shortest. Nothing is stored but the words of one walk down from an access word, so a suite of any size streams.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from uriverse.diagnosis import edition_of
from uriverse.editions.registry import Edition, EditionId
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.dfa import Automaton
from uriverse.lab.identifiers import Complete, Identifiers, Word, complete, identifiers

# Words that an earlier access word has asked for, without that word and what lies between.
_Carried = frozenset[Word]


class Case(NamedTuple):
    """One string of a suite: the text, the rule that it is put to, and the right answer."""

    text: str
    rule: str
    accepted: bool


class Suite:
    """The complete suite of one automaton; iterating gives its cases, always in the same order.

    Args:
        automaton: minimal and trimmed, as every rule's is.
        rule: what its cases name.
        extra: how many states more than the automaton a program may have and still be found out.
        characters: the character that stands for each class; by default the most readable one.
    """

    def __init__(
        self, automaton: Automaton, rule: str, *, extra: int = 0, characters: Sequence[str] | None = None
    ) -> None:
        if extra < 0:
            raise ValueError(f"a number of states is not negative: {extra}")
        self.rule = rule
        self.extra = extra
        self._characters = automaton.alphabet.representatives if characters is None else tuple(characters)
        self._automaton: Complete = complete(automaton)
        self._words: Identifiers = identifiers(self._automaton)
        self._access = self._automaton.access_words()

    def __iter__(self) -> Iterator[Case]:
        texts = {word: self.text(word) for word in self._words.words}
        for prefix, state, asked in self._cover():
            before = self.text(prefix)
            for word in asked:
                yield Case(before + texts[word], self.rule, bool(self._words.answers[word][state]))

    def text(self, word: Iterable[int]) -> str:
        """The string of a sequence of classes."""
        return "".join([self._characters[letter] for letter in word])

    @cached_property
    def size(self) -> int:
        """How many cases there are, reckoned without making them."""

        @cache
        def beyond(state: int, left: int, carried: _Carried) -> int:
            asked = self._asked(state, left)
            count = sum(word not in carried for word in asked)
            if left:
                handed = _handed_on(carried.union(asked))
                for letter, target in enumerate(self._automaton.rows[state]):
                    count += beyond(target, left - 1, handed.get(letter, frozenset()))
            return count

        total = 0
        for _, _, carried, leaving in self._access_states():
            total += sum(word not in carried for word in self._words.words)
            handed = _handed_on(carried.union(self._words.words))
            for letter, target in leaving:
                total += beyond(target, self.extra, handed.get(letter, frozenset()))
        return total

    def _cover(self) -> Iterator[tuple[Word, int, Iterable[Word]]]:
        """The words of the cover, each with its state and the words to ask after it."""
        for prefix, state, carried, leaving in self._access_states():
            yield prefix, state, [word for word in self._words.words if word not in carried]
            handed = _handed_on(carried.union(self._words.words))
            for letter, target in leaving:
                yield from self._beyond((*prefix, letter), target, self.extra, handed.get(letter, frozenset()))

    def _beyond(
        self, prefix: Word, state: int, left: int, carried: _Carried
    ) -> Iterator[tuple[Word, int, Iterable[Word]]]:
        """A word that is no access word, and those that go on from it; `left` more letters may come."""
        asked = self._asked(state, left)
        yield prefix, state, [word for word in asked if word not in carried]
        if left:
            handed = _handed_on(carried.union(asked))
            for letter, target in enumerate(self._automaton.rows[state]):
                yield from self._beyond((*prefix, letter), target, left - 1, handed.get(letter, frozenset()))

    def _asked(self, state: int, left: int) -> tuple[Word, ...]:
        return self._words.words if left else self._words.of[state]

    def _access_states(self) -> Iterator[tuple[Word, int, _Carried, list[tuple[int, int]]]]:
        """Each access word, shorter first, with its state, what is carried to it, and the transitions off the tree."""
        carried: dict[Word, _Carried] = {(): frozenset()}
        for state in sorted(
            range(len(self._automaton)), key=lambda each: (len(self._access[each]), self._access[each])
        ):
            prefix = self._access[state]
            here = carried.pop(prefix)
            handed = _handed_on(here.union(self._words.words))
            leaving = []
            for letter, target in enumerate(self._automaton.rows[state]):
                if self._access[target] == (*prefix, letter):
                    carried[self._access[target]] = handed.get(letter, frozenset())
                else:
                    leaving.append((letter, target))
            yield prefix, state, here, leaving


def _handed_on(words: Iterable[Word]) -> dict[int, _Carried]:
    """By first letter, what is left of words when it is taken."""
    rest: dict[int, set[Word]] = {}
    for word in words:
        if word:
            rest.setdefault(word[0], set()).add(word[1:])
    return {letter: frozenset(found) for letter, found in rest.items()}


def suite(edition: EditionId | Edition | str, *, rule: str | None = None, extra: int = 0) -> Suite:
    """The complete test suite of an edition's rule, by default of its start rule.

    Args:
        edition: a built-in edition's id, or any Edition.
        rule: the rule's name, or a slot's expression.
        extra: how many states more than the rule's automaton a program may have and still be found out.

    Raises:
        UnknownEdition, UnknownRule: there is none of that name.

    >>> import uriverse as uv
    >>> dec_octets = uv.lab.suite("rfc3986", rule="dec-octet")
    >>> dec_octets.size == len(list(dec_octets))
    True
    >>> all(uv.is_valid(case.text, rule=case.rule) == case.accepted for case in dec_octets)
    True
    """
    source = edition_of(edition)
    compiled = compile_edition(source)
    name = source.start if rule is None else rule
    return Suite(compiled.automaton(name), name, extra=extra)
