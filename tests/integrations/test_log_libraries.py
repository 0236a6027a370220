"""No secret in what libraries of logging write: formatters behind `RedactingFilter`, and masking in their hooks."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import loguru
import pytest
import sentry_sdk
import structlog
from pythonjsonlogger.json import JsonFormatter
from rich.console import Console
from rich.logging import RichHandler
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.transport import Transport

import uriverse as uv
from uriverse.integrations.logging import RedactingFilter

SECRET = "s3cret"
LOGIN = f"http://me:{SECRET}@h/a?token={SECRET}"
MASKING = RedactingFilter()
SHOWN = "http://me:***@h/a?token=***"


def json_lines(stream: io.StringIO) -> logging.Handler:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter("%(message)s %(name)s"))
    return handler


def rich_tracebacks(stream: io.StringIO) -> logging.Handler:
    return RichHandler(
        console=Console(file=stream, width=300), rich_tracebacks=True, tracebacks_show_locals=True, show_path=False
    )


def structlog_lines(*processors: Any) -> Callable[[io.StringIO], logging.Handler]:
    def made(stream: io.StringIO) -> logging.Handler:
        handler = logging.StreamHandler(stream)
        chain = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *processors]
        handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=chain))
        return handler

    return made


HANDLERS: dict[str, Callable[[io.StringIO], logging.Handler]] = {
    "logging": logging.StreamHandler,
    "python-json-logger": json_lines,
    "rich": rich_tracebacks,
    "structlog-json": structlog_lines(
        structlog.stdlib.ExtraAdder(),
        structlog.processors.dict_tracebacks,
        structlog.processors.JSONRenderer(default=str),
    ),
    "structlog-console": structlog_lines(structlog.stdlib.ExtraAdder(), structlog.dev.ConsoleRenderer(colors=False)),
}


def fail(address: str) -> None:
    raise ValueError(f"cannot fetch {address}")


def log_everything(logger: logging.Logger) -> None:
    """A message, one of data, an exception with a cause, a stack, and attributes."""
    logger.warning("GET %s", LOGIN, extra={"url": uv.URI(LOGIN), "hops": [{"to": (LOGIN, LOGIN.encode())}]})
    try:
        try:
            fail(LOGIN)
        except ValueError as cause:
            raise LookupError("no page") from cause
    except LookupError as error:
        logger.exception("failed", extra={"error": error})
        logger.error("failed at %s", LOGIN, exc_info=error, stack_info=True)


@pytest.mark.parametrize("library", HANDLERS)
def test_formatters_behind_the_filter_write_no_secret(library: str) -> None:
    """The exception is there, with the masked address of its message."""
    stream = io.StringIO()
    handler = HANDLERS[library](stream)
    handler.addFilter(RedactingFilter())
    logger = logging.Logger("test")
    logger.addHandler(handler)
    log_everything(logger)
    text = stream.getvalue()
    assert SECRET not in text and SHOWN in text
    assert text.count("cannot fetch http://me:***@h/a") >= 2 and "no page" in text


def test_a_dict_stays_the_data_of_a_line_of_json() -> None:
    """python-json-logger merges a message that is a dict into its line."""
    stream = io.StringIO()
    handler = json_lines(stream)
    handler.addFilter(RedactingFilter())
    logger = logging.Logger("test")
    logger.addHandler(handler)
    logger.warning({"event": "got", "urls": [LOGIN]})
    line = json.loads(stream.getvalue())
    assert (line["event"], line["urls"]) == ("got", [SHOWN])


def test_events_of_structlog_pass_the_filter() -> None:
    """An event arrives at the handler as a dict, and stays one."""
    stream = io.StringIO()
    handler = HANDLERS["structlog-json"](stream)
    handler.addFilter(RedactingFilter())
    logger = logging.Logger("test")
    logger.addHandler(handler)
    wrapped = structlog.wrap_logger(
        logger,
        processors=[structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    try:
        fail(LOGIN)
    except ValueError as error:
        wrapped.error("failed", url=LOGIN, hops=[LOGIN], exc_info=error)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["url"], line["hops"]) == ("failed", SHOWN, [SHOWN]) and SECRET not in stream.getvalue()


def test_structlog_by_a_processor() -> None:
    stream = io.StringIO()
    logger = structlog.wrap_logger(
        structlog.PrintLogger(stream),
        processors=[
            structlog.processors.format_exc_info,
            lambda _logger, _method, event: MASKING.masked(event),
            structlog.processors.JSONRenderer(),
        ],
    )
    try:
        fail(LOGIN)
    except ValueError:
        logger.exception("failed", url=LOGIN, hops=[{"to": LOGIN}])
    line = json.loads(stream.getvalue())
    assert (line["url"], line["hops"]) == (SHOWN, [{"to": SHOWN}])
    assert SECRET not in stream.getvalue() and f"ValueError: cannot fetch {SHOWN}" in line["exception"]


def test_loguru_by_its_sink() -> None:
    """A sink gets the formatted text, with the exception."""
    stream = io.StringIO()
    logger = loguru.logger
    number = logger.add(
        lambda text: stream.write(uv.redact(text, wide=True)), format="{message} {extra}", diagnose=True
    )
    try:
        fail(LOGIN)
    except ValueError:
        logger.bind(url=LOGIN).exception("GET {}", LOGIN)
    finally:
        logger.remove(number)
    text = stream.getvalue()
    assert SECRET not in text and text.count(SHOWN) >= 3 and "ValueError" in text


class Kept(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.sent.append(envelope.serialize())


@contextmanager
def sentry(**options: Any) -> Iterator[Kept]:
    transport = Kept()
    sentry_sdk.init(
        "http://key@localhost/1", transport=transport, default_integrations=False, integrations=[LoggingIntegration()],
        auto_enabling_integrations=False, **options,
    )  # fmt: skip
    try:
        yield transport
    finally:
        sentry_sdk.get_client().close()
        sentry_sdk.init(None)


def test_sentry_by_before_send() -> None:
    """The event has the exception, its frames with their variables, the breadcrumbs and what was added."""
    with sentry(before_send=lambda event, _hint: MASKING.masked(event)) as transport:
        sentry_sdk.add_breadcrumb(message=f"GET {LOGIN}")
        sentry_sdk.set_extra("url", LOGIN)
        try:
            fail(LOGIN)
        except ValueError as error:
            sentry_sdk.capture_exception(error)
    sent = b"".join(transport.sent).decode()
    assert SECRET not in sent and sent.count(SHOWN) >= 4 and "ValueError" in sent
