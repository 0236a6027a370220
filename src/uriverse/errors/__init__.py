"""The exception hierarchy: errors have the position, the rule, what was expected, and a hint.

Errors are logged, so `str` and `repr` of every error mask passwords and `args` is empty; attributes such as `text` are
not masked.
"""

from uriverse.errors.agreements import AgreementError
from uriverse.errors.references import ResolutionError, URISyntaxError
from uriverse.errors.urls import URLError
from uriverse.ground.base_errors import GrammarError, PercentError, UnknownEditionError, UnknownRuleError
from uriverse.ground.base_errors import UnknownWordError, URIError

__all__ = [
    "AgreementError", "GrammarError", "PercentError", "ResolutionError", "URIError", "URISyntaxError", "URLError",
    "UnknownEditionError", "UnknownRuleError", "UnknownWordError",
]  # fmt: skip

# Tracebacks show each class with its public name: uriverse.errors.URISyntaxError.
for _name in __all__:
    globals()[_name].__module__ = __name__
