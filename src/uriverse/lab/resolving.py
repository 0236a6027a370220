"""Explain reference resolution step by step: the source of each component of the target, and the clause.

The engine resolves; this module derives the steps from the choices of the edition (`Edition.resolution`). For `../g?y`
against `http://a/b/c/d` by RFC 3986:

    scheme    http       from the base
    authority a          from the base
    path      /b/c/../g  from both: the reference's path after all but the last segment of the base's
    path      /b/g       without its dot segments
    query     y          from the reference

The last step of each component equals the target's; `tests/lab/test_resolving.py` checks that.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal

from uriverse import _core
from uriverse.editions.registry import EDITIONS, Edition, EditionId
from uriverse.errors.diagnosis import resolution_clause
from uriverse.ground.masking import masked_part, masked_repr
from uriverse.ground.records import dataclass, field, replace
from uriverse.ground.secret_words import secret_words, without_words
from uriverse.reference.resolution import SameDocument

if TYPE_CHECKING:
    from uriverse._core import URI, AnyEdition, Text

Source = Literal["reference", "base", "both", "rule"]
_COMPONENTS = ("scheme", "authority", "path", "params", "query", "fragment")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a resolution.

    Attributes:
        component: the component of the target that it sets.
        text: the new text of the component; None if it stays undefined.
        source: "reference", "base", "both" if their paths are merged, "rule" if a rule changes the text.
        why: the reason, in one sentence.
        clause: the edition's clause for it.
        texts: the reference and the base, whose secrets `repr` masks.
    """

    component: str
    text: str | None
    source: Source
    why: str
    clause: str
    texts: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def shown(self) -> str | None:
        """The text with its secrets masked."""
        if self.text is None:
            return None
        return without_words(masked_part(self.component, self.text), secret_words(self.texts))

    def __repr__(self) -> str:
        return masked_repr(replace(self, text=self.shown), _SHOWN_FIELDS)


_SHOWN_FIELDS = ("component", "text", "source", "why", "clause")


@dataclass(frozen=True, slots=True)
class Resolution:
    """A target, and the steps that lead to it.

    Attributes:
        reference, base: the two texts.
        edition: the id of the edition.
        steps: in the order of the target's components; none for the current document.
        target: the result of `uriverse.resolve`.
        clause: the clause about empty references if the target is the current document; else that of the steps.
    """

    reference: str
    base: str
    edition: str
    steps: tuple[Step, ...]
    target: URI | SameDocument
    clause: str

    def as_json(self) -> dict[str, Any]:
        """Plain values; `target` is None for the current document."""
        same = isinstance(self.target, SameDocument)
        return {
            "reference": self.reference,
            "base": self.base,
            "edition": self.edition,
            "steps": [{name: getattr(step, name) for name in _SHOWN_FIELDS} for step in self.steps],
            "target": None if same else str(self.target),
            "same_document": same,
            "clause": self.clause,
        }


def resolution(reference: Text, base: Text, *, edition: AnyEdition = None) -> Resolution:
    """Resolve a reference against a base, with the source of each component of the target.

    Args:
        reference: a text or a reference, as `uriverse.resolve` takes it.
        base: a URI.
        edition: an edition or its id; RFC 3986 by default.

    Raises:
        URISyntaxError: if the edition refuses the reference or the base.
        ResolutionError: if the base has no scheme, or is opaque and the edition refuses that.

    >>> found = resolution("../g?y", "http://a/b/c/d")
    >>> [(step.component, step.text, step.source) for step in found.steps][2:]
    [('path', '/b/c/../g', 'both'), ('path', '/b/g', 'rule'), ('query', 'y', 'reference')]
    >>> found.steps[3].clause, str(found.target)
    ('RFC 3986, section 5.2.2', 'http://a/b/g?y')
    """
    target = _core.resolve(reference, base, edition=edition)
    texts = _core.split(reference, edition=edition), _core.split(base, edition=edition)
    judge = _judge(texts[0].edition if isinstance(target, SameDocument) else target.edition)
    parts, base_parts = (_components(text.text, judge) for text in texts)
    if isinstance(target, SameDocument):
        clause = resolution_clause(judge, "empty-reference")
        return Resolution(parts.text, base_parts.text, judge.id, (), target, clause)
    finder = _StepFinder(judge, parts, base_parts, _components(str(target), judge))
    return Resolution(parts.text, base_parts.text, judge.id, tuple(finder.steps()), target, finder.clause)


def _judge(edition: EditionId | Edition) -> Edition:
    """The edition whose steps apply: a document without relative references refers to another."""
    judge = edition if isinstance(edition, Edition) else EDITIONS[edition]
    return judge if judge.resolves_as is None else EDITIONS[judge.resolves_as]


def _components(text: str, judge: Edition) -> Any:
    """The components of the lenient split, corrected for the edition.

    An edition that counts slashes has no authority. The split also returns a wrong scheme "b;c" for `b;c:`.
    """
    parts = _core.split(text, edition=judge)
    has_no_authority = judge.resolution.get("leading_slashes") == "counted" and parts.authority is not None
    has_no_scheme = parts.scheme is not None and not _core.is_valid(parts.scheme, rule="scheme", edition=judge)
    if not (has_no_authority or has_no_scheme):
        return parts
    authority = "" if parts.authority is None else f"//{parts.authority}"
    scheme = f"{parts.scheme}:" if has_no_scheme else ""
    names = ("text", "params", "query", "fragment")
    return SimpleNamespace(
        scheme=None if has_no_scheme else parts.scheme,
        authority=None,
        path=f"{scheme}{authority}{parts.path}",
        **{name: getattr(parts, name) for name in names},
    )


class _StepFinder:
    """Follows the document's steps for two texts that resolve to a target."""

    def __init__(self, edition: Edition, reference: Any, base: Any, target: Any) -> None:
        self.edition = edition
        self.choices = edition.resolution
        self.reference = reference
        self.base = base
        self.target = target
        self.clause = resolution_clause(edition, "dot-segments")

    def steps(self) -> Iterator[Step]:
        for step in self._taken():
            if step.text is not None or step.source != "reference":
                yield replace(step, texts=(self.reference.text, self.base.text))

    def _taken(self) -> Iterator[Step]:
        r = self.reference
        if r.text == "" and self.choices["empty_reference"] == "base":
            for component in _COMPONENTS:
                yield self._from_base(component, "the reference is empty and means the base")
        elif r.scheme is not None:
            yield from self._from_reference(_COMPONENTS[:2], "the reference has a scheme of its own")
            yield from self._path(r.path, "reference", "the reference has a scheme of its own")
            yield from self._from_reference(_COMPONENTS[3:], "the reference has a scheme of its own")
        elif r.authority or (r.authority is not None and self.choices["params"] != "replace"):
            yield self._from_base("scheme", "the reference has no scheme")
            yield from self._from_reference(("authority",), "the reference has an authority of its own")
            yield from self._path(r.path, "reference", "the reference has an authority of its own")
            yield from self._from_reference(_COMPONENTS[3:], "the reference has an authority of its own")
        else:
            yield self._from_base("scheme", "the reference has no scheme")
            yield self._from_base("authority", "the reference has no authority")
            yield from self._after_authority()

    def _after_authority(self) -> Iterator[Step]:
        r, base = self.reference, self.base
        if r.path.startswith("/") and self.choices.get("leading_slashes") == "counted":
            why = "the base up to its first run of as many slashes stays before the reference's path"
            yield from self._path(self.target.path, "both", why)
            yield from self._from_reference(_COMPONENTS[3:], "the reference has a path of its own")
        elif r.path.startswith("/"):
            yield from self._path(r.path, "reference", 'the reference\'s path begins with "/"')
            yield from self._from_reference(_COMPONENTS[3:], "the reference has a path of its own")
        elif r.path == "" and (self.choices["query_only"] != "merge" or self._is_empty()):
            yield from self._inherited()
        else:
            head = base.path[: base.path.rfind("/") + 1]
            slash = self.choices["empty_base_path"]
            why = "the reference's path stands after all but the last segment of the base's"
            if base.path == "" and (
                slash == "slash" or (slash == "slash-with-authority" and base.authority is not None)
            ):
                head, why = "/", "the base's path is empty, so the reference's path stands after \"/\""
            yield from self._path(head + r.path, "both", why)
            why = "the reference's path is merged, what follows it is its own"
            yield from self._from_reference(_COMPONENTS[3:], why)

    def _is_empty(self) -> bool:
        r = self.reference
        return r.path == "" and r.params is None and r.query is None

    def _inherited(self) -> Iterator[Step]:
        """The steps of path, params and query if the reference has no path."""
        r = self.reference
        why = "the reference has no path"
        yield from self._path(self.base.path, "base", why)
        if self.choices["params"] == "replace":
            # RFC 1808, section 4, step 5: a component without a character counts as absent.
            if r.params:
                yield from self._from_reference(_COMPONENTS[3:], "the reference has params")
                return
            yield self._from_base("params", why + " and no params")
            has_query = bool(r.query)
        else:
            has_query = r.query is not None
        if has_query:
            yield from self._from_reference(("query",), "the reference has a query")
        else:
            yield self._from_base("query", why + " and no query")
        yield from self._from_reference(("fragment",), "a fragment is always the reference's")

    def _path(self, path: str, source: Source, why: str) -> Iterator[Step]:
        """The merged path, then without dot segments, then with a guard, if these change it."""
        clause = resolution_clause(self.edition, "empty-base-path") if source == "both" else self.clause
        yield Step("path", path, source, why, clause)
        result = self.target.path
        guard = self._guard(path, source)
        plain = result.removeprefix(guard)
        if plain != path:
            merged = "a merged path loses" if self.choices["dot_segments"].startswith("merged") else "a path loses"
            yield Step("path", plain, "rule", f'{merged} its complete segments "." and ".."', self.clause)
        if guard:
            as_what = "an authority" if guard == "/." else "a part of the authority"
            yield Step("path", result, "rule", f'without "{guard}" the path would be read as {as_what}', self.clause)

    def _guard(self, path: str, source: Source) -> str:
        """The prefix that the engine adds to a path that would be parsed as another component."""
        result, has_authority = self.target.path, self.target.authority is not None
        if self.choices.get("leading_slashes") == "counted":
            return ""
        if has_authority and result.startswith("/") and not path.startswith("/"):
            return "/"
        loses_dots = source == "both" or (source == "reference" and self.choices["dot_segments"] == "all")
        return "/." if loses_dots and not has_authority and result.startswith("/.//") else ""

    def _from_reference(self, components: tuple[str, ...], why: str) -> Iterator[Step]:
        for component in components:
            text: str | None = getattr(self.reference, component)
            yield Step(component, text, "reference", why, self.clause)

    def _from_base(self, component: str, why: str) -> Step:
        text: str | None = getattr(self.base, component)
        return Step(component, text, "base", why, self.clause)
