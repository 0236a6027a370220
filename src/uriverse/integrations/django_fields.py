"""Django: a field of models and a field of forms whose values are references.

    class Hook(models.Model):
        url = ReferenceField(policy=uv.Policy(schemes={"https"}), max_length=700)

    class HookForm(forms.Form):
        url = ReferenceFormField(policy=uv.Policy(schemes={"https"}))

Without `kind` they hold `uv.URL`. A `ModelForm` makes the second of the first.
"""

from __future__ import annotations

from typing import Any

from uriverse._core import URIReference, WebURL
from uriverse.ground.extras import Extra
from uriverse.integrations.django import refusal
from uriverse.integrations.fields import policy_for
from uriverse.policies import Policy
from uriverse.policies.policy import FIELDS, as_kind

with Extra("django", "django", __name__):
    from django import forms
    from django.db import models
    from django.db.migrations.serializer import BaseSerializer, serializer_factory
    from django.db.migrations.writer import MigrationWriter


class _Reading:
    """What both fields do: read a text as a reference that a policy admits. An empty text stays empty."""

    kind: type[URIReference]
    policy: Policy

    def _read(self, value: Any) -> Any:
        if value is None or value == "":
            return value
        try:
            return self.policy.read(value, self.kind)
        except (TypeError, ValueError) as error:
            raise refusal(error, None, "invalid", value) from None

    def run_validators(self, value: Any) -> None:
        """Run the validators, those of Django among them, on the text."""
        super().run_validators(value if value is None else str(value))  # type: ignore[misc]


class ReferenceFormField(_Reading, forms.CharField):  # type: ignore[misc, unused-ignore]
    """A field of forms; `cleaned_data` has the reference.

    Args:
        kind: `uv.URL`, `uv.URI`, `uv.RelativeReference`, or `uv.URIReference`.
        policy: which of them are allowed; None for all.
        options: the arguments of Django's `CharField`.
    """

    def __init__(self, *, kind: type[URIReference] = WebURL, policy: Policy | None = None, **options: Any) -> None:
        self.kind, self.policy = kind, policy_for(kind, policy)
        super().__init__(**options)

    def to_python(self, value: Any) -> Any:
        return self._read(super().to_python(value))


class ReferenceField(_Reading, models.CharField):  # type: ignore[misc, type-arg, unused-ignore]
    """A field of models, stored as text. The policy holds for what is written; a row is read without it.

    Args:
        kind: `uv.URL`, `uv.URI`, `uv.RelativeReference`, or `uv.URIReference`.
        policy: which of them are allowed; None for all.
        options: the arguments of Django's `CharField`, such as `max_length`.
    """

    def __init__(
        self, *args: Any, kind: type[URIReference] = WebURL, policy: Policy | None = None, **options: Any
    ) -> None:
        self.kind, self.policy = kind, policy_for(kind, policy)
        super().__init__(*args, **options)

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        """Return the reference of a row; one that is not such a reference raises `URISyntaxError` or `ValueError`."""
        del expression, connection
        return as_kind(value, self.kind, self.policy.edition) if value else value

    def to_python(self, value: Any) -> Any:
        return self._read(value)

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return value if value is None else str(value)

    def formfield(self, **options: Any) -> Any:
        return super().formfield(
            **{"form_class": ReferenceFormField, "kind": self.kind, "policy": self.policy, **options}
        )

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        return name, path, args, options | {"kind": self.kind, "policy": self.policy}


class _PolicySerializer(BaseSerializer):  # type: ignore[misc, unused-ignore]
    def serialize(self) -> tuple[str, set[str]]:
        fields = ((name, getattr(self.value, name)) for name in FIELDS)
        changes = {name: value for name, value in fields if value != getattr(Policy(), name)}
        texts = {
            name: sorted(item if isinstance(item, int) else str(item) for item in value)
            if isinstance(value, frozenset)
            else value
            for name, value in changes.items()
        }
        arguments = ", ".join(f"{name}={serializer_factory(value).serialize()[0]}" for name, value in texts.items())
        return f"uriverse.Policy({arguments})", {"import uriverse"}


MigrationWriter.register_serializer(Policy, _PolicySerializer)
