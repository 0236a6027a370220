"""Short texts and short grammars that would take hours or gigabytes are refused within a bound, and say which one."""

from __future__ import annotations

import pytest

import uriverse as uv
from support.automata import OF_REFERENCES
from support.limited import run_limited
from uriverse.grammar.effort import MAX_WORK, Effort, WorkExceeded, limited, spend
from uriverse.lab.repair import REPAIR_WORK

COMPILE = """
import uriverse as uv
try:
    uv.Edition.from_grammar({grammar}, start="a", file="bomb.abnf", max_work={max_work})
except uv.GrammarError as error:
    print(error.rule, error.line, error.detail)
else:
    print("compiled")
"""
CHAIN = r"""'a = a0\n' + '\n'.join(f'a{n} = "x" a{n + 1}' for n in range(3000)) + '\na3000 = "x"'"""
SETS = r"""'a = a0\n' + '\n'.join(f'a{n} = "x" (a{n + 1} / %x{n + 999:x})' for n in range(3000)) + '\na3000 = "x"'"""


@pytest.mark.parametrize(
    ("grammar", "max_work"),
    [
        (r"'a = 1*100b\nb = 1*100DIGIT'", MAX_WORK // 20),
        (r"'a = 1*99(1*99DIGIT)'", MAX_WORK),
        (r"""'a = "x:" *("y" / "z") "y" 40("y" / "z")'""", MAX_WORK),
        (r"""'a = 99999("x" / "xx")'""", MAX_WORK),
        (CHAIN, MAX_WORK // 20),
        (SETS, MAX_WORK // 20),
    ],
    ids=["repeated", "nested", "exponential", "long", "chain", "sets"],
)
def test_grammars(grammar: str, max_work: int) -> None:
    """Each is refused by the rule that grows too large, in 250 MB, or in 80 after a twentieth of the steps."""
    megabytes = 250 if max_work == MAX_WORK else 80
    code = COMPILE.format(grammar=grammar, max_work=max_work)
    name, line, reason = run_limited(code, megabytes=megabytes).strip().split(" ", 2)
    assert name.startswith("a") and int(line) > 0
    assert "states" in reason or f"{max_work:,} steps" in reason


def test_a_chain_that_is_empty_is_checked_once() -> None:
    """Thousands of rules that are nothing, each repeated: the check for endless repetition is linear."""
    code = r"""
import uriverse as uv
from uriverse.grammar.compilation import compile_grammar
from uriverse.grammar.notation import Notation, read_grammar
text = '\n'.join(f'a{n} = 1*3a{n + 1}' for n in range(3000)) + '\na3000 = ""'
print(len(compile_grammar(read_grammar(text, Notation()))))
"""
    assert run_limited(code, megabytes=600).strip() == "3001"


@pytest.mark.slow
def test_a_limit_can_be_raised_and_lowered() -> None:
    """`max_work` is an argument of what compiles; the error says which limit it was."""
    text = 'a = "x:" 1*50b\nb = 1*50DIGIT'
    with pytest.raises(uv.GrammarError, match=r"1,000 steps \(max_work\)"):
        uv.Edition.from_grammar('a = "x:" 1*9DIGIT', start="a", max_work=1000)
    with pytest.raises(uv.GrammarError, match="max_work"):
        uv.Edition.from_grammar(text, start="a", roles={"segment-nz": "1*50b"}, max_work=1_000_000)
    own = uv.Edition.from_grammar(text, start="a", roles={"segment-nz": "1*50b"}, max_work=10 * MAX_WORK)
    assert uv.is_valid("x:" + "1" * 2500, edition=own)
    assert not uv.is_valid("x:" + "1" * 2501, edition=own)
    with pytest.raises(ValueError, match="max_work must be at least 1"):
        uv.Edition.from_grammar("a = ALPHA", start="a", max_work=0)


def test_comparisons() -> None:
    """To compare two grammars takes steps as well, as many as both have states together."""
    with pytest.raises(uv.GrammarError, match="200,000 steps"):
        uv.lab.diff("rfc2396bis-00", "rfc3986", max_work=200_000)
    with pytest.raises(uv.GrammarError, match="200,000 steps"):
        uv.lab.diff("rfc1738", "rfc3986", max_work=200_000)
    assert uv.lab.diff("rfc2396", "rfc3986").changed


SUITE = """
import uriverse as uv
own = uv.Edition.from_grammar('a = "x:" b\\nb = 2000"y"', start="a", roles={"segment-nz": "b"})
try:
    uv.lab.suite(own, rule="b", max_work=4_000_000)
except uv.GrammarError as error:
    print(error.rule, error.detail)
"""


def test_suites() -> None:
    """A suite that would take too long to make ready, or too long to put, is refused before its first case."""
    assert "b it takes more than 4,000,000" in run_limited(SUITE, megabytes=125)
    with pytest.raises(uv.GrammarError, match="its suite has up to") as refused:
        uv.lab.suite("rfc3986", rule="ALPHA", extra=30)
    assert refused.value.rule == "ALPHA"


def test_suites_have_a_bound_that_holds() -> None:
    """The bound that `max_cases` is held against is never less than the number of cases."""
    for rule in ("dec-octet", "IPv6address", "URI-reference"):
        for extra in (0, 1) if rule == "dec-octet" else (0,):
            suite = uv.lab.suite("rfc3986", rule=rule, extra=extra)
            assert suite.size <= suite.most
    with pytest.raises(uv.GrammarError, match="1,000 are the limit"):
        uv.lab.suite("rfc3986", max_cases=1000)


@pytest.mark.parametrize(
    "text",
    [
        *("'//:@:' * 20000", "'http://h/' + 'a' * 200_000 + ' b c'", "'http://[' + ':' * 100_000"),
        *("'//' + '[' * 50_000", "'%' * 50_000", "'a b' * 30_000", "'http://h/' + chr(233) * 50_000"),
    ],
    ids=["userinfos", "long", "colons", "brackets", "percents", "spaces", "letters"],
)
def test_explanations(text: str) -> None:
    """In 500 MB a long text is explained by every edition; a repair that would take too many steps is left out."""
    code = f"import uriverse as uv; print(len(uv.lab.explain({text})))"
    assert int(run_limited(code, megabytes=500)) == len(OF_REFERENCES)


def test_a_repair_has_a_limit() -> None:
    """Fewer steps than the search takes, and there is no repair; each place of the port takes one at least."""
    assert repair("http://h/a b", REPAIR_WORK) == "http://h/a%20b"
    found = [repair("http://h:8x0/", work) for work in range(1, 100)]
    lacking = found.count(None)
    assert lacking >= len("8x0")
    assert found == [None] * lacking + ["http://h:80/"] * (len(found) - lacking)


def test_a_long_text_has_fewer_steps_for_its_repair() -> None:
    """Beyond 64 characters, by the square of the length, whatever `max_work` is: to repair takes linear time."""
    assert repair(f"http://h:{'8' * 500}x/", REPAIR_WORK) == f"http://h:{'8' * 500}/"
    # 4,000,000 / (10,000 / 64)² steps are fewer than the port has places.
    assert repair(f"http://h:{'8' * 10_000}x/", 100 * REPAIR_WORK) is None


def repair(text: str, max_work: int) -> str | None:
    refusal = uv.lab.explain(text, ["rfc3986"], max_work=max_work)["rfc3986"].refusal
    assert refusal is not None
    return refusal.repair


def test_steps_are_counted() -> None:
    """Inside a block and nowhere else; an inner block counts for itself."""
    spend(10**12)
    with limited(100) as outer:
        spend(60)
        with limited(100) as inner:
            spend(100)
        spend(40)
    assert (outer.spent, inner.spent) == (100, 100)
    with pytest.raises(uv.GrammarError, match="it takes more than 100 steps"), limited(100):
        spend(101)
    with pytest.raises(WorkExceeded):
        Effort(1).spend(2)
