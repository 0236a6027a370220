"""A filter for `logging` that masks the secrets of references in log records, and tokens by their form.

    >>> import io, logging
    >>> from uriverse.integrations.logging import RedactingFilter
    >>> handler = logging.StreamHandler(stream := io.StringIO())
    >>> handler.addFilter(RedactingFilter())
    >>> logger = logging.Logger("fetcher")
    >>> logger.addHandler(handler)
    >>> logger.warning("cannot fetch %s", "http://me:secret@h/?token=abc")
    >>> stream.getvalue()
    'cannot fetch http://me:***@h/?token=***\\n'

`STRONG` and `WIDE` are the masked names; others count by a word in them, such as `reset_token`. `FORMS` and
`TOKEN_PREFIXES` are the masked forms of tokens and paths. Each has its source. No reference and no form: a header such
as `Cookie: sid=1` and JSON such as `{"password": "x"}` stay as they are.

Add it to handlers: a filter of a logger does not see the records of child loggers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from operator import is_
from typing import Any, Final

from uriverse._core import URL, Components, Glob, SecretNames, URIReference
from uriverse.ground.secret_names import FORMS, STRONG, TOKEN_PREFIXES, WIDE

__all__ = ["FORMS", "STRONG", "TOKEN_PREFIXES", "WIDE", "RedactedError", "RedactingFilter"]

# The attributes of every record; all others are added by the application.
_STANDARD_FIELDS: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
_NUMBERS: Final = frozenset({int, float, bool, type(None)})
_FORMATTER: Final = logging.Formatter()
# How deep the containers of an attribute are searched, and how many values; a container beyond that becomes LEFT_OUT.
MAX_DEPTH: Final = 16
MAX_VALUES: Final = 10_000
LEFT_OUT: Final = "..."


class RedactedError(Exception):
    """Stands in a record for an exception whose text has a secret; its text is the masked traceback.

    It has no frames, and is never raised.
    """


class RedactingFilter(logging.Filter):
    """Passes every record, with the secrets in its texts masked.

    The message is formatted with its arguments first; one that is a dict stays a dict. Stack texts and the
    application's own attributes (`extra`) are masked too: texts, octets, references, exceptions, and all of these in
    built-in containers. A container that is nested 16 times, or the one that makes it 10,000 values, becomes "...".

    If the traceback of an exception has a secret, `exc_text` is the masked traceback, and `exc_info` becomes a
    `RedactedError` with this text. Formatters that read the exception itself (JSON, rich, structlog) would show the
    secret again. An exception without a secret stays.

    The record itself is changed, so later handlers see the masks. The application's objects are not changed: a
    container with a secret is copied.

    What `uriverse.redact` does not mask is left to the application, such as structured data whose name alone tells the
    secret (`extra={"password": "x"}`). So are other objects, such as a request or another library's URL, and the local
    variables that rich (`show_locals`) and Sentry (`include_local_variables`) add to a traceback.

    Args:
        name: as for `logging.Filter`.
        also: names to mask, as for `URIReference.redacted`.
        wide: whether the names of `WIDE` are masked, or only those of `STRONG`.

    Raises:
        TypeError: `also` is not an iterable of names and Globs.
    """

    def __init__(self, name: str = "", *, also: Iterable[str | Glob] = (), wide: bool = True) -> None:
        super().__init__(name)
        self._names = SecretNames(also, wide)

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the secrets of a record; never raises, whatever the application's objects do."""
        if not super().filter(record):
            return False
        try:
            if isinstance(record.msg, dict) and not record.args:
                # structlog and formatters of JSON read it as data.
                record.msg = self.masked(record.msg)
            else:
                record.msg, record.args = self._shown(record.getMessage()), None
        except Exception:
            # The arguments do not fit the message, or one of them raises: the handler reports that.
            record.msg, record.args = self.masked(record.msg), self.masked(record.args)
        if record.exc_info:
            error = self.masked(record.exc_info)
            if error is not record.exc_info:
                record.exc_info = error
                record.exc_text = record.exc_text or str(error[1])
        if record.exc_text:
            record.exc_text = self._shown(record.exc_text)
        if record.stack_info:
            record.stack_info = self._shown(record.stack_info)
        for name in vars(record).keys() - _STANDARD_FIELDS:
            setattr(record, name, self.masked(getattr(record, name)))
        return True

    def _shown(self, text: str) -> str:
        return self._names.masked(text, running=True)

    def masked(self, value: Any) -> Any:
        """A value with its secrets masked, as an attribute of a record: itself if it has none, else a copy.

        >>> RedactingFilter().masked({"url": "http://me:secret@h/", "hops": ["/?token=abc", 302]})
        {'url': 'http://me:***@h/', 'hops': ['/?token=***', 302]}
        """
        if type(value) is str:
            return self._shown(value)
        if type(value) in _NUMBERS:
            return value
        try:
            return _Masking(self._shown).masked(value)
        except Exception:  # raised by a method of the application's object
            return LEFT_OUT


class _Masking:
    """Masks the secrets in one value of a record."""

    def __init__(self, mask: Callable[[str], str]) -> None:
        self._shown = mask
        self._values = 0

    def masked(self, value: Any, depth: int = 0) -> Any:
        """The value itself if it has no secret, else a masked copy."""
        if isinstance(value, str | URIReference | Components | URL):
            text = str(value)
            masked_text = self._shown(text)
            return value if masked_text == text else masked_text
        if isinstance(value, bytes | bytearray):
            text = value.decode("utf-8", "surrogateescape")
            masked_text = self._shown(text)
            return value if masked_text == text else masked_text.encode("utf-8", "surrogateescape")
        if isinstance(value, BaseException):
            text = _FORMATTER.formatException((type(value), value, value.__traceback__))
            masked_text = self._shown(text)
            return value if masked_text == text else RedactedError(masked_text)
        if isinstance(value, tuple) and len(value) == 3 and isinstance(value[1], BaseException):
            # The form of `sys.exc_info()`: the traceback has the frames.
            error = self.masked(value[1])
            return value if error is value[1] else (RedactedError, error, None)
        return self._container(value, depth) if isinstance(value, dict | list | tuple | set | frozenset) else value

    def _container(self, value: Any, depth: int) -> Any:
        self._values += len(value)
        if depth == MAX_DEPTH or self._values > MAX_VALUES:
            return LEFT_OUT
        is_dict = isinstance(value, dict)
        parts = [part for pair in value.items() for part in pair] if is_dict else list(value)
        parts_masked = [self.masked(part, depth + 1) for part in parts]
        if all(map(is_, parts, parts_masked)):
            return value
        if is_dict:
            return dict(zip(parts_masked[::2], parts_masked[1::2], strict=True))
        if hasattr(value, "_make"):
            return value._make(parts_masked)
        return next(kind for kind in (list, tuple, set, frozenset) if isinstance(value, kind))(parts_masked)
