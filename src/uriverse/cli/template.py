"""`uriverse template`: expand URI templates (RFC 6570), and match references with them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import click

from uriverse.cli.common import shown_answer, write_json, write_line
from uriverse.cli.inputs import lines, standard_input
from uriverse.cli.texts import Run, takes_texts, tell
from uriverse.errors import URISyntaxError
from uriverse.ground.masking import shown
from uriverse.templates import Template


class _Group(click.Group):
    """The group; the error for a template in place of a command names `expand`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Check that the first argument is not a template."""
        if args and args[0] not in self.commands and not args[0].isalpha():
            raise click.UsageError(f"{shown(args[0])!r} is not a command; uriverse template expand expands it")
        return super().resolve_command(ctx, args)


@click.group("template", cls=_Group)
def command() -> None:
    """Expand URI templates, and match references with them (RFC 6570).

    \b
    Examples:
      uriverse template expand '/repos/{owner}{?page}' owner=octo page=2
      uriverse template match '/repos/{owner}{?page}' '/repos/octo?page=2'
    """


def _template(ctx: click.Context, param: click.Parameter, value: str) -> Template:
    try:
        return Template(value)
    except URISyntaxError as error:
        raise click.BadParameter(str(error), ctx, param) from None


@command.command("expand")
@click.argument("template", callback=_template)
@click.argument("assignments", metavar="[NAME=VALUE]...", nargs=-1)
@click.option(
    "--values", metavar="JSON", help="An object with values, which may be lists and objects; - reads one a line."
)
@click.option("--partial", is_flag=True, help="Leave variables without a value in the template.")
@click.option("--dot-segments", is_flag=True, help='Let the values make a segment "." or "..", which is removed later.')
def expand(
    template: Template, assignments: tuple[str, ...], values: str | None, partial: bool, dot_segments: bool
) -> None:
    """Expand TEMPLATE with these values.

    A name that is given twice is a list. NAME=VALUE wins over --values. A variable without a value is undefined.
    Without NAME=VALUE and --values, and with --values -, each line of standard input is an object and gives a line.

    \b
    Examples:
      uriverse template expand '/find{?year*}' year=1965 year=2000
      uriverse template expand '/map{?address*}' --values '{"address": {"city": "Newport Beach"}}'
      uriverse template expand '/{user}{?q,page}' --partial user=me q=cat
      uriverse template expand '/{user}{?q}' < values.jsonl
    """
    reads_lines = values == "-" or (values is None and not assignments and not standard_input().isatty())
    objects = lines(standard_input()) if reads_lines else [(0, "{}" if values is None else values)]
    for number, text in objects:
        place = f"-:{number}: " if reads_lines else ""
        try:
            variables = _object(text, "the line" if reads_lines else "--values") | _assigned(assignments)
            unknown = [name for name in variables if name not in template.variables]
            if unknown:
                names = ", ".join(template.variables) or "none"
                raise ValueError(f"the template has no variable {unknown[0]!r}; its variables: {names}")
            call = template.expand_partial if partial else template.expand
            answer = str(call(variables, dot_segments=dot_segments))
            write_line(answer, variables)
        except (TypeError, ValueError) as error:
            raise click.UsageError(f"{place}{error}") from None


def _object(text: str, what: str) -> dict[str, Any]:
    try:
        parsed = json.loads(text)
    except json.JSONDecodeError as error:
        hint = "; --values - reads standard input" if text.startswith("@") else ""
        raise ValueError(f"{what} is not JSON: {error}{hint}") from None
    if not isinstance(parsed, dict):
        raise ValueError(f"{what} is not a JSON object, {{...}}")
    return parsed


def _assigned(assignments: Iterable[str]) -> dict[str, Any]:
    assigned: dict[str, Any] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise ValueError(f"{assignment!r} is not NAME=VALUE")
        if name not in assigned:
            assigned[name] = value
        elif isinstance(assigned[name], list):
            assigned[name].append(value)
        else:
            assigned[name] = [assigned[name], value]
    return assigned


@command.command("match")
@click.argument("template", callback=_template)
@takes_texts("TEXT")
def match(run: Run, template: Template) -> None:
    """Write the values of the variables with which TEMPLATE expands to each TEXT.

    Exits with 1 if a TEXT is not an expansion of TEMPLATE.

    \b
    Examples:
      uriverse template match '/files{/path*}' '/files/a/b'
      uriverse template match --json '/repos/{owner}' < paths.txt
    """
    for line in run:
        text = line.text
        try:
            result = template.match(text)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        run.failed = run.failed or result is None
        if run.as_json:
            values, other = (None, None) if result is None else result
            write_json({"text": text, "values": values, "other": other})
        elif result is None:
            if not run.quiet:
                tell(f"{line.place}{shown(text)}: no values give it")
        else:
            click.echo(shown(text))
            _show(result.values, text)
            if result.other is not None:
                click.echo("  or, ambiguously:")
                _show(result.other, text)


def _show(values: dict[str, Any], text: str) -> None:
    width = max(map(len, values), default=0)
    for name, value in values.items():
        answer = value if isinstance(value, str) else json.dumps(value)
        click.echo(f"  {name:<{width}}  {shown_answer(answer, [text, {name: value}])}")
    if not values:
        click.echo("  no variable has a value")
