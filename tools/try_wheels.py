"""Install only a wheel in a clean environment of every Python of this machine, and test it.

python tools/try_wheels.py dist
python tools/try_wheels.py dist tests/test_vectors.py     other tests than `SUBSET`
python tools/try_wheels.py dist --in-the-gate             the tests on one other Python only, with few examples: the
                                                          gate runs suites on the running Python and on the newest

For each Python: pip selects the best wheel in the folder, a specific one before that of the stable ABI, and installs
nothing else, which is checked; the package is imported, and the command names the extra that it needs. Then all
environments answer the questions of `tools/compare_pythons.py`, and the answers are compared. Finally pytest and
Hypothesis are installed, and the tests without other libraries run. Missing Python versions are named. Exits with 1 if
anything failed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from pythons import FREE_THREADED, WANTED, missing, pythons

ROOT = Path(__file__).resolve().parent.parent
COMPARE = ROOT / "tools" / "compare_pythons.py"
# Tests of the engine, the object API, the grammars and the binary's origin, which need no other library.
SUBSET = (
    "tests/test_installed.py",
    "tests/test_vectors.py",
    "tests/test_import.py",
    "tests/reference",
    "tests/grammar",
)
NEEDS = ("pytest>=8", "hypothesis>=6.100")
# Checks of the bare wheel: it installs nothing else, and is not imported from the repository.
ALONE = """
import sys
from importlib.metadata import distributions, version

import uriverse

assert [found.name for found in distributions()] == ["uriverse"], [found.name for found in distributions()]
assert uriverse.__file__.startswith(sys.prefix), uriverse.__file__
assert uriverse.__version__ == version("uriverse"), (uriverse.__version__, version("uriverse"))
assert str(uriverse.parse("http://a/b/c/d;p?q").resolve("../g")) == "http://a/b/g"
"""


class Failed(Exception):
    """A command of an environment failed; the message is its output."""


def run(command: Sequence[str | Path]) -> str:
    """Run a command in the repository, isolated from this process's Python, and return its output."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout.strip()[-6000:]}")
    return done.stdout.strip()


def environment(place: str, folder: Path, wheels: Path) -> Path:
    """Make an environment of a Python with only its wheel, check it, and return its interpreter."""
    run([place, "-m", "venv", "--without-pip", folder])
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install(python, "--no-index", "--find-links", str(wheels), "uriverse")
    run([python, "-I", "-c", ALONE])
    command = subprocess.run([python.with_name("uriverse")], capture_output=True, text=True, check=False)
    if command.returncode == 0 or "pip install click" not in command.stderr:
        raise Failed(f"the command without its extra does not say what to install:\n{command.stdout}{command.stderr}")
    return python


def install(python: Path, *what: str) -> None:
    """Install with pip into the environment of a Python, which need not have pip."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--python", python, "install", *what])


def tests(python: Path, chosen: Sequence[str]) -> str:
    """Install the requirements of the tests, run them, and return pytest's last line."""
    install(python, *NEEDS)
    return run([python, "-I", "-m", "pytest", "-p", "no:cacheprovider", *chosen]).rpartition("\n")[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Test the wheels, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wheels", type=Path, help="the folder of the wheels")
    parser.add_argument("tests", nargs="*", default=SUBSET)
    parser.add_argument("--in-the-gate", action="store_true", help="few examples, and tests on one other Python only")
    given = parser.parse_args(arguments)
    wanted = WANTED + FREE_THREADED * any(given.wheels.glob("uriverse-*-cp314t-*.whl"))
    found = pythons(wanted)
    here = "{}.{}.".format(*sys.version_info)
    try:
        with TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
            made = {
                version: pool.submit(environment, place, Path(folder, version), given.wheels.resolve())
                for version, place in found.items()
            }
            first, *others = (done.result() for done in made.values())
            print(run([first, COMPARE, *(f"--python={python}" for python in others)]).replace(f"{folder}/", ""))
            tried = [version for version in made if not version.startswith(here)][:1] if given.in_the_gate else made
            chosen = [*given.tests, *(("--hypothesis-profile", "dev") if given.in_the_gate else ())]
            ran = {version: pool.submit(tests, made[version].result(), chosen) for version in tried}
            for version, outcome in ran.items():
                print(f"Python {version}: {outcome.result()}", flush=True)
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    for version in missing(found, wanted):
        print(f"Python {version}: not on this machine, so NOT TESTED")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
