"""Complete test suites of cuts: texts that an edition accepts, each with its components.

A program that cuts decides for each component a language of *marked* texts: `//⟨h⟩?q` says that the host of `//h?q` is
`h`, and `?q` without marks that it has no host. The edition's own language of marked texts is regular, because a greedy
cut is (`grammar/readings.py`). So the partial W-method (`suites.py`) makes a suite of it, whose words prove that the
program's automaton of this component is the edition's, if it has no more states. To answer all words over one text, it
is enough to cut the text: so each text is here once, with all its components.

Words that are no text, or one that the edition refuses, are left out: the suite of texts decides what is accepted. One
character stands for each class, for the same reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from uriverse import _core
from uriverse.editions.model import Slot
from uriverse.editions.registry import Edition, EditionId, edition_of
from uriverse.grammar.algebra import difference, intersection, nothing, translate, union
from uriverse.grammar.alphabet import build_alphabet, refine
from uriverse.grammar.compilation import Compiled, compiled_whole, slots_of
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.effort import MAX_WORK, limited
from uriverse.grammar.readings import MARK, ignoring_marks, reading_automaton
from uriverse.grammar.rules import Characters
from uriverse.ground.argument_types import EDITION, takes
from uriverse.lab.cutting import Cutter
from uriverse.lab.suites import Suite


class CutCase(NamedTuple):
    """One test case: an accepted text, and its components; an undefined one is absent."""

    text: str
    components: Mapping[str, str]

    def as_line(self) -> str:
        """The case as one line of JSON, its end included."""
        return json.dumps(self._asdict()) + "\n"


@takes(edition=EDITION, max_work=int)
def cuts(edition: EditionId | Edition, *, max_work: int = 10 * MAX_WORK) -> Iterator[CutCase]:
    """Yield the complete suite of an edition's cuts: accepted texts with their components.

    A program that answers `suite` and these rightly cuts every text as the edition does, if for each component it
    distinguishes no more states than the edition, and treats the characters of a class alike.

    Args:
        edition: a built-in edition's id, or any Edition.
        max_work: the maximum number of steps for compiling the edition, and for each component's suite.

    Raises:
        UnknownEditionError: if no edition has that id.
        GrammarError: if the suite would exceed `max_work`.

    >>> import uriverse as uv
    >>> next(cut for cut in uv.lab.cuts("rfc3986") if "port" in cut.components)
    CutCase(text='//:', components={'authority': ':', 'host': '', 'port': '', 'path': ''})
    """
    source = edition_of(edition)
    compiled = compiled_whole(source, max_work)
    cutter = Cutter(source)
    components = dict.fromkeys(slot.component for slot in slots_of(source))
    texts: dict[str, None] = {}
    for component in components:
        with limited(max_work, file=source.grammar_file, rule=component):
            suite = Suite(marked_texts(compiled, component), component, classes=True)
        for word in suite:
            texts.setdefault(word.text.replace(MARK, ""))
    for text in texts:
        if _core.is_valid(text, edition=source):
            yield CutCase(text, components_of(cutter, text))


def components_of(cutter: Cutter, text: str) -> dict[str, str]:
    """The components of an accepted text, by the first reading that accepts it."""
    attempt = next(attempt for attempt in cutter.attempts(text) if attempt.failure is None)
    return {part.component: part.text for part in attempt.parts}


def marked_texts(compiled: Compiled, component: str) -> Automaton:
    """The texts that an edition accepts, with marks around a component where it is defined."""
    edition = compiled.edition
    judges = {}
    if any(slot.component == component for row in edition.authority for slot in row.slots):
        judges["authority"] = _first_of([row.slots for row in edition.authority], compiled, component, {})
    rows = [row.slots for row in edition.readings if not row.resolves_only]
    return intersection(_first_of(rows, compiled, component, judges), _with_marks(compiled.automaton()))


def _first_of(
    rows: Iterable[Sequence[Slot]], compiled: Compiled, component: str, judges: Mapping[str, Automaton]
) -> Automaton:
    """The marked texts of rows of slots, each text as the first row that accepts it reads it."""
    marked = earlier = nothing(compiled.alphabet)
    for slots in rows:
        texts = reading_automaton(slots, compiled, component, judges)
        marked = union(marked, difference(texts, _with_marks(earlier)))
        earlier = union(earlier, reading_automaton(slots, compiled))
    return marked


def _with_marks(automaton: Automaton) -> Automaton:
    """The same texts with marks anywhere."""
    mark = build_alphabet([Characters(((ord(MARK), ord(MARK)),))])
    return ignoring_marks(translate(automaton, refine(automaton.alphabet, mark)))
