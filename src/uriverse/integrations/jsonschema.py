"""jsonschema: a checker for the formats `uri`, `uri-reference`, `iri`, `iri-reference` and `uri-template`.

jsonschema passes every text for a format that nobody checks, and the packages that check these formats are optional. So
a schema that says `"format": "uri"` may check nothing. `validator` refuses that.

    >>> from uriverse.integrations.jsonschema import validator
    >>> check = validator({"type": "string", "format": "uri"})
    >>> check.is_valid("http://h/a"), check.is_valid("http://h/a b")
    (True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import jsonschema
from jsonschema.validators import validator_for

from uriverse.integrations.formats import FORMATS, has_format


def register(checker: jsonschema.FormatChecker | None = None) -> jsonschema.FormatChecker:
    """Give a format checker that knows the five formats; they take the place of what it had for them.

    Args:
        checker: the one to add to; None makes one with all formats that jsonschema can check here.
    """
    checker = jsonschema.FormatChecker() if checker is None else checker
    # Checks of one checker alone: those that it shares with its class stay as they are.
    checker.checkers = dict(checker.checkers)
    for name in FORMATS:
        checker.checkers[name] = (_check(name), ())
    return checker


def validator(
    schema: Mapping[str, Any] | bool, *, checker: jsonschema.FormatChecker | None = None, **options: Any
) -> jsonschema.protocols.Validator:
    """Give a validator of the schema's own draft that checks every format that the schema names.

    Args:
        schema: the JSON schema.
        checker: checks of other formats; None for all that jsonschema can check here.
        options: other arguments of jsonschema's validator, such as `registry`.

    Raises:
        LookupError: the schema names a format that no check is there for; it would pass whatever it is given.
        jsonschema.SchemaError: the schema is not one.
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
        # A format applies to strings alone (JSON Schema Validation, section 7.2).
        return not isinstance(value, str) or has_format(value, name)

    return check


# Keywords whose value is data, and those whose value is an object of schemas by name.
DATA: Final = frozenset({"const", "default", "enum", "examples"})
BY_NAME: Final = frozenset(
    {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
)


def _formats(schema: object) -> Iterator[str]:
    """The names after "format" in a schema and in the schemas within it."""
    pending = [schema]
    while pending:
        found = pending.pop()
        if isinstance(found, list):
            pending += found
        elif isinstance(found, Mapping):
            if isinstance(name := found.get("format"), str):
                yield name
            for key, value in found.items():
                if key in BY_NAME and isinstance(value, Mapping):
                    pending += value.values()
                elif key not in DATA:
                    pending.append(value)
