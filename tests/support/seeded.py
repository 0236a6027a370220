"""The seed and the length of a generator's run."""

from __future__ import annotations

import os


def seed_and_cases(seed: int, cases: int) -> tuple[int, int]:
    """Those of the gate, or of the variables URIVERSE_SEED and URIVERSE_CASES."""
    return int(os.environ.get("URIVERSE_SEED", seed)), int(os.environ.get("URIVERSE_CASES", cases))
