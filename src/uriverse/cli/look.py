"""`uriverse look`, and `uriverse TEXT`: a summary of a text in one screen."""

from __future__ import annotations

from typing import Literal

import click

import uriverse as uv
from uriverse.audit import findings
from uriverse.cli.audit import write_rows
from uriverse.cli.common import edition_option
from uriverse.cli.parse import show
from uriverse.cli.texts import Run, error_object, refusal, takes_texts
from uriverse.errors import URIError
from uriverse.ground.masking import shown


@click.command("look")
@takes_texts("TEXT")
@edition_option
def command(run: Run, edition: uv.EditionId) -> None:
    """Show each TEXT in one screen: its components, what is dangerous in it, its normal form, the URL of a browser.

    "uriverse TEXT" does the same if TEXT has a ":" or a "/". Exits with 1 when the edition refuses a text.

    \b
    Examples:
      uriverse look 'http://user@example.com:80/a/../b'
      uriverse 'HTTP://0x7f.1/'
      uriverse look --json < urls.txt
    """
    for text in run:
        reference, error = None, None
        try:
            reference = uv.parse(text.text, edition=edition)
        except uv.URISyntaxError as refused:
            error, run.failed = refused, True
        rows = findings(text.text, edition=edition)
        level: Literal["scheme", "syntax"] = "scheme" if "scheme" in uv.EDITIONS[edition].levels else "syntax"
        normal = None if reference is None else str(reference.normalize(level=level))
        try:
            browser: str | None = uv.whatwg.URL(text.text).href
        except URIError:
            browser = None
        if run.as_json:
            run.write_json(
                {
                    "text": text.text,
                    "edition": edition,
                    "valid": error is None,
                    "findings": [row.as_dict() for row in rows],
                    "normalized": normal,
                    "browser": browser,
                    "error": None if error is None else error_object(error),
                }
            )
        else:
            screen = run.screen
            if reference is not None:
                show(screen, reference, edition)
            elif error is not None and not run.quiet:
                for line in refusal(text, error).splitlines():
                    # An indented line belongs to the picture of the position, which must keep its columns.
                    for part in [line] if line.startswith(" ") else screen.folded(line, indent=2):
                        screen.print(part)
                screen.print()
            warned = tuple(row for row in rows if row.severity in ("warning", "danger"))
            if warned:
                write_rows(screen, text, warned)
            for name, value in (("normal form", normal), ("browser", browser)):
                screen.print(f"{name:13}", style="dim", end="")
                screen.print("none" if value is None else shown(value))
