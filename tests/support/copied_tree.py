"""A copy of the repository, in which a tool may write; its Python finds the package of the copy."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from support.paths import ROOT
from uriverse import _core

# What no tool reads or writes, or what is not of the repository.
LEFT_OUT = ("target", ".git", ".venv", ".hypothesis", "dist", "*_cache", "__pycache__", "*.so", "*.pyd")


class CopiedTree:
    """A copy, and how to run its tools."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        shutil.copy(str(_core.__file__), folder / "src" / "uriverse")

    @property
    def environment(self) -> dict[str, str]:
        """What a Python needs to find the package of the copy."""
        return {"PYTHONPATH": str(self.folder / "src")}

    def run(self, tool: str, *arguments: str, code: str | None = None) -> subprocess.CompletedProcess[str]:
        """`python tools/TOOL.py ARGUMENTS` in the copy; a tool of another folder has its path without the ending.

        With `code`, this runs instead, and has the tool's path as its first argument.
        """
        before = [] if code is None else ["-c", code]
        return subprocess.run(
            [sys.executable, *before, f"{tool if '/' in tool else f'tools/{tool}'}.py", *arguments],
            cwd=self.folder,
            env=os.environ | self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def files(self) -> dict[str, tuple[int, int]]:
        """Every file of the copy but bytecode, with its time and its size."""
        paths = (path for path in self.folder.rglob("*") if path.suffix != ".pyc" and path.is_file())
        return {str(path.relative_to(self.folder)): (path.stat().st_mtime_ns, path.stat().st_size) for path in paths}
