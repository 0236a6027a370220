"""Strategies for the pairs of queries, for URI templates, and for values of their variables."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from uriverse.ground.argument_types import check_argument
from uriverse.templates import Template

# The operators of each level of templates.
LEVELS_OF_TEMPLATES: Final[dict[int, tuple[str, ...]]] = {
    1: ("",),
    2: ("", "+", "#"),
    3: ("", *"+#./;?&"),
    4: ("", *"+#./;?&"),
}
# Letters, delimiters, a percent sign, and characters that must be encoded.
_TEXTS: Final = st.text(st.sampled_from("abc019-._~ &=+;%/?#[]{}'\u00e9\u4e2d\U0001f600"), max_size=8)


def query_pairs(*, max_size: int = 5) -> SearchStrategy[list[tuple[str, str | None]]]:
    """Return a strategy for the pairs of `uv.compose_query`; a value may be None, and names may repeat.

    Args:
        max_size: the maximum number of pairs.

    >>> from hypothesis import find
    >>> find(query_pairs(), lambda pairs: len(pairs) == 1 and pairs[0][1] is None)
    [('0', None)]
    """
    check_argument("max_size", max_size, int)
    return st.lists(st.tuples(_TEXTS.filter(bool), st.none() | _TEXTS), max_size=max_size)


def templates(level: int = 4) -> SearchStrategy[str]:
    """Return a strategy for texts of `Template`, up to a level (RFC 6570, section 1.2).

    Args:
        level: 1 for `{name}`; 2 adds `+` and `#`; 3 all operators and several variables; 4 modifiers.

    Raises:
        ValueError: there is no such level.

    >>> from hypothesis import find
    >>> find(templates(), lambda text: "*" in text)
    '{a*}'
    """
    check_argument("level", level, int)
    if level not in LEVELS_OF_TEMPLATES:
        raise ValueError(f"level is 1, 2, 3 or 4, not {level}")
    names = st.sampled_from(["a", "b", "c", "d.e", "%41"])
    modifiers = st.sampled_from(["", "*", ":1", ":20"]) if level == 4 else st.just("")
    variables = st.lists(st.tuples(names, modifiers).map("".join), min_size=1, max_size=3 if level > 2 else 1)
    operators = st.sampled_from(LEVELS_OF_TEMPLATES[level])
    expressions = st.tuples(operators, variables).map(lambda drawn: "{" + drawn[0] + ",".join(drawn[1]) + "}")
    literals = st.text(st.sampled_from("abc/.:?&=#-'\u00e9"), min_size=1, max_size=4)
    return st.lists(st.one_of(expressions, literals), max_size=5).map("".join)


def template_values(template: Template | str) -> SearchStrategy[dict[str, Any]]:
    """Return a strategy for the values of a template's variables: text, lists, pairs, None, or no value.

    A variable with a prefix modifier gets text, since the modifier applies to nothing else.

    Args:
        template: a template, or its text.

    >>> from hypothesis import find
    >>> find(template_values("/{a}{?b*}"), lambda values: len(values) == 2)
    {'a': None, 'b': None}
    """
    check_argument("template", template, (str, Template))
    parsed = Template(template) if isinstance(template, str) else template
    plain = st.none() | _TEXTS
    composite = st.lists(_TEXTS, max_size=3) | st.dictionaries(_TEXTS, st.none() | _TEXTS, max_size=3)
    with_prefix = {
        name for _, part in parsed.parts() if part is not None for name, prefix, _ in part[1] if prefix is not None
    }
    return st.fixed_dictionaries(
        {}, optional={name: plain if name in with_prefix else plain | composite for name in parsed.variables}
    )
