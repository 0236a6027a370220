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

A program may run over the octets of UTF-8 and not over characters. Then it has states within a character, which a suite
over characters does not tell apart. `Suite.of_octets` takes the rule's automaton over octets and asks the words that
are UTF-8; so it finds a wrong transition on any octet (`octets.py` says why).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Final, NamedTuple, Self

from uriverse.editions.registry import Edition, EditionId, edition_of
from uriverse.errors import GrammarError
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.effort import MAX_WORK, limited
from uriverse.grammar.utf8 import byte_alphabet, lowered
from uriverse.ground.argument_types import EDITION, takes
from uriverse.lab.identifiers import Complete, Identifiers, Word, complete, identifiers
from uriverse.lab.octets import over_octets

# The suite of RFC 1738's `url` as printed, the largest of a built-in edition's rule, has 688 thousand cases.
MAX_CASES: Final = 100_000_000

# Words that an earlier access word has asked for, without that word and what lies between.
_Carried = frozenset[Word]


class Case(NamedTuple):
    """One string of a suite: the text, the rule that it is put to, and the right answer."""

    text: str
    rule: str
    accepted: bool

    def as_line(self) -> str:
        """The case as one line of JSON, its end included."""
        return json.dumps(self._asdict()) + "\n"


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
        letters = automaton.alphabet.representatives if characters is None else tuple(characters)
        self._prepare(complete(automaton), rule, extra, letters)

    @classmethod
    def of_complete(cls, automaton: Complete, rule: str, characters: Sequence[str]) -> Self:
        """The suite of a minimal automaton that has a transition everywhere, and a character for each class."""
        made = cls.__new__(cls)
        made._prepare(automaton, rule, 0, tuple(characters))
        return made

    @classmethod
    def of_octets(cls, automaton: Automaton, rule: str, *, extra: int = 0) -> Self:
        """The suite of a rule for programs that run over the octets of UTF-8.

        Args:
            automaton: the rule's automaton over characters, minimal and trimmed.
            rule: what the cases name.
            extra: how many states more a program may have at each place within a character.
        """
        made = cls.__new__(cls)
        octets = byte_alphabet(automaton.alphabet, [automaton])
        found = over_octets(lowered(automaton, octets))
        made._prepare(found.automaton, rule, extra, tuple(map(chr, found.octets)))
        made._decodes = True
        return made

    def _prepare(self, automaton: Complete, rule: str, extra: int, characters: tuple[str, ...]) -> None:
        if extra < 0:
            raise ValueError(f"a number of states is not negative: {extra}")
        self.rule = rule
        self.extra = extra
        self._characters = characters
        self._decodes = False
        self._automaton = automaton
        self._words: Identifiers = identifiers(automaton)
        self._access = automaton.access_words()
        # The words that can be tested in a state are those of its kind.
        usual = dict(zip(automaton.kinds, range(len(automaton)), strict=True))
        self._askable = {
            kind: tuple(word for word in self._words.words if automaton.kinds[automaton.run(word, state)] == 0)
            for kind, state in usual.items()
        }
        self._identifiers = tuple(
            tuple(word for word in words if automaton.kinds[automaton.run(word, state)] == 0)
            for state, words in enumerate(self._words.of)
        )

    @property
    def most(self) -> int:
        """An upper bound of the number of cases, found without walking through them."""
        width = len(self._automaton.rows[0])
        rows = self._automaton.rows[: self._automaton.reached]
        all_words = [len(self._askable[kind]) for kind in self._automaton.kinds[: self._automaton.reached]]
        if self.extra:
            # Every word of up to `extra` letters after every access word, and one letter more with the identifiers.
            longest = max(map(len, self._identifiers), default=1)
            words: int = sum(width**letters for letters in range(self.extra + 1)) * max(all_words)
            after: int = width ** (self.extra + 1) * longest
            return len(all_words) * (words + after)
        return sum(all_words) + sum(len(self._identifiers[target]) for row in rows for target in row)

    def __iter__(self) -> Iterator[Case]:
        texts = {word: self._letters(word) for word in self._words.words}
        for prefix, state, asked in self._cover():
            before = self._letters(prefix)
            for word in asked:
                text = before + texts[word]
                if self._decodes:
                    text = text.encode("latin-1").decode()
                yield Case(text, self.rule, bool(self._words.answers[word][state]))

    def _letters(self, word: Iterable[int]) -> str:
        """The letters of a word: characters, or octets as the characters of their numbers."""
        return "".join([self._characters[letter] for letter in word])

    def text(self, word: Iterable[int]) -> str:
        """The string of a sequence of classes."""
        letters = self._letters(word)
        return letters.encode("latin-1").decode() if self._decodes else letters

    @cached_property
    def size(self) -> int:
        """The number of cases, computed without generating them."""

        @cache
        def beyond(state: int, left: int, carried: _Carried) -> int:
            asked = self._asked(state, left)
            count: int = sum(word not in carried for word in asked)
            if left:
                handed = _handed_on(carried.union(asked))
                for letter, target in enumerate(self._automaton.rows[state]):
                    count += beyond(target, left - 1, handed.get(letter, frozenset()))
            return count

        total = 0
        for _, state, carried, leaving in self._access_states():
            askable = self._askable[self._automaton.kinds[state]]
            total += sum(word not in carried for word in askable)
            handed = _handed_on(carried.union(askable))
            for letter, target in leaving:
                total += beyond(target, self.extra, handed.get(letter, frozenset()))
        return total

    def _cover(self) -> Iterator[tuple[Word, int, Iterable[Word]]]:
        """The words of the cover, each with its state and the words to ask after it."""
        for prefix, state, carried, leaving in self._access_states():
            askable = self._askable[self._automaton.kinds[state]]
            yield prefix, state, [word for word in askable if word not in carried]
            handed = _handed_on(carried.union(askable))
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
        return self._askable[self._automaton.kinds[state]] if left else self._identifiers[state]

    def _access_states(self) -> Iterator[tuple[Word, int, _Carried, list[tuple[int, int]]]]:
        """Each access word, shorter first, with its state, what is carried to it, and the transitions off the tree."""
        carried: dict[Word, _Carried] = {(): frozenset()}
        for state in sorted(
            range(self._automaton.reached), key=lambda each: (len(self._access[each]), self._access[each])
        ):
            prefix = self._access[state]
            here = carried.pop(prefix)
            handed = _handed_on(here.union(self._askable[self._automaton.kinds[state]]))
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


@takes(edition=EDITION, rule=(str, type(None)), extra=int, octets=bool, max_cases=int, max_work=int)
def suite(
    edition: EditionId | Edition,
    *,
    rule: str | None = None,
    extra: int = 0,
    octets: bool = False,
    max_cases: int = MAX_CASES,
    max_work: int = MAX_WORK,
) -> Suite:
    """The complete test suite of an edition's rule, by default of what judges its whole texts (`Edition.judge`).

    Args:
        edition: a built-in edition's id, or any Edition.
        rule: the rule's name, or a slot's expression.
        extra: how many states more than the rule's automaton a program may have and still be found out.
        octets: whether the program under test runs over the octets of UTF-8 and not over characters. Makes a difference
            for editions beyond US-ASCII only.
        max_cases: a suite that may have more cases is refused.
        max_work: to compile the edition, and to find the words of the suite, may take no more steps than this.

    Raises:
        UnknownEdition, UnknownRule: no edition or rule has that name.
        GrammarError: the suite would be larger than `max_cases`, or take more work than `max_work`.

    >>> import uriverse as uv
    >>> dec_octets = uv.lab.suite("rfc3986", rule="dec-octet")
    >>> dec_octets.size == len(list(dec_octets))
    True
    >>> all(uv.is_valid(case.text, rule=case.rule) == case.accepted for case in dec_octets)
    True
    """
    source = edition_of(edition)
    compiled = compile_edition(source, max_work=max_work)
    name = source.judge if rule is None else rule
    automaton = compiled.automaton(name)
    with limited(max_work, file=source.grammar_file, rule=name):
        made = Suite.of_octets(automaton, name, extra=extra) if octets else Suite(automaton, name, extra=extra)
    if made.most > max_cases:
        reason = f"its suite has up to {made.most:,} cases, which is more than max_cases={max_cases:,}"
        raise GrammarError(reason, file=source.grammar_file, rule=name)
    return made
