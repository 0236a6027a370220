"""Mutation testing: seed faults into the package and the crates, and check that a test of the file fails.

python tools/seed_faults.py --count 100 --seed 1                100 faults of Python and 100 of Rust
python tools/seed_faults.py src/uriverse/hosts/origins.py       all faults of one file
python tools/seed_faults.py --count 100 --report FILE           write the table; of one that exists, try the survivors

All faults (`tools/fault_places.py`) are seeded into one copy of the repository, each behind a switch, and the crates
are compiled once, into target/, which has the crates of others. What does not compile is left out. Then the tests run
that `tools/test_changed.py` names: those of the quick suite, the crate's own, and for a fault that passes them the
others and the slow ones, with more examples. One process collects the tests, and each fault is switched on in a forked
child (`tools/forked_faults.py`). A test that fails without a fault does not count.

A fault that no test finds survives: add a test, or, if it changes no answer, write the argument and "equivalent" into
the last two columns of its row. Exits with 1 if a fault survives.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from itertools import count as numbered
from pathlib import Path
from tempfile import TemporaryDirectory

from fault_places import VARIABLE, Fault, faults
from test_changed import ROOT, chosen

sys.path.insert(0, str(ROOT / "tests"))

from support.copied_tree import CopiedTree

# The number of processes, and the processor seconds for a fault: with the quick suite, and with all tests.
PROCESSES, SECONDS, SLOW_SECONDS = 2, 120, 600
PYTEST = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "forked_faults", "--capture=sys")
QUICK = (ROOT / "tests/quick.txt").read_text("utf-8").split()[2:]  # without the processes of xdist
ALL = ("-m", "not browser")
# The switch in Rust. It is deprecated, so that the compiler reports every fault that it compiled.
SWITCH = """\
use std::sync::{atomic::{AtomicBool, AtomicU32, Ordering::Relaxed}, LazyLock};
static CHOSEN: LazyLock<AtomicU32> =
    LazyLock::new(|| AtomicU32::new(std::env::var("VARIABLE").map_or(0, |fault| fault.parse().unwrap_or(0))));
static REACHED: [AtomicBool; 4096] = [const { AtomicBool::new(false) }; 4096];
#[deprecated] #[inline] pub fn seeded(fault: u32) -> bool {
    REACHED[fault as usize].store(true, Relaxed);
    CHOSEN.load(Relaxed) == fault
}
#[deprecated] #[inline] #[allow(deprecated)] pub fn one<T: From<bool>>(fault: u32) -> T { T::from(!seeded(fault)) }
#[no_mangle] pub extern "C" fn uriverse_seed(fault: u32) { CHOSEN.store(fault, Relaxed); }
#[no_mangle] pub extern "C" fn uriverse_reached(fault: u32) -> bool { REACHED[fault as usize].swap(false, Relaxed) }
""".replace("VARIABLE", VARIABLE)
BUILD = ("--package", "uriverse-python", "--features", "pyo3/extension-module")
TARGET = {"CARGO_TARGET_DIR": str(ROOT / "target"), "PYO3_PYTHON": sys.executable}
MANIFEST = '[package]\nname = "uriverse-seeded"\nversion = "0.0.0"\nedition = "2021"\n'
# Tests in Python do not run them on every machine: crates/scan/tests compares them with the others.
NOT_RUN = {"crates/scan/src/aarch64.rs", "crates/scan/src/ssse3.rs"}
PAGE = """\
# Seeded faults

`python tools/seed_faults.py --count {most} --seed {seed} --report FILE` writes this page: each fault, the first test
that fails with it, and whether it is one of the quick suite, of the crate's own in Rust ("crate"), or another that
belongs to the file ("slow"). A fault that makes a loop endless ends at a limit of processor time ("timeout"). An
"equivalent" one changes no answer, for the reason in its row.

{counts}

| file | line | fault | first test that fails | suite |
|---|--:|---|---|---|
{rows}
"""
ROW = re.compile(r"^\| (\S+) \| (\d+) \| (.+?) \| (.*) \| (\w+) \|$", re.MULTILINE)


def sources() -> list[str]:
    """Return the files into which faults are seeded."""
    found = [*ROOT.glob("src/uriverse/**/*.py"), *ROOT.glob("crates/*/src/**/*.rs")]
    files = {str(path.relative_to(ROOT)) for path in found if path.stem != "tests" and "wasm" not in path.parts}
    return sorted(files - NOT_RUN)


def drawn(files: Iterable[str], seed: int) -> list[Fault]:
    """Return the faults of some files in seeded random order, without overlaps, one of a kind a line."""

    def order(fault: Fault) -> tuple[bytes, int]:
        return hashlib.sha256(f"{seed} {fault.file} {fault.line} {fault.what}".encode()).digest(), fault.start

    taken: dict[str, list[Fault]] = {}
    found: dict[tuple[str, int, str], Fault] = {}
    for fault in sorted((each for file in files for each in faults(file, (ROOT / file).read_bytes())), key=order):
        others = taken.setdefault(fault.file, [])
        if all(fault.end <= other.start or other.end <= fault.start for other in others):
            others.append(fault)
            found.setdefault(key(fault), fault)
    return [*found.values()]


class SeededTree(CopiedTree):
    """A copy of the repository with faults, each with its number."""

    def __init__(self, folder: Path, found: Sequence[Fault], most: int | None, profile: str) -> None:
        super().__init__(folder)
        self.profile = profile
        self.faults = dict(enumerate(found, 1))
        self.files = {fault.file for fault in found}
        rust = {number for number, fault in self.faults.items() if fault.file.endswith(".rs")}
        self.write(rust)
        if rust:
            self.add_crate({Path(file).parts[1] for file in self.files if file.endswith(".rs")})
            compiled, named = self.compiled()
            while not compiled:
                rust -= named
                self.write(rust)
                compiled, named = self.compiled()
            wanted = {*sorted(named)[:most]}
            self.faults = {each: fault for each, fault in self.faults.items() if each in wanted or each not in rust}
            shutil.copy(ROOT / f"target/{profile}/lib_core.so", next(folder.glob("src/uriverse/_core.*.so")))

    def write(self, rust: set[int]) -> None:
        """Write every file with its faults; in Rust only the given ones."""
        self.faults = {each: fault for each, fault in self.faults.items() if each in rust or fault.file.endswith(".py")}
        for file in self.files:
            before, path = (ROOT / file).read_bytes(), self.folder / file
            here = {number: fault for number, fault in self.faults.items() if fault.file == file}
            for number, fault in sorted(here.items(), key=lambda each: -each[1].start):
                text = fault.text.replace("@", str(number)).encode("latin-1")
                before = before[: fault.start] + text + before[fault.end :]
            if path.read_bytes() != before:
                path.write_bytes(before)

    def add_crate(self, crates: Iterable[str]) -> None:
        """Add the crate with the switch, as a dependency of those that have faults; target/ has the others compiled."""
        for name in crates:
            with (self.folder / "crates" / name / "Cargo.toml").open("a", encoding="utf-8") as file:
                file.write('\n[dependencies.uriverse-seeded]\npath = "../seeded"\n')
        crate, workspace = self.folder / "crates/seeded", self.folder / "Cargo.toml"
        (crate / "src").mkdir(parents=True)
        (crate / "src/lib.rs").write_text(SWITCH, "utf-8")
        (crate / "Cargo.toml").write_text(MANIFEST, "utf-8")
        text = workspace.read_text("utf-8")
        workspace.write_text(text.replace("members = [", 'members = ["crates/seeded", '), "utf-8")

    def compiled(self) -> tuple[bool, set[int]]:
        """Compile; return whether it succeeded, and which faults were compiled, or, if it failed, which do not compile.

        The compiler does not name a fault that is not for this machine.
        """
        done = subprocess.run(
            [
                *("cargo", "build", "--offline", "--quiet", "--keep-going", "--message-format=json"),
                *("--profile", self.profile, *BUILD),
            ],
            cwd=self.folder,
            env=os.environ | TARGET,
            capture_output=True,
            text=True,
            check=False,
        )
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        messages = [each["message"] for each in lines if each["reason"] == "compiler-message"]
        level, text = ("error", "") if done.returncode else ("warning", "deprecated function `uriverse_seeded")
        spans = [
            span for each in messages if each["level"] == level and text in each["message"] for span in each["spans"]
        ]
        places = {(span["file_name"], n) for span in spans for n in range(span["line_start"], span["line_end"] + 1)}
        rust = {number: fault for number, fault in self.faults.items() if fault.file.endswith(".rs")}
        named = {number for number, fault in rust.items() if (fault.file, fault.line) in places}
        if done.returncode and not named:
            raise SystemExit(done.stderr[-3000:] + "\n".join(map(str, (each["rendered"] for each in messages))))
        return not done.returncode, named


class Attempts:
    """The test runs for the faults of a copy."""

    def __init__(self, tree: SeededTree) -> None:
        self.tree, self.runs = tree, numbered()
        self.red: set[str] = set()  # the tests that fail without a fault

    def found(self, tests: Sequence[str], numbers: Sequence[int], *, alone: bool, slow: bool) -> dict[int, list[str]]:
        """Return the first failing test for each fault and its message, from one pytest process; empty if none fails.

        With `alone` the fault is switched on from the start of the process.
        """
        results = self.tree.folder.parent / f"{next(self.runs)}.jsonl"
        seconds = SLOW_SECONDS if slow else SECONDS
        settings = {
            "faults": numbers,
            "alone": alone and (Path(self.tree.faults[numbers[0]].file).stem if numbers[0] else "uriverse"),
            "results": str(results),
            "folder": str(results.parent),
            "seconds": seconds,
            "memory": (12 if slow else 4) << 30,
            "red": sorted(self.red),
        }
        environment = os.environ | self.tree.environment | {"URIVERSE_FAULTS": json.dumps(settings)}
        environment |= {"PYTHONPATH": f"{environment['PYTHONPATH']}{os.pathsep}{self.tree.folder / 'tools'}"}
        environment |= {VARIABLE: str(numbers[0])} if alone else {}
        said = results.with_suffix(".txt")
        ended = signal.SIGALRM.value
        with said.open("w", encoding="utf-8") as output, suppress(subprocess.TimeoutExpired):
            ended = -subprocess.run(
                [sys.executable, *PYTEST, *(ALL if slow else QUICK), *tests],
                cwd=self.tree.folder,
                env=environment,
                stdout=output,
                stderr=output,
                timeout=12 * seconds * len(numbers),
                check=False,
            ).returncode
        lines = results.read_text("utf-8").splitlines() if results.exists() else []
        found = dict(map(json.loads, lines))
        if not alone and 0 not in found:
            raise SystemExit(f"{' '.join(tests)}: {said.read_text('utf-8')[-3000:]}")
        self.red |= {test for test, _ in found.get(0, [])}
        if alone:
            end = signal.Signals(ended).name if ended > 0 else "when the tests are imported"
            test, _ = (*found.setdefault(numbers[0], [(end, "")]), ("", ""))[0]
            if numbers[0] and "::" in test:
                without = self.found([test.partition("::")[0]], [0], alone=True, slow=slow)
                if without[0][0] == test:
                    self.red.add(test)
                    return self.found(tests, numbers, alone=True, slow=slow)
        return {number: (*found.get(number, ()), ("", ""))[0] for number in numbers}

    def in_crate(self, number: int) -> dict[int, tuple[str, str]]:
        """Like `found`, with the tests in the fault's crate."""
        _, crate, *_ = Path(self.tree.faults[number].file).parts
        if crate in {"uriverse", "python"}:
            return {number: ("", "")}
        command = ["cargo", "test", "--offline", "--quiet", "--no-fail-fast", "--lib", "--tests"]
        command += ["--profile", self.tree.profile, "--package", f"uriverse-{crate}"]
        failed: list[set[str]] = []
        for fault in (number, 0):
            environment = os.environ | TARGET | {VARIABLE: str(fault)}
            done = subprocess.run(
                command,
                cwd=self.tree.folder,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            failed.append(set(re.findall(r"^---- (.+) stdout ----", done.stdout, re.MULTILINE)))
        test = min(failed[0] - failed[1], default="")
        return {number: (test and f"crates/{crate}: {test}", "")}


def key(fault: Fault) -> tuple[str, int, str]:
    """Return the key of a fault in the report."""
    return fault.file, fault.line, fault.what.replace("|", "\\|")


def page(rows: dict[tuple[str, int, str], tuple[str, str]], **options: object) -> str:
    """Return the report."""
    counts = Counter((Path(file).suffix, suite) for (file, *_), (_, suite) in rows.items())
    return PAGE.format(
        counts="\n".join(f"- {suffix[1:]}: {number} {suite}" for (suffix, suite), number in sorted(counts.items())),
        rows="\n".join(f"| {' | '.join(map(str, (*fault, *row)))} |" for fault, row in sorted(rows.items())),
        **options,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Seed, test, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--count", type=int, help="so many of each language, chosen by --seed; all if it is not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", default="develop", help="of Cargo, by which the crates are compiled")
    parser.add_argument("--report", type=Path, help="write the table; of one that exists, try the survivors again")
    given = parser.parse_args(arguments)
    before = given.report.read_text("utf-8") if given.report and given.report.exists() else ""
    rows = {(file, int(line), what): (test, suite) for file, line, what, test, suite in ROW.findall(before)}
    found = drawn(given.files or sources(), given.seed)
    python, rust = ([fault for fault in found if fault.file.endswith(ending)] for ending in (".py", ".rs"))
    found = [*python[: given.count], *rust[: given.count and given.count * 2]]  # some faults in Rust do not compile
    found = [fault for fault in found if rows.get(key(fault), ("", "survives"))[1] == "survives"]
    kept = sum(file.endswith(".rs") and suite != "survives" for (file, *_), (_, suite) in rows.items())
    most = given.count and max(0, given.count - kept)
    if most == 0:
        found = [fault for fault in found if fault.file.endswith(".py")]  # none of Rust is wanted: compile nothing
    with TemporaryDirectory() as folder, ThreadPoolExecutor(PROCESSES) as pool:
        tree = SeededTree(Path(folder, "uriverse"), found, most, given.profile)
        attempts, left = Attempts(tree), [*tree.faults]
        for suite, alone in (("quick", False), ("quick", True), ("crate", True), ("slow", True)):
            slow = suite == "slow"
            groups: dict[tuple[object, ...], list[int]] = {}
            for number in left:
                tests = [test for test in chosen([tree.faults[number].file]) if not test.startswith("cargo ")]
                tests = [test for test in tests if slow or f"--ignore={test}" not in QUICK]
                groups.setdefault((alone and number, *tests), []).append(number)
            left = []
            tried = [
                pool.submit(attempts.in_crate, each[0])
                if suite == "crate"
                else pool.submit(attempts.found, tests, each, alone=alone, slow=slow)
                for (_, *tests), each in sorted(groups.items(), key=lambda group: -len(group[1]))
            ]
            for future in as_completed(tried):
                for number, (test, message) in future.result().items():
                    fault = tree.faults[number]
                    if not test:
                        left.append(number)
                    endless = test in {"SIGXCPU", "SIGKILL", "SIGALRM"}
                    found_by = "timeout" if endless else suite if test else "survives"
                    rows[key(fault)] = (test.replace("|", "\\|") or "**none**", found_by)
                    print(suite, *key(fault), *rows[key(fault)], message, sep=" | ", flush=True)
                if given.report:
                    given.report.write_text(page(rows, seed=given.seed, most=given.count), "utf-8")
    survivors = [fault for fault in tree.faults.values() if rows[key(fault)][1] == "survives"]
    print(f"{len(tree.faults)} faults, {len(survivors)} that no test finds")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
