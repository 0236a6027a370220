"""A user's own grammar is compiled once, before any test is timed."""

from __future__ import annotations

import pytest

from columns import scalar


@pytest.fixture(autouse=True, scope="session")
def _compiled() -> None:
    scalar.house()
