"""`uriverse oracle`: test a URI implementation in any language, and show the verdict."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

import uriverse as uv
from uriverse.cli.common import json_option, write_json
from uriverse.cli.process import FileNotWritten
from uriverse.cli.progress import working
from uriverse.cli.screen import Screen
from uriverse.ground.masking import shown

if TYPE_CHECKING:
    from uriverse.cli.screen import Screen
    from uriverse_oracle import Answers, EditionVerdict, Membership, Study, Verdict
    from uriverse_oracle.standard import StandardVerdict


@click.group("oracle")
def command() -> None:
    """Test an implementation of URIs in any language by texts on which editions of the standard differ.

    A driver is a program that answers JSON lines; docs/oracle.md has the protocol, oracle/drivers has some.

    \b
    Examples:
      uriverse oracle run java.net.URI --to java.json -- java oracle/drivers/JavaNetUri.java
      uriverse oracle show java.json
    """


@command.command("run")
@click.argument("name")
@click.argument("driver", metavar="COMMAND...", nargs=-1, required=True)
@click.option("--to", "target", metavar="FILE", required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--most", default=2000, show_default=True, type=click.IntRange(1), help="Strings of each edition's suite."
)
@click.option("--seed", default=1, show_default=True, help="The seed of the samples.")
@click.option("--seconds", default=5.0, show_default=True, help="How long an answer may take.")
@click.option("--whole", is_flag=True, help="Ask the complete suites, learn the automaton, measure the growth.")
def run_driver(
    name: str, driver: tuple[str, ...], target: Path, most: int, seed: int, seconds: float, whole: bool
) -> None:
    """Put the questions to a driver and keep its answers under NAME.

    \b
    Examples:
      uriverse oracle run urllib --to urllib.json -- python oracle/drivers/python_libraries.py urllib
      uriverse oracle run java.net.URI --whole --to java.json -- java oracle/drivers/JavaNetUri.java
      uriverse oracle run net/url --most 500 --to go.json -- go run oracle/drivers/net_url.go
    """
    from dataclasses import replace

    from uriverse_oracle import questions, run, study

    with working("making the questions") as begins:
        asked = questions(most=most, seed=seed)
        begins(f"asking {len(asked):,} questions")
        answers = run(name, driver, asked, seconds=seconds, most=most, seed=seed)
        if whole and not all(answer.failure for answer in answers.answers):
            answers = replace(answers, study=study(driver, seconds=seconds, report=begins).as_data())
    try:
        answers.write(target)
    except OSError as error:
        raise FileNotWritten(str(target), error) from None
    failures = sum(bool(answer.failure) for answer in answers.answers)
    if failures == len(asked):
        raise click.ClickException(f"{name} has no verdict: {shown(answers.answers[0].failure)}")
    click.echo(f"{shown(name)} {shown(answers.version)}: {len(asked):,} questions, {failures:,} without an answer")


@command.command("show")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--edition", "document", metavar="ID", help="The edition to judge by, or whatwg; by default the nearest.")
@json_option
def show(files: tuple[Path, ...], document: str | None, as_json: bool) -> None:
    """Show what the kept answers of FILES say: what is wrongly accepted and refused, and the rules at fault.

    Judge an implementation by the document that its documentation names.

    \b
    Examples:
      uriverse oracle show java.json urllib.json
      uriverse oracle show ada.json --edition whatwg
      uriverse oracle show java.json --json
    """
    from uriverse_oracle import Answers, judge, membership, questions_of
    from uriverse_oracle.membership import URL_STANDARD
    from uriverse_oracle.questions import ASKED
    from uriverse_oracle.standard import against_url_standard

    if document not in (None, *ASKED, URL_STANDARD):
        raise click.BadParameter(f"one of {', '.join((*ASKED, URL_STANDARD))}", param_hint="--edition")
    screen = Screen(width=120)
    for path in files:
        try:
            with working(f"judging the answers of {path}"):
                answers = Answers.read(path)
                asked = questions_of(answers)
                verdict = judge(answers, asked)
                edition = document if document in ASKED else verdict.resembles.edition
                shares = membership(answers, asked, document or edition)
                if not document and shares and shares.kind != "validates":
                    edition = ASKED[0]  # nothing is nearest
                    shares = membership(answers, asked, edition)
                by_standard = membership(answers, asked, URL_STANDARD)
                standard = against_url_standard(answers, asked)
        except ValueError as error:
            raise click.BadParameter(f"{path}: {error}", param_hint="FILES") from None
        if (
            not document
            and shares
            and by_standard
            and (by_standard.kind, by_standard.error) < (shares.kind, shares.error)
        ):
            shares = by_standard
        if as_json:
            data = {"membership": None if shares is None else asdict(shares), "url_standard": asdict(standard)}
            write_json({**asdict(verdict), **data})
            continue
        _write(screen, verdict, next(each for each in verdict.editions if each.edition == edition), shares, standard)
        _write_study(screen, answers, compared=shares is not None and _is_compared(shares))
        screen.print()


def _write(
    screen: Screen, verdict: Verdict, judged: EditionVerdict, shares: Membership | None, standard: StandardVerdict
) -> None:
    screen.print(shown(f"{verdict.implementation} {verdict.version}, tested on {verdict.date}"), style="bold")
    failed, text, failure = verdict.failures
    if shares is None:
        screen.print(f"  no verdict: {failed:,} questions have no answer ({shown(failure)})")
        return
    screen.print(
        f"  {shares.kind}: it accepts {shares.valid_accepted:.0%} of the valid and refuses "
        f"{shares.invalid_refused:.0%} of the invalid texts of {shares.document}, as the mean of:"
    )
    for each in shares.components:
        refused = "" if each.invalid_refused is None else f", {each.invalid_refused:.0%} of the invalid refused"
        screen.print(f"    {each.component:12} {each.valid_accepted:.0%} of the valid accepted{refused}")
    if shares.document == "whatwg":
        screen.print(f"  {standard.differing:,} of {standard.asked:,} questions are answered differently from whatwg")
        if standard.witness:
            reference, base, theirs, ours = standard.witness
            against = f" against {shown(base)}" if base else ""
            screen.print(f"    {shown(reference)!r}{against}: {shown(theirs)}, not {shown(ours)}")
    elif _is_compared(shares):
        _editions(screen, verdict)
        screen.print(f"  resembles {verdict.resembles.edition} most")
        _details(screen, judged)
    else:
        _targets_and_forms(screen, judged)
    if failed:
        screen.print(f"  {failed} questions without an answer, such as {shown(text)!r}: {shown(failure)}")


def _is_compared(shares: Membership) -> bool:
    """Whether a nearest edition is meaningful for an implementation."""
    return shares.kind == "validates" and shares.document != "whatwg"


def _editions(screen: Screen, verdict: Verdict) -> None:
    for each in verdict.editions:
        resolved = f", {each.wrong_resolutions} of {each.resolutions} resolved differently" if each.resolutions else ""
        said = (
            f"  {each.edition:10} of {each.asked:,} strings {each.wrongly_accepted:,} wrongly accepted, "
            f"{each.wrongly_refused:,} wrongly refused, {each.wrong_components[0]:,} cut differently{resolved}"
        )
        screen.print_folded(said, indent=13)


def _write_study(screen: Screen, answers: Answers, *, compared: bool) -> None:
    """Write the growth of hostile texts, and the learned automata and places compared with an edition."""
    from uriverse_oracle import Study, explained

    study = Study.kept(answers)
    if study is None:
        return
    nearest = study.suites[0].edition
    for learned in study.learned if compared else ():
        after = f" after {learned.prefix}" if learned.prefix else ""
        screen.print(
            f"  an automaton of {len(learned.transitions)} states explains {learned.questions:,} texts{after}:"
        )
        changes = explained(learned, editions=[nearest]).changes
        for change in changes:
            screen.print(f"    {change.kind} {shown(change.letters)!r} by {change.rule}: {_texts((change.example,))}")
        if not changes:
            screen.print(f"    {same_automaton(nearest, study)}")
    for place in study.places if compared else ():
        after = f" after {place.prefix}" if place.prefix else ""
        where = f"  {of_component(place.rule, nearest)}{' within a triplet' * place.triplet}{after}"
        if place.takes:
            screen.print(f"{where} also takes {shown(place.takes)!r}: {_texts((place.taken,))}")
        if place.refuses:
            screen.print(f"{where} does not take {shown(place.refuses)!r}: {_texts((place.refused,))}")
        for piece, times, text in place.limits:
            screen.print(f"{where} ends before {times} of {shown(piece)!r}: {_texts((text,))}")
    for growth in study.growth:
        if growth.failure or growth.grows:
            screen.print(f"  {growth.shape}: {growth.said()}")


def same_automaton(edition: str, study: Study) -> str:
    """Say what a learned automaton without changes shows, beside the faults that its classes of characters hide."""
    if not study.places and not any(suite.edition == edition and suite.faults for suite in study.suites):
        return f"it answers all of them as {edition} does"
    return f"with one character for each class this is the automaton of {edition}; single characters or lengths differ"


def of_component(rule: str, edition: str) -> str:
    """Return a rule with the component that it judges: "reg-name (host)"."""
    from uriverse.lab.comparison import component_of

    component = component_of(rule, uv.EDITIONS[edition])
    return f"{rule} ({component})" if component not in (None, rule) else rule


def _details(screen: Screen, judged: EditionVerdict) -> None:
    """Write the witnesses against an edition."""
    from uriverse_oracle.faults import rule_at_fault

    for text in judged.accepted_witnesses:
        rule = rule_at_fault(text, judged.edition) or ""
        screen.print(f"    wrongly accepted: {_texts((text,))} by {of_component(rule, judged.edition)}")
    if judged.rules:
        screen.print(f"    rules that refuse what it accepts: {_rules(judged.rules)}")
    if judged.refused_witnesses:
        screen.print(f"    wrongly refused: {_texts(judged.refused_witnesses)}")
        screen.print(f"    rules that these have in common: {_rules(judged.refused_rules)}")
    _targets_and_forms(screen, judged)


def _targets_and_forms(screen: Screen, nearest: EditionVerdict) -> None:
    """Write the differences in components, resolution, serialization and normal forms."""
    if nearest.wrong_components[0]:
        screen.print(f"    cut differently: {_texts((nearest.wrong_components[1],))}")
    for reference, base, theirs, ours in nearest.resolution_witnesses:
        screen.print(
            f"    resolves {shown(reference)!r} against {shown(base)} to {shown(theirs or 'nothing')}, not {ours}"
        )
    if nearest.rewritten:
        before, after = map(shown, nearest.rewritten_witness)
        screen.print(
            f"    {nearest.rewritten:,} of {nearest.written:,} written with other bytes: {before!r} as {after!r}"
        )
    if nearest.normalized:
        levels = ", ".join(f"{level} {count}" for level, count in nearest.normal_forms) or "none"
        screen.print(f"    of {nearest.normalized} normal forms these are a level's: {levels}")
        if nearest.normal_witness[0]:
            text, theirs, ours = map(shown, nearest.normal_witness)
            screen.print(f"    normalizes {text!r} to {theirs!r}, which is no level's; the last level has {ours!r}")


def _rules(rules: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{rule} ({count:,})" for rule, count in rules)


def _texts(texts: tuple[str, ...]) -> str:
    return "  ".join(repr(shown(text)) for text in texts)
