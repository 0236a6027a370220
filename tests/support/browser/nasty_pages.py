"""Pages on which tools disagree: at least sixty small ones, written here, and three large ones, made here.

Each is served as it stands, without a charset, at /pages/NAME. What is in it is what real pages have: references that
are no URIs, bases in the wrong places, trees that a parser has to mend, encodings.
"""

from __future__ import annotations

from typing import Final


def links(*references: str) -> str:
    return "".join(f'<a href="{each}">x</a>\n' for each in references)


# How a reference is written.
WRITTEN: Final = {
    "spaces-around": "<a href=' \t\n\f\r x '>x</a><img src='  i '><form action=' f '></form>",
    "spaces-inside": links("a b", "a%20b", "?a b", "#a b", "http://h/a b"),
    "tabs-and-lines-inside": links("a\tb", "a\nb", "ht\ntp://h/x", "/a\r\nb?c\nd"),
    "controls": links("&#1;a", "a&#1;", "a&#31;", "&#127;", "a&#0;b"),
    "backslashes": links("\\a", "a\\b", "\\\\h\\a", "http:\\\\h\\a", "?a\\b", "#a\\b", "foo:\\a"),
    "not-ascii": "<meta charset=utf-8>" + links("é", "/é/ü", "?é", "#é", "http://bücher.example/é", "http://h/%C3%A9"),
    "excluded": links("a{b}", "a|b", "a^b", "a`b", "&lt;a&gt;", "a&quot;b", "?{|}^`", "#{|}^`", "a[b]", "?a[b]"),
    "percent": links("a%", "a%2", "a%zz", "%41", "%7e", "%2e", "%2E%2e/a", "?%", "#%zz"),
    "dots": links(".", "..", "./", "../", "../../../../a", "a/./b", "a/../b", "a/..", "a/.", "/..", "/../a", "a//../b"),
    "queries": links("?", "?a", "?a?b", "a?", "a?b/../c", "?#", "a?b#c?d"),
    "fragments": links("#", "#a", "#a#b", "a#", "a#b/../c", "#a?b"),
    "empty": "<a href>x</a><a href=''>x</a><img src=''><form action=''></form><form action></form><iframe src=''></iframe>",
    "schemes": links(
        "HTTP://h/", "mailto:a@b", "MAILTO:A@b", "tel:+1", "urn:a:b", "data:,a b", "javascript:a(b c)", "x:"
    ),
    "same-scheme": links("http:a", "http:/a", "http:", "http:?a", "http:#a", "http:../a", "https:a", "HTTP:a"),
    "slashes": links("//h/a", "//h", "///h/a", "http:///h/a", "http:////h/a", "http:/h/a", "////a", "/a//b", "a//b"),
    "colons": links("a:b", "1:b", "./a:b", "a/b:c", ":a", "a%3Ab", "-a:b", "a b:c"),
    "ports": links("http://h:80/", "http://h:/", "http://h:8080/", "http://h:080/", "http://h:99999/", "http://h:x/"),
    "users": links("http://u@h/", "http://u:p@h/", "http://@h/", "http://:@h/", "http://u@v@h/", "http://u:@h/"),
    "hosts": links(
        "http://H.Example/", "http://h", "http://h?a", "http://h#a", "http://h./", "http://a_b/", "http://-/"
    ),
    "hosts-encoded": links("http://%68/", "http://a%20b/", "http://a%2Fb/", "http://%C3%A9/", "http://a%00b/"),
    "hosts-numbers": links(
        "http://127.1/", "http://0x7f.1/", "http://2130706433/", "http://1.2.3.256/", "http://1.2.3/"
    ),
    "hosts-brackets": links("http://[::1]/", "http://[1::0:2]/", "http://[::1", "http://[x]/", "http://[::1.2.3.4]/"),
    "hosts-refused": links(
        "http://a b/", "http://a&lt;b/", "http://a^b/", "http://a|b/", "http://", "http:// /", "http://?a"
    ),
    "other-hierarchies": links(
        "ftp://h/../a", "foo://H/../a", "foo:a/../b", "foo:/a/../b", "foo:/..//a", "file:/a", "file:a"
    ),
    "entities": links(
        "a&amp;b", "a&b", "?a=1&copy=2", "?a=1&copy;2", "&#x61;", "&NotAnEntity;", "a&amp;amp;b", "&sol;a"
    ),
    "case-of-names": "<A HREF=a>x</A><IMG SRC=b><Form ACTION=c></Form>",
    "quotes": "<a href=a'b>x</a><a href=\"a'b\">x</a><a href='a\"b'>x</a><a href=a`b>x</a>",
    "unquoted": "<a href=a/b/>x</a><a href=a?b=c>x</a><a href= a >x</a><a href=a class>x</a><a href==a>x</a>",
    "twice": "<a href=a href=b>x</a><img src=c SRC=d>",
    "template-left-open": links("{{ url }}", "${url}", "&lt;%= url %>", "%url%", "[url]"),
    "long": links("a/" * 2000, "?" + "a=b&amp;" * 2000),
}

# Where the base is.
BASES: Final = {
    "base": "<base href=/b/c/d>" + links("a", "../a", "?a", "#a", "") + "<form action=f></form>",
    "base-relative": "<base href=b/>" + links("a"),
    "base-after-links": links("a") + "<base href=/b/>" + links("c"),
    "base-twice": "<base href=/b/><base href=/c/>" + links("a"),
    "base-without-href-first": "<base target=x><base href=/c/>" + links("a"),
    "base-empty": "<base href=''>" + links("a", "#a"),
    "base-in-a-comment": "<!-- <base href=/b/> -->" + links("a"),
    "base-in-a-script": "<script>'<base href=/b/>'</script>" + links("a"),
    "base-in-a-title": "<title><base href=/b/></title>" + links("a"),
    "base-in-a-textarea": "<textarea><base href=/b/></textarea>" + links("a"),
    "base-in-a-template": "<template><base href=/b/><a href=t>x</a></template>" + links("a"),
    "base-in-svg": "<svg><base href=/b/></svg>" + links("a"),
    "base-in-a-foreign-object": "<svg><foreignObject><base href=/b/></foreignObject></svg>" + links("a"),
    "base-in-a-table": "<table><tr><base href=/b/><td>" + links("a"),
    "base-in-noscript": "<noscript><base href=/b/></noscript>" + links("a"),
    "base-in-the-body": "<p>x<base href=/b/>" + links("a"),
    "base-fragment": "<base href='/b/c?d#e'>" + links("a", "", "#f", "?g"),
    "base-javascript": "<base href='javascript:1'><base href=/c/>" + links("a"),
    "base-data": "<base href='data:,x'>" + links("a", "#a"),
    "base-mailto": "<base href='mailto:a@b'>" + links("a", "http://h/"),
    "base-refused": "<base href='http://[x'><base href=/c/>" + links("a"),
    "base-with-spaces": "<base href=' /b c/ '>" + links("a"),
    "base-without-path": "<base href='http://h'>" + links("a", "?a", "#a", ""),
    "base-other-scheme": "<base href='foo://h/a/b'>" + links("c", "../../../c", "//d", "/e", "?f"),
    "base-no-authority": "<base href='foo:/a/b'>" + links("c", "..//c", "/.//c", "//d"),
    "base-and-empty-actions": "<base href=/b/c><form action=''><button formaction=''>x</button></form><form action></form>",
    "base-query-encoded": "<meta charset=utf-8><base href='/b?é'>" + links("", "#f", "?ü"),
    "base-not-ascii": "<meta charset=utf-8><base href='/é/'>" + links("a"),
}

# What the tree makes of it.
TREES: Final = {
    "formatting-copied": "<p><a href=1>x<p>y</a><p><a href=2>z</a>" + "<b><a href=3>x</b>y</a>",
    "anchors-in-anchors": "<a href=1>x<a href=2>y<div><a href=3>z</div></a>",
    "table-content-moved": "<table><a href=1>x</a><tr><td><a href=2>y</a></table>",
    "image-is-img": "<image src=1><svg><image href=2 /></svg>",
    "frameset": "<frameset><frame src=1><frame src=2 longdesc=3><noframes><a href=4>x</a></noframes></frameset>",
    "frameset-after-text": "x<frameset><frame src=1></frameset><a href=2>x</a>",
    "nested-forms": "<form action=1><form action=2><input type=image src=3><button formaction=4>x</button></form>",
    "select-content": "<select><option><a href=1>x</a></select><a href=2>y</a>",
    "plaintext": "<a href=1>x</a><plaintext><a href=2>y</a>",
    "noscript-body": "<noscript><a href=1>x</a><img src=2></noscript>",
    "cdata": "<svg><![CDATA[<a href=1>]]></svg><![CDATA[<a href=2>x</a>]]><a href=3>y</a>",
    "comments": "<!--><a href=1>x</a>--><a href=2>y</a><!-- --!><a href=3>z</a><!--- <a href=4> --->",
    "cut-in-an-attribute": "<a href=1>x</a><a href='2",
    "cut-in-a-tag": "<a href=1>x</a><a href=2",
    "end-tags-with-attributes": "<a href=1>x</a href=2></p src=3><br>",
    "deep": "<div>" * 300 + "<a href=1>x</a>",
    "media": "<video src=1 poster=2><source src=3><track src=4></video><audio src=5></audio><embed src=6>",
    "quotations": "<blockquote cite=1><q cite=2>x</q></blockquote><ins cite=3>x</ins><del cite=4>y</del>",
    "objects": "<object data=1 codebase=c/></object><object codebase=d/ data=2></object>",
    "areas": "<map name=m><area href=1 shape=rect><area href=' 2 '></map><img src=3 usemap='#m' longdesc=4>",
    "head-links": "<link rel=x href=1><link href=' 2 '><script src=3></script><link rel=icon href=''>",
    "srcset": "<img srcset='a 1x, b 2x' src=c><img srcset='d,e 2x'><img srcset='data:,x 1x'>",
    "srcset-broken": "<img srcset=', ,a 1x' src=b><img srcset='a 1y' src=c><img srcset='a 1x 1x, d' src=e>",
    "picture": "<picture><source srcset='a b' media='(min-width: 1px)'><source srcset='c'><img src=d></picture>",
}

# Octets.
ENCODED: Final = {
    "utf-8-bom": "\ufeff".encode() + links("é").encode(),
    "utf-16-bom": "\ufeff".encode("utf-16-le") + links("é", "?é").encode("utf-16-le"),
    "windows-1252": links("?é", "é", "€").encode("cp1252"),
    "meta-windows-1251": b"<meta charset=windows-1251>" + links("ж", "?ж", "#ж").encode("cp1251"),
    "meta-in-the-body": b"<p>x<meta charset=koi8-r>" + links("ж").encode("koi8-r"),
    "utf-8-that-lies": b"<meta charset=utf-8>" + links("é").encode("cp1252"),
    "meta-windows-1252-in-attributes": b"<meta charset=windows-1252><base href='/b?\xe9'>"
    + "<a href=''>x</a><img src='?é'><img srcset='?ü 1x'><blockquote cite='?é'></blockquote><form action='?é'>".encode(
        "cp1252"
    ),
    "meta-iso-2022-jp": b"<meta charset=iso-2022-jp>"
    + links("?表", "?\u00a5", "?a\\b").encode("iso2022_jp", "xmlcharrefreplace"),
    "query-not-in-the-encoding": b"<meta charset=windows-1252>"
    + links("?&#1078;", "?\u20ac".replace("\u20ac", "&euro;"), "wss://h/?&eacute;", "foo://h/?&eacute;").encode(),
    "shift-jis": b"<meta charset=shift_jis>" + links("表", "?表").encode("cp932"),
    "nul": b"<a href='a\0b'>x</a><a\0 href=c>x</a>",
}


def large(kind: str) -> str:
    """About a megabyte of one kind."""
    many = range(10_000)
    if kind == "list":
        body = "".join(
            f"<li><a href='i{at}?p={at % 7}#x'>x</a> <q cite=../t/{at}>an item of a long list</q>" for at in many
        )
        return f"<base href=/list/>{body}"
    if kind == "table":
        return "<table>" + "".join(
            f"<tr><td><a href=/r/{at}/../{at}>x<td><ins cite=//h{at % 9}/{at}>of a table" for at in many
        )
    return "".join(
        f"<div><p><i><a href='./{at}'>x</a></b><form action='?{at}'><del cite=' {at} '>soup</form></div>" for at in many
    )


SMALL: Final = {
    f"{name}.html": page if isinstance(page, bytes) else page.encode()
    for pages in (WRITTEN, BASES, TREES, ENCODED)
    for name, page in pages.items()
}
LARGE: Final = {f"large-{kind}.html": large(kind).encode() for kind in ("list", "table", "soup")}
PAGES: Final = SMALL | LARGE
