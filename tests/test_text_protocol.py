"""Wherever a text is taken, a reference and a URL are taken: ours, and those of other libraries.

The public functions are found by walking the package: those with a parameter that is annotated `Text` or `Host`, in the
stub for the native ones. Each is called with a str and with seven kinds of URL objects, and gives the same answer.
"""

from __future__ import annotations

import ast
import urllib.parse
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse import _core

furl = pytest.importorskip("furl")
httpx = pytest.importorskip("httpx")
pydantic = pytest.importorskip("pydantic")
yarl = pytest.importorskip("yarl")

TEXT = "https://example.com/a/b?q=1"
KINDS: dict[str, Callable[[str], object]] = {
    "URI": uv.URI,
    "URL": uv.URL,
    "whatwg.URL": uv.whatwg.URL,
    "yarl": yarl.URL,
    "httpx": httpx.URL,
    "furl": furl.furl,
    "pydantic": pydantic.AnyUrl,
    "urllib": urllib.parse.urlsplit,
}
MODULES = (
    *("", "audit", "canonicalization", "columns", "confusion", "documents", "hosts", "iris", "lab", "schemes", "text"),
    "whatwg",
)
COLUMN = uv.columns.Column(["x", TEXT])
# What the calls need besides their texts.
OTHERS: dict[str, dict[str, Any]] = {
    "canonical": {"profile": "surt"},
    "canonical_key": {"profile": "surt"},
    "columns.equivalent": {"a": COLUMN},
    "columns.relativize": {"targets": COLUMN},
    "columns.resolve": {"references": COLUMN},
    "documents.links": {"": uv.documents.Document("a.html", b"<a href=x>")},
    "documents.missing_targets": {"": str(ROOT / "examples")},
    "hosts.host_matches": {"patterns": "example.com"},
}
# The text of a path, data, or a part of a text, and no reference: `decode("%41")`.
NOT_REFERENCES = {"decode"}
TAKEN = {"Text", "Host"}


def words(annotation: ast.expr | None) -> set[str]:
    """The types of which an annotation takes either."""
    return set(ast.unparse(annotation).split(" | ")) if annotation else set()


def parameters(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """The functions of a module with the names of their parameters that take a text."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            texts = [each.arg for each in every if TAKEN & words(each.annotation)]
            if texts:
                yield node.name, texts


def calls() -> dict[str, tuple[Callable[..., Any], list[str]]]:
    """The public functions that take texts."""
    source = Path(uv.__file__).parent
    native = dict(parameters(ast.parse((source / "_core.pyi").read_text("utf-8"))))
    found = {}
    for name in MODULES:
        module = import_module(f"uriverse.{name}" if name else "uriverse")
        for public in getattr(module, "__all__", ("display", "to_iri", "to_uri")):
            function = getattr(module, public)
            home = getattr(function, "__module__", None)
            if not callable(function) or isinstance(function, type) or public in NOT_REFERENCES:
                continue
            if public in native and home == "uriverse._core":
                texts = native[public]
            elif home is not None and home.startswith("uriverse.") and home != "uriverse._core":
                tree = ast.parse(Path(import_module(home).__file__ or "").read_text("utf-8"))
                texts = dict(parameters(tree)).get(function.__name__, [])
            else:
                texts = []
            if texts:
                found[f"{name}.{public}".strip(".")] = (function, texts)
    return found


CALLS = calls()


def test_the_walk_finds_the_calls() -> None:
    wanted = {"parse", "resolve", "same_origin", "same_site", "canonical", "equivalent", "display", "mend", "split"}
    wanted |= {"audit.findings", "columns.resolve", "documents.links", "text.complete"}
    wanted |= {"hosts.host_matches", "hosts.verdict"}
    assert wanted | {"hosts.domain", "schemes.view", "lab.explain"} <= set(CALLS) and set(OTHERS) <= {
        *CALLS,
        *(name.rpartition(".")[2] for name in CALLS),
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CALLS)
def test_each_call_takes_each_kind(name: str, kind: str) -> None:
    function, texts = CALLS[name]
    others = {**OTHERS.get(function.__name__, {}), **OTHERS.get(name, {})}
    sources = [others.pop("")] if "" in others else []
    hosts = name.startswith("hosts.") and texts == ["host"]

    def answer(make: Callable[[str], object]) -> object:
        found = function(*sources, **{each: make(TEXT) for each in texts}, **others)
        if isinstance(found, uv.columns.Column):
            return found.to_pylist()
        return [str(row) for row in found] if isinstance(found, Iterator) else found

    assert answer(KINDS[kind]) == answer(uv.parse if hosts else str)


@pytest.mark.parametrize("kind", KINDS)
def test_methods_take_each_kind(kind: str) -> None:
    given = KINDS[kind](TEXT)
    ref, url = uv.URI("https://example.com/x"), uv.whatwg.URL("https://example.com/x")
    assert str(ref.resolve(given)) == str(url.resolve(given)) == TEXT
    assert uv.resolve(ref.relativize(given), given) == ref
    assert uv.Policy(hosts="example.com").url(given) == uv.URI(TEXT)
    assert uv.templates.Template("https://example.com{/p*}{?q}").match(given) is not None
    assert uv.parse("/").with_pairs(set={"next": given}).query_pairs["next"] == TEXT
    assert uv.templates.Template("{x}").expand(x=given) == uv.encode(TEXT, component="unreserved")


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_of_a_reference_is_not_a_reference(kind: str) -> None:
    given: Any = KINDS[kind](TEXT)
    for call, hint in (
        (uv.hosts.is_public, "uriverse.hosts.verdict takes its host"),
        (uv.path_segments, "give its path"),
        (uv.query_pairs, "give its query"),
    ):
        with pytest.raises(TypeError, match=f"must be .* not {type(given).__name__}; {hint}"):
            call(given)


def test_a_guard_never_cuts_a_wrong_text() -> None:
    """RFC 3986 has no "\\": what reads it as a "/" goes to 127.0.0.1, and what cuts at "@" to example.com."""
    wrong = urllib.parse.urlsplit("http://127.0.0.1\\@example.com/")
    calls: tuple[Callable[[Any], object], ...] = (
        uv.hosts.verdict,
        lambda url: uv.hosts.host_matches(url, "example.com"),
    )
    for call in calls:
        with pytest.raises(uv.URISyntaxError):
            call(wrong)
        with pytest.raises(TypeError, match=r"host must be a str, an address, .* or None, not bytes"):
            call(b"127.0.0.1")
    assert uv.hosts.verdict(None) == uv.hosts.verdict(uv.parse("mailto:a@b")) == uv.hosts.verdict("")
    assert uv.hosts.verdict(uv.whatwg.URL("http://[::1]:8/")).kind == "loopback"


@pytest.mark.parametrize("given", [5, None, object(), ["http://h/"], ("http", "h"), Path("a")])
def test_one_sentence_for_what_is_no_text(given: Any) -> None:
    """`str` makes a text of any object; only URLs are known to mean theirs."""
    for call in (_core.parse, uv.whatwg.URL, uv.audit.findings, uv.display, uv.mend, uv.agreement):
        with pytest.raises(
            TypeError, match=f"must be a str, bytes, a URI reference or a URL, not {type(given).__name__}"
        ):
            call(given)


def test_urls_and_references_share_what_they_have() -> None:
    text = "https://me:secret@example.com:8443/a?page=1&token=x"
    ref, url = uv.URI(text), uv.whatwg.URL(text)
    assert ref.origin == url.origin and type(ref.origin) is type(url.origin)
    assert ref.redacted() == url.redacted() == "https://me:***@example.com:8443/a?page=1&token=***"
    assert str(ref.with_pairs(set={"page": 2})) == str(url.with_pairs(set={"page": 2}))
    assert str(ref / "b c") == str(url / "b c")
    assert ref.hostname == url.hostname == "example.com"
    assert uv.whatwg.URL("http://h/?a|b&c=1#f").with_pairs(set={"c": "'"}).href == "http://h/?a|b&c=%27#f"
    with pytest.raises(ValueError, match="dot segment"):
        url / ".."
    with pytest.raises(ValueError, match="opaque path"):
        uv.whatwg.URL("mailto:a@b") / "c"
    with pytest.raises(TypeError, match="unsupported operand"):
        url / None
