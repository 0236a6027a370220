"""Profiles: parsed from TOML, checked and run by the engine.

This module has only names, sources and errors; the engine (`crates/canonical`) defines the steps.

A form that is stored must be made again years later. So a shipped profile has two names: `dedupe@2026-11` always gives
the same forms, and `dedupe` is the newest. `profiles/dedupe.toml` has the newest, with its date; a change gets another
date, and `profiles/dedupe@2026-11.toml` and the lists that it reads, under such names too, keep the old forms.
`vectors/stored_forms` has the digest and the forms of every date that was published.
"""

from __future__ import annotations

from _collections_abc import Iterator, Mapping

from uriverse import _core
from uriverse._core import CanonicalSteps
from uriverse.canonicalization.errors import CanonicalError, UnknownProfileError
from uriverse.errors import GrammarError
from uriverse.ground.argument_types import TEXT, check_argument, takes
from uriverse.ground.caching import cache, cached_property
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from uriverse.ground.records import dataclass, fields
from uriverse.ground.tables import tables

if TYPE_CHECKING:
    from uriverse._core import Text

# Written by tools/generate.py, for type checkers: the names of the files in profiles/.
ProfileId: TypeAlias = Literal[
    "crawl", "crawl@2026-11", "dedupe", "dedupe@2026-11", "ia", "ia@2026-11", "oauth", "oauth@2026-11",
    "rfc3986-scheme", "rfc3986-scheme@2026-11", "rfc3986-syntax", "rfc3986-syntax@2026-11", "safe-browsing",
    "safe-browsing@2026-11", "surt", "surt@2026-11", "whatwg", "whatwg@2026-11",
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
        date: the month of a shipped profile's forms, as "YYYY-MM"; "" for one of your own.
    """

    name: str
    title: str
    source: str
    note: str
    steps: tuple[StepOfProfile, ...]
    date: str = ""

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
            return cls._from_data(tomllib.loads(text), name)
        except tomllib.TOMLDecodeError as error:
            raise GrammarError(str(error), file=name) from None

    @classmethod
    def _from_data(cls, data: Mapping[str, Any], name: str) -> Profile:
        inherited: tuple[StepOfProfile, ...] = ()
        if "based_on" in data:
            inherited = PROFILES[data["based_on"]].steps
        unknown = data.keys() - {"title", "source", "note", "date", "based_on", "step"}
        if unknown:
            raise GrammarError(f"a profile has no {min(unknown)!r}", file=name)
        steps = tuple(_step(row, name) for row in data.get("step", ()))
        title, source, note, date = (data.get(key, "") for key in ("title", "source", "note", "date"))
        profile = cls(name, title or name, source, note, inherited + steps, date)
        profile._compiled()
        return profile

    def _compiled(self, *, keeps_refused: bool = False) -> CanonicalSteps:
        try:
            return CanonicalSteps(self._written(), keeps_refused=keeps_refused)
        except ValueError as error:
            number, reason = error.args
            raise GrammarError(f"step {number + 1}: {reason}", file=self.name) from None

    def _written(self) -> list[tuple[str, dict[str, list[str]]]]:
        return [(step.name, dict(_as_texts(step.arguments))) for step in self.steps]

    def __getstate__(self) -> dict[str, object]:
        # Compiled steps are memory of the engine, so a copy compiles its own.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def dated_name(self) -> str:
        """The name that always gives these forms, such as "dedupe@2026-11"; of a profile of your own, its name."""
        return f"{self.name}@{self.date}" if self.date else self.name

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of the steps with the names of their lists, and of the schemes' tables if a step reads them.

        Store it with the forms: equal digests are the same steps. Titles, sources and notes do not count.

        >>> from uriverse.canonicalization import PROFILES
        >>> PROFILES["surt"].digest == PROFILES["surt@2026-11"].digest != PROFILES["ia"].digest
        True
        """
        from hashlib import sha256
        from json import dumps

        steps = self._written()
        rules = _scheme_rules() if ("normalize", {"level": ["scheme"]}) in steps else None
        return sha256(dumps([steps, rules], sort_keys=True).encode()).digest()

    @cached_property
    def compiled(self) -> CanonicalSteps:
        """The steps, compiled by the engine."""
        return self._compiled()

    @cached_property
    def keeping(self) -> CanonicalSteps:
        """The same, but a text that they refuse is its own form."""
        return self._compiled(keeps_refused=True)

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
        texts, refusal = self.compiled.explain(text)
        if refusal is not None:
            raise self._refusal(text, refusal)
        # The engine returns the text after each step that changes components, and then the canonical form.
        steps = [step for step in self.steps if step.name != "key"]
        last = next((step for step in self.steps if step.name == "key"), None)
        names = [(step.name, step.source) for step in steps]
        names.append((last.name, last.source) if last else ("settled", "the steps repeat until they change nothing"))
        starts = [_core.split(text).text, *texts]
        return [
            Explained(name, source, after, after != earlier)
            for (name, source), earlier, after in zip(names, starts, texts, strict=False)
        ]

    def _refusal(self, text: Text, refusal: tuple[int, str]) -> CanonicalError:
        number, reason = refusal
        step = None if reason == _UNSETTLED else self.steps[number].name
        return CanonicalError(text=_core.split(text).text, profile=self.name, step=step, detail=reason)


def canonical(reference: Text, *, profile: ProfileId | Profile, keep_refused: bool = False) -> str:
    """The canonical form of a reference by a profile: the text under which to store or compare it.

    Args:
        reference: a text, or a reference. It need not be valid, unless the profile requires that. `bytes` need not be
            UTF-8.
        profile: the name of a shipped profile, or one of your own. With a date, as in "dedupe@2026-11", the forms never
            change.
        keep_refused: whether a text that the profile refuses is its own form.

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
    steps = _READY.get(profile) if isinstance(profile, str) and not keep_refused else None
    form = (steps or steps_of(profile, keep_refused)).apply(reference)
    if isinstance(form, tuple):
        raise profile_of(profile)._refusal(reference, form)
    return form


def canonical_key(reference: Text, *, profile: ProfileId | Profile, keep_refused: bool = False) -> int:
    """The canonical form of a reference as one number, the same on every engine and platform.

    The number is XXH64 of the form's octets with the seed 0, read as a signed number of 64 bits. Equal forms have equal
    keys. Accidental collisions are rare (one is expected among five billion forms), but an attacker can make them:
    compare the forms if that matters.

    Args:
        reference, profile, keep_refused: as for `canonical`.

    Returns:
        An int of 64 bits, with a sign.

    Raises:
        CanonicalError: if the profile refuses the text.
        UnknownProfileError: if no profile has the name.

    >>> import uriverse as uv
    >>> len({uv.canonical_key(text, profile="surt") for text in ("http://www.h.example/b/", "https://h.example/B")})
    1
    """
    key = steps_of(profile, keep_refused).key(reference)
    if isinstance(key, tuple):
        raise profile_of(profile)._refusal(reference, key)
    return key


# The steps of the shipped profiles, cached.
_READY: Final[dict[object, CanonicalSteps]] = {}


def steps_of(profile: ProfileId | Profile, keep_refused: bool = False) -> CanonicalSteps:
    """The compiled steps for the arguments `profile` and `keep_refused`.

    Raises:
        UnknownProfileError: if no profile has the name.
    """
    if keep_refused is not False:
        check_argument("keep_refused", keep_refused, bool)
        return profile_of(profile).keeping
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
    """The newest shipped profiles by name, each read on first use; a lookup knows dated names too."""

    def __getitem__(self, name: str) -> Profile:
        if name in tables(_FOLDER):
            return _shipped(name)
        base, _, date = str(name).partition("@")
        if date and base in tables(_FOLDER) and tables(_FOLDER)[base]["date"] == date:
            return _shipped(base)
        raise UnknownProfileError(str(name), dated_names() if date else self)

    def __iter__(self) -> Iterator[str]:
        return (name for name in tables(_FOLDER) if "@" not in name)

    def __len__(self) -> int:
        return sum(1 for _ in self)


PROFILES: Final[Mapping[str, Profile]] = _Profiles()


def dated_names() -> list[str]:
    """The dated names of all shipped profiles, also of older ones."""
    return sorted(_shipped(name).dated_name for name in tables(_FOLDER))


@cache
def _shipped(name: str) -> Profile:
    return Profile._from_data(tables(_FOLDER)[name], name.partition("@")[0])


# What a normal form by a scheme's rules follows from, in the scheme's table; a value that is a table has the clause of
# each of its names, which does not count.
_RULES: Final = ("case_insensitive", "forbidden", "keep", "lenient", "nonempty", "normalization", "start", "whole")


def _scheme_rules() -> Mapping[str, Any]:
    """What the schemes' tables say about normal forms, by scheme and document."""
    rules = {}
    for name, table in tables("schemes/data").items():
        port = table.get("port", {})
        by_scheme = {
            key: sorted(value) if isinstance(value, dict) else value for key in _RULES if (value := table.get(key))
        }
        rules[name] = [by_scheme, port.get("number"), port.get("empty_path")]
    return rules


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
    return [entry for table in data["list"] for entry in table["names"]]


def _as_texts(arguments: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for name, value in arguments.items():
        if isinstance(value, bool):
            yield name, ["true" if value else "false"]
        else:
            yield name, [value] if isinstance(value, str) else list(value)
