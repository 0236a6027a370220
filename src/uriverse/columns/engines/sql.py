"""The functions that SQL engines get: names, arguments, types of results, and what they run.

One list for all engines, so that one query text runs on each and gives the same rows. Arguments are texts; a result is
`text`, `bool`, `int32`, `int64`, a struct of such by name, or a list of structs or texts. An argument that chooses (a
level, a component, a query's name) may be a column too: it is worked once for each distinct choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

from uriverse import _core
from uriverse import columns as uc
from uriverse.columns.kernels.agreement import AGREEMENT
from uriverse.columns.kernels.find import MATCH, ROW, Holds
from uriverse.columns.kernels.parse import PARTS, SPLIT_WANT, fields_of, wanted
from uriverse.reference.queries import query_pairs

if TYPE_CHECKING:
    from uriverse._core import AnyEdition, Column, Level
    from uriverse.canonicalization import ProfileId
    from uriverse.columns.kernels.parse import Want
    from uriverse.hosts import SuffixList

# What reads the list of public suffixes.
OF_SUFFIXES: Final = (uc.suffix, uc.domain, uc.subdomain, uc.site)

Simple: TypeAlias = Literal["text", "bool", "int32", "int64"]


@dataclass(frozen=True, slots=True)
class Lists:
    """For each row a list of structs, or of texts."""

    of: Simple | Mapping[str, Simple]


Result: TypeAlias = Simple | Mapping[str, Simple] | Lists

ERROR: Final[Mapping[str, Simple]] = {"reason": "text", "at": "int32", "rule": "text", "hint": "text"}
# Every other field of a parse is a text.
TYPES: Final[Mapping[str, Simple]] = {"port": "int64", "valid": "bool", "error_at": "int32"}
# The port of the URL Standard's URLs is a text.
URL_TYPES: Final[Mapping[str, Simple]] = {name: kind for name, kind in TYPES.items() if name != "port"}
# What is not a part of a URL's text by the URL Standard.
NOT_IN_URLS: Final = frozenset({"port", "params", "kind", "host_type"})
PAIR: Final[Mapping[str, Simple]] = {"name": "text", "value": "text"}
RESOLVED: Final[Mapping[str, Simple]] = {
    "uri": "text",
    "kind": "text",
    "fragment": "text",
    "error_reason": "text",
    "error_at": "int32",
    "error_rule": "text",
}


@dataclass(frozen=True, slots=True)
class Function:
    """A function of SQL: its name without a prefix, its arguments, its result, and what it runs on columns."""

    name: str
    arguments: tuple[str, ...]
    result: Result
    run: Callable[..., Column]


def functions(
    edition: AnyEdition = None,
    threads: int = 1,
    want: Iterable[Want] | None = None,
    suffixes: SuffixList | None = None,
) -> Iterator[Function]:
    """All functions, by one edition. Engines bring their own threads, so each call has one unless told otherwise.

    Args:
        edition: the edition by which they read.
        threads: how many threads work a call.
        want: the fields of the struct that `parse` gives, as `uriverse.columns.parse` takes them. An engine has to know
            the type of a result before it sees a row, so they are chosen here and not in a query.
        suffixes: another list of public suffixes than the one that the package ships.

    Raises:
        UnknownEdition: if there is no such edition.
        ValueError: if a word of `want` is unknown.
    """
    by_url_standard = edition == "whatwg"
    chosen, types = wanted(want, edition), URL_TYPES if by_url_standard else TYPES
    # What is misspelt is told now, and not by the first query.
    uc.parse(_core.Column([]), want=chosen, edition=edition)
    parsed = {name: types.get(name, "text") for name in fields_of(chosen)}
    by: dict[str, Any] = {"edition": edition, "threads": threads}
    yield from _conversions(threads)
    yield Function("parse", ("url",), parsed, lambda url: uc.parse(url, want=chosen, **by))
    for name, part in PARTS.items():
        if by_url_standard and name in NOT_IN_URLS:
            continue
        yield Function(name, ("url",), types.get(name, "text"), _bound(part, by))
    yield Function("is_valid", ("url",), "bool", lambda url: uc.is_valid(url, **by))
    yield Function("error", ("url",), ERROR, lambda url: uc.errors(url, **by))
    yield Function("equivalent", ("a", "b"), "bool", lambda a, b: uc.equivalent(a, b, **by))
    yield Function("resolve", ("reference", "base"), "text", lambda ref, base: uc.resolve(ref, base, **by))
    yield Function("normalize", ("url",), "text", lambda url: uc.normalize(url, **by))
    for name_of in (uc.origin, uc.tld):
        yield Function(name_of.__name__, ("url",), "text", _bound(name_of, by))
    for function in OF_SUFFIXES:
        yield Function(function.__name__, ("url",), "text", _bound(function, by | {"suffixes": suffixes}))
    if not by_url_standard:
        yield from _of_editions(edition, threads)


def _conversions(threads: int) -> Iterator[Function]:
    """The functions that name their own documents, and so are the same by every edition."""
    yield Function("to_uri", ("iri",), "text", lambda iri: uc.to_uri(iri, threads=threads))
    yield Function("to_iri", ("url",), "text", lambda url: uc.to_iri(url, threads=threads))
    yield Function("to_ascii", ("name",), "text", lambda name: uc.to_ascii(name, threads=threads))
    yield Function("agreement", ("url",), AGREEMENT, lambda url: uc.agreement(url, threads=threads))
    yield Function("decode", ("text",), "text", lambda text: uc.decode(text, threads=threads))
    yield Function(
        "canonical",
        ("url", "profile"),
        "text",
        _chosen(lambda url, profile: uc.canonical(url, profile=cast("ProfileId", profile), threads=threads)),
    )
    yield Function(
        "key",
        ("url", "profile"),
        "int64",
        _chosen(lambda url, profile: uc.key(url, profile=cast("ProfileId", profile), threads=threads), "int64"),
    )
    yield Function("template", ("values", "template"), "text", _chosen(lambda values, text: uc.template(values, text)))


def _of_editions(edition: AnyEdition, threads: int) -> Iterator[Function]:
    """The functions that the URL Standard has not."""
    by: dict[str, Any] = {"edition": edition, "threads": threads}
    yield Function(
        "resolution",
        ("reference", "base"),
        RESOLVED,
        lambda ref, base: uc.resolve(ref, base, want=["uri", "kind", "fragment", "error"], **by),
    )
    split_types: dict[str, Simple] = {name: TYPES.get(name, "text") for name in SPLIT_WANT}
    yield Function("split", ("url",), split_types, _bound(uc.split, by))
    mended_by = {"threads": threads} | ({} if edition is None else {"edition": edition})
    yield Function("mend", ("text",), "text", _bound(uc.mend, mended_by))
    yield Function("relativize", ("target", "base"), "text", lambda t, base: uc.relativize(t, base, **by))
    yield Function(
        "normalize_to",
        ("url", "level"),
        "text",
        _chosen(lambda url, level: uc.normalize(url, level=cast("Level", level), **by)),
    )
    yield Function("without_www", ("url",), "text", _bound(uc.without_www, by))
    yield Function(
        "encode",
        ("text", "component"),
        "text",
        _chosen(lambda text, component: uc.encode(text, component=component, **by)),
    )
    yield Function(
        "query_value",
        ("url", "name"),
        "text",
        _chosen(lambda url, name: uc.query_value(url, name, **by)),
    )
    for listed in (uc.hierarchy, uc.path_hierarchy, uc.query_names):
        yield Function(listed.__name__, ("url",), Lists("text"), _bound(listed, {"edition": edition}))
    yield Function("query_pairs", ("url",), Lists(PAIR), lambda url: uc.query_pairs(url, edition=edition))
    yield Function(
        "with_pairs",
        ("url", "pairs"),
        "text",
        _chosen(lambda url, pairs: uc.with_pairs(url, set=_by_name(pairs), **by)),
    )
    yield Function(
        "without_pairs",
        ("url", "names"),
        "text",
        _chosen(lambda url, names: uc.with_pairs(url, remove=_core.Glob(names), **by)),
    )
    yield Function("view", ("url",), "text", lambda url: uc.view(url, edition=edition))
    yield Function("find", ("text",), Lists(_simple(MATCH)), _find(edition))
    rows = Lists(_simple(ROW))
    audit = _chosen(lambda url, profile: uc.audit(url, profile=profile, edition=edition), rows)
    yield Function("audit", ("url", "profile"), rows, audit)


def _by_name(query: str) -> dict[str, list[str | None]]:
    """The values of each name in a query."""
    values: dict[str, list[str | None]] = {}
    for name, value in query_pairs(query):
        values.setdefault(name, []).append(value)
    return values


def _simple(fields: Mapping[str, Holds]) -> Mapping[str, Simple]:
    return {name: "text" if holds == "word" else holds for name, holds in fields.items()}


def _find(edition: AnyEdition) -> Callable[..., Column]:
    by: dict[str, Any] = {} if edition is None else {"edition": edition}
    return lambda text: uc.find(text, **by)


def _bound(part: Callable[..., Column], by: dict[str, Any]) -> Callable[..., Column]:
    return lambda url: part(url, **by)


def _chosen(run: Callable[[Any, str], Column], result: Result = "text") -> Callable[[Any, Any], Any]:
    """A function whose second argument is a choice, as one of two pyarrow columns.

    The rows are sorted by their choice, so that each choice is worked once, on its own rows.
    """

    def by_choice(column: Any, choices: Any) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        distinct = pc.unique(choices).to_pylist()
        if len(distinct) == 1 and distinct[0] is not None:
            return run(column, distinct[0])
        codes = pc.index_in(choices, pa.array(distinct, pa.string()))
        order = pc.sort_indices(codes)
        rows = pc.take(column, order)
        answers: list[Any] = []
        start = 0
        counts = dict(zip(*pc.value_counts(codes).flatten(), strict=True))
        for code, choice in enumerate(distinct):
            count = counts[pa.scalar(code, pa.int32())].as_py()
            answers.append(count if choice is None else _plain(run(rows.slice(start, count), choice)))
            start += count
        made = next((answer.type for answer in answers if not isinstance(answer, int)), arrow_type(result))
        # Where nothing was chosen there is no answer.
        columns = [pa.nulls(answer, made) if isinstance(answer, int) else answer for answer in answers]
        whole = pa.concat_arrays(_chunks(columns)) if columns else pa.nulls(0, made)
        return pc.take(whole, pc.sort_indices(order))

    return by_choice


def _plain(column: Column) -> Any:
    return column.to_pyarrow(views=False)


def _chunks(columns: list[Any]) -> list[Any]:
    return [chunk for column in columns for chunk in getattr(column, "chunks", [column])]


def as_text(result: Result, words: Mapping[Simple, str], struct: str, lists: str, quote: str) -> str:
    """A result's type in an engine's words; names are quoted, and `struct` and `lists` have a place for one."""
    if isinstance(result, str):
        return words[result]
    if isinstance(result, Lists):
        return lists.format(as_text(result.of, words, struct, lists, quote))
    return struct.format(", ".join(f"{quote}{name}{quote} {words[of]}" for name, of in result.items()))


def arrow_type(result: Result) -> Any:
    """A result's type in pyarrow."""
    import pyarrow

    simple = {
        "text": pyarrow.string(),
        "bool": pyarrow.bool_(),
        "int32": pyarrow.int32(),
        "int64": pyarrow.int64(),
    }
    if isinstance(result, str):
        return simple[result]
    if isinstance(result, Lists):
        return pyarrow.list_(arrow_type(result.of))
    return pyarrow.struct([(name, simple[of]) for name, of in result.items()])
