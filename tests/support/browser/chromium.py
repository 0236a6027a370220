"""Asking headless Chromium: a server that gives it a driver and what it loads, and takes its answer; the process."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

SECONDS = 240
# It fetches /list, loads each path in it, and posts what /seen.js saw of each by path.
DRIVER = Path(__file__).with_name("driver.html")


class Served(NamedTuple):
    """A body and its media type, with the charset where one is told."""

    body: bytes
    kind: str = "text/html"


def ask(
    script: Path, frames: Sequence[str], served: Mapping[str, Served], directory: Path
) -> tuple[str, dict[str, Any]]:
    """Let a driver load every frame in Chromium and a script look at it.

    Returns the server's root, which ends with "/", and what was seen.

    Args:
        script: what defines `seen`, a function from a loaded document to what is told of it.
        frames: the paths to load.
        served: what there is by path; every other name that ends with ".css" is an empty sheet.
        directory: where Chromium may write.
    """
    answers: queue.Queue[dict[str, Any]] = queue.Queue()
    everything = {
        **served,
        # A page that says nothing of its encoding takes that of the page around it (HTML Standard, 13.2.3.2).
        "/": Served(DRIVER.read_bytes(), "text/html; charset=windows-1252"),
        "/seen.js": Served(script.read_bytes(), "text/javascript; charset=utf-8"),
        "/list": Served(json.dumps(list(frames)).encode(), "application/json"),
    }

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path in everything:
                self.give(*everything[self.path])
            elif self.path.endswith(".css"):
                self.give(b"", "text/css")
            else:
                self.send_response(404)
                self.send_header("Content-Length", "0")
                self.end_headers()

        def do_POST(self) -> None:
            answers.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.give(b"", "text/plain")

        def give(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    root = f"http://127.0.0.1:{server.server_port}/"
    arguments = [
        *("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
        *("--disable-background-networking", f"--user-data-dir={directory}", "--remote-debugging-port=0"),
        # A window without tabs and toolbar, which Chromium shows as pages of their own.
        *("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", f"--app={root}"),
    ]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        answer = answers.get(timeout=SECONDS)
    finally:
        process.terminate()
        process.wait(timeout=30)
        server.shutdown()
        thread.join()
        server.server_close()
    return root, answer
