"""The command as a process: output errors, signals, and exit codes.

    0    yes, or done             3    the output could not be written, be it a file or standard output
    1    no                       130  Ctrl-C; 128 and the number of the signal after SIGHUP (129) and SIGTERM (143)
    2    usage error              141  the reader closed the pipe (SIGPIPE), without a message

A signal becomes an exception, so that incomplete files are removed and worker processes end. Errors of standard output
have their own class, so that no command takes them for errors of its input.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, Final, NoReturn

from click import Abort, ClickException, Command, FileError

from uriverse.cli.progress import STATUS
from uriverse.ground.masking import escaped, masked, shown

NOT_WRITTEN: Final = 3
# Added to the signal number in the exit code, as shells do.
ENDED_BY: Final = 128
ENDING: Final = ("SIGTERM", "SIGHUP")
BUFFER: Final = 1 << 16


class OutputError(Exception):
    """Standard output cannot be written."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(reason.strerror or str(reason))
        self.reason = reason


class FileNotWritten(FileError):
    """The file named by an argument cannot be written."""

    exit_code = NOT_WRITTEN

    def __init__(self, name: str, reason: Exception) -> None:
        text = reason.strerror if isinstance(reason, OSError) else None
        super().__init__(name, text or str(reason))

    def format_message(self) -> str:
        return f"{shown(self.ui_filename)} cannot be written: {shown(self.message)}"


class Ended(BaseException):
    """A signal is to end the process."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Output(io.RawIOBase):
    """Standard output, whose errors are `OutputError`."""

    def __init__(self, raw: io.RawIOBase | None) -> None:
        self._raw = raw
        self._terminal = self.isatty()

    def write(self, data: Any) -> int | None:
        if self._raw is None:
            raise OutputError(OSError(errno.EBADF, os.strerror(errno.EBADF)))
        if self._terminal:
            STATUS.gives_way()
        try:
            return self._raw.write(data)
        except OSError as failure:
            raise OutputError(failure) from None

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return super().fileno() if self._raw is None else self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw is not None and self._raw.isatty()


def run(command: Command, arguments: Sequence[str] | None, name: str) -> NoReturn:
    """Run a command and exit with the code of the table above, by SystemExit."""
    _wrap_output()
    for signal_name in ENDING:
        number = getattr(signal, signal_name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    try:
        code = command.main(arguments, prog_name=name, standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except ClickException as error:
        _exit_with_usage(error, sys.argv[1:] if arguments is None else arguments)
    except (Abort, KeyboardInterrupt):
        _flush_output()
        _stop(ENDED_BY + signal.SIGINT, f"{name}: interrupted")
    except Ended as ended:
        _flush_output()
        _stop(ENDED_BY + ended.number, f"{name}: ended by {signal.Signals(ended.number).name}")
    except OutputError as error:
        if error.reason.errno == errno.EPIPE:
            _stop(ENDED_BY + getattr(signal, "SIGPIPE", 13), None)
        _stop(NOT_WRITTEN, f"{name}: the output cannot be written: {error}")


def message_for_people(message: str, arguments: Sequence[str]) -> str:
    """Escape control characters and mask secrets in a message that repeats arguments; line ends stay.

    Whole arguments are masked first, because a secret may contain spaces.

    >>> print(message_for_people("there is no 'http://u:a b@h/?token=c d'", ["--x=http://u:a b@h/?token=c d"]))
    there is no 'http://u:***@h/?token=***'
    """
    for argument in arguments:
        for text in (argument, argument.partition("=")[2]):
            if text and (safe := shown(text)) != text:
                message = message.replace(text, safe).replace(repr(text)[1:-1], safe)
    return "\n".join(escaped(masked(line, running=True)) for line in message.split("\n"))


def _exit_with_usage(error: ClickException, arguments: Sequence[str]) -> NoReturn:
    """Write the usage error to standard error, and exit."""
    if sys.stderr is not None:
        context = getattr(error, "ctx", None)
        if context is not None:
            print(context.get_usage(), file=sys.stderr)
            print(f"Try '{context.command_path} --help' for help.\n", file=sys.stderr)
        print(f"Error: {message_for_people(error.format_message(), arguments)}", file=sys.stderr)
    sys.exit(error.exit_code)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    # A second signal ends the process at once.
    signal.signal(number, signal.SIG_DFL)
    raise Ended(number)


def _flush_output() -> None:
    with suppress(OutputError, ValueError):
        if sys.stdout is not None:
            sys.stdout.flush()


def _stop(code: int, message: str | None) -> NoReturn:
    """Exit without flushing the output. Workers only finish their current batch."""
    if message is not None and sys.stderr is not None:
        print(message, file=sys.stderr, flush=True)
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _wrap_output() -> None:
    """Put `Output` under standard output; octets of names and lines that are not UTF-8 round-trip.

    Data is UTF-8 in any locale. A terminal and messages have the locale's encoding, with unencodable characters
    escaped.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_data = stream is sys.stdout and not stream.isatty()
            encoding = "utf-8" if is_data else stream.encoding
            utf_8 = encoding.lower().replace("_", "-") == "utf-8"
            stream.reconfigure(encoding=encoding, errors="surrogateescape" if utf_8 else "backslashreplace")
    old = sys.stdout
    if old is None:
        closed: Any = Output(None)
        sys.stdout = io.TextIOWrapper(closed, encoding="utf-8", write_through=True)
        return
    if not isinstance(old, io.TextIOWrapper):
        return
    # With PYTHONUNBUFFERED there is no buffer, as here.
    buffer: Any = old.buffer
    raw = getattr(buffer, "raw", buffer)
    if isinstance(raw, io.FileIO):
        output: Any = Output(raw)
        sys.stdout = io.TextIOWrapper(
            output if buffer is raw else io.BufferedWriter(output, BUFFER),
            encoding=old.encoding,
            errors=old.errors,
            line_buffering=old.line_buffering,
            write_through=old.write_through,
        )
