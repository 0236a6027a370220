"""`uriverse canonical`: the key under which to store a URL, and how each step made it."""

from __future__ import annotations

from pathlib import Path

import click

from uriverse.canonicalization import PROFILES, CanonicalError, Profile, canonical
from uriverse.cli.common import json_option, write_json
from uriverse.cli.inputs import given, texts_argument
from uriverse.errors import GrammarError
from uriverse.ground.masking import masked


def _profile(ctx: click.Context, param: click.Parameter, value: str) -> Profile:
    """The profile of a name, or of a TOML file."""
    try:
        if value.endswith(".toml"):
            return Profile.from_toml(Path(value).read_text("utf-8"), name=value)
        return PROFILES[value]
    except (OSError, LookupError, GrammarError) as error:
        raise click.BadParameter(str(error), ctx, param) from None


@click.command("canonical")
@texts_argument("TEXT")
@click.option(
    "--profile",
    metavar="NAME",
    required=True,
    callback=_profile,
    help=f"One of {', '.join(PROFILES)}; or a TOML file of your own.",
)
@click.option("--explain", is_flag=True, help="Show what each step did.")
@json_option
@click.pass_context
def command(ctx: click.Context, texts: tuple[str, ...], profile: Profile, explain: bool, as_json: bool) -> None:
    """Write the canonical form of each TEXT by a profile: the key under which a crawler or an archive stores it.

    A canonical form drops what its users have agreed to ignore, so it is a key and not always an equivalent URI. A
    text that the profile refuses is told on standard error, and the exit code is 1.

    \b
    Examples:
      uriverse canonical --profile surt 'http://www.archive.org/goo/?b&a=1'
      uriverse canonical --profile dedupe --explain 'https://h/index.html?utm_source=x'
      uriverse canonical --profile safe-browsing --json - < urls.txt
    """
    refused = False
    for text in given(texts):
        try:
            form = canonical(text, profile=profile)
        except CanonicalError as error:
            refused = True
            if as_json:
                write_json({"text": text, "profile": profile.name, "canonical": None, "error": str(error)})
            else:
                click.echo(str(error), err=True)
            continue
        if as_json:
            answer: dict[str, object] = {"text": text, "profile": profile.name, "canonical": form, "error": None}
            if explain:
                rows = [row for row in profile.explain(text) if row.changed]
                answer["steps"] = [{"step": row.step, "source": row.source, "text": row.text} for row in rows]
            write_json(answer)
        elif explain:
            _show(profile, text)
        else:
            click.echo(form)
    ctx.exit(1 if refused else 0)


def _show(profile: Profile, text: str) -> None:
    """The steps that changed the text, one a line, with their sources."""
    rows = [row for row in profile.explain(text) if row.changed]
    width = max([len(row.step) for row in rows], default=0)
    click.echo(masked(text))
    for row in rows:
        click.echo(f"  {row.step:<{width}}  {masked(row.text)}")
        click.echo(f"  {'':<{width}}  ({row.source})")
    if not rows:
        click.echo(f"  unchanged: it is the canonical form by {profile.name}")
