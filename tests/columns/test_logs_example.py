"""The analysis of a log of the examples."""

from __future__ import annotations

from support.paths import ROOT
from support.programs import program

logs = program(ROOT / "examples" / "web" / "logs.py")
LINE = '192.0.2.1 - - [23/Nov/2026:10:00:00 +0000] "GET {} HTTP/1.1" 200 512 "-" "agent"\n'


def test_directories_parameters_and_attacks() -> None:
    targets = ["/docs/a?page=1", "/docs/b?page=2&lang=de", "/%2e%2e/%00etc/passwd", "/docs/a b"]
    found = logs.analysed("".join(map(LINE.format, targets)))
    assert found["parameter"] == [("page", 2), ("lang", 1)]
    assert ("/docs/", 2) in found["directory"]
    assert {"escape-dot-segment", "escape-nul"} <= {value for value, _ in found["finding"]}
