"""The oracle's rate of finding new faults: random grammars with one fault each.

python benches/mutants.py --seed 2

tests/oracle/test_grammar_mutants.py has 94 mutants of RFC 3986's rules, and the oracle's questions were made better until
it found them. These are others: of each rule up to one of each kind. Three minutes for a seed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "oracle"), str(TESTS.parent / "oracle")]

from test_grammar_mutants import EDITION, NAMED_AS, made_of, named  # noqa: E402

from support.grammar_mutants import GrammarMutant, grammar_mutants, rules_of  # noqa: E402 (from the tests' folder)


def outcome(mutant: GrammarMutant) -> str:
    """Return whether the fault is found, and the rules named."""
    found = named(mutant.automaton)
    if not found:
        return "not found"
    if any(rule in made_of(mutant.rule) or mutant.rule in made_of(rule) for rule in found):
        return "the rule is named, a part of it, or one that it is a part of"
    return "one that reads the same place" if found <= NAMED_AS.get(mutant.rule, set()) else "another rule is named"


def main() -> None:
    """Draw mutants, run the oracle and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=2)
    seed = parser.parse_args().seed
    counts: Counter[str] = Counter()
    for rule in rules_of(EDITION):
        for mutant in grammar_mutants(EDITION, rule, seed=seed):
            said = outcome(mutant)
            counts[said] += 1
            if said in {"not found", "another rule is named"}:
                print(f"{said}: {mutant}", flush=True)
    for said, count in counts.most_common():
        print(f"{count:4} of {counts.total()}: {said}")


if __name__ == "__main__":
    main()
