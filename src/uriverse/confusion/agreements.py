"""The agreement of parsers on one text.

All built-in parsers read most URLs alike: the native module detects that in one call, and components are computed
lazily. Otherwise each parser parses the text, and the cuts of those that accept it are compared by component.
"""

from __future__ import annotations

from _collections_abc import Callable, Collection, Iterable

from uriverse import _core
from uriverse.confusion.classes import CLASSES, ConfusionClass
from uriverse.confusion.cuts import COMPONENTS, EDITIONS, OURS, SPLIT, Cut, Destination
from uriverse.confusion.parsers import chosen_parsers, cuts_by, destinations_by
from uriverse.confusion.sentences import shown_component, shown_text
from uriverse.errors import AgreementError
from uriverse.ground.argument_types import TEXT, URL_STANDARD, check_argument, refuse_others
from uriverse.ground.caching import cached_property
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Never
from uriverse.ground.masking import masked
from uriverse.ground.records import dataclass

if TYPE_CHECKING:
    from uriverse._core import Text

_IDS = _core.edition_ids()
# A bit for each edition in the order of the native module, then for the parsers that accept every such text.
_BIT = {name: 1 << number for number, name in enumerate((*_IDS, SPLIT, URL_STANDARD))}
_EDITIONS = sum(_BIT[name] for name in EDITIONS)
_ALWAYS = _BIT[SPLIT] | _BIT[URL_STANDARD]
_OURS = frozenset(OURS)


@dataclass(frozen=True, eq=False, repr=False)
class Agreement:
    """The results of parsers for one text. Immutable; two are equal if their texts and cuts are.

    Attributes:
        text: the text.
        parsers: the names of the parsers, in order.
        base: the base against which each parser resolves the text, or None.

    >>> import uriverse as uv
    >>> found = uv.agreement("http://a@evil.example:80@b.example/", parsers=["split", "urllib3"])
    >>> found.agrees, found.differing
    (True, ())
    """

    text: str
    parsers: tuple[str, ...]
    base: str | None = None
    # The built-in parsers that accept the text, as bits, if all of them have the same cut; else None.
    _accepted: int | None = None

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """Each parser's cut, in the order of the parsers."""
        return cuts_by(self.text, self.parsers, self.base)

    @cached_property
    def _destinations(self) -> list[Destination | None]:
        """Each parser's destination; None if it refuses the text. Reuses cuts, so a library is called only once."""
        if "cuts" not in vars(self) and self.base is None and _OURS.issuperset(self.parsers):
            return destinations_by(self.text, self.parsers)
        return [cut.destination if cut.accepted else None for cut in self.cuts]

    @property
    def agrees(self) -> bool:
        """Whether at least one parser accepts the text, and all that accept it go to the same place.

        A refusal is not a disagreement, because that program fetches nothing. `is_unanimous` counts refusals too.
        """
        if self._accepted is not None:
            return self._accepted != 0
        return _count(self._destinations) == 1

    @property
    def differing_requests(self) -> tuple[str, ...]:
        """In what the requests differ of the parsers that accept the text: of "path", "query" and "fragment".

        They are compared after percent-decoding, segment by segment and pair by pair. `agrees` and `differing` are
        about the destination alone, and compare neither the query nor the fragment.

        >>> import uriverse as uv
        >>> uv.agreement("http://h/?a=1;b", parsers=["rfc3986", "whatwg"]).differing_requests
        ()
        """
        requests = {cut.request for cut in self.cuts if cut.accepted}
        names = ("path", "query", "fragment")
        return tuple(name for index, name in enumerate(names) if len({request[index] for request in requests}) > 1)

    @property
    def is_unanimous(self) -> bool:
        """Whether every parser accepts the text, and all go to the same place."""
        if self._accepted is not None:
            return all(_BIT[name] & self._accepted for name in self.parsers)
        return self.agrees and not self.refusing

    @property
    def verdict(self) -> str:
        """Whether the parsers agree, in a sentence.

        >>> agreement("http://h/").verdict, agreement("a/b", parsers="split").verdict
        ('All that accept it go to the same place.', 'All that accept it read it alike; it names no host to go to.')
        """
        if len(self.refusing) == len(self.parsers):
            return "No parser accepts it."
        if not self.agrees:
            return f"They differ on: {', '.join(self.differing)}."
        if self.hosts.keys() <= {None, ""}:
            return "All that accept it read it alike; it names no host to go to."
        return "All that accept it go to the same place."

    def disagreement(self) -> str:
        """The refusals and differences of the parsers, a line for each cause; passwords are masked.

        >>> print(agreement("http:///google.com", parsers=["split", "whatwg"]).disagreement())
        the parsers differ on the host: none (split), google.com (whatwg)
        the parsers differ on the port: none (split), 80 (whatwg)
        the parsers differ on the path: /google.com (split), / (whatwg)
          http:///google.com
        more or fewer than two slashes after the scheme: URL Standard, section 4.4 against RFC 3986, section 3.2
        """
        lines = [f"{cut.parser} refuses the text: {cut.reason}" for cut in self.cuts if not cut.accepted]
        accepted = [cut for cut in self.cuts if cut.accepted]
        for name in self.differing:
            values: dict[str, list[str]] = {}
            for cut in accepted:
                values.setdefault(shown_component(cut, name), []).append(cut.parser)
            sides = ", ".join(f"{value} ({', '.join(parsers)})" for value, parsers in values.items())
            lines.append(f"the parsers differ on the {name}: {sides}")
        lines.append(f"  {shown_text(self.text)}")
        for cause in self.confusions:
            lines.append(f"{cause.title[0].lower()}{cause.title[1:]}: {cause.clause} against {cause.other_clause}")
        return "\n".join(lines)

    @property
    def differing(self) -> tuple[str, ...]:
        """The components on which parsers that accept the text differ, of `uriverse.confusion.COMPONENTS`."""
        if self._accepted is not None:
            return ()
        goes = {destination for destination in self._destinations if destination is not None}
        return tuple(
            name for name, values in zip(COMPONENTS, zip(*goes, strict=True), strict=False) if len(set(values)) > 1
        )

    @property
    def hosts(self) -> dict[str | None, tuple[str, ...]]:
        """The hosts to connect to, each with its parsers; the key None if a parser sees no host."""
        hosts: dict[str | None, tuple[str, ...]] = {}
        for parser, destination in zip(self.parsers, self._destinations, strict=True):
            if destination is not None:
                hosts[destination[2]] = (*hosts.get(destination[2], ()), parser)
        return hosts

    @property
    def refusing(self) -> tuple[str, ...]:
        """The parsers that refuse the text."""
        pairs = zip(self.parsers, self._destinations, strict=True)
        return tuple(parser for parser, destination in pairs if destination is None)

    @cached_property
    def confusions(self) -> tuple[ConfusionClass, ...]:
        """The classes of confusion that make the parsers differ; empty if they agree, or no known class explains it.

        A class is a cause if the parsers see fewer destinations in the text without it. If no single class is, all
        classes in the text are the cause, if removing them together helps.
        """
        count = _count(self._destinations)
        if count < 2:
            return ()
        mended = {cause: cause.mend(self.text) for cause in CLASSES.values()}
        present = {cause: text for cause, text in mended.items() if text != self.text}
        causes = [cause for cause, text in present.items() if self._count_of(text) < count]
        if causes:
            return tuple(causes)
        together = self.text
        for cause in present:
            together = cause.mend(together)
        return tuple(present) if self._count_of(together) < count else ()

    def _count_of(self, text: str) -> int:
        return _count(destinations_by(text, self.parsers, self.base))

    def as_dict(self) -> dict[str, Any]:
        """All fields as JSON values."""
        cuts = [cut.as_dict() for cut in self.cuts]
        return {
            "text": self.text,
            **({} if self.base is None else {"base": self.base}),
            "agrees": self.agrees,
            "differing": list(self.differing),
            "confusions": [{"id": cause.id, "clause": cause.clause} for cause in self.confusions],
            "cuts": cuts,
        }

    def _repr_html_(self) -> str:
        """The text, the verdict, and a row for each reading and each refusal, for notebooks."""
        from uriverse.confusion.sentences import equal_cuts, refusals
        from uriverse.ground.notebook import coloured, table

        rows = [
            (", ".join(parsers), *(shown_component(cut, name) for name in COMPONENTS))
            for parsers, cut in equal_cuts(self.cuts)
        ]
        rows += [(", ".join(parsers), f"refused: {reason}") for parsers, reason in refusals(self.cuts).items()]
        return coloured(f"{shown_text(self.text)}\n{self.verdict}") + table(("parsers", *COMPONENTS), rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Agreement):
            return NotImplemented
        return (self.text, self.base, self.cuts) == (other.text, other.base, other.cuts)

    def __hash__(self) -> int:
        return hash((Agreement, self.text, self.base, self.parsers))

    def __repr__(self) -> str:
        return f"Agreement({masked(self.text)!r}, agrees={self.agrees}, differing={self.differing})"

    def __reduce__(self) -> tuple[Callable[..., Agreement], tuple[object, ...]]:
        return rebuilt, (self.text, self.parsers, self.base, self.cuts)


def _count(destinations: Iterable[Destination | None]) -> int:
    """The number of different destinations."""
    return len({destination for destination in destinations if destination is not None})


def rebuilt(text: str, parsers: tuple[str, ...], base: str | None, cuts: tuple[Cut, ...]) -> Agreement:
    """A pickled value, whose cuts are not made again."""
    value = Agreement(text, parsers, base)
    vars(value)["cuts"] = cuts
    return value


def agreement(
    text: Text, *, parsers: str | Collection[str] = "ours", base: Text | None = None, **others: Never
) -> Agreement:
    """Compare how parsers read a text.

    A request can be forged if the check and the fetch of a text use two parsers that differ. Compare the two that your
    program uses, or all.

    Args:
        text: any text.
        parsers: "ours" (every edition, the lenient split as "split", the URL Standard as "whatwg"), "all" (these,
            Python's own and the libraries that are installed: real calls, which import them), one name, or several.
        base: a base URI. Each parser resolves the text against it, and the targets are compared.

    Returns:
        An Agreement: whether they agree, in what they differ, and each parser's components.

    Raises:
        ValueError: if there is no such parser, or it is not installed.

    >>> import uriverse as uv
    >>> uv.agreement("http://example.com/a").agrees
    True
    >>> found = uv.agreement("http:///google.com", parsers=["rfc3986", "whatwg"])
    >>> found.agrees, found.differing, found.confusions[0].id
    (False, ('host', 'port', 'path'), 'slashes')
    >>> uv.agreement("/\\\\b/x", base="http://a/", parsers=["split", "whatwg"]).hosts
    {'a': ('split',), 'b': ('whatwg',)}
    """
    if others:
        refuse_others("agreement", others, ("parsers", "base"))
    if type(text) is not str:
        check_argument("text", text, TEXT)
        text = _core.split(text).text
    names = OURS if parsers == "ours" else chosen_parsers(parsers)
    if base is not None:
        check_argument("base", base, TEXT)
        return Agreement(text, names, _core.split(base).text)
    if names is not OURS and not _OURS.issuperset(names):
        return Agreement(text, names)
    requested = _EDITIONS | _ALWAYS if names is OURS else sum(_BIT[name] for name in names)
    alike = _core.agreement_alike(text, requested & _EDITIONS)
    return Agreement(text, names, None, None if alike is None else (alike | _ALWAYS) & requested)


def check_agreement(text: str, parsers: str | Collection[str]) -> None:
    """Raise unless all parsers accept a text and agree on it, for `uriverse.parse(text, agree=...)`.

    Raises:
        AgreementError: if a parser refuses the text, or two differ.

    >>> check_agreement("http://h/", ["rfc3986", "whatwg"])
    """
    result = agreement(text, parsers=parsers if parsers == "ours" else chosen_parsers(parsers, "agree"))
    if not result.is_unanimous:
        raise AgreementError(result)
