"""The commands of two pages write the screens that the pages show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import ROOT

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def transcript(block: str, folder: Path) -> str:
    """The commands of a block, each with what a shell shows after it."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"}
    shown = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            done = subprocess.run(
                ["sh", "-c", f"{{ {line[2:]}; }} 2>&1"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
            )
            shown += f"{line}\n{done.stdout}"
    return shown


@pytest.mark.parametrize(("page", "count"), [("learn/five-minutes.md", 10), ("recipes/shell.md", 17)])
def test_each_screen_is_what_the_command_writes(page: str, count: int, tmp_path: Path) -> None:
    """In the order of the page, in one folder."""
    blocks = BLOCK.findall((ROOT / "docs" / page).read_text("utf-8"))
    assert len(blocks) == count
    for block in blocks:
        assert transcript(block, tmp_path) == block
