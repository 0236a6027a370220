"""A page for each command, from its `--help`."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

import click

from site_pages.markup import block, code, opening, plain, table, toctree
from uriverse.cli.commands import uriverse

FOLDER = "reference/commands"
INDEX = (
    "All commands of uriverse, a sentence on each: parse, check, edit, resolve, normalize and audit URLs in the shell."
)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the index and a page for each command, with a section for each subcommand."""
    context = click.Context(uriverse, info_name="uriverse")
    names = uriverse.list_commands(context)
    commands = {name: uriverse.get_command(context, name) for name in names}
    rows = [
        (f"[`uriverse {name}`]({name}.md)", plain(command.get_short_help_str(200)))
        for name, command in commands.items()
        if command is not None
    ]
    parts = [opening("Commands of uriverse", INDEX), _as_markdown(uriverse), table(("command", "does"), rows)]
    yield f"{FOLDER}/index.md", "".join([*parts, toctree(commands)])
    for name, command in commands.items():
        if command is not None:
            inner = click.Context(command, info_name=name, parent=context)
            about = f"The command uriverse {name}: {command.get_short_help_str(70)} Usage, options and subcommands."
            yield f"{FOLDER}/{name}.md", f"{opening(f'uriverse {name}', about)}{_body(command, inner)}"


def _body(command: click.Command, context: click.Context) -> str:
    """Return usage, description and options, then those of each subcommand."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    parts = [block(usage, "sh"), _as_markdown(command), _options(command, context)]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                inner = click.Context(below, info_name=name, parent=context)
                parts.append(f"## {context.command_path} {name}\n\n{_body(below, inner)}")
    return "".join(parts)


def _as_markdown(command: click.Command) -> str:
    """Convert help to Markdown: preformatted lines, such as "Examples:", become code blocks."""
    parts = []
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        if not paragraph.startswith("\b"):
            parts.append(f"{plain(' '.join(paragraph.split()))}\n\n")
            continue
        first, _, rest = paragraph.removeprefix("\b\n").partition("\n")
        if first.endswith(":"):
            lines = [line.strip() for line in rest.splitlines()]
            commands = all(line.startswith(("uriverse ", "curl ", "printf ")) for line in lines)
            text = "\n".join(line.removeprefix("  ") for line in rest.splitlines())
            parts.append(f"**{plain(first)}**\n\n{block(text, 'sh' if commands else 'text')}")
        else:
            parts.append(f"{plain(' '.join(paragraph.removeprefix(chr(8)).split()))}\n\n")
    return "".join(parts)


def _options(command: click.Command, context: click.Context) -> str:
    records = [record for each in command.get_params(context) if (record := each.get_help_record(context)) is not None]
    rows = [(code(names), plain(text)) for names, text in records]
    return table(("option", "does"), rows)
