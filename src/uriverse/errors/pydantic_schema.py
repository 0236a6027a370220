"""pydantic schemas for the package's types."""

from __future__ import annotations

from collections.abc import Callable

from pydantic_core import PydanticCustomError, ValidationError, core_schema

from uriverse.errors.references import URISyntaxError
from uriverse.ground.lean_typing import Any, Final
from uriverse.ground.masking import masked


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
    kind = "uri_syntax" if isinstance(error, URISyntaxError) else "uri_value"
    found = {"reason": getattr(error, "reason", getattr(error, "error", None))}
    found |= {name: getattr(error, name, None) for name in ("at", "rule")}
    message = str(error)
    # pydantic substitutes "{at}" in messages, where it may be a part of the refused text.
    fields = {name: each for name, each in found.items() if each is not None and f"{{{name}}}" not in message}
    return PydanticCustomError(kind, message, fields or None)


def _refused(error: PydanticCustomError, given: str) -> ValidationError:
    """The error with a masked input; pydantic would show the whole input, and FastAPI return it to the client."""
    return ValidationError.from_exception_data("", [{"type": error, "input": masked(given)}])


def text_schema(
    read: Callable[[Any], Any], json_format: str | None, *, of_type: bool = False
) -> core_schema.CoreSchema:
    """The schema of a type whose values are parsed from strings and serialized to strings.

    Args:
        read: converts a text or a value of the type; raises ValueError for an invalid text, TypeError for another type.
            pydantic never sees these errors, because it would send their attributes, such as the text, to clients.
        json_format: the `format` of the JSON schema, or None.
        of_type: whether it is the schema of a type without other requirements; see `_is_of_type_alone`.
    """

    def validate(value: Any) -> Any:
        try:
            return read(value)
        except TypeError:
            raise _refused(PydanticCustomError("string_type", "Input should be a valid string"), repr(value)) from None
        except ValueError as error:
            raise _refused(refusal(error), str(value)) from None

    def described(_: Any, __: Any) -> dict[str, str]:
        return {"type": "string"} if json_format is None else {"type": "string", "format": json_format}

    return core_schema.no_info_plain_validator_function(
        validate,
        metadata={"pydantic_js_functions": [described], _OF_TYPE: of_type},
        serialization=core_schema.to_string_ser_schema(),
    )


# The key of a schema's metadata which says that it is a type's own.
_OF_TYPE: Final = "uriverse_of_type"


def _is_of_type_alone(schema: Any) -> bool:
    """Whether a schema is that of a type of references without other requirements."""
    return schema["type"] == "function-plain" and bool(schema.get("metadata", {}).get(_OF_TYPE))


def with_inner(own: Any, inner: Any) -> Any:
    """The schema that validates by the inner schema, and its result by our own; it serializes as the inner schema."""
    if _is_of_type_alone(inner):
        return own | {"metadata": inner["metadata"] | own["metadata"], "serialization": inner["serialization"]}
    return core_schema.chain_schema([inner, own], serialization=_serialization(inner))


def _serialization(schema: Any) -> Any:
    """How a schema, or the one that its validators wrap, serializes; as text if it does not say."""
    while "serialization" not in schema and isinstance(schema.get("schema"), dict):
        schema = schema["schema"]
    return schema.get("serialization", core_schema.to_string_ser_schema())
