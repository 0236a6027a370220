"""Every command of the command line with its parameters, from click's own data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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

# A call of each command that writes to standard output, in a folder of `write_inputs`.
CALLS = {
    (): ["http://u:p@0x7f.1:8/a b?x=1"],
    ("look",): ["look", "http://u@h:80/a/../b"],
    ("parse",): ["parse", "http://u@h:80/a/b?q#f", "http://h/ b"],
    ("check",): ["check", "--file", "urls.txt"],
    ("edit",): ["edit", "http://h/", "http://h/ b", "--set", "port=8"],
    ("normalize",): ["normalize", "--file", "urls.txt"],
    ("resolve",): ["resolve", "../g", "--base", "http://a/b/c"],
    ("audit",): ["audit", "urls.txt"],
    ("policy", "check"): ["policy", "check", "https://h.example/", "http://10.0.0.7/"],
    ("policy", "compare"): ["policy", "compare", "hosts:h.example,a.example", "hosts:h.example"],
    ("policy", "lint"): ["policy", "lint", "match:^https://h.example", "--hosts", "h.example"],
    ("canonical",): ["canonical", "http://h/b?x=1", "--profile", "surt"],
    ("convert",): ["convert", "uri", "http://b\u00fccher.example/\u00e4"],
    ("links",): ["links", "page.html", "--broken"],
    ("find",): ["find", "urls.txt"],
    ("redact",): ["redact", "urls.txt"],
    ("table",): ["table", "urls.txt"],
    ("template", "expand"): ["template", "expand", "/{x}", "x=1"],
    ("template", "match"): ["template", "match", "/{x}", "/1"],
    ("explain",): ["explain", "//a_b/", "http:\\h/a b", "--edition", "whatwg", "--edition", "rfc2396"],
    ("agree",): ["agree", "http://1.2.3.4\\@h/", "--file", "urls.txt", "--parsers", "rfc3986,split,whatwg"],
    ("diff",): ["diff", "rfc1808", "rfc2396"],
    ("schemes",): ["schemes", "http"],
    ("lab", "editions"): ["lab", "editions"],
    ("lab", "edition"): ["lab", "edition", "rfc2396"],
    ("serve-columns",): ["serve-columns", "--config"],
    ("doctor",): ["doctor"],
    ("completion",): ["completion", "bash"],
}


def write_inputs(folder: Path) -> None:
    """Write the files of `CALLS`."""
    (folder / "page.html").write_text(
        "<p id=x><a href=#y>1</a><a href='b.html'>2</a><a href='http://o.example/a b'>3</a>"
    )
    (folder / "urls.txt").write_text("http://h/\nhttp://127.0.0.1\\@user:s3cret@h/\nhttp://h/ b\n")
