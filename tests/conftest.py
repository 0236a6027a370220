"""Shared by all tests: where the data stands."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The slow twins are a package of the tests; the tests of every folder may import them.
sys.path.insert(0, str(ROOT / "tests"))
