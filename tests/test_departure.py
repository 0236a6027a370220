"""The end of the interpreter while daemon threads are within calls: the process ends by its own exit code.

Python's documentation of `threading.Thread.daemon`: "The entire Python program exits when no alive non-daemon threads
are left." Up to Python 3.13 a thread that wants the interpreter back then is ended by force, and Rust's functions on
its stack abort the process.
"""

from __future__ import annotations

import subprocess
import sys

# Every call runs Python code from within the module; each thread repeats one of them.
LOOPS = """
import threading, time
import polars
import uriverse as uv
import uriverse.columns.polars
from uriverse import columns as uc
from uriverse.documents import Document, links

TEXTS = ["http://h/a?b", "http://u:p@2130706433/a?b", "http://h/a b"] * 700
COLUMN = uc.Column(TEXTS)
PAGE = b'<a href=/a>x</a><a href="b c">' * 500


def refused():
    for text in TEXTS:
        try:
            uv.parse(text)
        except uv.URISyntaxError:
            pass


CALLS = [
    lambda: uc.audit(COLUMN),
    lambda: uc.find(COLUMN),
    lambda: uc.template(COLUMN, "http://{h}/{+rest}"),
    lambda: uc.normalize(COLUMN, level="scheme"),
    lambda: polars.Series(TEXTS).uri.audit(),
    lambda: list(links(Document("x.html", PAGE), base="http://h/")),
    refused,
]


def repeat(call, begun):
    while True:
        call()
        begun.set()


begun = [threading.Event() for _ in CALLS]
for call, event in zip(CALLS, begun, strict=True):
    threading.Thread(target=repeat, args=(call, event), daemon=True).start()
for event in begun:
    event.wait()
time.sleep(0.01)
print("the end", flush=True)
"""

LAST = """
import atexit

@atexit.register
def report():
    from uriverse import columns as uc
    try:
        uv.parse("a b")
    except uv.URISyntaxError as error:
        print(error.at, uc.audit(column).null_count, uc.normalize(column, level="scheme").to_pylist()[-1])

import os
import uriverse as uv
from uriverse import columns as uc

column = uc.Column(["http://h/%7e"] * 20_000)
child = os.fork()
if child:
    assert os.waitpid(child, 0)[1] == 0
"""


def run(code: str) -> tuple[int, str, str]:
    """The exit code and what a process printed."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_process_ends_while_daemon_threads_are_within_calls_that_run_python() -> None:
    """Seven threads, each in a call that takes the interpreter back again and again."""
    assert run(LOOPS) == (0, "the end\n", "")


def test_the_thread_that_ends_the_interpreter_gets_whole_answers_to_the_last() -> None:
    """A function of `atexit` that was registered before the import runs after the module's own; in a fork too."""
    assert run(LAST) == (0, "1 0 http://h/~\n" * 2, "")
