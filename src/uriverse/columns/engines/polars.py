"""Polars: a namespace `uri` on expressions and series; importing this module registers it.

    >>> import polars as pl
    >>> import uriverse.columns.polars
    >>> pl.DataFrame({"url": ["http://a/b", "http://h/a b"]}).select(pl.col("url").uri.host()).to_series().to_list()
    ['a', None]

Every method is elementwise, so that it works eagerly, lazily and on the streaming engine. A kernel takes as
many threads as Polars has (`POLARS_MAX_THREADS`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import polars as pl
from polars import thread_pool_size

from uriverse import columns as uc
from uriverse.columns.kernels.find import MATCH, ROW, Holds
from uriverse.columns.kernels.parse import fields_of, wanted
from uriverse.columns.kernels.views import parts_of

if TYPE_CHECKING:
    from uriverse import Edition, EditionId
    from uriverse._core import AnyEdition, Column, ExcessParents, Glob, Level
    from uriverse.canonicalization import Profile, ProfileId
    from uriverse.columns.kernels.parse import Attribute, Want
    from uriverse.hosts import SuffixList
    from uriverse.hosts.international import Rules
    from uriverse.text.delimiters import Hyphens
    from uriverse.text.schemes import Schemes

Other: TypeAlias = "str | pl.Expr"

TYPES: Final[Mapping[str, Any]] = {
    "port": pl.Int64,
    "valid": pl.Boolean,
    "error_at": pl.Int32,
}
# The port of the URL Standard's URLs is a text.
URL_TYPES: Final = {name: kind for name, kind in TYPES.items() if name != "port"}
# Every expression is run on no rows when it is made: wrong arguments are told then, and not by the query.
NOTHING: Final = pl.Series([], dtype=pl.String)
AGREEMENT: Final = pl.Struct(
    {"agrees": pl.Boolean, "differs": pl.String, "split_host": pl.String, "whatwg_host": pl.String}
)
ERROR: Final = pl.Struct({"reason": pl.String, "at": pl.Int32, "rule": pl.String, "hint": pl.String})


def _struct(want: Iterable[str], types: Mapping[str, Any] = TYPES) -> pl.Struct:
    return pl.Struct({name: types.get(name, pl.String) for name in fields_of(want)})


def _list(fields: Mapping[str, Holds]) -> pl.List:
    types = {"int32": pl.Int32, "bool": pl.Boolean}
    return pl.List(pl.Struct({name: types.get(holds, pl.String) for name, holds in fields.items()}))


@pl.api.register_expr_namespace("uri")
class UriExpressions:
    """`pl.col("url").uri`: the functions of `uriverse.columns` on an expression, with the same arguments."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def _map(self, run: Callable[[pl.Series], Column], returns: Any) -> pl.Expr:
        run(NOTHING)
        return self._expr.map_batches(
            lambda series: pl.Series(series.name, run(series)), return_dtype=returns, is_elementwise=True
        )

    def _map_both(self, other: Other, run: Callable[[pl.Series, Any], Column], returns: Any) -> pl.Expr:
        if isinstance(other, str):
            return self._map(lambda series: run(series, other), returns)
        run(NOTHING, NOTHING)

        def both(series: Any) -> pl.Series:
            first, second = series
            # Polars hands over a literal as one row.
            if len(second) == 1:
                second = second.new_from_index(0, len(first))
            elif len(first) == 1:
                first = first.new_from_index(0, len(second))
            return pl.Series(first.name, run(first, second))

        return pl.map_batches([self._expr, other], both, return_dtype=returns, is_elementwise=True)

    def parse(self, *, want: Iterable[Want | Attribute] | None = None, edition: AnyEdition = None) -> pl.Expr:
        """The wanted parts as a struct; see `uriverse.columns.parse`."""
        names = wanted(want, edition)
        returns = _struct(names, TYPES if edition != "whatwg" else URL_TYPES)
        return self._map(
            lambda series: uc.parse(series, want=names, edition=edition, threads=thread_pool_size()), returns
        )

    def split(self, *, want: Iterable[Want] | None = None, edition: AnyEdition = None) -> pl.Expr:
        """The components of each text, valid or not, as a struct; see `uriverse.columns.split`."""
        names = list(uc.SPLIT_WANT if want is None else want)
        return self._map(
            lambda series: uc.split(series, want=names, edition=edition, threads=thread_pool_size()), _struct(names)
        )

    def is_valid(self, *, rule: str | None = None, edition: AnyEdition = None) -> pl.Expr:
        """Whether the edition, or one rule of it, accepts each text."""
        return self._map(
            lambda series: uc.is_valid(series, rule=rule, edition=edition, threads=thread_pool_size()), pl.Boolean
        )

    def errors(self, *, edition: AnyEdition = None) -> pl.Expr:
        """Why each text is refused: a struct of reason, at, rule and hint; null where it is fine."""
        return self._map(lambda series: uc.errors(series, edition=edition, threads=thread_pool_size()), ERROR)

    def resolve(
        self,
        base: Other,
        *,
        want: Iterable[str] | None = None,
        edition: AnyEdition = None,
        strict: bool = True,
        excess_parents: ExcessParents | None = None,
        new_request: bool = False,
    ) -> pl.Expr:
        """Each reference resolved against a base: a text or an expression; see `uriverse.columns.resolve`."""
        names = None if want is None else list(want)
        returns = pl.String if names is None else _struct(names)

        def run(series: pl.Series, base: Any) -> Column:
            return uc.resolve(
                series,
                base,
                want=names,
                edition=edition,
                strict=strict,
                excess_parents=excess_parents,
                new_request=new_request,
                threads=thread_pool_size(),
            )

        return self._map_both(base, run, returns)

    def relativize(self, base: Other, *, edition: AnyEdition = None) -> pl.Expr:
        """A short reference for each target that resolves to it against the base."""
        return self._map_both(
            base, lambda a, b: uc.relativize(a, b, edition=edition, threads=thread_pool_size()), pl.String
        )

    def normalize(self, level: Level = "syntax", *, edition: AnyEdition = None) -> pl.Expr:
        """The normal form of each text on a level."""
        return self._map(
            lambda series: uc.normalize(series, level=level, edition=edition, threads=thread_pool_size()), pl.String
        )

    def mend(self, *, scheme: str | None = None, edition: EditionId | Edition = "rfc3986") -> pl.Expr:
        """The reference that each text most likely means; null where there is no single likely one."""
        return self._map(
            lambda series: uc.mend(series, scheme=scheme, edition=edition, threads=thread_pool_size()), pl.String
        )

    def to_uri(self, *, host: Literal["idna", "percent"] = "idna") -> pl.Expr:
        """The URI to which each IRI maps; null where there is none."""
        return self._map(lambda series: uc.to_uri(series, host=host, threads=thread_pool_size()), pl.String)

    def to_iri(self) -> pl.Expr:
        """The IRI for which each URI stands."""
        return self._map(lambda series: uc.to_iri(series, threads=thread_pool_size()), pl.String)

    def to_ascii(self, *, rules: Rules = "uts46") -> pl.Expr:
        """Each name in ASCII; null where the rules refuse it."""
        return self._map(lambda series: uc.to_ascii(series, rules=rules, threads=thread_pool_size()), pl.String)

    def agreement(self) -> pl.Expr:
        """Where two parsers go for each text, and on what they differ: a struct; see `uriverse.columns.agreement`."""
        return self._map(lambda series: uc.agreement(series, threads=thread_pool_size()), AGREEMENT)

    def canonical(self, profile: ProfileId | Profile) -> pl.Expr:
        """The canonical form of each text by a profile; null where the profile refuses it."""
        return self._map(lambda series: uc.canonical(series, profile=profile, threads=thread_pool_size()), pl.String)

    def key(self, profile: ProfileId | Profile) -> pl.Expr:
        """The canonical form of each text by a profile as a number of 64 bits; null where the profile refuses it."""
        return self._map(lambda series: uc.key(series, profile=profile, threads=thread_pool_size()), pl.Int64)

    def view(self, scheme: str | None = None, *, document: str | None = None, edition: AnyEdition = None) -> pl.Expr:
        """A struct of the parts that a scheme's own syntax has, JSON without `scheme`; see `uriverse.columns.view`."""
        if scheme is None:
            return self._map(lambda series: uc.view(series, document=document, edition=edition), pl.String)
        kinds = {
            "int64": pl.Int64,
            "texts": pl.List(pl.String),
            "pairs": pl.List(pl.Struct({"name": pl.String, "value": pl.String})),
        }
        returns = {name: kinds.get(part, pl.String) for name, part in parts_of(scheme, document).items()}
        return self._map(lambda series: uc.view(series, scheme, document=document, edition=edition), pl.Struct(returns))

    def template(self, template: str) -> pl.Expr:
        """The reference that a template makes of each row's values, a struct or a JSON object."""
        return self._map(lambda series: uc.template(series, template), pl.String)

    def suffix(
        self,
        *,
        private: bool = True,
        default: bool = True,
        suffixes: SuffixList | None = None,
        edition: AnyEdition = None,
    ) -> pl.Expr:
        """The public suffix of each host; see `uriverse.columns.suffix`."""
        return self._name_part(uc.suffix, private, default, suffixes, edition)

    def domain(
        self,
        *,
        private: bool = True,
        default: bool = True,
        suffixes: SuffixList | None = None,
        edition: AnyEdition = None,
    ) -> pl.Expr:
        """The registrable domain of each host; see `uriverse.columns.domain`."""
        return self._name_part(uc.domain, private, default, suffixes, edition)

    def subdomain(
        self,
        *,
        private: bool = True,
        default: bool = True,
        suffixes: SuffixList | None = None,
        edition: AnyEdition = None,
    ) -> pl.Expr:
        """What stands before the registrable domain of each host; see `uriverse.columns.subdomain`."""
        return self._name_part(uc.subdomain, private, default, suffixes, edition)

    def _name_part(
        self,
        part: Callable[..., Column],
        private: bool,
        default: bool,
        suffixes: SuffixList | None,
        edition: AnyEdition,
    ) -> pl.Expr:
        return self._map(
            lambda series: part(
                series,
                private=private,
                default=default,
                suffixes=suffixes,
                edition=edition,
                threads=thread_pool_size(),
            ),
            pl.String,
        )

    def tld(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The last label of each host's name; see `uriverse.columns.tld`."""
        return self._map(lambda series: uc.tld(series, edition=edition, threads=thread_pool_size()), pl.String)

    def without_www(self, *, edition: AnyEdition = None) -> pl.Expr:
        """Each text without the "www." at the front of its host."""
        return self._map(lambda series: uc.without_www(series, edition=edition, threads=thread_pool_size()), pl.String)

    def hierarchy(self, *, edition: AnyEdition = None) -> pl.Expr:
        """What contains each text, level by level: a list of texts; see `uriverse.columns.hierarchy`."""
        return self._map(lambda series: uc.hierarchy(series, edition=edition), pl.List(pl.String))

    def path_hierarchy(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The levels of each path: a list of texts."""
        return self._map(lambda series: uc.path_hierarchy(series, edition=edition), pl.List(pl.String))

    def site(
        self, *, schemeful: bool = True, suffixes: SuffixList | None = None, edition: AnyEdition = None
    ) -> pl.Expr:
        """The site of each text: scheme and registrable domain; see `uriverse.columns.site`."""
        return self._map(
            lambda series: uc.site(
                series, schemeful=schemeful, suffixes=suffixes, edition=edition, threads=thread_pool_size()
            ),
            pl.String,
        )

    def origin(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The origin of each text: scheme, host and port; see `uriverse.columns.origin`."""
        return self._map(lambda series: uc.origin(series, edition=edition, threads=thread_pool_size()), pl.String)

    def equivalent(self, other: Other, *, level: Level = "syntax", edition: AnyEdition = None) -> pl.Expr:
        """Whether both texts of each row have the same normal form."""
        return self._map_both(
            other,
            lambda a, b: uc.equivalent(a, b, level=level, edition=edition, threads=thread_pool_size()),
            pl.Boolean,
        )

    def encode(self, component: str, *, keep_triplets: bool = False, edition: AnyEdition = None) -> pl.Expr:
        """Each text percent-encoded as data for a component."""
        return self._map(
            lambda series: uc.encode(
                series, component=component, keep_triplets=keep_triplets, edition=edition, threads=thread_pool_size()
            ),
            pl.String,
        )

    def decode(
        self, *, errors: Literal["strict", "replace"] = "strict", malformed: Literal["refuse", "keep"] = "refuse"
    ) -> pl.Expr:
        """Each text percent-decoded, once."""
        return self._map(
            lambda series: uc.decode(series, errors=errors, malformed=malformed, threads=thread_pool_size()), pl.String
        )

    def query_value(self, name: str, *, form: bool = False, edition: AnyEdition = None) -> pl.Expr:
        """The decoded value of the first pair of each query that has this name."""
        return self._map(
            lambda series: uc.query_value(series, name, form=form, edition=edition, threads=thread_pool_size()),
            pl.String,
        )

    def query_names(self, *, form: bool = False, edition: AnyEdition = None) -> pl.Expr:
        """The decoded names of the pairs of each query, a list of texts."""
        return self._map(lambda series: uc.query_names(series, form=form, edition=edition), pl.List(pl.String))

    def query_pairs(self, *, form: bool = False, edition: AnyEdition = None) -> pl.Expr:
        """The decoded pairs of each query, a list of structs; see `uriverse.columns.query_pairs`."""
        returns = pl.List(pl.Struct({"name": pl.String, "value": pl.String}))
        return self._map(
            lambda series: uc.query_pairs(series, form=form, edition=edition, threads=thread_pool_size()), returns
        )

    def with_pairs(
        self,
        *,
        set: Mapping[str, Any] | Mapping[Glob, Any] | None = None,
        add: Mapping[str, Any] | Iterable[tuple[str, Any]] | None = None,
        remove: str | Glob | Iterable[str | Glob] | None = None,
        form: bool = False,
        edition: AnyEdition = None,
    ) -> pl.Expr:
        """Each text with some pairs of its query changed; see `uriverse.columns.with_pairs`."""
        # They are read once for each batch.
        added = list(add) if isinstance(add, Iterator) else add
        removed = list(remove) if isinstance(remove, Iterator) else remove
        return self._map(
            lambda series: uc.with_pairs(
                series, set=set, add=added, remove=removed, form=form, edition=edition, threads=thread_pool_size()
            ),
            pl.String,
        )

    def find(
        self,
        *,
        edition: EditionId | Edition = "rfc3986",
        schemes: Schemes = "registered",
        hyphens: Hyphens = "keep",
        lenient: bool = False,
        abbreviated: bool = False,
    ) -> pl.Expr:
        """The references in each text, a list of structs; see `uriverse.columns.find`."""
        return self._map(
            lambda series: uc.find(
                series, edition=edition, schemes=schemes, hyphens=hyphens, lenient=lenient, abbreviated=abbreviated
            ),
            _list(MATCH),
        )

    def audit(self, *, profile: str | Collection[str] = "all", edition: AnyEdition = None) -> pl.Expr:
        """What an audit says of each text, a list of structs; see `uriverse.columns.audit`."""
        return self._map(lambda series: uc.audit(series, profile=profile, edition=edition), _list(ROW))

    def _part(self, name: Want, edition: AnyEdition) -> pl.Expr:
        return self._map(
            lambda series: getattr(uc, name)(series, edition=edition, threads=thread_pool_size()),
            TYPES.get(name, pl.String),
        )

    def scheme(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The scheme."""
        return self._part("scheme", edition)

    def authority(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The authority."""
        return self._part("authority", edition)

    def userinfo(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The userinfo."""
        return self._part("userinfo", edition)

    def host(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The host."""
        return self._part("host", edition)

    def port(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The port as a number."""
        return self._part("port", edition)

    def port_text(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The port as written."""
        return self._part("port_text", edition)

    def path(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The path."""
        return self._part("path", edition)

    def params(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The params of RFC 1808."""
        return self._part("params", edition)

    def query(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The query."""
        return self._part("query", edition)

    def fragment(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The fragment."""
        return self._part("fragment", edition)

    def kind(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The kind of reference."""
        return self._part("kind", edition)

    def host_type(self, *, edition: AnyEdition = None) -> pl.Expr:
        """The form of the host."""
        return self._part("host_type", edition)


@pl.api.register_series_namespace("uri")
class UriSeries:
    """`series.uri`: the same methods on a series; where an expression is taken, a series is."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def __getattr__(self, name: str) -> Callable[..., pl.Series]:
        if name.startswith("_") or not hasattr(UriExpressions, name):
            raise AttributeError(f"'uri' has no method {name!r}")

        def method(*arguments: Any, **keywords: Any) -> pl.Series:
            literals = [pl.lit(value) if isinstance(value, pl.Series) else value for value in arguments]
            expression = getattr(UriExpressions(pl.lit(self._series)), name)(*literals, **keywords)
            return pl.select(expression.alias(self._series.name)).to_series()

        return method
