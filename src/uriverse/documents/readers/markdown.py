"""Markdown: links, images, autolinks, and its HTML, by a parser of CommonMark 0.31.

Links are those of CommonMark's sections 6.3 to 6.5; other references are text ("https://example.com" is not an
autolink, `<https://example.com>` is). The reader of HTML reads HTML blocks and inline HTML. There is no embedded base.

The parser reports the lines of blocks. A reference's line is its block's plus the line breaks before it in the block;
columns are unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from uriverse.documents.document import html_piece
from uriverse.documents.encodings import decode
from uriverse.documents.rows import FoundReference, Rows, incomplete

try:
    from markdown_it import MarkdownIt
    from markdown_it.parser_block import ParserBlock
    from markdown_it.parser_inline import ParserInline
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token
except ModuleNotFoundError as missing:
    hint = "reading Markdown needs the extra 'markdown': pip install 'uriverse[markdown]'"
    raise ModuleNotFoundError(hint, name=missing.name) from None

if TYPE_CHECKING:
    from uriverse.documents.base import Base
    from uriverse.documents.context import Context
    from uriverse.documents.document import Document

# The tokens with references, and the attribute with the reference.
HOLDERS: Final = {"link_open": "href", "image": "src"}


# The maximum nesting of blocks and inlines. The parser skips deeper ones, because it recurses.
DEEPEST: Final = 100


class Blocks(ParserBlock):
    """The parser of blocks, which records the first line that is nested too deep."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:
        """Parse some lines."""
        if state.level >= DEEPEST:
            state.env.setdefault("too deep", startLine + 1)
        super().tokenize(state, startLine, endLine)


class Inlines(ParserInline):
    """The parser of inlines, which records whether one is nested too deep."""

    def skipToken(self, state: StateInline) -> None:
        """Find the end of an inline."""
        if state.level >= DEEPEST:
            state.env.setdefault("too deep", None)
        super().skipToken(state)


class Parser(MarkdownIt):
    """CommonMark with unchanged destinations.

    By default the parser percent-encodes destinations for HTML and drops scripts; this reader reports the original
    destinations, and the edition checks them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.block, self.inline = Blocks(), Inlines()
        self.configure("commonmark", {"maxNesting": DEEPEST})

    def normalizeLink(self, url: str) -> str:
        """Return the destination unchanged, after decoding backslashes and character references."""
        return url

    def validateLink(self, url: str) -> bool:
        """Accept every destination."""
        del url
        return True


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
    """Yield a row for each reference of a document.

    Its octets are UTF-8, or begin with a byte order mark.
    """
    rows = Rows(document, base, context.edition)
    found: dict[str, Any] = {}
    used = set[str]()
    for token in Parser().parse(decode(document.data)[0], found):
        line = token.map[0] + 1 if token.map else 1
        if token.type == "inline":
            for row in _inline(token.children or [], line, rows, context):
                used.add(row.reference or "")
                yield row
        elif token.type == "html_block":
            yield from _html(token.content, line, rows, context)
    if context.search.hints:
        for definition in found.get("references", {}).values():
            if definition["href"] not in used:
                row = rows.row(definition["href"], (definition["map"][0] + 1, None), "definition")
                yield row._replace(hint="definition")
    if "too deep" in found:
        where = "" if found["too deep"] is None else f" at line {found['too deep']}"
        yield incomplete(document.name, f"something{where} is nested deeper than {DEEPEST} levels")


def _inline(tokens: list[Token], line: int, rows: Rows, context: Context) -> Iterator[FoundReference]:
    """The rows of a paragraph's tokens; an image's text may have links too.

    GitHub Flavored Markdown, 6.9, turns URLs in text into links: hints here.
    """
    waiting, links = [iter(tokens)], 0
    while waiting:
        token = next(waiting[-1], None)
        if token is None:
            waiting.pop()
        elif token.type in ("softbreak", "hardbreak"):
            line += 1
        elif token.type == "text" and not links and context.search.hints and ":" in token.content:
            piece = rows.document._replace(data=token.content.encode("utf-8", "replace"), format="text", encoding=None)
            for row in context.rows(piece, rows.base):
                yield row._replace(line=line, column=None, hint="text")
        elif token.type in HOLDERS:
            links += token.type == "link_open"
            element = "autolink" if token.markup == "autolink" else token.type.removesuffix("_open")
            attribute = HOLDERS[token.type]
            yield rows.row(str(token.attrs.get(attribute, "")), (line, None), element, attribute)
            if token.children:
                waiting.append(iter(token.children))
        elif token.type == "link_close":
            links -= 1
        elif token.type == "html_inline":
            yield from _html(token.content, line, rows, context)
            line += token.content.count("\n")


def _html(content: str, line: int, rows: Rows, context: Context) -> Iterator[FoundReference]:
    """The rows of a piece of HTML that begins on a line."""
    if not content.startswith("</"):
        piece = html_piece(content, rows.document)
        for row in context.rows(piece, rows.base):
            yield row._replace(line=line if row.line is None else line + row.line - 1, column=None)
