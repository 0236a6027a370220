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
    slower = {}
    counts, recorded = instructions.every_count(), instructions.recorded()
    assert {place: set(found) for place, found in counts.items()} == {
        place: set(all) for place, all in recorded.items()
    }
    for place, found in counts.items():
        for operation, now in found.items():
            before = recorded[place][operation]
            if now > before * BOUND:
                slower[place, operation] = f"{now:.0f} instructions a text, {before} when recorded"
    assert not slower
