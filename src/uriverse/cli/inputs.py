"""Command input: arguments, lines of standard input, and file names mistaken for texts.

`nofile.txt` is a valid relative reference, but a user who writes `uriverse check nofile.txt` means the lines of a file.
So an argument that names a file, or looks like a file name, is a usage error (exit code 2) whose message offers both
readings. `--text` treats every argument as a text.

    check links.txt    the file is there    →  "uriverse check --file links.txt" reads its lines
    check nofile.txt   no such file         →  "there is no such file"
    check a/b?c#d      a query, a fragment  →  a text, whatever files there are
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from io import BufferedReader
from typing import BinaryIO, Final

import click

from uriverse.cli.progress import counted
from uriverse.ground.masking import shown
from uriverse.ground.patterns import pattern

_ONLY_TEXT: Final = "uriverse.only_text"
# A path without scheme, authority, query or fragment; "C:/" is a drive.
_PATH: Final = pattern(r"(?![A-Za-z][A-Za-z0-9+.-]+:|[A-Za-z]:(?![/\\])|//|\\\\)[^?#\x00-\x1f]+")
# Files that hold lists of references. Pages and pictures are common relative references, lists are not.
_LIST: Final = pattern(r"(?i).*\.(?:txt|csv|tsv|lst|list|log|urls?|jsonl?|ndjson|parquet)(?:\.(?:gz|zst|bz2|xz))?")
_ROOTED: Final = pattern(r"(?:\.{0,2}|~)[/\\]|[A-Za-z]:[/\\]")
# A byte order mark, or two characters of US-ASCII without one.
_UTF_16: Final = pattern(r"\xff\xfe|\xfe\xff|(?P<LE>(?:[^\x00]\x00){2})|(?P<BE>(?:\x00[^\x00]){2})")
_SUFFIX: Final = pattern(r".*[^/\\.]\.[A-Za-z][A-Za-z0-9]{0,7}")


text_option = click.option(
    "--text",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, value: ctx.meta.update({_ONLY_TEXT: value}),
    help="Take every argument for a text, never for a file.",
)


def only_text(ctx: click.Context) -> bool:
    """Whether `--text` was given."""
    return bool(ctx.meta.get(_ONLY_TEXT))


def refuse_files(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse arguments that name files, or missing lists."""
    for text in () if only_text(ctx) else texts:
        if text == "-" or not _PATH.fullmatch(text):
            continue
        if is_file(text):
            hint = f"{ctx.command_path} --file {text} reads its lines, --text takes its name as a text"
            raise click.BadParameter(f"{text!r} is a file: {hint}", ctx, param)
        if _LIST.fullmatch(text):
            raise click.BadParameter(f"there is no file {text!r}; --text takes it as a text", ctx, param)
    return texts


def check_not_a_missing_file(text: str) -> None:
    """Refuse a text that looks like the path of a missing file, in a command that reads files."""
    if not _PATH.fullmatch(text) or is_file(text):
        return
    if os.path.isdir(text):
        raise click.BadParameter(f"{text!r} is a folder; name its files, or --text takes it as a text")
    if _ROOTED.match(text) or _LIST.fullmatch(text) or _SUFFIX.fullmatch(text):
        raise click.BadParameter(f"there is no file {text!r}; --text takes it as a text")


def is_file(name: str) -> bool:
    """Whether `name` exists and is not a folder."""
    return os.path.exists(name) and not os.path.isdir(name)


def standard_input() -> BinaryIO:
    """Return standard input as a binary file."""
    if sys.stdin is None:
        raise click.UsageError("standard input is closed: name a file or a text")
    return sys.stdin.buffer


class NotRead(click.ClickException):
    """A file cannot be read; the message has the name and the reason."""

    exit_code = 2


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file by name, or standard input by "-"."""
    with ExitStack() as closing:
        try:
            file = standard_input() if name == "-" else closing.enter_context(open(name, "rb"))
            # In a test standard input is another class.
            head = file.peek(4)[:4] if isinstance(file, BufferedReader) else b""
        except OSError as failure:
            raise NotRead(f"{shown(name)}: cannot be read: {failure.strerror}") from None
        if match := _UTF_16.match(head.decode("latin-1")):
            convert = f"iconv -f UTF-16{match.lastgroup or ''} -t UTF-8"
            raise NotRead(f"{shown(name)}: it is UTF-16, and lines are read as UTF-8: {convert} converts it")
        yield file


def lines(file: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a binary file with their numbers, from 1, without line ends and byte order mark."""
    for number, line in enumerate(counted(file), 1):
        octets = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        yield number, octets.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "surrogateescape")
