"""A filter for `logging` that masks passwords, tokens and other credentials in log records.

    >>> import io, logging
    >>> from uriverse.integrations.logging import RedactingFilter
    >>> handler = logging.StreamHandler(stream := io.StringIO())
    >>> handler.addFilter(RedactingFilter())
    >>> logger = logging.Logger("fetcher")
    >>> logger.addHandler(handler)
    >>> logger.warning("cannot fetch %s", "http://me:secret@h/?token=abc")
    >>> stream.getvalue()
    'cannot fetch http://me:***@h/?token=***\\n'

`STRONG`, `WIDE` and `TOKEN_PREFIXES` are the masked names and prefixes of tokens, each with its source.

Add it to handlers: a filter of a logger does not see the records of child loggers.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from uriverse._core import URL, Components, Glob, SecretNames, URIReference
from uriverse.ground.secret_names import STRONG, TOKEN_PREFIXES, WIDE

__all__ = ["STRONG", "TOKEN_PREFIXES", "WIDE", "RedactingFilter"]

# The attributes of every record; all others are added by the application.
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
_FORMATTER = logging.Formatter()


class RedactingFilter(logging.Filter):
    """Passes every record, with the secrets in its texts masked.

    The message is formatted with its arguments first. Exception texts, stack texts, and texts and references in the
    application's own attributes are masked too. The record itself is changed, so later handlers see the masks.

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
        """Mask the secrets of a record; never raises."""
        if not super().filter(record):
            return False
        try:
            record.msg, record.args = self._shown(record.getMessage()), None
        except Exception:
            # The arguments do not fit the message; the handler reports that.
            record.msg = self._shown(str(record.msg))
            values = record.args if isinstance(record.args, tuple) else (record.args,)
            record.args = tuple(self._shown(str(value)) for value in values)
        if record.exc_info and not record.exc_text and record.exc_info[0] is not None:
            record.exc_text = _FORMATTER.formatException(record.exc_info)
        for name in ("exc_text", "stack_info"):
            text = getattr(record, name)
            if text:
                setattr(record, name, self._shown(text))
        for name, value in list(vars(record).items()):
            if name not in _OWN and isinstance(value, str | URIReference | Components | URL):
                setattr(record, name, self._shown(str(value)))
        return True

    def _shown(self, text: str) -> str:
        return self._names.masked(text, running=True)
