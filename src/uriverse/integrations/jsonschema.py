"""jsonschema: a checker for the formats `uri`, `uri-reference`, `iri`, `iri-reference` and `uri-template`.

jsonschema accepts every text for a format without a checker, and the packages that check these formats are optional. So
`"format": "uri"` in a schema may have no effect. `validator` raises an error instead.

    >>> from uriverse.integrations.jsonschema import validator
    >>> check = validator({"type": "string", "format": "uri"})
    >>> check.is_valid("http://h/a"), check.is_valid("http://h/a b")
    (True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from uriverse.ground.extras import Extra
from uriverse.reference.formats import FORMATS, has_format

with Extra("jsonschema", "jsonschema", __name__):
    import jsonschema
    from jsonschema.validators import validator_for


def register(checker: jsonschema.FormatChecker | None = None) -> jsonschema.FormatChecker:
    """Add the five formats to a format checker, replacing its own checks of them, and return it.

    Args:
        checker: the checker; None makes one with all available formats of jsonschema.
    """
    checker = jsonschema.FormatChecker() if checker is None else checker
    # Copy the dict, which is shared with the class.
    checker.checkers = dict(checker.checkers)
    for name in FORMATS:
        checker.checkers[name] = (_check(name), ())
    return checker


def validator(
    schema: Mapping[str, Any] | bool, *, checker: jsonschema.FormatChecker | None = None, **options: Any
) -> jsonschema.protocols.Validator:
    """Return a validator, of the schema's own draft, that checks every format in the schema.

    Args:
        schema: the JSON schema.
        checker: checks of other formats; None for all available ones of jsonschema.
        options: other arguments of jsonschema's validator, such as `registry`.

    Raises:
        LookupError: the schema names a format without a check, which would accept everything.
        jsonschema.SchemaError: the schema is invalid.
    """
    whole = register(checker)
    absent = sorted({name for name in _formats(schema) if name not in whole.checkers})
    if absent:
        raise LookupError(f"nothing checks the format {' or '.join(map(repr, absent))}: add it to the checker")
    kind = validator_for(schema, default=jsonschema.Draft202012Validator)
    kind.check_schema(schema)
    return kind(schema, format_checker=whole, **options)


def _check(name: str) -> Any:
    def check(value: object) -> bool:
        # A format applies only to strings (JSON Schema Validation, section 7.2).
        return not isinstance(value, str) or has_format(value, name)

    return check


# Keywords whose value is data, and those whose value is an object of schemas by name.
DATA: Final = frozenset({"const", "default", "enum", "examples"})
BY_NAME: Final = frozenset(
    {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
)


def _formats(schema: object) -> Iterator[str]:
    """Yield the formats in a schema and its subschemas."""
    pending = [schema]
    while pending:
        subschema = pending.pop()
        if isinstance(subschema, list):
            pending += subschema
        elif isinstance(subschema, Mapping):
            if isinstance(name := subschema.get("format"), str):
                yield name
            for key, value in subschema.items():
                if key in BY_NAME and isinstance(value, Mapping):
                    pending += value.values()
                elif key not in DATA:
                    pending.append(value)
