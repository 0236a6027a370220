"""Read, check and complete the files of an edition: `<id>.toml`, and `<id>.abnf` or `<id>.bnf`.

A table with `based_on` has only the changes of its document; the rest comes from that edition:

    rfc6874.toml     based_on = "rfc3986", and one more [[host_type]]
    rfc6874.abnf     IP-literal, ZoneID and IPv6addrz; all other rules are RFC 3986's

An unknown or misspelt key is an error that names the file and the key. `loading.py` creates an Edition from the table.
Error messages need only a document's name and a clause, so they use the table directly.
"""

from __future__ import annotations

from _collections_abc import Iterable, Mapping

from uriverse.editions.ids import EDITION_IDS, STEPS
from uriverse.ground.base_errors import GrammarError, UnknownEditionError
from uriverse.ground.lean_typing import Any, Final
from uriverse.ground.near_names import nearest_or_all
from uriverse.ground.patterns import pattern
from uriverse.ground.tables import tables, text

RELATIONS: Final = ("updates", "obsoletes", "updated_by", "obsoleted_by")
# The keys of a table and its sections; README.md describes them.
TOP: Final = {
    *("id", "title", "document", "date", "status", *RELATIONS, "names_it", "start", "split", "resolves_as", "judged"),
    *("based_on", "replaces", "grammar", "clauses", "reading", "authority", "host_type", "characters", "encode"),
    "reserved",
    *("case_insensitive", "normal_form", "resolution", "errata", "published_errata", "departures", "port"),
    "provenance",
}
SECTIONS: Final[Mapping[str, frozenset[str]]] = {
    "grammar": frozenset({"notation", "bars", "prose", "borrows"}),
    "reading": frozenset({"kind", "clause", "slots", "resolves_only"}),
    "authority": frozenset({"name", "slots"}),
    "slots": frozenset(
        {"component", "accepts", "rule", "rest", "open", "close", "stop", "optional", "last", "bracket"}
    ),
    "host_type": frozenset({"type", "accepts"}),
    "errata": frozenset({"rule", "printed", "corrected", "note", "clause"}),
    "published_errata": frozenset({"id", "state", "clause", "what", "effect", "source"}),
    "departures": frozenset({"rule", "printed", "read", "clause", "reason"}),
    "port": frozenset({"scheme", "port", "empty_path", "clause"}),
    "characters": frozenset({"unreserved", "stays_encoded"}),
    "encode": frozenset(
        {"unreserved", "segment", "path", "query", "query-value", "fragment", "userinfo", "reg-name", "uri"}
    ),
    "reserved": frozenset({"segment", "query-value", "userinfo", "reg-name", "query", "fragment"}),
    "case_insensitive": frozenset({"scheme", "host"}),
    "normal_form": frozenset({*STEPS, "left_out"}),
    "left_out": frozenset({"clause", "why"}),
}
CHOICES: Final[Mapping[str, frozenset[str]]] = {
    "empty_reference": frozenset({"base", "base-without-fragment", "current-document"}),
    "query_only": frozenset({"keep-path", "merge"}),
    "params": frozenset({"replace", "none"}),
    "dot_segments": frozenset({"merged", "merged-patterns", "all"}),
    "leading_slashes": frozenset({"components", "counted"}),
    "excess_parents": frozenset({"keep", "drop"}),
    "same_scheme": frozenset({"never", "after-empty-check", "first"}),
    "empty_base_path": frozenset({"printed", "slash", "slash-with-authority"}),
    "opaque_base": frozenset({"refuse", "allow"}),
    "new_request": frozenset({"base", "document", "none"}),
    "composite_base": frozenset({"parts", "head"}),
}
# A compiled table stores a split, a kind and a component by their index in these tuples.
SPLITS: Final = ("appendix-b", "rfc1808", "rfc1738")
KINDS: Final = ("absolute", "opaque", "relative")
COMPONENTS: Final = (
    "scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment", "reg_name",
)  # fmt: skip
# Keys of one document that are never inherited.
OWN_FIELDS: Final = frozenset(
    {
        *("id", "title", "document", "date", "status", *RELATIONS, "errata", "published_errata", "departures"),
        *("provenance", "replaces"),
    }
)
# Sections in which "" removes a key of the base, as `userinfo = ""` in [encode].
LACKING: Final = frozenset({"encode", "case_insensitive", "normal_form"})

SETTINGS: Final = {*CHOICES, "hierarchical_schemes"}
# Skips strings, prose and numbers to find names.
# What the name of a rule may have besides letters and digits.
_MARKS: Final = dict.fromkeys(map(ord, "_+-"))
_PIECES: Final = pattern(r'"[^"]*"|<[^>]*>|%[^\s/|()\[\]]+|(?P<name>[A-Za-z][A-Za-z0-9_+-]*)')


def read_files(edition_id: str) -> tuple[dict[str, Any], str, str]:
    """The table and the grammar of an edition, both completed from its base."""
    if edition_id not in EDITION_IDS:
        raise UnknownEditionError(edition=edition_id)
    table = tables("editions")[edition_id]
    notation = table.get("grammar", {}).get("notation") or read_files(table["based_on"])[0]["grammar"]["notation"]
    file = f"{edition_id}.{notation}"
    return *with_base(table, text(f"editions/{file}"), f"{edition_id}.toml"), file


def with_base(table: dict[str, Any], grammar: str, file: str) -> tuple[dict[str, Any], str]:
    """Check the contents of two files and complete them from their base."""
    check(table, file)
    notation = table.get("grammar", {}).get("notation", "abnf")
    check_clauses(table, grammar, file, notation)
    base = table.get("based_on")
    if base is None:
        return table, grammar
    base_table, base_grammar, _ = read_files(base)
    borrows = table.get("grammar", {}).get("borrows", True)
    whole = completed(table, base_table, borrows=borrows)
    if borrows:
        grammar += borrowed(grammar, base_grammar, base_table["document"])
    return whole, grammar


def check(table: Mapping[str, Any], file: str) -> None:
    """Refuse an unknown key or choice."""
    _refuse_unknown(table, TOP, "", file)
    _refuse_unknown((table.get("split", "appendix-b"),), SPLITS, "split", file)
    for row in table.get("reading", ()):
        _refuse_unknown((row.get("kind", "relative"),), KINDS, "reading.kind", file)
    for name, names in SECTIONS.items():
        section = table.get(name, ())
        for row in (section,) if isinstance(section, Mapping) else section:
            _refuse_unknown(row, names, name, file)
            for slot in row.get("slots", ()):
                _refuse_unknown(slot, SECTIONS["slots"], "slots", file)
                _refuse_unknown((slot.get("component", "path"),), COMPONENTS, "slots.component", file)
    for row in table.get("normal_form", {}).get("left_out", {}).values():
        _refuse_unknown(row, SECTIONS["left_out"], "normal_form.left_out", file)
    for row in table.get("reserved", {}).values():
        _refuse_unknown(row, frozenset({"characters", "clause"}), "reserved", file)
    for name, value in table.get("resolution", {}).items():
        if name in {"clauses", "notes", "guards", "hierarchical_schemes"}:
            continue
        _refuse_unknown((name,), CHOICES, "resolution", file)
        _refuse_unknown((value,), CHOICES[name], f"resolution.{name}", file)
    for name in ("clauses", "notes", "guards"):
        _refuse_unknown(table.get("resolution", {}).get(name, ()), SETTINGS, name, file)


def check_clauses(table: Mapping[str, Any], grammar: str, file: str, notation: str = "abnf") -> None:
    """Refuse a table without a clause for each rule of the edition's own grammar file.

    A redefined rule without one would inherit the clause of the base's document.
    """
    names = {name.lower() for name in table.get("clauses", {})}
    lacking = next((name for name, _ in chunks(grammar, notation) if name and name.lower() not in names), None)
    if lacking is not None:
        raise GrammarError(
            f'the rule {lacking!r} has no clause; add {lacking} = "..." to [clauses], the section that defines it',
            file=file,
        )


def _refuse_unknown(words: Iterable[str], choices: Iterable[str], section: str, file: str) -> None:
    wrong = next((name for name in words if name not in choices), None)
    if wrong is not None:
        where = f" in [{section}]" if section else ""
        nearest = nearest_or_all(str(wrong), sorted(choices))
        raise GrammarError(f"there is no setting {wrong!r}{where}{nearest}", file=file)


def completed(table: Mapping[str, Any], base: Mapping[str, Any], *, borrows: bool) -> dict[str, Any]:
    """Merge a table with its base: sections key by key, lists of rows as a whole.

    An empty string removes a key of the base, in the sections of `LACKING`.

    Clauses of the base get its document's name, and `[replaces]` renames rules of the base.
    """
    document = base["document"]
    inherited = {name: value for name, value in base.items() if name not in OWN_FIELDS}
    inherited["clauses"] = base["clauses"] if borrows else {}
    inherited = _with_document(_with_rules(inherited, table.get("replaces", {})), document)
    whole = dict(inherited)
    for name, value in table.items():
        if isinstance(value, dict) and isinstance(inherited.get(name), dict):
            whole[name] = {**inherited[name], **value}
        else:
            whole[name] = value
        if name in LACKING:
            whole[name] = {key: text for key, text in whole[name].items() if text != ""}
    clauses = {**inherited.get("resolution", {}).get("clauses", {}), **table.get("resolution", {}).get("clauses", {})}
    whole["resolution"] = {**whole["resolution"], "clauses": clauses}
    return whole


def _with_document(value: Any, document: str, key: str = "") -> Any:
    """Add the document's name to every clause without one."""
    if isinstance(value, dict):
        inner = "clause" if key in {"clauses", "case_insensitive", "normal_form"} else ""
        return {name: _with_document(item, document, inner or name) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_document(item, document, key) for item in value]
    if key == "clause" and value and ", " not in value:
        return f"{document}, {value}"
    return value


def _with_rules(table: dict[str, Any], replaces: Mapping[str, str]) -> dict[str, Any]:
    """Rename rules in all expressions and slots."""

    def renamed(expression: str) -> str:
        return _PIECES.sub(lambda piece: replaces.get(piece["name"] or "", piece.group()), expression)

    def renamed_slot(slot: dict[str, Any]) -> dict[str, Any]:
        return {name: renamed(value) if name in {"accepts", "rule", "rest"} else value for name, value in slot.items()}

    def renamed_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{**row, "slots": [renamed_slot(slot) for slot in row["slots"]]} for row in rows]

    return {
        **table,
        "reading": renamed_rows(table["reading"]),
        "authority": renamed_rows(table.get("authority", [])),
        "host_type": [{**row, "accepts": renamed(row["accepts"])} for row in table.get("host_type", [])],
    }


def borrowed(grammar: str, base: str, document: str) -> str:
    """The rules of the base's grammar that a grammar does not define, as printed there."""
    names = {name.lower() for name, _ in chunks(grammar) if name}
    texts = [text for name, text in chunks(base) if name and name.lower() not in names]
    return "\n".join(("", f"; From {document}:", "", *texts))


def chunks(grammar: str, notation: str = "abnf") -> list[tuple[str, str]]:
    """Split a grammar into rules, each with its name; the text before the first rule has the name ""."""
    chunks: list[tuple[str, list[str]]] = [("", [])]
    for line in grammar.splitlines(keepends=True):
        if notation == "juxtaposed":
            name = letters = line.rstrip("\n").partition(" ")[0].partition("\t")[0]
        else:
            name, equals, _ = line.partition("=")
            name = name.rstrip(" \t") if equals else ""
            letters = name.translate(_MARKS)
        # A rule starts with its name; a comment, a blank line and the rest of a rule do not.
        if name[:1].isalpha() and name.isascii() and letters.isalnum():
            chunks.append((name, []))
        chunks[-1][1].append(line)
    return [(name, "".join(lines)) for name, lines in chunks]
