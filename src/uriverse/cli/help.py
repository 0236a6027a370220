"""The layout of help, and suggestions for options with other names.

Help fits terminals of 20 columns and more. Long commands in examples are continued after a backslash, so that they
still run when copied:

    uriverse links crawl.warc.gz \\
        --unique --profile surt
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import click

WIDEST: Final = 100
NARROWEST: Final = 20

# Options of other tools and earlier versions, with the option or sentence for them here.
OTHER_WORDS: Final = {
    "--accept-space": "--mend",
    "--check": "--fail-on invalid",
    "--dedupe": "--unique --profile NAME",
    "--delete": "--remove",
    "--drop-hyphens": "--hyphens drop",
    "--format": "--report",
    "--from": "--format",
    "--iri": "--mend",
    "--jobs": "--processes",
    "--largest": "--limit",
    "--lenient": "--no-strict",
    "--output": "--to",
    "--punycode": "--to-uri",
    "--qtrim": "--remove",
    "--query": "--pair",
    "--readonly": "--get",
    "--resume": "--into, which continues an earlier run,",
    "--scheme": "--target-schemes, or --schemes for text,",
    "--sort-query": "--sort",
    "--strict": "--fail-fast",
    "--text-schemes": "--schemes",
    "--trim": "--remove",
    "--url-file": "--file",
    "--verify": "--fail-fast",
}


class OtherWord(click.NoSuchOption):
    """The error for an unknown option that has another name here."""

    @classmethod
    def of(cls, error: click.NoSuchOption) -> click.NoSuchOption:
        """Return the error with the command's own name for the option, if it has one."""
        word = OTHER_WORDS.get(error.option_name)
        options = [] if error.ctx is None else [name for param in error.ctx.command.params for name in param.opts]
        if word is None or word.split()[0].rstrip(",") not in options:
            return error
        return cls(error.option_name, f"No such option: {error.option_name} (it is {word} here).", ctx=error.ctx)


class Formatter(click.HelpFormatter):
    """Formats help to the width of the terminal."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        import shutil

        columns = shutil.get_terminal_size().columns
        keywords["width"] = max(min(columns, WIDEST) - 2, NARROWEST)
        super().__init__(*args, **keywords)

    def write_text(self, text: str) -> None:
        """Write paragraphs; one that begins with a backspace keeps its line breaks."""
        for paragraph in text.split("\n\n"):
            if paragraph.startswith("\b\n"):
                for line in paragraph.splitlines()[1:]:
                    self.write("".join(f"{part}\n" for part in self._folded(line)))
            else:
                super().write_text(paragraph)
            self.write("\n")

    def _folded(self, line: str) -> list[str]:
        """Return the line, folded if it does not fit."""
        indent = " " * (self.current_indent + len(line) - len(line.lstrip()))
        from textwrap import wrap

        text = line.strip()
        if len(indent) + len(text) <= self.width:
            return [f"{indent}{text}".rstrip()]
        is_command = text.startswith(("uriverse ", "curl ", "cut ", "zcat "))
        ends = " \\" if is_command else ""
        room = max(self.width - len(ends), NARROWEST)
        # A long word is not broken, but moved to the left.
        further = " " * max(min(len(indent) + 4, room - max(map(len, text.split()))), 0)
        options: Any = {"break_long_words": False, "break_on_hyphens": False}
        folded = wrap(text, room, initial_indent=indent, subsequent_indent=further, **options)
        return [row + (ends if at < len(folded) - 1 else "") for at, row in enumerate(folded)]

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write names and descriptions; on a narrow terminal a description stands below its name."""
        super().write_dl(list(rows), col_max=min(col_max, max(self.width // 3, 6)), col_spacing=col_spacing)


class Context(click.Context):
    """The context of all commands, with our formatter."""

    formatter_class = Formatter
