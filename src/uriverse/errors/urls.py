"""A text of which the URL Standard's parser makes no URL."""

from __future__ import annotations

from uriverse.ground.base_errors import URIError, rebuilt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class URLError(URIError):
    """A text of which the URL Standard's parser makes no URL.

    Attributes:
        text: the text.
        base: the serialized base, or None if none was given.
        error: the name of the validation error, such as "host-missing".
        at: the place of the error in the text, counted in characters.
        is_base: whether the text is the one that was given as the base.

    >>> from uriverse.whatwg import URL, URLError
    >>> try:
    ...     URL("https://example.org:99999/")
    ... except URLError as error:
    ...     error.error, error.at
    ('port-out-of-range', 20)
    """

    def __init__(self, *, text: str, at: int, error: str, base: str | None = None, is_base: bool = False) -> None:
        super().__init__()
        self.text = text
        self.at = at
        self.error = error
        self.base = base
        self.is_base = is_base

    @property
    def hint(self) -> str:
        """What to do about it, in one sentence; "" where there is nothing better to say than what is wrong."""
        from uriverse.whatwg.errors import hint

        return hint(self)

    def __str__(self) -> str:
        from uriverse.whatwg.errors import message

        return message(self)

    def __reduce__(self) -> tuple[Callable[..., URLError], tuple[Any, ...]]:
        return rebuilt, (type(self), dict(self.__dict__))
