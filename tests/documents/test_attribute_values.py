"""Taking values apart: the examples of the documents, and slow twins that follow HTML's steps letter by letter."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from uriverse.documents.readers.values import commas, refresh, single, spaces, srcset

SPACE = "\t\n\f\r "


def slow_srcset(value: str) -> list[str]:
    """HTML Standard, "parse a srcset attribute", steps 3 to 17, with the descriptors' tokens only passed over."""
    found = []
    at = 0
    while True:
        while at < len(value) and (value[at] in SPACE or value[at] == ","):
            at += 1
        if at >= len(value):
            return found
        url = ""
        while at < len(value) and value[at] not in SPACE:
            url += value[at]
            at += 1
        if url.endswith(","):
            found.append(url.rstrip(","))
            continue
        state = "in descriptor"
        while at < len(value):
            letter = value[at]
            at += 1
            if state == "in descriptor" and letter == ",":
                break
            if state == "in descriptor" and letter == "(":
                state = "in parens"
            elif state == "in parens" and letter == ")":
                state = "in descriptor"
        found.append(url)


def slow_refresh(value: str) -> list[str]:
    """HTML Standard, "shared declarative refresh steps", steps 3 to 13."""
    rest = value.lstrip(SPACE)
    digits = len(rest) - len(rest.lstrip("0123456789"))
    if digits == 0 and not rest.startswith("."):
        return []
    rest = rest[digits:].lstrip("0123456789.")
    if not rest or rest[0] not in ";," + SPACE:
        return []
    rest = rest.lstrip(SPACE)
    if rest and rest[0] in ";,":
        rest = rest[1:]
    rest = rest.lstrip(SPACE)
    if not rest:
        return []
    url = rest
    if rest[0] in "Uu":
        for letters in ("Uu", "Rr", "Ll"):
            if not rest or rest[0] not in letters:
                return [url.strip(SPACE)]
            rest = rest[1:]
        rest = rest.lstrip(SPACE)
        if not rest.startswith("="):
            return [url.strip(SPACE)]
        rest = rest[1:].lstrip(SPACE)
    if not rest:
        return []
    if rest[0] in "'\"":
        rest = rest[1:].split(rest[0])[0]
    return [rest.strip(SPACE)]


@given(st.text(alphabet="ab1,() \t\n\u00a0x.", max_size=40))
@example("a (,(b) , c")
@example("a,,,b 1x")
def test_srcset_follows_the_steps(value: str) -> None:
    """The regular expressions give what the steps give."""
    assert list(srcset(value)) == slow_srcset(value)


@given(st.text(alphabet="0159.;, \turlURL='\"ab\n", max_size=30))
@example("5;url")
@example("0;URL = 'x'y")
@example("5; 'a' b")
def test_refresh_follows_the_steps(value: str) -> None:
    """The regular expression gives what the steps give."""
    assert list(refresh(value)) == slow_refresh(value)


def test_srcset_keeps_commas_inside_references() -> None:
    """Only a comma at a reference's end, or after its descriptors, separates."""
    value = "a.png, data:image/png;base64,AA 1x, /c_fill,w_9/k.jpg 2400w, e.png 1x (a, b), f"
    assert list(srcset(value)) == ["a.png", "data:image/png;base64,AA", "/c_fill,w_9/k.jpg", "e.png", "f"]


def test_refresh_in_the_ways_pages_write_it() -> None:
    """With and without quotes, with a comma, without url=, and seconds alone."""
    for value, expected in [
        ("5; url=next.html", ["next.html"]),
        ("0;URL='a b'", ["a b"]),
        ('1,"x" y', ["x"]),
        ("3 next.html", ["next.html"]),
        ("0.5;url=q", ["q"]),
        ("600", []),
        ("600;", []),
        ("5;url=", []),
        ("soon; url=x", []),
        ("5x; url=y", []),
        ("-1; url=x", []),
    ]:
        assert list(refresh(value)) == expected, value


def test_white_space_of_html_alone_separates() -> None:
    """A no-break space is no white space of HTML."""
    assert list(single(" \n a b \t")) == ["a b"]
    assert list(single("\u00a0a")) == ["\u00a0a"]
    assert list(spaces(" a\n b\u00a0c ")) == ["a", "b\u00a0c"]
    assert list(commas(" a.zip , ,b c.zip")) == ["a.zip", "b c.zip"]
    assert list(spaces("")) == list(commas("")) == list(srcset(" , ")) == []
    assert list(single("")) == [""]
