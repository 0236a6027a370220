"""Audit: what to know about a text, valid or not, before it is shown, checked or fetched.

The input is any text or reference. The result is a tuple of rows: findings, and the syntax error if the edition refuses
the text. A finding is not a syntax error. The findings are data (`findings.toml`), with severities, clauses, profiles
and examples; docs/audit.md says how to add one.
"""

from __future__ import annotations

from uriverse.ground.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.audit.auditing import findings as findings
    from uriverse.audit.catalogue import FINDINGS as FINDINGS, PROFILES as PROFILES, SOURCES as SOURCES
    from uriverse.audit.catalogue import (
        Definition as Definition,
        Source as Source,
        UnknownFindingError as UnknownFindingError,
    )
    from uriverse.audit.rows import worst as worst
    from uriverse.audit.values import SEVERITIES as SEVERITIES, Finding as Finding, Row as Row, Severity as Severity
    from uriverse.audit.values import SyntaxRow as SyntaxRow

__getattr__, __dir__, __all__ = later(__name__)
