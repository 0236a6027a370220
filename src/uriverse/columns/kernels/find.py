"""What is found in each text: references in running text, and what an audit says of URLs. Columns of lists.

The search and the audit are the single calls' own, in Python, one text after the other: they hold the interpreter, so
there is nothing to gain from threads here. The engine answers for most texts and asks nobody: those that cannot have an
answer, and those whose references all stand between spaces and are plain URLs of the web.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from uriverse import _core
from uriverse.columns.functions import Lists, column_function
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import EDITION, takes

if TYPE_CHECKING:
    from uriverse import Edition, EditionId
    from uriverse._core import AnyEdition, Column, Text
    from uriverse.audit.values import Row
    from uriverse.columns.interface import ArrowColumn
    from uriverse.text.delimiters import Hyphens
    from uriverse.text.schemes import Schemes

Holds: TypeAlias = Literal["text", "word", "int32", "bool"]

MATCH: Final[Mapping[str, Holds]] = {
    "text": "text",
    "uri": "text",
    "start": "int32",
    "end": "int32",
    "how": "word",
    "trimmed": "text",
    "alternative": "text",
    "lenient": "bool",
    "heuristic": "word",
    "cut": "word",
}
ROW: Final[Mapping[str, Holds]] = {
    "kind": "word",
    "id": "word",
    "rule": "word",
    "severity": "word",
    "start": "int32",
    "end": "int32",
    "clause": "word",
    "message": "text",
    "fix": "text",
    "replacement": "text",
}


def _records(fields: Mapping[str, Holds]) -> Lists:
    return Lists({name: "text" if holds == "word" else holds for name, holds in fields.items()})


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
    """The references in every text, as `uriverse.find` finds them in one.

    Args:
        column: the texts.
        edition, schemes, hyphens, lenient, abbreviated: as for `uriverse.find`.

    Returns:
        A column of lists of structs, in the order of the text: `text`, `uri`, `start`, `end`, `how`, `trimmed`,
        `alternative`, `lenient`, `heuristic`, `cut`, which are the attributes of `uriverse.text.Match`. Null for null;
        an empty list where nothing is found. `start` and `end` are int32 and count characters, in `binary` octets.

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

    # Every scheme ends with ":"; an abbreviated reference has a name with a dot at least.
    if abbreviated:
        return _core.kernels.matches(column, list(MATCH.items()), matches, having=":.")
    # The engine finds http. Names of one's own may leave it out, and the grammar of templates has no schemes.
    by = edition if isinstance(schemes, str) and whole("http://h/", edition) is not None else None
    colons = Policy.of(schemes).colons(lenient or takes_beyond_ascii(edition))
    return _core.kernels.matches(column, list(MATCH.items()), matches, having=":", colons=colons, edition=by)


@column_function("url", "profile", choice="profile", gives=_records(ROW), by_url_standard=False)
@takes(profile=(str, Collection))
def audit(column: ArrowColumn, *, profile: str | Collection[str] = "all", edition: AnyEdition = None) -> Column:
    """What an audit says of every text, as `uriverse.audit.findings` says it of one.

    Args:
        column: the texts, valid or not.
        profile: "all", "security" or "style"; or the ids that are wanted.
        edition: by which the texts are read.

    Returns:
        A column of lists of structs, in order: `kind` ("finding" or "syntax"), `id` and `severity` of a finding, `rule`
        of a syntax error, `start`, `end` (int32, characters), `clause`, `message`, `fix`, `replacement`. Null for null;
        an empty list where there is nothing to say.

    Raises:
        UnknownFinding: where there is no such profile, or no such id.

    >>> from uriverse import columns as uc
    >>> rows = uc.audit(uc.Column(["http://example.com/", "http://a:b@0x7f.1/"]), profile="security").to_pylist()
    >>> [[(row["severity"], row["id"]) for row in found] for found in rows]
    ... # doctest: +NORMALIZE_WHITESPACE
    [[], [('warning', 'userinfo-in-http'), ('danger', 'userinfo-password'), ('danger', 'address-rare'),
          ('warning', 'address-loopback')]]
    """
    from uriverse.audit import findings
    from uriverse.audit.catalogue import chosen
    from uriverse.audit.plain import plain, takes_plain

    # An unknown profile is an error now; a name is looked up more quickly than its members are checked.
    members = chosen(profile)
    wanted = profile if isinstance(profile, str) else members
    # An unknown edition is an error even where there is no text.
    _core.is_valid("", edition=edition)
    told = plain() if takes_plain(DEFAULT_EDITION if edition is None else edition) else None

    def rows(text: Text) -> list[tuple[Any, ...]]:
        return [_values(row) for row in findings(text, profile=wanted, edition=edition)]

    return _core.kernels.lists(column, list(ROW.items()), rows, plain=told)


def _values(row: Row) -> tuple[Any, ...]:
    values = row.as_dict()
    return tuple(values.get(name) for name in ROW)
