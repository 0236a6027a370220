"""Generate docs/checks-and-fetches.svg, which README and the first pages show, from vectors/agreement/payloads.json."""

from __future__ import annotations

import sys

from generated import ROOT, Output, Outputs

sys.path.append(str(ROOT / "oracle"))

from parser_report.confusion import picture


def outputs() -> Outputs:
    """Yield the picture."""
    yield Output(ROOT / "docs" / "checks-and-fetches.svg", picture().encode())
