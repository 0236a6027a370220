"""The options for a user's own grammar: `--grammar FILE`, `--start`, `--role`, `--based-on`."""

from __future__ import annotations

import functools
from typing import Any

import click

import uriverse as uv
from uriverse.cli.common import EDITION, Command
from uriverse.editions.ids import DEFAULT_EDITION


def grammar_options(command: Command) -> Command:
    """Add the options, and pass their Edition, or None, to the command as `grammar`."""

    @functools.wraps(command)
    def with_grammar(
        *args: Any,
        grammar_file: str | None,
        start: str | None,
        roles: tuple[str, ...],
        based_on: uv.EditionId | None,
        **rest: Any,
    ) -> Any:
        if grammar_file is None:
            options = {"--start": start, "--role": roles or None, "--based-on": based_on}
            unused = [name for name, value in options.items() if value is not None]
            if unused:
                raise click.UsageError(f"{unused[0]} is about a grammar; give one with --grammar")
            return command(*args, grammar=None, **rest)
        grammar = edition_from_file(grammar_file, start=start, roles=roles, based_on=based_on or DEFAULT_EDITION)
        return command(*args, grammar=grammar, **rest)

    options = (
        click.option(
            "--grammar",
            "grammar_file",
            metavar="FILE",
            type=click.Path(exists=True, dir_okay=False),
            help="Your own grammar in ABNF, in place of an edition; rules that it lacks come from --based-on.",
        ),
        click.option(
            "--start", metavar="RULE", help="The rule that a text must match; by default the grammar's first."
        ),
        click.option(
            "--role",
            "roles",
            metavar="PLACE=RULE",
            multiple=True,
            help="The rule that judges a component, such as path=NSS, or a slot by its rule, such as reg-name=name.",
        ),
        click.option(
            "--based-on", metavar="ID", type=EDITION, help="The edition that it is based on; by default rfc3986."
        ),
    )
    decorated: Any = with_grammar
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def edition_from_file(file: str, *, start: str | None, roles: tuple[str, ...], based_on: uv.EditionId) -> uv.Edition:
    """Return the edition of a grammar file, with the file's name as its id.

    Raises:
        click.UsageError: the file, the grammar or an option is wrong.
    """
    from pathlib import Path

    from uriverse.grammar.notation import Notation, read_grammar

    path = Path(file)
    pairs = [role.partition("=") for role in roles]
    unclear = [role for role, (place, _, rule) in zip(roles, pairs, strict=True) if not place or not rule]
    if unclear:
        raise click.BadParameter(f"{unclear[0]!r} is not PLACE=RULE", param_hint="--role")
    try:
        text = path.read_text("utf-8")
        first = start or next(iter(read_grammar(text, Notation(), file=str(path)).rules))
        return uv.Edition.from_grammar(
            text,
            start=first,
            roles={place.strip(): rule.strip() for place, _, rule in pairs},
            based_on=based_on,
            id=path.stem,
            file=str(path),
        )
    except (OSError, UnicodeDecodeError, uv.GrammarError) as error:
        raise click.UsageError(str(error)) from None
