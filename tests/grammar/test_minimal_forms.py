"""Rule trees become automata: what each accepts is what the operators of the notation mean."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from support.small_languages import LONGEST, grammar_of, language, trees, words_of
from uriverse.grammar.compilation import compile_grammar
from uriverse.grammar.minimization import minimize
from uriverse.grammar.rules import LAST_CODE_POINT, Literal, Node

OTHER = Literal("b:", case_sensitive=True)


@given(trees)
def test_an_automaton_accepts_what_its_tree_means(tree: Node) -> None:
    """Up to four characters, every string of the tree and no other; the form is minimal."""
    automaton = compile_grammar(grammar_of(it=tree, other=OTHER))["it"]
    expected = words_of(tree, LONGEST, {"other": OTHER}.__getitem__)
    assert language(automaton) == expected
    assert minimize(automaton) == automaton


@given(trees)
def test_the_alphabet_cuts_all_of_unicode(tree: Node) -> None:
    """Its classes are disjoint and leave nothing out, each with a representative of its own."""
    alphabet = compile_grammar(grammar_of(it=tree, other=OTHER))["it"].alphabet
    spans = sorted(span for ranges in alphabet.classes for span in ranges)
    assert spans[0][0] == 0
    assert spans[-1][1] == LAST_CODE_POINT
    assert all(high + 1 == low for (_, high), (low, _) in pairwise(spans))
    assert sum(high - low + 1 for ranges in alphabet.classes for low, high in ranges) == LAST_CODE_POINT + 1
    for index, letter in enumerate(alphabet.representatives):
        assert alphabet.classify(ord(letter)) == index
