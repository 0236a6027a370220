"""`uriverse to-uri`: convert an IRI to a URI."""

from __future__ import annotations

from typing import Literal

import click

import uriverse as uv
from uriverse import _core
from uriverse.cli.common import Word
from uriverse.cli.texts import Run, takes_texts


@click.command("to-uri")
@takes_texts("IRI", are_answers=True)
@click.option(
    "--host",
    metavar="FORM",
    type=Word("form of hosts", ("idna", "percent")),
    default="idna",
    show_default=True,
    help="idna writes a domain name as the DNS has it, xn--bcher-kva.de; percent writes every host in triplets.",
)
def command(run: Run, host: Literal["idna", "percent"]) -> None:
    """Map each IRI to a URI (RFC 3987, section 3.1).

    Characters beyond US-ASCII become triplets; a URI stays as it is. Errors go to standard error, and make the exit
    code 1. Standard input and output are UTF-8 in every locale.

    \b
    Examples:
      uriverse to-uri 'https://bücher.example/ä'
      uriverse to-uri --host percent 'https://bücher.example/ä'
      uriverse to-uri --json < iris.txt
    """
    run.convert("uri", lambda iri: uv.to_uri(iri, host=host), _core.kernels.to_uri, as_name=host == "idna")
