"""An installation from source ends with a message where Rust is missing, broken or old, before anything is compiled."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from support.paths import ROOT
from support.programs import tool

NEEDED = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]["rust-version"]


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The backend in the repository, without maturin, and with nothing on PATH but a folder."""
    maturin = ModuleType("maturin")
    for name in ("build_editable", "build_sdist", "build_wheel", "prepare_metadata_for_build_wheel"):
        setattr(maturin, name, None)
    maturin.get_requires_for_build_wheel = lambda _: ["cffi"]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "maturin", maturin)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(ROOT)
    return tool("build_backend")


@pytest.mark.parametrize(
    ("cargo", "message"),
    [
        (None, f"needs Rust {NEEDED} or later, and there is no cargo on PATH.\nhttps://rustup.rs installs it: curl "),
        ("echo cargo 1.63.0", f"needs Rust {NEEDED} or later, and "),
        ("echo no default toolchain >&2; exit 1", "which does not run ("),
    ],
)
def test_what_is_missing_is_said_in_three_lines(
    cargo: str | None, message: str, backend: ModuleType, tmp_path: Path
) -> None:
    """With what to do; pip and uv show it as it is, because it is no traceback."""
    if cargo is not None:
        (tmp_path / "cargo").write_text(f"#!/bin/sh\n{cargo}\n", "utf-8")
        (tmp_path / "cargo").chmod(0o755)
    for hook in ("wheel", "editable", "sdist"):
        with pytest.raises(SystemExit) as ending:
            getattr(backend, f"get_requires_for_build_{hook}")()
        assert message in str(ending.value) and str(ending.value).count("\n") < 3


def test_a_new_cargo_builds(backend: ModuleType, tmp_path: Path) -> None:
    """Then the backend is maturin's."""
    (tmp_path / "cargo").write_text(f"#!/bin/sh\necho cargo {NEEDED}.0\n", "utf-8")
    (tmp_path / "cargo").chmod(0o755)
    assert backend.get_requires_for_build_wheel() == ["cffi"]
