"""Programs beside the package (in `tools/`, `benches/`, `examples/`), loaded so that a test can call what they do."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from support.paths import ROOT


def program(path: Path) -> ModuleType:
    """A file as a module of its name; it finds the files beside it, as it does when it is run."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module


def tool(name: str) -> ModuleType:
    """A program of `tools/`."""
    return program(ROOT / "tools" / f"{name}.py")
