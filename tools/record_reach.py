"""Record which tests reach which files: every file of tests alone, in a process of its own.

python tools/record_reach.py             all tests, the crates' own and the laws; writes tests/reach.txt
python tools/record_reach.py FILE...     these files of tests; the others keep their rows

A Python from 3.12 on notes each file of the repository that a test opens or of which it enters a function
(`tools/reach_recorder.py`); LLVM counts which functions of `crates` run. The module is built for it:

    RUSTFLAGS="-C instrument-coverage" maturin develop --profile develop --target-dir target/reach

`rustup component add llvm-tools` brings what reads the counts. A test that fails is named, and counts: it reached what
it reached.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import reach_table
from reach_table import ROOT

# What test_changed names files for; the rest of the repository is read by too few tests to be worth rows.
FOLDERS = ("src/", "crates/", "tests/", "tools/", "docs/", "oracle/", "vectors/", "examples/", "playground/", ".ci/")
# What was recorded of a run that did not end.
RESULTS = ROOT / "target" / "reach.jsonl"
LAWS = "cargo run --profile develop -p uriverse-fuzz -- --seconds 20"
# Loaded by each interpreter of the environment while this program runs.
HOOK = (
    "import os, sys; log = os.environ.get('URIVERSE_REACH');"
    " log and (sys.path.append({tools!r}), __import__('reach_recorder').start({root!r}, log))\n"
)


@contextmanager
def hook() -> Iterator[None]:
    """Let every Python of this environment note what it reaches."""
    path = Path(sysconfig.get_path("purelib")) / "uriverse_reach.pth"
    path.write_text(HOOK.format(tools=str(ROOT / "tools"), root=str(ROOT)), "utf-8")
    try:
        yield
    finally:
        path.unlink()


def llvm(name: str) -> str:
    """Return the path of a program of LLVM that fits the compiler."""
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip()
    return str(next(Path(sysroot).glob(f"lib/rustlib/*/bin/{name}")))


def crate_files(counts: Path, binary: str) -> set[str]:
    """Return the files of `crates` of which a function ran, by the counts in a folder."""
    profiles = [str(path) for path in counts.glob("*.profraw")]
    if not profiles:
        return set()
    merged = str(counts / "all.profdata")
    subprocess.run([llvm("llvm-profdata"), "merge", "-sparse", "-o", merged, *profiles], check=True)
    command = [llvm("llvm-cov"), "export", "-summary-only", f"-instr-profile={merged}", binary]
    report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    files = json.loads(report)["data"][0]["files"]
    paths = [Path(file["filename"]) for file in files if file["summary"]["functions"]["covered"]]
    return {str(path.relative_to(ROOT)) for path in paths if path.is_relative_to(ROOT)}


def files_of(command: Sequence[str], binary: str, test: str) -> set[str]:
    """Run the command of a test, and return what it reaches."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        environment = {
            "URIVERSE_REACH": str(log),
            "LLVM_PROFILE_FILE": f"{folder}/%2m.profraw",
            "RUSTFLAGS": "-C instrument-coverage",
        }
        done = subprocess.run(
            command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
        )
        if done.returncode not in (0, 5):  # 5: each of its tests has a marker
            print(f"{test}: failed ({done.returncode})\n{done.stdout[-300:]}", flush=True)
        paths = set(log.read_text("utf-8").splitlines()) if log.exists() else set()
        paths |= crate_files(Path(folder), binary)
    return {path for path in paths if path.startswith(FOLDERS) and (ROOT / path).is_file()}


def commands() -> dict[str, list[str]]:
    """Return the commands of Cargo that build what the crates' own tests and the laws run."""
    packages = {path.parts[1] for path in map(Path, reach_table.files("crates")) if "tests" in path.parts}
    tests = {f"cargo test -p uriverse-{name}": ["test", "--no-run", "-p", f"uriverse-{name}"] for name in packages}
    return tests | {LAWS: ["build", "-p", "uriverse-fuzz"]}


def crate_test_files(name: str, arguments: Sequence[str]) -> set[str]:
    """Build the programs of a command of Cargo, run them, and return what they reach."""
    command = ["cargo", arguments[0], "--profile", "develop", "--target-dir", "target/reach", "--message-format=json"]
    environment = os.environ | {"RUSTFLAGS": "-C instrument-coverage"}
    built = subprocess.run(
        [*command, *arguments[1:]], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    programs = [message.get("executable") for message in map(json.loads, built.stdout.splitlines())]
    options = ["--seconds", "20", "--threads", "1"] if name == LAWS else []
    return set().union(*(files_of([program, *options], program, name) for program in programs if program))


def record(tests: Sequence[str], workers: int) -> dict[str, set[str]]:
    """Return the files that each test reaches; what was recorded before an interruption is not recorded again."""
    spec = find_spec("uriverse._core")
    assert spec is not None and spec.origin is not None
    binary = spec.origin
    recorded: dict[str, set[str]] = {}
    if RESULTS.exists():
        recorded = {test: set(files) for test, files in map(json.loads, RESULTS.read_text("utf-8").splitlines())}
    cargo = commands()

    def files(test: str) -> set[str]:
        if test in recorded:
            return recorded[test]
        if test in cargo:
            reached = crate_test_files(test, cargo[test])
        else:
            command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--hypothesis-profile", "dev", test]
            reached = files_of(command, binary, test)
        print(f"{test}: {len(reached)} files", flush=True)
        with RESULTS.open("a", encoding="utf-8") as results:
            results.write(json.dumps([test, sorted(reached)]) + "\n")
        return reached

    with hook(), ThreadPoolExecutor(workers) as pool:
        reached = dict(zip(tests, pool.map(files, tests), strict=True))
    RESULTS.unlink()
    return reached


def main(arguments: Sequence[str] | None = None) -> None:
    """Record, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", metavar="FILE", help="files of tests (default: all)")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes at once (default: 2)")
    options = parser.parse_args(arguments)
    table = reach_table.read() if options.tests else {}
    tests = options.tests or [name for name in reach_table.files("tests") if Path(name).match("test_*.py")]
    reached = record([*tests, *([] if options.tests else commands())], options.workers)
    rows = {file: set(row) - reached.keys() for file, row in table.items()}
    for test, files in reached.items():
        for file in files | ({test} if test.endswith(".py") else set()):
            rows.setdefault(file, set()).add(test)
    reach_table.FILE.write_text(reach_table.text(rows), "utf-8")


if __name__ == "__main__":
    main()
