"""`uriverse to-unicode`: a domain name in Unicode."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uriverse import hosts
from uriverse.cli.texts import Run, takes_texts
from uriverse.cli.to_ascii import rules_option

if TYPE_CHECKING:
    from uriverse.hosts.international import Rules


@click.command("to-unicode")
@takes_texts("NAME", are_answers=True)
@rules_option
def command(run: Run, rules: Rules) -> None:
    """Write each domain NAME with its "xn--" labels decoded.

    The answer may look like another name: `uriverse display` writes what is safe to show. Errors go to standard error,
    and make the exit code 1. Standard input and output are UTF-8 in every locale.

    \b
    Examples:
      uriverse to-unicode xn--bcher-kva.example
      uriverse to-unicode --rules whatwg xn--a_b-hoa.example
      uriverse to-unicode --json < names.txt
    """
    from uriverse import columns

    run.convert("unicode", lambda name: hosts.to_unicode(name, rules=rules), columns.to_unicode, rules=rules)
