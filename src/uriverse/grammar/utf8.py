"""Lowering automata over code points to automata over the bytes of UTF-8 (RFC 3629).

If no rule accepts characters beyond US-ASCII, the alphabet does not change: all bytes above 127 are dead. Any other
alphabet is partitioned by the byte ranges of its classes' encodings.
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator

from uriverse.grammar.alphabet import Alphabet, build_alphabet
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.minimization import minimize
from uriverse.grammar.nfa import Nfa, determinise
from uriverse.grammar.rules import LAST_CODE_POINT, Characters, merged
from uriverse.ground.lean_typing import Final

# RFC 3629, section 3: the last code point of each length of encoding.
_LAST_OF_LENGTH: Final = (0x7F, 0x7FF, 0xFFFF, LAST_CODE_POINT)
_SURROGATES: Final = (0xD800, 0xDFFF)

ByteRanges = tuple[tuple[int, int], ...]


def is_ascii(alphabet: Alphabet, automata: Iterable[Automaton]) -> bool:
    """Whether the code points beyond US-ASCII are one class, which is dead in every automaton."""
    beyond = alphabet.classify(128)
    if any(high > 127 for ranges in alphabet.classes[:beyond] + alphabet.classes[beyond + 1 :] for _, high in ranges):
        return False
    return all(row[beyond] == DEAD for automaton in automata for row in automaton.transitions)


def byte_alphabet(alphabet: Alphabet, automata: Iterable[Automaton]) -> Alphabet:
    """The alphabet of bytes on which some automata over an alphabet can run."""
    if is_ascii(alphabet, automata):
        return alphabet
    sets = []
    for ranges in alphabet.classes:
        below = merged((low, min(high, 127)) for low, high in ranges if low < 128)
        if below:
            sets.append(Characters(below))
        beyond = ((max(low, 128), high) for low, high in ranges if high > 127)
        sets += [Characters((step,)) for low, high in beyond for steps in encodings(low, high) for step in steps]
    return build_alphabet(sets)


def lowered(automaton: Automaton, alphabet: Alphabet) -> Automaton:
    """The same language as UTF-8, over an alphabet from `byte_alphabet`."""
    if alphabet == automaton.alphabet and is_ascii(alphabet, [automaton]):
        return automaton
    nfa = Nfa(alphabet)
    states = [nfa.state() for _ in range(len(automaton))]
    accept = nfa.state()
    for state, row in enumerate(automaton.transitions):
        if state in automaton.accepting:
            nfa.empty[states[state]].append(accept)
        for index, target in enumerate(row):
            if target != DEAD:
                for low, high in automaton.alphabet.classes[index]:
                    for steps in encodings(low, high):
                        _add_steps(nfa, states[state], steps, states[target])
    lowered_automaton = determinise(nfa, states[0], accept)
    assert lowered_automaton is not None
    return minimize(lowered_automaton)


def _add_steps(nfa: Nfa, source: int, steps: ByteRanges, target: int) -> None:
    for number, step in enumerate(steps):
        following = target if number == len(steps) - 1 else nfa.state()
        nfa.edges[source].append((nfa.alphabet.mask(Characters((step,))), following))
        source = following


def encodings(low: int, high: int) -> Iterator[ByteRanges]:
    """The UTF-8 of a range of code points, as a few products of byte ranges; surrogates have no encoding."""
    pending = [(low, high)]
    while pending:
        low, high = pending.pop()
        if low <= _SURROGATES[1] and high >= _SURROGATES[0]:
            pending.append((_SURROGATES[1] + 1, high))
            high = _SURROGATES[0] - 1
        if low > high:
            continue
        limit = next(last for last in _LAST_OF_LENGTH if low <= last)
        if high > limit:
            pending.append((limit + 1, high))
            high = limit
        yield from _same_length(low, high)


def _same_length(low: int, high: int) -> Iterator[ByteRanges]:
    """Split a range until it is a product of byte ranges."""
    pending = [(low, high)]
    while pending:
        low, high = pending.pop()
        first, last = chr(low).encode(), chr(high).encode()
        for place in range(1, len(first)):
            width = 1 << 6 * place
            if low // width != high // width:
                if low % width:
                    pending += [(low, low - low % width + width - 1), (low - low % width + width, high)]
                    break
                if high % width != width - 1:
                    pending += [(low, high - high % width - 1), (high - high % width, high)]
                    break
        else:
            yield tuple(zip(first, last, strict=True))
