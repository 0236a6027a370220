"""The base class of errors, and errors that need no edition: of grammars, of names, of percent-encoding.

The editions raise these errors, so this module must not import them.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Self
from uriverse.ground.near_names import did_you_mean, near_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class URIError(ValueError):
    """The base class of all errors of uriverse about a text or a grammar.

    Attributes:
        reason: what is wrong, as a stable word for programs.
    """

    if TYPE_CHECKING:
        # A property, for some subclasses have one; the others set it.
        @property
        def reason(self) -> str: ...

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    @classmethod
    def late(cls, judge: Callable[[], object]) -> Self:
        """The error that `judge` raises, which is called when an attribute is read: of most errors none is."""
        error = cls.__new__(cls)
        error._judge = judge
        return error

    _judge: Callable[[], object] | None = None

    def _settle(self) -> None:
        """Find the attributes of a late error."""
        judge = self._judge
        if judge is not None:
            try:
                judge()
            except URIError as error:
                self.__dict__ = {**error.__dict__, **self.__dict__}
                self.__dict__.pop("_judge", None)

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """An attribute of a late error."""
            self._settle()
            return super().__getattribute__(name)

    def __reduce__(self) -> tuple[Any, ...]:
        self._settle()
        # A constructor may have keyword arguments, so pickling restores the fields and the notes without it.
        return type(self).__new__, (type(self), *self.args), self.__dict__


class PercentError(URIError):
    """A percent sign that begins no triplet, or octets that are not in the charset.

    Attributes:
        text: the whole text.
        at: the position of the error, in characters.
        reason: "broken-triplet" or "charset".
        detail: what is wrong, in one sentence.
    """

    reason: str

    def __init__(self, *, text: str, at: int, reason: str, detail: str) -> None:
        super().__init__()
        self.text = text
        self.at = at
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        from uriverse.ground.masking import masked

        return f"{masked(self.detail)} at {self.at}\n{_core.pointed(self.text, self.at)}"


# Common names of the documents.
COMMON_NAMES = {"iri": "rfc3987", "std66": "rfc3986", "template": "rfc6570", "uri": "rfc3986", "zone": "rfc6874"}


# A longer list of words is not shown whole if one of them is near.
_MANY = 24
# How many of a longer list are shown.
_FIRST = 4


class UnknownWordError(URIError, LookupError):
    """An argument that is none of the words which it may be.

    Attributes:
        argument: the name of the argument.
        value: what was given.
        choices: the words.
        otherwise: what else the argument may be, or "".

    >>> import uriverse as uv
    >>> try:
    ...     uv.normalize("http://h/", level="cas")
    ... except uv.UnknownWordError as error:
    ...     print(error)
    level must be one of string, case, percent, path, syntax, scheme, not 'cas'; did you mean 'case'?
    """

    def __init__(self, argument: str, value: str, choices: Iterable[str], otherwise: str = "") -> None:
        super().__init__()
        self.argument = argument
        self.value = value
        self.choices = tuple(choices)
        self.otherwise = otherwise

    reason: str = "unknown-word"

    @property
    def nearest(self) -> tuple[str, ...]:
        """Up to three words that are like the value."""
        return near_names(self.value[:_LONGEST_WORD], self.choices)

    @property
    def _choices_clause(self) -> str:
        """What the choices have in common, as a clause of the message, or ""."""
        return ""

    def sentence(self, argument: str) -> str:
        """The message with another name for the argument, such as an option of a command."""
        from uriverse.ground.masking import masked

        value = masked(self.value)
        excerpt = repr(value if len(value) <= _LONGEST_WORD else f"{value[:_LONGEST_WORD]}...")
        words, near = self.choices, self.nearest
        if near and len(words) > _MANY:
            words = (*words[:_FIRST], f"... ({len(words)} words)")
        otherwise = f" or {self.otherwise}" if self.otherwise else ""
        listed = f"{', '.join(words)}{otherwise}{self._choices_clause}"
        return f"{argument} must be one of {listed}, not {excerpt}{did_you_mean(near)}"

    def __str__(self) -> str:
        return self.sentence(self.argument)


# Of a longer value so many characters are shown and compared.
_LONGEST_WORD = 100


class UnknownEditionError(UnknownWordError, KeyError):
    """No edition has this id."""

    reason = "unknown-edition"

    def __init__(self, edition: str, argument: str = "edition") -> None:
        super().__init__(argument, edition, _core.edition_ids())

    @property
    def edition(self) -> str:
        """What was given."""
        return self.value

    @property
    def nearest(self) -> tuple[str, ...]:
        """The edition of which this is a common name, or up to three similar ids."""
        common_name = COMMON_NAMES.get(self.value.lower())
        return super().nearest if common_name is None else (common_name,)

    def sentence(self, argument: str) -> str:
        """The message; the URL Standard is not an edition, but some functions take its name."""
        from uriverse.ground.argument_types import is_url_standard

        if is_url_standard(self.value):
            return (
                f"{argument} must be an edition: the URL Standard is an algorithm, not a grammar, and "
                'whatwg.URL has the parts of its URLs; "whatwg" is taken where texts are parsed, checked, explained, '
                "resolved, normalized or compared"
            )
        return super().sentence(argument)


class GrammarError(URIError):
    """A grammar that cannot be used, with its position and rule.

    Attributes:
        detail: what is wrong, in one sentence.
        file: the name of the grammar file.
        line: the line, from 1; None if the whole grammar is meant.
        rule: the rule's name, or None outside any rule.
        witness: a text that shows the fault, or None.
    """

    reason: str = "grammar"

    def __init__(
        self, detail: str, *, file: str, line: int | None = None, rule: str | None = None, witness: str | None = None
    ) -> None:
        super().__init__()
        self.detail = detail
        self.file = file
        self.line = line
        self.rule = rule
        self.witness = witness

    def __str__(self) -> str:
        from uriverse.ground.masking import masked

        place = self.file if self.line is None else f"{self.file}:{self.line}"
        rule = "" if self.rule is None else f" in rule {self.rule!r}"
        example = "" if self.witness is None else f" (for example {self.witness!r})"
        return masked(f"{place}{rule}: {self.detail}{example}")


class UnknownRuleError(UnknownWordError):
    """A rule that the edition does not have."""

    reason = "unknown-rule"

    def __init__(self, rule: str, choices: Iterable[str]) -> None:
        # Tables have the expressions of slots, too.
        super().__init__("rule", rule, (name for name in choices if " " not in name))

    @property
    def rule(self) -> str:
        """What was given."""
        return self.value


# Tracebacks show each class with its public name.
for _error in (URIError, PercentError, UnknownWordError, UnknownEditionError, GrammarError, UnknownRuleError):
    _error.__module__ = "uriverse.errors"
