"""A Sphinx extension for links and metadata.

A clause such as "RFC 3986, section 3.2.2" links to the document, a function to its source, a page to its editor. Each
page has a description and a card for sharing; the site has a site map, `robots.txt` and `llms.txt`.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape as escape_xml

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

import uriverse
from site_pages import search

ROOT = Path(__file__).resolve().parent.parent.parent
_URLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
REPOSITORY, SITE = _URLS["Source"], _URLS["Documentation"]
LONGEST = 160
# The pages whose tables have a last column that says why two answers differ.
COMPARISONS = ("coming-from/", "editing")
DESCRIPTION = re.compile(r"(?:<!-- )?description: (.*?)(?: -->)?\s*", re.DOTALL)
TITLE = "parse, validate and compare URLs in Python"
SENTENCE = 30
_CLAUSE = re.compile(
    r"(?:RFC\s(?P<number>\d{3,5})|UTS\s#(?P<report>\d+)|URL\sStandard),\s(?:(?:section\s)?(?P<section>\d+(?:\.\d+)*)"
    r"|(?:[Aa]ppendix\s(?P<appendix>[A-Z](?:\.\d+)*)|(?P<part>[A-Z]\.\d+(?:\.\d+)*)))(?![\w-])"
)
# The anchors of sections of the URL Standard.
_URL_STANDARD = {
    "3.5": "host-parsing",
    "4.3": "url-writing",
    "4.4": "url-parsing",
    "5.1": "urlencoded-parsing",
    "5.2": "urlencoded-serializing",
    "6.1": "url-class",
}
# Accessibility that Sphinx and its theme lack: keyboard scrolling, names of page parts, levels of menu captions, and
# scopes of table heads.
_ACCESSIBLE = {
    "<pre>": '<pre tabindex="0">',
    '<div class="railroad">': '<div class="railroad" tabindex="0">',
    "<p><img ": '<p class="picture" tabindex="0"><img ',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    '<th class="head"><p></p></th>': "<td></td>",
    '<th class="head': '<th scope="col" class="head',
    'role="heading">': 'role="heading" aria-level="2">',
    '<aside class="sidebar-drawer': '<aside aria-label="Menu" class="sidebar-drawer',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    '<div class="content-icon-container">': '<div class="content-icon-container" role="region" aria-label="Page">',
}
# Spans that no style sheet of the site tells from the text around them: a third of a page of the reference.
_PLAIN_SPANS = {f'<span class="{name}">' for name in ("pre", "n", "p", "w")}
_MAIN = '<article role="main" id="furo-main-content">'
# Nodes whose text is not prose, or is already a link.
_LEFT_OUT = (nodes.reference, nodes.literal, nodes.literal_block, nodes.title, nodes.raw, nodes.comment)


class ClauseLinks(SphinxTransform):
    """Links each clause of an RFC, of a Unicode report and of the URL Standard."""

    default_priority = 990

    def apply(self, **_: Any) -> None:
        # Each line of a paragraph is a node of its own, and a clause may begin on one and end on the next.
        for element in list(self.document.findall(nodes.TextElement)):
            grouped = groupby(element.children, lambda child: isinstance(child, nodes.Text))
            joined = [[nodes.Text("".join(map(str, run)))] if is_text else list(run) for is_text, run in grouped]
            element.children = []
            element.extend(each for run in joined for each in run)
        for text in list(self.document.findall(nodes.Text)):
            parent = text.parent
            if parent is None or any(isinstance(each, _LEFT_OUT) for each in _around(text)):
                continue
            pieces = list(_linked(str(text)))
            if len(pieces) > 1:
                parent.replace(text, pieces)


class WideCells(SphinxTransform):
    """Marks tables of comparisons, and cells with sentences, so that code in other cells does not squeeze them."""

    default_priority = 990

    def apply(self, **_: Any) -> None:
        if self.env.docname.startswith(COMPARISONS):
            for table in self.document.findall(nodes.table):
                table["classes"].append("comparison")
        for entry in self.document.findall(nodes.entry):
            code = sum(len(each.astext()) for each in entry.findall(nodes.literal))
            if len(entry.astext()) - code > SENTENCE:
                entry["classes"].append("sentence")


def _around(node: nodes.Node) -> Iterator[nodes.Node]:
    while node.parent is not None:
        node = node.parent
        yield node


def _linked(text: str) -> Iterator[nodes.Node]:
    at = 0
    for match in _CLAUSE.finditer(text):
        yield nodes.Text(text[at : match.start()])
        yield nodes.reference("", match[0], refuri=_address(match), internal=False)
        at = match.end()
    yield nodes.Text(text[at:])


def addresses(text: str) -> dict[str, str]:
    """Yield the clauses in a text, each with its address."""
    return {match[0]: _address(match) for match in _CLAUSE.finditer(text)}


def _address(clause: re.Match[str]) -> str:
    """Return the address of a clause."""
    if clause["report"]:
        return f"https://www.unicode.org/reports/tr{clause['report']}/"
    if not clause["number"]:
        return f"https://url.spec.whatwg.org/#{_URL_STANDARD[clause['section']]}"
    appendix = clause["appendix"] or clause["part"]
    place = f"appendix-{appendix}" if appendix else f"section-{clause['section']}"
    return f"https://www.rfc-editor.org/rfc/rfc{clause['number']}#{place}"


def source_of(domain: str, info: dict[str, str]) -> str | None:
    """Return the address of a function's source, for `sphinx.ext.linkcode`; for native code that of the stub."""
    if domain != "py" or not info["module"]:
        return None
    try:
        value: Any = importlib.import_module(info["module"])
        for name in info["fullname"].split("."):
            value = getattr(value, name)
        value = inspect.unwrap(getattr(value, "fget", None) or value)
        file, line = Path(inspect.getsourcefile(value) or ""), inspect.getsourcelines(value)[1]
    except (AttributeError, ImportError, OSError, TypeError):
        file = ROOT / "src" / "uriverse" / "_core.pyi"
        name = info["fullname"].rpartition(".")[2]
        begins = re.compile(rf"\s*(?:def|class) {re.escape(name)}\b")
        lines = enumerate(file.read_text("utf-8").splitlines(), 1)
        line = next((number for number, each in lines if begins.match(each)), 0)
    # The site may be built with an installed package, which has the same files as the repository.
    installed, package = Path(uriverse.__file__).parent, ROOT / "src" / "uriverse"
    if installed in file.parents:
        file = package / file.relative_to(installed)
    return f"{REPOSITORY}/blob/main/{file.relative_to(ROOT)}#L{line}" if line and package in file.parents else None


def edited_at(page: str) -> str | None:
    """Return the address for editing a page; None if it is generated."""
    name = f"{page.removeprefix('project/')}.md" if page.startswith("project/") else f"docs/{page}.md"
    for file in (name, name.replace("index.md", "README.md")):
        if (ROOT / file).is_file():
            return f"{REPOSITORY}/edit/main/{file}"
    return None


def described(doctree: nodes.document | None, title: str) -> str:
    """Return the description that a page has in a comment below its title; else its first sentences."""
    if doctree is None:
        return f"{title}: uriverse"
    # Markdown's comments are raw HTML.
    for node in doctree.findall(lambda node: isinstance(node, nodes.comment | nodes.raw)):
        if description := DESCRIPTION.fullmatch(node.astext()):
            return " ".join(description[1].split())
    paragraphs = (paragraph.astext() for paragraph in doctree.findall(nodes.paragraph))
    words = " ".join(next((text for text in paragraphs if len(text) > 40), f"{title}: uriverse").split())
    return words if len(words) <= LONGEST else words[: words.rindex(" ", 0, LONGEST)] + " …"


def _page(app: Any, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    edited = edited_at(page)
    # Escape braces for a format string.
    context["theme_source_edit_link"] = edited
    context["page_source_suffix"] = ".md" if edited else ""
    base, title = app.config.html_baseurl, re.sub("<[^>]*>", "", context.get("title") or app.config.project)
    said = escape(described(doctree, title))
    card = {"title": escape(title), "description": said, "type": "website", "url": f"{base}{page}.html"}
    card["image"] = f"{base}_static/card.png"
    lines = [f'<meta name="description" content="{said}">', '<meta name="twitter:card" content="summary_large_image">']
    lines += [f'<meta property="og:{name}" content="{value}">' for name, value in card.items()]
    if page == "404":
        # A server may return it for any address.
        lines.insert(0, f'<base href="{base}">')
    context["metatags"] = (context.get("metatags") or "") + "\n".join(lines)


def without_plain_spans(text: str) -> str:
    """Return a page without the tags of the spans that look like the text around them."""
    plain: list[bool] = []

    def tag(match: re.Match[str]) -> str:
        if match[0] != "</span>":
            plain.append(match[0] in _PLAIN_SPANS)
            return "" if plain[-1] else match[0]
        return "" if plain.pop() else match[0]

    return re.sub(r"<span\b[^>]*>|</span>", tag, text)


def _finished(app: Any, failure: Exception | None) -> None:
    if failure is not None:
        return
    for file in Path(app.outdir).rglob("*.html"):
        text = without_plain_spans(file.read_text("utf-8").replace("<pre><span></span>", "<pre>"))
        for found, better in _ACCESSIBLE.items():
            text = text.replace(found, better)
        if file == Path(app.outdir) / "index.html":
            text = text.replace("<title>uriverse</title>", f"<title>uriverse: {TITLE}</title>")
        if file.name == "search.html":
            text = text.replace(_MAIN, f'{_MAIN}<h1 class="visually-hidden">Search</h1>')
            known = json.dumps(search.data(Path(app.srcdir), ROOT / "docs" / "search.toml"))
            scripts = f'const SEARCH = {known};</script><script src="_static/search.js">'
            text = text.replace("</body>", f"<script>{scripts}</script></body>")
        file.write_text(text, "utf-8")
    base, folder, titles = app.config.html_baseurl, Path(app.outdir), app.env.titles
    pages = sorted(page for page in titles if page != "404")
    places = "".join(f"<url><loc>{escape_xml(f'{base}{page}.html')}</loc></url>\n" for page in pages)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    (folder / "sitemap.xml").write_text(f"{head}{places}</urlset>\n", "utf-8")
    (folder / "robots.txt").write_text(f"User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n", "utf-8")
    guides = [page for page in pages if edited_at(page) and not page.startswith("project/")]
    lines = [f"- [{titles[page].astext()}]({base}{page}.html)\n" for page in guides]
    (folder / "llms.txt").write_text(f"# uriverse\n\n> {app.config.html_short_title}\n\n{''.join(lines)}", "utf-8")


@cache
def _titles(env: Any) -> dict[str, nodes.Element]:
    """Return the entry of each page in the menu: its title, and the lists of pages below it."""
    found = {page: headings.deepcopy() for page, headings in env.tocs.items()}
    for entry in (entry for headings in found.values() for entry in headings.children):
        lists = list(entry.findall(addnodes.toctree))
        entry[1:] = [nodes.bullet_list("", *lists)] if lists else []
    return found


def _menu(app: Any, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Let the menu of each page be made of titles: Sphinx copies all headings, and then leaves them out."""
    of_headings = context["toctree"]

    def of_titles(**options: Any) -> str:
        headings, app.env.tocs = app.env.tocs, _titles(app.env)
        try:
            return str(of_headings(**options))
        finally:
            app.env.tocs = headings

    context["toctree"] = of_titles


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_transform(ClauseLinks)
    app.add_transform(WideCells)
    # The theme makes the menu in between.
    app.connect("html-page-context", _menu, priority=100)
    app.connect("html-page-context", _page, priority=900)
    app.connect("build-finished", _finished)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
