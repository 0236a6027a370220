"""`uriverse doctor`: versions, the way of scanning, days of data, and which extras are complete."""

from __future__ import annotations

import importlib.metadata
import re
from datetime import date, timedelta

import pytest

import uriverse as uv
from support import command
from uriverse.ground.shipped_data import SHIPPED
from uriverse.ground.unicode_tables import UNICODE


def test_the_report_for_people_has_every_part() -> None:
    result = command.run("doctor")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["versions", "data, as of", "extras"]
    assert lines[1].split() == ["uriverse", uv.__version__]


def test_the_days_of_the_data_are_those_of_the_data() -> None:
    [report] = command.objects(command.run("doctor", "--json"))
    assert report["data"]["public suffixes"] == uv.hosts.suffix_list().date
    assert report["data"]["URI schemes"] == uv.schemes.registry().date
    assert all(
        re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day) for name, day in report["data"].items() if "Uni" not in name
    )


def test_the_way_of_scanning_is_one_that_there_is() -> None:
    [report] = command.objects(command.run("doctor", "--json"))
    assert report["backend"] in {"avx512", "avx2", "ssse3", "neon", "scalar"}


def test_a_version_of_polars_that_calls_python_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uriverse.cli.doctor.requires", lambda _: ["polars>=1.33 ; extra == 'polars'"])
    monkeypatch.setattr("uriverse.cli.doctor.version", lambda _: "3.0.0")
    assert "polars 3.0.0 (its functions call Python)" in command.run("doctor").output


def test_an_extra_says_what_it_has_and_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    required = ["click>=8.1 ; extra == 'cli'", "no-such-package>=1 ; extra == 'cli'", "ruff ; extra == 'lint'", "other"]
    monkeypatch.setattr("uriverse.cli.doctor.requires", lambda _: required)
    [report] = command.objects(command.run("doctor", "--json"))
    click = importlib.metadata.version("click")
    assert report["extras"] == {"cli": {"installed": {"click": click}, "missing": ["no-such-package"]}}
    assert "lacks no-such-package: pip install no-such-package" in command.run("doctor").output


def test_lists_older_than_180_days_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line, and no exit code; the version of Unicode is the one that decides, not the running Python's."""
    days = {"addresses": 180, "names": 181, "public-suffixes": 181, "schemes": 0, "top-level-domains": 0}
    written = {name: str(date.today() - timedelta(days=count)) for name, count in days.items()}
    monkeypatch.setattr(type(SHIPPED["names"]), "date", lambda shipped: written[shipped.name])
    [report] = command.objects(command.run("doctor", "--json"))
    assert report["old_data"] == ["hosts of special use", "public suffixes"]
    assert report["data"]["Unicode"] == UNICODE
    result = command.run("doctor")
    assert result.exit_code == 0 and "older than 180 days: hosts of special use, public suffixes" in result.output
