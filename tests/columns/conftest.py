"""Shared by the tests of columns: a user's own grammar, compiled before any test is timed."""

from __future__ import annotations

import pytest

from support import single


@pytest.fixture(autouse=True, scope="session")
def _compiled() -> None:
    single.house()
