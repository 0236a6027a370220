"""`uriverse display`: a reference in the form to show to a person."""

from __future__ import annotations

import click

import uriverse as uv
from uriverse.cli.texts import Run, takes_texts


@click.command("display")
@takes_texts("TEXT", are_answers=True)
def command(run: Run) -> None:
    """Write each TEXT for people: decoded if that is safe, a password as stars.

    Never fetch the answer: other references look the same. A host label that looks like another one stays in its "xn--"
    form. Errors go to standard error, and make the exit code 1. Standard input and output are UTF-8 in every locale.

    \b
    Examples:
      uriverse display 'https://xn--bcher-kva.example/%C3%A4'
      uriverse display 'https://xn--80ak6aa92e.com/'
      uriverse display --json < urls.txt
    """
    from uriverse import columns

    run.convert("display", uv.display, columns.display)
