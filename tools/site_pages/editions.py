"""A page for each edition: its facts, what it changed, how it resolves, its errata, and every rule drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from docutils.nodes import make_id

from site_pages.diagrams import diagram
from site_pages.markup import block, code, opening, plain, raw, table, tag, toctree
from uriverse.editions.files import RELATIONS
from uriverse.editions.model import Slot
from uriverse.editions.registry import EDITIONS, Edition
from uriverse.grammar.rules import Rule
from uriverse.grammar.writing import abnf
from uriverse.lab.behaviour import answer, questions
from uriverse.lab.comparison import RuleDifference, Witness
from uriverse.lab.difference import Difference, grammar_of
from uriverse.lab.matching import parent

FOLDER = "reference/editions"
# The relations of the newer rule's language to the older one's.
SENTENCES = {
    "equal": "accepts exactly the same texts",
    "narrower": "accepts fewer texts, and no new ones",
    "wider": "accepts all of its texts, and more",
    "different": "refuses some texts, and accepts others",
}

Differences = Mapping[tuple[str, str], Difference]


def pages(differences: Differences) -> Iterator[tuple[str, str]]:
    """Yield the index and a page for each edition; `differences` are those of each pair, the older first."""
    yield f"{FOLDER}/index.md", _index()
    for edition in EDITIONS.values():
        yield f"{FOLDER}/{edition.id}.md", _page(edition, differences)


def compared(edition: Edition, differences: Differences) -> Difference | None:
    """Return the difference from the previous edition; None for the first."""
    before = parent(edition)
    return None if before is None else differences[before.id, edition.id]


def _index() -> str:
    rows = [
        (f"[{edition.document}]({edition.id}.md)", code(edition.id), edition.date, edition.status, plain(edition.title))
        for edition in EDITIONS.values()
    ]
    return "".join(
        (
            opening(
                "Editions: every grammar of the URI syntax",
                "The RFCs and drafts of the URI syntax as data: grammar, diagrams, choices of resolution, errata.",
            ),
            "An edition is one document of the URI syntax, as data: its grammar, and its choices with their clauses. ",
            "Each page is generated from that data. Changes are decided by comparing automata, so they hold for texts ",
            "of every length. [The history](../../understand/history.md) shows them on a line, and ",
            "[the matrix](../../understand/history.md#compare-any-two-documents) compares every two.\n\n",
            table(("document", "edition=", "date", "status", "title"), rows),
            toctree(f"{short(edition)} <{edition.id}>" for edition in EDITIONS.values()),
        )
    )


def _page(edition: Edition, differences: Differences) -> str:
    difference = compared(edition, differences)
    return "".join(
        (
            opening(edition.document, _description(edition)),
            f"*{plain(edition.title)}*\n\n",
            _facts(edition),
            _changes(edition, difference),
            _choices(edition),
            _readings(edition),
            _errata(edition, differences),
            _departures(edition, differences),
            _rules(edition, difference),
        )
    )


def _description(edition: Edition) -> str:
    before = parent(edition)
    changes = "" if before is None else f", what changed from {short(before)}"
    return f"The URI syntax of {edition.document} ({edition.date}): every rule as a railroad diagram{changes}, errata."


def _facts(edition: Edition) -> str:
    rules = sum(1 for rule in grammar_of(edition) if rule.line)
    rows = [
        ("date", edition.date),
        ("status", edition.status),
        ("in a call", code(f'uv.parse(text, edition="{edition.id}")')),
        ("on the command line", code(f"uriverse parse TEXT --edition {edition.id}")),
        ("term for a whole text", plain(edition.names_it)),
        ("its rule", f"[`{edition.start}`](#{anchor(edition, edition.start)})"),
        ("rules", f"{rules}, in {'ABNF (RFC 5234)' if edition.notation == 'abnf' else 'BNF (RFC 822)'}"),
    ]
    if edition.based_on:
        rows.append(("stands on", f"[{EDITIONS[edition.based_on].document}]({edition.based_on}.md)"))
    for name in RELATIONS:
        if others := getattr(edition, name):
            rows.append((name.replace("_", " "), ", ".join(map(_other_document, others))))
    if edition.levels:
        rows.append(("levels of normal forms", ", ".join(code(level) for level in edition.levels)))
    for step, left_out in edition.left_out.items():
        rows.append((f"not taken: {step.replace('-', ' ')}", plain(f"{left_out.why} (section {left_out.clause})")))
    return table(("", ""), rows)


def _other_document(name: str) -> str:
    """A document by its id: a link to its page if it is an edition."""
    if name in EDITIONS:
        return f"[{EDITIONS[name].document}]({name}.md)"
    return name.upper().replace("RFC", "RFC ")


def _changes(edition: Edition, difference: Difference | None) -> str:
    before = parent(edition)
    if difference is None or before is None:
        return ""
    start = difference.rules[0]
    link = f"[{before.document}]({before.id}.md)"
    parts = [f"## What changed from {short(before)}\n\n"]
    if start.relation in SENTENCES:
        parts.append(f"Compared with {link}, {edition.document} {SENTENCES[start.relation]}.\n\n")
    changed = [row for row in difference.changed if row.relation not in {"added", "removed"}]
    if changed:
        parts.append("Each row has up to three shortest texts that only one of the two accepts.\n\n")
    rows = [
        (
            _rule_names(row),
            tag(row.relation) if row.rewritten else f"{tag(row.relation)} through the rules that it names",
            _witnesses(row.only_old),
            _witnesses(row.only_new),
        )
        for row in changed
    ]
    heads = ("rule", "now", f"only {short(before)}", f"only {short(edition)}")
    parts.append(table(heads, rows))
    renamed = [row for row in difference.rules if row.relation == "equal" and row.is_renamed]
    for title, names in (
        ("Renamed, with the same language", [_rule_names(row) for row in renamed]),
        ("New rules", [code(row.rule) for row in difference.rules if row.relation == "added"]),
        ("Removed rules", [code(row.rule) for row in difference.rules if row.relation == "removed"]),
    ):
        if names:
            parts.append(f"**{title}:** {', '.join(names)}.\n\n")
    parts.append(_behaviour(before, edition, difference))
    return "".join(parts)


def _behaviour(before: Edition, edition: Edition, difference: Difference) -> str:
    rows = [
        (
            code(choice.choice) if not number else "",
            _shown(example.reference, example.strict),
            code(example.base),
            code(example.old),
            code(example.new),
        )
        for choice in difference.behaviour
        for number, example in enumerate(choice.examples)
    ]
    heads = ("choice", "reference", "base", short(before), short(edition))
    return f"### Resolved differently\n\n{table(heads, rows)}" if rows else ""


def _choices(edition: Edition) -> str:
    choices = [choice for choice in edition.resolution if choice != "hierarchical_schemes"]
    if not choices:
        return ""
    rows = [row for choice in choices for row in _choice_rows(edition, choice)]
    notes = "".join(f"**A note on {code(name)}:** {plain(note)}\n\n" for name, note in edition.notes.items())
    heads = ("choice", "made", "section", "reference", "base", "target")
    return f"## How it resolves\n\n{table(heads, rows)}{notes}"


def _choice_rows(edition: Edition, choice: str) -> Iterator[tuple[str, ...]]:
    """The choice with the edition's answers to the documents' examples, or alone."""
    first = (code(choice), code(edition.resolution[choice]), plain(edition.resolution_clauses.get(choice, "")))
    asked = [question for question in questions() if question.choice == choice]
    if not asked:
        yield (*first, "", "", "")
    for number, question in enumerate(asked):
        head = ("", "", "") if number else first
        target = answer(question, edition)
        yield (*head, _shown(question.reference, question.strict), code(question.base), code(target))


def _shown(reference: str, strict: bool) -> str:
    return code(reference) if strict else f"{code(reference)} (lenient)"


def _readings(edition: Edition) -> str:
    if not edition.readings:
        return ""
    rows = [
        (
            reading.kind,
            " ".join(_slot(slot) for slot in reading.slots),
            plain(reading.clause),
            "only when resolved" if reading.resolves_only else "",
        )
        for reading in edition.readings
    ]
    rows += [
        (f"authority: {code(reading.name)}", " ".join(map(_slot, reading.slots)) or "*empty*", "", "")
        for reading in edition.authority
    ]
    return (
        "## How a text is cut\n\nThe first reading whose parts are all accepted is the parse. "
        "Parts in brackets are optional.\n\n" + table(("reading", "parts", "section", ""), rows)
    )


def _slot(slot: Slot) -> str:
    shown = f"{slot.open}{slot.component}{slot.close}"
    return code(f"[{shown}]" if slot.optional else shown)


def _errata(edition: Edition, differences: Differences) -> str:
    pair = next((each for ids, each in differences.items() if edition.id in ids), None)
    effects = () if pair is None else tuple(effect for effect in pair.errata if effect.edition == edition.id)
    parts = []
    for effect in effects:
        parts.append(f"### The rule {code(effect.rule)} (section {plain(effect.clause)})\n\n{plain(effect.note)}\n\n")
        parts.append(block(f"as printed:   {effect.rule} = {effect.printed}\ncorrected:    {effect.corrected}"))
        witnesses = [("as printed", effect.only_printed), ("as corrected", effect.only_corrected)]
        sentences = "; ".join(f"only {name} {', '.join(map(code, texts))}" for name, texts in witnesses if texts)
        parts.append(f"Corrected, the rule is {tag(effect.relation)}{f': {sentences}' if sentences else ''}.\n\n")
    if parts:
        parts.insert(0, "The rules stay as the document prints them. The corrections change this.\n\n")
    if edition.published_errata:
        rows = [
            (f"[{row.id}]({row.source})", row.state, row.clause, plain(row.what), plain(row.effect))
            for row in edition.published_errata
        ]
        said = "Records of the RFC Editor whose number and state were confirmed; others are left out.\n\n"
        parts += [said, table(("record", "state", "section", "it says", "it changes here"), rows)]
    return "## Errata\n\n" + "".join(parts) if parts else ""


def _departures(edition: Edition, differences: Differences) -> str:
    pair = next((each for ids, each in differences.items() if edition.id in ids), None)
    effects = () if pair is None else tuple(effect for effect in pair.departures if effect.edition == edition.id)
    if not effects:
        return ""
    parts = ["## Departures\n\nThese rules stay as printed; whole references are parsed differently.\n\n"]
    for effect in effects:
        parts.append(f"### The rule {code(effect.rule)} (section {plain(effect.clause)})\n\n{plain(effect.reason)}\n\n")
        parts.append(block(f"as printed:   {effect.rule} = {effect.printed}\nas read:      {effect.read}"))
        parts.append(f"As read, the rule is {tag(effect.relation)}: {', '.join(map(code, effect.only_read))}.\n\n")
    return "".join(parts)


def short(edition: Edition) -> str:
    """Return the short name of an edition: an RFC's number, or the id of a draft."""
    return edition.document if edition.document.startswith("RFC") else edition.id


def anchor(edition: Edition, rule: str) -> str:
    """Return the fragment of a rule on its edition's page."""
    return make_id(f"{edition.id}-{rule}")


def _rules(edition: Edition, difference: Difference | None) -> str:
    grammar = grammar_of(edition)
    rows = {} if difference is None else {row.new_rule: row for row in difference.rules if row.new_rule}
    rules = [rule for rule in grammar if rule.line]
    sources = _sources(edition, rules)

    def link(name: str) -> str | None:
        found = name in grammar and grammar[name]
        return f"#{anchor(edition, found.name)}" if found and found.line else None

    parts = ["## The grammar\n\nEach rule as a diagram and as the document writes it. A box is a link to its rule.\n\n"]
    for rule in rules:
        parts.append(f"({edition.id}-{rule.name})=\n### {plain(rule.name)}\n\n")
        parts.append(_about(edition, rule, rows.get(rule.name)))
        parts.append(raw(f'<div class="railroad">{diagram(rule, link)}</div>'))
        parts.append(block(sources[rule.name]))
    return "".join(parts)


def _about(edition: Edition, rule: Rule, row: RuleDifference | None) -> str:
    """Return the rule's section, and its history."""
    sentences = []
    clause = edition.clauses.get(rule.name)
    if clause:
        sentences.append(f"Section {plain(clause)}." if clause[0].isdigit() else f"{plain(clause)}.")
    if rule.name in edition.provenance:
        sentences.append(f"Completed from {plain(edition.provenance[rule.name])}.")
    if row is not None and row.relation == "added":
        sentences.append(f"{tag('added')}")
    elif row is not None and row.relation != "equal":
        witnesses = [*(("lost", each) for each in row.only_old[:1]), *(("gained", each) for each in row.only_new[:1])]
        shortest = ", ".join(f"{word} {code(each.text)}" for word, each in witnesses)
        sentences.append(f"{tag(row.relation)} {shortest}")
    return " ".join(sentences) + "\n\n" if sentences else ""


def _sources(edition: Edition, rules: list[Rule]) -> dict[str, str]:
    """Return the lines of each rule in the document; for two on one line, the ABNF."""
    lines = edition.grammar.splitlines()
    ends = [rule.line - 1 for rule in rules[1:]] + [len(lines)]
    found = {}
    for rule, end in zip(rules, ends, strict=True):
        own = [line for line in lines[rule.line - 1 : end] if not line.lstrip().startswith(";")]
        text = "\n".join(own).rstrip()
        found[rule.name] = text if rule.name.lower() in text.lower() else f"{rule.name} = {abnf(rule.node)}"
    return found


def _rule_names(row: RuleDifference) -> str:
    if not row.is_renamed or row.old_rule is None:
        return code(row.rule)
    return f"{code(row.old_rule)} → {code(row.new_rule or '')}"


def _witnesses(witnesses: tuple[Witness, ...]) -> str:
    return ", ".join(code(witness.text, 40) for witness in witnesses)
