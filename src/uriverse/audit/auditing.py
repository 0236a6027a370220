"""The audit of one text: the checks of the chosen findings are called, and their rows are sorted.

What goes in is a text, what comes out its rows. `http://h/%00` goes this way: it is not plain (`plain.py`), so it is
parsed and split into a `Subject` (`subjects.py`); the checks of what is defined and not plain are called
(`registration.py`); `escape_nul` yields a `Place`, which becomes a `Finding` with the words of `findings.toml`.

The work is linear in the length of the text: a check walks its components once, and stops after `MOST` places. A text
with ten million escapes does not need ten million rows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

from uriverse import _core
from uriverse.argument_types import check_argument, takes, wrong_type
from uriverse.audit.catalogue import Definition, chosen
from uriverse.audit.plain import NOTHING, is_plain, plain_parts, takes_plain
from uriverse.audit.plans import plan
from uriverse.audit.subjects import Place, Subject
from uriverse.audit.values import SEVERITIES, Finding, Row, SyntaxRow
from uriverse.errors import URISyntaxError
from uriverse.schemes import SCHEMES

if TYPE_CHECKING:
    from uriverse.editions.registry import Edition
    from uriverse.schemes import Scheme

MOST: Final = 16


def findings(
    text: _core.Text,
    *,
    profile: str | Collection[str] = "all",
    edition: _core.AnyEdition = None,
    schemes: Mapping[str, Scheme] = SCHEMES,
) -> tuple[Row, ...]:
    """What is dangerous, doubtful or untidy in a text, valid or not (RFC 3986, sections 6 and 7, among others).

    Args:
        text: any text, a reference, or components; octets are read as UTF-8.
        profile: "all", "security" or "style"; or the ids that are wanted.
        edition: by which the text is read; a reference's own, when not given.
        schemes: the tables of the schemes, which tell the default ports and normal forms.

    Returns:
        Findings, and a `SyntaxRow` where the edition refuses the text, by their places in characters; of each finding
        the first 16 places.

    Raises:
        UnknownFinding: where there is no such profile, or no such id.

    >>> for row in findings("http://user:secret@2130706433/", profile="security"):
    ...     print(row.severity, row.id, row.start, row.end)
    warning userinfo-in-http 7 18
    danger userinfo-password 12 18
    danger address-rare 19 29
    warning address-loopback 19 29
    """
    check_argument("profile", profile, (str, Collection))
    check_argument("schemes", schemes, Mapping)
    if not isinstance(text, str | bytes | _core.URIReference | _core.Components):
        raise wrong_type("text", "a str, bytes or a reference", text)
    wanted = chosen(profile)
    if edition is None:
        edition = text.edition if isinstance(text, _core.URIReference | _core.Components) else "rfc3986"
    whole = text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else str(text)
    if schemes is SCHEMES and takes_plain(edition) and is_plain(whole):
        return ()
    return _asked(whole, wanted, edition, schemes)


def _asked(
    whole: str, wanted: frozenset[str], edition: str | Edition, schemes: Mapping[str, Scheme]
) -> tuple[Row, ...]:
    """The findings of all checks, and the edition's refusal."""
    rows: list[Row] = []
    reference = None
    try:
        reference = _core.parse(whole, edition=edition)
    except URISyntaxError as error:
        rows.append(SyntaxRow.of(error))
    parts = _core.split(whole, edition=edition)
    subject = Subject.of(parts, edition=parts.edition, schemes=schemes, reference=reference)
    plain = plain_parts(parts) if schemes is SCHEMES else NOTHING
    for of, checks in plan(wanted, plain):
        if of and getattr(subject, of) is None:
            continue
        for check in checks:
            if check.having in whole:
                for place in islice(check.look(subject), MOST):
                    rows.append(_finding(check.finding, place))
    return tuple(sorted(rows, key=_order))


def _finding(definition: Definition, place: Place) -> Finding:
    sentence = definition.sentence
    return Finding(
        start=place.start,
        end=place.end,
        id=definition.id,
        severity=definition.severity,
        clause=place.clause or definition.clause,
        message=sentence.format_map(place.details) if place.details else sentence,
        fix=definition.fix,
        replacement=place.replacement,
    )


def _order(row: Row) -> tuple[int, int, str]:
    """By place; at one place the syntax error first, then the worst, then by name."""
    if isinstance(row, SyntaxRow):
        return row.start, -len(SEVERITIES), row.id
    return row.start, -SEVERITIES.index(row.severity), row.id


@takes(rows=Collection)
def worst(rows: Collection[Row]) -> str | None:
    """The highest severity among rows; None where there is no finding.

    >>> worst(findings("http://example.com:81/"))
    'warning'
    """
    found = [SEVERITIES.index(row.severity) for row in rows if isinstance(row, Finding)]
    return SEVERITIES[max(found)] if found else None
