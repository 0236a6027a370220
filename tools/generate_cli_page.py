"""Generate the tables of docs/cli.md and a man page for each command, from click's own data.

The man pages are installed: try `man uriverse-edit`.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from inspect import cleandoc

import click

from generated import ROOT, Output, Outputs, section
from uriverse.cli.commands import NAMES, Root, uriverse

BEGIN = "<!-- from the commands' own help -->\n"
# The layout below the prefix of an installation, which maturin copies.
MAN = "docs/man/data/share/man/man1"
OWNS = f"{MAN}/*"
EXIT_CODES = "0 yes, 1 no, 2 wrong usage, 3 the output could not be written, 130 after Ctrl-C."


def contexts(command: click.Command, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    """Yield a command and its subcommands, each with its context."""
    if not isinstance(command, Root):
        yield command, context
    if isinstance(command, click.Group):
        for name in NAMES if isinstance(command, Root) else command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from contexts(below, click.Context(below, info_name=name, parent=context))


def every_command() -> list[tuple[click.Command, click.Context]]:
    """Return the commands of this distribution."""
    return list(contexts(uriverse, click.Context(uriverse, info_name="uriverse")))


def tables() -> str:
    """Return a row for each command, then one for each option with its commands."""
    commands = ["| command | does |", "|---|---|"]
    options: dict[tuple[str, str], list[str]] = {}
    for command, context in every_command():
        usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
        commands.append(f"| `{_cell(usage.replace(' [OPTIONS]', ''))}` | {_cell(command.get_short_help_str(200))} |")
        for param in command.get_params(context):
            record = param.get_help_record(context)
            if isinstance(param, click.Option) and record is not None and not {"--help", "--color"} & {*param.opts}:
                options.setdefault(record, []).append(context.command_path.removeprefix("uriverse "))
    rows = [
        f"| `{_cell(name)}` | {_cell(said)} | {_cell(', '.join(paths))} |"
        for (name, said), paths in sorted(options.items())
    ]
    return "\n".join([*commands, "", "| option | does | of |", "|---|---|---|", *rows, ""])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def man_page(command: click.Command, context: click.Context) -> str:
    """Return the man page of a command."""
    name = context.command_path.replace(" ", "-")
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    lines = [f'.TH "{name.upper()}" 1', ".SH NAME", _escaped(f"{name} - {command.get_short_help_str(200)}")]
    lines += [".SH SYNOPSIS", _escaped(usage), ".SH DESCRIPTION"]
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        if not paragraph.startswith("\b"):
            lines += [".PP", _escaped(" ".join(paragraph.split()))]
            continue
        first, *rest = paragraph.removeprefix("\b\n").split("\n")
        lines += [".SH EXAMPLES" if first == "Examples:" else f".PP\n{_escaped(first)}", ".nf"]
        lines += [*(_escaped(line.strip()) for line in rest), ".fi"]
    lines.append(".SH OPTIONS")
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if isinstance(param, click.Option) and record is not None:
            lines += [".TP", _escaped(record[0]), _escaped(" ".join(record[1].split()))]
    lines += [".SH EXIT STATUS", _escaped(EXIT_CODES)]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """Escape a text for roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def outputs() -> Outputs:
    """Yield the man pages and the page; another zlib may compress a man page differently."""
    for command, context in every_command():
        content = gzip.compress(man_page(command, context).encode(), mtime=0)
        yield Output(ROOT / MAN / f"{context.command_path.replace(' ', '-')}.1.gz", content, gzip.decompress)
    yield section("docs/cli.md", BEGIN, tables())
