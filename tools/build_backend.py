"""The build backend of pip and uv: maturin's, after a look whether Rust is there and new enough.

Where cargo is missing, maturin's own backend downloads Rust, and ends in a hundred lines of traceback if it cannot.
Where Rust is old, cargo may fail in the file of versions, and does not name the remedy. A panic names the file of its
crate, so the binary would have the builder's home in it: the home of cargo is called /cargo instead.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import maturin
from maturin import build_editable as build_editable
from maturin import build_sdist as build_sdist
from maturin import prepare_metadata_for_build_wheel as prepare_metadata_for_build_wheel

Settings = Mapping[str, Any] | None

RUSTUP = "https://rustup.rs installs it: curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y"


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what maturin needs for a wheel, or end with a message."""
    look_for_rust()
    return list(maturin.get_requires_for_build_wheel(config_settings))


get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel
prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build the wheel by maturin, with the flags that leave no path of the machine in it."""
    os.environ["CARGO_ENCODED_RUSTFLAGS"] = flags()
    return str(maturin.build_wheel(wheel_directory, config_settings, metadata_directory))


def flags() -> str:
    """Return the environment's flags for rustc, and ours, in cargo's encoding, which allows a space in a path.

    Flags in a configuration file of cargo are not read then, as with `RUSTFLAGS`.
    """
    encoded = os.environ.get("CARGO_ENCODED_RUSTFLAGS")
    before = os.environ.get("RUSTFLAGS", "").split() if encoded is None else encoded.split("\x1f")
    home = os.environ.get("CARGO_HOME") or str(Path.home() / ".cargo")
    return "\x1f".join(dict.fromkeys([*filter(None, before), f"--remap-path-prefix={home}=/cargo"]))


def look_for_rust() -> None:
    """End with a message and the exit code 1 if there is no cargo, or one that is too old."""
    manifest = tomllib.loads(Path("Cargo.toml").read_text("utf-8"))
    needed = manifest["workspace"]["package"]["rust-version"]
    cargo = shutil.which("cargo")
    if cargo is None:
        sys.exit(
            f"uriverse is compiled from source, which needs Rust {needed} or later, and there is no cargo on PATH.\n"
            f"{RUSTUP}\nThen open a new shell, and run the same command again."
        )
    answer = subprocess.run([cargo, "--version"], capture_output=True, text=True, check=False)
    version = re.search(r"(\d+)\.(\d+)", answer.stdout)
    if answer.returncode or version is None:
        sys.exit(f"uriverse is compiled from source by cargo, which does not run ({cargo}): {answer.stderr.strip()}")
    if tuple(map(int, version.groups())) < tuple(map(int, needed.split("."))):
        sys.exit(
            f"uriverse is compiled from source, which needs Rust {needed} or later, and {cargo} is {version[0]}.\n"
            f"With rustup: rustup update. Otherwise {RUSTUP}"
        )
