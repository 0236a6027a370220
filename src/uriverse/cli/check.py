"""`uriverse check`: is it valid, and if not, where and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

import uriverse as uv
from uriverse.cli.common import (
    edition_option,
    write_json,
)
from uriverse.cli.grammar_option import grammar_options
from uriverse.cli.texts import Run, error_object, refusal, takes_texts
from uriverse.ground.masking import shown
from uriverse.schemes.misformed import misformed_relative

if TYPE_CHECKING:
    from uriverse.schemes import Verdict


@click.command("check")
@takes_texts("TEXT")
@edition_option
@grammar_options
@click.option("--rule", metavar="NAME", help="A rule of the edition instead of its start rule, such as IPv6address.")
@click.option("--scheme-rules", is_flag=True, help="Ask the grammar of the text's own scheme too, where there is one.")
def command(
    run: Run,
    edition: uv.EditionId,
    grammar: uv.Edition | None,
    rule: str | None,
    scheme_rules: bool,
) -> None:
    """Say of each TEXT whether the edition, or your own grammar, accepts it.

    Exits with 1 when one is not valid. With --quiet nothing is written.

    \b
    Examples:
      uriverse check 'http://h/a b'
      uriverse check '?y' --edition rfc2396
      uriverse check '::1' --rule IPv6address
      uriverse check 'urn:example:a' --grammar urn.abnf
      uriverse check 'geo:north' --scheme-rules
      uriverse check --quiet < references.txt
    """
    if rule is not None and scheme_rules:
        raise click.UsageError("--scheme-rules asks about whole URIs, and --rule about a part: give one of them")
    judge = edition if grammar is None else grammar
    name = edition if grammar is None else grammar.id
    for line in run:
        text = line.text
        try:
            valid = uv.is_valid(text, rule=rule, edition=judge)
        except uv.UnknownRule as error:
            raise click.BadParameter(str(error), param_hint="--rule") from None
        verdict = uv.schemes.check(text, edition=judge) if scheme_rules else None
        misformed = misformed_relative(text, edition=judge) if scheme_rules and valid else None
        whole = valid and (verdict is None or verdict.valid) and misformed is None
        run.failed = run.failed or not whole
        if run.quiet:
            continue
        found = None if valid or rule is not None else why(text, judge)
        if not run.as_json:
            screen = run.screen
            screen.print(f"{'valid' if whole else 'not valid':11}", style="green" if whole else "red", end="")
            screen.print(shown(text))
            if found is not None:
                screen.print("\n".join(f"  {said}" for said in refusal(line, found).splitlines()))
            if verdict is not None:
                screen.print("\n".join(f"  {said}" for said in both_answers(verdict, name, misformed)))
        else:
            answer: dict[str, object] = {
                "text": text,
                "edition": name,
                "rule": rule,
                "valid": valid,
                "error": None if found is None else error_object(found),
            }
            if verdict is not None:
                answer |= {"scheme": scheme_fields(verdict), "misformed_relative": misformed}
            write_json(answer)


def why(text: str, edition: uv.EditionId | uv.Edition) -> uv.URISyntaxError | None:
    """The syntax error of a text that the edition refuses."""
    try:
        uv.parse(text, edition=edition)
    except uv.URISyntaxError as error:
        return error
    return None


def both_answers(verdict: Verdict, edition: str, misformed: str | None) -> Iterator[str]:
    """Who accepts a text and who refuses it: the edition, then its scheme's own grammar."""
    if misformed is not None:
        yield f"by {edition}: not valid: a misformed relative reference, which is an error by {misformed}"
    else:
        yield f"by {edition}: {'valid' if verdict.syntax is None else 'not valid'}"
    scheme = verdict.scheme
    if scheme is None:
        yield "by its scheme: not asked, for there is no grammar for it"
    elif verdict.scheme_syntax is not None:
        yield f"by {scheme.name} ({scheme.document}): not valid"
        yield from (f"  {line}" for line in str(verdict.scheme_syntax).splitlines())
    elif verdict.syntax is None:
        yield f"by {scheme.name} ({scheme.document}): valid"
    else:
        yield f"by {scheme.name} ({scheme.document}): not asked"


def scheme_fields(verdict: Verdict) -> dict[str, object] | None:
    """The second answer as JSON has it; null where there is no grammar for the scheme, or nothing was asked of it."""
    scheme, error = verdict.scheme, verdict.scheme_syntax
    if scheme is None or (error is None and verdict.syntax is not None):
        return None
    return {
        "name": scheme.name,
        "document": scheme.document,
        "valid": error is None,
        "error": None if error is None else error_object(error),
    }
