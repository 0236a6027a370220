"""What the commands share: the options --edition and --json, and the ways of writing answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

import uriverse as uv
from uriverse.editions.ids import EDITION_IDS

if TYPE_CHECKING:
    from uriverse.cli.screen import Screen

Command = TypeVar("Command", bound=Callable[..., Any])


def edition_option(command: Command) -> Command:
    """Add `--edition`."""
    return click.option(
        "--edition",
        metavar="ID",
        default="rfc3986",
        show_default=True,
        callback=_known,
        shell_complete=_beginning(),
        help="The edition of the syntax, such as rfc2396.",
    )(command)


def standard_option(command: Command) -> Command:
    """Add `--edition` to a command that takes the URL Standard as well, under the name `whatwg`."""
    return click.option(
        "--edition",
        metavar="ID",
        default="rfc3986",
        show_default=True,
        callback=_known_standard,
        shell_complete=_beginning("whatwg"),
        help="The edition of the syntax, such as rfc2396; whatwg is the URL Standard, which browsers follow.",
    )(command)


def _beginning(*others: str) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """What a shell completes an id with: the editions', and others."""

    def ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        del ctx, param
        return [each for each in (*EDITION_IDS, *others) if each.startswith(incomplete)]

    return ids


def _known_standard(ctx: click.Context, param: click.Parameter, value: str) -> str:
    return value if value == "whatwg" else _known(ctx, param, value)


def _known(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return the id as it is; a wrong one is told with the nearest and with all."""
    if value not in EDITION_IDS:
        raise click.BadParameter(unknown_edition(value), ctx, param)
    return value


def unknown_edition(name: str) -> str:
    """What is said of an id that no edition has: the nearest, and all."""
    return f"{uv.UnknownEdition(edition=name)} There are {', '.join(EDITION_IDS)}"


def json_option(command: Command) -> Command:
    """Add `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Write one JSON object a line.")(command)


def write_json(answer: dict[str, object]) -> None:
    """Write one object on one line, in ASCII, which every reader of JSON decodes."""
    click.echo(json.dumps(answer))


def error_fields(error: uv.URISyntaxError) -> dict[str, object]:
    """A syntax error as JSON has it."""
    return {
        "reason": error.reason,
        "at": error.at,
        "rule": error.rule,
        "clause": error.clause,
        "component": error.component,
        "expected": list(error.expected),
        "hint": error.hint,
        "message": str(error),
    }


def console(*, width: int | None = None) -> Screen:
    """Where text for people is written: with colours on a terminal, never wrapped nor cut by itself.

    Args:
        width: how wide a line may be where the output is no terminal.
    """
    from uriverse.cli.screen import Screen

    screen = Screen()
    if width is not None and not screen.is_terminal:
        screen.width = width
    return screen
