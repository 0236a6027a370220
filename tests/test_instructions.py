"""No operation of the engine takes many more instructions than when its count was recorded."""

from pathlib import Path
from types import ModuleType

import pytest

from support.programs import program

BENCHES = Path(__file__).resolve().parent.parent / "benches"
BOUND = 1.3


def bench(name: str) -> ModuleType:
    return program(BENCHES / f"{name}.py")


@pytest.mark.slow
def test_no_operation_takes_many_more_instructions_than_recorded() -> None:
    instructions = bench("instructions")
    program = instructions.built()
    slower = {}
    for backend, recorded in instructions.recorded().items():
        counts = instructions.counted(program, backend)
        assert counts.keys() == recorded.keys()
        for operation, before in recorded.items():
            now = counts[operation]
            if now > before * BOUND:
                slower[backend, operation] = f"{now:.0f} instructions a text, {before} when recorded"
    assert not slower
