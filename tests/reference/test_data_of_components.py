"""The law of encoding: what is composed of data and read again is the data, in every component of every edition.

RFC 2396, section 2.2: "If the data for a URI component would conflict with the reserved purpose, then the conflicting
data must be escaped before forming the URI." What an edition reserves is data with its clause (`Edition.reserved`).
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import uriverse as uv
from support.automata import OF_REFERENCES
from support.strategies import in_each

DATA = st.text(st.sampled_from("aZ09-._~!$&'()*+,;=:@/?#[]%{}|\\^` <>\"é\u4e2d\x00"), max_size=8) | st.text(max_size=6)
# Where the readings of an edition cut a component.
CUT = {
    edition: {slot.component for row in (*found.readings, *found.authority) for slot in row.slots}
    for edition, found in uv.EDITIONS.items()
}


def composed(edition: Any, **given: Any) -> Any:
    # RFC 1630's generic syntax has no authority.
    host = {"host": "h"} if "host" in CUT[edition] else {}
    return uv.compose(**{"scheme": "http", **host, "edition": edition, **given})


@given(data=DATA.filter(lambda text: text not in {".", ".."}))
@example(data="a;b=c")
@in_each("edition", OF_REFERENCES)
def test_a_segment(edition: Any, data: str) -> None:
    """A "/" in data does not end a segment, and where a document gives ";" a meaning, it begins no parameter."""
    # RFC 1808, 2.2: the first segment is not empty.
    found = composed(edition, segments=["x", data])
    assert found.segments == ("x", data)
    if ";" not in uv.encode(";", component="segment", edition=edition):
        assert uv.path_segments(found.path) == ("x", data)


@given(name=DATA, value=DATA)
@in_each("edition", [edition for edition in OF_REFERENCES if uv.is_valid("?a=b", edition=edition)])
def test_a_pair(edition: Any, name: str, value: str) -> None:
    """Nothing in a name or a value parts pairs."""
    found = composed(edition, segments=[""], pairs=[(name, value)])
    assert list(found.query_pairs) == [(name, value)]
    assert found.fragment is None


@given(user=DATA, password=DATA)
@in_each("edition", [edition for edition in OF_REFERENCES if "userinfo" in CUT[edition]])
def test_a_login(edition: Any, user: str, password: str) -> None:
    """Nothing in a user or a password ends it, or begins a host."""
    found = composed(edition, user=user, password=password)
    assert (found.user, found.password, found.host) == (user, password, "h")


@given(data=DATA.filter(bool))
@example(data="user@evil.com:80")
@in_each("edition", [edition for edition in OF_REFERENCES if "host" in CUT[edition]])
def test_a_registered_name(edition: Any, data: str) -> None:
    """Where the edition takes an encoded name, all of it is the name: no userinfo and no port."""
    name = uv.encode(data, component="reg-name", edition=edition)
    if not uv.is_valid(f"http://{name}/", edition=edition):
        return
    found = uv.parse(f"http://{name}/", edition=edition)
    if found.authority is None:
        # The drafts of 1996 and 1997 take it as a path: their hosts are labels.
        return
    assert uv.decode(found.authority) == data
    assert found.userinfo is None and found.port_text is None


@given(data=DATA)
@in_each("component", ["path", "query", "fragment"])
@in_each("edition", OF_REFERENCES)
def test_a_whole_component(edition: Any, component: str, data: str) -> None:
    """What is data as a whole keeps its delimiters, and nothing in it begins the next component."""
    if component not in CUT[edition] or (edition == "rfc1630" and component != "path" and not all(data.split("+"))):
        # RFC 1630's fragmentid is not empty, and neither is a word of its search, in which "+" parts words.
        return
    # RFC 1808, 2.2: the first segment of a path is not empty.
    text = "/x" * (component == "path") + data
    written = uv.encode(text, component=component, edition=edition)
    found = composed(edition, **{"path": "/", component: written})
    assert uv.decode(getattr(found, component)) == text


@pytest.mark.parametrize(
    ("edition", "component", "data", "encoded"),
    [
        # RFC 2396, 3.2: "Within the authority component, the characters ";", ":", "@", "?", and "/" are reserved."
        ("rfc2396", "reg-name", "user@evil.com:80", "user%40evil.com%3A80"),
        ("rfc2396", "userinfo", "a;b", "a%3Bb"),
        # 3.3: "Within a path segment, the characters "/", ";", "=", and "?" are reserved."
        ("rfc2396", "segment", "/;=?&+$,:@", "%2F%3B%3D%3F&+$,:@"),
        # 3.4: "the characters ";", "/", "?", ":", "@", "&", "=", "+", ",", and "$" are reserved."
        ("rfc2396", "query-value", ";/?:@&=+,$-_.!~*'()", "%3B%2F%3F%3A%40%26%3D%2B%2C%24-_.!~*'()"),
        # draft-fielding-uri-rfc2396bis-00, 3.2: "the characters ";", ":", "@", "?", "/", "[", and "]" are reserved."
        ("rfc2396bis-00", "reg-name", ";:@?/[]&", "%3B%3A%40%3F%2F%5B%5D&"),
        ("rfc2396bis-00", "segment", "a;b=c", "a%3Bb%3Dc"),
        # RFC 1738, 3.3: "Within the <path> and <searchpart> components, "/", ";", "?" are reserved."
        ("rfc1738", "segment", "/;?:@&=", "%2F%3B%3F:@&="),
        ("rfc1738", "query-value", "/;?:@", "%2F%3B%3F:@"),
        # RFC 3986, 3.3, leaves ";" and "=" of a segment to the scheme.
        ("rfc3986", "segment", "a;b=c", "a;b=c"),
    ],
)
def test_the_reserved_sets(edition: Any, component: str, data: str, encoded: str) -> None:
    assert uv.encode(data, component=component, edition=edition) == encoded


@pytest.mark.parametrize("edition", OF_REFERENCES)
def test_each_reserved_set_has_its_clause(edition: Any) -> None:
    """And is about a component that the edition encodes for."""
    found = uv.EDITIONS[edition]
    assert set(found.reserved) <= set(found.encode)
    assert all(row.clause for row in found.reserved.values())
