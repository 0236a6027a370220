"""Django is configured once in a process, by the example."""

from __future__ import annotations

from types import ModuleType

import pytest

from support.paths import ROOT
from support.programs import program


@pytest.fixture(scope="session")
def django_app() -> ModuleType:
    import django

    app = program(ROOT / "examples" / "web" / "django_app.py")
    django.setup()
    return app
