"""The smallest automaton that explains an implementation, learned from its answers.

The learner queries whether texts are accepted. Two texts lead to the same state if all tested suffixes get the same
answers after both. A discrimination tree holds the suffixes: a text descends by its answers to the leaf of its state
(Kearns & Vazirani 1994). A counterexample, a text that the automaton answers wrongly, yields a new suffix, which splits
a state (Rivest & Schapire 1993). Learning ends when the automaton agrees with the implementation on all known texts:
the complete suites of the editions, and randomly edited texts.

Then the automaton's own complete suite is checked (`uriverse.lab.suites`), with one letter for each class of
equivalent letters. So the result is sound in this sense: of all automata with no more states, it is the only one with
these answers. A program that counts (a port below 65536, a label of 63 letters) needs too many states; then there is
no result. A letter represents a class of characters that no edition distinguishes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final, Self

from uriverse.ground.argument_types import CALLABLE, takes
from uriverse.ground.records import dataclass, field
from uriverse.lab.identifiers import Complete
from uriverse.lab.suites import Suite

Ask = Callable[[Sequence[str]], Sequence[bool]]

MOST_STATES: Final = 400
MOST_QUESTIONS: Final = 300_000


@dataclass(frozen=True)
class Learned:
    """An automaton over some letters.

    Attributes:
        letters: the alphabet.
        transitions: for each state the next state by each letter; the first state is the start.
        accepting: the accepting states.
        questions: the number of queries, all of which it answers like the implementation.
        prefix: the prefix of every query.
    """

    letters: str
    transitions: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]
    questions: int = 0
    prefix: str = ""

    @cached_property
    def index(self) -> dict[str, int]:
        """The column of each letter."""
        return {letter: place for place, letter in enumerate(self.letters)}

    def run(self, text: str) -> int:
        """Return the state after a text of its letters."""
        state, index = 0, self.index
        for letter in text:
            state = self.transitions[state][index[letter]]
        return state

    def accepts(self, text: str) -> bool:
        """Whether the automaton accepts a text.

        >>> even = Learned("a", ((1,), (0,)), frozenset({0}))
        >>> even.accepts("aa"), even.accepts("a")
        (True, False)
        """
        return self.run(text) in self.accepting

    def as_data(self) -> dict[str, Any]:
        """Return plain data, for a file."""
        return {
            "letters": self.letters,
            "transitions": [list(row) for row in self.transitions],
            "accepting": sorted(self.accepting),
            "questions": self.questions,
            "prefix": self.prefix,
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> Self:
        """Return the automaton from the data of `as_data`."""
        rows = tuple(tuple(row) for row in data["transitions"])
        return cls(data["letters"], rows, frozenset(data["accepting"]), data["questions"], data["prefix"])


@takes(ask=CALLABLE, letters=str, suffixes=Iterable, known=Iterable, prefix=str, most_states=int, most_questions=int)
def learn(
    ask: Ask,
    letters: str,
    *,
    suffixes: Iterable[str] = (),
    known: Iterable[str] = (),
    prefix: str = "",
    most_states: int = MOST_STATES,
    most_questions: int = MOST_QUESTIONS,
) -> Learned | None:
    """Learn the smallest automaton that answers like `ask`; None if it would exceed the limits.

    Args:
        ask: whether each of some texts is accepted; deterministic.
        letters: the alphabet.
        suffixes: suffixes of which one is probably accepted after every state but the dead one.
        known: texts that the automaton must finally answer correctly.
        prefix: a prefix for every query, such as "http://".
        most_states, most_questions: the limits.

    >>> found = learn(lambda texts: [text.count("a") % 3 == 0 for text in texts], "ab", known=["aaab", "ab"])
    >>> found.transitions, found.accepting
    (((1, 0), (2, 1), (0, 2)), frozenset({0}))
    """
    learner = _Learner(lambda texts: ask([prefix + text for text in texts]), letters, ("", *suffixes))
    # Skip texts with letters outside the alphabet.
    learner.ask_missing(text for text in known if set(text) <= set(letters))
    most_questions += len(learner.answers)
    place = agreed = 0
    checked: tuple[tuple[int, ...], ...] | None = None
    while True:
        learner.complete()
        if len(learner.access) > most_states or len(learner.answers) > most_questions:
            return None
        # Finally check all queries: the automaton must distinguish what the tree's suffixes distinguish.
        texts = list(learner.answers)
        while agreed < len(texts) and learner.agrees(texts[place]):
            agreed, place = agreed + 1, (place + 1) % len(texts)
        if agreed < len(texts):
            learner.part(texts[place])
            agreed = 0
            continue
        found = Learned(letters, *learner.machine(), len(texts), prefix)
        if found.transitions == checked:
            return found
        checked = found.transitions
        learner.ask_missing(complete_suite(found))
        place = agreed = 0


def complete_suite(machine: Learned) -> Iterator[str]:
    """Return the texts that distinguish an automaton from all others of no more states, with one letter a class."""
    columns = dict(reversed([(column, place) for place, column in enumerate(zip(*machine.transitions, strict=True))]))
    places = sorted(columns.values())
    rows = tuple(tuple(row[place] for place in places) for row in machine.transitions)
    accepting = bytes(state in machine.accepting for state in range(len(rows)))
    automaton = Complete(rows, accepting, bytes(len(rows)), len(rows))
    return (case.text for case in Suite.of_complete(automaton, "learned", [machine.letters[each] for each in places]))


@dataclass(eq=False)
class _Node:
    """A node of the tree: a suffix with a child for each answer, or the leaf of a state (None: a new state)."""

    suffix: str | None = None
    below: dict[bool, _Node] = field(default_factory=dict)
    state: int | None = None


class _Learner:
    """The discrimination tree, the access word of each state, and the known transitions."""

    def __init__(self, ask: Ask, letters: str, suffixes: Sequence[str]) -> None:
        self.letters = letters
        self.answers: dict[str, bool] = {}
        self.access: list[str] = []
        self.rows: list[list[int]] = []
        self._index = {letter: place for place, letter in enumerate(letters)}
        self._ask = ask
        self._leaves: list[_Node] = []
        # A text after which no suffix is accepted descends through all of them.
        self._root = node = _Node()
        for suffix in dict.fromkeys(suffixes):
            node.suffix, node.below = suffix, {True: _Node(), False: _Node()}
            node = node.below[False]
        # Transitions to find, each with the node to start from: after a split that is the new node.
        self._open: list[tuple[int, int, _Node]] = []
        self._sift([("", self._root)])

    def ask_missing(self, texts: Iterable[str]) -> None:
        """Query the texts that are not cached."""
        missing = [text for text in dict.fromkeys(texts) if text not in self.answers]
        if missing:
            self.answers.update(zip(missing, self._ask(missing), strict=True))

    def complete(self) -> None:
        """Find all transitions and their target states."""
        while self._open:
            work, self._open = self._open, []
            targets = self._sift([(self.access[state] + self.letters[place], node) for state, place, node in work])
            for (state, place, _), target in zip(work, targets, strict=True):
                self.rows[state][place] = target

    def _sift(self, words: Sequence[tuple[str, _Node]]) -> list[int]:
        """Sift words down from a node to their states; a word at an empty leaf becomes a new state."""
        nodes = [node for _, node in words]
        going = [place for place, node in enumerate(nodes) if node.suffix is not None]
        while going:
            self.ask_missing(f"{words[place][0]}{nodes[place].suffix}" for place in going)
            for place in going:
                nodes[place] = nodes[place].below[self.answers[f"{words[place][0]}{nodes[place].suffix}"]]
            going = [place for place in going if nodes[place].suffix is not None]
        for (word, _), node in zip(words, nodes, strict=True):
            if node.state is None:
                self._new_state(word, node)
        return [self._state_of(node) for node in nodes]

    def _new_state(self, word: str, leaf: _Node) -> None:
        leaf.state = len(self.access)
        self.access.append(word)
        self._leaves.append(leaf)
        self.rows.append([-1] * len(self.letters))
        self._open += [(leaf.state, place, self._root) for place in range(len(self.letters))]

    @staticmethod
    def _state_of(leaf: _Node) -> int:
        assert leaf.state is not None
        return leaf.state

    def _run(self, text: str) -> int:
        state = 0
        for letter in text:
            state = self.rows[state][self._index[letter]]
        return state

    def machine(self) -> tuple[tuple[tuple[int, ...], ...], frozenset[int]]:
        """Return the transitions and the accepting states."""
        accepting = frozenset(state for state, word in enumerate(self.access) if self.answers[word])
        return tuple(map(tuple, self.rows)), accepting

    def agrees(self, text: str) -> bool:
        """Whether automaton and implementation agree on a text."""
        return self.answers[self.access[self._run(text)]] == self.answers[text]

    def part(self, text: str) -> None:
        """Split a state by a counterexample.

        Replace longer and longer prefixes of the text by the access words of their states. The first answer is the
        implementation's, the last one the automaton's. At the change, the rest of the text distinguishes the word of
        the transition from the access word of its presumed target.
        """

        def replaced(read: int) -> bool:
            word = self.access[self._run(text[:read])] + text[read:]
            self.ask_missing([word])
            return self.answers[word]

        low, high, truth = 0, len(text), self.answers[text]
        while high - low > 1:
            middle = (low + high) // 2
            if replaced(middle) == truth:
                low = middle
            else:
                high = middle
        word, suffix = self.access[self._run(text[:low])] + text[low], text[high:]
        state = self._run(text[:high])
        leaf, old = self._leaves[state], _Node(state=state)
        self.ask_missing([word + suffix, self.access[state] + suffix])
        new = _Node()
        leaf.suffix, leaf.state = suffix, None
        leaf.below = {self.answers[word + suffix]: new, self.answers[self.access[state] + suffix]: old}
        self._leaves[state] = old
        self._new_state(word, new)
        for source, row in enumerate(self.rows):
            self._open += [(source, place, leaf) for place, target in enumerate(row) if target == state]


def changed_texts(texts: Sequence[str], letters: str, count: int, seed: int = 1) -> list[str]:
    """Yield texts with one to three letters replaced, removed or inserted; deterministic."""
    random = Random(f"changed {seed}")
    found = []
    for _ in range(count):
        text = list(random.choice(texts))
        for _ in range(random.randint(1, 3)):
            place = random.randint(0, len(text))
            text[place : place + random.randint(0, 1)] = random.choice(("", random.choice(letters)))
        found.append("".join(text))
    return found
