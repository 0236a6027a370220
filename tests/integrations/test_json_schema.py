"""jsonschema with our checks of formats: the published tests of JSON Schema, whole, and no format silently absent."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from support.vectors import files
from uriverse.integrations.jsonschema import register, validator

CASES = [(data["format"], case["value"], case["valid"]) for data in files("json_schema") for case in data["cases"]]
DRAFTS = ["draft-04", "draft-06", "draft-07"]


def test_the_vectors_are_whole() -> None:
    """26 of uri, 13 of uri-reference and iri-reference, 15 of iri, 10 of uri-template."""
    assert len(CASES) == 26 + 13 + 13 + 15 + 10
    assert {name for name, _, _ in CASES} == {"uri", "uri-reference", "iri", "iri-reference", "uri-template"}


@pytest.mark.parametrize(("name", "value", "valid"), CASES)
def test_the_published_tests_pass(name: str, value: Any, valid: bool) -> None:
    assert validator({"format": name}).is_valid(value) == valid


@pytest.mark.parametrize("draft", DRAFTS)
def test_each_draft_is_checked(draft: str) -> None:
    """A schema is validated by its own draft, in which other formats would be unknown to jsonschema."""
    check = validator({"$schema": f"http://json-schema.org/{draft}/schema#", "format": "iri-reference"})
    assert check.is_valid("é") and not check.is_valid("a b")
    assert isinstance(check, jsonschema.validators.validator_for(check.schema))


def test_without_it_a_format_may_check_nothing() -> None:
    """What this module is for: jsonschema passes what nobody checks."""
    assert jsonschema.Draft202012Validator({"format": "uri"}).is_valid("a b")
    assert jsonschema.Draft202012Validator(
        {"format": "uri"}, format_checker=jsonschema.FormatChecker(formats=[])
    ).is_valid("a b")


@pytest.mark.parametrize(
    "schema",
    [
        {"format": "url"},
        {"properties": {"const": {"items": {"format": "url"}}, "format": True}},
        {"$defs": {"a": {"anyOf": [True, {"format": "url"}]}}},
    ],
)
def test_a_format_that_nothing_checks_is_refused(schema: Any) -> None:
    with pytest.raises(LookupError, match="nothing checks the format 'url'"):
        validator(schema)
    checker = jsonschema.FormatChecker()
    checker.checkers = {**checker.checkers, "url": (str.isascii, ())}
    assert validator(schema, checker=checker)


def test_data_in_a_schema_is_no_schema() -> None:
    assert validator({"const": {"format": "url"}, "enum": [{"format": "url"}]}).is_valid({"format": "url"})
    assert validator(True).is_valid("a b")
    with pytest.raises(jsonschema.SchemaError):
        validator({"type": "text"})


def test_a_checker_keeps_its_other_checks() -> None:
    """Those of the class, which all checkers share, are not touched."""
    before = dict(jsonschema.FormatChecker.checkers)
    checker = jsonschema.FormatChecker(formats=["date"])
    assert register(checker) is checker
    assert checker.conforms("2026-01-01", "date") and not checker.conforms("2026", "date")
    assert not checker.conforms("{a", "uri-template")
    assert jsonschema.FormatChecker.checkers == before


def test_an_error_names_the_format() -> None:
    with pytest.raises(jsonschema.ValidationError, match="'a b' is not a 'uri'"):
        validator({"format": "uri"}).validate("a b")
