"""Make each call of `tests/first_calls.tsv` twice in a process of its own, which has only imported uriverse.

    python -I tests/support/first_calls.py tests/first_calls.tsv

A line of the answer has the nanoseconds of processor time, the modules that the calls loaded, and the call.
"""

import os
import sys
import time

import uriverse as uv


def error(call, *arguments):
    """What a refused call raises."""
    try:
        call(*arguments)
    except ValueError as error:
        return error
    raise AssertionError("it is not refused")


def forked(call):
    """The line of a call."""
    reader, writer = os.pipe()
    if not os.fork():
        before = set(sys.modules)
        start = time.process_time_ns()
        for _ in range(2):
            eval(call, {"uv": uv, "error": error})
        took = time.process_time_ns() - start
        os.write(writer, f"{took}\t{' '.join(sorted(set(sys.modules) - before))}\t{call}".encode())
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as answer:
        line = answer.read().decode()
    os.wait()
    return line or f"0\tfailed\t{call}"


with open(sys.argv[1], encoding="utf-8") as lines:
    calls = [line.rstrip("\n").partition("\t")[0] for line in lines if line[0] != "#"]
print(*map(forked, calls), sep="\n")
