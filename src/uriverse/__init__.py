"""Every edition of the URI standard as one exact and very fast engine.

    >>> import uriverse as uv
    >>> ref = uv.parse("http://a/b/c/d;p?q")
    >>> ref.host, ref.path, ref.query, ref.fragment
    ('a', '/b/c/d;p', 'q', None)
    >>> str(ref.resolve("../g"))
    'http://a/b/g'

Importing this compiles nothing and loads no optional library; heavy modules are imported lazily.
"""

from __future__ import annotations

from uriverse._core import (
    URI,
    Components,
    Glob,
    RelativeReference,
    URIReference,
    __version__,
    compose,
    compose_query,
    decode,
    encode,
    equivalent,
    is_valid,
    normalize,
    parse,
    relativize,
    remove_dot_segments,
    resolve,
    split,
)
from uriverse._core import hand_over as _hand_over
from uriverse.reference import methods as _methods

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from uriverse import audit as audit
    from uriverse import columns as columns
    from uriverse import confusion as confusion
    from uriverse import documents as documents
    from uriverse import errors as errors
    from uriverse import hosts as hosts
    from uriverse import iris as iris
    from uriverse import lab as lab
    from uriverse import schemes as schemes
    from uriverse import templates as templates
    from uriverse import text as text
    from uriverse import whatwg as whatwg
    from uriverse.audit.requirements import safe_redirect
    from uriverse.canonicalization import canonical, key
    from uriverse.confusion import agreement
    from uriverse.editions.registry import EDITIONS, Edition, EditionId
    from uriverse.errors import (
        AgreementError,
        GrammarError,
        PercentError,
        ResolutionError,
        UnknownEdition,
        UnknownRule,
        URIError,
        URISyntaxError,
    )
    from uriverse.hosts import same_origin, same_site
    from uriverse.integrations.constraints import Constraint
    from uriverse.iris import display, to_iri, to_uri
    from uriverse.reference.mending import mend
    from uriverse.reference.paths import path_segments
    from uriverse.reference.queries import QueryPairs, query_pairs
    from uriverse.reference.resolution import SameDocument
    from uriverse.text import find

_methods.attach()


def _schemes() -> object:
    """Import the rules of schemes."""
    from uriverse import schemes

    return schemes


def _agreement_check() -> Callable[..., None]:
    """Import the check for `parse` with `agree`, which raises an error unless parsers agree."""
    from uriverse.confusion.agreements import check_agreement

    return check_agreement


def _grammar_compiler() -> object:
    """Import the compiler of custom editions, for `Edition.from_grammar` and `Edition.from_files`."""
    from uriverse.grammar import own

    return own


def _composition() -> ModuleType:
    """Import the module that writes hosts, and raises errors for parts that do not compose."""
    from uriverse.reference import composition

    return composition


# Python modules that the native module imports lazily through these functions.
_hand_over("schemes", _schemes)
_hand_over("agreement check", _agreement_check)
_hand_over("grammar compiler", _grammar_compiler)
_hand_over("composition", _composition)

_LAZY = {
    "AgreementError": "uriverse.errors",
    "Constraint": "uriverse.integrations.constraints",
    "EDITIONS": "uriverse.editions.registry",
    "Edition": "uriverse.editions.registry",
    "EditionId": "uriverse.editions.registry",
    "GrammarError": "uriverse.errors",
    "PercentError": "uriverse.errors",
    "QueryPairs": "uriverse.reference.queries",
    "ResolutionError": "uriverse.errors",
    "SameDocument": "uriverse.reference.resolution",
    "URIError": "uriverse.errors",
    "URISyntaxError": "uriverse.errors",
    "UnknownEdition": "uriverse.errors",
    "UnknownRule": "uriverse.errors",
    "agreement": "uriverse.confusion",
    "canonical": "uriverse.canonicalization",
    "display": "uriverse.iris",
    "find": "uriverse.text",
    "key": "uriverse.canonicalization",
    "mend": "uriverse.reference.mending",
    "path_segments": "uriverse.reference.paths",
    "query_pairs": "uriverse.reference.queries",
    "safe_redirect": "uriverse.audit.requirements",
    "same_origin": "uriverse.hosts",
    "same_site": "uriverse.hosts",
    "to_iri": "uriverse.iris",
    "to_uri": "uriverse.iris",
}
_MODULES = (
    *("audit", "columns", "confusion", "documents", "errors", "hosts", "iris", "lab", "schemes", "templates"),
    *("text", "whatwg"),
)


def __getattr__(name: str) -> object:
    from uriverse.ground.later import imported

    if name in _LAZY:
        found: object = getattr(imported(_LAZY[name]), name)
    elif name in _MODULES:
        found = imported(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module 'uriverse' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


__all__ = [
    "EDITIONS",
    "URI",
    "AgreementError",
    "Components",
    "Constraint",
    "Edition",
    "EditionId",
    "Glob",
    "GrammarError",
    "PercentError",
    "QueryPairs",
    "RelativeReference",
    "ResolutionError",
    "SameDocument",
    "URIError",
    "URIReference",
    "URISyntaxError",
    "UnknownEdition",
    "UnknownRule",
    "__version__",
    "agreement",
    "audit",
    "canonical",
    "columns",
    "compose",
    "compose_query",
    "confusion",
    "decode",
    "display",
    "documents",
    "encode",
    "equivalent",
    "find",
    "hosts",
    "iris",
    "is_valid",
    "key",
    "lab",
    "mend",
    "normalize",
    "parse",
    "path_segments",
    "query_pairs",
    "relativize",
    "remove_dot_segments",
    "resolve",
    "safe_redirect",
    "same_origin",
    "same_site",
    "schemes",
    "split",
    "templates",
    "text",
    "to_iri",
    "to_uri",
    "whatwg",
]
