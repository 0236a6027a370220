"""Asking headless Chromium: a server that gives it the pages and takes its answer, and the process."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

DRIVER = Path(__file__).with_name("driver.html").read_bytes()
SECONDS = 240


def ask(pages: dict[str, bytes], directory: Path) -> tuple[str, dict[str, Any]]:
    """Load every page in Chromium; returns the pages' root, which ends with "/", and what was seen by page.

    Args:
        pages: by name.
        directory: where Chromium may write.
    """
    answers: queue.Queue[dict[str, Any]] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/":
                # A page that says nothing of its encoding takes that of the page around it (HTML Standard, 13.2.3.2).
                self.give(DRIVER, "text/html; charset=windows-1252")
            elif self.path == "/list":
                self.give(json.dumps([f"/pages/{name}" for name in pages]).encode(), "application/json")
            elif self.path.removeprefix("/pages/") in pages:
                self.give(pages[self.path.removeprefix("/pages/")], "text/html")
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
        *("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", root),
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
    return f"{root}pages/", {path.removeprefix("/pages/"): seen for path, seen in answer.items()}
