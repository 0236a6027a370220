"""Shared by all tests: how many examples Hypothesis tries, what begins first, and a session of Spark."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import settings

# No test is timed: a deadline would fail on a busy machine. The gate tries the same examples each time, so that only a
# change can make it red; `--hypothesis-profile search` looks for new examples, and `dev` is quick.
settings.register_profile("gate", deadline=None, derandomize=True)
settings.register_profile("dev", deadline=None, max_examples=10, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("gate")
# A Java runtime lives here for seconds: its second compiler and its parallel collector cost more than they save.
os.environ["JDK_JAVA_OPTIONS"] = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: turn(item.nodeid.partition("::")[0]))


def pytest_collection_finish() -> None:
    """Keep the collected tests out of the garbage collector's way: it took a tenth of the suite's processor time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """One worker runs all tests of a file: what they share, from compiled grammars to a browser, is made once.

    So does one for the tests that are named after Spark: a session takes longer to begin than most of them.
    """
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "spark" if "spark" in nodeid else super()._split_scope(nodeid)

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
