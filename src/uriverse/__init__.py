"""Every edition of the URI standard as one exact and very fast engine.

    >>> import uriverse as uv
    >>> ref = uv.parse("http://a/b/c/d;p?q")
    >>> ref.host, ref.path, ref.query, ref.fragment
    ('a', '/b/c/d;p', 'q', None)
    >>> str(ref.resolve("../g"))
    'http://a/b/g'

Nothing is compiled and no optional library is loaded by importing this; what is heavy loads when first used.
"""

from __future__ import annotations

from uriverse._core import (
    URI,
    Components,
    Glob,
    RelativeReference,
    URIReference,
    __version__,
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
from uriverse._core import register_agreement as _register_agreement
from uriverse._core import register_schemes as _register_schemes
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
from uriverse.own_grammars import register_compiler as _register_compiler
from uriverse.reference import methods as _methods
from uriverse.reference.resolution import SameDocument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uriverse import audit as audit
    from uriverse import columns as columns
    from uriverse import confusion as confusion
    from uriverse import documents as documents
    from uriverse import hosts as hosts
    from uriverse import iris as iris
    from uriverse import lab as lab
    from uriverse import oracle as oracle
    from uriverse import schemes as schemes
    from uriverse import templates as templates
    from uriverse import whatwg as whatwg
    from uriverse.canonicalization import canonical, key
    from uriverse.confusion import agreement
    from uriverse.constraints import Constraint
    from uriverse.editions.registry import EDITIONS, Edition, EditionId
    from uriverse.hosts import same_origin, same_site
    from uriverse.iris import display, to_iri, to_uri
    from uriverse.reference.composition import compose
    from uriverse.reference.mending import mend
    from uriverse.reference.paths import path_segments
    from uriverse.reference.queries import QueryPairs, query_pairs
    from uriverse.text import find

_methods.attach()


def _schemes() -> object:
    """The package that knows the rules of schemes: the compiled module calls this when it needs them."""
    from uriverse import schemes

    return schemes


_register_schemes(_schemes)


def _agreement_checker() -> Callable[..., None]:
    """What raises unless readers agree: the compiled module calls this when `parse` is given `agree`."""
    from uriverse.confusion.agreements import check_agreement

    return check_agreement


_register_agreement(_agreement_checker)


def _compiler() -> Callable[..., Edition]:
    """The compiler of own grammars: `Edition.from_grammar` calls this when a grammar is given."""
    from uriverse.grammar.own import edition_from_grammar

    return edition_from_grammar


_register_compiler(_compiler)

_LATER = {
    "Constraint": "uriverse.constraints",
    "EDITIONS": "uriverse.editions.registry",
    "Edition": "uriverse.editions.registry",
    "EditionId": "uriverse.editions.registry",
    "QueryPairs": "uriverse.reference.queries",
    "agreement": "uriverse.confusion",
    "canonical": "uriverse.canonicalization",
    "compose": "uriverse.reference.composition",
    "display": "uriverse.iris",
    "find": "uriverse.text",
    "key": "uriverse.canonicalization",
    "mend": "uriverse.reference.mending",
    "path_segments": "uriverse.reference.paths",
    "query_pairs": "uriverse.reference.queries",
    "same_origin": "uriverse.hosts",
    "same_site": "uriverse.hosts",
    "to_iri": "uriverse.iris",
    "to_uri": "uriverse.iris",
}
_MODULES = {
    "audit": "uriverse.audit",
    "columns": "uriverse.columns",
    "confusion": "uriverse.confusion",
    "documents": "uriverse.documents",
    "hosts": "uriverse.hosts",
    "iris": "uriverse.iris",
    "lab": "uriverse.lab",
    "oracle": "uriverse.oracle",
    "schemes": "uriverse.schemes",
    "templates": "uriverse.templates",
    "whatwg": "uriverse.whatwg",
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _LATER:
        found: object = getattr(import_module(_LATER[name]), name)
    elif name in _MODULES:
        found = import_module(_MODULES[name])
    else:
        raise AttributeError(f"module 'uriverse' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*__all__, *globals()})


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
    "oracle",
    "parse",
    "path_segments",
    "query_pairs",
    "relativize",
    "remove_dot_segments",
    "resolve",
    "same_origin",
    "same_site",
    "schemes",
    "split",
    "templates",
    "to_iri",
    "to_uri",
    "whatwg",
]
