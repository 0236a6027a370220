"""A user's own grammar as an edition: the stricter syntax of a scheme, or an organization's own rules.

A grammar extends an edition, as RFC 8141 extends RFC 3986: missing rules are taken from the base, and a redefined rule
replaces the base's everywhere. The start rule's automaton checks the whole text. The base's readings split it into
components, so they must accept everything that the start rule accepts. This is proved here; otherwise the error has a
shortest counterexample.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from types import MappingProxyType

from uriverse.editions.files import with_base
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.editions.loading import from_table
from uriverse.editions.model import AuthorityReading, HostType, Slot
from uriverse.editions.registry import EDITION_IDS, Edition, edition_of
from uriverse.errors import GrammarError
from uriverse.grammar.algebra import difference
from uriverse.grammar.compilation import MAX_STATES, Compiled, compile_edition, expressions_of, notation_of, slots_of
from uriverse.grammar.effort import MAX_WORK, limited
from uriverse.grammar.notation import Notation, read_expression, read_grammar
from uriverse.grammar.proof import claims
from uriverse.grammar.readings import composed
from uriverse.grammar.rules import Grammar, Rule, references
from uriverse.grammar.table_file import read_tables, write_tables
from uriverse.grammar.tables import Tables, build_tables
from uriverse.grammar.witnesses import shortest
from uriverse.grammar.writing import abnf
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import replace

# The table format has 16 bits for the number of an automaton's states, and 8 for the number of classes.
MOST_STATES: Final = 65_535
MOST_CLASSES: Final = 255


def edition_from_files(
    grammar: str | PathLike[str],
    table: str | PathLike[str],
    *,
    max_states: int = MAX_STATES,
    max_work: int = MAX_WORK,
) -> Edition:
    """The implementation of `Edition.from_files`, which describes the arguments."""
    import tomllib

    _check_states(max_states)
    paths = Path(grammar), Path(table)
    file, table_file = (path.name for path in paths)
    texts = [path.read_text("utf-8") for path in paths]
    try:
        settings = tomllib.loads(texts[1])
    except tomllib.TOMLDecodeError as error:
        raise GrammarError(f"it is not TOML: {error}", file=table_file) from error
    edition = from_table(*with_base(settings, texts[0], table_file), file, table_file)
    if edition.id in EDITION_IDS:
        raise GrammarError(f"{edition.id!r} is the id of a built-in edition; give another", file=table_file)
    compiled = compile_edition(edition, max_states=max_states, max_work=max_work)
    _check_classes(compiled)
    with limited(max_work, file=file):
        tables = build_tables(compiled)
        data = write_tables(tables)
        failed = next((claim for claim in claims(compiled, read_tables(data)) if not claim.holds), None)
    if failed is not None:
        reason = f"what is claimed does not hold: {failed.subject}; one side takes the text and the other does not"
        raise GrammarError(reason, file=table_file, witness=failed.counterexample)
    return replace(edition, compiled=data)


def _check_states(max_states: int) -> None:
    if not 0 < max_states <= MOST_STATES:
        raise ValueError(f"max_states must be from 1 to {MOST_STATES:,}, not {max_states:,}")


def _check_classes(compiled: Compiled) -> None:
    if len(compiled.alphabet) > MOST_CLASSES:
        reason = f"it distinguishes more than {MOST_CLASSES} classes of characters"
        raise GrammarError(reason, file=compiled.grammar.file)


def edition_from_grammar(
    text: str,
    *,
    start: str,
    roles: Mapping[str, str] | None = None,
    based_on: str | Edition = DEFAULT_EDITION,
    id: str | None = None,
    notation: str = "abnf",
    max_states: int = MAX_STATES,
    max_work: int = MAX_WORK,
    file: str = "<grammar>",
    whole: bool = True,
) -> Edition:
    """The implementation of `Edition.from_grammar`, which describes the arguments.

    Without `whole` only those rules of the base are taken that the start rule, the readings and the sets need.
    """
    _check_states(max_states)
    base = edition_of(based_on)
    grammar = read_grammar(text, Notation(notation, base.bars and notation == base.notation), file=file)
    name = id or (start if file == "<grammar>" else Path(file).stem)
    if name in EDITION_IDS:
        raise GrammarError(f"{name!r} is the id of a built-in edition; give another", file=file)
    base_rules = _BaseRules(base, notation, file)
    shaped = _with_roles(base_rules.respelled, dict(roles or {}), file)
    borrowed = base_rules.borrowed(grammar, start, shaped, whole)
    own_clauses = {rule.name: f"{file}, line {rule.line}" for rule in grammar if rule.line > 0}
    edition = replace(
        shaped,
        id=name,
        title=f"{name}, on the ground of {base.document}",
        document=name,
        date="",
        status="own grammar",
        updates=(),
        obsoletes=(),
        updated_by=(),
        obsoleted_by=(),
        names_it=start,
        start=start,
        grammar="\n".join((text.rstrip(), "", f"; Borrowed from {base.document}:", *borrowed.values(), "")),
        notation=notation,
        judged=True,
        clauses=MappingProxyType(own_clauses | {rule: base_rules.clause(rule) for rule in borrowed}),
        resolution_clauses=MappingProxyType({k: base_rules.named(v) for k, v in base.resolution_clauses.items()}),
        errata=(),
        published_errata=(),
        departures=(),
        provenance=MappingProxyType(dict.fromkeys(borrowed, base.document)),
        grammar_file=file,
        based_on=base.id,
        compiled=None,
    )
    try:
        compiled = compile_edition(edition, max_states=max_states, max_work=max_work)
    except GrammarError as error:
        raise base_rules.placed(error, borrowed) from None
    _check_classes(compiled)
    with limited(max_work, file=file):
        tables = build_tables(compiled)
        _check_cover(compiled, tables)
    return replace(edition, start=tables.start, compiled=write_tables(tables))


class _BaseRules:
    """The rules and readings of a grammar's base, in the notation and spelling of the grammar.

    ABNF does not allow `_` and `+` in names, so names of a base in BNF are written with hyphens: `abs-path`.
    """

    def __init__(self, base: Edition, notation: str, file: str) -> None:
        if notation == "bnf" and base.notation != "bnf":
            reason = f"a grammar in BNF needs a base in BNF, and {base.document} is ABNF"
            raise GrammarError(reason, file=file)
        self.base = base
        self.written_anew = base.notation != notation
        self.notation = notation_of(base)
        self.grammar = read_grammar(base.grammar, self.notation, file=base.grammar_file)
        self.respelled = self._respelled() if self.written_anew else base
        self._originals = {self.spelled(name).lower(): name for name in self.grammar.rules}

    def spelled(self, name: str) -> str:
        """A rule's name in the grammar's notation."""
        return name.replace("_", "-").replace("+", "-") if self.written_anew else name

    def _expression(self, text: str) -> str:
        if text in self.grammar.rules:
            return self.spelled(text)
        return abnf(read_expression(text, self.notation, file=self.base.grammar_file), self.spelled)

    def _respelled(self) -> Edition:
        def respelled_slot(slot: Slot) -> Slot:
            rule, rest = self.spelled(slot.rule), self.spelled(slot.rest)
            return replace(slot, accepts=self._expression(slot.accepts), rule=rule, rest=rest)

        base = _with_slots(self.base, respelled_slot)
        return replace(
            base,
            host_types=tuple(HostType(host.type, self._expression(host.accepts)) for host in base.host_types),
            unreserved=self._expression(base.unreserved),
            stays_encoded=self._expression(base.stays_encoded) if base.stays_encoded else "",
            encode=MappingProxyType({name: self._expression(text) for name, text in base.encode.items()}),
            reserved=MappingProxyType(
                {name: replace(row, characters=self._expression(row.characters)) for name, row in base.reserved.items()}
            ),
            prose=MappingProxyType({}),
        )

    def borrowed(self, grammar: Grammar, start: str, shaped: Edition, whole: bool) -> dict[str, str]:
        """The missing rules, all or those that the grammar and its readings need, as text, in the base's order."""
        notation = Notation() if self.written_anew else self.notation
        sets = [shaped.unreserved, *shaped.encode.values(), *filter(None, [shaped.stays_encoded])]
        expressions = [*expressions_of(shaped), *sets]
        nodes = [read_expression(text, notation, file=grammar.file) for text in expressions]
        nodes += [rule.node for rule in grammar]
        pending = [*self._originals, start] if whole else [start]
        pending += [reference.name for node in nodes for reference in references(node)]
        needed: set[str] = set()
        while pending:
            name = pending.pop().lower()
            original = self._originals.get(name)
            if original is None or name in needed or name in grammar:
                continue
            needed.add(name)
            inner = references(self.grammar[original].node)
            pending.extend(self.spelled(reference.name) for reference in inner)
        # Line 0 marks the core rules of RFC 5234, which `read_grammar` adds.
        rules = [rule for rule in self.grammar if self.spelled(rule.name).lower() in needed and rule.line > 0]
        return {self.spelled(rule.name): self._text(rule) for rule in rules}

    def _text(self, rule: Rule) -> str:
        """A rule as printed in its document, or converted to the grammar's notation."""
        if self.written_anew:
            return f"{self.spelled(rule.name)} = {abnf(rule.node, self.spelled)}"
        lines = self.base.grammar.splitlines()
        following = [other.line for other in self.grammar if other.line > rule.line]
        chunk = lines[rule.line - 1 : min(following) - 1 if following else None]
        while chunk and (not chunk[-1].strip() or chunk[-1].lstrip().startswith(";")):
            chunk.pop()
        return "\n".join(chunk)

    def clause(self, rule: str) -> str:
        """The section of the base that defines a rule, with the document's name."""
        return self.named(self.base.clauses.get(self._originals[rule.lower()], ""))

    def named(self, section: str) -> str:
        """A section of the base, with the document's name."""
        return section if ", " in section or not section else f"{self.base.document}, {section}"

    def placed(self, error: GrammarError, borrowed: Iterable[str]) -> GrammarError:
        """The error with the base's file and line if it is about a borrowed rule."""
        if error.rule is None or error.rule not in borrowed:
            return error
        line = self.grammar[self._originals[error.rule.lower()]].line
        return GrammarError(error.detail, file=self.base.grammar_file, line=line, rule=error.rule)


def _with_slots(edition: Edition, changed: Callable[[Slot], Slot]) -> Edition:
    """The edition with every slot of its readings changed."""
    return replace(
        edition,
        readings=tuple(replace(row, slots=tuple(map(changed, row.slots))) for row in edition.readings),
        authority=tuple(AuthorityReading(row.name, tuple(map(changed, row.slots))) for row in edition.authority),
    )


def _with_roles(edition: Edition, roles: dict[str, str], file: str) -> Edition:
    """The edition with the rules of `roles` in their slots and host types."""
    used: set[str] = set()

    def role_of(*keys: str) -> str | None:
        for key in keys:
            if key in roles:
                used.add(key)
                return roles[key]
        return None

    def slot_with_role(slot: Slot) -> Slot:
        role = role_of(slot.accepts, slot.rule, slot.component)
        return slot if role is None else replace(slot, accepts=role, rule=role, rest="")

    shaped = _with_slots(edition, slot_with_role)
    hosts = [(host, role_of(host.accepts)) for host in edition.host_types]
    types = tuple(host if role is None else HostType(host.type, role) for host, role in hosts)
    unknown = sorted(roles.keys() - used)
    if unknown:
        places = sorted({key for slot in slots_of(edition) for key in (slot.component, slot.rule)})
        nearest = f"; there are {', '.join(places)}"
        raise GrammarError(f"no slot of {edition.document} is {unknown[0]!r}{nearest}", file=file)
    return replace(shaped, host_types=types)


def _check_cover(compiled: Compiled, tables: Tables) -> None:
    """Check that the readings, as the engine runs them, accept everything that the start rule accepts."""
    readings = [row for row in tables.readings if not row.resolves_only]
    witness = shortest(
        difference(tables.automaton(tables.start), composed((reading.slots for reading in readings), _as_run(tables)))
    )
    if witness is not None:
        rule = compiled.grammar[tables.start]
        raise GrammarError(
            "the readings do not accept every text of this rule; name the rules of components in `roles`",
            file=compiled.grammar.file,
            line=rule.line,
            rule=rule.name,
            # The tables are over octets, represented as code points.
            witness=witness.encode("latin-1").decode(),
        )


def _as_run(tables: Tables) -> Tables:
    """The tables with the authority checked by its readings instead of its rule, as in the engine."""
    if not tables.authority:
        return tables
    together = composed((row.slots for row in tables.authority), tables)
    judges = {slot.accepts for row in tables.readings for slot in row.slots if slot.component == "authority"}
    return replace(
        tables,
        automata=(*tables.automata, together),
        rules={**tables.rules, **dict.fromkeys(judges, len(tables.automata))},
    )
