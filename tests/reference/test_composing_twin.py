"""`replace`, `compose`, `append`, `/` and `parent` against the slow twin, which recomposes, parses and compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from reference.test_real_urls import VALID
from support.automata import OF_REFERENCES
from support.strategies import examples, in_each, texts
from twins import composition as twin

# Parts as they are written: most are valid, and some would be read as another part.
PARTS = st.one_of(st.none(), st.text("ab1:@/?#;[]% ä", max_size=4), st.sampled_from(["%41", "//x", "[::1]", "8", ""]))
NAMES = [name for name in twin.COMPONENTS if name != "path"]
SLOTS = (
    *twin.COMPONENTS,
    "userinfo",
    "host",
    "port_text",
    "kind",
    "host_type",
    "server",
    "reg_name",
    "edition",
    "text",
)
SEGMENTS = st.text("ab:/.%ä ", max_size=4)


def text_of(
    call: Callable[[], uv.URIReference],
    edition: Any,
    parts: dict[str, Any],
    login: dict[str, Any] | None = None,
    segments: Sequence[str] = (),
) -> str | None:
    """What a call makes; None if it refuses, with an error that the twin expects of these arguments."""
    try:
        return str(call())
    except uv.URISyntaxError as error:
        text, place, words = twin.refusal(edition, error.component, error.reason, login or {}, **parts)
        assert (error.text, error.at) == (text, place), (parts, login)
        assert str(error).startswith(words), (parts, login)
        return None
    except ValueError as error:
        assert str(error).startswith(twin.refusal_of_arguments(login or {}, segments)), (parts, login, segments)
        return None


def check(reference: uv.URIReference, components: dict[str, Any], login: dict[str, Any], segments: list[str]) -> None:
    """All that makes a reference of parts, judged by the twin."""
    edition = reference.edition
    whole = twin.components(reference) | components
    made = text_of(lambda: reference.replace(**components), edition, whole)
    assert made == twin.replaced(reference, **components), components
    # `compose` takes no None for a path: it is never undefined.
    assert text_of(lambda: uv.compose(**whole, edition=edition), edition, whole) == twin.composed(edition, **whole)
    if login and (reference.host is not None or reference.authority is None):
        parts = twin.login_of(reference, **login)
        whole = twin.components(reference) | {"authority": twin.authority(parts)}
        expected = twin.with_login(edition, parts, **whole)
        assert text_of(lambda: reference.replace(**login), edition, whole, parts) == expected, login
        del whole["authority"]
        made = text_of(
            lambda: uv.compose(**whole, **parts, edition=edition),
            edition,
            whole | {"authority": twin.authority(parts)},
            parts,
        )
        assert made == (None if twin.is_above_all_ports(parts["port"]) else expected), parts
    for each in (segments, segments[:1]) if segments else ():
        parts = twin.appended(reference, *each)
        expected = None if parts is None else twin.composed(edition, **parts)
        assert text_of(lambda each=each: reference.append(*each), edition, parts or {}, None, each) == expected, each
        if len(each) == 1:
            assert text_of(lambda each=each: reference / each[0], edition, parts or {}, None, each) == expected, each
    assert str(reference.parent) == twin.parent(reference)
    # The compiled module takes the text before "#" and does not read it again.
    without = reference.replace(fragment=None)
    again = uv.parse(str(without), edition=reference.edition)
    assert [getattr(without, slot) for slot in SLOTS] == [getattr(again, slot) for slot in SLOTS]
    assert type(without) is type(again) and without.fragment is None


@given(
    text=texts,
    components=st.dictionaries(st.sampled_from(NAMES), PARTS, max_size=3),
    path=PARTS,
    login=st.dictionaries(st.sampled_from(["userinfo", "port"]), PARTS, max_size=2),
    segments=st.lists(SEGMENTS, max_size=3),
)
@examples(150)
@in_each("edition", OF_REFERENCES)
def test_generated_parts(
    edition: Any, text: str, components: dict[str, Any], path: str | None, login: dict[str, Any], segments: list[str]
) -> None:
    """In every edition, on valid texts and parts of all kinds."""
    if not uv.is_valid(text, edition=edition):
        return
    if path is not None:
        components = components | {"path": path}
    check(uv.parse(text, edition=edition), components, login, segments)


@pytest.mark.parametrize("edition", OF_REFERENCES)
def test_real_urls(edition: Any) -> None:
    """On URLs that people wrote: each component goes, and comes with another text."""
    for url in VALID if edition == "rfc3986" else VALID[::4]:
        if uv.is_valid(url, edition=edition):
            reference = uv.parse(url, edition=edition)
            for name in ("query", "fragment"):
                for part in (None, "", "x=1&y", "a b#"):
                    check(reference, {name: part}, {}, ["a b", ""])
            check(reference, {"path": "/x//y"}, {"port": "81", "userinfo": None}, ["..c"])


@pytest.mark.parametrize("length", range(131))
def test_every_length(length: int) -> None:
    """A delimiter at each place of a block of the scan, in every edition."""
    filling = "a" * length
    for edition in OF_REFERENCES:
        reference = uv.parse(f"http://h/{filling}/b?q", edition=edition)
        check(reference, {"query": f"{filling}?{filling}"}, {"port": "8"}, [f"{filling}/", filling])
        check(reference, {"path": f"/{filling}#"}, {"userinfo": f"{filling}@"}, [filling])
    reference = uv.parse(f"http://h/{filling}/b?q#f")
    check(reference, {"fragment": f"{filling}#"}, {}, [])
    assert reference.replace(host=filling + ".example").host == filling + ".example"


@pytest.mark.parametrize("class_", [uv.URI, uv.RelativeReference])
def test_arguments(class_: type[uv.URIReference]) -> None:
    """Segments come by position, and one segment after the slash; values are written as in queries."""
    reference = class_("http://h/a" if class_ is uv.URI else "/a")
    with pytest.raises(TypeError, match=r"each of segments must be .*, not NoneType"):
        reference.append("a", None)
    with pytest.raises(TypeError, match=r"append\(\) got an unexpected keyword argument 'segments'"):
        reference.append(segments="a")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unsupported operand"):
        reference / None
    with pytest.raises(TypeError, match="unsupported operand"):
        "a" / reference  # type: ignore[operator]
    assert reference.append() is reference
