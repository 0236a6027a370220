"""`uriverse explain`: how each edition parses a text, why others refuse it, and how to repair it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

import click

import uriverse as uv
from uriverse import _core
from uriverse.cli.grammar_option import STANDARD_OR_DRAFT, edition_of, grammar_options, id_of
from uriverse.cli.picture import ASCII, UNICODE, draw
from uriverse.cli.screen import Screen
from uriverse.cli.texts import Run, takes_texts
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import URL_STANDARD
from uriverse.ground.masking import escaped, shown

if TYPE_CHECKING:
    from uriverse.lab.cutting import Part
    from uriverse.lab.explanation import Outcome
    from uriverse.whatwg import ValidationError

    # The key by which editions are grouped.
    Verdict = tuple[object, ...]


@click.command("explain")
@takes_texts("TEXT")
@click.option(
    "--edition",
    "ids",
    metavar="ID|FILE",
    type=STANDARD_OR_DRAFT,
    multiple=True,
    help="Only this edition, a draft as a file, or whatwg for the URL Standard; may be repeated.",
)
@grammar_options
@click.option("--no-repair", is_flag=True, help="Do not look for a repair of refused texts.")
def command(run: Run, ids: tuple[str | uv.Edition, ...], grammar: uv.Edition | None, no_repair: bool) -> None:
    """Show how each edition parses each TEXT: its components, or where and why it is refused, and a repair.

    Editions that agree are shown together. If a grammar is ambiguous, the rule that decides is shown. The URL Standard
    is shown with a browser's URL and the position of each validation error. Exits with 1 if the first --edition, by
    default rfc3986, refuses a TEXT.

    \b
    Examples:
      uriverse explain '//a_b/'
      uriverse explain 'http://[::1' --edition rfc3986 --edition rfc2732
      uriverse explain 'http:\\\\h/a b' --edition whatwg
      uriverse explain --json --no-repair < references.txt
      uriverse explain 'urn:example:a' --grammar urn.abnf
      uriverse explain 'http://h/?a|b' --edition mine.abnf --edition rfc3986
    """
    from uriverse.lab.explanation import Explainer

    editions: list[uv.Edition] = [] if grammar is None else [grammar]
    decisive = DEFAULT_EDITION if not (editions or ids) else editions[0].id if editions else id_of(ids[0])
    by_url_standard = URL_STANDARD in ids
    editions += [edition_of(edition) for edition in ids if edition != URL_STANDARD]
    of_references = [edition for edition in uv.EDITIONS.values() if edition.reads_references]
    by_id = {edition.id: edition for edition in editions or ([] if by_url_standard else of_references)}
    explainer = Explainer(list(by_id.values()))
    for line in run:
        text = line.text
        explanation = explainer.explain(text, repair=not no_repair)
        errors = uv.whatwg.validation_errors(text) if by_url_standard else []
        if decisive == URL_STANDARD:
            run.failed |= any(error.failure for error in errors)
        else:
            run.failed |= not explanation[decisive].accepted
        if run.as_json:
            of_urls = {URL_STANDARD: url_standard_json(text, errors)} if by_url_standard else {}
            run.write_json(explanation.as_json() | of_urls)
            continue
        screen = run.screen
        verdict = "" if len(by_id) < 2 else f"  ({len(explanation.accepted_by)} of {len(by_id)} editions accept it)"
        screen.print(shown(text), style="bold", end="")
        screen.print(verdict, style="dim")
        for outcomes in agreeing(explanation.editions):
            show(screen, text, outcomes, by_id)
        if by_url_standard:
            show_url_standard(screen, text, errors)
        screen.print()


def url_standard_json(text: str, errors: list[ValidationError]) -> dict[str, object]:
    """Return the URL for a browser and the validation errors, for JSON."""
    url = uv.whatwg.URL.parse(text)
    objects = [
        {"reason": error.name, "at": error.at, "message": error.description, "failure": error.failure}
        for error in errors
    ]
    return {"href": None if url is None else url.href, "errors": objects}


def show_url_standard(screen: Screen, text: str, errors: list[ValidationError]) -> None:
    """Write the URL for a browser, and a mark under the text for each validation error."""
    url = uv.whatwg.URL.parse(text)
    screen.print()
    verdict, style = ("no URL", "red") if url is None else ("a URL", "green")
    screen.print_folded(f"{verdict} by {URL_STANDARD}", head=(verdict, style))
    if url is not None:
        screen.print(f"  {shown(url.href)}")
    for error in errors:
        for line in _core.pointed(text, error.at).splitlines():
            screen.print(f"  {shown(line)}")
        screen.print_folded(f"  {error.name}: {error.description}", style="red" if error.failure else "yellow")


def agreeing(outcomes: tuple[Outcome, ...]) -> list[list[Outcome]]:
    """Group equal outcomes, in the order of the first of each group."""
    verdicts = [verdict_of(outcome) for outcome in outcomes]
    order = {verdict: number for number, verdict in reversed(list(enumerate(verdicts)))}
    ranked = sorted(zip(verdicts, outcomes, strict=True), key=lambda pair: order[pair[0]])
    return [[outcome for _, outcome in group] for _, group in groupby(ranked, key=lambda pair: pair[0])]


def verdict_of(outcome: Outcome) -> Verdict:
    """Return the key of an outcome's group: kind and components, or place, expectation and repair."""
    refusal = outcome.refusal
    if refusal is None:
        return (outcome.kind, outcome.parts, outcome.split)
    return (refusal.at, refusal.rule, refusal.expected, refusal.repair)


def show(screen: Screen, text: str, outcomes: list[Outcome], by_id: dict[str, uv.Edition]) -> None:
    """Write a group: its editions, the drawing or the error, open questions, and the lenient split."""
    first = outcomes[0]
    names = ", ".join(outcome.edition for outcome in outcomes)
    screen.print()
    if first.refusal is not None:
        screen.print_folded(f"refused by {names}", head=("refused", "red"))
        for line in first.refusal.message.splitlines():
            if line.startswith(" "):
                # The text, and the mark under it.
                screen.print(f"  {line}")
            else:
                screen.print_folded(f"  {line}")
        if len(outcomes) > 1:
            clauses = [outcome.refusal.clause for outcome in outcomes if outcome.refusal is not None]
            screen.print_folded(f"  refused by {'; '.join(dict.fromkeys(clauses))}", style="dim")
        if first.refusal.repair is not None:
            screen.print("  repair: ", style="green", end="")
            screen.print(escaped(first.refusal.shown_repair or ""))
        return
    screen.print_folded(f"{first.kind!s} by {names}", head=(str(first.kind), "green"))
    lines = UNICODE if screen.encoding.startswith("utf") else ASCII
    reference = uv.parse(text, edition=by_id[first.edition])
    picture = draw(reference, lines=lines, width=screen.width - 2 if screen.is_terminal else None)
    for row in (picture.plain if screen.color_system is None else picture.styled()).split("\n"):
        screen.print("  ", end="")
        screen.print(row)
    questions = (
        (ambiguity.sentence, f"{outcome.edition} {by_id[outcome.edition].clauses.get(ambiguity.rule, '')}".rstrip())
        for outcome in outcomes
        for ambiguity in outcome.ambiguities
    )
    for sentence, places in grouped(questions).items():
        screen.print_folded(f"  {sentence} ({', '.join(places)})", style="yellow")
    if first.split is not None:
        screen.print_folded(f"  the lenient split: {listed(first.split)}", style="dim")
    for outcome in outcomes:
        for rule, reason in outcome.departures:
            screen.print_folded(f"  {outcome.edition} prints {rule} in another way: {shown(reason)}", style="yellow")
    # The rules of resolution that the engine does not follow.
    notes = ((note, outcome.edition) for outcome in outcomes for _, note in outcome.notes)
    for note, ids in grouped(notes).items():
        screen.print_folded(f"  resolution by {', '.join(ids)}: {shown(note)}", style="yellow")


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the second texts of pairs by the first."""
    groups: dict[str, list[str]] = {}
    for sentence, place in pairs:
        groups.setdefault(sentence, []).append(place)
    return groups


def listed(parts: tuple[Part, ...]) -> str:
    """Return the components of a text in one line."""
    return ", ".join(f"{part.component} {escaped(part.shown)!r} {part.start}-{part.end}" for part in parts)
