"""The command line in this process: what it writes and its exit code, without starting an interpreter."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from uriverse.cli.commands import uriverse


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """The result of `uriverse ARGUMENTS`. An exception other than an exit fails the test."""
    result = CliRunner().invoke(uriverse, arguments, input=stdin)
    if not isinstance(result.exception, SystemExit | None):
        called = " ".join(["uriverse", *arguments])
        raise AssertionError(f"{called!r} raised {result.exception!r} after {result.output!r}") from result.exception
    return result


def objects(result: Result) -> list[dict[str, Any]]:
    """The JSON objects that a command wrote, one a line."""
    return [json.loads(line) for line in result.stdout.splitlines()]
