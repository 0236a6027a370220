"""Complete test suites: the partial W-method (Fujiwara, v. Bochmann, Khendek, Amalou, Ghedamsi 1991).

The program under test is a black box: an automaton over characters that only accepts or refuses texts. Two phases prove
that it is equivalent to the rule's automaton, if it has at most `extra` more states:

1. Test each *access word*, the shortest word to each state, including the dead one, followed by each word of the
   characterising set. This proves that the program has a state for each state of the rule.
2. Test every other word of the *transition cover* (an access word and one character), followed by the words of the
   target state's identifier. This proves that every transition of the program leads to the right state.

The characters of phase 2 are all 128 of US-ASCII, and beyond it the first and the last of each range that no rule
divides. So a program that takes only "|" for a letter, or refuses only "~", answers some text of the suite wrongly,
although the rule treats these characters like others. Each text tests one character: a refused text with two that the
rule refuses would show of only one of them that the program refuses it, and nine of ten tests are of that kind. Phase 1
needs one character for each class, those that the rule treats alike.

With `extra`, phase 1 extends the access words by up to `extra` characters, and phase 2 by one more. The empty word is
in the characterising set: it tests whether the state itself accepts.

Duplicate strings, which arise because words share prefixes, are yielded once, at the shortest access word. Only the
words of one path from an access word are stored, so a suite of any size can be streamed.

A program may run over the octets of UTF-8 instead of characters. Then it has states within a character, which a suite
over characters does not distinguish. With `octets` the suite uses the rule's automaton over octets and tests the words
that are UTF-8; so it detects a wrong transition on any octet (`octets.py` explains why).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import Final, NamedTuple, Self

from uriverse.editions.registry import Edition, EditionId, edition_of
from uriverse.errors import GrammarError
from uriverse.grammar.compilation import compiled_whole
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.effort import MAX_WORK, limited
from uriverse.grammar.utf8 import byte_alphabet, lowered
from uriverse.ground.argument_types import EDITION, takes
from uriverse.lab.identifiers import Complete, Identifiers, Word, complete, identifiers
from uriverse.lab.octets import over_octets

# The largest suite of a built-in edition, RFC 1738's `url` as printed, has 1.8 million cases.
MAX_CASES: Final = 100_000_000

# Suffixes that are already tested from an earlier access word.
_Carried = frozenset[Word]
_NONE: Final[_Carried] = frozenset()
# A letter, the state after it, and the suffixes that are already tested there.
_Move = tuple[int, int, _Carried]


class Case(NamedTuple):
    """One test case: the text, the rule, and the right answer."""

    text: str
    rule: str
    accepted: bool

    def as_line(self) -> str:
        """The case as one line of JSON, its end included."""
        return json.dumps(self._asdict()) + "\n"


class Suite:
    """The complete suite of one automaton; iteration yields its cases in a fixed order.

    Args:
        automaton: minimal and trimmed, as compiled rules are.
        rule: the rule's name in the cases.
        extra: faults are detected in programs with up to this many more states than the automaton; over octets, at each
            position within a character.
        octets: whether the program runs over the octets of UTF-8.
        classes: whether one character stands for each class, for a program that is known to keep the rule's classes.
    """

    def __init__(
        self, automaton: Automaton, rule: str, *, extra: int = 0, octets: bool = False, classes: bool = False
    ) -> None:
        if octets:
            alphabet = byte_alphabet(automaton.alphabet, [automaton])
            machine, letters = over_octets(lowered(automaton, alphabet))
        else:
            machine, letters = complete(automaton), automaton.alphabet.letters
        self._prepare(machine, rule, extra, [text[:1] for text in letters] if classes else letters)
        self._decodes = octets

    @classmethod
    def of_complete(cls, automaton: Complete, rule: str, letters: Sequence[str]) -> Self:
        """The suite of a minimal complete automaton, with the letters of each class."""
        suite = cls.__new__(cls)
        suite._prepare(automaton, rule, 0, letters)
        return suite

    def _prepare(self, by_class: Complete, rule: str, extra: int, letters: Sequence[str]) -> None:
        if extra < 0:
            raise ValueError(f"a number of states is not negative: {extra}")
        self.rule = rule
        self.extra = extra
        self._characters = "".join(letters)
        self._decodes = False
        automaton = self._automaton = by_class.widened([len(text) for text in letters])
        self._words: Identifiers = identifiers(automaton)
        self._access = automaton.access_words()
        # The suffixes that are tested depend on the last letters only, as many as the words have: there are few sets.
        self._tested_after: dict[tuple[int, _Carried], dict[int, _Carried]] = {}
        # The words that can be tested in a state are those of its kind.
        usual = dict(zip(automaton.kinds, range(len(automaton)), strict=True))
        self._testable = {
            kind: tuple(word for word in self._words.words if automaton.kinds[automaton.run(word, state)] == 0)
            for kind, state in usual.items()
        }
        self._identifiers = tuple(
            tuple(word for word in words if automaton.kinds[automaton.run(word, state)] == 0)
            for state, words in enumerate(self._words.of)
        )

    @property
    def most(self) -> int:
        """An upper bound of the number of cases, computed without generating them."""
        width = len(self._automaton.rows[0])
        rows = self._automaton.rows[: self._automaton.reached]
        all_words = [len(self._testable[kind]) for kind in self._automaton.kinds[: self._automaton.reached]]
        if self.extra:
            # Each access word is followed by every word of up to `extra` letters, and of one letter more with the
            # identifiers.
            longest = max(map(len, self._identifiers), default=1)
            words: int = sum(width**letters for letters in range(self.extra + 1)) * max(all_words)
            extensions: int = width ** (self.extra + 1) * longest
            return len(all_words) * (words + extensions)
        return sum(all_words) + sum(len(self._identifiers[target]) for row in rows for target in row)

    def __iter__(self) -> Iterator[Case]:
        texts = {word: self._letters(word) for word in self._words.words}

        @lru_cache(maxsize=1024)
        def endings(state: int, budget: int, carried: _Carried) -> list[tuple[str, bool]]:
            test_words = self._test_words(state, budget)
            return [(texts[word], bool(self._words.answers[word][state])) for word in test_words if word not in carried]

        rule, decodes = self.rule, self._decodes
        for prefix, state, budget, carried in self._cover():
            start = self._letters(prefix)
            for ending, accepted in endings(state, budget, carried):
                text = start + ending
                if decodes:
                    text = text.encode("latin-1").decode()
                yield Case(text, rule, accepted)

    def _letters(self, word: Iterable[int]) -> str:
        """The letters of a word: characters, or octets as code points."""
        return "".join([self._characters[letter] for letter in word])

    def text(self, word: Iterable[int]) -> str:
        """The string of a sequence of classes."""
        letters = self._letters(word)
        return letters.encode("latin-1").decode() if self._decodes else letters

    @cached_property
    def size(self) -> int:
        """The number of cases, computed without generating them."""

        @cache
        def beyond(state: int, budget: int, carried: _Carried) -> int:
            count: int = sum(word not in carried for word in self._test_words(state, budget))
            if budget:
                for _, target, tested in self._moves(state, carried):
                    count += beyond(target, budget - 1, tested)
            return count

        total = 0
        for _, state, carried, leaving in self._access_states():
            total += sum(word not in carried for word in self._test_words(state, 1))
            total += sum(beyond(target, self.extra, tested) for _, target, tested in leaving)
        return total

    def _cover(self) -> Iterator[tuple[Word, int, int, _Carried]]:
        """The words of the cover, each with its state, the letters by which it may be extended, and tested suffixes."""
        for prefix, state, carried, leaving in self._access_states():
            yield prefix, state, 1, carried
            for letter, target, tested in leaving:
                yield from self._beyond((*prefix, letter), target, self.extra, tested)

    def _beyond(
        self, prefix: Word, state: int, budget: int, carried: _Carried
    ) -> Iterator[tuple[Word, int, int, _Carried]]:
        """A word that is not an access word, and its extensions by up to `budget` letters."""
        yield prefix, state, budget, carried
        if budget:
            for letter, target, tested in self._moves(state, carried):
                yield from self._beyond((*prefix, letter), target, budget - 1, tested)

    def _test_words(self, state: int, budget: int) -> tuple[Word, ...]:
        return self._testable[self._automaton.kinds[state]] if budget else self._identifiers[state]

    def _access_states(self) -> Iterator[tuple[Word, int, _Carried, list[_Move]]]:
        """Each access word, shortest first, with its state, tested suffixes, and transitions off the tree."""
        carried: dict[Word, _Carried] = {(): _NONE}
        for state in sorted(
            range(self._automaton.reached), key=lambda number: (len(self._access[number]), self._access[number])
        ):
            prefix = self._access[state]
            here = carried.pop(prefix)
            leaving = []
            for letter, target, tested in self._moves(state, here):
                if self._access[target] == (*prefix, letter):
                    carried[self._access[target]] = tested
                else:
                    leaving.append((letter, target, tested))
            yield prefix, state, here, leaving

    def _moves(self, state: int, carried: _Carried) -> Iterator[_Move]:
        """The transitions of a state after which all testable words are tested, each with the suffixes tested then."""
        kind = self._automaton.kinds[state]
        if (kind, carried) not in self._tested_after:
            self._tested_after[kind, carried] = _suffixes(carried.union(self._testable[kind]))
        tested_after = self._tested_after[kind, carried]
        for letter, target in enumerate(self._automaton.rows[state]):
            yield letter, target, tested_after.get(letter, _NONE)


def _suffixes(words: Iterable[Word]) -> dict[int, _Carried]:
    """Group words by their first letter, without that letter."""
    rest: dict[int, set[Word]] = {}
    for word in words:
        if word:
            rest.setdefault(word[0], set()).add(word[1:])
    return {letter: frozenset(suffixes) for letter, suffixes in rest.items()}


@takes(edition=EDITION, rule=(str, type(None)), extra=int, octets=bool, classes=bool, max_cases=int, max_work=int)
def suite(
    edition: EditionId | Edition,
    *,
    rule: str | None = None,
    extra: int = 0,
    octets: bool = False,
    classes: bool = False,
    max_cases: int = MAX_CASES,
    max_work: int = MAX_WORK,
) -> Suite:
    """The complete test suite of an edition's rule, by default the rule for whole texts (`Edition.judge`).

    A program that answers all its texts rightly decides the rule, if it distinguishes no more states than the rule's
    automaton, and beyond US-ASCII no more characters than the rule. A program with more states may pass and still
    count, such as one that refuses a port above 65535.

    Args:
        edition: a built-in edition's id, or any Edition.
        rule: the rule's name, or a slot's expression.
        extra: faults are detected in programs with up to this many more states than the rule's automaton.
        octets: whether the program under test runs over the octets of UTF-8 instead of characters. Only matters for
            editions beyond US-ASCII.
        classes: whether one character stands for all that the rule treats alike, for a program that is known to do so
            too; the suite has a sixth of the texts.
        max_cases: the maximum number of cases.
        max_work: the maximum number of steps for compiling the edition, and for finding the words of the suite.

    Raises:
        UnknownEditionError, UnknownRuleError: if no edition or rule has that name.
        GrammarError: if the suite would exceed `max_cases` or `max_work`.

    >>> import uriverse as uv
    >>> dec_octets = uv.lab.suite("rfc3986", rule="dec-octet")
    >>> dec_octets.size == len(list(dec_octets))
    True
    >>> all(uv.is_valid(case.text, rule=case.rule) == case.accepted for case in dec_octets)
    True
    """
    source = edition_of(edition)
    compiled = compiled_whole(source, max_work)
    name = source.judge if rule is None else rule
    automaton = compiled.automaton(name)
    with limited(max_work, file=source.grammar_file, rule=name):
        suite = Suite(automaton, name, extra=extra, octets=octets, classes=classes)
    if suite.most > max_cases:
        reason = f"its suite has up to {suite.most:,} cases, and {max_cases:,} are the limit"
        raise GrammarError(reason, file=source.grammar_file, rule=name)
    return suite
