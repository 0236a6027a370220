"""Profiles: parsed from TOML, checked and run by the engine.

This module has only names, sources and errors; the engine (`crates/canonical`) defines the steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from uriverse import _core
from uriverse._core import CanonicalSteps
from uriverse.canonicalization.errors import CanonicalError, UnknownProfileError
from uriverse.errors import GrammarError
from uriverse.ground.argument_types import TEXT, check_argument, takes
from uriverse.ground.records import dataclass
from uriverse.ground.tables import tables

if TYPE_CHECKING:
    from uriverse._core import Text

# Written by tools/generate.py, for type checkers: the names of the files in profiles/.
ProfileId: TypeAlias = Literal[
    "crawl", "dedupe", "ia", "oauth", "rfc3986-scheme", "rfc3986-syntax", "safe-browsing", "surt", "whatwg",
]  # fmt: skip
_UNSETTLED: Final = "the steps do not settle"
_FOLDER: Final = "canonicalization/profiles"


@dataclass(frozen=True)
class StepOfProfile:
    """One step: its name, its arguments in the data's form, and its source."""

    name: str
    arguments: Mapping[str, Any]
    source: str


@dataclass(frozen=True)
class Explained:
    """The text after one step."""

    step: str
    source: str
    text: str
    changed: bool


@dataclass(frozen=True)
class Profile:
    """A canonical form: an ordered list of named steps.

    Attributes:
        name: the profile's name.
        title, source: its purpose, and who describes it.
        note: departures from its source, or "".
        steps: the steps.
    """

    name: str
    title: str
    source: str
    note: str
    steps: tuple[StepOfProfile, ...]

    @classmethod
    @takes(text=str, name=str)
    def from_toml(cls, text: str, *, name: str = "own") -> Profile:
        """A profile of your own.

        Args:
            text: TOML with `title`, `source`, and a `[[step]]` table for each step with `do`, `source` and the step's
                arguments. `based_on` names a shipped profile whose steps come first.
            name: its name in errors.

        Raises:
            GrammarError: if the text is not TOML, or a step or one of its arguments is unknown.

        >>> from uriverse.canonicalization import Profile, canonical
        >>> own = Profile.from_toml('title = "mine"\\nbased_on = "crawl"\\n[[step]]\\ndo = "strip-www"\\nsource = "us"')
        >>> canonical("http://www.example.com/?b=1&a=2", profile=own)
        'http://example.com/?a=2&b=1'
        """
        import tomllib

        try:
            return cls._of(tomllib.loads(text), name)
        except tomllib.TOMLDecodeError as error:
            raise GrammarError(str(error), file=name) from None

    @classmethod
    def _of(cls, data: Mapping[str, Any], name: str) -> Profile:
        inherited: tuple[StepOfProfile, ...] = ()
        if "based_on" in data:
            inherited = PROFILES[data["based_on"]].steps
        unknown = data.keys() - {"title", "source", "note", "based_on", "step"}
        if unknown:
            raise GrammarError(f"a profile has no {min(unknown)!r}", file=name)
        own = tuple(_step(row, name) for row in data.get("step", ()))
        profile = cls(name, data.get("title", name), data.get("source", ""), data.get("note", ""), inherited + own)
        profile._compiled()
        return profile

    def _compiled(self) -> CanonicalSteps:
        try:
            return CanonicalSteps([(step.name, dict(_as_texts(step.arguments))) for step in self.steps])
        except ValueError as error:
            number, reason = error.args
            raise GrammarError(f"step {number + 1}: {reason}", file=self.name) from None

    def __getstate__(self) -> dict[str, object]:
        # Compiled steps are memory of the engine, so a copy compiles its own.
        return {name: value for name, value in vars(self).items() if name != "compiled"}

    @cached_property
    def compiled(self) -> CanonicalSteps:
        """The steps, compiled by the engine."""
        return self._compiled()

    @takes(text=TEXT)
    def explain(self, text: Text) -> list[Explained]:
        """The text after each step, in order; the last row is the canonical form.

        Raises:
            CanonicalError: if a step refuses the text.

        >>> from uriverse.canonicalization import PROFILES
        >>> rows = PROFILES["surt"].explain("http://www.h/a/")
        >>> [(row.step, row.text) for row in rows if row.changed]
        [('strip-www', 'http://h/a/'), ('strip-trailing-slash', 'http://h/a'), ('key', 'h)/a')]
        """
        texts, refused = self.compiled.explain(text)
        if refused is not None:
            raise self._refusal(text, refused)
        # The engine returns the text after each step that changes components, and then the canonical form.
        steps = [step for step in self.steps if step.name != "key"]
        last = next((step for step in self.steps if step.name == "key"), None)
        names = [(step.name, step.source) for step in steps]
        names.append((last.name, last.source) if last else ("settled", "the steps repeat until they change nothing"))
        before = [_core.split(text).text, *texts]
        return [
            Explained(name, source, after, after != earlier)
            for (name, source), earlier, after in zip(names, before, texts, strict=False)
        ]

    def _refusal(self, text: Text, refused: tuple[int, str]) -> CanonicalError:
        number, reason = refused
        step = None if reason == _UNSETTLED else self.steps[number].name
        return CanonicalError(text=_core.split(text).text, profile=self.name, step=step, detail=reason)


def canonical(reference: Text, *, profile: ProfileId | Profile) -> str:
    """The canonical form of a reference by a profile: the text under which to store or compare it.

    Args:
        reference: a text, or a reference. It need not be valid, unless the profile requires that. `bytes` need not be
            UTF-8.
        profile: the name of a shipped profile, or one of your own.

    Returns:
        A fixed point: its canonical form is itself. Keys ("surt") are not URLs.

    Raises:
        CanonicalError: if the profile refuses the text.
        UnknownProfileError: if no profile has the name.

    >>> import uriverse as uv
    >>> uv.canonical("http://3279880203/blah#x", profile="safe-browsing")
    'http://195.127.0.11/blah'
    >>> uv.canonical("https://example.com/a/index.html?utm_source=x&b=2&a=1", profile="dedupe")
    'https://example.com/a?a=1&b=2'
    """
    # Inlined `steps_of`, to save a call for a cached profile.
    steps = _READY.get(profile) if isinstance(profile, str) else None
    form = (steps or steps_of(profile)).apply(reference)
    if isinstance(form, tuple):
        raise profile_of(profile)._refusal(reference, form)
    return form


def canonical_key(reference: Text, *, profile: ProfileId | Profile) -> int:
    """The canonical form of a reference as one number, the same on every engine and platform.

    The number is XXH64 of the form's octets with the seed 0, read as a signed number of 64 bits. Equal forms have equal
    keys. Accidental collisions are rare (one is expected among five billion forms), but an attacker can make them:
    compare the forms if that matters.

    Args:
        reference: as for `canonical`.
        profile: the name of a shipped profile, or one of your own.

    Returns:
        An int of 64 bits, with a sign.

    Raises:
        CanonicalError: if the profile refuses the text.
        UnknownProfileError: if no profile has the name.

    >>> import uriverse as uv
    >>> len({uv.canonical_key(text, profile="surt") for text in ("http://www.h.example/b/", "https://h.example/B")})
    1
    """
    found = steps_of(profile).key(reference)
    if isinstance(found, tuple):
        raise profile_of(profile)._refusal(reference, found)
    return found


# The steps of the shipped profiles, cached.
_READY: Final[dict[object, CanonicalSteps]] = {}


def steps_of(profile: ProfileId | Profile) -> CanonicalSteps:
    """The compiled steps for an argument `profile`.

    Raises:
        UnknownProfileError: if no profile has the name.
    """
    if isinstance(profile, str):
        ready = _READY.get(profile)
        if ready is None:
            ready = _READY[profile] = profile_of(profile).compiled
        return ready
    return profile_of(profile).compiled


def profile_of(profile: ProfileId | Profile) -> Profile:
    """The profile for an argument `profile`.

    Raises:
        UnknownProfileError: if no profile has the name.
    """
    check_argument("profile", profile, (str, Profile))
    return profile if isinstance(profile, Profile) else PROFILES[profile]


class _Profiles(Mapping[str, Profile]):
    """The shipped profiles by name; each is read on first use."""

    def __getitem__(self, name: str) -> Profile:
        if name not in tables(_FOLDER):
            raise UnknownProfileError(str(name), self)
        return _shipped(name)

    def __iter__(self) -> Iterator[str]:
        return iter(tables(_FOLDER))

    def __len__(self) -> int:
        return len(tables(_FOLDER))


PROFILES: Final[Mapping[str, Profile]] = _Profiles()


@cache
def _shipped(name: str) -> Profile:
    return Profile._of(tables(_FOLDER)[name], name)


def _step(row: dict[str, Any], file: str) -> StepOfProfile:
    arguments = dict(row)
    name, source = arguments.pop("do", None), arguments.pop("source", "")
    if not isinstance(name, str):
        raise GrammarError('each step has a name: do = "..."', file=file)
    if "names_from" in arguments:
        arguments["names"] = listed(arguments.pop("names_from"), file)
    return StepOfProfile(name, arguments, source)


def listed(name: str, file: str) -> list[str]:
    """The names of a shipped list, or of the TOML file at a path: tables `[[list]]` with `source` and `names`."""
    data = tables("canonicalization/lists").get(name)
    if data is None:
        import tomllib

        try:
            with open(name, "rb") as opened:
                data = tomllib.load(opened)
        except (OSError, ValueError) as error:
            raise GrammarError(f"there is no list {name!r}: {error}", file=file) from None
    return [each for table in data["list"] for each in table["names"]]


def _as_texts(arguments: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for name, value in arguments.items():
        if isinstance(value, bool):
            yield name, ["true" if value else "false"]
        else:
            yield name, [value] if isinstance(value, str) else list(value)
