"""Which URLs a program takes: `Policy`, and `safe_redirect` for the target of a redirect."""

from uriverse.policies.policy import Policy as Policy
from uriverse.policies.reasons import ComparisonError as ComparisonError
from uriverse.policies.reasons import Excess as Excess, PolicyError as PolicyError, Reason as Reason
from uriverse.policies.redirects import safe_redirect as safe_redirect

__all__ = ["ComparisonError", "Excess", "Policy", "PolicyError", "Reason", "safe_redirect"]
