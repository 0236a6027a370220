r"""Repair a text that an edition refuses: apply the cheapest edit at each refusal, from left to right.

Percent-encoding a character costs 1, inserting or replacing one 3, removing one 4; there are at most eight edits. Of
edits with the same cost, those nearest to the refusal win, because the text before it was valid; then the shortest
result, then the first in readable order: letters before digits before punctuation.
The edition must accept the result. Only delimiters are inserted, never data. Except for escapes, a repair only adds or
only removes characters, and it keeps the host: encoding "\" in `http://a\@b/` would send a browser to b instead of a,
so that is not a repair.

First the engine tests whether percent-encoding one character makes the slot valid or moves the refusal on. Otherwise
dynamic programming over (position, state), in the order of cost, finds the cheapest edits to a text that the slot's
automaton accepts. Before edits that cost more than removing one character, that removal is tried on the whole text,
because it may change the components.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uriverse import _core
from uriverse.errors import URLError
from uriverse.grammar.alphabet import readability
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.effort import Effort, WorkExceeded
from uriverse.grammar.tables import Tables
from uriverse.ground.records import NamedTuple, dataclass
from uriverse.lab.cutting import Cutter, Failure

MOST_EDITS: Final = 8
ENCODING, CHANGING, REMOVING = 1, 3, 4
# The maximum number of steps of the search for one repair: at most a few seconds and 50 MB.
REPAIR_WORK: Final = 4_000_000
# One step stores, or has the engine check, this many characters.
NODES_A_STEP: Final = 8
JUDGED_A_STEP: Final = 1024
# A repair should take linear time, as parsing does. Texts up to this length have all of the steps. Longer ones have
# fewer, divided by the square of the length, but at least the minimum.
SHORT: Final = 64
LEAST_WORK: Final = 256
# The characters that an edit may insert: the delimiters of RFC 3986, 2.2, and a template's braces. Others are data.
DELIMITERS: Final = ":/?#[]@{}"
_DATA: Final = "".join(chr(code) for code in range(128) if chr(code) not in DELIMITERS)

# US-ASCII in readable order: a text of ranks sorts letters before digits before punctuation.
_READABLE: Final = sorted(range(128), key=readability)
_RANKS: Final = {code: rank for rank, code in enumerate(_READABLE)}
_CODES: Final = dict(enumerate(_READABLE))


@dataclass(frozen=True, slots=True)
class Mended:
    """The result of edits: the new text, the number of edits and their cost."""

    text: str
    edits: int
    cost: int


def repaired(text: str, cutter: Cutter, tables: Callable[[], Tables], *, max_work: int = REPAIR_WORK) -> str | None:
    """The repaired text; None if eight edits are not enough, or if the search takes more than `max_work` steps.

    Args:
        text: a text that the edition refuses.
        cutter: the edition.
        tables: returns its decoded tables; only called if percent-encoding is not enough.
        max_work: the maximum number of steps (`NODES_A_STEP` and `JUDGED_A_STEP` say what one is). A text of more than
            64 characters has fewer.
    """
    effort = Effort(min(max_work, max(LEAST_WORK, REPAIR_WORK // (1 + (len(text) // SHORT) ** 2))))
    mended = _mended_wholly(text, cutter, tables, effort)
    return mended if mended is not None and _keeps_data(text, mended) else None


def _keeps_data(text: str, mended: str) -> bool:
    """Whether a repair, except for escapes, only adds or only removes characters, and keeps the host."""
    before, after = _browser_host(text), _browser_host(mended)
    # Ignore a browser that refuses the text or sees no host.
    if _host(text) != _host(mended) or (before is not None and after and after != before):
        return False
    (few, many) = sorted((_decoded(text), _decoded(mended)), key=len)
    rest = iter(many)
    return all(character in rest for character in few)


def _host(text: str) -> str | None:
    """The host of the lenient split, decoded; an IP literal without its brackets, which must stay unescaped."""
    authority = _core.split(text, edition="rfc3986").authority
    if authority is None:
        return None
    server = authority.rpartition("@")[2]
    if server.startswith("["):
        address, _, rest = server[1:].partition("]")
        return _decoded(address + rest.partition(":")[0])
    return _decoded(server.partition(":")[0] if server.count(":") == 1 else server)


def _browser_host(text: str) -> str | None:
    """The host by the URL Standard, with a base on another host; None if it refuses the text."""
    try:
        return _core.URL(text, "http://base.invalid/").hostname
    except URLError:
        return None


def _decoded(text: str) -> str:
    return _core.decode(text, errors="surrogateescape", malformed="keep")


def _mended_wholly(text: str, cutter: Cutter, tables: Callable[[], Tables], effort: Effort) -> str | None:
    budget = MOST_EDITS
    try:
        while budget > 0:
            effort.spend(_steps(text))
            failure = _failure(text, cutter)
            if failure is None:
                return text
            mended = _mended(text, failure, cutter, tables, budget, effort)
            if mended is None or mended.edits == 0 or mended.edits > budget:
                return None
            text = mended.text
            budget -= mended.edits
    except WorkExceeded:
        return None
    return text if cutter.accepts(text) else None


def _steps(text: str) -> int:
    return 1 + len(text) // JUDGED_A_STEP


def _failure(text: str, cutter: Cutter) -> Failure | None:
    """The failure to repair: of a slot, or of the whole text if the start rule checks it too."""
    if cutter.edition.judged:
        return None if cutter.accepts(text) else cutter.failure_of_whole(text)
    return cutter.failure(text)


def _mended(
    text: str, failure: Failure, cutter: Cutter, tables: Callable[[], Tables], most: int, effort: Effort
) -> Mended | None:
    # The nearest position before the refusal wins, so try backwards.
    places = range(failure.start, min(failure.at + 1, failure.end))[::-1]
    if failure.present:
        after = len(text) - failure.end
        for at in places:
            effort.spend(_steps(text))
            new = _encoded(text, at)
            if new is not None and cutter.accepts(new[failure.start : len(new) - after], failure.accepts):
                return Mended(new, 1, ENCODING)
    further = _further(text, failure, cutter, effort)
    if further is not None:
        return Mended(further, 1, ENCODING)
    searched = _searched(text, failure, tables, most, REMOVING, effort)
    if searched is not None:
        return searched
    for at in places:
        effort.spend(_steps(text))
        new = text[:at] + text[at + 1 :]
        if cutter.accepts(new):
            return Mended(new, 1, REMOVING)
    return _searched(text, failure, tables, most, REMOVING * most, effort)


def _encoded(text: str, at: int) -> str | None:
    """The text with one character percent-encoded; None if it has no octets."""
    triplets = percent_encoded(text[at])
    return None if triplets is None else text[:at] + triplets + text[at + 1 :]


def percent_encoded(character: str) -> str | None:
    """The triplets of a character's octets in UTF-8; a lone surrogate has none."""
    if "\ud800" <= character <= "\udfff":
        return None
    return "".join(f"%{octet:02X}" for octet in character.encode())


def _further(text: str, failure: Failure, cutter: Cutter, effort: Effort) -> str | None:
    """The text with the refused character, or a "%" just before it, encoded, if that moves the refusal on."""
    for at in (failure.at, failure.at - 1, failure.at - 2):
        if failure.start <= at < failure.end and (at == failure.at or text[at] == "%"):
            effort.spend(_steps(text))
            new = _encoded(text, at)
            if new is not None:
                failure_left = _failure(new, cutter)
                if failure_left is None or len(new) - failure_left.at < len(text) - failure.at:
                    return new
    return None


def _searched(
    text: str, failure: Failure, tables: Callable[[], Tables], most: int, max_cost: int, effort: Effort
) -> Mended | None:
    """The text with the slot repaired by the cheapest edits, if they cost at most `max_cost`."""
    slot = failure.slot
    ending = slot.close if slot is not None and not failure.present else ""
    if slot is not None and not failure.present and not ending:
        return None
    kept_out = _DATA if slot is None else _DATA + slot.stop + slot.close
    budget = max_cost - CHANGING * len(ending)
    content = text[failure.start : failure.end]
    # Each position of the content takes at least one step.
    effort.require(len(content))
    search = Search(content, tables().automaton(failure.accepts), kept_out, most, effort)
    outcome = search.outcome(budget)
    if outcome is None:
        return None
    mended = text[: failure.start] + outcome.text + ending + text[failure.end :]
    return Mended(mended, outcome.edits + len(ending), outcome.cost + CHANGING * len(ending))


class _EditPath(NamedTuple):
    """A path to a node of the search; of two with the same cost the smaller tuple is better.

    `early`: the distance of the first edit from the end of the content; `grown`: how much longer the result is than
    the used content; `ranks`: the result so far.
    """

    early: int
    grown: int
    ranks: str
    edits: int


class Search:
    """The cheapest edits that make an automaton over bytes accept a text.

    Dijkstra's algorithm over nodes: (how much of the content is used, state).
    """

    def __init__(self, content: str, automaton: Automaton, kept_out: str, most: int, effort: Effort) -> None:
        self.content = content
        self.effort = effort
        self.rows = automaton.transitions
        self.accepting = automaton.accepting
        self.classes = [automaton.alphabet.classify(octet) for octet in range(256)]
        letters = enumerate(automaton.alphabet.representatives)
        usable = [(letter.translate(_RANKS), index) for index, letter in letters if letter < "\x7f"]
        self.letters = sorted((rank, index) for rank, index in usable if rank.translate(_CODES) not in kept_out)
        self.moves: dict[int, list[tuple[int, str]]] = {}
        self.most = most
        self.settled: set[tuple[int, int]] = set()
        self.by_cost: list[list[tuple[int, int, _EditPath]]] = []
        self.waiting: dict[int, dict[int, _EditPath]] = {0: {0: _EditPath(0, 0, "", 0)}}

    def outcome(self, max_cost: int) -> Mended | None:
        """The edits; None if more than `most` are needed, or if they cost more than `max_cost`."""
        for cost in range(max_cost + 1):
            self._edit(cost - ENCODING, self._encode)
            self._edit(cost - CHANGING, self._change)
            self._edit(cost - REMOVING, self._remove)
            settled = self._settle()
            self.by_cost.append(settled)
            goals = [path for at, state, path in settled if at == len(self.content) and state in self.accepting]
            if goals:
                best = min(goals)
                return Mended(best.ranks.translate(_CODES), best.edits, cost)
        return None

    def _offer(self, at: int, state: int, path: _EditPath) -> None:
        self.effort.spend(1 + len(path.ranks) // NODES_A_STEP)
        if (at, state) not in self.settled:
            here = self.waiting.setdefault(at, {})
            if state not in here or path < here[state]:
                here[state] = path

    def _settle(self) -> list[tuple[int, int, _EditPath]]:
        """Settle all waiting nodes of this cost, and those reachable by the content's characters at no cost."""
        nodes = []
        places = sorted(self.waiting, reverse=True)
        while places:
            at = places.pop()
            for state, path in self.waiting.pop(at).items():
                self.settled.add((at, state))
                nodes.append((at, state, path))
                if at < len(self.content):
                    letter = self.content[at]
                    target = self._run(state, letter.encode("utf-8", "surrogatepass"))
                    if target != DEAD:
                        ranks = path.ranks + letter.translate(_RANKS)
                        self._offer(at + 1, target, _EditPath(path.early, path.grown, ranks, path.edits))
            if at + 1 in self.waiting and (not places or places[-1] != at + 1):
                places.append(at + 1)
        return nodes

    def _edit(self, cost: int, edit: Callable[[int, int, _EditPath], None]) -> None:
        if cost >= 0:
            for at, state, path in self.by_cost[cost]:
                if path.edits < self.most:
                    early = path.early if path.edits else len(self.content) - at
                    edit(at, state, _EditPath(early, path.grown, path.ranks, path.edits + 1))

    def _encode(self, at: int, state: int, path: _EditPath) -> None:
        triplets = percent_encoded(self.content[at]) if at < len(self.content) else None
        if triplets is not None:
            target = self._run(state, triplets.encode())
            if target != DEAD:
                ranks = path.ranks + triplets.translate(_RANKS)
                self._offer(at + 1, target, _EditPath(path.early, path.grown + len(triplets) - 1, ranks, path.edits))

    def _change(self, at: int, state: int, path: _EditPath) -> None:
        for target, rank in self._moves_of(state):
            ranks = path.ranks + rank
            self._offer(at, target, _EditPath(path.early, path.grown + 1, ranks, path.edits))
            if at < len(self.content):
                self._offer(at + 1, target, _EditPath(path.early, path.grown, ranks, path.edits))

    def _moves_of(self, state: int) -> list[tuple[int, str]]:
        """The targets of a state, each with the most readable character that leads there."""
        moves = self.moves.get(state)
        if moves is None:
            row = self.rows[state]
            first: dict[int, str] = {}
            for rank, index in self.letters:
                first.setdefault(row[index], rank)
            first.pop(DEAD, None)
            moves = self.moves[state] = list(first.items())
        return moves

    def _remove(self, at: int, state: int, path: _EditPath) -> None:
        if at < len(self.content):
            self._offer(at + 1, state, _EditPath(path.early, path.grown - 1, path.ranks, path.edits))

    def _run(self, state: int, octets: bytes) -> int:
        for octet in octets:
            state = self.rows[state][self.classes[octet]]
            if state == DEAD:
                return DEAD
        return state
