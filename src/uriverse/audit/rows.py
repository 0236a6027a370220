"""The rows of one text that is not plain: call the checks of the chosen findings and sort their rows.

Example: `http://h/%00` is not plain (`plain.py`), so it is parsed and split into a `Subject` (`subjects.py`). The
checks of its components run, except those of components that are plain (`registration.py`). `escape_nul` yields a
`Place`, which becomes a `Finding` with the words of `findings.toml`. If the engine found all findings
(`Plain.places`), no check runs.

The work is linear in the length of the text: a check walks its components once and stops after `MOST` findings, so a
text with ten million escapes does not make ten million rows.
"""

from __future__ import annotations

from _collections_abc import Collection, Mapping
from itertools import islice

from uriverse import _core
from uriverse.audit.catalogue import FINDINGS, findings_of_profile
from uriverse.audit.plain import NO_PARTS, counting, finds_nothing, plain, plain_parts, takes_counts, takes_plain
from uriverse.audit.plans import marks_in, plan
from uriverse.audit.subjects import Place, Subject
from uriverse.audit.values import SEVERITIES, Finding, Row, SyntaxRow
from uriverse.audit.word_lists import ports
from uriverse.errors import UnknownEditionError, URISyntaxError
from uriverse.ground.argument_types import TEXT, URL_STANDARD, check_argument, is_url_standard, takes
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.patterns import pattern
from uriverse.schemes import SCHEMES

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Text
    from uriverse.audit.catalogue import Definition
    from uriverse.audit.values import Severity
    from uriverse.editions.registry import Edition, EditionId
    from uriverse.schemes import Scheme

MOST: Final = 16
SPLIT_TYPES: Final = (_core.URIReference, _core.Components)
_TO_AUTHORITY_END: Final = pattern("[^:]*://[^/?#]*")


def rows_of(
    text: Text, profile: str | Collection[str], edition: AnyEdition, schemes: Mapping[str, Scheme]
) -> tuple[Row, ...]:
    """Implements `auditing.findings`, which describes the arguments and errors."""
    check_argument("profile", profile, (str, Collection))
    check_argument("scheme_tables", schemes, Mapping)
    check_argument("text", text, TEXT)
    findings = findings_of_profile(profile)
    if is_url_standard(edition):
        raise UnknownEditionError(edition=URL_STANDARD)
    if edition is None:
        edition = text.edition if isinstance(text, SPLIT_TYPES) else "rfc3986"
    whole = text if type(text) is str else _core.split(text).text
    if schemes is SCHEMES:
        if finds_nothing(whole, edition):
            return ()
        if takes_counts(edition) and (places := counting().places(whole)) is not None:
            return _counted_rows(whole, findings, edition, places)
        if takes_plain(edition) and plain().iri(whole) and not _core.is_valid(whole, edition=edition):
            return _iri_rows(whole, findings, edition)
    return _all_rows(whole, findings, edition, schemes)


def _iri_rows(whole: str, findings: frozenset[str], edition: EditionId | Edition) -> tuple[Row, ...]:
    """The rows of a plain IRI that the edition refuses at its first letter beyond US-ASCII."""
    from uriverse.audit.characters import BEYOND_ASCII, encoded

    authority = _TO_AUTHORITY_END.match(whole)
    authority_end = authority.end() if authority else 0
    definition = FINDINGS["beyond-ascii"]
    fixed = (definition.id, definition.severity, definition.clause, definition.sentence, definition.fix)
    rows: list[Row] = []
    for match in BEYOND_ASCII.finditer(whole):
        start, end = match.span()
        rows = rows or [SyntaxRow.at(start, whole, edition)]
        if start >= authority_end and definition.id in findings and len(rows) <= MOST:
            rows.append(Finding(start, end, *fixed, encoded(match[0]) or None))
    return tuple(rows)


def _counted_rows(
    whole: str,
    findings: frozenset[str],
    edition: EditionId | Edition,
    places: list[tuple[int, int, int, str, str | None]],
) -> tuple[Row, ...]:
    """The rows of the places that the engine found: a check would find the same ones."""
    rows: list[Row] = []
    for counted, start, end, name, instead in places:
        id = _core.Plain.COUNTED[counted]
        if id == "syntax":
            rows.append(SyntaxRow.at(start, whole, edition))
        elif id in findings:
            fixed, sentence, fix = _counted(id)
            if "{" in sentence:
                sentence = sentence.format_map(_details(whole, name, instead))
            if id == "not-normal":
                instead = str(_core.parse(whole, edition=edition).normalize())
            rows.append(Finding(start, end, *fixed, sentence, fix, instead))
    return tuple(sorted(rows, key=_order) if len(rows) > 1 else rows)


@cache
def _counted(id: str) -> tuple[tuple[str, Severity, str], str, str | None]:
    definition = FINDINGS[id]
    return (definition.id, definition.severity, definition.clause), definition.sentence, definition.fix


def _details(whole: str, name: str, instead: str | None) -> dict[str, str]:
    """What the sentences of counted findings quote."""
    details = dict.fromkeys(("port", "address", "key"), name) | {"letter": instead or ""}
    service, _ = ports("bad_ports").get(int(name), ("", None)) if name.isdecimal() else ("", None)
    return details | {"scheme": whole.partition(":")[0].lower(), "service": service}


def _all_rows(
    whole: str, findings: frozenset[str], edition: EditionId | Edition, schemes: Mapping[str, Scheme]
) -> tuple[Row, ...]:
    """The findings of all checks, and the edition's refusal."""
    rows: list[Row] = []
    reference = None
    try:
        reference = _core.parse(whole, edition=edition)
    except URISyntaxError as error:
        rows.append(SyntaxRow.of(error))
    parts = _core.split(whole, edition=edition)
    subject = Subject.from_components(parts, edition=parts.edition, schemes=schemes, reference=reference)
    plain = plain_parts(parts) if schemes is SCHEMES else NO_PARTS
    for component, checks in plan(findings, plain, marks_in(whole)):
        value = getattr(subject, component) if component else None
        if component and value is None:
            continue
        for check in checks:
            if check.matching is None or check.matching.search(whole):
                places = check.look(subject, value) if check.takes_component else check.look(subject)
                for place in islice(places, MOST):
                    rows.append(_finding(FINDINGS[check.finding], place))
    return tuple(sorted(rows, key=_order) if len(rows) > 1 else rows)


def _finding(definition: Definition, place: Place) -> Finding:
    sentence = definition.sentence
    return Finding(
        place.start,
        place.end,
        definition.id,
        definition.severity,
        place.clause or definition.clause,
        sentence.format_map(place.details) if place.details else sentence,
        definition.fix,
        place.replacement,
    )


def _order(row: Row) -> tuple[int, int, str]:
    """Sort by position, then the syntax error first, then the worst severity first, then by name."""
    if isinstance(row, SyntaxRow):
        return row.start, -len(SEVERITIES), row.id
    return row.start, -SEVERITIES.index(row.severity), row.id


@takes(rows=Collection)
def worst(rows: Collection[Row]) -> str | None:
    """The highest severity among rows; None if there is no finding.

    >>> from uriverse.audit import findings
    >>> worst(findings("http://example.com:81/"))
    'warning'
    """
    levels = [SEVERITIES.index(row.severity) for row in rows if isinstance(row, Finding)]
    return SEVERITIES[max(levels)] if levels else None
