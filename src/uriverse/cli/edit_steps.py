"""The slow path of `uriverse edit`: the options as steps on one text, and the formats of the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import click

import uriverse as uv
from uriverse import _core
from uriverse._core import ParameterNames
from uriverse.cli.common import unknown
from uriverse.cli.texts import Text, tell
from uriverse.ground.masking import masked, shown
from uriverse.ground.patterns import pattern

if TYPE_CHECKING:
    import re

    from click.shell_completion import CompletionItem

WRITTEN: Final = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
DATA: Final = ("user", "password")
SETTABLE: Final = (*WRITTEN[:3], *DATA, *WRITTEN[3:])
# The placeholders of --get without an argument.
PLACES: Final = (
    *SETTABLE, "url", "origin", "site", "zoneid", "segments", "name", "suffix", "stem", "domain", "subdomain",
    "public_suffix", "reversed_host", "effective_port", "request_target", "keys", "values", "pairs",
)  # fmt: skip
PLACE: Final = pattern(r"\{([^{}]*)\}|\\([nrt\\{])")
# The begin of one, where a format has a brace that is not closed.
_OPENED: Final = pattern(r"\{[A-Za-z:@?#][\w:-]*")
# What --where can name, and of these the parts in which capitals are the same as other letters (RFC 3986, section
# 6.2.2.1).
TESTED: Final = tuple(name for name in PLACES if name not in ("segments", "keys", "values", "pairs"))
CASELESS: Final = ("scheme", "host", "domain", "subdomain", "public_suffix")
# Those of several lines, and a pattern of all that read the query's pairs.
_LISTS: Final = ("keys", "values", "pairs")
_OF_PAIRS: Final = pattern("(?s)(?:must:|:)?(?:keys|values|pairs|query(?:-all)?:.*)")
# What completes a placeholder, by the word before its last colon; a word in ":" is completed further.
_NAMES_OF: Final[Mapping[str | None, Sequence[str]]] = {
    None: [*(f"{name}}}" for name in PLACES), "must:", "strict:", "idn:", ":", "query:", "query-all:"],
    "must": [*(f"{name}}}" for name in PLACES), "query:"],
    "strict": [f"{name}}}" for name in WRITTEN],
    "idn": ["host}", "url}"],
    "": [*(f"{name}}}" for name in (*WRITTEN, "pairs")), "query:", "query-all:"],
}
ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "{": "{"}
# The part that each delimiter belongs to.
_DELIMITED: Final = {"@": "userinfo", ":": "port_text", "?": "query", "#": "fragment"}
# The values of --set that --mend encodes; users, passwords and hosts are always encoded.
_MENDED: Final = ("path", "query", "fragment", "userinfo")
_OF_NAMES: Final[dict[str, Callable[[str], str | None]]] = {
    "domain": lambda host: uv.hosts.domain(host),
    "subdomain": lambda host: uv.hosts.subdomain(host),
    "public_suffix": lambda host: uv.hosts.public_suffix(host),
}


class Format(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The value of --get, with shell completion of the placeholder that it ends in."""

    name = "format"

    def __init__(self, *own: str) -> None:
        self._own = own

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse a placeholder that is never closed."""
        opened = _OPENED.search(PLACE.sub(" ", value))
        if opened is not None:
            self.fail(f"the placeholder {shown(opened[0])!r} has no '}}'; \\{{ writes a brace", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete a placeholder, or the word that begins one with a name of the user's own."""
        from click.shell_completion import CompletionItem

        del ctx, param
        before, brace, begun = incomplete.rpartition("{")
        if not brace or "}" in begun:
            return []
        kind, colon, _ = begun.rpartition(":")
        words = [f"{kind}{colon}{name}" for name in _NAMES_OF.get(kind if colon else None, ())]
        words += [] if colon else [f"{name}}}" for name in self._own]
        return [CompletionItem(f"{before}{{{word}") for word in words if word.startswith(begun)]


def pair_of(text: str) -> tuple[str, str | None]:
    """Split NAME=VALUE; NAME alone has no value."""
    name, equals, value = text.partition("=")
    return name, value if equals else None


def each_parts(options: dict[str, Any], edition: uv.EditionId) -> Iterator[dict[str, Any]]:
    """Yield the parts to set for each answer, from --set, --clear and --iterate; --mend encodes them."""

    def mended(name: str, text: str) -> str:
        component = name.removesuffix("?")
        return (
            uv.encode(text, component=component, keep_triplets=True, edition=edition) if component in _MENDED else text
        )

    cleared = {name: "" if name == "path" else None for name in options["clear"]}
    names = [name for name, _ in options["iterated"]]
    for values in product(*(text.split() for _, text in options["iterated"])):
        parts = {**dict(options["edits"]), **dict(zip(names, values, strict=True))}
        yield {**({name: mended(name, text) for name, text in parts.items()} if options["mend"] else parts), **cleared}


def _due_parts(ref: uv.URIReference, parts: dict[str, Any]) -> dict[str, Any]:
    """Return the parts to set; those named "PART?" only if the reference lacks them or has them empty."""
    return {
        name.removesuffix("?"): text for name, text in parts.items() if name[-1] != "?" or not getattr(ref, name[:-1])
    }


def name_or_glob(name: str) -> str | uv.Glob:
    """Return a name of an option as a Glob if it has wildcards."""
    return uv.Glob(name) if set(name) & set("*?\\") else name


def named_pairs(options: dict[str, Any]) -> tuple[dict[str, list[str | None]], list[Any]]:
    """Return the pairs that --pair sets, and the names that --remove and --strip-tracking remove."""
    several: dict[str, list[str | None]] = {}
    for name, value in options["set_"]:
        several.setdefault(name, []).append(value)
    remove = [name_or_glob(name) for name in options["remove"]]
    return several, [*remove, *((tracking_names(),) if options["strip_tracking"] else ())]


@cache
def tracking_names() -> ParameterNames:
    """Return the shipped list of tracking parameters, which the profile "dedupe" removes too."""
    from uriverse.canonicalization.profile import listed

    return ParameterNames(listed("tracking", "--strip-tracking"))


def replaced_pairs(options: dict[str, Any]) -> dict[Any, str | None]:
    """Return the pairs of --replace as Globs, which select existing pairs and add none."""
    return {uv.Glob(name): value for name, value in options["replaced"]}


def parsed(text: Text, edition: uv.EditionId, options: dict[str, Any], *, quiet: bool) -> uv.URIReference:
    """Return the reference of a text, by --to-uri and --mend.

    Unless `quiet`, the changes of --mend are written to standard error.
    """
    written = str(uv.to_uri(text.text)) if options["to"] == "uri" else text.text
    if not options["mend"]:
        return uv.parse(written, edition=edition)
    mended = uv.mend(written, edition=edition)
    for change in () if quiet else mended.changes:
        was, now = (masked(part) or "nothing" for part in (change.was, change.now))
        tell(f"{text.place}at {change.at}: {was!r} is now {now!r}: {change.why} ({change.rule})")
    if mended.more and not quiet:
        tell(f"{text.place}{mended.more} more changes, which are not listed")
    return mended.reference


def meets(ref: uv.URIReference, conditions: Mapping[str, list[str]]) -> bool:
    """Whether a reference meets the conditions of --where: one of the patterns matches each part."""
    for name, patterns in conditions.items():
        part = _part(ref, name, decoded=False) or ""
        part = part.lower() if name in CASELESS else part
        if not any(uv.Glob(pattern).matches(part) for pattern in patterns):
            return False
    return True


def edited_from(ref: uv.URIReference, edition: uv.EditionId, options: dict[str, Any]) -> Iterator[uv.URIReference]:
    """Yield the edited references: one, or one for each value of --iterate."""
    if options["redirect"] is not None:
        target = ref.resolve(options["redirect"])
        ref = uv.parse(str(target), edition=edition)
    for parts in each_parts(options, edition):
        due = _due_parts(ref, parts)
        edited = _edit_pairs(ref.replace(**due) if due else ref, options)
        yield uv.to_iri(edited) if options["to"] == "iri" else edited


def with_ampersands(ref: uv.URIReference, separator: str) -> tuple[uv.URIReference, dict[str, str]]:
    """Separate the pairs by "&"; return the reference and a map from its new pairs to the original ones."""
    if separator == "&" or ref.query is None:
        return ref, {}
    written = {item: item.replace("&", "%26") for item in ref.query.split(separator)}
    query = "&".join(written[item] for item in ref.query.split(separator))
    return ref.replace(query=query), {hidden: item for item, hidden in written.items()}


def _edit_pairs(ref: uv.URIReference, options: dict[str, Any]) -> uv.URIReference:
    """Apply `_rest` to a reference whose pairs are separated by --query-separator."""
    separator = options["query_separator"]
    hidden, written = with_ampersands(ref, separator)
    edited = _rest(hidden, options)
    if separator == "&" or edited.query is None:
        return edited
    escaped = f"%{ord(separator):02X}"
    pairs = (written.get(pair, pair.replace(separator, escaped)) for pair in edited.query.split("&"))
    return edited.replace(query=separator.join(pairs))


def _rest(ref: uv.URIReference, options: dict[str, Any]) -> uv.URIReference:
    several, remove = named_pairs(options)
    if remove:
        ref = ref.with_pairs(remove=remove, form=options["form"])
    for part, data in options["appended"]:
        if part == "path":
            # Appending a segment drops query and fragment; the command keeps them.
            ref = ref.replace(path=ref.append(data).path)
        else:
            ref = ref.with_pairs(add=[pair_of(data)], form=options["form"])
    if several:
        ref = ref.with_pairs(set=several, form=options["form"])
    if options["replaced"]:
        ref = ref.with_pairs(set=replaced_pairs(options), form=options["form"])
    if options["sort"] and ref.query:
        view = ref.query_pairs
        pairs = sorted(zip(view, view.written, strict=True), key=lambda pair: pair[0][0])
        ref = ref.replace(query="&".join(text for _, text in pairs))
    if options["default_port"] and not ref.port_text and ref.effective_port is not None:
        ref = ref.replace(port=ref.effective_port)
    return ref


def parts_of(ref: uv.URIReference, separator: str) -> dict[str, object]:
    """Return the parts for JSON."""
    pairs = with_ampersands(ref, separator)[0].query_pairs
    parts: dict[str, object] = {name: getattr(ref, name) for name in (*SETTABLE, "effective_port")}
    return {**parts, "segments": list(ref.segments), "pairs": [list(pair) for pair in pairs]}


def formatted(
    ref: uv.URIReference | uv.Components,
    form: str,
    *,
    decoded: bool = False,
    is_form: bool = False,
    separator: str = "&",
    own: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the answer in the format of --get."""
    hidden, pairs = with_ampersands(ref, separator) if isinstance(ref, uv.URIReference) else (ref, {})

    def place(found: re.Match[str]) -> str:
        if found[2] is not None:
            return ESCAPES[found[2]]
        if found[1] in own:
            return own[found[1]]
        is_of_pairs = _OF_PAIRS.fullmatch(found[1]) is not None
        try:
            return _place(hidden if is_of_pairs else ref, found[1], decoded, is_form, pairs)
        except _UnknownPlaceholder:
            word = found[1].removeprefix("must").removeprefix(":")
            message = unknown("placeholder", word, (*PLACES, *own))
            raise click.BadParameter(f"{message} {{query:NAME}} has a name", param_hint="--get") from None

    return PLACE.sub(place, form)


def _place(
    ref: uv.URIReference | uv.Components, written: str, decoded: bool, is_form: bool, as_written: Mapping[str, str]
) -> str:
    """Return the value of a placeholder."""
    if written in _DELIMITED:
        return written if getattr(ref, _DELIMITED[written]) is not None else ""
    kind, colon, name = written.partition(":")
    if written in _LISTS or (kind in ("", "must") and name in _LISTS):
        texts = None if kind else [as_written.get(text, text) for text in ref.query_pairs.written]
        listed = _listed(ref, name or written, is_form, texts)
        if kind == "must" and not listed:
            raise Absent(name, ref)
        return "\n".join(listed)
    if not colon:
        return _part(ref, written, decoded) or ""
    if written.startswith((":query:", ":query-all:")):
        of, _, wanted = name.partition(":")
        view = ref.query_pairs
        found = [text for pair, text in zip(view, view.written, strict=True) if pair[0] == wanted]
        values = [as_written.get(text, text).partition("=")[2] for text in found]
        return " ".join(values if of == "query-all" else values[:1])
    if not kind and name in PLACES:
        return _part(ref, name, decoded=False) or ""
    if kind in ("query", "query-all"):
        pairs = uv.query_pairs(ref.query or "", form=is_form, errors="replace")
        return " ".join(value or "" for value in pairs.get_all(name)) if kind == "query-all" else pairs.get(name) or ""
    if kind == "must":
        of_query, _, wanted = name.partition(":")
        is_of_pair = of_query == "query" and ":" in name
        part = uv.query_pairs(ref.query or "", form=is_form).get(wanted) if is_of_pair else _part(ref, name, decoded)
        if part is None:
            raise Absent(name, ref)
        return part
    if kind == "strict" and name in WRITTEN:
        return uv.decode(_part(ref, name, decoded=False) or "")
    if written == "idn:host":
        return _with_letters(ref.host)
    if written == "idn:url":
        start, end = next(((start, end) for part, start, end in _core.spans(ref) if part == "host"), (0, 0))
        return str(ref)[:start] + _with_letters(ref.host) + str(ref)[end:]
    raise _UnknownPlaceholder


class Absent(ValueError):
    """A reference lacks what {must:...} names.

    `lacking` are the names of what it lacks: "port", or "query:id".
    """

    def __init__(self, name: str, ref: uv.URIReference | uv.Components) -> None:
        super().__init__(f"there is no {name} in {ref}")
        self.lacking = (name,)


class _UnknownPlaceholder(Exception):
    """A word of --get that is not a placeholder."""


def _listed(
    ref: uv.URIReference | uv.Components, name: str, is_form: bool, as_written: Sequence[str] | None
) -> list[str]:
    """Return the names, the values or the pairs of the query: decoded, or those of `as_written`."""
    pairs: Iterable[tuple[str, str | None]]
    if as_written is None:
        pairs = uv.query_pairs(ref.query or "", form=is_form, errors="replace")
    else:
        pairs = map(pair_of, as_written)
    if name == "keys":
        return [key for key, _ in pairs]
    if name == "values":
        return [value for _, value in pairs if value is not None]
    return [key if value is None else f"{key}={value}" for key, value in pairs]


def _with_letters(host: str | None) -> str:
    try:
        return uv.hosts.to_unicode(host) if host and host[0] != "[" else host or ""
    except uv.hosts.HostNameError:
        return host or ""  # not a name of the DNS


def _part(ref: uv.URIReference | uv.Components, name: str, decoded: bool) -> str | None:
    if name == "url":
        return str(ref)
    if name == "segments":
        return "\n".join(ref.segments)
    if name == "site":
        return uv.hosts.site(str(ref), edition=ref.edition)
    if name == "zoneid":
        # RFC 6874, section 2: ZoneID stands between "%25" and the bracket.
        return uv.decode((ref.host or "").partition("%25")[2].removesuffix("]")) or None
    if name == "reversed_host":
        # Not an address: no top-level domain begins with a digit.
        labels = (ref.host or "").lower().split(".")
        return ref.host if labels[-1][:1].isdigit() or "]" in labels[-1] else ".".join(labels[::-1]) or ref.host
    if name in _OF_NAMES:
        return _OF_NAMES[name](ref.host) if ref.host else None
    if name not in PLACES:
        raise _UnknownPlaceholder
    value = ref.port_text if name == "port" else getattr(ref, name)
    if value is None:
        return None
    return uv.decode(value, errors="replace", malformed="keep") if decoded and name in WRITTEN else str(value)
