"""The playground, built once and served from a folder below the root, as the documentation's site serves it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

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

    class Handler(SimpleHTTPRequestHandler):
        extensions_map = {  # noqa: RUF012  # as the base class has it
            **SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"
        }  # fmt: skip

        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(playground.parent))

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/playground/"
    server.shutdown()
    thread.join()
    server.server_close()
