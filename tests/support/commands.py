"""Every command of the command line with its parameters, from click's own data."""

from __future__ import annotations

from collections.abc import Iterator

import click

from uriverse.cli.commands import uriverse


def every_command(
    command: click.Command = uriverse, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield the names by which each command is called, and the command; a group comes before its commands."""
    if path:
        yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from every_command(found, (*path, name))


COMMANDS = dict(every_command())
