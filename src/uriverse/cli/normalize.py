"""`uriverse normalize`: the normal form of a reference."""

from __future__ import annotations

from typing import Literal, cast

import click
from click.core import ParameterSource

import uriverse as uv
from uriverse import _core
from uriverse.cli.blocks import Answers, Block
from uriverse.cli.common import Word, standard_option
from uriverse.cli.texts import Run, Text, takes_texts
from uriverse.editions.ids import StandardId
from uriverse.errors import URLError
from uriverse.ground.argument_types import is_url_standard

Level = Literal["string", "case", "percent", "path", "syntax", "scheme"]


@click.command("normalize")
@takes_texts("TEXT", are_answers=True)
@click.option(
    "--level",
    metavar="NAME",
    type=Word("level", ("case", "percent", "path", "syntax", "scheme")),
    default="syntax",
    show_default=True,
    help="case, percent, path, syntax or scheme (RFC 3986, section 6.2); the URL Standard has none.",
)
@standard_option
@click.pass_context
def command(ctx: click.Context, run: Run, level: str, edition: StandardId) -> None:
    """Write the normal form of each TEXT.

    case, percent and path are one step of RFC 3986, section 6.2.2, each; syntax is all three; scheme also drops a
    default port and gives an empty path its slash (section 6.2.3). Two texts are equivalent by a level if their normal
    forms are equal.

    With --edition whatwg the normal form is the URL that the URL Standard's parser, and so a browser, makes of TEXT;
    there are no levels. Errors go to standard error, and make the exit code 1.

    \b
    Examples:
      uriverse normalize 'HTTP://EXAMPLE.com/%7euser/../x'
      uriverse normalize http://h:80 --level scheme
      uriverse normalize http://h:80/%7Ea http://H/~a --level scheme | uniq
      uriverse normalize 'HTTP:\\\\EXAMPLE.com:80\\a b' --edition whatwg
      uriverse normalize --json < references.txt
    """
    # Every edition has the default level.
    if ctx.get_parameter_source("level") is not ParameterSource.DEFAULT:
        if is_url_standard(edition):
            raise click.BadParameter("the URL Standard has no levels", param_hint="--level")
        levels = uv.EDITIONS[edition].levels
        if level not in levels:
            reason = f"{edition} has no level {level!r}, only {', '.join(levels)}"
            raise click.BadParameter(reason, param_hint="--level")

    def answer(text: Text) -> None:
        fields: dict[str, object] = {"text": text.text, "edition": edition, "level": level}
        try:
            normal = str(
                uv.normalize(text.text, edition=edition)
                if is_url_standard(edition)
                else uv.normalize(text.text, level=cast(Level, level), edition=edition)
            )
        except (uv.URISyntaxError, URLError) as error:
            run.refuse(text, error, {**fields, "normalized": None, "changed": False})
            return
        if run.as_json:
            run.write_json({**fields, "normalized": normal, "changed": normal != text.text, "error": None})
        else:
            run.write(normal)

    def by_block(block: Block) -> Answers:
        return block.through(_core.kernels.normalize, level=level, edition=edition)

    run.each(answer, None if run.as_json else by_block)
