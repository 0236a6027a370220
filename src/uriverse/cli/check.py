"""`uriverse check`: is it valid, and if not, where and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

import uriverse as uv
from uriverse import _core
from uriverse._core import Column
from uriverse.cli.blocks import Answers
from uriverse.cli.common import RULE, standard_option
from uriverse.cli.grammar_option import grammar_options
from uriverse.cli.texts import Run, Text, error_object, refusal, takes_texts
from uriverse.editions.ids import StandardId
from uriverse.errors import URLError
from uriverse.ground.argument_types import is_url_standard
from uriverse.ground.masking import shown
from uriverse.schemes.misformed import misformed_relative

if TYPE_CHECKING:
    from uriverse.schemes import Verdict


@click.command("check")
@takes_texts("TEXT")
@standard_option
@grammar_options
@click.option("--rule", metavar="NAME", type=RULE, help="A rule in place of the start rule, such as IPv6address.")
@click.option("--scheme-rules", is_flag=True, help="Ask the grammar of the text's own scheme too, where there is one.")
def command(
    run: Run,
    edition: StandardId,
    grammar: uv.Edition | None,
    rule: str | None,
    scheme_rules: bool,
) -> None:
    """Say of each TEXT whether the edition, or your own grammar, accepts it.

    With --edition whatwg it is whether the URL Standard's parser makes a URL of it, so whether a browser goes there.

    Exits with 1 when one is not valid. With --quiet nothing is written.

    \b
    Examples:
      uriverse check 'http://h/a b'
      uriverse check '?y' --edition rfc2396
      uriverse check '::1' --rule IPv6address
      uriverse check 'urn:example:a' --grammar urn.abnf
      uriverse check 'geo:north' --scheme-rules
      uriverse check 'http://a b/' --edition whatwg
      uriverse check --quiet < references.txt
    """
    if rule is not None and scheme_rules:
        raise click.UsageError("--scheme-rules asks about whole URIs, and --rule about a part: give one of them")
    if is_url_standard(edition) and (rule is not None or scheme_rules):
        raise click.UsageError("the URL Standard is not a grammar: --rule and --scheme-rules are for editions")
    judge: StandardId | uv.Edition = edition if grammar is None else grammar
    name = edition if grammar is None else grammar.id
    if rule is not None:
        check_rule(rule, judge)

    def answer(line: Text) -> None:
        text = line.text
        valid = uv.is_valid(text, rule=rule, edition=judge)
        of_schemes = scheme_rules and not is_url_standard(judge)
        verdict = uv.schemes.check(text, edition=judge) if of_schemes else None
        misformed = misformed_relative(text, edition=judge) if of_schemes and valid else None
        whole = valid and (verdict is None or verdict.valid) and misformed is None
        run.failed = run.failed or not whole
        if run.quiet:
            return
        found = None if valid or rule is not None else why(text, judge)
        if run.as_json:
            fields: dict[str, object] = {
                "text": text,
                "edition": name,
                "rule": rule,
                "valid": valid,
                "error": None if found is None else error_object(found),
            }
            if verdict is not None:
                fields |= {"scheme": scheme_fields(verdict), "misformed_relative": misformed}
            run.write_json(fields)
            return
        screen = run.screen
        screen.print(f"{'valid' if whole else 'not valid':11}", style="green" if whole else "red", end="")
        screen.print(shown(text))
        if found is not None:
            screen.print("\n".join(f"  {said}" for said in refusal(line, found).splitlines()))
        if verdict is not None:
            screen.print("\n".join(f"  {said}" for said in both_answers(verdict, name, misformed)))

    def by_block(block: bytes) -> Answers:
        valid = _core.column_is_valid(Column.of_lines(block), rule=rule, edition=judge)
        answers, left = valid.to_lines(block, before=f"{'valid':11}")
        return (b"", [(start, end, 0) for start, end, _ in left]) if run.quiet else (answers, left)

    is_plain = run.quiet or (not run.as_json and run.screen.color_system is None)
    run.each(answer, by_block if is_plain and not scheme_rules else None, for_people=True)


def check_rule(rule: str, edition: StandardId | uv.Edition) -> None:
    """Refuse a name that is not one of the edition's rules."""
    try:
        uv.is_valid("", rule=rule, edition=edition)
    except uv.UnknownRule as error:
        raise click.BadParameter(str(error), param_hint="--rule") from None


def why(text: str, edition: StandardId | uv.Edition) -> uv.URISyntaxError | URLError | None:
    """The error of a text that the edition, or the URL Standard, refuses."""
    try:
        uv.parse(text, edition=edition)
    except (uv.URISyntaxError, URLError) as error:
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
