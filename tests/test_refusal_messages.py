"""Messages of refusals are made when they are read: they equal a slow twin's, and cost the same for a long text."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import time
import tracemalloc
from collections.abc import Iterator

import pytest

import uriverse as uv
from uriverse import _core
from uriverse.errors.diagnosis import sections
from uriverse.ground.masking import Masked
from uriverse.ground.pointing import marked

WHOLE = "http://u:pw@h:80/p/q;r?token=s#f"
CHARACTERS = [*map(chr, range(128)), "é", "東", "\u0301", "\ue000", "\ud800"]


def refusals(edition: str) -> Iterator[uv.URISyntaxError]:
    """The refusals of a text with a character more, or cut short, and of such texts at the end of a long one."""
    texts = [WHOLE[:at] + more + WHOLE[at:] for at in range(len(WHOLE) + 1) for more in CHARACTERS]
    texts += [WHOLE[:at] for at in range(len(WHOLE))] + [f"http://h/{'x' * n} {'y' * n}" for n in (39, 40, 41, 79, 81)]
    for text in texts:
        try:
            uv.parse(text, edition=edition)  # type: ignore[call-overload]
        except uv.URISyntaxError as error:
            yield error


def slow_message(error: uv.URISyntaxError) -> str:
    """The message from the parts of the error, each made on its own, with the expected characters by trial."""
    components = _core.split(error.text, edition=error.edition)
    hidden = Masked(components)
    around, mark = marked(hidden.shown, hidden.at(error.at), hidden.at(error.at), 80)
    lines = [f"  {around}", f"  {mark}"]
    lines += [f"expected {' or '.join(error.expected)}"] if error.expected else []
    lines += [error.hint] if error.hint else []
    refused = error.text[error.at : error.at + 1]
    shown = repr(refused) if refused.isprintable() else f"{refused!r} (U+{ord(refused):04X})"
    document, clauses, _ = sections(error.edition)
    by = f"rule {error.rule!r} of {error.clause} refuses it"
    by = by if clauses.get(error.rule) else f"{document} refuses it by {error.rule!r}"
    return "\n".join([f"{shown if refused else 'the text ends'} at {error.at}: {by}", *lines])


@pytest.mark.parametrize("edition", ["rfc1630", "rfc1738", "rfc2396", "rfc3986", "rfc3987"])
def test_a_message_is_made_of_the_parts_of_its_error(edition: str) -> None:
    """Of every seventh refusal; those of a text that is not read before its message too."""
    errors = list(itertools.islice(refusals(edition), 0, None, 7))
    assert len(errors) > 100
    for error in errors:
        unread = copy.copy(error)
        assert str(unread) == slow_message(error)
        assert str(error) == str(pickle.loads(pickle.dumps(unread))) == str(unread)
        assert (unread.at, unread.rule, unread.component, unread.reason) == (
            error.at,
            error.rule,
            error.component,
            error.reason,
        )


def test_what_is_expected_is_what_a_text_can_go_on_with() -> None:
    """The literals and the members of the rules are exactly the octets after which some reading goes further."""
    units = {"pchar": "a", "DIGIT": "7", "HEXDIG": "f", "unreserved": "~", "sub-delims": "!", "ALPHA": "z"}
    for text, at in [("http://h/a b", 10), ("http://h:8x/", 10), ("http://h/%zz", 10), ("http://[::1", 11)]:
        with pytest.raises(uv.URISyntaxError) as caught:
            uv.parse(text)
        names = caught.value.expected
        for octet in range(0x21, 0x7F):
            continued = text[:at] + chr(octet)
            try:
                uv.parse(continued)
                goes_on = True
            except uv.URISyntaxError as error:
                goes_on = error.at > at
            if f'"{chr(octet)}"' in names:
                assert goes_on, (text, chr(octet))
        for name in names:
            assert name.startswith('"') or name in units, name
            if name in units:
                assert uv.is_valid(units[name], rule=name)


def test_an_error_of_the_engine_has_what_the_constructor_sets() -> None:
    """The engine makes errors without `__init__`."""
    base = {"reference": "a", "base": "b", "edition": "rfc3986", "reason": "base-not-absolute"}
    percent = {"text": "%", "at": 0, "reason": "broken-triplet", "detail": "d"}
    url = {"text": "http://h:99999/", "at": 9, "error": "port-out-of-range"}
    for call, twin in [
        (lambda: uv.resolve("a", "b"), uv.ResolutionError(**base)),
        (lambda: uv.decode("%"), uv.PercentError(**percent)),  # type: ignore[arg-type]
        (lambda: uv.whatwg.URL("http://h:99999/"), uv.URLError(**url)),  # type: ignore[arg-type]
        (lambda: uv.URI("a"), uv.URISyntaxError(text="a", at=0, rule="scheme", edition="rfc3986")),
    ]:
        with pytest.raises(uv.URIError) as caught:
            call()
        assert type(caught.value) is type(twin)
        assert vars(caught.value).keys() == vars(twin).keys()
        assert caught.value.args == twin.args == ()


LONG = 1 << 16


def test_a_message_of_a_long_text_neither_copies_nor_searches_it() -> None:
    """Of 48 MB it takes less than a tenth of the time in which the position is found, and no memory."""
    size = 3 << 23
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse("http://h/" + "x/" * size + " ")
    error = caught.value
    start = time.process_time()
    assert error.at == 9 + 2 * size
    middle = time.process_time()
    tracemalloc.start()
    message = str(error)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert time.process_time() - middle < (middle - start) / 10
    assert peak < 100_000
    assert message.splitlines()[0] == f"' ' at {error.at}: rule 'segment' of RFC 3986, section 3.3 refuses it"


def test_a_message_of_a_long_text_shows_no_secret() -> None:
    """Wherever a secret begins before the position, or ends after it: what was not read may belong to it."""
    numbers = random.Random(58)
    for _ in range(150):
        secret = "".join(numbers.choices("abcdefgh", k=numbers.choice([6, 100, 5000, 20_000])))
        cut = numbers.randrange(len(secret))
        refused = f"{secret[:cut]} {secret[cut:]}"
        before, after = numbers.choice([(0, LONG), (LONG, 0), (LONG, LONG), (4000, LONG), (30_000, 50_000)])
        text = numbers.choice(
            [
                f"http://u:{refused}@h/{'x' * (before + after)}",
                f"http://h/{'x' * before}?a=b&token={refused}&{'y' * after}",
                f"http://h/?next={'x' * before}//u:{refused}@h/{'y' * after}",
                f"http://h/{'x' * before};jsessionid={refused}{'y' * after}",
            ]
        )
        with pytest.raises(uv.URISyntaxError) as caught:
            uv.parse(text + "z" * LONG)
        message = str(caught.value)
        shown = message.splitlines()[1]
        assert not any(secret[at : at + 6] in shown for at in range(len(secret) - 5)), shown
        assert len(message) < 300


def test_a_long_text_is_shown_where_nothing_can_be_a_secret() -> None:
    """RFC 2397's form of an image, and a query without a userinfo after it."""
    data = "data:image/png;base64," + "iVBORw0K/GgoAAAANSUhEUg+" * LONG
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse(f"{data} {data}")
    assert "hEUg+iVBORw0K/GgoAAAANSUhEUg+ data:image/png;base64,iVB" in str(caught.value)
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse(f"http://h/?{'a=/b&' * LONG}c d={'&e=/f' * LONG}")
    shown, mark = str(caught.value).splitlines()[1:3]
    assert "&a=/b&c d=&e=/f&" in shown and shown[mark.index("^")] == " "
