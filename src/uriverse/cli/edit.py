"""`uriverse edit`: references with some parts changed, or what they hold in a form of your own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

import uriverse as uv
from uriverse.cli.common import edition_option, json_option, write_json
from uriverse.cli.edit_blocks import Plan, edit_file
from uriverse.cli.edit_steps import SETTABLE, formatted, made_of, pair_of, parts_of
from uriverse.cli.inputs import texts_argument
from uriverse.ground.masking import masked


def _named(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Options PART=VALUE by the part; in --set "?" may follow the part."""
    known = {"edits": SETTABLE, "appended": ("path", "query"), "iterated": SETTABLE}[str(param.name)]
    pairs: list[tuple[str, str]] = []
    for value in values:
        name, equals, text = value.partition("=")
        part = name.removesuffix("?") if param.name == "edits" else name
        if not equals or part not in known:
            raise click.BadParameter(f"write NAME=VALUE with a NAME of {', '.join(known)}", ctx, param)
        if param.name == "iterated" and name in dict(pairs):
            raise click.BadParameter(f"{name} is named twice; write all its values in one", ctx, param)
        pairs.append((name, text))
    return tuple(pairs)


def _pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
    """Options NAME=VALUE of a query; NAME alone has no value."""
    del ctx, param
    return tuple(map(pair_of, values))


def _tell(message: str) -> None:
    """Write a message on standard error, without what `click.echo` does beside: a file may have thousands of them."""
    if sys.stderr is not None:
        sys.stderr.write(f"{message}\n")


@click.command("edit")
@texts_argument("TEXT", required=False)
@click.option("--file", "files", type=click.File("rb"), multiple=True, help="Read texts from a file too, one a line.")
@click.option("--mend", is_flag=True, help="Mend texts that the edition refuses; say on standard error what changed.")
@click.option("--redirect", metavar="REFERENCE", help="Resolve this reference against each text first.")
@click.option(
    "--set", "edits", metavar="PART=VALUE", multiple=True, callback=_named, help="Set a part as it is written."
)
@click.option("--clear", metavar="PART", type=click.Choice(SETTABLE), multiple=True, help="Take a part away.")
@click.option("--iterate", "iterated", metavar="PART=V1 V2", multiple=True, callback=_named, help="An answer for each.")
@click.option("--append", "appended", metavar="path|query=DATA", multiple=True, callback=_named, help="Append data.")
@click.option("--pair", "set_", metavar="NAME=VALUE", multiple=True, callback=_pairs, help="Set pairs of the query.")
@click.option(
    "--replace", "replaced", metavar="NAME=VALUE", multiple=True, callback=_pairs, help="Set pairs that are there."
)
@click.option("--remove", metavar="NAME", multiple=True, help='Remove pairs; "*" and "?" stand for characters.')
@click.option("--sort", is_flag=True, help="Sort the pairs of the query by name.")
@click.option("--form", is_flag=True, help='Read and write the query as a form: "+" is a space.')
@click.option("--default-port", is_flag=True, help="Write the scheme's default port where there is none.")
@click.option("--get", "form_of_answer", metavar="FORMAT", help="Write this in place of the reference.")
@click.option("--decoded", is_flag=True, help="Decode what --get writes.")
@click.option("--unique", is_flag=True, help="Write no answer twice.")
@click.option("--verify", is_flag=True, help="End with the first text or result that is refused.")
@edition_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, /, texts: tuple[str, ...], edition: uv.EditionId, as_json: bool, **options: Any
) -> None:
    """Change parts of each TEXT; all that is not named stays as it is written, to the byte.

    PART is scheme, authority, userinfo, user, password, host, port, path, query or fragment. user and password are
    data and are encoded; the others are checked, never repaired. --set PART?=VALUE sets a part that is absent. --pair,
    --replace, --append and --remove take data too; in names of --replace and --remove "*" and "?" stand for characters.

    FORMAT has {PART}, {url}, {origin}, {segments}, {name}, {suffix}, {domain}, {subdomain}, {public_suffix},
    {effective_port}, {query:NAME} (the first value of the name, decoded), {query-all:NAME}, {keys} and {values} (one a
    line), and \\n, \\r, \\t, \\{. What is absent is nothing; {must:PART} refuses that. {strict:PART} is decoded, and
    refuses what is not UTF-8. {idn:host} and {idn:url} show letters for "xn--". {@}, {:}, {?} and {#} are written
    where they delimit something.

    The order is: --mend, --redirect, --set, --clear, --iterate, --append, --remove, --pair, --replace, --sort,
    --default-port. A text or a result that the edition refuses is told on standard error, and the exit code is 1.

    \b
    Examples:
      uriverse edit http://a/b?x=1 --set host=example.com --pair x=2 --append path='c d'
      uriverse edit --remove 'utm_*' --sort - < urls.txt
      uriverse edit 'http://h/?q=a%20b' --get '{host}\\t{query:q}'
      uriverse edit http://h/ --iterate 'scheme=http https' --iterate 'port=80 8080'
    """
    if not texts and not options["files"]:
        raise click.UsageError("give a TEXT, - for standard input, or --file")
    refused = False
    written: set[str] = set()

    def answer(text: str, write_due: Callable[[], None] = lambda: None) -> None:
        nonlocal refused
        try:
            for made in made_of(text, edition, options):
                answer = str(made) if options["form_of_answer"] is None else formatted(made, options)
                if options["unique"]:
                    if answer in written:
                        continue
                    written.add(answer)
                if as_json:
                    write_json(
                        {"text": text, "url": str(made), "answer": answer, "parts": parts_of(made), "error": None}
                    )
                else:
                    write_due()
                    click.echo(answer)
        except (uv.URIError, ValueError, TypeError) as error:  # a TypeError: an authority that names no host
            refused = True
            if as_json:
                write_json({"text": text, "url": None, "answer": None, "parts": None, "error": str(error)})
            else:
                _tell(masked(str(error)))
            if options["verify"]:
                write_due()
                ctx.exit(1)

    plan = None if as_json else Plan.of(edition, options)
    for text in texts:
        if text == "-":
            edit_file(sys.stdin.buffer, plan, answer)
        else:
            answer(text)
    for file in options["files"]:
        edit_file(file, plan, answer)
    ctx.exit(1 if refused else 0)
