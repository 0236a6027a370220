"""Texts made of complete suites: as they are, by every octet of each class, and moved to other lengths."""

from __future__ import annotations

from collections.abc import Iterable

from support.automata import loops_of
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.utf8 import is_ascii
from uriverse.lab.identifiers import complete, identifiers
from uriverse.lab.suites import Suite


def is_utf_8(octets: bytes) -> bool:
    """Whether some octets are UTF-8."""
    try:
        octets.decode()
    except UnicodeDecodeError:
        return False
    return True


# The octets at which RFC 3629, section 4, draws a line, as they follow the first one.
LINES = ("\x80\x80\x80", "\xa0\x80\x80", "\x90\x80\x80", "\x8f\x9f\xaf", "\xbf\xbf\xbf", "\x9f\xa0\x90")
# Characters that have every octet of UTF-8 beyond US-ASCII between them, and each first octet with LINES.
BEYOND_ASCII = "".join(map(chr, range(0x80, 0xC0))) + "".join(
    dict.fromkeys(
        octets.decode()
        for first in range(0xC2, 0xF5)
        for others in LINES
        for octets in [bytes([first]) + others.encode("latin-1")[: 1 + (first >= 0xE0) + (first >= 0xF0)]]
        if is_utf_8(octets)
    )
)


def of_suite(automaton: Automaton, *, extra: int = 0) -> Iterable[tuple[str, bool]]:
    """The suite, a character for each class; over octets beyond US-ASCII, because so does the engine."""
    octets = not is_ascii(automaton.alphabet, [automaton])
    suite = Suite(automaton, "", extra=extra, octets=octets, classes=True)
    return ((text, accepted) for text, _, accepted in suite)


def of_members(automaton: Automaton, *, all_words: bool = False) -> Iterable[tuple[str, bool]]:
    """From every state, by every octet, and on by a word that tells the state that is reached from others.

    One word of its identifier, another for the next octet; or all of them.
    """
    whole = complete(automaton)
    words = identifiers(whole)
    letters = [*map(chr, range(128)), *BEYOND_ASCII]
    classes = [automaton.alphabet.classify(ord(letter)) for letter in letters]
    characters = automaton.alphabet.representatives
    texts = {word: "".join(characters[index] for index in word) for word in words.words}
    ends = [[(texts[word], bool(words.answers[word][state])) for word in of] for state, of in enumerate(words.of)]
    for state, access in enumerate(whole.access_words()):
        before = "".join(characters[index] for index in access)
        row = [ends[target] for target in whole.rows[state]]
        for number, (letter, index) in enumerate(zip(letters, classes, strict=True), state):
            tails = row[index]
            if all_words:
                yield from [(before + letter + end, answer) for end, answer in tails]
            else:
                end, answer = tails[number % len(tails)]
                yield before + letter + end, answer


def of_lengths(automaton: Automaton, step: int = 1) -> Iterable[tuple[str, bool]]:
    """The suite with its first and its last loop gone round, so that what stands behind begins and ends anywhere.

    Each string 1 to 64 times, or each `step`-th of these numbers, beginning with another for the next string.
    """
    loops = loops_of(automaton)
    for number, case in enumerate(Suite(automaton, "", classes=True)):
        places = list(loops(case.text))
        for place, letter in sorted({places[0], places[-1]}) if places else ():
            before, after = case.text[:place], case.text[place:]
            for width in range(1 + number % step, 65, step):
                yield before + letter * width + after, case.accepted
