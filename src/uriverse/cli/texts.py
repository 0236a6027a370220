"""The frame of commands that take texts: input, answers, errors and exit code.

    uriverse normalize 'http://A/' --file urls.txt     arguments, and the lines of files
    cut -f1 log | uriverse normalize                   standard input, if nothing is named and it is not a terminal
    cut -f1 log | uriverse normalize 'http://A/' -     or by "-"

Each line is a text: a blank line is the empty reference, and surrounding white space is an error. `--strip` removes
white space, `--skip-blank` skips blank lines.

    answers     standard output, one a line; on a terminal secrets are stars and control characters are escaped
    refusals    standard error: `urls.txt:3:8: message` for a line, the message with a picture for an argument;
                with --json an object on standard output whose "error" has the fields of `error_object`
    counts      the last line of standard error, if a line was refused
    exit code   1 if a text was refused
"""

from __future__ import annotations

import functools
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from typing import Any, Final

import click

from uriverse._core import Column
from uriverse.cli import inputs
from uriverse.cli.blocks import Answers, Block, ByBlock, Due, blocks, one_ahead
from uriverse.cli.common import FILES, Command, json_option, quiet_option, shown_lines, write_json, write_line
from uriverse.cli.inputs import opened
from uriverse.cli.screen import Screen
from uriverse.errors.references import URISyntaxError
from uriverse.ground.base_errors import UnknownWordError, URIError
from uriverse.ground.masking import masked, shown
from uriverse.ground.records import NamedTuple

# More than the answers to some blocks.
_KEPT_MEMORY: Final = 1 << 24


class Text(NamedTuple):
    """A text and its origin: a file's name and a line number from 1, or None and 0 for an argument."""

    text: str
    source: str | None = None
    number: int = 0

    @property
    def place(self) -> str:
        """The prefix of a message, such as "urls.txt:3: "; "" for an argument."""
        return "" if self.source is None else f"{shown(self.source)}:{self.number}: "


class Run:
    """The texts of a command, and the output for them."""

    def __init__(self, texts: tuple[str, ...], files: tuple[str, ...], *, reads_files: bool, **options: bool) -> None:
        self._texts, self._files, self._reads_files = texts, files, reads_files
        self._strips, self._skips = options["strip"], options["skip_blank"]
        self.as_json, self.quiet, self.keep_lines = options["as_json"], options["quiet"], options["keep_lines"]
        self._keeps_invalid = options["keeps_invalid"]
        self.is_terminal = sys.stdout is not None and sys.stdout.isatty()
        self.lines = self._refused_lines = 0
        # How many of these only lack something, by its name.
        self._lacking: Counter[str] = Counter()
        self._due = Due()
        self._is_in_block = False
        self._screen: Screen | None = None
        self._text = Text("")
        self.failed = False

    @property
    def screen(self) -> Screen:
        """The screen for human-readable output."""
        self._due.write()
        if self._screen is None:
            self._screen = Screen()
        return self._screen

    def sources(self) -> Iterator[tuple[str | None, Iterable[Text]]]:
        """Yield the sources in order, each as a name and its texts; an argument has no name."""
        if not self._texts and not self._files:
            if inputs.standard_input().isatty():
                raise click.UsageError("give a text, --file, or texts on standard input")
            yield "-", self.of_file("-")
        for text in self._texts:
            is_name = text == "-" or (self._reads_files and inputs.is_file(text))
            if self._reads_files and not is_name:
                inputs.check_not_a_missing_file(text)
            yield (text, self.of_file(text)) if is_name else (None, (Text(text),))
        for name in self._files:
            yield name, self.of_file(name)

    def __iter__(self) -> Iterator[Text]:
        for _, texts in self.sources():
            for self._text in texts:
                yield self._text

    def each(
        self, answer: Callable[[Text], None], by_block: ByBlock | None = None, *, for_people: bool = False
    ) -> None:
        """Answer each text.

        `answer` writes that of one text, or an error; `by_block` answers lines, with their secrets masked `for_people`.
        """
        # A terminal takes the slow path, which masks secrets.
        for name, texts in self.sources():
            if name is None or by_block is None or self.is_terminal:
                for self._text in texts:
                    answer(self._text)
            else:
                with opened(name) as file:
                    read = blocks(file, name, strips=self._strips, skips=self._skips)
                    self._write_blocks(one_ahead(read, by_block), answer, for_people)

    def _write_blocks(
        self, answered: Iterable[tuple[Block, Answers]], answer: Callable[[Text], None], for_people: bool
    ) -> None:
        # When a large block is freed, glibc raises the size up to which it keeps freed memory: later blocks reuse it.
        bytes(_KEPT_MEMORY)
        if isinstance(sys.stdout, TextIOWrapper):
            # Keep the answers to single texts in order with those to blocks.
            sys.stdout.reconfigure(write_through=True)
        is_seen_in_order = go_to_one_file()
        if not is_seen_in_order and isinstance(sys.stderr, TextIOWrapper):
            # Flushing each of thousands of messages takes as long as making them.
            sys.stderr.reconfigure(line_buffering=False)
        self._is_in_block = True
        for block, (answers, rest) in answered:
            self._due = Due(answers, for_people=for_people)
            self.lines += block.count
            for start, end, place in rest:
                self._due.end = place
                if is_seen_in_order:
                    self._due.write()
                    sys.stdout.flush()
                line = block.octets[start:end].decode("utf-8", "surrogateescape")
                answer(Text(line, block.source, block.number(start)))
            self._due.end = len(answers)
            self._due.write()
            sys.stdout.flush()
            if sys.stderr is not None:
                sys.stderr.flush()
        self._is_in_block = False

    def of_file(self, name: str) -> Iterator[Text]:
        """Yield the texts of a file's lines."""
        with opened(name) as file:
            for number, line in inputs.lines(file):
                self.lines += 1
                text = line.strip() if self._strips else line
                if text.strip() or not self._skips:
                    yield Text(text, name, number)

    def write(self, answer: str) -> None:
        """Write an answer of one line, or of more."""
        self._due.write()
        if self.is_terminal:
            write_line(answer, [self._text.text])
        else:
            sys.stdout.write(f"{answer}\n")

    def write_json(self, answer: dict[str, object]) -> None:
        """Write an answer as one object; what is not of a block is written at once."""
        self._due.write()
        write_json(answer, flush=not self._is_in_block)

    def convert(
        self, name: str, convert: Callable[[str], object], kernel: Callable[..., Column], **options: Any
    ) -> None:
        """Write the result of a function for each text.

        `name` is the key of the answer in the object of `--json`, `kernel` the same function for columns.
        """

        def answer(text: Text) -> None:
            try:
                result = str(convert(text.text))
            except URIError as error:
                self.refuse(text, error, {"text": text.text, name: None})
                return
            if self.as_json:
                self.write_json({"text": text.text, name: result, "error": None})
            else:
                self.write(result)

        self.each(answer, None if self.as_json else lambda block: block.through(kernel, **options))

    def refuse(
        self, text: Text, error: Exception, answer: dict[str, object] | None = None, *, has_answer: bool = False
    ) -> None:
        """Write the error of a text.

        `answer` is the object of `--json` without "error". If an answer was written, --keep-lines adds no empty line.
        """
        self.failed = True
        if self.as_json and answer is not None:
            self.write_json({**answer, "error": error_object(error)})
        elif not self.quiet:
            tell(refusal(text, error))
        if text.source is not None:
            self._refused_lines += 1
            self._lacking.update(getattr(error, "lacking", ()))
        if self.as_json or has_answer:
            return
        if self._keeps_invalid:
            self.write(text.text)
        else:
            self.leave_out(text)

    def leave_out(self, text: Text) -> None:
        """With --keep-lines, write an empty line for a line without an answer."""
        if self.keep_lines and text.source is not None and not self.as_json:
            self.write("")

    def end(self) -> None:
        """Write the counts, and exit."""
        self._due.write()
        if self._refused_lines and not self.quiet and not self.as_json:
            lacking = "".join(f", {count:,} without {shown(name)}" for name, count in self._lacking.items())
            tell(f"{self._refused_lines:,} of {self.lines:,} lines refused{lacking}")
        click.get_current_context().exit(1 if self.failed else 0)


on_invalid = click.option(
    "--on-invalid",
    type=click.Choice(("drop", "keep")),
    default="drop",
    show_default=True,
    help="What to do with a refused text: leave it out, or write it as it is; it is reported and counted either way.",
)


def takes_texts(name: str, *, or_files: bool = False, are_answers: bool = False) -> Callable[[Command], Command]:
    """Pass a `Run` of the texts in arguments and files to the command, as `run`.

    Args:
        name: the metavar of a text.
        or_files: whether the name of a file as an argument means its lines; otherwise it is an error, for --file.
        are_answers: whether answers are texts of the same kind, so that --on-invalid may write a refused one.
    """

    def add(command: Command) -> Command:
        @functools.wraps(command)
        def with_run(*args: Any, texts: tuple[str, ...], files: tuple[str, ...], **rest: Any) -> None:
            names = ("strip", "skip_blank", "keep_lines", "quiet", "as_json")
            reads_files = or_files and not inputs.only_text(click.get_current_context())
            keeps_invalid = rest.pop("on_invalid", None) == "keep"
            run_options = {option: rest.pop(option) for option in names}
            run = Run(texts, files, reads_files=reads_files, keeps_invalid=keeps_invalid, **run_options)
            command(*args, run=run, **rest)
            run.end()

        callback = None if or_files else inputs.refuse_files
        options = (
            click.argument("texts", metavar=f"[{name}]...", nargs=-1, type=FILES, callback=callback),
            click.option("--file", "files", metavar="FILE", type=FILES, multiple=True, help="Read a FILE's lines too."),
            inputs.text_option,
            click.option("--strip", is_flag=True, help="Strip white space around lines."),
            click.option("--skip-blank", is_flag=True, help="Skip blank lines."),
            click.option("--keep-lines", is_flag=True, help="Write an empty line for a refused one."),
            *([on_invalid] if are_answers else []),
            quiet_option,
            json_option,
        )
        decorated: Any = with_run
        for option in reversed(options):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return add


def words_of(error: Exception) -> str:
    """Return the message of an error; its argument is an option here."""
    if isinstance(error, UnknownWordError):
        return error.sentence(f"--{error.argument.replace('_', '-')}")
    return str(error)


def refusal(text: Text, error: Exception) -> str:
    """Return the error message: one line with its place for a file, the whole message for an argument."""
    if text.source is None:
        return words_of(error)
    fields = error_object(error)
    # The position may be one in a text derived from this one.
    is_in_text = getattr(error, "text", None) == text.text and isinstance(fields["at"], int)
    column = f":{getattr(error, 'at', 0) + 1}" if is_in_text else ""
    hint = f" ({fields['hint']})" if fields["hint"] else ""
    return f"{shown(text.source)}:{text.number}{column}: {fields['message']}{hint}"


def error_object(error: Exception) -> dict[str, object]:
    """Return an error as JSON, the same in every command.

    "reason" is a single word for programs, "at" a position in characters. "rule", "clause", "component" and "expected"
    refer to the document and its grammar. An absent field is null or empty. "message" is one line with its secrets
    masked, and "hint" is advice. An error with a cause has the fields of the cause, and its own message.
    """
    cause = error.__cause__ if isinstance(error.__cause__, URIError) else error
    message = error.first_line() if isinstance(error, URISyntaxError) else words_of(error)
    lines_of_message = masked(message, running=True).splitlines() or [type(error).__name__]
    return {
        "reason": getattr(cause, "reason", None),
        "at": getattr(cause, "at", None),
        "rule": getattr(cause, "rule", None) or getattr(error, "step", None),
        "message": lines_of_message[0],
        "hint": getattr(cause, "hint", None) or "",
        "clause": getattr(cause, "clause", None),
        "component": getattr(cause, "component", None),
        "expected": list(getattr(cause, "expected", ())),
    }


def digest(text: str) -> bytes:
    """Return a digest of a text, by which duplicates are found in bounded memory."""
    from hashlib import blake2b

    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def go_to_one_file() -> bool:
    """Whether standard output and standard error are the same file or terminal."""
    try:
        return os.path.samestat(os.fstat(sys.stdout.fileno()), os.fstat(sys.stderr.fileno()))
    except (OSError, ValueError, AttributeError):  # one of them has no file descriptor, or is closed
        return True


def tell(message: str) -> None:
    """Write a message to standard error, after the buffered output if both are the same file.

    A terminal gets its sentences folded; a line that begins with a space is of a picture.
    """
    if sys.stdout is not None and go_to_one_file():
        sys.stdout.flush()
    if sys.stderr is None:
        return
    lines = shown_lines(message).split("\n")
    if sys.stderr.isatty():
        screen = Screen(stderr=True)
        folded = ([line] if line.startswith(" ") else screen.folded(line, indent=2) for line in lines)
        lines = [line for paragraph in folded for line in paragraph]
    sys.stderr.write("".join(f"{line}\n" for line in lines))
