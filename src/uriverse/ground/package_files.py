"""The data files of the package, read by the loader that found the package.

`importlib.resources` gives the same texts, and imports `tempfile`, `zipfile` and `shutil` for what else it can do. That
is a third of the time in which the first error of a process says what is wrong.
"""

from __future__ import annotations

from os.path import dirname, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.abc import ResourceLoader
    from typing import cast


def read_bytes(file: str) -> bytes:
    """The octets of a file of the package.

    Args:
        file: its path in the package, such as "editions/rfc3986.tables".

    Raises:
        OSError: if there is no such file.
    """
    loader = __spec__.loader
    if TYPE_CHECKING:
        loader = cast("ResourceLoader", loader)
    return loader.get_data(join(dirname(dirname(__file__)), *file.split("/")))


def read_text(file: str) -> str:
    r"""The text of a file of the package in UTF-8, with "\n" at the end of each line.

    Raises:
        OSError: if there is no such file.
    """
    return read_bytes(file).decode("utf-8").replace("\r\n", "\n")
