"""Audit: what a text does that somebody should know before it is shown, checked or fetched; valid or not.

Findings are no syntax errors. Their list, with severities, clauses, profiles and examples, is data (findings.toml).
"""

from uriverse.audit.auditing import findings, worst
from uriverse.audit.catalogue import FINDINGS, PROFILES, Definition, UnknownFinding
from uriverse.audit.kinds import address_kind
from uriverse.audit.values import SEVERITIES, Finding, Refusal, Row, Severity
from uriverse.hosts import embedded_address as embedded
from uriverse.hosts.numeric import Meaning, inet_aton, meaning

__all__ = [
    "FINDINGS",
    "PROFILES",
    "SEVERITIES",
    "Definition",
    "Finding",
    "Meaning",
    "Refusal",
    "Row",
    "Severity",
    "UnknownFinding",
    "address_kind",
    "embedded",
    "findings",
    "inet_aton",
    "meaning",
    "worst",
]
