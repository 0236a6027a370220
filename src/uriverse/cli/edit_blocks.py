"""Many lines of `uriverse edit` at once: the engine edits whole blocks where the options allow it.

A block is what one read gives, up to its last line end. The engine answers all lines that have a plain answer, on all
cores. It leaves the others, each with its place among the answers; they take the way of one text (`edit_steps.py`),
which explains what is refused. Meanwhile the engine works at the next block. With `--set host=x` and the lines
`http://a/`, `a b`, `http://c/`:

    http://x/        by the engine
    the error        by the way of one text, on standard error
    http://x/        by the engine
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from threading import Thread
from typing import IO, Any, Final, Generic, TypeVar

import uriverse as uv
from uriverse import _core
from uriverse.cli.edit_steps import ESCAPES, PLACE, WRITTEN, each_parts, named_pairs, pair_of, replaced_pairs
from uriverse.cli.progress import counted
from uriverse.cli.texts import Text, go_to_one_file
from uriverse.reference.composition import written_host, written_password, written_user
from uriverse.reference.reading import encoded_segment

Made = TypeVar("Made")

_BLOCK: Final = 1 << 21
# What excludes each other in a plan; the first line tells why.
_WITHIN: Final = {"authority": {"userinfo", "user", "password", "host", "port"}, "userinfo": {"user", "password"}}


@dataclass(frozen=True, slots=True)
class Plan:
    """The options as `_core.edit_lines` takes them; see its docstring for the attributes."""

    mends: bool
    redirect: str | None
    parts: list[dict[str, str | None]]
    segments: list[str]
    pairs: list[tuple[Any, Any, Any]]
    form: bool
    sort: bool
    ports: list[tuple[str, str]]
    shown: list[tuple[str, str]] | None
    edition: uv.EditionId

    @classmethod
    def of(cls, edition: uv.EditionId, options: dict[str, Any]) -> Plan | None:
        """The plan of some options; None if they need the way of one text."""
        if options["unique"]:
            return None
        try:
            parts = [_written(parts, edition) for parts in each_parts(options)]
            segments = [encoded_segment(data, edition) for part, data in options["appended"] if part == "path"]
        except (uv.URIError, ValueError):
            return None
        if not all(map(_are_read_as_named, parts)) or any(name[-1] == "?" for each in parts for name in each):
            return None
        if options["default_port"] and any("authority" in each for each in parts):
            return None
        shown = None if options["form_of_answer"] is None else _shown(options["form_of_answer"], options["decoded"])
        if shown is None and options["form_of_answer"] is not None:
            return None
        several, remove = named_pairs(options)
        pairs: list[tuple[Any, Any, Any]] = [
            (None, [pair_of(data)], None) for part, data in options["appended"] if part == "query"
        ]
        if several or remove:
            pairs.append((several, None, remove))
        if replaced := replaced_pairs(options):
            pairs.append((replaced, None, None))
        ports = _ports() if options["default_port"] else []
        mends, redirect = options["mend"], options["redirect"]
        return cls(mends, redirect, parts, segments, pairs, options["form"], options["sort"], ports, shown, edition)

    def edited(self, block: bytes) -> tuple[bytes, list[tuple[int, int, int]]]:
        """The answers to the lines of a block, and the lines that have none."""
        return _core.edit_lines(
            block,
            mends=self.mends,
            redirect=self.redirect,
            parts=self.parts,
            segments=self.segments,
            pairs=self.pairs,
            form=self.form,
            sort=self.sort,
            ports=self.ports,
            shown=self.shown,
            edition=self.edition,
        )


def edit_file(name: str, file: IO[bytes], plan: Plan, answer: Callable[[Text, Callable[[], None]], None]) -> int:
    """Write the answers to the lines of a file; return how many lines it has.

    Args:
        name: the file's.
        file: opened for octets.
        plan: the options.
        answer: writes the answer to one text, or why there is none; it calls the function before an answer.
    """
    before = 0
    if isinstance(sys.stdout, TextIOWrapper):
        # Answers to single texts keep their place among those to blocks.
        sys.stdout.reconfigure(write_through=True)
    is_seen_in_order = go_to_one_file()
    if not is_seen_in_order and isinstance(sys.stderr, TextIOWrapper):
        # To write each of thousands of messages by itself takes as long as to make them.
        sys.stderr.reconfigure(line_buffering=False)
    told = counted(blocks(file), count=lambda block: block.count(b"\n"))
    for block, (made, left) in one_ahead(told, plan.edited):
        answers = _Answers(made)
        counted_to = 0
        for start, end, place in left:
            before += block.count(b"\n", counted_to, start)
            counted_to = start
            answers.due = place
            if is_seen_in_order:
                answers.write()
                sys.stdout.flush()
            answer(Text(block[start:end].decode("utf-8", "surrogateescape"), name, before + 1), answers.write)
        answers.due = len(made)
        answers.write()
        sys.stdout.flush()
        if sys.stderr is not None:
            sys.stderr.flush()
        before += block.count(b"\n", counted_to) + (not block.endswith(b"\n"))
    return before


class _Work(Thread, Generic[Made]):
    """A function of a block, in a thread of its own."""

    def __init__(self, block: bytes, function: Callable[[bytes], Made]) -> None:
        super().__init__(daemon=True)
        self.block = block
        self._function = function
        self._made: Made
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            self._made = self._function(self.block)
        except BaseException as error:  # `done` raises it, in the thread that asked for the work
            self._error = error

    def done(self) -> tuple[bytes, Made]:
        self.join()
        if self._error is not None:
            raise self._error
        return self.block, self._made


class _Answers:
    """The answers to a block, written as late as can be: all at once if no line between them has an answer.

    Attributes:
        due: the end of those that may be written.
    """

    def __init__(self, text: bytes) -> None:
        self._text = memoryview(text)
        self._done = 0
        self.due = 0

    def write(self) -> None:
        """Write what is due."""
        if self._done < self.due:
            sys.stdout.buffer.write(self._text[self._done : self.due])
            self._done = self.due


def one_ahead(blocks: Iterable[bytes], function: Callable[[bytes], Made]) -> Iterator[tuple[bytes, Made]]:
    """Yield each block with what the function makes of it. While it is looked at, the next one is worked at.

    A short block is all that could be read now, and the next one may be long in coming: nothing waits for that.
    """
    ahead: _Work[Made] | None = None
    for block in blocks:
        work = _Work(block, function)
        work.start()
        if ahead is not None:
            yield ahead.done()
            ahead = None
        if len(block) < _BLOCK // 2:
            yield work.done()
        else:
            ahead = work
    if ahead is not None:
        yield ahead.done()


def blocks(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the file in blocks of whole lines, as soon as they can be read, without a byte order mark."""
    # What has been read of a line that has not ended yet.
    begun: list[bytes | memoryview] = []
    is_first = True
    while read := file.read1(_BLOCK):  # type: ignore[attr-defined]
        end = read.rfind(b"\n") + 1
        begun.append(memoryview(read)[:end])
        if end:
            block = b"".join(begun)
            yield block.removeprefix(b"\xef\xbb\xbf") if is_first else block
            is_first = False
            begun.clear()
        begun.append(read[end:])
    if block := b"".join(begun):
        yield block.removeprefix(b"\xef\xbb\xbf") if is_first else block


def _written(parts: dict[str, str | None], edition: uv.EditionId) -> dict[str, str | None]:
    """The parts as they are written: users, passwords and hosts are given as data."""
    written: dict[str, Callable[[str, uv.EditionId], str | None]] = {
        "user": written_user,
        "password": written_password,
        "host": written_host,
    }
    return {
        name: written[name](text, edition) if name in written and text is not None else text
        for name, text in parts.items()
    }


def _are_read_as_named(parts: dict[str, str | None]) -> bool:
    """Whether the new parts of an authority are read as what they are called: a host "h:80" would be host and port."""
    if any(whole in parts and parts.keys() & within for whole, within in _WITHIN.items()):
        return False
    host, userinfo, port = (parts.get(name) or "" for name in ("host", "userinfo", "port"))
    in_brackets = host.startswith("[") and host.endswith("]")
    return (in_brackets or not set(host) & set(":@")) and "@" not in userinfo and (not port or port.isdecimal())


def _ports() -> list[tuple[str, str]]:
    schemes: Iterable[tuple[str, Any]] = uv.schemes.SCHEMES.items()
    return [(name, str(scheme.port.number)) for name, scheme in schemes if scheme.port is not None]


def _shown(form: str, decoded: bool) -> list[tuple[str, str]] | None:
    """A form of answers as literals and places; None if a place needs the way of one text."""
    shown: list[tuple[str, str]] = []
    done = 0
    for found in PLACE.finditer(form):
        shown.append(("literal", form[done : found.start()]))
        done = found.end()
        name, _, key = (found[1] or "").partition(":")
        if found[2] is not None:
            shown.append(("literal", ESCAPES[found[2]]))
        elif name == "query" and key:
            shown.append(("query", key))
        elif found[1] == "url":
            shown.append(("url", ""))
        elif found[1] in WRITTEN:
            shown.append(("decoded" if decoded else "part", name))
        else:
            return None
    return [*shown, ("literal", form[done:])]
