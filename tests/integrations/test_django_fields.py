"""Fields of models and forms of Django, with a table in memory, a migration and a model's form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import uriverse as uv

HTTPS = uv.Policy(
    schemes={"https"}, ports={443, 8443}, addresses=["10.0.0.0/8"], hosts="*.example", paths="/**", max_length=60
)
TEXT, URL = " HTTPS://H.example/a|b", uv.URL("https://h.example/a%7Cb")


@pytest.fixture(scope="module")
def hooks(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A model with its table."""
    request.getfixturevalue("django_app")
    from django.db import connections, models

    from uriverse.integrations.django_fields import ReferenceField

    class Hook(models.Model):
        url = ReferenceField(policy=HTTPS, max_length=700)
        link = ReferenceField(kind=uv.URIReference, blank=True, default="", max_length=700)
        back = ReferenceField(null=True, blank=True, max_length=700)

        class Meta:
            app_label = "hooks"

    memory = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
    connections.settings = connections.configure_settings(memory)
    connections["default"] = connections.create_connection("default")
    with connections["default"].schema_editor() as editor:
        editor.create_model(Hook)
    yield Hook
    connections["default"].close()


def test_a_model_stores_and_reads_urls(hooks: Any) -> None:
    hooks.objects.create(url=TEXT, link="#a", back=URL)
    row = hooks.objects.get(url=" HTTPS://h.example/a|b")
    assert [type(row.url), row.url, row.link, row.back] == [uv.URL, URL, uv.URIReference("#a"), URL]
    row.link, row.back = "", None
    row.full_clean()
    row.save()
    assert hooks.objects.filter(url__startswith="https://h.example/a%").values_list("link", "back").get() == ("", None)
    assert row._meta.get_field("url").value_to_string(row) == str(URL)


def test_a_model_refuses_what_the_policy_refuses(hooks: Any) -> None:
    from django.core.exceptions import ValidationError

    for text, reason in (
        ("http://u:s3cret@h.example/", "must be https"),
        ("https://h.example:99/", "port 99"),
        ("https://h.example/%41" + "a" * 60, "60 are allowed"),
        (1, "text must be"),
    ):
        for check in (lambda hook: hook.full_clean(), lambda hook: hook.save()):
            with pytest.raises(ValidationError, match=reason) as caught:
                check(hooks(url=text))
            assert "s3cret" not in str(caught.value)


def test_a_bad_row_is_an_error(hooks: Any) -> None:
    from django.db import connections

    row = hooks.objects.create(url=URL)
    with connections["default"].cursor() as cursor:
        cursor.execute("update hooks_hook set url = 'https://a b/' where id = %s", [row.id])
    with pytest.raises(uv.URLError):
        hooks.objects.get(id=row.id)
    hooks.objects.filter(id=row.id).delete()


def test_a_migration_writes_the_field(hooks: Any) -> None:
    """Django ("Custom field methods for migrations"): what `deconstruct` returns makes an equal field again."""
    from django.db.migrations.writer import MigrationWriter

    for name in ("url", "link", "back"):
        field = hooks._meta.get_field(name)
        written, imports = MigrationWriter.serialize(field)
        names: dict[str, Any] = {}
        exec("\n".join(imports), names)
        again = eval(written, names)
        assert again.deconstruct()[1:] == field.deconstruct()[1:] == field.clone().deconstruct()[1:]
        assert (again.kind, again.policy) == (field.kind, field.policy)


def test_a_form_of_a_model_gives_urls(hooks: Any) -> None:
    from django.forms import modelform_factory

    form_of = modelform_factory(hooks, fields=["url", "link", "back"])
    form = form_of({"url": TEXT, "link": "#a", "back": ""})
    assert form.is_valid(), form.errors
    assert form.cleaned_data == {"url": URL, "link": uv.URIReference("#a"), "back": None}
    row = form.save()
    row.refresh_from_db()
    assert row.url == URL
    unchanged = form_of({"url": str(URL), "link": "#a", "back": ""}, instance=row)
    assert unchanged.changed_data == [] and f'value="{URL}"' in str(unchanged["url"])
    assert form_of({"url": "https://h.example/" + "a" * 60}).errors["url"][0].endswith("60 are allowed")
    assert form_of({"url": "", "link": "a b"}).errors.keys() == {"url", "link"}


@pytest.mark.usefixtures("django_app")
def test_validators_of_a_form_field_see_the_text() -> None:
    from django import forms
    from django.core.validators import RegexValidator

    from uriverse.integrations.django_fields import ReferenceFormField

    class Form(forms.Form):
        url = ReferenceFormField(policy=HTTPS, max_length=30, validators=[RegexValidator("%7C")])

    assert Form({"url": TEXT}).is_valid()
    assert Form({"url": "https://h.example/a"}).errors == {"url": ["Enter a valid value."]}
    long = Form({"url": "https://h.example/%7Caaaaaaaaaaaaa"}).errors["url"]
    assert long == ["Ensure this value has at most 30 characters (it has 34)."]
