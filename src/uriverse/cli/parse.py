"""`uriverse parse`: the components of a reference, drawn under it, or in one line.

http://h:80/a?b     scheme=http     authority=h:80     host=h     port=80     path=/a     query=b
"""

from __future__ import annotations

import click

import uriverse as uv
from uriverse.cli.blocks import ByBlock
from uriverse.cli.common import edition_option
from uriverse.cli.picture import ASCII, UNICODE, draw
from uriverse.cli.screen import Screen
from uriverse.cli.texts import Run, Text, takes_texts
from uriverse.ground.tables import tables
from uriverse.reference.spans import spans

PARTS = ("scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment")


@click.command("parse")
@takes_texts("TEXT")
@edition_option
def command(run: Run, edition: uv.EditionId) -> None:
    """Show the components of each TEXT with their offsets, or why the edition refuses it.

    For people it is a picture. Into a pipe or a file, a line of a file or of standard input becomes one line: the text,
    and name=value for each component that is defined, with a tab before each.

    Exits with 1 when a text is refused.

    \b
    Examples:
      uriverse parse 'http://user@h:80/a/b?q#f'
      uriverse parse 'mailto:a?b' --edition rfc2396
      uriverse parse - < references.txt | cut -f1,4
      uriverse parse --json < references.txt
    """

    def answer(text: Text) -> None:
        try:
            reference = uv.parse(text.text, edition=edition)
        except uv.URISyntaxError as error:
            undefined = dict.fromkeys(("kind", *PARTS, "host_type", "offsets"))
            run.refuse(text, error, {"text": text.text, "edition": edition, "valid": False, **undefined})
            return
        if run.as_json:
            run.write_json(fields(reference, edition))
        elif in_lines and text.source is not None:
            run.write(line(reference))
        else:
            show(run.screen, reference, edition)

    in_lines = not run.is_terminal
    # Lazily, because an argument needs none of the modules of `edit`.
    write = as_objects if run.as_json else as_lines
    run.each(answer, lambda block: write(edition)(block))


def line(reference: uv.URIReference) -> str:
    """Return a reference and its components in one line: a valid text has no tab."""
    values = ((part, getattr(reference, "port_text" if part == "port" else part)) for part in PARTS)
    return "\t".join([str(reference), *(f"{part}={value}" for part, value in values if value is not None)])


def as_lines(edition: uv.EditionId) -> ByBlock:
    """Return the function that writes `line` of each line of a block."""
    from uriverse.cli.edit_blocks import edits

    return edits(edition=edition, parts=[{}], shown=[("url", ""), *(("named", part) for part in PARTS)])


def as_objects(edition: uv.EditionId) -> ByBlock:
    """Return the function that writes the JSON of `fields` for a block of lines."""
    from uriverse.cli.edit_blocks import edits

    pieces = [("literal", '{"text": '), ("json", "url"), ("literal", f', "edition": "{edition}", "valid": true')]
    for name in ("kind", *PARTS, "host_type", "offsets"):
        pieces += [("literal", f', "{name}": '), ("json", name)]
    return edits(edition=edition, parts=[{}], shown=[*pieces, ("literal", ', "error": null}')])


def show(screen: Screen, reference: uv.URIReference, edition: uv.EditionId) -> None:
    """Draw a reference, and describe it in a line."""
    lines = UNICODE if screen.encoding.startswith("utf") else ASCII
    picture = draw(reference, lines=lines, width=screen.width if screen.is_terminal else None)
    screen.print(picture.plain if screen.color_system is None else picture.styled())
    screen.print_folded(facts(reference, edition), indent=0, style="dim")
    screen.print()


def fields(reference: uv.URIReference, edition: uv.EditionId) -> dict[str, object]:
    """Return a reference as JSON; an undefined component is null."""
    return {
        "text": str(reference),
        "edition": edition,
        "valid": True,
        "kind": reference.kind,
        **{part: getattr(reference, part) for part in PARTS},
        "host_type": reference.host_type,
        "offsets": {span.name: [span.start, span.end] for span in spans(reference)},
        "error": None,
    }


def facts(reference: uv.URIReference, edition: uv.EditionId) -> str:
    """Return the line under the picture: the kind of the reference, and the document that defines it."""
    # Only the table: `uv.EDITIONS` would make an `Edition` of it, which takes 4 ms of processor time.
    table = tables("editions")[edition]
    what = "a URI" if isinstance(reference, uv.URI) else "a relative reference"
    host = f", host {reference.host_type}" if reference.host_type else ""
    return f"{what} of {table['document']} ({table['date']}): {reference.kind}{host}"
