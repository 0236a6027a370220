"""The engine against the slow twins, which follow each document's own steps, on generated bases and references."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from hypothesis import example, given

import twins
import uriverse as uv
from support.automata import EDITIONS, OF_REFERENCES, compiled, judge, table
from support.slow_components import COMPONENTS
from support.strategies import bases, examples, in_each, texts
from twins import normalization
from twins.appendix_b import split_authority
from twins.normalization import Reading
from twins.parts import Parts
from twins.reader import read
from uriverse import _core

OPTIONS = tuple(product((True, False), (None, "keep", "drop", "refuse"), (True, False)))


def engine_answer(edition: Any, base: str, reference: str, **options: Any) -> Any:
    """What the engine resolves to, in the twins' words; None where the edition's grammar refuses a text."""
    try:
        answer = uv.resolve(reference, base, edition=edition, **options)
    except uv.ResolutionError as error:
        return twins.Failure(error.reason)
    except uv.URISyntaxError:
        return None
    return twins.SameDocument(answer.fragment) if isinstance(answer, uv.SameDocument) else str(answer)


def is_uri(text: str, edition: Any) -> bool:
    """Whether the edition reads the text as a URI: what resolution may give and nothing else."""
    return uv.is_valid(text, edition=edition) and uv.parse(text, edition=edition).scheme is not None


@given(base=bases, reference=texts)
@example(base="http://a/b", reference="//:")  # a path to the grammars of two drafts, an authority to their expression
@examples(150)
@in_each("edition", OF_REFERENCES)
def test_resolution_agrees(edition: Any, base: str, reference: str) -> None:
    """Every choice of strictness and of superfluous parents gives what the document's steps give."""
    resolves_as = "rfc1808" if edition == "rfc1738" else edition
    for strict, excess_parents, new_request in OPTIONS:
        options = {"strict": strict, "excess_parents": excess_parents, "new_request": new_request}
        answer = engine_answer(edition, base, reference, **options)
        if answer is None:
            valid = [uv.is_valid(text, edition=resolves_as) for text in (base, reference)]
            assert not all(valid)
            continue
        assert answer == twins.resolve(
            edition, base, reference, accepts=lambda text: is_uri(text, resolves_as), **options
        )


@given(text=texts)
@examples(300)
@in_each("edition", EDITIONS)
def test_splitting_agrees(edition: Any, text: str) -> None:
    """The lenient split is Appendix B's expression, or RFC 1808's and RFC 1738's own steps."""
    found, parts = uv.split(text, edition=edition), twins.split(edition, text)
    for name in ("scheme", "authority", "path", "params", "query", "fragment"):
        assert getattr(found, name) == getattr(parts, name), name
    assert (found.userinfo, found.host, found.port_text) == split_authority(parts.authority)


@cache
def slow_reader(edition: str) -> tuple[Any, Any, Any]:
    """An edition's readings, what judges a text by a rule, and the automaton of its start rule."""
    automata = compiled(edition)
    return table(edition), judge(automata), automata.automaton()


@given(text=texts)
@examples(300)
@in_each("edition", EDITIONS)
def test_components_agree_with_the_slow_reader(edition: Any, text: str) -> None:
    """Reading by reading, slot by slot, judged by the automata: the same components, or the same refusal."""
    rows, accepts, start = slow_reader(edition)
    slow = read(rows, accepts, text) if start.accepts(text) or not rows.get("judged") else None
    assert (slow is not None) == uv.is_valid(text, edition=edition)
    if slow is not None:
        fast = uv.parse(text, edition=edition)
        assert {name: getattr(fast, name) for name in COMPONENTS} == {name: slow[name] for name in COMPONENTS}
        assert fast.port_text == slow["port"]
        assert fast.kind == slow["kind"]
        # Since RFC 3986 a reg-name is a form of host, not of authority.
        if "rfc3986" not in {edition, uv.EDITIONS[edition].based_on}:
            assert fast.reg_name == slow["reg_name"]


@given(text=texts)
@examples(200)
@in_each("edition", EDITIONS)
def test_normalization_agrees(edition: Any, text: str) -> None:
    """Each level that an edition has, by the steps to which its document gives a meaning."""
    rows, accepts, start = slow_reader(edition)
    rules = normalization.rules_of(edition, rows)

    def reading(text: str) -> Reading | None:
        found = read(rows, accepts, text) if start.accepts(text) else None
        if found is None:
            return None
        parts = Parts(**{name: found[name] for name in Parts.__dataclass_fields__})
        return Reading(parts, found["opaque"], found["userinfo"], found["host"], found["port"])

    if uv.is_valid(text, edition=edition):
        for level in uv.EDITIONS[edition].levels[1:]:
            slow = normalization.normalize(text, level, rules, reading)
            assert str(_core.normalize_generic(text, level=level, edition=edition)) == slow, level
