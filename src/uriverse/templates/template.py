"""A URI template as a value: what it is made from, and what can be done with it.

Goes in: a text. Comes out: a `Template`, whose expansion runs in the compiled module. The edition `rfc6570` judges the
text, so an error says the place, the rule and what was expected there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from uriverse._core import CompiledTemplate, is_valid, parse, split
from uriverse.errors import URISyntaxError
from uriverse.ground.argument_types import TEXT, check_argument
from uriverse.ground.later import pydantic_serializer
from uriverse.ground.masking import masked
from uriverse.templates.matching import TemplateMatch, matched
from uriverse.templates.partial import partially_expanded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse._core import Text

EDITION: Final = "rfc6570"


class Template(CompiledTemplate):
    """A URI template, immutable and hashable; `str(template)` is its text.

    One departure from the printed grammar is the erratum in the edition's table: a literal may hold "'", which section
    2.1 copies as it copies every character that a URI may have. The operators that section 2.2 reserves for future
    extensions ("=", ",", "!", "@", "|") are refused, since no document says what they mean.

    `expand` runs in the compiled module.

    Attributes:
        text: the text of the template.
        variables: the names of the variables, each once, in the order in which they first appear.
        bound: the values that `expand_partial` has taken and that the text cannot show yet.

    Raises:
        URISyntaxError: the text is not a template; with the place, the rule and what was expected.

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
        return cls._made(text, {})

    @classmethod
    def _made(cls, text: str, bound: dict[str, Any]) -> Template:
        # A "$" stands wherever an apostrophe may stand, and nowhere else: so the printed grammar judges both.
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
        """Give the template that is left when some values are known; None says that a variable is undefined.

        `t.expand_partial(a).expand(b)` is `t.expand({**a, **b})`. Where the text cannot say so, the expression stays as
        it is and the template remembers the value: `{x,y}` with y alone known. Then the values are in `bound`.

        Args:
            values, dot_segments, given: as for `expand`.

        Raises:
            TypeError, ValueError: as `expand`.

        >>> Template("https://h/{user}{?q,page}").expand_partial(user="me", q="cat")
        Template('https://h/me?q=cat{&page}')
        """
        self.expand(values, dot_segments=dot_segments, **given)
        known = {**self.bound, **{name: values[name] for name in self.variables if values and name in values}, **given}
        return self._made(*partially_expanded(self, known))

    def match(self, reference: Text) -> TemplateMatch | None:
        """Find the values with which the template gives a reference, or None if there are none.

        `expand(match.values)` is the reference, byte for byte: normalize it first if another spelling should do. Where
        several sets of values give it, the match reports a second one. Values that expand alike are reported as one: an
        undefined variable rather than an empty one if both leave nothing; a str rather than a list of one, and a list
        for `{name*}`; a list rather than the same as pairs, unless "=" shows that they are pairs; strings rather than
        lists where commas separate variables.

        Args:
            reference: the text, or a reference.

        Raises:
            ValueError: the template can be read in more than 200 ways, or its values in more than 2,000, and none of
                the first holds (only with variables that stand in it twice or that explode); or template and text are
                together too long: the time and memory needed grow with the product of both, and 200 million steps are
                the limit.

        >>> Template("/files{/path*}").match("/files/a/b%2Fc").values
        {'path': ['a', 'b/c']}
        >>> found = Template("{name}{.extension}").match("a.tar.gz")
        >>> found.values, found.other
        ({'name': 'a.tar', 'extension': 'gz'}, {'name': 'a.tar.gz'})
        """
        values = self.route_values(reference)
        if values is not NotImplemented:
            return None if values is None else TemplateMatch(values, None)
        check_argument("reference", reference, TEXT)
        return matched(self, split(reference).text)

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
        return _again, (type(self), self.text, self.bound)


def _again(kind: type[Template], text: str, bound: dict[str, Any]) -> Template:
    return kind._made(text, bound)


def _refusal(text: str) -> URISyntaxError:
    """Say of a text that is not a template what its literal or its expression lacks."""
    try:
        parse(text.replace("'", "$"), edition=EDITION)
    except URISyntaxError as error:
        at = error.at
    # Before an apostrophe that was let through stands a whole template: what is expected depends on what follows it.
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
