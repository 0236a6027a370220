"""`uriverse edit`: change parts of references, or write some of their parts in a format of your own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

import uriverse as uv
from uriverse.cli import edit_steps as steps
from uriverse.cli.common import Command, Word, edition_option
from uriverse.cli.edit_blocks import by_block
from uriverse.cli.texts import Run, Text, digest, takes_texts

# The reserved characters (RFC 3986, section 2.2) that a query may have, without "=" and "+", which pairs have.
SEPARATORS = "&;,!$'()*:@/?"
# A part with its value; "?" after the part in --set.
PART = Word("part", steps.SETTABLE, others=lambda name: name.removesuffix("?") in steps.SETTABLE, ends="=")


def _named(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Split options PART=VALUE; in --set "?" may follow the part."""
    pairs: list[tuple[str, str]] = []
    for value in values:
        name, equals, text = value.partition("=")
        if not equals:
            raise click.BadParameter("write NAME=VALUE", ctx, param)
        if param.name != "appended" and name in dict(pairs):
            raise click.BadParameter(f"{name} is named twice", ctx, param)
        if param.name == "iterated" and name in dict(ctx.params.get("edits", ())):
            raise click.BadParameter(f"{name} is set by --set too", ctx, param)
        pairs.append((name, text))
    return tuple(pairs)


def _conditions(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, list[str]]:
    """Split options PART=GLOB, and gather the patterns of each part."""
    conditions: dict[str, list[str]] = {}
    for value in values:
        name, equals, pattern = value.partition("=")
        if not equals:
            raise click.BadParameter("write PART=GLOB", ctx, param)
        if name.startswith("query:"):
            message = "a condition is on a whole part, such as 'query=*a=2*'; --get has {query:NAME}"
            raise click.BadParameter(message, ctx, param)
        conditions.setdefault(name, []).append(pattern.lower() if name in steps.CASELESS else pattern)
    return conditions


def part_option(name: str, parameter: str, metavar: str, word: Word, help_text: str) -> Callable[[Command], Command]:
    """Return a repeatable option PART=VALUE."""
    return click.option(name, parameter, metavar=metavar, type=word, multiple=True, callback=_named, help=help_text)


def _pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
    """Split options NAME=VALUE of a query; NAME alone has no value."""
    del ctx, param
    return tuple(map(steps.pair_of, values))


def _separator(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Check that the separator is a character that no name, value or triplet needs."""
    if len(value) != 1 or value not in SEPARATORS:
        raise click.BadParameter(f"one of the characters {SEPARATORS}", ctx, param)
    return value


@click.command("edit")
@takes_texts("TEXT", are_answers=True)
@click.option(
    "--where",
    metavar="PART=GLOB",
    type=Word("part", steps.TESTED, others=lambda name: name.startswith("query:"), ends="="),
    multiple=True,
    callback=_conditions,
    help="Change only texts whose part matches; the others stay, or with --get are left out.",
)
@click.option("--mend", is_flag=True, help="Mend texts that the edition refuses; say on standard error what changed.")
@click.option("--redirect", metavar="REFERENCE", help="Resolve this reference against each text first.")
@part_option("--set", "edits", "PART=VALUE", PART, "Set a part as it is written.")
@click.option("--clear", metavar="PART", type=Word("part", steps.SETTABLE), multiple=True, help="Remove a part.")
@part_option("--iterate", "iterated", "PART=V1 V2", PART, "An answer for each.")
@part_option("--append", "appended", "path|query=DATA", Word("part", ("path", "query"), ends="="), "Append data.")
@click.option("--pair", "set_", metavar="NAME=VALUE", multiple=True, callback=_pairs, help="Set pairs of the query.")
@click.option("--replace", "replaced", metavar="NAME=VALUE", multiple=True, callback=_pairs, help="Set existing pairs.")
@click.option("--remove", metavar="NAME", multiple=True, help='Remove pairs; "*" and "?" are wildcards.')
@click.option("--strip-tracking", is_flag=True, help="Remove the pairs of campaigns and clicks, by the shipped list.")
@click.option("--sort", is_flag=True, help="Sort the pairs of the query by name.")
@click.option("--form", is_flag=True, help='Read and write the query as a form: "+" is a space.')
@click.option(
    "--query-separator",
    metavar="CHARACTER",
    default="&",
    show_default=True,
    callback=_separator,
    help="The separator of the query's pairs.",
)
@click.option("--default-port", is_flag=True, help="Write the scheme's default port where there is none.")
@click.option(
    "--to-uri", "to", flag_value="uri", help="Read each text as an IRI and write it in US-ASCII (RFC 3987, 3.1)."
)
@click.option("--to-iri", "to", flag_value="iri", help="Write answers as IRIs, with letters for their escapes (3.2).")
@click.option(
    "--get", "form_of_answer", metavar="FORMAT", type=steps.Format("text"), help="Write this in place of the reference."
)
@click.option("--decoded", is_flag=True, help="Decode what --get writes.")
@click.option("--unique", is_flag=True, help="Write no answer twice.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first refused text or result.")
@edition_option
def command(run: Run, edition: uv.EditionId, **options: Any) -> None:
    """Change parts of each TEXT; everything else stays unchanged, to the byte. A refused TEXT is left out.

    PART is scheme, authority, userinfo, user, password, host, port, path, query or fragment. user and password are
    data and are encoded; the others are checked, never repaired. --set PART?=VALUE sets a part only if it is absent.
    --pair, --replace, --append and --remove take data too.

    In the GLOB of --where, and in the names of --replace and --remove, "*" is any characters, "/" too, "?" is one, and
    "\\*" is a star. --where also takes domain, site and other placeholders of FORMAT. If two name the same part, one
    has to match; if they name two parts, both.

    FORMAT has {PART}, {url}, {text} (the TEXT as it was), {origin}, {site}, {domain}, {subdomain}, {public_suffix},
    {reversed_host} (com.example.www), {effective_port}, {zoneid}, {segments}, {name}, {suffix}, {query:NAME} (the first
    value of the name, decoded), {query-all:NAME}, {keys}, {values} and {pairs} (one a line, decoded), and \\n, \\r,
    \\t, \\{. An absent part is empty; {must:PART} and {must:query:NAME} refuse the TEXT. {strict:PART} is decoded, and
    refuses what is not UTF-8. {:PART}, {:query:NAME}, {:query-all:NAME} and {:pairs} are as they are written.
    {idn:host} and {idn:url} decode "xn--" labels. {@}, {:}, {?} and {#} are delimiters, written only if they delimit
    something.

    The order is: --to-uri, --mend, --where, --redirect, --set, --clear, --iterate, --remove, --append, --pair,
    --replace, --sort, --default-port, --to-iri. --mend mends what --set writes, too. If the edition refuses a text or
    a result, the error goes to standard error and the exit code is 1.

    \b
    Examples:
      uriverse edit --strip-tracking --get '{text}\\t{url}' < urls.txt
      uriverse edit http://a/b?x=1 --set host=example.com --pair x=2 --append path='c d'
      uriverse edit --strip-tracking --remove 'session*' --sort < urls.txt
      uriverse edit 'http://h/?q=a%20b' --get '{host}\\t{query:q}'
      uriverse edit --where scheme=http --set scheme=https --on-invalid keep < urls.txt
      zcat urls.gz | uriverse edit --get '{must:domain}' | sort | uniq -c
      uriverse edit http://h/ --iterate 'scheme=http https' --iterate 'port=80 8080'
    """
    # --mend encodes a brace.
    for name, value in [] if options["mend"] else options["edits"]:
        found = next((found for found in steps.PLACE.finditer(value) if found[1] in steps.PLACES), None)
        if found is not None and name.removesuffix("?") not in steps.DATA:
            whole = "{scheme}://{authority}/new{path}{?}{query}"
            message = (
                f"a value has no placeholders, and {found[0]} is one: use --get, such as --get '{whole}', or --append"
            )
            raise click.BadParameter(message, param_hint="--set")
    form, separator = options["form_of_answer"], options["query_separator"]
    written: set[bytes] = set()

    def answer(text: Text) -> None:
        try:
            ref = steps.parsed(text, edition, options, quiet=run.quiet)
            is_chosen = steps.meets(ref, options["where"])
            if form is not None and not is_chosen:
                run.leave_out(text)
                return
            for edited in steps.edited_from(ref, edition, options) if is_chosen else (ref,):
                answer = str(edited) if is_chosen else text.text
                if form is not None:
                    own, is_form = {"text": text.text}, options["form"]
                    answer = steps.formatted(
                        edited, form, decoded=options["decoded"], is_form=is_form, separator=separator, own=own
                    )
                if options["unique"]:
                    if digest(answer) in written:
                        continue
                    written.add(digest(answer))
                if run.as_json:
                    fields = {"url": str(edited), "answer": answer, "parts": steps.parts_of(edited, separator)}
                    run.write_json({"text": text.text, **fields, "error": None})
                else:
                    run.write(answer)
        except (uv.URIError, ValueError, TypeError) as error:  # a TypeError: an authority that names no host
            run.refuse(text, error, {"text": text.text, "url": None, "answer": None, "parts": None})
            if options["fail_fast"]:
                run.end()

    run.each(answer, None if run.as_json else by_block(edition, options, keep_lines=run.keep_lines))
