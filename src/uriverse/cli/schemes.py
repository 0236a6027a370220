"""`uriverse schemes`: the registry of schemes, or one scheme with its grammar, its facts and parsed examples."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

import uriverse as uv
from uriverse.cli.common import Word, json_option, write_json
from uriverse.cli.screen import Screen
from uriverse.ground.masking import shown
from uriverse.ground.near_names import did_you_mean, near_names

if TYPE_CHECKING:
    from uriverse.schemes import Registration, Registry, Scheme


# The maximum width of the name column on a terminal; nine names of ten are shorter.
MOST_OF_A_NAME: Final = 16


def known() -> list[str]:
    """Return the registered schemes, for shell completion."""
    return list(uv.schemes.registry())


@click.command("schemes")
@click.argument("name", required=False, type=Word("scheme", known, others=lambda name: bool(name)))
@click.option("--document", metavar="ID", help="The document that defines it, such as rfc1738; by default the newest.")
@click.option(
    "--registry",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A registry in CSV, in place of the shipped one.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, name: str | None, document: str | None, file: Path | None, as_json: bool) -> None:
    """List the registered schemes, or describe the scheme NAME.

    A scheme with a grammar is marked in the list with its document; shown by itself, it has its rules, its table and
    parsed examples. Exits with 1 if NAME is unknown.

    \b
    Examples:
      uriverse schemes
      uriverse schemes mailto
      uriverse schemes http --document rfc1738
      uriverse schemes --json --registry uri-schemes-1.csv
    """
    try:
        registry = uv.schemes.registry() if file is None else uv.schemes.Registry.from_csv(file)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--registry") from None
    if name is None:
        listed(registry, as_json)
        return
    try:
        scheme = uv.schemes.SCHEMES.find(name, document)
    except uv.schemes.UnknownSchemeError as error:
        if document is not None and name in uv.schemes.SCHEMES:
            raise click.BadParameter(str(error), param_hint="--document") from None
        scheme = None
    entry = registry.get(name)
    if as_json:
        write_json({"name": name.lower(), "registered": fields_of(entry), "documents": documents_of(scheme, document)})
    else:
        show(Screen(), name, registry, scheme)
    ctx.exit(0 if entry is not None or scheme is not None else 1)


def listed(registry: Registry, as_json: bool) -> None:
    """Write the list, one scheme a line."""
    schemes = uv.schemes.SCHEMES
    if as_json:
        for name, entry in registry.items():
            documents = [scheme.document for scheme in schemes.documents(name)] if name in schemes else []
            write_json({**(fields_of(entry) or {}), "documents": documents})
        return
    screen = Screen()
    width = max(map(len, registry), default=0)
    if screen.is_terminal:
        width = min(width, MOST_OF_A_NAME)
    for name, entry in registry.items():
        ours = schemes[name].document if name in schemes else ""
        row = f"{shown(entry.scheme):{width}}  {entry.status:12}{ours:10}{shown(entry.description)}"
        screen.print_folded(row, indent=width + 24, head=(shown(entry.scheme), "bold" if ours else ""))
    screen.print(f"{len(registry)} schemes{f', as of {registry.date}' if registry.date else ''}", style="dim")


def fields_of(entry: Registration | None) -> dict[str, object] | None:
    """Return a registration as JSON."""
    return None if entry is None else dataclasses.asdict(entry)


def documents_of(scheme: Scheme | None, document: str | None) -> list[dict[str, object]]:
    """Return the documents of a scheme as JSON, or only the chosen one."""
    if scheme is None:
        return []
    documents = uv.schemes.SCHEMES.documents(scheme.name) if document is None else (scheme,)
    return [
        {
            "id": one.key,
            "document": one.document,
            "date": one.date,
            "status": one.status,
            "section": one.section,
            "start": one.start,
            "grammar": grammar_of(one),
            "table": dict(facts(one)),
            "examples": [{"text": text, "parts": dict(parts_of(text, one))} for text in one.examples],
        }
        for one in documents
    ]


def show(screen: Screen, name: str, registry: Registry, scheme: Scheme | None) -> None:
    """Write the details of one scheme."""
    entry = registry.get(name)
    screen.print(shown(name.lower()), style="bold", end="")
    if entry is None:
        screen.print("  not registered", style="red", end="")
        screen.print(did_you_mean(near_names(name, registry)))
    else:
        screen.print(f"  {entry.status}: {entry.description} ({entry.reference})")
    if scheme is None:
        screen.print("uriverse has no grammar for it", style="dim")
        return
    others = [one.key for one in uv.schemes.SCHEMES.documents(scheme.name) if one is not scheme]
    screen.print(f"\n{scheme.document}, section {scheme.section}, {scheme.date}: {scheme.title}", style="bold")
    if others:
        screen.print(f"also by --document {', '.join(others)}", style="dim")
    screen.print()
    screen.print(grammar_of(scheme))
    screen.print()
    for label, fact in facts(scheme):
        screen.print(f"{label:18}{fact}")
    for text in scheme.examples:
        screen.print(f"\n{text}", style="bold")
        for label, part in parts_of(text, scheme):
            screen.print(f"  {label:16}{shown(str(part))}")


def grammar_of(scheme: Scheme) -> str:
    """Return the scheme's own grammar, or the start rule in the edition's grammar and the lines after it."""
    if scheme.own_grammar is not None:
        return scheme.own_grammar.rstrip()
    lines = scheme.base.grammar.splitlines()
    start = next(at for at, line in enumerate(lines) if line.split("=")[0].strip() == scheme.start)
    end = next((at for at in range(start, len(lines)) if lines[at].startswith(";")), len(lines))
    return "\n".join(lines[start:end]).rstrip()


def facts(scheme: Scheme) -> Iterator[tuple[str, str]]:
    """Yield the facts of a scheme, each with its clause."""
    yield "components", ", ".join(scheme.uses)
    if scheme.port is not None:
        yield "default port", f"{scheme.port.number} ({scheme.port.clause})"
        if scheme.port.empty_path:
            yield "empty path", f"{scheme.port.empty_path} ({scheme.port.clause})"
    tables = {
        "not empty": scheme.nonempty,
        "not there": scheme.forbidden,
        "any case": scheme.case_insensitive,
        "kept": scheme.keep,
        "normal form": scheme.normalization,
        "not compared": scheme.equivalence,
        "completed": scheme.provenance,
        "corrected": {erratum.rule: erratum.clause for erratum in scheme.errata},
        "not confirmed": scheme.unconfirmed,
    }
    for label, table in tables.items():
        if table:
            yield label, "; ".join(f"{part} ({clause})" for part, clause in table.items())


def parts_of(text: str, scheme: Scheme) -> Iterable[tuple[str, Any]]:
    """Yield the parts of an example that differ from their defaults."""
    view = uv.schemes.view(text, document=scheme)
    for part in dataclasses.fields(view):
        value = getattr(view, part.name)
        if part.name not in {"scheme", "document"} and value != part.default:
            yield part.name, plain(value)


def plain(value: Any) -> Any:
    """Return a part as JSON."""
    match value:
        case tuple():
            return [plain(item) for item in value]
        case Decimal():
            return str(value)
        case bytes():
            return value.decode("latin-1")
        case _:
            return value
