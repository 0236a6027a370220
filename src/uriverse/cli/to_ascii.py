"""`uriverse to-ascii`: a domain name in US-ASCII, as in the DNS."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uriverse import hosts
from uriverse.cli.common import Word
from uriverse.cli.texts import Run, takes_texts

if TYPE_CHECKING:
    from uriverse.hosts.international import Rules


rules_option = click.option(
    "--rules",
    metavar="NAME",
    type=Word("rules", ("uts46", "whatwg", "idna2008", "dns")),
    default="uts46",
    show_default=True,
    help="uts46 (all checks), whatwg (as browsers), idna2008 (what may be registered) or dns (US-ASCII only).",
)


@click.command("to-ascii")
@takes_texts("NAME", are_answers=True)
@rules_option
def command(run: Run, rules: Rules) -> None:
    """Write each domain NAME in US-ASCII and lower case, as in a query of the DNS.

    Errors go to standard error, and make the exit code 1. Standard input and output are UTF-8 in
    every locale.

    \b
    Examples:
      uriverse to-ascii 'Bücher.example'
      uriverse to-ascii --rules whatwg 'a_b.example'
      uriverse to-ascii --json < names.txt
    """
    from uriverse import columns

    run.convert("ascii", lambda name: hosts.to_ascii(name, rules=rules), columns.to_ascii, rules=rules)
