"""Shared by all tests: how many examples Hypothesis tries, what begins first, and a session of Spark."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

# No test is timed: a deadline would fail on a busy machine. The gate tries the same examples each time, so that only a
# change can make it red; `--hypothesis-profile search` looks for new examples, and `dev` is quick.
settings.register_profile("gate", deadline=None, derandomize=True)
settings.register_profile("dev", deadline=None, max_examples=10, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("gate")
# A Java runtime lives here for seconds: its second compiler and its parallel collector cost more than they save. So do
# the verification of the bytecode of Spark's classes, and garbage collections while these are loaded.
os.environ["JDK_JAVA_OPTIONS"] = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:MetaspaceSize=200m"
    " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
)


def pytest_configure() -> None:
    """Install the handler of the foreground: a shell starts its background jobs with SIGINT ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


# What takes longest, the last named first: if it began last, the other workers would wait for it.
LONGEST = (
    "tests/templates/test_templates.py",
    "tests/whatwg/test_whatwg_hostile.py",
    "tests/text/test_find_is_linear.py",
    "tests/documents/test_scale_runbook.py",
    "tests/documents/test_spark.py",
    "tests/documents/test_gathered.py",
    "tests/canonicalization/test_crawl_example.py",
    "tests/audit/test_guards_and_clients.py",
    "tests/test_instructions.py",
    "tests/lab/",
    "tests/oracle/",
    "tests/documents/test_document_bombs.py",
    "tests/tools/",
    "tests/site/",
)


@cache
def turn(file: str) -> int:
    """When a file begins: the later its place in `LONGEST`, the earlier."""
    return -max((place for place, path in enumerate(LONGEST, 1) if file.startswith(path)), default=0)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Every second worker reads the files from the last on: each compiles half of what has no bytecode yet."""
    report = yield
    if isinstance(collector, pytest.Directory) and os.environ.get("PYTEST_XDIST_WORKER", "gw0")[-1] in "13579":
        report.result.reverse()
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> tuple[int, str]:
        file = item.nodeid.partition("::")[0]
        return turn(file), file

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Keep the collected tests out of the garbage collector's way: it took a tenth of the suite's processor time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker reports what failed, the calls, and what took long to make ready or to end: one message for most tests.

    Of the six that it sends otherwise the main process shows one.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.duration > 0.05:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


class Collection(list[str]):
    """The collected tests, with the number of each in a dictionary: a search for each of 21,367 takes three seconds."""

    def __init__(self, tests: Iterable[str]) -> None:
        super().__init__(tests)
        self.numbers = {test: number for number, test in enumerate(self)}

    def index(self, test: str, *_: Any) -> int:
        return self.numbers[test]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """One worker runs all tests of a file: what they share, from compiled grammars to a browser, is made once.

    So does one for the tests that are named after Spark: a session takes longer to begin than most of them.
    """
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "spark" if "spark" in nodeid else super()._split_scope(nodeid)

        def add_node_collection(self, node: Any, collection: Sequence[str]) -> None:
            super().add_node_collection(node, collection)
            if node in self.registered_collections:
                self.registered_collections[node] = Collection(collection)

        def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
            """What is done is forgotten: xdist counts the tests of each file that a worker has, after each message."""
            super().mark_test_complete(node, item_index, duration)
            test = self.registered_collections[node][item_index]
            file, files = self._split_scope(test), self.assigned_work[node]
            del files[file][test]
            if not files[file]:
                del files[file]

    config.option.loadscopereorder = False
    return Scheduling(config, log)


# What these tests may take together, in seconds: those with all of the names.
BUDGETS = {("browser",): 120, ("slow", "test_mutants.py"): 60}


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reports = [each for all in terminalreporter.stats.values() for each in all if isinstance(each, pytest.TestReport)]
    for names, budget in BUDGETS.items():
        took = sum(report.duration for report in reports if all(name in report.keywords for name in names))
        if took:
            terminalreporter.write_line(f"{took:6.0f} {budget:6}  of these, the tests that are {' and '.join(names)}")


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    yield session
    session.stop()
