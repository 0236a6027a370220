"""Columns of lists: the references in each running text, and the findings of each URL.

They use the single calls, in Python, which hold the interpreter's lock, so threads do not help. The engine has a fast
path for most texts: those without results, and those whose references are all plain web URLs between spaces.
"""

from __future__ import annotations

from _collections_abc import Collection, Iterable, Iterator, Mapping

from uriverse import _core
from uriverse.columns.functions import Lists, column_function
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import EDITION, takes
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column, Text
    from uriverse.columns.interface import ArrowColumn
    from uriverse.editions.registry import Edition, EditionId
    from uriverse.text.delimiters import Hyphens
    from uriverse.text.schemes import Schemes

FieldType: TypeAlias = Literal["text", "word", "int32", "bool"]

MATCH: Final[Mapping[str, FieldType]] = {
    "text": "text", "uri": "text", "start": "int32", "end": "int32", "how": "word", "trimmed": "text",
    "alternative": "text", "lenient": "bool", "heuristic": "word", "cut": "word",
}  # fmt: skip
ROW: Final[Mapping[str, FieldType]] = {
    "kind": "word", "id": "word", "rule": "word", "severity": "word", "start": "int32", "end": "int32",
    "clause": "word", "message": "text", "fix": "text", "replacement": "text",
}  # fmt: skip


def _records(fields: Mapping[str, FieldType]) -> Lists:
    return Lists({name: "text" if kind == "word" else kind for name, kind in fields.items()})


@column_function("text", gives=_records(MATCH), by_url_standard=False)
@takes(edition=EDITION, schemes=Iterable, hyphens=str, lenient=bool, abbreviated=bool)
def find(
    column: ArrowColumn,
    *,
    edition: EditionId | Edition = DEFAULT_EDITION,
    schemes: Schemes = "registered",
    hyphens: Hyphens = "keep",
    lenient: bool = False,
    abbreviated: bool = False,
) -> Column:
    """The references in every text, as by `uriverse.find`.

    Args:
        column: the texts.
        edition, schemes, hyphens, lenient, abbreviated: as for `uriverse.find`.

    Returns:
        A column of lists of structs, in the order of the text, with the attributes of `uriverse.text.Match`: `text`,
        `uri`, `start`, `end`, `how`, `trimmed`, `alternative`, `lenient`, `heuristic`, `cut`. Null for null; an empty
        list without matches. `start` and `end` are int32 and count characters, in `binary` octets.

    >>> from uriverse import columns as uc
    >>> found = uc.find(uc.Column(["see <http://a/b> or http://c/.", "12:30", None])).to_pylist()
    >>> [[(match["uri"], match["start"]) for match in row] for row in found[:2]], found[2]
    ([[('http://a/b', 5), ('http://c/', 20)], []], None)
    """
    from uriverse.text.finding import finder
    from uriverse.text.judging import takes_beyond_ascii, whole
    from uriverse.text.schemes import Policy

    search = finder(edition=edition, schemes=schemes, hyphens=hyphens, lenient=lenient, abbreviated=abbreviated)

    def matches(text: str | bytes) -> Iterator[tuple[Any, ...]]:
        for match in search(text):
            alternative = match.alternative
            yield (
                match.text,
                str(match.uri),
                *match.span,
                match.how,
                match.trimmed,
                None if alternative is None else str(alternative),
                match.lenient,
                match.heuristic,
                match.cut,
            )

    # Every scheme ends with ":"; an abbreviated reference has a name with at least one dot.
    if abbreviated:
        return _core.kernels.matches(column, list(MATCH.items()), matches, having=":.")
    # The fast path finds http URLs. A caller's list may lack http, and the grammar of templates has no URLs.
    by = edition if isinstance(schemes, str) and whole("http://h/", edition) is not None else None
    colons = Policy.of(schemes).colons(lenient or takes_beyond_ascii(edition))
    return _core.kernels.matches(column, list(MATCH.items()), matches, having=":", colons=colons, edition=by)


@column_function("url", "profile", choice="profile", gives=_records(ROW), by_url_standard=False)
@takes(profile=(str, Collection))
def audit(column: ArrowColumn, profile: str | Collection[str] = "all", *, edition: AnyEdition = None) -> Column:
    """The findings of every text, as by `uriverse.audit.findings`.

    Args:
        column: the texts, valid or not.
        profile: "all", "security" or "style"; or a collection of ids.
        edition: the edition of the texts.

    Returns:
        A column of lists of structs, in order: `kind` ("finding" or "syntax"), `id` and `severity` of a finding, `rule`
        of a syntax error, `start`, `end` (int32, characters), `clause`, `message`, `fix`, `replacement`. Null for null;
        an empty list without findings.

    Raises:
        UnknownFindingError: if there is no such profile, or no such id.

    >>> from uriverse import columns as uc
    >>> rows = uc.audit(uc.Column(["http://example.com/", "http://a:b@0x7f.1/"]), profile="security").to_pylist()
    >>> [[(row["severity"], row["id"]) for row in found] for found in rows]
    ... # doctest: +NORMALIZE_WHITESPACE
    [[], [('warning', 'userinfo-in-http'), ('danger', 'userinfo-password'), ('danger', 'address-rare'),
          ('warning', 'address-loopback')]]
    """
    from uriverse.audit import findings
    from uriverse.audit.catalogue import findings_of_profile
    from uriverse.audit.plain import plain, takes_plain

    # Raise for an unknown profile now; looking up a name is faster than checking its members.
    members = findings_of_profile(profile)
    ids = profile if isinstance(profile, str) else members
    # Raise for an unknown edition even if there is no text.
    findings("", profile=ids, edition=edition)
    plain_urls = plain() if takes_plain(DEFAULT_EDITION if edition is None else edition) else None

    def rows(text: Text) -> list[tuple[Any, ...]]:
        dicts = (row.as_dict() for row in findings(text, profile=ids, edition=edition))
        return [tuple(map(values.get, ROW)) for values in dicts]

    return _core.kernels.lists(column, list(ROW.items()), rows, plain=plain_urls)
