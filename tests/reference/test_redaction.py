"""Texts that may be shown: no password, and no value of a name that gives access."""

from __future__ import annotations

import io
import logging
from collections import namedtuple
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from uriverse.integrations.logging import MAX_VALUES, STRONG, TOKEN_PREFIXES, WIDE, RedactedError, RedactingFilter

SECRET = "s3cret"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://u:{}@h/", "http://u:***@h/"),
        ("http://h/?token={}", "http://h/?token=***"),
        ("http://h/?a=1&Access-Token={}&b", "http://h/?a=1&Access-Token=***&b"),
        ("http://h/?%74oken={}&x=1", "http://h/?%74oken=***&x=1"),
        ("http://h/#access_token={}&x=1", "http://h/#access_token=***&x=1"),
        ("http://h/a;jsessionid={}/b;x=1?q", "http://h/a;jsessionid=***/b;x=1?q"),
        ("/?token={}/a?b=c", "/?token=***"),
        ("?next=http%3A%2F%2Fu%3A{}%40h", "?next=http%3A%2F%2Fu%3A***%40h"),
        ("http://h/?tokens=1&q=token#top", "http://h/?tokens=1&q=token#top"),
        ("http://h/?token=", "http://h/?token="),
        ("//u@h:80/a@b?c=d", "//u@h:80/a@b?c=d"),
        ("see:http:u:{}@h", "see:http:u:***@h"),
    ],
)
def test_references_are_shown_without_secrets(text: str, shown: str) -> None:
    """RFC 3986, section 7.5; what is no secret stays as it is written."""
    written = text.format(SECRET)
    for read in (uv.parse(written), uv.split(written)):
        assert read.redacted() == shown


def test_names_are_a_choice() -> None:
    """Names are added; the lists of the library hold in any case."""
    ref = uv.parse("http://h/?Sig=1&code=2&x_y=3&X-Y-Z=4")
    assert ref.redacted() == "http://h/?Sig=***&code=2&x_y=3&X-Y-Z=4"
    assert ref.redacted(wide=True) == "http://h/?Sig=***&code=***&x_y=3&X-Y-Z=4"
    assert ref.redacted(also=[uv.Glob("x_*"), "xyz"]) == "http://h/?Sig=***&code=2&x_y=***&X-Y-Z=***"
    for wrong in ("sig", 1, [1]):
        with pytest.raises(TypeError, match="also"):
            ref.redacted(also=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(WIDE))
def test_each_name_is_masked_where_its_list_says(name: str) -> None:
    """Strong names in `repr`, errors, `redacted()` and logs; wide ones in `redacted(wide=True)` and logs."""
    valid, refused = uv.parse(f"/?{name}={SECRET}"), f"/?{name.upper()}={SECRET} b"
    with pytest.raises(uv.URISyntaxError) as raised:
        uv.parse(refused)
    texts = [repr(valid), repr(valid.query_pairs), repr(uv.split(refused)), str(raised.value), valid.redacted()]
    assert [SECRET in text for text in texts] == [name not in STRONG] * len(texts)
    logged = records(lambda logger: logger.warning("%s", valid))
    assert SECRET not in logged and SECRET not in valid.redacted(wide=True)


@pytest.mark.parametrize("prefix", sorted(TOKEN_PREFIXES))
def test_a_token_in_the_place_of_a_user_is_masked(prefix: str) -> None:
    """With a password after it or without one, in a reference and within the query of another."""
    for text in (
        f"https://{prefix}{SECRET}@h/",
        f"https://{prefix}{SECRET}:x@h/",
        f"/?u=https%3A%2F%2F{prefix}{SECRET}%40h",
    ):
        assert SECRET not in repr(uv.parse(text)) and "***" in uv.parse(text).redacted()
    assert uv.parse(f"https://{prefix.upper()}x@h/{prefix}y").redacted() == f"https://{prefix.upper()}x@h/{prefix}y"


def test_stars_do_not_count_the_secret() -> None:
    """Three for each, and a caret still stands under its place."""
    for length in (1, 3, 40):
        with pytest.raises(uv.URISyntaxError) as raised:
            uv.parse(f"http://u:{'p' * length}@h/a b")
        assert str(raised.value).splitlines()[1:3] == ["  http://u:***@h/a b", f"{'':18}^"]


@given(st.text(), st.sampled_from(["", "rfc1808"]))
def test_any_text_can_be_shown(text: str, edition: Any) -> None:
    """Whatever a lenient split cut: nothing but secrets changes."""
    parts = uv.split(text, edition=edition or "rfc3986")
    shown = parts.redacted()
    assert shown == text or "***" in shown


def records(logged: Any, **options: Any) -> str:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(message)s %(url)s", defaults={"url": "-"}))
    handler.addFilter(RedactingFilter(**options))
    logger = logging.Logger("test")
    logger.addHandler(handler)
    logged(logger)
    return stream.getvalue()


def raise_and_log(logger: logging.Logger) -> None:
    try:
        raise ValueError(f"http://u:{SECRET}@h/?token={SECRET}")
    except ValueError:
        logger.exception("failed", stack_info=True)


@pytest.mark.parametrize(
    "logged",
    [
        lambda logger: logger.warning("GET %s", uv.parse(f"http://u:{SECRET}@h/?token={SECRET}&a=1")),
        lambda logger: logger.warning(f"GET http://u:{SECRET}@h/ ?api_key={SECRET}"),
        lambda logger: logger.warning(f"GET http:/u:{SECRET}@h/, then https:v:{SECRET}@h"),
        lambda logger: logger.warning("x", extra={"url": uv.parse(f"?token={SECRET}")}),
        lambda logger: logger.warning("x", extra={"url": uv.whatwg.URL(f"http://u:{SECRET}@h/")}),
        lambda logger: logger.warning("%(a)s", {"a": f"http://h/?token={SECRET}"}),
        raise_and_log,
    ],
)
def test_log_records_show_no_secret(logged: Any) -> None:
    """The message, its arguments, added attributes, and exceptions with their traceback."""
    text = records(logged)
    assert "***" in text and SECRET not in text


LOGIN = f"http://u:{SECRET}@h/"
SHOWN = "http://u:***@h/"
Pair = namedtuple("Pair", "to since")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"to": [LOGIN, 1], LOGIN: None}, {"to": [SHOWN, 1], SHOWN: None}),
        ((LOGIN, {"a": b"\xff " + LOGIN.encode()}), (SHOWN, {"a": b"\xff " + SHOWN.encode()})),
        ([frozenset({LOGIN}), {LOGIN}, bytearray(LOGIN, "ascii")], [frozenset({SHOWN}), {SHOWN}, SHOWN.encode()]),
        (Pair([uv.URI(LOGIN), uv.whatwg.URL(LOGIN)], 5), Pair([SHOWN, SHOWN], 5)),
    ],
)
def test_containers_of_a_record_are_masked_in_copies(value: Any, shown: Any) -> None:
    """At the top and within others; the application's own objects keep what they hold."""
    before = repr(value)
    record = logging.makeLogRecord({"msg": "x", "value": value, "nested": {"deep": [value]}})
    assert RedactingFilter().filter(record)
    assert (record.value, record.nested) == (shown, {"deep": [shown]})  # type: ignore[attr-defined]
    assert type(record.value) is type(shown) and repr(value) == before  # type: ignore[attr-defined]


def test_what_has_no_secret_stays_the_same_object() -> None:
    error = ValueError("http://h:80/ a@b")
    values = [{"a": [1, b"x", ("http://h/", None)]}, uv.URI("http://u@h/"), object(), error, Pair(1, 2)]
    info = (ValueError, error, None)
    record = logging.makeLogRecord({"msg": "x", "exc_info": info, "values": values, "first": values[0]})
    assert RedactingFilter().filter(record)
    assert record.values is values and record.first is values[0]  # type: ignore[attr-defined]
    assert record.exc_info is info and record.exc_text is None


def test_deep_and_long_and_endless_containers_end() -> None:
    """Depth and number of values are bounded: a value that is shared 2 ** 60 times is not visited so often."""
    endless: list[Any] = [LOGIN]
    endless.append(endless)
    shared: list[Any] = [LOGIN]
    for _ in range(60):
        shared = [shared, shared]
    record = logging.makeLogRecord({"endless": endless, "shared": shared, "long": [LOGIN] * (MAX_VALUES + 1)})
    assert RedactingFilter().filter(record)
    assert SECRET not in repr(record.__dict__) and record.long == "..."  # type: ignore[attr-defined]
    assert endless[0] == LOGIN and endless[1] is endless


class Unprintable:
    """Its text cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


@pytest.mark.parametrize(
    "logged",
    [
        lambda logger: logger.warning("%s %s", Unprintable(), LOGIN),
        lambda logger: logger.warning(Unprintable()),
        lambda logger: logger.warning("%(a)s", {"a": Unprintable()}),
    ],
)
def test_an_argument_without_a_text_is_reported_by_logging(logged: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """`Handler.handleError` prints "--- Logging error ---" to standard error, with and without the filter."""
    assert records(logged) == ""
    told = capsys.readouterr().err
    assert told.startswith("--- Logging error ---") and "RuntimeError: no text" in told and SECRET not in told


def test_an_exception_with_a_secret_is_replaced_and_one_without_is_not() -> None:
    """What reads `exc_info` anew gets the masked traceback; causes belong to it."""
    try:
        try:
            raise LookupError(LOGIN)
        except LookupError as cause:
            raise ValueError("failed") from cause
    except ValueError as raised:
        error = raised
    info = (ValueError, error, error.__traceback__)
    record = logging.makeLogRecord({"msg": "x", "exc_info": info, "error": error, "info": [info]})
    assert RedactingFilter().filter(record)
    kind, masked, traceback = record.exc_info or (None, None, None)
    assert kind is RedactedError and traceback is None and str(masked) == record.exc_text
    text = logging.Formatter().formatException(info)
    assert record.exc_text == text.replace(SECRET, "***") != text
    assert str(record.error) == record.exc_text and error.__cause__ is not None  # type: ignore[attr-defined]
    assert [kind for kind, *_ in record.info] == [RedactedError]  # type: ignore[attr-defined]


def test_a_wrong_message_is_reported_without_its_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    """`logging` prints what does not fit; it prints stars."""
    records(lambda logger: logger.warning("%d", f"http://u:{SECRET}@h/"))
    told = capsys.readouterr().err
    assert "http://u:***@h/" in told and f"u:{SECRET}@" not in told


def test_a_filter_has_its_own_names_and_loggers() -> None:
    assert records(lambda logger: logger.warning("/?a=1&code=2&b=3"), also=["a"]) == "/?a=***&code=***&b=3 -\n"
    assert records(lambda logger: logger.warning("/?code=1&sig=2"), wide=False) == "/?code=1&sig=*** -\n"
    assert records(lambda logger: logger.warning("x"), name="other") == ""
    with pytest.raises(TypeError, match="also"):
        RedactingFilter(also=[1])  # type: ignore[list-item]
