"""Compile a scheme's grammar to the tables that the engine runs.

A `Scheme` becomes an `Edition`. `coap-URI = "coap:" "//" host ...` needs `host`, which the scheme's file does not have.
The rule is copied from the edition that the table names in `based_on`, so the completed grammar needs no other.

A scheme has no readings: the generic syntax splits a text into components, and the start rule checks the whole text.
The tables contain the start rule, the scheme's own rules, and the sets that errors name.
"""

from __future__ import annotations

from _collections_abc import Mapping, Sequence

from uriverse.editions.model import Erratum, Reading, Slot
from uriverse.editions.registry import Edition
from uriverse.grammar.compilation import Compiled, compile_edition
from uriverse.grammar.notation import Notation, read_grammar
from uriverse.grammar.own import edition_from_grammar
from uriverse.grammar.table_file import write_tables
from uriverse.grammar.tables import SetRule, build_tables
from uriverse.ground.base_errors import GrammarError
from uriverse.ground.late import re
from uriverse.ground.lean_typing import Final, Protocol
from uriverse.ground.records import replace

HEADER: Final = "; Generated from {file}: its rules, and those of {base} that they need."


class Scheme(Protocol):
    """The attributes of a scheme that compilation needs."""

    @property
    def id(self) -> str: ...
    @property
    def start(self) -> str: ...
    @property
    def grammar(self) -> Mapping[str, str]: ...
    @property
    def encode(self) -> Mapping[str, str]: ...
    @property
    def base(self) -> Edition: ...
    @property
    def errata(self) -> Sequence[Erratum]: ...
    @property
    def own_grammar(self) -> str | None: ...
    def as_edition(self, grammar: str, tables: None) -> Edition: ...


def completed_grammar(scheme: Scheme) -> str:
    """The scheme's own rules and the rules they need of the base, as one text; an edition's grammar unchanged."""
    text = scheme.own_grammar
    if text is None:
        return scheme.base.grammar
    for erratum in scheme.errata:
        # A definition ends where the next line is not indented.
        rule = re.search(rf"^{re.escape(erratum.rule)}\s*=\s*(.+(?:\n[ \t]+\S.*)*)", text, re.MULTILINE)
        if rule is None or rule[1].split() != erratum.printed.split():
            message = f"[[errata]]: {erratum.rule!r} is not printed as {erratum.printed!r}"
            raise GrammarError(message, file=scheme.grammar["file"])
        text = text[: rule.start(1)] + erratum.corrected + text[rule.end(1) :]
    # One slot covers the whole text: the rules of the base are used, its readings are not.
    whole = Reading("opaque", (Slot("path", accepts=scheme.start, rule=scheme.start),))
    extended_base = replace(
        scheme.base,
        readings=(whole,),
        authority=(),
        host_types=(),
        # The encode sets may need more rules of the base. A base in BNF cannot parse the sets, so it is given no sets.
        encode=scheme.encode if scheme.base.notation == "abnf" else {},
        reserved={},
    )
    edition = edition_from_grammar(
        text, start=scheme.start, based_on=extended_base, id=scheme.id, file=scheme.grammar["file"], whole=False
    )
    return edition.grammar


def compiled_scheme(scheme: Scheme, grammar: str) -> Compiled:
    """The automata of the completed grammar: of the start rule and the rules it needs."""
    return compile_edition(scheme.as_edition(grammar, None), rules=(scheme.start,))


def compiled_edition(scheme: Scheme, grammar: str | None = None) -> Edition:
    """Compile the scheme's edition, with its tables."""
    text = completed_grammar(scheme) if grammar is None else grammar
    compiled = compiled_scheme(scheme, text)
    names = _own_rules(scheme)
    every = build_tables(compiled)
    automata = {
        name: automaton
        for name, automaton in compiled.automata.items()
        if name in names or isinstance(every.rules[name], SetRule)
    }
    tables = build_tables(replace(compiled, automata=automata))
    return replace(compiled.edition, compiled=write_tables(tables))


def _own_rules(scheme: Scheme) -> tuple[str, ...]:
    text = scheme.own_grammar
    if text is None:
        return (scheme.start,)
    # Line 0 marks the core rules of RFC 5234, which `read_grammar` adds.
    return tuple(rule.name for rule in read_grammar(text, Notation(), file=scheme.grammar["file"]) if rule.line > 0)
