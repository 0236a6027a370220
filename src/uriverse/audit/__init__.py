"""Audit: what somebody should know about a text before it is shown, checked or fetched, valid or not.

What goes in is any text or reference. What comes out is a tuple of rows: findings, and the syntax error where the
edition refuses the text. A finding is not a syntax error; the list of findings, with severities, clauses, profiles and
examples, is data (`findings.toml`). docs/audit.md says how to add one.
"""

from __future__ import annotations

from uriverse.ground.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.audit.auditing import findings, worst
    from uriverse.audit.catalogue import FINDINGS, PROFILES, SOURCES, Definition, Source, UnknownFinding
    from uriverse.audit.requirements import Reason, RequirementError, require
    from uriverse.audit.values import SEVERITIES, Finding, Row, Severity, SyntaxRow

__getattr__, __dir__ = later(
    __name__,
    {
        "uriverse.audit.auditing": ("findings", "worst"),
        "uriverse.audit.catalogue": ("FINDINGS", "PROFILES", "SOURCES", "Definition", "Source", "UnknownFinding"),
        "uriverse.audit.requirements": ("Reason", "RequirementError", "require"),
        "uriverse.audit.values": ("SEVERITIES", "Finding", "Row", "Severity", "SyntaxRow"),
    },
)

__all__ = [
    "FINDINGS",
    "PROFILES",
    "SEVERITIES",
    "SOURCES",
    "Definition",
    "Finding",
    "SyntaxRow",
    "Row",
    "Reason",
    "RequirementError",
    "Severity",
    "Source",
    "UnknownFinding",
    "findings",
    "require",
    "worst",
]
