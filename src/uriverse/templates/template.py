"""`Template`: a URI template as an immutable value.

The edition `rfc6570` checks the text, so an error has the position, the rule and the expected characters. The compiled
module expands templates.
"""

from __future__ import annotations

from uriverse._core import CompiledTemplate, is_valid, parse
from uriverse.errors import URISyntaxError
from uriverse.ground.argument_types import check_argument
from uriverse.ground.later import pydantic_serializer
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final
from uriverse.ground.masking import masked
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriverse._core import Text

EDITION: Final = "rfc6570"
# Half the time of a call of a NamedTuple.
_tuple = tuple.__new__


class TemplateMatch(NamedTuple):
    """The values with which a template expands to a reference.

    Attributes:
        values: each defined variable with its value: a str, a list of str, or a dict or list of pairs for `{name*}`.
        other: another set of values with the same expansion, or None.
    """

    values: dict[str, Any]
    other: dict[str, Any] | None

    @property
    def is_ambiguous(self) -> bool:
        """Whether other values give the same reference."""
        return self.other is not None


class Template(CompiledTemplate):
    """A URI template, immutable and hashable; `str(template)` is its text.

    The one departure from the printed grammar is the erratum in the edition's table: a literal may have "'", because
    section 2.1 copies all characters of URIs. The operators that section 2.2 reserves for extensions ("=", ",", "!",
    "@", "|") are refused, because no document defines them.

    `expand` runs in the compiled module.

    Attributes:
        text: the text of the template.
        variables: the names of the variables, each once, in the order in which they first appear.
        bound: values from `expand_partial` that the text cannot express yet.

    Raises:
        URISyntaxError: the text is not a template; with the position, the rule and what was expected.

    >>> template = Template("/search{?q,page}")
    >>> template.variables
    ('q', 'page')
    >>> Template("/search{?q,page")
    Traceback (most recent call last):
        ...
    uriverse.errors.URISyntaxError: the text ends at 15: rule 'expression' of RFC 6570, section 2.2 refuses it
      /search{?q,page
                     ^
    expected varchar or "*" or "," or "." or ":" or "}"
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Template:
        check_argument("text", text, str)
        return cls._new(text, {})

    @classmethod
    def _new(cls, text: str, bound: dict[str, Any]) -> Template:
        # "$" is allowed exactly where an apostrophe is, so the printed grammar checks both.
        if not is_valid(text.replace("'", "$"), edition=EDITION):
            raise _refusal(text)
        try:
            return super().__new__(cls, text, bound)
        except ValueError as error:
            at = error.args[0]
            raise URISyntaxError(
                text=text,
                at=at,
                rule="op-reserve",
                edition=EDITION,
                reason="operator-reserved",
                detail=f"RFC 6570 reserves the operator {text[at : at + 1]!r} for future extensions",
            ) from None

    def expand_partial(
        self, values: Mapping[str, Any] | None = None, /, *, dot_segments: bool = False, **given: Any
    ) -> Template:
        """Expand some variables and return a template of the others; None makes a variable undefined.

        `t.expand_partial(a).expand(b)` is `t.expand({**a, **b})`. If the text cannot express a value, as `{x,y}` with
        only y known, the expression stays and the value is in `bound`.

        Args:
            values, dot_segments, given: as for `expand`.

        Raises:
            TypeError, ValueError: as `expand`.

        >>> Template("https://h/{user}{?q,page}").expand_partial(user="me", q="cat")
        Template('https://h/me?q=cat{&page}')
        """
        from uriverse.templates.partial import partially_expanded

        self.expand(values, dot_segments=dot_segments, **given)
        bound = {**self.bound, **{name: values[name] for name in self.variables if values and name in values}, **given}
        return self._new(*partially_expanded(self, bound))

    def match(self, reference: Text) -> TemplateMatch | None:
        """Find the values with which the template expands to a reference, or None.

        `expand(match.values)` is the reference, byte for byte: normalize it first to accept other spellings. If several
        sets of values have that expansion, the match has a second one. Equivalent values count as one, preferably: an
        undefined variable before an empty one if both expand to nothing; a str before a list of one, but a list for
        `{name*}`; a list before pairs, unless "=" shows that they are pairs; strings before lists where commas separate
        variables.

        Args:
            reference: the text, or a reference.

        Raises:
            ValueError: the first 200 candidate matches, or the first 2,000 candidate values, all fail (only with
                variables that occur twice or that explode); or template and text are too long: time and memory grow
                with the product of both, up to 200 million steps.

        >>> Template("/files{/path*}").match("/files/a/b%2Fc").values
        {'path': ['a', 'b/c']}
        >>> found = Template("{name}{.extension}").match("a.tar.gz")
        >>> found.values, found.other
        ({'name': 'a.tar', 'extension': 'gz'}, {'name': 'a.tar.gz'})
        """
        match = self.matched(reference)
        return None if match is None else _tuple(TemplateMatch, match)

    __pydantic_serializer__ = property(pydantic_serializer)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from uriverse.errors.pydantic_schema import text_schema

        return text_schema(lambda value: value if isinstance(value, cls) else cls(value), "uri-template")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({masked(self.text)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Template):
            return NotImplemented
        return self.text == other.text and self.bound == other.bound

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.text, self.bound)


def restored(text: str, bound: dict[str, Any]) -> Template:
    """A pickled template, with the values that are bound."""
    return Template._new(text, bound)


def _refusal(text: str) -> URISyntaxError:
    """The syntax error of a text that is not a template."""
    try:
        parse(text.replace("'", "$"), edition=EDITION)
    except URISyntaxError as error:
        at = error.at
    # The text before an accepted apostrophe is a whole template, so the expected characters depend on the rest.
    start = text.rfind("'", 0, at) + 1
    is_inside = text.rfind("{", 0, at) > text.rfind("}", 0, at)
    return URISyntaxError(
        text=text,
        at=at,
        rule="expression" if is_inside else "literals",
        edition=EDITION,
        start=start,
        accepts="URI-Template",
    )
