"""Do all steps of a release except publishing: a clean clone, a source archive, wheels, and an installed package.

python tools/rehearse_release.py               all steps, into dist/
python tools/rehearse_release.py build         only the first: a clean clone, its source archive, and its wheels
python tools/rehearse_release.py check         only check the files in dist/
python tools/rehearse_release.py install       only the wheels, on every Python of this machine (tools/try_wheels.py)
python tools/rehearse_release.py twice         only this: build again in another folder, and compare the bytes
python tools/rehearse_release.py build --stable-abi FILE    with a wheel of the stable ABI that was made before

One wheel is for the running Python; the other, for the stable ABI, is for every other Python from 3.11 on
(docs/releasing.md). Uncommitted files are not in the clone, and are named. It needs maturin, twine and git. Builds are
reproducible because archives have the time of the commit (SOURCE_DATE_EPOCH), and the binary contains no path of the
machine (--remap-path-prefix).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import build_backend
import release_files
import try_wheels
import wheel_sbom

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"


def _git(*arguments: str) -> str:
    return subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True, text=True).stdout.strip()


def repeatable() -> dict[str, str]:
    """Return the environment for reproducible builds of a commit."""
    return {
        "SOURCE_DATE_EPOCH": _git("log", "-1", "--format=%ct"),
        "CARGO_ENCODED_RUSTFLAGS": build_backend.flags(),
        "CARGO_TARGET_DIR": os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target")),
    }


def make(out: Path, environment: Mapping[str, str], stable_abi: Path | None = None) -> None:
    """Make the source archive of a clone of the last commit, both wheels from it, and the oracle's wheel.

    The gate gives the wheel of the stable ABI that its first stage made, with every assertion: it shows that the
    package works on every other Python. Fat optimisation of a second wheel took 146 processor seconds.
    """
    with TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), folder], check=True)
        maturin = {"check": True, "env": os.environ | environment}
        subprocess.run(["maturin", "sdist", "--out", str(out.resolve())], cwd=folder, **maturin)
        # Unpacked once: what the wheels have in common is compiled once.
        (archive,) = out.glob("uriverse-*.tar.gz")
        with tarfile.open(archive) as packed:
            packed.extractall(Path(folder, "unpacked"), filter="data")
        (source,) = Path(folder, "unpacked").iterdir()
        command = ["maturin", "build", "--quiet", "--release", "--locked", "--out", str(out.resolve())]
        if stable_abi is None:
            subprocess.run([*command, "--features", "stable-abi"], cwd=source, **maturin)
        else:
            shutil.copy(stable_abi, out)
        subprocess.run([*command, "--interpreter", sys.executable], cwd=source, **maturin)
        for wheel in out.glob("uriverse-*.whl"):
            wheel_sbom.add(wheel)
        oracle = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "./oracle", "-w", str(out.resolve())]
        subprocess.run(oracle, cwd=folder, check=True, env=os.environ | environment)


def build(stable_abi: Path | None = None) -> bool:
    """Make the files in dist/, replacing its contents."""
    if _git("status", "--porcelain"):
        print("  note: there are changes that are not committed, and they are not part of this")
    DIST.mkdir(exist_ok=True)
    for old in release_files.made(DIST):
        old.unlink()
    make(DIST, repeatable(), stable_abi)
    for path in release_files.made(DIST):
        print(f"  {path.name}: {path.stat().st_size:,} bytes, SHA-256 {_digest(path)}")
    return True


def check() -> bool:
    """Check that PyPI would accept the files, and their contents."""
    made = list(map(str, release_files.made(DIST)))
    twine = subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *made], check=False)
    faults = release_files.faults(DIST)
    print("".join(f"  {fault}\n" for fault in faults), end="")
    return twine.returncode == 0 and not faults


def install() -> bool:
    """Install the matching wheel, and nothing else, on every Python."""
    return try_wheels.main([str(DIST)]) == 0


def twice() -> bool:
    """Check that a second clean build elsewhere has the same bytes."""
    with TemporaryDirectory() as folder:
        make(Path(folder, "dist"), repeatable() | {"CARGO_TARGET_DIR": str(Path(folder, "target"))})
        different = differences(DIST, Path(folder, "dist"))
    print("".join(f"  {line}\n" for line in different) or "  the same bytes")
    return not different


def differences(one: Path, other: Path) -> list[str]:
    """Return the files of two folders, and the members of wheels, that differ."""
    first, second = (dict(_digests(release_files.made(folder))) for folder in (one, other))
    return [f"differs: {name}" for name in sorted(first.keys() | second.keys()) if first.get(name) != second.get(name)]


def _digests(paths: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Return the digest of an archive, or of each member of a wheel."""
    for path in paths:
        if path.suffix != ".whl":
            yield path.name, _digest(path)
            continue
        with zipfile.ZipFile(path) as wheel:
            for member in wheel.infolist():
                digest = hashlib.sha256(wheel.read(member)).hexdigest()
                yield f"{path.name}: {member.filename}, {member.date_time}", digest


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


STEPS: Mapping[str, Callable[[], bool]] = {"build": build, "check": check, "install": install, "twice": twice}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the steps; return the exit code, 1 at the first failure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("steps", nargs="*", choices=[*STEPS, []], help="which steps; all, if none is named")
    parser.add_argument("--stable-abi", type=Path, metavar="FILE", help="a wheel of the stable ABI, to make none")
    options = parser.parse_args(arguments)
    steps = {**STEPS, "build": partial(build, options.stable_abi)}
    for name in options.steps or STEPS:
        begun = time.monotonic()
        print(f"{name}: {STEPS[name].__doc__}", flush=True)
        if not steps[name]():
            print(f"{name}: FAILED", file=sys.stderr)
            return 1
        print(f"  done in {time.monotonic() - begun:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
