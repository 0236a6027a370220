"""Cross-compile the wheel for Linux on aarch64, and test it under an emulator.

python tools/try_aarch64.py                    build and test; into target/aarch64-wheel
python tools/try_aarch64.py --wheel FILE       only test this wheel
python tools/try_aarch64.py tests/grammar      other tests than `SUBSET`

It needs maturin and Debian's packages rustc-web, gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user. Rust's
standard library and Python for aarch64 are downloaded from Debian and unpacked into a folder; nothing is installed.

pip for aarch64 installs only the wheel, and so checks the platform in its name. Then that Python and the running one
answer the questions of `tools/compare_pythons.py`, and the answers are compared. Finally the tests run. Exits with 1 if
anything failed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from try_wheels import ALONE, COMPARE, NEEDS, ROOT, Failed, install, run

FOLDER = ROOT / "target" / "aarch64-wheel"
TARGET = "aarch64-unknown-linux-gnu"
PYTHON = "python3.11"  # of Debian 12; its libraries and standard library are named below
PACKAGES = (
    *(f"{PYTHON}-minimal", f"lib{PYTHON}-minimal", f"lib{PYTHON}-stdlib", "libc6", "libgcc-s1", "libexpat1", "zlib1g"),
    *("libssl3", "libffi8", "libbz2-1.0", "liblzma5", "libuuid1"),
)
NEEDED = {
    "/usr/bin/rustc": "rustc-web",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
    "/usr/aarch64-linux-gnu/lib/crti.o": "libc6-dev-arm64-cross",
    "qemu-aarch64": "qemu-user",
    "apt-get": "apt",
    "maturin": "maturin, by pip",
}
# Those of `try_wheels` without tests/test_import.py, which starts `sys.executable` without the emulator.
SUBSET = ("tests/test_installed.py", "tests/test_vectors.py", "tests/reference", "tests/grammar")


def unpacked(folder: Path) -> Path:
    """Return a folder with aarch64's Python and the Rust standard library of the compiler's version."""
    root = folder / "root"
    rust = run(["dpkg-query", "-W", "-f", "${Version}", "rustc-web"])
    wanted = [*PACKAGES, f"libstd-rust-web-dev={rust}"]
    done = root / "packages.txt"
    if done.exists() and done.read_text("utf-8").split() == wanted:
        return root
    shutil.rmtree(root, ignore_errors=True)
    lists, archives = folder / "apt" / "lists", folder / "archives"
    shutil.rmtree(archives, ignore_errors=True)
    for each in (root, archives, lists / "partial", folder / "apt" / "archives" / "partial"):
        each.mkdir(parents=True, exist_ok=True)
    # a separate apt configuration, only for aarch64
    apt = ["env", "-C", archives, "apt-get", "-qq", "-oAPT::Architecture=arm64", "-oAPT::Architectures::=arm64"]
    apt += [f"-oDir::State::Lists={lists}", f"-oDir::Cache={folder / 'apt'}", "-oDir::State::status=/dev/null"]
    run([*apt, "-oAPT::Sandbox::User=root", "update"])
    run([*apt, "-oAPT::Sandbox::User=root", "download", *wanted])
    for archive in sorted(archives.glob("*.deb")):
        run(["dpkg", "-x", archive, root])
    done.write_text("\n".join(wanted), "utf-8")
    return root


def build(folder: Path, root: Path) -> Path:
    """Build the wheel for the stable ABI, which needs no Python of the target, with Debian's compiler."""
    out = folder / "dist"
    shutil.rmtree(out, ignore_errors=True)
    settings = {
        "RUSTC": "/usr/bin/rustc",
        "RUSTFLAGS": f"--sysroot={root / 'usr'}",
        "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER": "aarch64-linux-gnu-gcc",
        "CARGO_TARGET_DIR": str(folder / "target"),
    }
    command = ["maturin", "build", "--quiet", "--release", "--locked", "--features", "stable-abi"]
    command += ["--target", TARGET, "--out", str(out)]
    subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=True)
    (wheel,) = out.glob("*.whl")
    return wheel


def emulated(root: Path) -> Path:
    """Return a script that runs aarch64's Python with its arguments."""
    program = root / "python"
    program.write_text(f'#!/bin/sh\nexec qemu-aarch64 -L "{root}" "{root}/usr/bin/{PYTHON}" "$@"\n', "utf-8")
    program.chmod(0o755)
    return program


def try_it(wheel: Path, root: Path, tests: Sequence[str]) -> None:
    """Install only the wheel, compare its answers with the running package's, and run the tests."""
    python = emulated(root)
    packages = root / "usr" / "lib" / "python3" / "dist-packages"
    shutil.rmtree(packages, ignore_errors=True)
    packages.mkdir(parents=True)
    install(python, "--no-index", "--no-deps", "--target", str(packages), str(wheel))
    run([python, "-I", "-c", ALONE])
    print(f"  {wheel.name} is installed alone, and works", flush=True)
    print(run([sys.executable, COMPARE, f"--python={python}"]).replace(str(python), f"{PYTHON} of aarch64"), flush=True)
    install(python, "--target", str(packages), "--upgrade", *NEEDS)
    print(run([python, "-I", "-m", "pytest", "-p", "no:cacheprovider", *tests]).rpartition("\n")[2])


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and test, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--wheel", type=Path, help="only try this one")
    parser.add_argument("tests", nargs="*", default=SUBSET)
    given = parser.parse_args(arguments)
    there = {name for name in NEEDED if shutil.which(name) or Path(name).is_file()}
    missing = [f"{name} ({package})" for name, package in NEEDED.items() if name not in there]
    if missing:
        print(f"missing: {', '.join(missing)}", file=sys.stderr)
        return 1
    begun = time.monotonic()
    try:
        print("Python and Rust's standard library for aarch64 ...", flush=True)
        root = unpacked(FOLDER)
        print("the wheel ...", flush=True)
        wheel = given.wheel or build(FOLDER, root)
        print("the emulator ...", flush=True)
        try_it(wheel.resolve(), root, given.tests)
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"done in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
