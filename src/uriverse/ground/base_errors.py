"""The base class of errors, and errors that need no edition: of grammars, of names, of percent-encoding.

The editions raise these errors, so this module must not import them.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.lean_typing import TYPE_CHECKING, Any
from uriverse.ground.near_names import near_names, nearest_or_all

if TYPE_CHECKING:
    from collections.abc import Iterable


class URIError(ValueError):
    """The base class of all errors of uriverse about a text or a grammar."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
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


class UnknownEditionError(URIError, KeyError):
    """No edition has this id."""

    def __init__(self, edition: str) -> None:
        super().__init__()
        self.edition = edition

    def __str__(self) -> str:
        from uriverse.ground.argument_types import is_url_standard
        from uriverse.ground.masking import masked

        if is_url_standard(self.edition):
            return (
                "the URL Standard is an algorithm, not a grammar: use uriverse.whatwg.URL(text), or give "
                "edition='whatwg' to parse, is_valid, explain, resolve, normalize or equivalent"
            )
        ids: list[str] = [*_core.edition_ids()]
        known = COMMON_NAMES.get(self.edition.lower())
        advice = f"; did you mean {known!r}?" if known else nearest_or_all(self.edition, ids)
        return f"there is no edition {masked(self.edition)!r}{advice}"


class GrammarError(URIError):
    """A grammar that cannot be used, with its position and rule.

    Attributes:
        reason: what is wrong, in one sentence.
        file: the name of the grammar file.
        line: the line, from 1; None if the whole grammar is meant.
        rule: the rule's name, or None outside any rule.
        witness: a text that shows the fault, or None.
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
        from uriverse.ground.masking import masked

        place = self.file if self.line is None else f"{self.file}:{self.line}"
        rule = "" if self.rule is None else f" in rule {self.rule!r}"
        shown = "" if self.witness is None else f" (for example {self.witness!r})"
        return masked(f"{place}{rule}: {self.reason}{shown}")


class UnknownRuleError(URIError, LookupError):
    """A rule that the edition does not have, with the nearest names, or all.

    Attributes:
        rule: the name that was requested.
        nearest: up to three similar names of the edition.
    """

    def __init__(self, rule: str, known: Iterable[str]) -> None:
        super().__init__()
        self.rule = rule
        self._known = [name for name in known if " " not in name]  # tables have slot expressions, too

    @property
    def nearest(self) -> tuple[str, ...]:
        return near_names(self.rule, self._known)

    def __str__(self) -> str:
        from uriverse.ground.masking import masked

        advice = nearest_or_all(self.rule, self._known) if self._known else ""
        return f"there is no rule {masked(self.rule)!r}{advice}"


# Tracebacks show each class with its public name.
for _error in (URIError, PercentError, UnknownEditionError, GrammarError, UnknownRuleError):
    _error.__module__ = "uriverse.errors"
