"""The command as a process: standard output that may fail, signals, and the exit code of each end.

    0    yes, or done             3    the output could not be written, be it a file or standard output
    1    no                       130  Ctrl-C; 128 and the number of the signal after SIGHUP (129) and SIGTERM (143)
    2    wrong use                141  who read the output went away (SIGPIPE), said by no message

A signal becomes an exception, so that what is half-written is removed and worker processes end. The errors of standard
output are a class of their own, so that no command takes them for those of its input.
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
from uriverse.cli.wording import for_commands
from uriverse.ground.masking import escaped, masked, shown

NOT_WRITTEN: Final = 3
# What a shell says of a process that a signal ended.
ENDED_BY: Final = 128
ENDING: Final = ("SIGTERM", "SIGHUP")
BUFFER: Final = 1 << 16


class OutputError(Exception):
    """Standard output cannot be written.

    Attributes:
        reason: the system's error.
    """

    def __init__(self, reason: OSError) -> None:
        super().__init__(reason.strerror or str(reason))
        self.reason = reason


class FileNotWritten(FileError):
    """A file that an argument names cannot be written.

    Args:
        name: the file's.
        reason: the error with which it failed.
    """

    exit_code = NOT_WRITTEN

    def __init__(self, name: str, reason: Exception) -> None:
        text = reason.strerror if isinstance(reason, OSError) else None
        super().__init__(name, text or str(reason))

    def format_message(self) -> str:
        """Say which file, and why."""
        return f"{shown(self.ui_filename)} cannot be written: {shown(self.message)}"


class Ended(BaseException):
    """A signal ends the process.

    Attributes:
        number: the signal's.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Output(io.RawIOBase):
    """Standard output, whose errors are `OutputError`.

    Args:
        raw: what is written to; None if the process was started without a standard output.
    """

    def __init__(self, raw: io.RawIOBase | None) -> None:
        self._raw = raw
        self._terminal = self.isatty()

    def write(self, data: Any) -> int | None:
        """Write some octets; return how many were taken."""
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
    """Run a command and end the process as the table above says, by SystemExit."""
    _watch_output()
    for each in ENDING:
        number = getattr(signal, each, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    try:
        code = command.main(arguments, prog_name=name, standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except ClickException as error:
        _refuse(error, sys.argv[1:] if arguments is None else arguments)
    except (Abort, KeyboardInterrupt):
        _write_what_is_left()
        _stop(ENDED_BY + signal.SIGINT, f"{name}: interrupted")
    except Ended as ended:
        _write_what_is_left()
        _stop(ENDED_BY + ended.number, f"{name}: ended by {signal.Signals(ended.number).name}")
    except OutputError as error:
        if error.reason.errno == errno.EPIPE:
            _stop(ENDED_BY + getattr(signal, "SIGPIPE", 13), None)
        _stop(NOT_WRITTEN, f"{name}: the output cannot be written: {error}")


def message_for_people(message: str, arguments: Sequence[str]) -> str:
    """A message with line ends of its own, in which arguments are repeated: controls escaped, secrets as stars.

    An argument is replaced as a whole first, because a value ends where the argument does.

    >>> print(message_for_people("there is no 'http://u:a b@h/?token=c d'", ["--x=http://u:a b@h/?token=c d"]))
    there is no 'http://u:***@h/?token=***'
    """
    for argument in arguments:
        for given in (argument, argument.partition("=")[2]):
            if given and (seen := shown(given)) != given:
                message = message.replace(given, seen).replace(repr(given)[1:-1], seen)
    return "\n".join(escaped(masked(line, running=True)) for line in message.split("\n"))


def _refuse(error: ClickException, arguments: Sequence[str]) -> NoReturn:
    """Say on standard error what is wrong with the call, and end."""
    if sys.stderr is not None:
        context = getattr(error, "ctx", None)
        if context is not None:
            print(context.get_usage(), file=sys.stderr)
            print(f"Try '{context.command_path} --help' for help.\n", file=sys.stderr)
        print(f"Error: {message_for_people(for_commands(error.format_message()), arguments)}", file=sys.stderr)
    sys.exit(error.exit_code)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    # The next signal does not wait for anything.
    signal.signal(number, signal.SIG_DFL)
    raise Ended(number)


def _write_what_is_left() -> None:
    with suppress(OutputError, ValueError):
        if sys.stdout is not None:
            sys.stdout.flush()


def _stop(code: int, message: str | None) -> NoReturn:
    """End the process without writing what is left. Workers finish the batch that they are at, and no other."""
    if message is not None and sys.stderr is not None:
        print(message, file=sys.stderr, flush=True)
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _watch_output() -> None:
    """Put `Output` under standard output; octets of a name or a line that are not UTF-8 go out as they came in.

    Data is UTF-8 in any locale, as input is. A terminal and messages have the locale's encoding, and what it lacks is
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
            newline="\n" if os.name == "posix" else None,
            line_buffering=old.line_buffering,
            write_through=old.write_through,
        )
