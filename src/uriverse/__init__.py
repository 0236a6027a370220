"""Every edition of the URI standard as one exact and very fast engine.

    >>> import uriverse as uv
    >>> ref = uv.parse("http://a/b/c/d;p?q")
    >>> ref.host, ref.path, ref.query, ref.fragment
    ('a', '/b/c/d;p', 'q', None)
    >>> str(ref.resolve("../g"))
    'http://a/b/g'

Importing this compiles nothing and loads no optional library; heavy modules are imported lazily.
"""

from uriverse._core import URI as URI, Components as Components, Glob as Glob, RelativeReference as RelativeReference
from uriverse._core import URIReference as URIReference, __version__ as __version__, compose as compose
from uriverse._core import compose_query as compose_query, decode as decode, encode as encode, equivalent as equivalent
from uriverse._core import is_valid as is_valid, normalize as normalize, parse as parse, relativize as relativize
from uriverse._core import remove_dot_segments as remove_dot_segments, resolve as resolve, split as split

# The public names that are imported eagerly.
_EAGER = [name for name in globals() if not name.startswith("_")]

from uriverse._core import hand_over as _hand_over
from uriverse.reference import methods as _methods

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from uriverse import audit as audit, columns as columns, confusion as confusion, data as data
    from uriverse import (
        documents as documents,
        errors as errors,
        hosts as hosts,
        iris as iris,
        lab as lab,
        schemes as schemes,
    )
    from uriverse import policies as policies, templates as templates, text as text, whatwg as whatwg
    from uriverse.audit import UnknownFindingError as UnknownFindingError
    from uriverse.canonicalization import CanonicalError as CanonicalError, UnknownProfileError as UnknownProfileError
    from uriverse.canonicalization import canonical as canonical, canonical_key as canonical_key
    from uriverse.confusion import agreement as agreement
    from uriverse.editions.registry import EDITIONS as EDITIONS, Edition as Edition, EditionId as EditionId
    from uriverse.errors import AgreementError as AgreementError, GrammarError as GrammarError
    from uriverse.errors import PercentError as PercentError, ResolutionError as ResolutionError, URIError as URIError
    from uriverse.errors import URISyntaxError as URISyntaxError, UnknownEditionError as UnknownEditionError
    from uriverse.errors import UnknownRuleError as UnknownRuleError, UnknownWordError as UnknownWordError
    from uriverse.errors import URLError as URLError
    from uriverse.hosts import HostNameError as HostNameError, same_origin as same_origin, same_site as same_site
    from uriverse.iris import display as display, to_iri as to_iri, to_uri as to_uri
    from uriverse.policies import ComparisonError as ComparisonError, Policy as Policy, PolicyError as PolicyError
    from uriverse.policies import safe_redirect as safe_redirect
    from uriverse.reference.mending import mend as mend
    from uriverse.reference.paths import path_segments as path_segments
    from uriverse.reference.queries import QueryPairs as QueryPairs, query_pairs as query_pairs
    from uriverse.reference.resolution import SameDocument as SameDocument
    from uriverse.reference.url_type import URL as URL
    from uriverse.schemes import UnknownSchemeError as UnknownSchemeError
    from uriverse.text import find as find, redact as redact

    __all__: list[str]

_methods.attach()


def _imported(name: str) -> "ModuleType":
    from uriverse.ground.later import imported

    return imported(name)


# Python modules that the native module imports lazily through these functions.
_hand_over("schemes", lambda: _imported("uriverse.schemes"))
_hand_over("agreement check", lambda: _imported("uriverse.confusion.agreements").check_agreement)
_hand_over("grammar compiler", lambda: _imported("uriverse.grammar.own"))
_hand_over("composition", lambda: _imported("uriverse.reference.composition"))
_hand_over("host verdict", lambda: _imported("uriverse.hosts").verdict)


def __getattr__(name: str) -> object:
    later = _imported("uriverse.ground.later")
    module_of = later.lazy_names()["uriverse"]
    if name == "__all__":
        # `errors` is an attribute but not a public name of the root, which has the common errors itself.
        value: object = sorted({"__version__", *_EAGER, *module_of} - {"errors"})
    elif name not in module_of:
        raise later.missing("uriverse", name)
    elif module_of[name] == "uriverse":
        value = _imported(f"uriverse.{name}")
    else:
        value = later.attribute_of(module_of[name], name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_imported("uriverse").__all__, *(name for name in globals() if name.startswith("__"))})
