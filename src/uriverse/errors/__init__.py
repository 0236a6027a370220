"""The exception tree: every error says where, which rule, what was expected and who can mend it.

Errors are logged, so `str` and `repr` of every error mask passwords and `args` is empty; attributes such as `text` are
whole.
"""

from uriverse.errors.agreements import AgreementError
from uriverse.errors.references import ResolutionError, URISyntaxError
from uriverse.errors.urls import URLError
from uriverse.ground.base_errors import GrammarError, PercentError, UnknownEdition, UnknownRule, URIError

__all__ = [
    "AgreementError",
    "GrammarError",
    "PercentError",
    "ResolutionError",
    "URIError",
    "URISyntaxError",
    "URLError",
    "UnknownEdition",
    "UnknownRule",
]

# A traceback shows each class under the name by which it is imported: uriverse.errors.URISyntaxError.
for _name in __all__:
    globals()[_name].__module__ = __name__
