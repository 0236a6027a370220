"""Style sheets on which tools disagree, and pages with styles of their own.

Every sheet is served as it stands, as text/css at /sheets/NAME.css, and is linked by a page of elements p0 to p9; the
pages with styles inside are at /inline/NAME.html.
"""

from __future__ import annotations

from typing import Final

ELEMENTS: Final = "".join(f"<p id=p{at}>x</p>" for at in range(10))


def images(*values: str) -> str:
    """A rule an element, each with one background."""
    return "\n".join(f"#p{at} {{ background-image: {value} }}" for at, value in enumerate(values))


WRITTEN: Final = {
    "tokens": images("url(a)", "url( a2 )", "url(\n\ta3\f)", 'url("a4")', "url('a5')", "url( 'a6' )", "URL(a7)", "uRl(a8)"),
    "escapes": images(r"url(\61 1)", r"url(a\62)", r"\75rl(a3)", r"\000075 \72 l(a4)", r"url(a\ 5)", r"url(a\)6)", r"url('a\'7')"),
    "escapes-of-lines": images("url('a\\\n1')", "url('a\\\r\n2')", "url(a\\\n3)", "url('a\n4')", "url('a5\\"),
    "escapes-of-no-character": images(r"url(\0 1)", r"url(\d800 2)", r"url(\110000 3)", r"url(\1F600)", r"url(\00000041)"),
    "bad-urls": images("url(a b)", "url(a2'b)", 'url(a3"b)', "url(a4(b)", "url(a5)", "url(a b\\)c) url(a6)", "url(a7\x01)"),
    "quoted-and-more": images("url('a1' b)", "url('a2' 'b')", "url('a3'/**/)", "url(/**/a4)", "url( 'a5'", "url()", "url('')"),
    "cut-in-a-url": images("url(a1)") + "#p5 { background-image: url(a5",
    "cut-in-a-string": images("url(a1)") + "#p5 { background-image: url('a5",
    "cut-in-a-comment": images("url(a1)") + "/* #p5 { background-image: url(a5) }",
    "comments": "/* #p0 { background: url(no) } */" + images("/* url(no) */ url(a1) /**/", "url(/*a2*/)", "/**/url(a3)"),
    "comments-of-html": "<!-- " + images("url(a1)", "url(a2)") + " -->",
    "names": images("xurl(no)", "url-prefix(no)", "-url(no)", "url (no)", "src(a5)", "src('a6')"),
    "strings": "#p0::before { content: 'url(no)' }\n" + images("url(a1)") + "\n#p1::before { content: url(a2) }",
    "image-sets": images(
        "image-set('a1' 1x, 'b1' 2x)", "-webkit-image-set(url(a2) 1x)", "image-set(url(a3) type('image/png'), 'b3' 2x)",
        "image-set('a4' 1x type('image/avif'))", "IMAGE-SET('a5' 1x)",
    ),
    "several": "#p0 { background-image: url(a1), url(a2), linear-gradient(red, blue), url('a3') }",
    "shorthands": "#p0 { background: #fff url(a1) no-repeat; border-image: url(a2) 30; list-style: square url(a3);"
    " cursor: url(a4), url(a5) 2 2, auto; filter: url(a6#f); mask-image: url(a7) }",
    "fragments": "#p0 { filter: url(#f); clip-path: url('#c'); background-image: url(#b) }",
    "queries": images("url(?a)", "url(?)", "url(/b?c#d)", "url('//h/a')", "url(.)", "url(../..)", "url(../../../../a)"),
    "absolute": images("url(http://h/a)", "url(data:image/gif;base64,AA==)", "url('data:image/svg+xml,<svg/>')", "url(HTTP://H/)", "url(mailto:a@b)"),
    "no-uris": images("url('a b')", "url(é)", "url('a|b')", "url(a%)", "url('\\\\a')", "url(' a5 ')", "url('http://h:80')"),
    "imports": "@import 'i1.css'; @import url(i2.css) screen; @import url('i3.css'); @IMPORT \"i4.css\" layer(x);\n" + images("url(a1)"),
    "imports-that-are-late": images("url(a1)") + "@import 'late.css';",
    "imports-in-comments": "/* @import 'no.css'; */ @import 'i1.css';" + images("url(a1)"),
    "imports-that-are-broken": "@import 'i1.css' ;@import no.css;@import;@import 'i\n2.css';@import 'i3.css';" + images("url(a1)"),
    "namespaces": "@namespace 'http://h/n1'; @namespace svg url(http://h/n2); @namespace x 'n3';",
    "charset": '@charset "utf-8";' + images("url(a1)", "url(é)"),
    "charset-is-no-reference": "@charset 'utf-8'; " + images("url(a1)"),
    "declarations-that-are-dropped": "#p0 { background-image: url(a0); background-image: nonsense url(a1); nonsense: url(a2) }",
    "declarations-that-lose": "#p0 { background-image: url(a0) } #p0 { background-image: url(a1) }",
    "nested": "@media all { #p0 { background-image: url(a1); & { list-style-image: url(a2) } } } @supports (x: y) { #p1 { background-image: url(a3) } }",
    "brackets-left-open": "#p0 { background-image: url(a1); x: (url(a2); y: url(a3) } #p1 { background-image: url(a4) }",
    "selectors": "[x='url(no)'] { color: red } #p0:not([y=\"url(no)\"]) { background-image: url(a1) }",
    "custom-properties": "#p0 { --a: url(a1); background-image: var(--a); }",
    "line-ends": "#p0 {\r background-image:\furl(a1)\r\n}\f#p1{background-image:url(a2\r\n)}",
    "empty": "",
    "nul": "#p0 { background-image: url(a\0b) }",
    "long": images("url(" + "a/" * 3000 + ")", "url('" + "b" * 20000 + "')"),
}  # fmt: skip

ENCODED: Final = {
    "utf-8-bom": "\ufeff".encode() + images("url(é)").encode(),
    "utf-16-bom": "\ufeff".encode("utf-16-le") + images("url(a1)").encode("utf-16-le"),
    "charset-windows-1252": b'@charset "windows-1252";' + images("url(é)").encode("cp1252"),
    "charset-that-lies": b'@charset "utf-16";' + images("url(a1)").encode(),
    "octets-that-are-no-text": images("url(a\xff)").encode("latin-1"),
}

INLINE: Final = {
    "attribute": "<p id=p0 style='background-image: url(a0)'>x<p id=p1 style='background:url(&quot;a1&quot;)'>y",
    "attribute-with-base": "<base href=/b/><p id=p0 style='background-image: url(a0); cursor: url(a1), auto'>x",
    "element": f"<style>{images('url(a0)', 'url(a1)')}</style>" + ELEMENTS,
    "element-with-base": f"<base href=/b/><style>@import 'i.css'; {images('url(../a0)')}</style>" + ELEMENTS,
    "element-in-svg": f"<svg><style>{images('url(a0)')}</style></svg>" + ELEMENTS,
    "element-with-entities": f"<style>{images('url(a&amp;0)')}</style>" + ELEMENTS,
    "attribute-with-entities": "<p id=p0 style='background-image: url(a&amp;0)'>x",
}

SHEETS: Final = {
    f"/sheets/{name}.css": sheet if isinstance(sheet, bytes) else sheet.encode()
    for sheets in (WRITTEN, ENCODED)
    for name, sheet in sheets.items()
}
INLINE_PAGES: Final = {
    f"/inline/{name}.html": f"<!doctype html><meta charset=utf-8>{page}".encode() for name, page in INLINE.items()
}


def linking(sheet: str) -> bytes:
    """The page that uses a sheet."""
    return f"<!doctype html><meta charset=utf-8><link rel=stylesheet href={sheet}>{ELEMENTS}".encode()
