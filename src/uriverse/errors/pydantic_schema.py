"""The schema that pydantic reads from a type of ours."""

from __future__ import annotations

from collections.abc import Callable

from pydantic_core import PydanticCustomError, ValidationError, core_schema

from uriverse.errors.references import URISyntaxError
from uriverse.ground.masking import masked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def refusal(error: ValueError) -> PydanticCustomError:
    """What a client learns about a refused text: the message with its secrets masked, and why, where, by which rule.

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
    # pydantic puts a field in place of "{at}", which may be a part of the text that was refused.
    fields = {name: each for name, each in found.items() if each is not None and f"{{{name}}}" not in message}
    return PydanticCustomError(kind, message, fields or None)


def _refused(error: PydanticCustomError, given: str) -> ValidationError:
    """The error and what was given, with secrets masked; pydantic would show it whole, and FastAPI send it back."""
    return ValidationError.from_exception_data("", [{"type": error, "input": masked(given)}])


def text_schema(read: Callable[[Any], Any], json_format: str | None) -> core_schema.CoreSchema:
    """The schema of a type whose values are read from texts and written as texts.

    Args:
        read: gives the value of a text or of a value of the type; a ValueError says why it cannot, a TypeError that
            it is neither. Neither reaches pydantic, which would hand their attributes, the text among them, to clients.
        json_format: the format that the JSON schema has, or None.
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
        metadata={"pydantic_js_functions": [described]},
        serialization=core_schema.to_string_ser_schema(),
    )
