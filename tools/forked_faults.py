"""A pytest plugin for `tools/seed_faults.py`: runs the collected tests with each fault, in a forked child process.

The variable `RUN` names the faults, and the file to which each child appends a line of JSON. The first child has no
fault, and records which tests reach which fault and which tests fail anyway. A fault's child runs the tests that reach
it, the shortest first, then the others of their files, and stops at the first failure. Imports and collection happen
once, without a fault. So a surviving fault is retried in a new process with the switch set from the start, and all
tests run, those that name the module first. So is every fault if the collection starts the threads of Polars, which
do not survive a fork.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from fault_places import VARIABLE

RUN = "URIVERSE_FAULTS"
SETTINGS: dict[str, Any] = json.loads(os.environ[RUN])
failures: list[tuple[str, str]] = []
reached: set[int] = set()
_get = os.environ.get


def _recording(variable: str, default: Any = None) -> Any:
    """Replaces `os.environ.get`, and records the fault that calls it: its number is the default."""
    if variable == VARIABLE:
        reached.add(default)
    return _get(variable, default)


os.environ.get = _recording  # type: ignore[method-assign]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record a failed test and the first line of its message."""
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        failures.append((report.nodeid, str(getattr(crash, "message", report.longrepr)).partition("\n")[0][:200]))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run a child for each fault, one after the other."""
    items = [item for item in session.items if item.nodeid not in SETTINGS["red"]]
    faults: list[int] = SETTINGS["faults"]
    if SETTINGS["alone"]:
        named = re.compile(rf"\b{SETTINGS['alone']}\b")
        first = {path: not named.search(path.read_text("utf-8")) for path in {item.path for item in items}}
        _switched(faults[0])
        _limit()
        _add(faults[0], _first_failure(sorted(items, key=lambda item: first[item.path])))
        return True
    if any("polars" in task.read_text() for task in Path("/proc/self/task").glob("*/comm")):
        _add(0, [])
        return True
    binary = _switched(0)
    _reached(binary, faults)
    kept = Path(SETTINGS["results"] + ".reached")
    _child(0, lambda: kept.write_text(json.dumps(_without_fault(items, binary, faults)), "utf-8"))
    red, places = json.loads(kept.read_text("utf-8"))
    for fault in faults:
        reaching = [items[number] for number in places.get(str(fault), ())]
        files = {item.path for item in reaching}
        run = dict.fromkeys([*reaching, *(item for item in items if item.path in files)])
        _child(fault, lambda run=run: _first_failure([item for item in run if item.nodeid not in red]))
    _add(0, [(test, "") for test in red])
    return True


def _without_fault(items: list[pytest.Item], binary: Any, faults: Iterable[int]) -> Any:
    """Return the failing tests, and for each fault the tests that reach it, the shortest first."""
    places: dict[int, list[tuple[float, int]]] = {}
    for number, (item, following) in enumerate(zip(items, [*items, None][1:], strict=True)):
        begun = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        for fault in _reached(binary, faults):
            places.setdefault(fault, []).append((time.process_time() - begun, number))
    return [test for test, _ in failures], {
        fault: [each for _, each in sorted(found)] for fault, found in places.items()
    }


def _reached(binary: Any, faults: Iterable[int]) -> set[int]:
    """Return the faults reached since the last call."""
    found = {fault for fault in faults if fault in reached or (binary and binary.uriverse_reached(fault))}
    reached.clear()
    return found


def _first_failure(items: list[pytest.Item]) -> list[tuple[str, str]]:
    for item, following in zip(items, [*items, None][1:], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if failures:
            break
    return failures


def _switched(fault: int) -> Any:
    """Switch a fault on; return the native module if it has faults."""
    os.environ[VARIABLE] = str(fault)
    binary = ctypes.CDLL(str(sys.modules["uriverse._core"].__file__))
    if not hasattr(binary, "uriverse_seed"):
        return None
    binary.uriverse_reached.restype = ctypes.c_bool
    binary.uriverse_seed(fault)
    return binary


def _child(fault: int, run: Callable[[], Any]) -> None:
    """Run a function in a child with a fault; return its result, or the signal that ended it."""
    child = os.fork()
    if not child:
        if fault:
            _limit()
        os.environ["PYTEST_DEBUG_TEMPROOT"] = SETTINGS["folder"]
        _switched(fault)
        found = run()
        if fault:
            _add(fault, found)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if status:
        _add(fault, [(signal.Signals(status & 127).name if status & 127 else f"exit code {status >> 8}", "")])


def _limit() -> None:
    """Limit time and memory, so that a signal ends endless loops and allocations."""
    used = int(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + SETTINGS["seconds"], used + SETTINGS["seconds"] + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (SETTINGS["memory"], SETTINGS["memory"]))
    signal.alarm(SETTINGS["seconds"] * 10)


def _add(fault: int, failed: list[tuple[str, str]]) -> None:
    with Path(SETTINGS["results"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps([fault, failed]) + "\n")
