"""Django: a validator for fields of models and forms. It works without Django too, as a callable that raises.

`uriverse.integrations.django_fields` has a model field and a form field.

>>> from uriverse.integrations.django import ReferenceValidator
>>> validate = ReferenceValidator(schemes=["https"])
>>> validate("https://h/")

`validate("http://h/")` raises "http://h/ is refused: the scheme must be https, not http".
"""

from __future__ import annotations

import sys
from typing import Any

from uriverse._core import URI, URIReference
from uriverse.policies import Policy


def refusal(error: Exception, message: str | None, code: str, value: Any) -> Exception:
    """The error of a refused value: Django's `ValidationError` if Django is loaded, otherwise a `ValueError`."""
    django = sys.modules.get("django.core.exceptions")
    if django is None:
        return ValueError(message or str(error))
    # Django formats the message with the parameters, and a reason shows the text, such as "http://h/%41".
    reason = message or str(error).replace("%", "%%")
    result: Exception = django.ValidationError(reason, code=code, params={"value": value})
    return result


class ReferenceValidator:
    """Accepts texts that are references and that a policy admits.

    Raises Django's `ValidationError`, with a code and the reason, if Django is loaded, otherwise `ValueError`.
    Validators with equal arguments are equal, and `deconstruct` supports migrations.

    Args:
        relative: whether relative references are accepted too.
        message: replaces the reason.
        code: the code of the error.
        limits: the arguments of `uv.Policy.any`, such as `schemes` and `hosts`; lists can be written into migrations.
    """

    def __init__(
        self, *, relative: bool = False, message: str | None = None, code: str = "invalid", **limits: Any
    ) -> None:
        self.kind: type[URIReference] = URIReference if relative else URI
        self.message = message
        self.code = code
        self.policy: Policy = Policy.any(**limits)
        self._arguments: dict[str, Any] = {"relative": relative, "message": message, "code": code, **limits}

    def __call__(self, value: str) -> None:
        """Raise an error unless the value is such a reference.

        Raises:
            ValidationError: it is not, and Django is loaded.
            ValueError: it is not.
        """
        try:
            self.policy.read(value, self.kind)
        except (TypeError, ValueError) as error:
            raise refusal(error, self.message, self.code, value) from None

    def deconstruct(self) -> tuple[str, tuple[()], dict[str, Any]]:
        return f"{type(self).__module__}.{type(self).__qualname__}", (), dict(self._arguments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceValidator) and self._arguments == other._arguments

    def __hash__(self) -> int:
        return hash((self.kind, self.policy, self.message, self.code))
