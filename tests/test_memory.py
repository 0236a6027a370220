"""Where memory is short, a call gives its answer or a MemoryError: the process neither ends nor hangs.

Each call runs in a forked process, whose address space may grow by so many times the size of the text. What it gave is
its exit code; a signal is a negative one. urllib, yarl and w3lib raise MemoryError there too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

TIMES = (0.5, 1, 1.5, 2, 3)
CALLS = """
import faulthandler, io, json, os, resource, signal, sys
import uriverse as uv
from uriverse import columns as uc
from uriverse.documents import links

size, times = int(sys.argv[1]), json.loads(sys.argv[2])
ROWS = ["http://h%d/a?b" % row for row in range(size // 16)]
# What makes an argument of so many octets, and the call.
CALLS = {
    "parse": (lambda n: "http://h/" + "a" * n, lambda text: uv.parse(text).path),
    "normalize": (lambda n: "http://h/" + "%7e" * (n // 3), uv.normalize),
    "whatwg": (lambda n: "http://h/" + "a b" * (n // 3), uv.whatwg.URL),
    "canonical": (lambda n: "http://h/?" + "b=1&a=%20&" * (n // 10), lambda text: uv.canonical(text, profile="dedupe")),
    "audit": (lambda n: "http://h/" + "a b" * (n // 3), uv.audit.findings),
    "query_pairs": (lambda n: "a=1&" * (n // 4), lambda text: list(uv.query_pairs(text))),
    "error": (lambda n: "http://h/" + "a" * n + " ", uv.parse),
    "mend": (lambda n: "http://h/" + "a b" * (n // 3), uv.mend),
    "find": (lambda n: "see http://a.com/x " * (n // 19), lambda text: list(uv.find(text))),
    "links": (lambda n: b"<a href=/a>x</a>" * (n // 16), lambda page: list(links(io.BytesIO(page), base="http://h/"))),
    "columns parse": (lambda n: ROWS, lambda rows: uc.parse(rows, want=["host", "path", "query", "error"])),
    "columns canonical": (lambda n: ROWS, lambda rows: uc.canonical(rows, profile="dedupe")),
    "columns whatwg": (lambda n: ROWS, lambda rows: uc.parse(rows, edition="whatwg")),
    "columns audit": (lambda n: ["http://u:p@2130706433/a?b"] * (n // 25), uc.audit),
    "columns resolve": (lambda n: ["../x%d" % row for row in range(n // 8)], lambda rows: uc.resolve(rows, BASE)),
}
BASE = "http://h/" + "a" * 200


def argument(make, octets):
    made = make(octets)
    return uc.Column(made[: octets // 8]) if isinstance(made, list) else made


def given(call, value):
    try:
        call(value)
    except (uv.URIError, ValueError):
        return 0
    except MemoryError:
        return 7
    return 0


for make, call in CALLS.values():
    given(call, argument(make, 400))
for name, (make, call) in CALLS.items():
    value = argument(make, size)
    for factor in times:
        sys.stdout.flush()
        child = os.fork()
        if not child:
            signal.alarm(100)
            pages = int(open("/proc/self/statm").read().split()[0])
            limit = pages * resource.getpagesize() + int(factor * size)
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            code = 9
            try:
                code = given(call, value)
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(json.dumps([name, factor, code]), flush=True)
"""
ANSWER, MEMORY_ERROR = 0, 7
# What is as large as a buffer that can fail is mapped: it is never taken from what the process has already.
MAPPED = {"MALLOC_MMAP_THRESHOLD_": str(64 << 10), "MALLOC_TRIM_THRESHOLD_": "0"}


def outcomes(size: int) -> tuple[dict[tuple[str, float], int], str]:
    """The exit code of each call at each factor, for texts of so many octets; and what an aborted process said."""
    arguments = (str(size), json.dumps(TIMES))
    done = subprocess.run(
        [sys.executable, "-c", CALLS, *arguments],
        capture_output=True,
        text=True,
        timeout=900,
        env={**os.environ, **MAPPED},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    codes = {(name, factor): code for name, factor, code in map(json.loads, done.stdout.splitlines())}
    return codes, done.stderr


@pytest.mark.parametrize("size", [300_000, pytest.param(1_500_000, marks=pytest.mark.nightly)])
def test_a_call_without_memory_is_a_memory_error(size: int) -> None:
    """Fifteen operations, each with half the size of its text to three times the size."""
    codes, errors = outcomes(size)
    assert len(codes) == 15 * len(TIMES)
    assert {call: code for call, code in codes.items() if code not in {ANSWER, MEMORY_ERROR}} == {}, errors
    # The limit bites where an answer is as long as its text, and is far enough where none is made.
    assert MEMORY_ERROR in codes.values() and codes["parse", 3] == ANSWER
