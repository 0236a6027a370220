"""The playground, built once and served from a folder below the root, as the documentation's site serves it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.local_server import serving_folder
from support.paths import ROOT


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of static files, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site") / "playground"
    command = [sys.executable, str(ROOT / "tools" / "build_playground.py"), "--to", str(folder)]
    subprocess.run(command, check=True, cwd=ROOT)
    return folder


@pytest.fixture(scope="session")
def address(playground: Path) -> Iterator[str]:
    """Where the playground is served; it ends with "/playground/"."""
    with serving_folder(playground.parent) as root:
        yield f"{root}playground/"
