"""`uriverse check`: whether a text is valid, and if not, where and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

import uriverse as uv
from uriverse import _core
from uriverse._core import Column
from uriverse.cli.blocks import Answers, Block
from uriverse.cli.common import RULE
from uriverse.cli.grammar_option import draft_option, grammar_options, id_of
from uriverse.cli.reports import Problem, Report, report_option
from uriverse.cli.texts import Run, Text, error_object, takes_texts
from uriverse.editions.ids import StandardId
from uriverse.errors import URLError
from uriverse.ground.argument_types import is_url_standard
from uriverse.ground.masking import shown

if TYPE_CHECKING:
    from uriverse.schemes import Verdict


@click.command("check")
@takes_texts("TEXT")
@draft_option
@grammar_options
@click.option("--rule", metavar="NAME", type=RULE, help="A rule in place of the start rule, such as IPv6address.")
@click.option("--scheme-rules", is_flag=True, help="Check also the grammar of the text's scheme, if there is one.")
@click.option("--valid/--invalid", "wanted", default=None, help="Only references that are valid, or that are not.")
@report_option
def command(
    run: Run,
    edition: StandardId | uv.Edition,
    grammar: uv.Edition | None,
    rule: str | None,
    scheme_rules: bool,
    wanted: bool | None,
    report: str | None,
) -> None:
    """Check whether the edition, or your own grammar, accepts each TEXT.

    A relative reference such as "N/A" is valid, and so is a blank line, the empty reference. --rule URI requires an
    absolute URI.

    With --edition whatwg a TEXT is valid if the URL Standard's parser, and so a browser, makes a URL of it.

    Exits with 1 if a TEXT is not valid; the reason is on standard error. --valid and --invalid write only the texts,
    unchanged. With --quiet there are no reasons, and without these two nothing is written.

    \b
    Examples:
      uriverse check 'http://h/a b'
      uriverse check --rule URI --invalid < urls.txt
      uriverse check '?y' --edition rfc2396
      uriverse check '::1' --rule IPv6address
      uriverse check 'urn:example:a' --grammar urn.abnf
      uriverse check 'geo:north' --scheme-rules
      uriverse check 'http://a b/' --edition whatwg
      uriverse check --quiet < references.txt
      uriverse check --rule URI --report github --file urls.txt
    """
    if report is not None and (scheme_rules or wanted is not None or run.as_json):
        raise click.UsageError("--report reports refusals: without --json, --valid, --invalid and --scheme-rules")
    if rule is not None and scheme_rules:
        raise click.UsageError("--scheme-rules asks about whole URIs, and --rule about a part: give one of them")
    if is_url_standard(edition) and (rule is not None or scheme_rules):
        raise click.UsageError("the URL Standard is not a grammar: --rule and --scheme-rules are for editions")
    judge: StandardId | uv.Edition = edition if grammar is None else grammar
    name = id_of(judge)
    try:
        uv.is_valid("", rule=rule, edition=judge)
    except uv.UnknownRuleError as error:
        raise click.BadParameter(str(error), param_hint="--rule") from None
    summary = None if report is None else Report(report)

    def answer(line: Text) -> None:
        text = line.text
        valid = uv.is_valid(text, rule=rule, edition=judge)
        of_schemes = scheme_rules and not is_url_standard(judge)
        verdict = uv.schemes.check(text, edition=judge) if of_schemes else None
        misformed = None
        if of_schemes and valid:
            from uriverse.schemes.misformed import misformed_relative

            misformed = misformed_relative(text, edition=judge)
        whole = valid and (verdict is None or verdict.valid) and misformed is None
        run.failed = run.failed or not whole
        is_written = not run.quiet if wanted is None else whole is wanted
        error = None if valid else why(text, judge, rule)
        if summary is not None:
            if error is not None:
                summary.add(problem_of(line, error))
            return
        if run.as_json:
            fields: dict[str, object] = {
                "text": text,
                "edition": name,
                "rule": rule,
                "valid": valid,
                "error": None if error is None else error_object(error),
            }
            if verdict is not None:
                fields |= {"scheme": scheme_fields(verdict), "misformed_relative": misformed}
            if is_written:
                run.write_json(fields)
            return
        if error is None and verdict is not None and wanted is not None:
            error = verdict.scheme_syntax
        if is_written and wanted is not None:
            run.write(text)
        elif is_written:
            screen = run.screen
            screen.print(f"{'valid' if whole else 'not valid':11}", style="green" if whole else "red", end="")
            screen.print(shown(text))
            if verdict is not None:
                screen.print("\n".join(f"  {answer}" for answer in both_answers(verdict, name, misformed)))
        if error is not None:
            run.refuse(line, error, has_answer=True)

    def by_block(block: Block) -> Answers:
        valid = _core.kernels.is_valid(Column.of_lines(block.octets), rule=rule, edition=judge)
        answers, rest = valid.to_lines(block.octets, before=f"{'valid':11}" if wanted is None else "")
        return (answers, rest) if writes_valid else (b"", [(start, end, 0) for start, end, _ in rest])

    is_silent = wanted is None and (run.quiet or summary is not None)
    writes_valid = not is_silent if wanted is None else wanted
    is_plain = is_silent or (not run.as_json and (wanted is not None or run.screen.color_system is None))
    run.each(answer, by_block if is_plain and not scheme_rules else None, for_people=wanted is None and summary is None)
    if summary is not None:
        summary.end()


def problem_of(line: Text, error: uv.URISyntaxError | URLError) -> Problem:
    """Return a refusal as a row of a report."""
    fields = error_object(error)
    rule = str(fields["rule"] or fields["reason"] or "syntax")
    return Problem.of_text(line, error.at, "error", rule, str(fields["message"]), str(fields["hint"]))


def why(text: str, edition: StandardId | uv.Edition, rule: str | None) -> uv.URISyntaxError | URLError | None:
    """Return the error for a text that the edition, the rule, or the URL Standard refuses."""
    if rule in (None, "URI"):
        # The error of a component is more precise than that of the whole rule.
        try:
            (uv.parse if rule is None else uv.URI)(text, edition=edition)
        except (uv.URISyntaxError, URLError) as error:
            return error
    if rule is None or is_url_standard(edition):
        return None
    at = _core.rule_refusal(text, rule, edition=edition)
    return None if at is None else uv.URISyntaxError(text=text, at=at, rule=rule, edition=edition)


def both_answers(verdict: Verdict, edition: str, misformed: str | None) -> Iterator[str]:
    """Yield the verdict of the edition, then that of the scheme's own grammar."""
    if misformed is not None:
        yield f"by {edition}: not valid: a misformed relative reference, which is an error by {misformed}"
    else:
        yield f"by {edition}: {'valid' if verdict.syntax is None else 'not valid'}"
    scheme = verdict.scheme
    if scheme is None:
        yield "by its scheme: not checked, because it has no grammar"
    elif verdict.scheme_syntax is not None:
        yield f"by {scheme.name} ({scheme.document}): not valid"
        yield from (f"  {line}" for line in str(verdict.scheme_syntax).splitlines())
    elif verdict.syntax is None:
        yield f"by {scheme.name} ({scheme.document}): valid"
    else:
        yield f"by {scheme.name} ({scheme.document}): not checked"


def scheme_fields(verdict: Verdict) -> dict[str, object] | None:
    """Return the scheme's verdict as JSON; None if the scheme has no grammar or was not checked."""
    scheme, error = verdict.scheme, verdict.scheme_syntax
    if scheme is None or (error is None and verdict.syntax is not None):
        return None
    return {
        "name": scheme.name,
        "document": scheme.document,
        "valid": error is None,
        "error": None if error is None else error_object(error),
    }
