"""The first names that somebody types: each exists, or its error names our call.

`first_guesses.tsv` was written before the names were looked at; its report is
`benches/reports/2026-11-29-first-guesses.md`.
"""

from __future__ import annotations

import csv
import inspect
from types import ModuleType
from typing import Any
from unittest.mock import Mock, create_autospec

import pytest

import uriverse as uv
from support.paths import ROOT

TEXT = "http://u@h:80/a/b.html?page=1#c"
OWNERS: dict[str, Any] = {
    "uriverse": uv,
    "reference": uv.parse(TEXT),
    "URL": uv.URL("http://h:81/a"),
    "columns": uv.columns,
}
# What the answer to each guess has to name; "" is the guess itself, which exists.
ANSWERS = {
    "uriverse.urljoin": "resolve(", "reference.registered_domain": "hosts.domain(", "uriverse.quote_plus": "encode(",
    "uriverse.normalize": "", "URL.without_query_params": ".with_pairs(remove=", "URL.with_path": ".replace(path=",
    "URL.copy_with": ".replace(", "URL.join": ".resolve(", "URL.unicode_string": "parse(",
    "reference.args": ".query_pairs[", "uriverse.add_or_replace_parameters": ".with_pairs(set=",
    "uriverse.canonicalize_url": "canonical(", "reference.netloc": ".authority", "uriverse.url2pathname": ".to_path(",
    "reference.suffix": "", "uriverse.url_query_cleaner": ".with_pairs(remove=", "columns.domain": "",
    "reference.query_params": ".form_pairs", "uriverse.parse_qs": "query_pairs(", "reference.hostname": "",
    "uriverse.urlencode": "compose_query(", "uriverse.unquote": "decode(", "uriverse.redact": "",
    "uriverse.is_valid_uri": "is_valid(",
    "reference.relative_to": ".relativize(", "URL.origin": "", "reference.parent": "", "reference.name": "",
    "URL.with_suffix": ".parent / ", "reference.parts": ".segments", "URL.raw_host": "to_uri(",
    "URL.human_repr": ".display()", "uriverse.urldefrag": ".replace(fragment=None)", "uriverse.expand": ".expand(",
    "columns.parse": "", "reference._replace": ".replace(", "reference.is_private": "is_public(",
}  # fmt: skip
UNANSWERED = {
    "URL.build": "a class has no hints: its attributes are those of `type`",
    "uriverse.find_urls": "its library is not among those that the tests install",
    "uriverse.is_safe_url": "it is from tutorials, and in no release of a library that the tests install",
}


def guesses() -> list[dict[str, str]]:
    with open(ROOT / "tests" / "first_guesses.tsv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_there_are_forty_tasks_of_which_others_asked_twenty() -> None:
    rows = guesses()
    assert len(rows) == len({row["guess"] for row in rows}) == 40
    assert sum(row["source"].startswith("http") for row in rows) == 20
    assert {row["guess"] for row in rows} == {*ANSWERS, *UNANSWERED} and len(ANSWERS) >= 34


@pytest.mark.parametrize("guess", [row["guess"] for row in guesses()])
def test_a_first_guess_exists_or_its_error_names_our_call(guess: str) -> None:
    owner, name = guess.split(".")
    # `URL.build` is called on the class, as in its library.
    holder = uv.URL if name == "build" else OWNERS[owner]
    if ANSWERS.get(guess) == "":
        getattr(holder, name)
        return
    with pytest.raises(AttributeError) as caught:
        getattr(holder, name)
    if guess in UNANSWERED:
        assert "; " not in str(caught.value)
    else:
        assert f"attribute '{name}'; " in str(caught.value) and ANSWERS[guess] in str(caught.value)


def test_the_binary_has_the_rows_about_references() -> None:
    """A table that is newer than the binary fails here."""
    path = ROOT / "src" / "uriverse" / "ground" / "other-names.tsv"
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    holders: dict[str, Any] = {"reference": uv.parse(TEXT), "Components": uv.split(TEXT), "uriverse": uv}
    holders |= {"uriverse.columns": uv.columns, "uriverse.hosts": uv.hosts}
    assert len(rows) > 200
    for holder, name, sentence in rows:
        with pytest.raises(AttributeError) as caught:
            getattr(holders[holder], name)
        assert str(caught.value).partition("; ")[2] == sentence


@pytest.mark.parametrize("reference", [uv.parse(TEXT), uv.parse("a"), uv.split(TEXT), uv.URL("http://h/")])
def test_a_hint_leaves_all_that_asks_for_attributes_as_it_was(reference: Any) -> None:
    """`hasattr`, `dir`, mocks and static look-ups see no attribute, and the message names the type."""
    assert not hasattr(reference, "netloc") and getattr(reference, "netloc", 1) == 1
    assert "netloc" not in dir(reference) and "netloc" not in dir(type(reference))
    assert inspect.getattr_static(reference, "netloc", None) is None
    for double in (Mock(spec=type(reference)), create_autospec(type(reference))):
        assert not hasattr(double, "netloc") and hasattr(double, "authority")
    with pytest.raises(AttributeError) as caught:
        _ = reference.netloc
    message = f"'{type(reference).__name__}' object has no attribute 'netloc'; "
    assert str(caught.value) == message + "for urllib.parse's .netloc write .authority"
    assert caught.value.name == "netloc"


@pytest.mark.parametrize("name", ["nothing", "\ud800", "né"])
def test_a_name_without_a_hint_gets_the_interpreter_s_error(name: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(uv.parse(TEXT), name)
    assert str(caught.value) == f"'uriverse.URI' object has no attribute {name!r}".replace("\\ud800", "\ud800")


def test_a_name_that_is_a_subclass_of_str_gets_the_interpreter_s_error() -> None:
    """Its hash is the subclass's, and may raise; the interpreter asks for it once."""

    class Name(str):
        hashes = 0

        def __hash__(self) -> int:
            Name.hashes += 1
            if Name.hashes > 1:
                raise ValueError
            return str.__hash__(self)

    for name in (Name("nothing"), Name("netloc")):
        Name.hashes = 0
        with pytest.raises(AttributeError) as caught:
            getattr(uv.parse(TEXT), name)
        assert "; " not in str(caught.value)


@pytest.mark.parametrize(
    ("module", "name", "hint"),
    [
        (uv, "domain", "it is uriverse.hosts.domain"),
        (uv, "segments", "it is uriverse.parse(text).segments"),
        (uv, "host", "it is uriverse.parse(text).host"),
        (uv.hosts, "suffix", "it is public_suffix"),
        (uv.columns, "suffix", "it is public_suffix"),
    ],
)
def test_a_module_names_the_home_of_a_name(module: ModuleType, name: str, hint: str | None) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(module, name)
    assert str(caught.value).partition("; ")[2] == (hint or "")


def test_the_arguments_of_resolve_in_the_other_order_are_named() -> None:
    """The base has no scheme and the reference has one: nobody means that."""
    hint = "hint: the reference comes first, resolve(reference, base), or base.resolve(reference)"
    for reference, is_swapped in (("http://h/a", True), ("../c", False)):
        with pytest.raises(uv.ResolutionError) as caught:
            uv.resolve(reference, "b")
        assert (hint in str(caught.value)) == is_swapped
