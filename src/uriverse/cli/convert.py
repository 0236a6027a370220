"""`uriverse convert`: a URI, an IRI or a domain name in another form."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal

import click
from click.core import ParameterSource

import uriverse as uv
from uriverse import _core, columns
from uriverse.cli.common import Word
from uriverse.cli.texts import Run, takes_texts
from uriverse.hosts.international import Rules

# What converts a text to a form, and the same for columns.
FORMS: Final[dict[str, tuple[Callable[..., object], Callable[..., Any]]]] = {
    "uri": (uv.to_uri, _core.kernels.to_uri),
    "iri": (uv.to_iri, columns.to_iri),
    "ascii": (uv.hosts.to_ascii, columns.to_ascii),
    "unicode": (uv.hosts.to_unicode, columns.to_unicode),
    "display": (uv.display, columns.display),
}
# The forms that an option is for.
FORMS_OF: Final = {"host": ("uri",), "rules": ("ascii", "unicode")}


@click.command("convert")
@click.argument("form", type=Word("form", tuple(FORMS)))
@takes_texts("TEXT", are_answers=True)
@click.option(
    "--host",
    metavar="FORM",
    type=Word("form of hosts", ("idna", "percent")),
    default="idna",
    show_default=True,
    help="For uri: idna writes a domain name as the DNS has it, percent every host in triplets.",
)
@click.option(
    "--rules",
    metavar="NAME",
    type=Word("rules", ("uts46", "whatwg", "idna2008", "dns")),
    default="uts46",
    show_default=True,
    help="For names: uts46 (all checks), whatwg (as browsers), idna2008 (what may be registered), dns (US-ASCII only).",
)
@click.pass_context
def command(ctx: click.Context, run: Run, form: str, host: Literal["idna", "percent"], rules: Rules) -> None:
    """Write each TEXT in another FORM: uri, iri, ascii, unicode or display.

    uri maps an IRI to a URI (RFC 3987, section 3.1): characters beyond US-ASCII become triplets, a URI stays as it is.
    iri is the way back (section 3.2): triplets become the characters that an IRI may show, and a host stays as it is
    written.

    ascii writes a domain name as in a query of the DNS, unicode decodes its "xn--" labels. That may look like another
    name.

    display is for people: decoded if that is safe, a password as stars. Never fetch it: other references look the same.

    Errors go to standard error, and make the exit code 1. Standard input and output are UTF-8 in every locale.

    \b
    Examples:
      uriverse convert uri 'https://bücher.example/ä'
      uriverse convert uri --host percent 'https://bücher.example/ä'
      uriverse convert iri --json 'https://example.com/D%FCrst'
      uriverse convert ascii --rules whatwg 'a_b.example'
      uriverse convert unicode xn--bcher-kva.example
      uriverse convert display < urls.txt
    """
    for option, forms in FORMS_OF.items():
        if ctx.get_parameter_source(option) is not ParameterSource.DEFAULT and form not in forms:
            raise click.UsageError(f"--{option} is for {' and '.join(forms)}")
    convert, kernel = FORMS[form]
    if form == "uri":
        run.convert(form, partial(convert, host=host), kernel, as_name=host == "idna")
    elif form in FORMS_OF["rules"]:
        run.convert(form, partial(convert, rules=rules), kernel, rules=rules)
    else:
        run.convert(form, convert, kernel)
