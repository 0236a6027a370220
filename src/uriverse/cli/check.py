"""`uriverse check`: is it valid, and if not, where and why."""

from __future__ import annotations

import click

import uriverse as uv
from uriverse.cli.common import (
    console,
    edition_option,
    error_fields,
    given,
    json_option,
    shown,
    texts_argument,
    write_json,
)
from uriverse.cli.grammar_option import grammar_options


@click.command("check")
@texts_argument("TEXT")
@edition_option
@grammar_options
@json_option
@click.option("--rule", metavar="NAME", help="A rule of the edition instead of its start rule, such as IPv6address.")
@click.option("--quiet", "-q", is_flag=True, help="Write nothing; the exit code tells.")
@click.pass_context
def command(
    ctx: click.Context,
    texts: tuple[str, ...],
    edition: uv.EditionId,
    grammar: uv.Edition | None,
    as_json: bool,
    rule: str | None,
    quiet: bool,
) -> None:
    """Say of each TEXT whether the edition, or your own grammar, accepts it.

    Exits with 1 when one is not valid.

    \b
    Examples:
      uriverse check 'http://h/a b'
      uriverse check '?y' --edition rfc2396
      uriverse check '::1' --rule IPv6address
      uriverse check 'urn:example:a' --grammar urn.abnf
      uriverse check --quiet - < references.txt
    """
    judge = edition if grammar is None else grammar
    name = edition if grammar is None else grammar.id
    everything = True
    screen = None if as_json or quiet else console()
    for text in given(texts):
        try:
            valid = uv.is_valid(text, rule=rule, edition=judge)
        except uv.UnknownRule as error:
            raise click.BadParameter(str(error), param_hint="--rule") from None
        everything = everything and valid
        refusal = None if valid or rule is not None else why(text, judge)
        if screen is not None:
            screen.print(f"{'valid' if valid else 'not valid':11}", style="green" if valid else "red", end="")
            screen.print(shown(text))
            if refusal is not None:
                screen.print("\n".join(f"  {line}" for line in str(refusal).splitlines()))
        elif not quiet:
            error_object = None if refusal is None else error_fields(refusal)
            write_json({"text": text, "edition": name, "rule": rule, "valid": valid, "error": error_object})
    ctx.exit(0 if everything else 1)


def why(text: str, edition: uv.EditionId | uv.Edition) -> uv.URISyntaxError | None:
    """The syntax error of a text that the edition refuses."""
    try:
        uv.parse(text, edition=edition)
    except uv.URISyntaxError as error:
        return error
    return None
