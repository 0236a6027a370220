"""`uriverse to-iri`: convert a URI to an IRI."""

from __future__ import annotations

import click

import uriverse as uv
from uriverse.cli.texts import Run, takes_texts


@click.command("to-iri")
@takes_texts("URI", are_answers=True)
def command(run: Run) -> None:
    """Map each URI to an IRI (RFC 3987, section 3.2).

    Triplets become the characters that an IRI may show; a host stays as it is written, and `uriverse display` decodes
    it too. Errors go to standard error, and make the exit code 1. Standard input and output are UTF-8 in
    every locale.

    \b
    Examples:
      uriverse to-iri 'https://example.com/D%C3%BCrst'
      uriverse to-iri --json 'https://example.com/D%FCrst'
      uriverse to-iri < uris.txt
    """
    from uriverse import columns

    run.convert("iri", uv.to_iri, columns.to_iri)
