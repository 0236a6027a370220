"""Atomic output files: written under a temporary name in the same folder, and renamed when complete.

Other programs see the old file or the new one, never a partial one. If writing fails (an error, a full disk, Ctrl-C,
SIGTERM on the command line), the partial file is removed and the old one stays.
"""

from __future__ import annotations

import os
from _collections_abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG, S_IWUSR


@contextmanager
def whole_file(name: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path to write to; rename the file when the block ends without an error.

    Args:
        name: the final name. For a symbolic link, its target is replaced. Permissions are kept. A device or a pipe is
            written directly, because it cannot be replaced.

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
    temporary = final.with_name(f".{final.name}.{os.getpid()}.part")
    try:
        _create(temporary, 0o666 if old is None else S_IMODE(old.st_mode) | S_IWUSR)
        yield temporary
        if old is not None:
            os.chmod(temporary, S_IMODE(old.st_mode))
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
        temporary.replace(final)
    except OSError as failure:
        if failure.filename in (None, str(temporary)):
            failure.filename = os.fspath(name)
        raise
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _create(path: Path, mode: int) -> None:
    """Create an empty file exclusively, with permissions at most those of the final one.

    An existing file, of a killed process, or a link is removed first.
    """
    with suppress(FileNotFoundError):
        path.unlink()
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    os.close(file)
    if mode != 0o666:
        os.chmod(path, mode)
