"""pydantic schemas for the package's types."""

from __future__ import annotations

from _collections_abc import Callable

from uriverse.errors.references import URISyntaxError
from uriverse.ground.caching import cached_property
from uriverse.ground.extras import Extra
from uriverse.ground.lean_typing import Any, Final
from uriverse.ground.masking import masked

with Extra("pydantic", "pydantic", "a field of pydantic"):
    from pydantic_core import PydanticCustomError, SchemaValidator, ValidationError, core_schema


def refusal(error: ValueError) -> PydanticCustomError:
    """The error for a client: the message with masked secrets, and the reason, position and rule.

    >>> import uriverse as uv
    >>> from pydantic import TypeAdapter, ValidationError
    >>> try:
    ...     TypeAdapter(uv.URI).validate_python("http://h/a b")
    ... except ValidationError as error:
    ...     error.errors()[0]["type"], error.errors()[0]["ctx"]
    ('uri_syntax', {'reason': 'white-space', 'at': 10, 'rule': 'segment'})
    """
    kind, message = "uri_value", str(error)
    if isinstance(error, URISyntaxError):
        (at, rule, *_), kind = error._placed(), "uri_syntax"
        context = {"reason": error.reason, "at": at, "rule": rule}
    else:
        names = ("reason", "at", "rule")
        context = {name: value for name in names if (value := getattr(error, name, None)) is not None}
    # pydantic substitutes "{at}" in messages, where it may be a part of the refused text.
    if "{" in message:
        context = {name: value for name, value in context.items() if f"{{{name}}}" not in message}
    return PydanticCustomError(kind, message, context or None)


def _refused(argument: str, **details: Any) -> ValidationError:
    """The error with a masked input; pydantic would show the whole input, and FastAPI return it to the client."""
    return ValidationError.from_exception_data("", [{"input": masked(argument), **details}])  # type: ignore[typeddict-item]


# The requirements of a text that pydantic sets on a schema of strings, and those that would change the text.
REQUIREMENTS: Final = ("min_length", "max_length", "pattern", "ascii_only")
CHANGES: Final = ("strip_whitespace", "to_lower", "to_upper")


class TextSchema(dict[str, Any]):
    """The schema of a type whose values are parsed from strings; what stands beside it measures `str(value)`.

    pydantic sets `max_length` and `pattern` on a schema of strings alone. On another it calls `len(value)`, and its
    TypeError, an error 500, shows the text with its password. So this schema says "str" to pydantic's Python code,
    which asks `schema["type"]`, and checks what was set. pydantic's engine reads the type that is stored.
    """

    def __init__(self, contents: dict[str, Any], read: Callable[[Any], Any]) -> None:
        super().__init__(contents)
        self.read = read
        self["function"] = {"type": "no-info", "function": self.validate}

    def copy(self) -> TextSchema:
        """pydantic copies a schema before it sets a requirement."""
        return TextSchema(self, self.read)

    def __getitem__(self, name: str) -> Any:
        return "str" if name == "type" else super().__getitem__(name)

    def __setitem__(self, name: str, value: Any) -> None:
        if name in CHANGES and value:
            raise TypeError(f"{name} has no meaning for a text that is kept or parsed: place it before the Policy")
        super().__setitem__(name, value)

    @cached_property
    def _measure(self) -> SchemaValidator | None:
        requirements: dict[str, Any] = {name: self[name] for name in REQUIREMENTS if name in self}
        return SchemaValidator(core_schema.str_schema(**requirements)) if requirements else None

    def validate(self, value: Any, inner: Callable[[Any], Any] | None = None) -> Any:
        """Return the value of a text; pydantic calls it, with the validator of an inner schema if there is one."""
        argument = value if inner is None else inner(value)
        try:
            result = self.read(argument)
        except TypeError:
            error = PydanticCustomError("string_type", "Input should be a valid string")
            raise _refused(repr(value), type=error) from None
        except ValueError as error:
            text, problem = str(value), refusal(error)
            # Making the other error takes as long as the rest. Without secrets pydantic may show the input as it is.
            raise (problem if masked(text) is value else _refused(text, type=problem)) from None
        if self._measure is not None:
            try:
                self._measure.validate_python(str(result))
            except ValidationError as error:
                details = error.errors(include_url=False, include_input=False)[0]
                raise _refused(str(value), type=details["type"], ctx=details.get("ctx", {})) from None
        return result


def text_schema(read: Callable[[Any], Any], json_format: str | None, *, of_type: bool = False) -> TextSchema:
    """The schema of a type whose values are parsed from strings and serialized to strings.

    Args:
        read: converts a text or a value of the type; raises ValueError for an invalid text, TypeError for another type.
            pydantic never sees these errors, because it would send their attributes, such as the text, to clients.
        json_format: the `format` of the JSON schema, or None.
        of_type: whether it is the schema of a type without other requirements; see `_is_of_type_alone`.
    """

    def described(schema: Any, handler: Any) -> dict[str, Any]:
        return {**handler(schema), **({} if json_format is None else {"format": json_format})}

    contents = {
        "type": "function-plain",
        "metadata": {"pydantic_js_functions": [described], _TYPE_KEY: of_type},
        "serialization": core_schema.to_string_ser_schema(),
    }
    return TextSchema(contents, read)


# The key of a schema's metadata which says that it is a type's own.
_TYPE_KEY: Final = "uriverse_of_type"


def _is_of_type_alone(schema: Any) -> bool:
    """Whether a schema is that of a type of references, with no more than requirements of its text."""
    return isinstance(schema, TextSchema) and bool(schema["metadata"].get(_TYPE_KEY))


def with_inner(schema: TextSchema, inner: Any) -> TextSchema:
    """The schema that validates by the inner schema, and its result by our own; it serializes as the inner schema."""
    # Of `Annotated[str, policy] = Field(max_length=9)` pydantic sets the length first: it is checked here, and masked.
    moved = {name: inner[name] for name in REQUIREMENTS if name in inner} if inner["type"] == "str" else {}
    if _is_of_type_alone(inner):
        metadata = inner["metadata"] | schema["metadata"]
        contents = {**schema, **moved, "metadata": metadata, "serialization": inner["serialization"]}
    else:
        rest = {name: value for name, value in inner.items() if name not in moved}
        contents = {**schema, **moved, "type": "function-wrap", "schema": rest, "serialization": _serialization(inner)}
    return TextSchema(contents, schema.read)


def _serialization(schema: Any) -> Any:
    """How a schema, or the one that its validators wrap, serializes; as text if it does not say."""
    while "serialization" not in schema and isinstance(schema.get("schema"), dict):
        schema = schema["schema"]
    return schema.get("serialization", core_schema.to_string_ser_schema())
