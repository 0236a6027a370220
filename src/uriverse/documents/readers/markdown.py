"""Markdown: links, images, autolinks, and its HTML, by a parser of CommonMark 0.31.

Links are those of CommonMark's sections 6.3 to 6.5, in footnotes too; other references are text ("https://example.com"
is not an autolink, `<https://example.com>` is). The reader of HTML reads HTML blocks and inline HTML. There is no
embedded base.

The parser reports the lines of blocks. A reference's line is its block's plus the line breaks before it in the block;
columns are unknown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Final

from uriverse.documents.base import Base
from uriverse.documents.context import Context
from uriverse.documents.document import Document, html_piece
from uriverse.documents.encodings import decode
from uriverse.documents.limits import DEFAULT
from uriverse.documents.rows import FoundReference, RowMaker, incomplete
from uriverse.ground.extras import Extra

with Extra("markdown", "markdown-it-py", "reading Markdown"):
    from markdown_it import MarkdownIt, rules_block
    from markdown_it.parser_block import ParserBlock
    from markdown_it.parser_inline import ParserInline
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token


# The tokens with references, and the attribute with the reference.
HOLDERS: Final = {"link_open": "href", "image": "src"}


# The maximum nesting of blocks and inlines. The parser skips deeper ones, because it recurses.
DEEPEST: Final = 100
# The characters of a definition. Its label has at most 999 (section 6.3); only a long title could be longer.
LONGEST_DEFINITION: Final = 1 << 14
# The steps of a document for short paragraphs with deep brackets: two paragraphs with 99 levels take so many.
SHARED_STEPS: Final = 20_000


class Blocks(ParserBlock):
    """The parser of blocks, which records the first line that is nested too deep."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:
        if state.level >= DEEPEST:
            state.env.setdefault("too deep", startLine + 1)
        super().tokenize(state, startLine, endLine)


def reference(state: StateBlock, startLine: int, endLine: int, silent: bool) -> bool:
    """Parse a link reference definition of a bounded length: the parser copies what it has for each further line.

    A label that begins with "^" is a footnote's (GitHub, GitLab, Pandoc): text follows it, which may have links.
    """
    if state.src.startswith("[^", state.bMarks[startLine] + state.tShift[startLine]):
        return False
    last = state.lineMax
    state.lineMax = min(last, bisect_right(state.bMarks, state.bMarks[startLine] + LONGEST_DEFINITION))
    try:
        return rules_block.reference(state, startLine, endLine, silent)
    finally:
        state.lineMax = last


class Inlines(ParserInline):
    """The parser of inlines, which records whether one is nested too deep or takes too many steps.

    At each "[" the parser looks ahead for its "]", and passes over the tokens between them. In `[[[[ ...` all look over
    the same tokens, as far as a hundred levels; the text of an image is parsed once for each image around it. Ordinary
    text takes a step in a hundred octets. A paragraph that takes too many has no further links.

    Each paragraph has steps by its length, and those that are nested deep share some more.
    """

    def __init__(self, steps: int) -> None:
        super().__init__()
        self._steps = steps
        self._shared = SHARED_STEPS
        self._left: int | None = None

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        if self._left is not None:
            return super().parse(src, md, env, tokens) if self._can_take(len(src), env) else tokens
        self._left = self._steps * len(src)
        try:
            return super().parse(src, md, env, tokens)
        finally:
            self._left = None

    def skipToken(self, state: StateInline) -> None:
        if not self._can_take(1, state.env):
            state.pos = state.posMax
            return
        if state.level >= DEEPEST:
            state.env.setdefault("too deep", None)
        super().skipToken(state)

    def _can_take(self, steps: int, env: Any) -> bool:
        """Take some steps of the paragraph's, or else of the shared ones; False and recorded if there are too few."""
        budget = (self._left or 0) - steps
        self._left = max(budget, 0)
        self._shared += min(budget, 0)
        if self._shared < 0:
            env["too many steps"] = True
        return budget >= 0 or self._shared >= 0


class Parser(MarkdownIt):
    """CommonMark with unchanged destinations.

    By default the parser percent-encodes destinations for HTML and drops scripts; this reader reports the original
    destinations, and the edition checks them.
    """

    def __init__(self, steps: int = DEFAULT.steps) -> None:
        super().__init__()
        self.block, self.inline = Blocks(), Inlines(steps)
        self.block.ruler.at("reference", reference)
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
    maker = RowMaker(document, base, context.edition)
    env: dict[str, Any] = {}
    used = set[str]()
    for token in Parser(context.limits.steps).parse(decode(document.data)[0], env):
        line = token.map[0] + 1 if token.map else 1
        if token.type == "inline":
            for row in _inline(token.children or [], line, maker, context):
                used.add(row.reference or "")
                yield row
        elif token.type == "html_block":
            yield from _html(token.content, line, maker, context)
    if context.search.hints:
        for definition in env.get("references", {}).values():
            if definition["href"] not in used:
                row = maker.row(definition["href"], (definition["map"][0] + 1, None), "definition")
                yield row._replace(hint="definition")
    if "too deep" in env:
        where = "" if env["too deep"] is None else f" at line {env['too deep']}"
        yield incomplete(document.name, f"something{where} is nested deeper than {DEEPEST} levels")
    if "too many steps" in env:
        reason = f"the brackets of a paragraph take more than {context.limits.steps} steps for each of its characters"
        yield incomplete(document.name, reason)


def _inline(tokens: list[Token], line: int, maker: RowMaker, context: Context) -> Iterator[FoundReference]:
    """The rows of a paragraph's tokens; an image's text may have links too.

    GitHub Flavored Markdown, 6.9, turns URLs in text into links: hints here.
    """
    stack, links = [iter(tokens)], 0
    while stack:
        token = next(stack[-1], None)
        if token is None:
            stack.pop()
        elif token.type in ("softbreak", "hardbreak"):
            line += 1
        elif token.type == "text" and not links and context.search.hints and ":" in token.content:
            piece = maker.document._replace(data=token.content.encode("utf-8", "replace"), format="text", encoding=None)
            for row in context.rows(piece, maker.base):
                yield row._replace(line=line, column=None, hint="text")
        elif token.type in HOLDERS:
            links += token.type == "link_open"
            element = "autolink" if token.markup == "autolink" else token.type.removesuffix("_open")
            attribute = HOLDERS[token.type]
            yield maker.row(str(token.attrs.get(attribute, "")), (line, None), element, attribute)
            if token.children:
                stack.append(iter(token.children))
        elif token.type == "link_close":
            links -= 1
        elif token.type == "html_inline":
            yield from _html(token.content, line, maker, context)
            line += token.content.count("\n")


def _html(content: str, line: int, maker: RowMaker, context: Context) -> Iterator[FoundReference]:
    """The rows of a piece of HTML that begins on a line."""
    if not content.startswith("</"):
        piece = html_piece(content, maker.document)
        for row in context.rows(piece, maker.base):
            yield row._replace(line=line if row.line is None else line + row.line - 1, column=None)
