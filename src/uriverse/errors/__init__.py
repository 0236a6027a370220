"""The exception tree: every error says where, which rule, what was expected and who can mend it.

Errors are logged, so `str` and `repr` of every error mask passwords and `args` is empty; attributes such as `text` are
whole.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from uriverse.editions.registry import Edition


class URIError(ValueError):
    """The root of all errors that uriverse raises about a text or a grammar."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class URISyntaxError(URIError):
    """A text that its edition refuses, with the place, the rule and what would have been right.

    Attributes:
        text: the whole text.
        at: where the trouble begins, counted in characters: the longest prefix that the rule could still complete.
        rule: the rule of the document that refuses it there.
        edition: the id of the edition, or a user's own Edition.
        component: the component in which it stands, or None where a rule was asked for by name.
        reason: what is wrong besides the grammar, in one sentence, or None where the rule says it all.

    >>> import uriverse as uv
    >>> try:
    ...     uv.parse("http://h/a b")
    ... except uv.URISyntaxError as error:
    ...     error.at, error.rule, error.clause
    (10, 'segment', 'RFC 3986, section 3.3')
    """

    def __init__(
        self,
        *,
        text: str,
        at: int,
        rule: str,
        edition: str | Edition,
        start: int = 0,
        end: int | None = None,
        accepts: str = "",
        component: str | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__()
        self.text = text
        self.at = at
        self.rule = rule
        self.edition = edition
        self.component = component
        self.reason = reason
        self._start = start
        self._end = len(text) if end is None else end
        self._accepts = accepts or rule

    @property
    def clause(self) -> str:
        """Where the document defines the rule: "RFC 3986, section 3.3"."""
        from uriverse.errors.diagnosis import clause

        return clause(self.edition, self.rule)

    @property
    def expected(self) -> tuple[str, ...]:
        """The document's literals (in quotes) and rule names that could have stood at the place."""
        from uriverse.errors.diagnosis import expected

        return expected(self.edition, self._accepts, self.text[self._start : self.at], self.text[self.at : self.at + 1])

    @property
    def hint(self) -> str:
        """What to do about it, in one sentence; "" where there is nothing better to say than `expected`."""
        from uriverse.errors.diagnosis import hint

        return hint(self)

    def __str__(self) -> str:
        from uriverse.errors.diagnosis import message

        return message(self)

    def __reduce__(self) -> tuple[Callable[..., URISyntaxError], tuple[Any, ...]]:
        fields = {name.lstrip("_"): value for name, value in self.__dict__.items()}
        return _rebuilt, (type(self), fields)


class ResolutionError(URIError):
    """A reference that cannot be resolved against a base.

    Attributes:
        reference, base: the texts.
        edition: the id of the edition whose rules resolve it, or a user's own Edition.
        reason: "base-not-absolute", "opaque-base", "excess-parents", "unreachable" or "result-refused".

    >>> import uriverse as uv
    >>> try:
    ...     uv.resolve("g", "mailto:a", edition="rfc2396")
    ... except uv.ResolutionError as error:
    ...     error.reason, error.clause
    ('opaque-base', 'RFC 2396, section 5')
    """

    def __init__(self, *, reference: str, base: str, edition: str | Edition, reason: str) -> None:
        super().__init__()
        self.reference = reference
        self.base = base
        self.edition = edition
        self.reason = reason

    @property
    def clause(self) -> str:
        """Where the document decides it: "RFC 2396, section 5"; the document alone where no one section does."""
        from uriverse.errors.diagnosis import resolution_clause

        return resolution_clause(self.edition, self.reason)

    def __str__(self) -> str:
        from uriverse.errors.diagnosis import resolution_message

        return resolution_message(self)

    def __reduce__(self) -> tuple[Callable[..., ResolutionError], tuple[Any, ...]]:
        return _rebuilt, (type(self), dict(self.__dict__))


class URLError(URIError):
    """A text of which the URL Standard's parser makes no URL.

    Attributes:
        text: the text.
        base: the serialized base, or None if none was given.
        error: the name of the validation error, such as "host-missing".
        at: the place of the error in the text, counted in characters.
        is_base: whether the text is the one that was given as the base.

    >>> from uriverse.whatwg import URL, URLError
    >>> try:
    ...     URL("https://example.org:99999/")
    ... except URLError as error:
    ...     error.error, error.at
    ('port-out-of-range', 20)
    """

    def __init__(self, *, text: str, at: int, error: str, base: str | None = None, is_base: bool = False) -> None:
        super().__init__()
        self.text = text
        self.at = at
        self.error = error
        self.base = base
        self.is_base = is_base

    @property
    def hint(self) -> str:
        """What to do about it, in one sentence; "" where there is nothing better to say than what is wrong."""
        from uriverse.whatwg.errors import hint

        return hint(self)

    def __str__(self) -> str:
        from uriverse.whatwg.errors import message

        return message(self)

    def __reduce__(self) -> tuple[Callable[..., URLError], tuple[Any, ...]]:
        return _rebuilt, (type(self), dict(self.__dict__))


class PercentError(URIError):
    """A percent sign that begins no triplet, or octets that are not in the charset.

    Attributes:
        text: the whole text.
        at: where the trouble begins, in characters.
        reason: what is wrong, in one sentence.
    """

    def __init__(self, *, text: str, at: int, reason: str) -> None:
        super().__init__()
        self.text = text
        self.at = at
        self.reason = reason

    def __str__(self) -> str:
        from uriverse.errors.diagnosis import pointed
        from uriverse.masking import masked

        return f"{masked(self.reason)} at {self.at}\n{pointed(self.text, self.at)}"

    def __reduce__(self) -> tuple[Callable[..., PercentError], tuple[Any, ...]]:
        return _rebuilt, (type(self), dict(self.__dict__))


class UnknownEdition(URIError, KeyError):
    """An id that no edition has, with the ids that there are."""

    def __init__(self, *, edition: str) -> None:
        super().__init__()
        self.edition = edition

    def __str__(self) -> str:
        from uriverse.editions.registry import EDITION_IDS
        from uriverse.masking import masked

        if self.edition == "whatwg":
            return (
                "the URL Standard is an algorithm, not a grammar: use uriverse.whatwg.URL(text), or give "
                "edition='whatwg' to resolve, normalize or equivalent"
            )
        nearest = _nearest(self.edition, list(EDITION_IDS)) or EDITION_IDS
        return f"there is no edition {masked(self.edition)!r}; did you mean {' or '.join(map(repr, nearest))}?"

    def __reduce__(self) -> tuple[Callable[..., UnknownEdition], tuple[Any, ...]]:
        return _rebuilt, (type(self), {"edition": self.edition})


class GrammarError(URIError):
    """A grammar that cannot be used: where it stands and which rule it is.

    Attributes:
        reason: what is wrong, in one sentence.
        file: the name of the grammar file.
        line: the line, from 1; None where the whole grammar is meant.
        rule: the rule's name, or None outside any rule.
        witness: a text that shows the fault, where there is one.
    """

    def __init__(
        self, reason: str, *, file: str, line: int | None = None, rule: str | None = None, witness: str | None = None
    ) -> None:
        super().__init__()
        self.reason = reason
        self.file = file
        self.line = line
        self.rule = rule
        self.witness = witness

    def __str__(self) -> str:
        from uriverse.masking import masked

        place = self.file if self.line is None else f"{self.file}:{self.line}"
        rule = "" if self.rule is None else f" in rule {self.rule!r}"
        shown = "" if self.witness is None else f" (for example {self.witness!r})"
        return masked(f"{place}{rule}: {self.reason}{shown}")

    def __reduce__(self) -> tuple[Callable[..., GrammarError], tuple[Any, ...]]:
        fields = dict(self.__dict__)
        return _rebuilt, (type(self), fields)


class UnknownRule(URIError, LookupError):
    """A rule that the edition does not have, with the nearest names that it has.

    Attributes:
        rule: the name that was asked for.
        nearest: up to three names of the edition that look like it.
    """

    def __init__(self, rule: str, known: Iterable[str]) -> None:
        super().__init__()
        self.rule = rule
        self.nearest = _nearest(rule, list(known))

    def __str__(self) -> str:
        from uriverse.masking import masked

        hint = f"; did you mean {' or '.join(map(repr, self.nearest))}?" if self.nearest else ""
        return f"there is no rule {masked(self.rule)!r}{hint}"

    def __reduce__(self) -> tuple[Callable[..., UnknownRule], tuple[Any, ...]]:
        return _rebuilt, (type(self), {"rule": self.rule, "known": self.nearest})


def _rebuilt(kind: type[Any], fields: dict[str, Any]) -> Any:
    """Make an error again from its fields, for pickling."""
    return kind(**fields)


def _nearest(word: str, known: list[str]) -> tuple[str, ...]:
    from difflib import get_close_matches

    by_lower = {name.lower(): name for name in known}
    return tuple(by_lower[name] for name in get_close_matches(word.lower(), list(by_lower), n=3, cutoff=0.5))
