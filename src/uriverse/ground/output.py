"""Files that are whole or not there: written under a temporary name in the same folder, and renamed when complete.

A reader of the final name sees the old file or the new one, never a half. If the work ends before (an error, a full
disk, Ctrl-C, SIGTERM as the command line takes it), the half file is removed and the old one stays.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG, S_IWUSR


@contextmanager
def whole_file(name: str | os.PathLike[str]) -> Iterator[Path]:
    """Give the path to write to; rename what was written there when the block ends without an error.

    Args:
        name: the final name. Of a symbolic link, the file that it leads to is replaced, with the same permissions. A
            device or a pipe is written to directly, because nothing else can take its place.

    Raises:
        OSError: if the file cannot be written; its `filename` is `name`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/a.txt") as path:
    ...         _ = path.write_text("x")
    ...     os.listdir(folder)
    ['a.txt']
    """
    final = Path(os.path.realpath(name))
    old = None
    with suppress(FileNotFoundError):
        old = os.stat(final)
    if old is not None and not S_ISREG(old.st_mode):
        yield final
        return
    beside = final.with_name(f".{final.name}.{os.getpid()}.part")
    try:
        _create(beside, 0o666 if old is None else S_IMODE(old.st_mode) | S_IWUSR)
        yield beside
        if old is not None:
            os.chmod(beside, S_IMODE(old.st_mode))
        with beside.open("r+b") as written:
            os.fsync(written.fileno())
        beside.replace(final)
    except OSError as failure:
        if failure.filename in (None, str(beside)):
            failure.filename = os.fspath(name)
        raise
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _create(path: Path, mode: int) -> None:
    """Create an empty file that nobody else can have put there, and that no more people can read than the final one.

    What has its name is removed: the file of a process that was killed, or a link that leads elsewhere.
    """
    with suppress(FileNotFoundError):
        path.unlink()
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    os.close(file)
    if mode != 0o666:
        os.chmod(path, mode)
