"""Libraries of extras: where one is missing, the error names its extra and what installs it."""

from __future__ import annotations

from uriverse.ground.lean_typing import Any


class Extra:
    """A block that imports the libraries of an extra.

    >>> with Extra("pdf", "'pypdf[crypto]'", "reading PDF"):
    ...     import no_such_library
    Traceback (most recent call last):
    ModuleNotFoundError: reading PDF needs the extra 'pdf': pip install 'pypdf[crypto]'
    """

    def __init__(self, name: str, packages: str, user: str) -> None:
        self._name, self._packages, self._user = name, packages, user

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, ModuleNotFoundError):
            hint = f"{self._user} needs the extra {self._name!r}: pip install {self._packages}"
            raise ModuleNotFoundError(hint, name=error.name) from None


def pyarrow() -> Any:
    """The module; Rust asks for it here too."""
    with Extra("arrow", "pyarrow", "a pyarrow column"):
        import pyarrow
    return pyarrow
