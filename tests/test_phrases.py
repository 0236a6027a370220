"""One phrasing for one mistake: a wrong word, an unknown keyword, a missing argument, of every public callable.

The callables and their arguments come from what the package exports, so a new function is in it by itself.
"""

from __future__ import annotations

import inspect
import ipaddress
import re
from collections.abc import Callable
from typing import Any

import pytest

import uriverse as uv
from support.public_functions import PARAMETERS, VALID, arguments, public_functions, required, start_generator

WRONG = "no-such-word"
FUNCTIONS = dict(public_functions())
SENTENCE = re.compile(rf"(\w+) must be one of [^\n]+, not '{WRONG}'(?:; did you mean [^\n]+\?)?")
# Arguments whose words are not a list of ours: Python's charsets, and the Encoding Standard's labels.
OPEN = {"encoding"}


# An argument that is a list of words, or one whose words belong to another argument's list.
LISTS = {"want", "editions"}
ADDRESS = ipaddress.IPv6Address("::1")
# Their arguments are not texts.
CALLS: dict[str, list[Any]] = {
    "uriverse.hosts.embedded_address": [ADDRESS],
    "uriverse.hosts.ip_address": [VALID["self"]],
    "uriverse.whatwg.serialize_address": [ADDRESS],
    "URI.append": [VALID["self"]],
}


def refusal(function: Callable[..., Any], parameter: str, value: object) -> Exception | None:
    """What a function raises with this value for a parameter."""
    positional, keywords = arguments(function, parameter, value)
    try:
        start_generator(function(*positional, **keywords))
    except Exception as error:
        return error
    return None


def takes_words(parameter: inspect.Parameter) -> bool:
    """Whether a word is a valid value: the default is one, or None stands for one."""
    default = parameter.default
    return isinstance(VALID.get(parameter.name) if default is parameter.empty else default, str | type(None))


WORDS = [
    (name, function, parameter)
    for name, function, parameter in PARAMETERS
    if parameter not in OPEN and takes_words(inspect.signature(function).parameters[parameter])
]


@pytest.mark.parametrize(
    ("function", "parameter"), [row[1:] for row in WORDS], ids=[f"{name}-{word}" for name, _, word in WORDS]
)
def test_a_wrong_word_has_one_phrasing(function: Callable[..., Any], parameter: str) -> None:
    """An error that is about the word, and not about a text that cannot be parsed, is an `UnknownWordError`."""
    error = refusal(function, parameter, [WRONG] if parameter in LISTS else WRONG)
    if isinstance(error, uv.UnknownWordError):
        if error.value != WRONG:
            return  # What is valid elsewhere is not a word of this function's other argument.
        phrase = SENTENCE.fullmatch(str(error))
        argument = "edition" if parameter == "editions" else parameter
        assert phrase is not None and phrase[1] == error.argument == argument, str(error)
        assert error.reason.startswith("unknown-")
    elif error is not None and not isinstance(error, uv.URIError) and WRONG in str(error):
        assert not re.search(r"one of|no such|there is no|unknown|must be \"|must be '", str(error)), repr(error)


def test_the_words_of_the_package_are_refused() -> None:
    """Each argument of this list, which is more than half of all, has its error somewhere."""
    refused = {
        parameter
        for name, function, parameter in WORDS
        if isinstance(refusal(function, parameter, WRONG), uv.UnknownWordError)
    }
    assert refused >= {
        "component", "edition", "errors", "excess_parents", "host", "hyphens", "level", "malformed",
        "percent_encode_set", "profile", "rule", "rules", "scheme",
    }  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_unknown_keyword_has_the_interpreters_phrasing(name: str) -> None:
    """CPython's own, which Python functions raise without any code of ours."""
    function = FUNCTIONS[name]
    positional, keywords = (CALLS[name], {}) if name in CALLS else arguments(function, "", None)
    with pytest.raises(TypeError) as caught:
        start_generator(function(*positional, **keywords, no_such_keyword=1))
    own = re.escape(name.rpartition(".")[2])
    expected = rf"(?:\w+\.)?{own}\(\) got an unexpected keyword argument 'no_such_keyword'"
    assert re.fullmatch(expected, str(caught.value)), str(caught.value)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_missing_argument_has_the_interpreters_phrasing(name: str) -> None:
    function = FUNCTIONS[name]
    parameters = [each for each in inspect.signature(function).parameters.values() if required(each)]
    parameters = [each for each in parameters if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    if not parameters:
        return
    with pytest.raises(TypeError) as caught:
        start_generator(function())
    by_position = [each for each in parameters if each.kind is not each.KEYWORD_ONLY] or parameters
    kind = "keyword-only" if by_position[0].kind is by_position[0].KEYWORD_ONLY else "positional"
    words = f"missing {len(by_position)} required {kind} argument"
    if name.startswith(("URI.", "Components.")) and "needs an argument" in str(caught.value):
        return  # An unbound method of a C type lacks its receiver.
    assert words in str(caught.value), str(caught.value)
    assert all(f"'{each.name}'" in str(caught.value) for each in by_position)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: uv.normalize("http://h/", level="cas"),  # type: ignore[arg-type]
            "level must be one of string, case, percent, path, syntax, scheme, not 'cas'; did you mean 'case'?",
        ),
        (
            lambda: uv.audit.findings("http://h/", profile="securty"),  # type: ignore[arg-type]
            "profile must be one of all, security, style, fetch or ids of findings, not 'securty'; "
            "did you mean 'security'?",
        ),
        (
            lambda: uv.is_valid("a", rule="segmnt"),
            "rule must be one of URI, hier-part, URI-reference, absolute-URI, ... (39 words), not 'segmnt'; "
            "did you mean 'segment' or 'segment-nz'?",
        ),
        (
            lambda: uv.to_uri("a", host="http://u:secret@h/"),  # type: ignore[arg-type]
            "host must be one of idna, percent, not 'http://u:***@h/'",
        ),
    ],
)
def test_the_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(uv.UnknownWordError) as caught:
        call()
    assert str(caught.value) == sentence
    assert caught.value.sentence("--x").startswith("--x must be one of ")


def test_a_near_keyword_is_named() -> None:
    for call in (lambda: uv.parse("a", edtion="x"), lambda: uv.agreement("a", edtion="x", parser="ours")):  # type: ignore[call-overload]
        with pytest.raises(TypeError, match=r"\. Did you mean '\w+'\?|unexpected keyword argument 'edtion'"):
            call()
    with pytest.raises(TypeError, match=r"parse\(\) got an unexpected keyword argument 'edtion'\. Did you mean 'edit"):
        uv.parse("a", edtion="x")  # type: ignore[call-overload]
