"""No password is shown by any `repr`, error or line for people; `str` and the attributes keep it."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import itertools
import json
import pkgutil
import types
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st

import uriverse as uv
from twins import masking as twin
from uriverse.cli.commands import uriverse as command
from uriverse.ground.masking import STRONG_NAMES, Masked, masked

SECRET = "s3cret"
URL = f"http://user:{SECRET}@h/a?q#f"
BY_NAME = {"authority": f"user:{SECRET}@h", "userinfo": f"user:{SECRET}", "password": SECRET}


def every_class() -> Iterator[type]:
    """The classes that the package and its packages export, and every error."""
    names = [module.name for module in pkgutil.iter_modules(uv.__path__, "uriverse.") if module.ispkg]
    for module in (uv, *map(importlib.import_module, names)):
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if inspect.isclass(value) and value.__module__.startswith("uriverse."):
                yield value
    yield from every_subclass(uv.URIError)


def every_subclass(kind: type) -> Iterator[type]:
    for child in kind.__subclasses__():
        yield child
        yield from every_subclass(child)


# Classes whose values hold what documents, registries and grammars say, never a text of a user.
DATA = {
    *(
        "AddressBlock",
        "Case",
        "ConfusionClass",
        "CutCase",
        "Definition",
        "Difference",
        "DomainParts",
        "Edition",
        "Format",
    ),
    *("Limits", "Meaning", "Origin", "Registration", "Scheme", "Source", "TargetCase", "ValidationError"),
}


def shows_texts(kind: type) -> bool:
    """Whether it is a concrete class with fields that may hold a user's text."""
    return bool(fields_of(kind)) and not inspect.isabstract(kind) and kind.__name__ not in DATA


def fields_of(kind: type) -> tuple[str, ...]:
    """The fields that a dataclass or a named tuple shows."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind) if field.repr)
    return tuple(kind._fields) if issubclass(kind, tuple) and hasattr(kind, "_fields") else ()


VALUES = sorted(
    {kind for kind in every_class() if shows_texts(kind)}, key=lambda kind: (kind.__module__, kind.__name__)
)
ERRORS = sorted(
    {kind for kind in every_class() if issubclass(kind, uv.URIError) and kind is not uv.URIError},
    key=lambda kind: kind.__name__,
)


def with_secret(kind: type) -> Any:
    """A value of a class, made without its constructor: each field that is shown is a text with a secret."""
    names = fields_of(kind)
    texts = {name: BY_NAME.get(name, URL) for name in names}
    if issubclass(kind, tuple):
        return kind._make(texts.values())  # type: ignore[attr-defined]
    made = object.__new__(kind)
    hidden = [field for field in dataclasses.fields(kind) if not field.repr] if dataclasses.is_dataclass(kind) else []
    for name, text in [*texts.items(), *((field.name, field.default) for field in hidden)]:
        object.__setattr__(made, name, text)
    return made


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_no_value_shows_a_password(kind: type) -> None:
    value = with_secret(kind)
    assert SECRET not in repr(value), "its class is not one of uriverse.ground.records, and its __repr__ does not mask"


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_no_error_shows_a_password(kind: type[uv.URIError]) -> None:
    fixed: dict[str, Any] = {"at": 21, "error": "host-missing", "known": ["path"], "rule": "path"}
    fixed |= {"argument": "level", "choices": ["path"]}
    if kind is uv.AgreementError:
        fixed["agreement"] = uv.agreement(f"http:///user:{SECRET}@h/", parsers="ours")
    if kind is uv.ResolutionError:
        fixed |= {"reason": "opaque-base", "edition": "rfc2396"}
    if kind is uv.hosts.HostNameError:
        fixed |= {"reason": "character", "rules": "uts46"}
    if kind is uv.URISyntaxError:
        fixed["edition"] = "rfc3986"
    parameters = inspect.signature(kind).parameters.values()
    error = kind(
        **{
            parameter.name: fixed.get(parameter.name, URL)
            for parameter in parameters
            if parameter.default is inspect.Parameter.empty
        }
    )
    for shown in (str(error), repr(error), repr(error.args)):
        assert SECRET not in shown


def raised(call: types.FunctionType) -> uv.URIError | TypeError:
    with pytest.raises((uv.URIError, TypeError)) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(
    "call",
    [
        lambda: uv.parse(f"http://user:{SECRET}@h/a b"),
        lambda: uv.parse(f"http://user:{SECRET}/x@h/a b"),
        lambda: uv.parse(f"http://user:{SECRET} x@h/"),
        lambda: uv.parse(f"/a b?next=http%3A%2F%2Fuser%3A{SECRET}%40h"),
        lambda: uv.parse(URL).replace(path="//a", authority=None),
        lambda: uv.parse(URL).replace(userinfo=f"user:{SECRET}@"),
        lambda: uv.parse(URL).replace(userinfo=None, host=f"user:{SECRET}[@h"),
        lambda: uv.parse("http://h/").replace(authority=f"user:{SECRET}[@h"),
        lambda: uv.compose(authority=f"user:{SECRET}/@h"),
        lambda: uv.compose(host=f"user:{SECRET}@h"),
        lambda: uv.compose(host="user", port=f"{SECRET}@h"),
        lambda: uv.resolve("g", f"//user:{SECRET}@h/"),
        lambda: uv.resolve("../../..", URL, excess_parents="refuse"),
        lambda: uv.resolve(f"//user:{SECRET}@h/a b", "http://h/"),
        lambda: uv.decode(f"http://user:{SECRET}@h/%zz"),
        lambda: uv.decode(f"http://user:{SECRET}@h/%ff", errors="strict"),
        lambda: uv.URI(f"//user:{SECRET}@h/"),
        lambda: uv.RelativeReference(URL),
        lambda: uv.is_valid("a", rule=URL),
        lambda: uv.parse("a", edition=URL),  # type: ignore[arg-type]
        lambda: uv.schemes.view(f"ftp://user:{SECRET}@h/;type=x"),
        lambda: uv.whatwg.URL(f"http://user:{SECRET}@h:x/"),
        lambda: uv.whatwg.URL("x", f"//user:{SECRET}@h/"),
        lambda: uv.hosts.to_ascii(URL),
        lambda: uv.hosts.to_ascii(URL, rules="idna2008"),
    ],
)
def test_no_message_shows_a_password(call: types.FunctionType) -> None:
    error = raised(call)
    for shown in (str(error), repr(error), repr(error.args)):
        assert SECRET not in shown


def test_references_and_what_is_made_of_them() -> None:
    """`repr` masks; `str`, the components and the fields do not."""
    for value in (
        uv.parse(URL),
        uv.split(URL),
        uv.split(f"//user:{SECRET}@h"),
        uv.schemes.view(f"ftp://user:{SECRET}@h/a"),
        uv.whatwg.URL(URL),
        uv.lab.explain(URL),
        uv.lab.explain(f"{URL} b"),
        *uv.find(f"see <{URL}>"),
        *uv.audit.findings(URL),
        uv.documents.establish(retrieval=URL, embedded="d/"),
    ):
        assert SECRET not in repr(value)
    assert SECRET in str(uv.parse(URL)) and SECRET in (uv.parse(URL).userinfo or "")


def test_masking_keeps_everything_else() -> None:
    """Only what follows the first colon of a userinfo is hidden."""
    for text in ("http://h:80/a@b", "http://[::1]/a:b@c", "mailto:a@b", "http://u@h/", "http://u:@h/", "a:b@c", "//h"):
        assert masked(text) == text
    assert masked("http://a:b:c@d@h/x:y@z") == "http://a:***@h/x:y@z"
    assert masked("http://a:b\\c@h/") == masked("http://a:b@c@h/") == "http://a:***@h/"
    assert masked("http://a:b/c?d#e@h/") == "http://a:***@h/"
    assert masked("http:a:b@h/") == "http:a:***@h/" and masked(" HTTPS:/a:b@h") == " HTTPS:/a:***@h"
    assert masked("/%2F%2Fu:p@h") == "/%2F%2Fu:***@h" and masked("mailto:a:b@c") == "mailto:a:b@c"


@pytest.mark.parametrize(
    "text",
    [
        *(f"http:/\t/user:{SECRET}@h/", f"http:/\r\n/user:{SECRET}@h/", f"/\n/user:{SECRET}@h"),
        *(f"ht\ttp://user:{SECRET}@h/", f"ht\ttp:\n//user:{SECRET}@h/"),
    ],
)
def test_tabs_and_line_breaks_hide_no_password(text: str) -> None:
    """URL Standard, section 4.4, step 3, removes them, and urllib as well; in running text a line break ends a line."""
    assert urlsplit(text).password == uv.whatwg.URL(text, "http://h/").password == SECRET
    for shown in (masked(text), masked(f"cannot fetch <{text}>", running=":" in text[:6]), uv.split(text).redacted()):
        assert SECRET not in shown and "user:***@h" in shown


def test_tabs_and_line_breaks_hide_no_secret_that_a_browser_finds() -> None:
    """URL Standard, section 4.4, step 3; in running text white space ends a userinfo and a value."""
    for written in ("ht\ttp:/user:p\nw@h", "\nhttp:user:\rpw\n@h"):
        assert uv.whatwg.URL(written).password == "pw"
        shown = masked(f"{written}/")
        assert uv.whatwg.URL(shown).password == "***" and "w" not in shown
        assert masked(written, running=True) == written
    written = "http://h/?to\tken=ab\ncd&a=1\n"
    assert uv.whatwg.URL(written).search_params.get("token") == "abcd"
    assert masked(written) == uv.split(written).redacted() == "http://h/?to\tken=***&a=1\n"
    assert masked("GET /?token=abc\nGET /b", running=True) == "GET /?token=***\nGET /b"


def test_each_reference_of_a_line_shows_no_password_with_a_slash() -> None:
    """RFC 3986, section 3.2.1; the paths and ports of later references are shown."""
    assert masked(f"http://h/a http://user:a/{SECRET}@h/", running=True) == "http://h/a http://user:***@h/"
    assert masked(f'"//h","//user:{SECRET}?b@h"', running=True) == '"//h","//user:***@h"'
    for text in ("//h/a //h:80/@b", "//h //i/a//j:k/b of c@d", "http://h/https://i/@b", "//h //user: a/b@c"):
        assert masked(text, running=True) == text


@pytest.mark.parametrize("text", [f"http:/user:{SECRET}@h/a", f"https:user:{SECRET}@h", f"ws:///user:{SECRET}@h/a"])
def test_components_show_no_password_that_a_browser_finds_in_the_path(text: str) -> None:
    """URL Standard, section 4.4: after a special scheme any number of slashes precedes the authority."""
    assert uv.whatwg.URL(text).password == SECRET in uv.split(text).path
    assert SECRET not in repr(uv.split(text)) and "user:***@h" in repr(uv.split(text))


def test_a_user_that_is_an_address_of_mail_shows_no_password() -> None:
    """RFC 3986, section 3.2.1, on data after the first colon of a userinfo; here its "/" is not encoded."""
    assert masked(f"https://me@home.example:a/{SECRET}@h/") == "https://me@home.example:***@h/"
    for text in ("https://me@home.example:80/a@h", "see //me@h: a/b of me@home.example", "http://me@h/a:b@c"):
        assert masked(text, running=True) == text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (r"http://h/?a=1\u0026token=s3cret", r"http://h/?a=1\u0026token=***"),
        (r"http://h/?token\u003Ds3cret\u0026b", r"http://h/?token\u003D***\u0026b"),
        (r"http://user:s3cret\u0040h/\u003f", r"http://user:***\u0040h/\u003f"),
        (r"http:\u002f\u002fuser:s3cret@h/", r"http:\u002f\u002fuser:***@h/"),
    ],
)
def test_escapes_of_json_hide_no_secret(written: str, shown: str) -> None:
    """RFC 8259, section 7: any character may be escaped; writers for pages escape "&" and "="."""
    reference = json.loads(f'"{written}"')
    assert masked(reference) == json.loads(f'"{shown}"') != reference
    assert masked(f'{{"url": "{written}", "status": 200}}', running=True) == f'{{"url": "{shown}", "status": 200}}'


@pytest.mark.parametrize(
    "name",
    ["user[password]", "token[]", "token[0]", "auth[token][]", "a[b][Api-Key]", "[password]", "user%5Bpassword%5D"],
)
def test_the_last_field_of_a_nested_name_decides(name: str) -> None:
    """PHP manual, "Variables From External Sources"; Rack's and Node's nested queries."""
    assert masked(f"/?a=1&{name}={SECRET}&b=2") == f"/?a=1&{name}=***&b=2"
    assert masked(f"see /?{name}={SECRET} here", running=True) == f"see /?{name}=*** here"
    encoded = quote(f"/?{name.replace('%5B', '[').replace('%5D', ']')}={SECRET}", safe="")
    assert masked(f"/?next={encoded}") == f"/?next={encoded.replace(SECRET, '***')}"
    assert "query-credential" in [finding.id for finding in uv.audit.findings(f"/?{name}={SECRET}")]


@pytest.mark.parametrize(
    "pair", ["password[hint]=x", "user[password]x=1", "a[b]=password", "user[passwords]=x", "x[0]=1"]
)
def test_other_fields_of_a_nested_name_are_shown(pair: str) -> None:
    assert masked(f"/?{pair}") == f"/?{pair}"


@pytest.mark.parametrize("secret", ["p", "pw", "s3c", "a-long-secret"])
def test_places_move_with_the_stars(secret: str) -> None:
    """Every character that is shown is found at its own place; one of a secret where its stars begin."""
    text = f"http://u:{secret}@h/?token={secret}&x=http://v:{secret}@i/"
    hidden = Masked(text)
    for place, letter in enumerate(text):
        shown = hidden.shown[hidden.at(place)]
        is_secret = any(start <= place < end for start, end in hidden.places)
        assert shown == ("*" if is_secret else letter)
    assert hidden.at(len(text)) == len(hidden.shown)
    assert [hidden.shown[hidden.at(start) : hidden.at(end)] for start, end in hidden.places] == ["***"] * 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--scheme-rules", f"ftp://user:{SECRET}@h/;type=x"],
        ["explain", f"//user:{SECRET}@h/%zz"],
        ["explain", f"//us er:{SECRET}@h/"],
        ["explain", f"http:user:{SECRET}@h/ b"],
    ],
)
def test_no_line_for_people_shows_a_password(arguments: list[str]) -> None:
    result = CliRunner().invoke(command, arguments)
    assert SECRET not in result.output and "user" in result.output


# RFC 1738, section 5: a user and a password have letters, and ";", "?", "&" and "=".
USERS = ("user", "user?", "u?a=1&b;c", "?")
PASSWORDS = (SECRET, f"{SECRET}?b", f"a;{SECRET}")
# RFC 1630 has no userinfo, and RFC 6570's texts are templates.
WITH_USERINFO = [edition for edition in uv.EDITIONS if edition not in {"rfc1630", "rfc6570"}]


def planted(edition: Any) -> Iterator[str]:
    """Texts in which an edition parses a password that contains the secret."""
    for user, password in itertools.product(USERS, PASSWORDS):
        for text in (f"http://{user}:{password}@h/a", f"x://{user}:{password}@h?q", f"//{user}:{password}@h"):
            if uv.is_valid(text, edition=edition) and SECRET in (uv.parse(text, edition=edition).userinfo or ""):
                yield text


def shown_by_edition(edition: Any, text: str) -> Iterator[str]:
    """What shows a reference that an edition parses, or refuses at its end."""
    reference = uv.split(text, edition=edition)
    yield from (repr(reference), reference.redacted(), reference._repr_html_())
    calls: list[Callable[[], Any]] = [
        lambda: uv.parse(text, edition=edition),
        lambda: uv.parse(text, edition=edition)._repr_html_(),
        lambda: uv.parse(f"{text} b", edition=edition),
        lambda: uv.parse(text, edition=edition).replace(path="/ b"),
        lambda: uv.resolve("../../..", text, edition=edition, excess_parents="refuse"),
        lambda: uv.resolve(text, "a", edition=edition),
        lambda: uv.normalize(text, level="case", edition=edition),
        lambda: uv.mend(f"{text} b", edition=edition),
        lambda: uv.Policy.any(edition=edition, schemes="none").check(text),
    ]
    for call in calls:
        try:
            yield repr(call())
        except (ValueError, LookupError) as error:
            yield f"{error}{error!r}"


@pytest.mark.parametrize("edition", WITH_USERINFO)
def test_no_edition_shows_a_password(edition: Any) -> None:
    """RFC 3986, section 3.2.1; editions end a userinfo at different characters."""
    texts = [*planted(edition)]
    assert texts
    for text in texts:
        assert [shown for shown in shown_by_edition(edition, text) if SECRET in shown] == []
        with pytest.raises(uv.PolicyError) as caught:
            uv.Policy(edition=edition).check(text)
        assert SECRET not in str(caught.value)


@pytest.mark.parametrize("edition", ["rfc1738", "rfc1808"])
def test_a_password_that_is_a_port_to_others_is_masked_by_its_edition(edition: Any) -> None:
    """RFC 1808, section 2.4.3, ends the authority at "/": the "?" of `80?s3cret` belongs to the password."""
    text = f"http://user:80?{SECRET}@h/a"
    assert uv.parse(text, edition=edition).userinfo == f"user:80?{SECRET}" and uv.parse(text).query == f"{SECRET}@h/a"
    assert [shown for shown in shown_by_edition(edition, text) if SECRET in shown] == []
    assert uv.parse(text).redacted() == text


@pytest.mark.parametrize("command_name", ["parse", "check", "explain", "audit", "agree"])
def test_no_line_for_people_shows_a_password_of_any_edition(command_name: str) -> None:
    for edition in WITH_USERINFO:
        *_, text = planted(edition)
        chosen = [] if command_name in {"agree", "explain"} else ["--edition", edition]
        for end in ("", " b"):
            assert SECRET not in CliRunner().invoke(command, [command_name, *chosen, text + end]).output


@pytest.mark.parametrize(
    "unit",
    [
        *("//:@:", "//a:", "\\\\:", "\\", "%2f%2fa%3a", "%2f%2fa", "//", "%2F"),
        *("\t//a:", "//a:b ", "\n", "to\tken=", " //a:b/"),
        *(":", "@", "//a:b", "http:", "/http:", "%2f%2fa:"),
    ],
)
@pytest.mark.parametrize("end", ["", "@"])
def test_masking_is_linear(unit: str, end: str) -> None:
    """A quadratic pattern would need minutes for a megabyte, and the test would not end."""
    assert masked(unit * (1_000_000 // len(unit)) + end)


PIECES = (
    *("http:", "HTTPS:", "ws:", "/", "//", "\\", "\\\\", "?", "#", "&"),
    *("&amp;", ";", "=", ":", "@", "[", "a", "8", "ghp_"),
    *("token", "Access-Token", "sig", "%74oken", "tok%65n", "%2F"),
    *("\t", "\r", " //", "http://a:b/", "/\r\n/", "\\u0026", "\\u003D", "\\u0040", "\\u002f", "\\u00"),
    *("[", "]", "[]", "[0]", "[token]", "%5B", "%5d"),
    *("%2f%2F", "%3A", "%3f", "%26", "%23", "%40", "%3D", "%"),
    *("80", ",", "(", "}", "`", "'", "\\n", "\\\\", "&quot;", "，", "[::1]", "http://h:80", "//me:p@w@h:80"),
    *("%22", "%2C", "+", "%5B", "http%3A%2F%2Fh%3A80", "x-oauth-basic", "%3a", "password", "Password1", "_", "key"),
    *("ghp_" + "a" * 36, "eyJhbGciOi", ".", "AKIAIOSFODNN7EXAMPLE", "hooks.slack.com", "/services", "/T0", "/bot1"),
    *("Authorization", ": ", "bearer ", "\\/", "%2Fbot1", ":443", "/services/T00000000/B00000000/" + "x" * 20),
    *(" ", "\n", "\x1d", "\u3000", "\x85", "é", "\U0001f600", "\udcff", '"', "<", "token\u212a", "x" * 63, "=1", "="),
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example("/?a=1;token=2")
@example("http://a\\@me:pw@h/")
@settings(max_examples=1000)
def test_the_places_are_those_of_the_twin(text: str) -> None:
    """In one reference, and in running text."""
    for running in (False, True):
        assert STRONG_NAMES.places(text, running=running) == twin.secrets(text, twin.is_strong, running=running), (
            running
        )


@given(st.lists(st.sampled_from([*PIECES, "\n"]), max_size=16).map("".join))
def test_lines_are_masked_each_by_itself(text: str) -> None:
    assert STRONG_NAMES.masked_lines(text) == "\n".join(map(masked, text.split("\n")))


@pytest.mark.parametrize("length", range(131))
def test_secrets_are_found_at_every_place(length: int) -> None:
    for text in ("/" + "a" * length + "?b=1&token=2", "http://" + "a" * length + ":b@h/"):
        assert STRONG_NAMES.places(text) == twin.secrets(text, twin.is_strong, running=False) != []
