"""`uriverse redact`: a text with stars for the secrets of its references."""

from __future__ import annotations

import sys

import click

from uriverse._core import SecretNames
from uriverse.cli.common import FILES, escaped_lines
from uriverse.cli.edit_steps import name_or_glob
from uriverse.cli.inputs import opened, standard_input


@click.command("redact")
@click.argument("files", metavar="[FILE]...", nargs=-1, type=FILES)
@click.option(
    "--also", metavar="NAMES", default="", help="Mask the values of these names too, with commas; * matches any text."
)
@click.option("--wide", is_flag=True, help="Mask values of names that only may be secret, too: code, key, session.")
def command(files: tuple[str, ...], also: str, wide: bool) -> None:
    """Write the lines of each FILE, or of standard input, with stars for passwords and other secrets in references.

    Secrets are passwords after "//", values of names such as reset_token in queries, also within the query of another
    reference, tokens of a published form (ghp_...), paths of webhooks, and credentials after "Authorization:".
    Everything else stays as it is, also "password: x", which belongs to no reference.

    White space, quotes, < and > end a reference, and digits after "host:" before one of them are a port: a password
    that contains one of these, or is such digits, is shown.

    \b
    Examples:
      uriverse redact access.log > shareable.log
      tail -f server.log | uriverse redact --wide
      uriverse redact --also pin,'x-*-key' access.log
    """
    names = SecretNames([name_or_glob(name.strip()) for name in also.split(",") if name.strip()], wide)
    is_terminal = sys.stdout.isatty()
    if not files and standard_input().isatty():
        raise click.UsageError("name a FILE, or give text on standard input")
    for name in files or ("-",):
        with opened(name) as file:
            for line in file:
                masked = names.masked(line.decode("utf-8", "surrogateescape"), running=True)
                sys.stdout.write(escaped_lines(masked) if is_terminal else masked)
