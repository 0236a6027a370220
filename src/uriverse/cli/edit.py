"""`uriverse edit`: references with some parts changed, or what they hold in a form of your own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final

import click

import uriverse as uv
from uriverse.cli.common import edition_option, json_option, write_json
from uriverse.cli.inputs import given, lines, texts_argument
from uriverse.masking import masked

Edit = Callable[[uv.URIReference], uv.URIReference]

WRITTEN: Final = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
DATA: Final = ("user", "password")
SETTABLE: Final = (*WRITTEN[:3], *DATA, *WRITTEN[3:])
_PLACE: Final = re.compile(r"\{([^{}]*)\}|\\([nt\\])")
_ESCAPES: Final = {"n": "\n", "t": "\t", "\\": "\\"}


def _named(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Options NAME=VALUE, of which the name is a part of a reference."""
    known = {"edits": SETTABLE, "appended": ("path", "query"), "iterated": SETTABLE}[str(param.name)]
    pairs = []
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or name not in known:
            raise click.BadParameter(f"write NAME=VALUE with a NAME of {', '.join(known)}", ctx, param)
        pairs.append((name, text))
    return tuple(pairs)


def _pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
    """Options NAME=VALUE of a query; NAME alone has no value."""
    del ctx, param
    parted = [value.partition("=") for value in values]
    return tuple((name, text if equals else None) for name, equals, text in parted)


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
@click.option("--remove", metavar="NAME", multiple=True, help='Remove pairs; "*" and "?" stand for characters.')
@click.option("--sort", is_flag=True, help="Sort the pairs of the query by name.")
@click.option("--form", is_flag=True, help='Read and write the query as a form: "+" is a space.')
@click.option("--default-port", is_flag=True, help="Write the scheme's default port where there is none.")
@click.option("--get", "form_of_answer", metavar="FORMAT", help="Write this in place of the reference.")
@click.option("--decoded", is_flag=True, help="Decode what --get writes.")
@click.option("--unique", is_flag=True, help="Write no answer twice.")
@edition_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, /, texts: tuple[str, ...], edition: uv.EditionId, as_json: bool, **options: Any
) -> None:
    r"""Change parts of each TEXT; all that is not named stays as it is written, to the byte.

    PART is scheme, authority, userinfo, user, password, host, port, path, query or fragment. user and password are
    data and are encoded; the others are checked, never repaired. --pair, --append and --remove take data too.

    FORMAT has {PART}, {url}, {origin}, {segments}, {name}, {suffix}, {domain}, {effective_port}, {query:NAME} (the
    first value of the name, decoded), {keys} and {values} (one a line), and \n, \t. What is absent is nothing.

    The order is: --mend, --redirect, --set, --clear, --iterate, --append, --remove, --pair, --sort, --default-port. A
    text or a result that the edition refuses is told on standard error, and the exit code is 1.

    \b
    Examples:
      uriverse edit http://a/b?x=1 --set host=example.com --pair x=2 --append path='c d'
      uriverse edit --remove 'utm_*' --sort - < urls.txt
      uriverse edit 'http://h/?q=a%20b' --get '{host}\t{query:q}'
      uriverse edit http://h/ --iterate 'scheme=http https' --iterate 'port=80 8080'
    """
    if not texts and not options["files"]:
        raise click.UsageError("give a TEXT, - for standard input, or --file")
    refused = False
    written: set[str] = set()
    for text in _all(texts, options["files"]):
        try:
            for made in _made(text, edition, options):
                answer = str(made) if options["form_of_answer"] is None else _formatted(made, options)
                if options["unique"]:
                    if answer in written:
                        continue
                    written.add(answer)
                if as_json:
                    write_json({"text": text, "url": str(made), "answer": answer, "parts": _parts(made), "error": None})
                else:
                    click.echo(answer)
        except (uv.URIError, ValueError) as error:
            refused = True
            if as_json:
                write_json({"text": text, "url": None, "answer": None, "parts": None, "error": str(error)})
            else:
                click.echo(masked(str(error)), err=True)
    ctx.exit(1 if refused else 0)


def _all(texts: tuple[str, ...], files: tuple[Any, ...]) -> Iterator[str]:
    yield from given(texts)
    for file in files:
        yield from (line for _, line in lines(file))


def _made(text: str, edition: uv.EditionId, options: dict[str, Any]) -> Iterator[uv.URIReference]:
    """The references that the options make of a text: one, or one for each value to iterate over."""
    ref: uv.URIReference
    if options["mend"]:
        mended = uv.mend(text, edition=edition)
        ref = mended.reference
        for change in mended.changes:
            was, now = (masked(part) or "nothing" for part in (change.was, change.now))
            click.echo(f"at {change.at}: {was!r} is now {now!r}: {change.why} ({change.rule})", err=True)
    else:
        ref = uv.parse(text, edition=edition)
    if options["redirect"] is not None:
        target = ref.resolve(options["redirect"])
        ref = uv.parse(str(target), edition=edition)
    parts: dict[str, Any] = {**dict(options["edits"]), **dict.fromkeys(options["clear"])}
    if "path" in options["clear"]:
        parts["path"] = ""
    if parts:
        ref = ref.replace(**parts)
    names = [name for name, _ in options["iterated"]]
    for values in product(*(text.split() for _, text in options["iterated"])):
        each = ref.replace(**dict(zip(names, values, strict=True))) if names else ref
        yield _rest(each, options)


def _rest(ref: uv.URIReference, options: dict[str, Any]) -> uv.URIReference:
    for part, data in options["appended"]:
        if part == "path":
            # Appending a segment drops query and fragment; on the command line only what is named changes.
            ref = ref.replace(path=ref.append(data).path)
        else:
            name, equals, value = data.partition("=")
            ref = ref.with_pairs(add=[(name, value if equals else None)], form=options["form"])
    remove = [uv.Glob(name) if set(name) & set("*?") else name for name in options["remove"]]
    several: dict[str, list[str | None]] = {}
    for name, value in options["set_"]:
        several.setdefault(name, []).append(value)
    if remove or several:
        ref = ref.with_pairs(set=several, remove=remove, form=options["form"])
    if options["sort"] and ref.query:
        view = ref.query_pairs
        pairs = sorted(zip(view, view.written, strict=True), key=lambda pair: pair[0][0])
        ref = ref.replace(query="&".join(text for _, text in pairs))
    if options["default_port"] and not ref.port_text and ref.effective_port is not None:
        ref = ref.replace(port=ref.effective_port)
    return ref


def _parts(ref: uv.URIReference) -> dict[str, object]:
    """The parts as JSON has them."""
    parts: dict[str, object] = {name: getattr(ref, name) for name in (*SETTABLE, "effective_port")}
    return {**parts, "segments": list(ref.segments), "pairs": [list(pair) for pair in ref.query_pairs]}


def _formatted(ref: uv.URIReference, options: dict[str, Any]) -> str:
    def place(found: re.Match[str]) -> str:
        if found[2] is not None:
            return _ESCAPES[found[2]]
        name, _, key = found[1].partition(":")
        if key:
            pairs = uv.query_pairs(ref.query or "", form=options["form"], errors="replace") if name == "query" else None
            if pairs is None:
                raise click.BadParameter(f"there is no {{{found[1]}}}; {{query:NAME}} has a name", param_hint="--get")
            return pairs.get(key) or ""
        return _part(ref, name, options["decoded"])

    return _PLACE.sub(place, options["form_of_answer"])


def _part(ref: uv.URIReference, name: str, decoded: bool) -> str:
    if name == "url":
        return str(ref)
    if name == "keys":
        return "\n".join(name for name, _ in ref.query_pairs)
    if name == "values":
        return "\n".join(value for _, value in ref.query_pairs if value is not None)
    if name == "segments":
        return "\n".join(ref.segments)
    if name == "domain":
        return (uv.hosts.domain(ref.host) or "") if ref.host else ""
    if name not in (*SETTABLE, "name", "suffix", "stem", "origin", "effective_port", "request_target"):
        raise click.BadParameter(f"there is no {{{name}}}", param_hint="--get")
    value = ref.port_text if name == "port" else getattr(ref, name)
    text = "" if value is None else str(value)
    return uv.decode(text, errors="replace", malformed="keep") if decoded and name in WRITTEN else text
