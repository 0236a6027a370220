"""The rows of implementations.toml: which implementations there are, how each is built and asked."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shlex import split
from subprocess import DEVNULL, CalledProcessError, TimeoutExpired, run

ORACLE = Path(__file__).resolve().parent
BUILD = ORACLE / "build"
BUILD_SECONDS = 1200


@dataclass(frozen=True)
class Implementation:
    """A row of the file: see its head."""

    name: str
    title: str
    language: str
    run: str
    follows: str = ""
    document: str = ""
    note: str = ""
    build: tuple[str, ...] = ()

    @property
    def command(self) -> list[str]:
        """The driver's program and arguments."""
        return [_filled(each) for each in split(self.run)]

    def cannot_be_built(self) -> str:
        """Why; "" where its build succeeds."""
        BUILD.mkdir(exist_ok=True)
        return next(filter(None, map(_failure, self.build)), "")


@cache
def _failure(command: str) -> str:
    """Why a command of a build fails; "" where it succeeds. Several implementations have one build."""
    try:
        program = [_filled(each) for each in split(command)]
        run(program, cwd=ORACLE, check=True, stdin=DEVNULL, capture_output=True, timeout=BUILD_SECONDS)
    except OSError as error:
        return f"{split(command)[0]}: {error.strerror}"
    except CalledProcessError as error:
        return f"{command}: {(error.stderr or error.stdout).decode(errors='replace').strip()[-300:]}"
    except TimeoutExpired:
        return f"{command}: longer than {BUILD_SECONDS} seconds"
    return ""


def _filled(argument: str) -> str:
    filled = argument.replace("{build}", str(BUILD)).replace("{python}", sys.executable)
    return str(ORACLE / filled) if filled.startswith("drivers/") else filled


def implementations() -> Iterator[Implementation]:
    """All rows."""
    data = tomllib.loads((ORACLE / "implementations.toml").read_text("utf-8"))
    seen = set()
    for row in data["implementation"]:
        if row["name"] in seen:
            raise ValueError(f"implementations.toml has two rows of the name {row['name']}: the second would overwrite")
        seen.add(row["name"])
        build = row.get("build", ())
        yield Implementation(**{**row, "build": tuple(data["build"][build] if isinstance(build, str) else build)})
