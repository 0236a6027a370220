"""A page for each scheme with a grammar: its documents, facts, diagrams of rules, and parsed examples."""

from __future__ import annotations

from collections.abc import Iterator

from docutils.nodes import make_id

from site_pages.diagrams import diagram
from site_pages.markup import block, code, opening, plain, raw, table, toctree
from uriverse.cli.schemes import facts, grammar_of, parts_of
from uriverse.grammar.notation import Notation, read_grammar
from uriverse.schemes import SCHEMES, Scheme, registry

FOLDER = "reference/schemes"
INDEX = (
    "URI schemes from http, mailto and file to data, tel and urn, each by its own document: examples, facts, grammar."
)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the index and a page for each scheme."""
    registered = registry()
    names = sorted(SCHEMES)
    heads = ("scheme", "documents", "title of the newest")
    rows = [(f"[`{name}`]({name}.md)", _documents(name), plain(SCHEMES[name].title)) for name in names]
    introduction = (
        "A scheme with a page has its own grammar and table here: `uv.schemes.view` parses its URIs, and "
        "`uv.schemes.check` checks them against its document. "
        f"IANA's registry of {registered.date} has {len(registered)} schemes; `uriverse schemes` lists them."
    )
    head = opening("URI schemes with a grammar of their own", INDEX)
    yield f"{FOLDER}/index.md", f"{head}{introduction}\n\n{table(heads, rows)}{toctree(names)}"
    for name in names:
        documents = SCHEMES.documents(name)
        yield (
            f"{FOLDER}/{name}.md",
            opening(f"The URI scheme {name}", _description(name)) + "".join(map(_document, documents)),
        )


def _description(name: str) -> str:
    return f"URIs of the scheme {name} by {_documents(name)}: examples taken apart, facts with sections, every rule."


def _documents(name: str) -> str:
    return ", ".join(dict.fromkeys(each.document for each in SCHEMES.documents(name)))


def _document(scheme: Scheme) -> str:
    """Return the section of one document on the scheme."""
    clause = f"{scheme.document}, section {plain(scheme.section)}"
    title = f"## {clause} ({scheme.date})\n\n"
    called = code(f'uv.schemes.view(text, document="{scheme.key}")')
    parts = [title, f"*{plain(scheme.title)}*, {clause}, {plain(scheme.status)}. By name: {called}.\n\n"]
    parts.append(table(("fact", "value (section)"), ((label, plain(fact)) for label, fact in facts(scheme))))
    for text in scheme.examples:
        rows = [(plain(label), code(str(part))) for label, part in parts_of(text, scheme)]
        parts.append(f"{code(text)}\n\n{table(('part', 'value'), rows)}")
    parts.append(f"### Rules of {scheme.document}\n\n{_rules(scheme)}")
    return "".join(parts)


def _rules(scheme: Scheme) -> str:
    if scheme.own_grammar is None:
        return f"The rules are those of [{scheme.base.document}](../editions/{scheme.base.id}.md):\n\n" + block(
            grammar_of(scheme)
        )
    # Core rules (RFC 5234, Appendix B.1) have no line in the document.
    rules = [rule for rule in read_grammar(scheme.own_grammar, Notation("abnf"), file=scheme.name) if rule.line]
    names = {rule.name.lower() for rule in rules}

    def anchor(name: str) -> str:
        return make_id(f"{scheme.name}-{scheme.key}-{name}")

    def link(name: str) -> str | None:
        return f"#{anchor(name)}" if name.lower() in names else None

    parts = []
    for rule in rules:
        title = f'<p class="rule" id="{anchor(rule.name)}"><code>{rule.name}</code></p>'
        parts.append(raw(f'{title}<div class="railroad">{diagram(rule, link)}</div>'))
    parts.append(block(grammar_of(scheme)))
    return "".join(parts)
