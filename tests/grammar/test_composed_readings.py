"""Readings composed into automata: a row of slots accepts what cutting greedily and judging each piece accepts."""

from __future__ import annotations

from itertools import product

import pytest

from support.small_languages import rule
from uriverse.editions.model import Slot
from uriverse.editions.registry import EDITIONS
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.proof import composition_claims
from uriverse.grammar.readings import composed, reading_automaton
from uriverse.grammar.tables import Tables, build_tables

RFC3986 = build_tables(compile_edition(EDITIONS["rfc3986"]))
LETTERS = "a0:/?#@[]"
TEXTS = ["".join(letters) for length in range(5) for letters in product(LETTERS, repeat=length)]


def cut(slots: tuple[Slot, ...], text: str) -> list[tuple[Slot, str]] | None:
    """The pieces of a text, slot by slot as `editions/README.md` says it, or None where it cannot be cut."""
    pieces, at = [], 0
    for slot in slots:
        rest = text[at:]
        if not rest.startswith(slot.open) or (slot.optional and slot.close and slot.close not in rest):
            if slot.optional:
                continue
            return None
        at += len(slot.open)
        rest = text[at:]
        if slot.bracket:
            if not rest.startswith("["):
                return None
            end = rest.index("]") + 1 if "]" in rest else len(rest)
        else:
            stops = slot.stop or slot.close
            places = [place for place, letter in enumerate(rest) if letter in stops]
            end = (max(places) if slot.last else min(places)) if places else len(rest)
        pieces.append((slot, rest[:end]))
        at += end
        if slot.close:
            if not text.startswith(slot.close, at):
                return None
            at += len(slot.close)
    return pieces if at == len(text) else None


SCHEME = Slot("scheme", "scheme", "scheme", close=":", stop=":/?#")
AUTHORITY = Slot("authority", "authority", "authority", open="//", stop="/?#")
PATH = Slot("path", "path-abempty", "segment", stop="?#")
QUERY = Slot("query", "query", "query", open="?", stop="#", optional=True)
FRAGMENT = Slot("fragment", "fragment", "fragment", open="#", optional=True)
USERINFO = Slot("userinfo", "userinfo", "userinfo", close="@", last=True, optional=True)
HOST = Slot("host", "reg-name", "host", stop=":", last=True)
LITERAL = Slot("host", "host", "host", bracket=True)
PORT = Slot("port", "port", "port", open=":", optional=True)


@pytest.mark.parametrize(
    "slots",
    [
        (SCHEME, PATH, QUERY, FRAGMENT),
        (SCHEME, AUTHORITY, PATH),
        (AUTHORITY, PATH, QUERY, FRAGMENT),
        (QUERY, FRAGMENT),
        (FRAGMENT,),
        (USERINFO, HOST, PORT),
        (USERINFO, LITERAL, PORT),
        (HOST, PORT),
        (),
    ],
    ids=lambda slots: "-".join(slot.component for slot in slots) or "nothing",
)
def test_a_row_is_what_cutting_and_judging_accepts(slots: tuple[Slot, ...]) -> None:
    """Tried on every text of up to four characters out of a letter, a digit and all delimiters."""
    automaton = reading_automaton(slots, RFC3986)
    rules = {slot: RFC3986.automaton(slot.accepts) for slot in slots}
    for text in TEXTS:
        pieces = cut(slots, text)
        judged = pieces is not None and all(rules[slot].accepts(piece) for slot, piece in pieces)
        assert automaton.accepts(text) == judged, text


def test_rows_together_accept_what_any_of_them_does() -> None:
    together = composed([(USERINFO, HOST, PORT), (FRAGMENT,)], RFC3986)
    assert together.accepts("a@b:1")
    assert together.accepts("#a")
    assert not together.accepts("a#b")


def test_a_claim_that_does_not_hold_comes_with_a_witness() -> None:
    """A reading that is left out is missed, with a shortest text that only it reads."""
    broken = Tables(**{**{name: getattr(RFC3986, name) for name in _fields(RFC3986)}, "readings": RFC3986.readings[1:]})
    refuted = [claim for claim in composition_claims(broken) if not claim.holds]
    assert [claim.subject for claim in refuted] == ["readings"]
    witness = refuted[0].counterexample
    assert witness is not None
    assert rule('ALPHA "://" *VCHAR').accepts(witness)


def _fields(tables: Tables) -> list[str]:
    return [name for name in Tables.__dataclass_fields__ if tables.__dataclass_fields__[name].init]
