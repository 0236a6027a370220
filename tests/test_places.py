"""Every operation with an interesting piece at each place from 0 to 130, judged by the twins.

The engine reads 64 octets at once, and what it carries from one step to the next (a dot after a slash, a triplet that
began) shows only where a piece stands at the seam. No generator finds one length of a hundred.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, unquote_to_bytes

import pytest

import twins
import uriverse as uv
from support import url_peers
from support.single import each
from support.slow_components import Slow, engine
from twins import composition, normalization, rfc3986, rfc6570
from twins.normalization import Reading
from twins.parts import Parts
from twins.reader import read
from uriverse import _core
from uriverse import columns as uc

PLACES = range(131)
# What ends a component, what no component has, what normal forms rewrite, and what resolution takes away.
PIECES = (
    *("/", "?", "#", ":", "@", "[", "]", "%41", "%7e", "%c3%a9", "%2", "%", "A", "~", " ", "\x00", "\x7f", "\\", "|"),
    *("é", "吧", "😀", "/./", "/../", "/.", "/..", "//", "/.a", "/..a", "./", "../", ";", "=", "&", "&&", "+"),
)
# What stands before the place; the letters after it make the text longer than one step.
BEGINNINGS = ("", "http://h/", "http://", "s:", "//u@", "/", "?", "#", "http://h:80/x?")
SLOW = Slow("rfc3986")
RULES = normalization.rules_of("rfc3986", SLOW.table)
BASE = "http://a/b/c/d;p?q"
FIELDS = tuple(Parts.__dataclass_fields__)


def texts(beginning: str, piece: str) -> Iterator[str]:
    """The piece at each place, with nothing and with letters after it."""
    for place in PLACES:
        yield f"{beginning}{'a' * place}{piece}"
        yield f"{beginning}{'a' * place}{piece}{'b' * 70}"


def reading(text: str) -> Reading | None:
    found = read(SLOW.table, SLOW.accepts, text)
    if found is None:
        return None
    parts = Parts(**{name: found[name] for name in FIELDS})
    return Reading(parts, found["opaque"], found["userinfo"], found["host"], found["port"])


def first_difference(cases: Iterator[tuple[str, object, object]]) -> str:
    """The first case whose answer is not the twin's, in words; "" if there is none."""
    for text, ours, twin in cases:
        if ours != twin:
            return f"{text!r}\n  engine: {ours!r}\n  twin:   {twin!r}"
    return ""


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_components(beginning: str) -> None:
    """The components of a parse, or the refusal; the split; the yes or no."""

    def cases() -> Iterator[tuple[str, object, object]]:
        for piece in PIECES:
            for text in texts(beginning, piece):
                slow = SLOW(text)
                yield text, engine(text, "rfc3986"), slow
                yield text, uv.is_valid(text), slow is not None
                split = uv.split(text)
                yield text, Parts(*(getattr(split, name) for name in FIELDS)), twins.split("rfc3986", text)

    assert first_difference(cases()) == ""


# What each level rewrites, and what looks like it. The twin takes a millisecond a text.
REWRITTEN = {
    "case": ("A", "%c3%a9", "%7E", "é"),
    "percent": ("%7e", "%41", "%2f", "%c3%a9"),
    "path": ("/./", "/../", "/.", "/..", "/.a", "//"),
    "scheme": (":80", ":", "%7e"),
}


@pytest.mark.parametrize("level", REWRITTEN)
def test_normal_forms(level: str) -> None:
    """Each level; a text is equivalent to its normal form."""

    def cases() -> Iterator[tuple[str, object, object]]:
        for beginning in ("http://h/", "http://"):
            for piece in REWRITTEN[level]:
                for text in texts(beginning, piece):
                    if uv.is_valid(text):
                        slow = normalization.normalize(text, level, RULES, reading)
                        yield text, str(_core.normalize_generic(text, level=level)), slow
                        yield text, uv.equivalent(text, slow, level=level), True

    assert first_difference(cases()) == ""


@pytest.mark.parametrize("beginning", ["", "/", "http://h/", "?", "//h/"])
def test_resolution(beginning: str) -> None:
    """As a reference against a base, and as the base of a reference."""

    def cases() -> Iterator[tuple[str, object, object]]:
        for piece in PIECES:
            for text in texts(beginning, piece):
                if not uv.is_valid(text):
                    continue
                yield text, str(uv.resolve(text, BASE)), twins.resolve("rfc3986", BASE, text)
                base = f"http://h/{text.removeprefix('http://h').lstrip('/')}"
                if uv.is_valid(base):
                    yield base, str(uv.resolve("../x", base)), twins.resolve("rfc3986", base, "../x")

    assert first_difference(cases()) == ""


def test_percent_encoding() -> None:
    """Decoding, and encoding octet by octet: what is no unreserved character is a triplet."""

    @cache
    def encoded(letter: str) -> str:
        return letter if letter in normalization.OF_2005 else "".join(f"%{octet:02X}" for octet in letter.encode())

    def cases() -> Iterator[tuple[str, object, object]]:
        for piece in PIECES:
            for text in texts("", piece):
                for data in (text, text * 4):
                    expected = "".join(map(encoded, data))
                    yield data, uv.encode(data, component="unreserved"), expected
                    yield data, uv.encode(data.encode(), component="unreserved"), expected
                    yield data, uv.decode(expected), data
                whole = text.replace("%2", "%25") if piece in {"%2", "%"} else text
                if "%" not in whole.replace("%41", "").replace("%7e", "").replace("%c3%a9", ""):
                    yield whole, uv.decode(whole), unquote_to_bytes(whole).decode()

    assert first_difference(cases()) == ""


def test_query_pairs() -> None:
    """Cut at "&", and each pair at its first "="."""

    def cut(query: str) -> list[tuple[str, str | None]]:
        found = [
            (name, value if mark else None) for name, mark, value in (pair.partition("=") for pair in query.split("&"))
        ]
        return [(uv.decode(name), value if value is None else uv.decode(value)) for name, value in found]

    def cases() -> Iterator[tuple[str, object, object]]:
        for piece in ("&", "=", "&&", "=&", "%41", "%3d", "+", "&x", "=x"):
            for text in texts("k=v&", piece):
                yield text, list(uv.query_pairs(text)), cut(text)

    assert first_difference(cases()) == ""


def as_text(call: Callable[[], object]) -> str | None:
    """The answer as a text, None where it is refused."""
    try:
        return str(call())
    except uv.URIError:
        return None


HERE = uv.parse("http://h/p;q?r#f")
# An operation on one text: where the piece stands, what is interesting there, the operation, and its twin.
DOTS = ("/./", "/../", "/.", "/..", "/.a", "/..a", "//", "./", "../")
FOUND = "http://h/x"
OPERATIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...], Callable[[str], object], Callable[[str], object]]] = {
    "remove_dot_segments": (("", "/"), DOTS, uv.remove_dot_segments, rfc3986.remove_dot_segments),
    "path_segments": (
        *(("/",), ("/", "//", "%2f", "%41", ";", "%c3%a9")),
        *(uv.path_segments, lambda text: tuple(map(unquote, text[1:].split("/")))),
    ),
    "relativize": (
        *(("http://a/", "http://a/b/c/", "http://b/"), ("/", "//", "?", "#", ":", "/.a", "%2e", ";")),
        *(lambda text: twins.resolve("rfc3986", BASE, str(uv.relativize(text, BASE))), lambda text: text),
    ),
    "replace": (
        *(("", "/"), PIECES, lambda text: as_text(lambda: HERE.replace(path=text))),
        lambda text: composition.replaced(HERE, path=text),
    ),
    "compose": (
        *(("", "/"), PIECES, lambda text: as_text(lambda: uv.compose(scheme="s", path=text, query=""))),
        lambda text: composition.composed("rfc3986", scheme="s", path=text, query=""),
    ),
    "to_uri": (
        *(("http://h/", "http://h/?", "http://h/#"), ("é", "吧", "😀", "%41", "/")),
        *(lambda text: str(uv.to_uri(text)), lambda text: quote(text, safe=":/?#%")),
    ),
    "to_iri": (
        *(("http://h/", "http://h/?"), ("%c3%a9", "%e5%90%a7", "%2f", "%FF", "%C3")),
        *(lambda text: str(uv.to_iri(text)), lambda text: text.replace("%c3%a9", "é").replace("%e5%90%a7", "吧")),
    ),
    "display": (
        *(("http://h/",), ("%c3%a9", "%e5%90%a7", "%2f", "/")),
        *(uv.display, lambda text: text.replace("%c3%a9", "é").replace("%e5%90%a7", "吧")),
    ),
    "mend": (
        *(("/", "http://h/?"), (" b", "|", "é", "^", "<", "/")),
        *(lambda text: str(uv.mend(text).reference), lambda text: quote(text, safe=":/?")),
    ),
    "find": (
        *(("", "é "), (f" {FOUND} ", f"<{FOUND}>", f'"{FOUND}"', f"\n{FOUND}\n")),
        lambda text: [match.span for match in uv.find(text)],
        lambda text: [(text.index(FOUND), text.index(FOUND) + len(FOUND))],
    ),
    "expand": (
        *(
            ("",),
            ("é", "吧", "%41", "%", " ", "/", "~", "|", "\x00"),
            lambda text: uv.templates.Template("{x}{+x}{?x}").expand(x=text, dot_segments=True),
        ),
        lambda text: rfc6570.expand("{x}{+x}{?x}", {"x": text}),
    ),
    "parse_form": (
        *(("", "k=v&"), ("&", "=", "&&", "=&", "%41", "%", "+", "%c3%a9", "%ff")),
        lambda text: list(uv.whatwg.parse_form(text)),
        lambda text: parse_qsl(text, keep_blank_values=True, errors="replace"),
    ),
    "percent_decode": (("",), ("%41", "%c3%a9", "%", "%4", "%zz"), uv.whatwg.percent_decode, unquote_to_bytes),
    "URL": (
        *(("http://h/", "http://h/?", "http://h/#", "http://u@", "s:", "s:/"), PIECES),
        *(lambda text: url_peers.ours(text, None), lambda text: url_peers.ada(text, None)),
    ),
}
# Other calls with a text, and where their twin is, or what they call.
ELSEWHERE = {
    **dict.fromkeys(("parse", "split", "is_valid"), "test_components"),
    **dict.fromkeys(("normalize", "equivalent"), "test_normal_forms"),
    **dict.fromkeys(("encode", "decode"), "test_percent_encoding"),
    **dict.fromkeys(("query_pairs", "compose_query"), "test_query_pairs"),
    "resolve": "test_resolution",
    "safe_redirect": "it resolves by the URL Standard and compares origins",
    **dict.fromkeys(("same_origin", "same_site"), "they compare the hosts of two parses"),
    **dict.fromkeys(("canonical", "canonical_key"), "the URL Standard's parse and steps: tests/canonicalization"),
    "agreement": "each parser's own parse",
    "redact": "masking: tests/twins/masking.py, asked by tests/test_secrets.py",
}


def test_every_call_with_a_text_is_here() -> None:
    """A function of the package that takes a text has a twin here, or a place where it has one."""
    taking = {"text", "reference", "target", "path", "iri", "uri", "component", "pairs", "query", "a", "data"}
    calls = {name: getattr(uv, name) for name in uv.__all__ if name.islower()}
    found = {
        name
        for name, call in calls.items()
        if callable(call) and not inspect.isclass(call) and next(iter(inspect.signature(call).parameters)) in taking
    }
    assert found - OPERATIONS.keys() - ELSEWHERE.keys() == set()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_operation(operation: str) -> None:
    """Its answer is the twin's, and so is whether it refuses the text."""
    beginnings, pieces, answer, twin = OPERATIONS[operation]
    cases = (
        (text, answer(text), twin(text)) for start in beginnings for piece in pieces for text in texts(start, piece)
    )
    assert first_difference(cases) == ""


@pytest.mark.parametrize("operation", ["is_valid", "host", "normalize", "resolve", "equivalent"])
def test_rows_of_a_column(operation: str) -> None:
    """One row of 131 is null, refused or other than the rest: every row is that of the single call."""
    usual = "http://h/%7ea"
    calls: dict[str, Any] = {
        "is_valid": (uc.is_valid, uv.is_valid),
        "host": (uc.host, lambda text: uv.parse(text).host),
        "normalize": (uc.normalize, lambda text: str(uv.normalize(text))),
        "resolve": (lambda column: uc.resolve(column, BASE), lambda text: str(uv.resolve(text, BASE))),
        "equivalent": (
            lambda column: uc.equivalent(uc.Column(["http://h/~a"] * len(PLACES)), column),
            lambda text: uv.equivalent("http://h/~a", text),
        ),
    }
    of_column, call = calls[operation]
    for odd in (None, "http://h/ ", "http://other/"):
        usual_row, odd_row = each((usual, odd), call)
        for place in PLACES:
            found = of_column(uc.Column([odd if row == place else usual for row in PLACES])).to_pylist()
            assert found == [odd_row if row == place else usual_row for row in PLACES], f"{odd!r} at row {place}"
