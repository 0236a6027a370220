"""The smallest automaton that explains an implementation, learned from its answers.

The learner asks whether texts are accepted. Two texts lead to one state if every suffix that is tried after both gets
the same answers. A tree holds the suffixes: a text goes down it by its answers and comes to the leaf of its state
(Kearns & Vazirani 1994). A text that the automaton then judges differently from the implementation gives a new suffix,
by which a state becomes two (Rivest & Schapire 1993). It ends when the automaton answers all known texts as the
implementation does: the complete suites of the editions, and texts changed at random.

At the end the automaton's own complete suite is asked (`uriverse.lab.suites`), with one letter for those that it
treats alike. So what is learned is sound in this sense: of all programs that have no more states, it is the only one
that gives these answers. A program that counts (a port below 65536, a label of 63 letters) has no automaton of a few
states; then there is no result. A letter stands for a class of characters that no edition tells apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Final, Self

from uriverse.ground.argument_types import CALLABLE, takes
from uriverse.ground.masking import masked_repr
from uriverse.lab.identifiers import Complete
from uriverse.lab.suites import Suite

Ask = Callable[[Sequence[str]], Sequence[bool]]

MOST_STATES: Final = 400
MOST_QUESTIONS: Final = 300_000


@dataclass(frozen=True)
class Learned:
    """An automaton over some letters.

    Attributes:
        letters: the characters that it reads.
        transitions: for each state, the first being the start, the next state by each letter.
        accepting: the states in which a text may end.
        questions: how many texts were asked; it answers all of them as the implementation does.
        prefix: what stands before every text that was asked.
    """

    letters: str
    transitions: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]
    questions: int = 0
    prefix: str = ""

    def __repr__(self) -> str:
        return masked_repr(self)

    @cached_property
    def index(self) -> dict[str, int]:
        """The column of each letter."""
        return {letter: place for place, letter in enumerate(self.letters)}

    def run(self, text: str) -> int:
        """The state after a text of its letters."""
        state, index = 0, self.index
        for letter in text:
            state = self.transitions[state][index[letter]]
        return state

    def accepts(self, text: str) -> bool:
        """Whether the implementation accepts a text, as far as the automaton explains it.

        >>> even = Learned("a", ((1,), (0,)), frozenset({0}))
        >>> even.accepts("aa"), even.accepts("a")
        (True, False)
        """
        return self.run(text) in self.accepting

    def as_data(self) -> dict[str, Any]:
        """Plain data, for a file."""
        return {
            "letters": self.letters,
            "transitions": [list(row) for row in self.transitions],
            "accepting": sorted(self.accepting),
            "questions": self.questions,
            "prefix": self.prefix,
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> Self:
        """The automaton of `as_data`."""
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
    """The smallest automaton that answers as `ask` does; None where it would be larger than allowed.

    Args:
        ask: whether each of some texts is accepted; always the same answer for the same text.
        letters: the characters of the texts.
        suffixes: suffixes of which one is probably accepted after every state but the dead one.
        known: texts that the automaton must judge rightly in the end.
        prefix: what is put before every text that is asked, such as "http://".
        most_states, most_questions: where to give up.

    >>> found = learn(lambda texts: [text.count("a") % 3 == 0 for text in texts], "ab", known=["aaab", "ab"])
    >>> found.transitions, found.accepting
    (((1, 0), (2, 1), (0, 2)), frozenset({0}))
    """
    learner = _Learner(lambda texts: ask([prefix + text for text in texts]), letters, ("", *suffixes))
    # Letters that the automaton does not read are left out.
    learner.ask_missing(text for text in known if set(text) <= set(letters))
    most_questions += len(learner.answers)
    place = agreed = 0
    checked: tuple[tuple[int, ...], ...] | None = None
    while True:
        learner.complete()
        if len(learner.access) > most_states or len(learner.answers) > most_questions:
            return None
        # Everything that was asked: what the tree's suffixes tell apart, the automaton tells apart in the end.
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
    """The texts that tell an automaton from every other of no more states; of letters that it treats alike one."""
    columns = dict(reversed([(column, place) for place, column in enumerate(zip(*machine.transitions, strict=True))]))
    places = sorted(columns.values())
    rows = tuple(tuple(row[place] for place in places) for row in machine.transitions)
    accepting = bytes(state in machine.accepting for state in range(len(rows)))
    automaton = Complete(rows, accepting, bytes(len(rows)), len(rows))
    return (case.text for case in Suite.of_complete(automaton, "learned", [machine.letters[each] for each in places]))


@dataclass(eq=False)
class _Node:
    """A node of the tree: a suffix with the nodes for its two answers, or the leaf of a state (None: not seen yet)."""

    suffix: str | None = None
    below: dict[bool, _Node] = field(default_factory=dict)
    state: int | None = None


class _Learner:
    """The tree of suffixes, the access word of each state, and the transitions that are known."""

    def __init__(self, ask: Ask, letters: str, suffixes: Sequence[str]) -> None:
        self.letters = letters
        self.answers: dict[str, bool] = {}
        self.access: list[str] = []
        self.rows: list[list[int]] = []
        self._index = {letter: place for place, letter in enumerate(letters)}
        self._ask = ask
        self._leaves: list[_Node] = []
        # A text after which none of the suffixes is accepted goes down all of them.
        self._root = node = _Node()
        for suffix in dict.fromkeys(suffixes):
            node.suffix, node.below = suffix, {True: _Node(), False: _Node()}
            node = node.below[False]
        # Transitions to find, and the node from which to go down: those to a state that became two start there.
        self._open: list[tuple[int, int, _Node]] = []
        self._sift([("", self._root)])

    def ask_missing(self, texts: Iterable[str]) -> None:
        """Ask what is not known yet."""
        missing = [text for text in dict.fromkeys(texts) if text not in self.answers]
        if missing:
            self.answers.update(zip(missing, self._ask(missing), strict=True))

    def complete(self) -> None:
        """Find all transitions, and the states to which they lead."""
        while self._open:
            work, self._open = self._open, []
            targets = self._sift([(self.access[state] + self.letters[place], node) for state, place, node in work])
            for (state, place, _), target in zip(work, targets, strict=True):
                self.rows[state][place] = target

    def _sift(self, words: Sequence[tuple[str, _Node]]) -> list[int]:
        """The state of each word, from a node down; a word that comes to a leaf not seen yet is a new state."""
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
        """The transitions, and the states in which a text may end."""
        accepting = frozenset(state for state, word in enumerate(self.access) if self.answers[word])
        return tuple(map(tuple, self.rows)), accepting

    def agrees(self, text: str) -> bool:
        """Whether the automaton answers a text as the implementation does."""
        return self.answers[self.access[self._run(text)]] == self.answers[text]

    def part(self, text: str) -> None:
        """Make two states of one, by a text that the automaton judges wrongly.

        The part of the text that was read is replaced by its state's access word, more and more of it. At first the
        answer is the implementation's, at last the automaton's. Where it changes, the word of the transition there and
        the access word of the state to which it was thought to lead are answered differently with the rest of the text.
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
    """Texts with one to three letters replaced, removed or put in, always the same ones."""
    random = Random(f"changed {seed}")
    found = []
    for _ in range(count):
        text = list(random.choice(texts))
        for _ in range(random.randint(1, 3)):
            place = random.randint(0, len(text))
            text[place : place + random.randint(0, 1)] = random.choice(("", random.choice(letters)))
        found.append("".join(text))
    return found
