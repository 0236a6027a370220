"""No operation of the engine takes many more instructions than when its count was recorded."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHES = Path(__file__).resolve().parent.parent / "benches"
BOUND = 1.3


def bench(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, BENCHES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_no_operation_takes_many_more_instructions_than_recorded() -> None:
    instructions = bench("instructions")
    program = instructions.built()
    slower = {}
    for backend, counts in instructions.recorded().items():
        for operation, before in counts.items():
            now = instructions.per_text(program, operation, backend)
            if now > before * BOUND:
                slower[backend, operation] = f"{now:.0f} instructions a text, {before} when recorded"
    assert not slower
