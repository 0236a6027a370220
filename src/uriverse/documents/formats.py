"""The formats, and the detection of a document's format. Only this module detects formats.

The media type decides, unless it only means "octets" (RFC 9110, section 8.3); then the name; then the first octets.
What begins like a page, or has its tags, is HTML; other text is text. To add a format, add a row to `FORMATS` and a
module to `readers`, or to `sources` for an archive.
"""

from __future__ import annotations

import json
import re

from uriverse.documents.gzip import MAGIC, beginning
from uriverse.ground.caching import lru_cache
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    # Pyright knows a bare `Final` only of `typing`, and these are public.
    from typing import Final

PDF: Final = b"%PDF-"  # ISO 32000-2, 7.5.2
ZIP: Final = b"PK\x03\x04"  # APPNOTE.TXT, 4.3.7


class Format(NamedTuple):
    """A kind of document.

    Attributes:
        name: the name for callers.
        module: its module, with a function `references`, or `documents` for an archive.
        suffixes: of file names, in lower case.
        types: its media types, in lower case.
        begins: a pattern of the first octets that identifies it, or None.
        transcoded: whether to convert documents with a transport charset to UTF-8 for its reader.
        saved: whether its documents are usually saved from elsewhere, so the file's URI is not the retrieval URI.
        archive: whether it contains documents that are read one by one.
        cost: the memory and time for an octet, relative to a page; divides `Limits.octets`.
    """

    name: str
    module: str
    suffixes: tuple[str, ...]
    types: tuple[str, ...] = ()
    begins: re.Pattern[bytes] | None = None
    transcoded: bool = False
    saved: bool = False
    archive: bool = False
    cost: int = 1


READERS: Final = "uriverse.documents.readers."
SOURCES: Final = "uriverse.documents.sources."
TEXTS: Final = (
    ".rst", ".adoc", ".asciidoc", ".org", ".tex", ".bib", ".csv", ".tsv", ".textile", ".pod", ".po", ".pot", ".py",
    ".pyi", ".js", ".mjs", ".cjs", ".ts", ".rs", ".go", ".c", ".h", ".cpp", ".hpp", ".java", ".rb", ".pl", ".pm", ".sh",
    ".diff", ".patch",
)  # fmt: skip
# Types are those of IANA's registry and older ones, beginnings those of the format's document.
FORMATS: Final[dict[str, Format]] = {
    each.name: each
    for each in (
        Format("html", READERS + "html", (".html", ".htm", ".shtml", ".php", ".asp"), ("text/html",)),
        Format("xhtml", READERS + "html", (".xhtml", ".xht"), ("application/xhtml+xml",)),
        # Of markup without a reader of its own and of programs: a "<" in them begins no tag.
        Format("text", READERS + "plain", (".txt", ".text", ".log", *TEXTS), transcoded=True),
        # RFC 5545, 3.4; RFC 6350, 3.3
        Format("icalendar", READERS + "plain", (".ics", ".ifb", ".vcf", ".vcard"),
               ("text/calendar", "text/vcard", "text/x-vcard"),
               re.compile(rb"\s*BEGIN:V(?:CALENDAR|CARD)\s", re.I), transcoded=True),
        Format("markdown", READERS + "markdown", (".md", ".markdown", ".mkd", ".mdown", ".mdx", ".qmd", ".rmd"),
               ("text/markdown", "text/x-markdown"), transcoded=True, cost=16),
        Format("css", READERS + "stylesheet", (".css",), ("text/css",), transcoded=True),
        Format("xml", READERS + "xml",
               (".xml", ".atom", ".rss", ".rdf", ".owl", ".svg", ".opml", ".xsd", ".xsl", ".xslt", ".kml"),
               ("text/xml", "application/xml"), transcoded=True),
        Format("json", READERS + "json", (".json", ".jsonl", ".ndjson", ".geojson", ".jsonld", ".webmanifest"),
               ("application/json", "text/json", "application/jsonl", "application/x-ndjson", "application/json-seq"),
               transcoded=True),
        Format("notebook", READERS + "notebook", (".ipynb",), ("application/x-ipynb+json",), cost=16),
        # RFC 8216, 4.3.1.1
        Format("playlist", READERS + "playlist", (".m3u8", ".m3u"),
               ("application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl"),
               re.compile(rb"(?:\xef\xbb\xbf)?#EXTM3U\s"), transcoded=True),
        Format("pdf", READERS + "pdf", (".pdf",), ("application/pdf",), re.compile(PDF)),
        Format("mime", READERS + "mime", (".eml", ".mht", ".mhtml", ".nws"),
               ("message/rfc822", "message/global", "multipart/related", "application/x-mimearchive"), saved=True),
        # RFC 9112, 4
        Format("http", READERS + "http", (".http",), ("message/http", "application/http"),
               re.compile(rb"HTTP/[0-9](?:\.[0-9])? [0-9]{3}[ \r\n]"), saved=True),
        # RFC 4155, Appendix A
        Format("mbox", SOURCES + "mbox", (".mbox", ".mbx"), ("application/mbox",),
               re.compile(rb"From [^\r\n]*[0-9]{4}[^\r\n]*\r?\n"), saved=True, archive=True),
        # ISO 28500, 5; the ARC file format, 1
        Format("warc", SOURCES + "warc", (".warc", ".arc"), ("application/warc",),
               re.compile(rb"WARC/|filedesc://"), saved=True, archive=True),
        # EPUB 3.3, 4.3.2
        Format("epub", SOURCES + "epub", (".epub",), ("application/epub+zip",),
               re.compile(ZIP + rb".{26}mimetypeapplication/epub\+zip", re.DOTALL), saved=True, archive=True),
    )
}  # fmt: skip

# The length of the head for detection.
HEAD: Final = 4096
# If the head without leading white space and byte order mark is shorter than this, it is the whole document.
FULL_HEAD: Final = HEAD - 256

# MIME Sniffing Standard, section 6, and RFC 8878: magic numbers of formats without references, or passed by mistake.
SIGNATURES: Final[dict[bytes, str]] = {
    PDF: "a PDF document", b"GIF8": "a GIF image", b"\x89PNG\r\n": "a PNG image", b"\xff\xd8\xff": "a JPEG image",
    b"RIFF": "an image or sound (RIFF)", MAGIC + b"\x08": "compressed (gzip)",
    b"\x28\xb5\x2f\xfd": "compressed (zstd)", ZIP: "a ZIP archive", b"OggS\x00": "a film or sound (Ogg)",
    b"\x1aE\xdf\xa3": "a film (Matroska)", b"wOFF": "a font", b"wOF2": "a font",
}  # fmt: skip

_BEGINNINGS: Final = tuple(SIGNATURES)

# RFC 6839: a suffix such as "+xml" names the syntax.
SUFFIXES: Final = {"+xml": "xml", "+json": "json"}
TYPES: Final = {kind: each.name for each in FORMATS.values() for kind in each.types}
# Types that only mean "octets"; then the name decides.
OCTETS_ONLY: Final = frozenset({"", "application/octet-stream", "binary/octet-stream", "application/x-unknown"})
# MIME Sniffing Standard, section 7: types that count as absent, so the octets decide.
UNKNOWN: Final = frozenset({"unknown/unknown", "application/unknown", "*/*"})
# MIME Sniffing Standard, section 4.4: type and subtype are HTTP tokens. Fetch, section 3.5: values are separated by
# commas outside quotation marks.
_VALUE: Final = re.compile(r'(?:[^,"]|"(?:[^"\\]|\\.)*+"?)++', re.DOTALL)
_TYPE: Final = re.compile(r"[\t\n\r ]*([!#$%&'*+\-.^_`|~0-9A-Za-z]+/[!#$%&'*+\-.^_`|~0-9A-Za-z]+)[\t\n\r ]*(?:;|\Z)")
_PARAMETER: Final = re.compile(r';[\t\n\r ]*+([^;=]*+)=(?:"((?:[^"\\]|\\.)*+)"?|([^;]*+))[^;]*+', re.DOTALL)
# MIME Sniffing Standard, section 3: binary data bytes.
_BINARY: Final = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
# HTML Standard, "List of elements", and section 16.2, its obsolete ones; `svg` and `math` may stand among them.
_ELEMENTS: Final = (
    rb"a|abbr|acronym|address|applet|area|article|aside|audio|b|base|basefont|bdi|bdo|bgsound|big|blink|blockquote|"
    rb"body|br|button|canvas|caption|center|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|"
    rb"dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|"
    rb"i|iframe|image|img|input|ins|isindex|kbd|keygen|label|legend|li|link|listing|main|map|mark|marquee|math|menu|"
    rb"menuitem|meta|meter|nav|nobr|noembed|noframes|noscript|object|ol|optgroup|option|output|p|param|picture|"
    rb"plaintext|pre|progress|q|rp|rt|ruby|s|samp|script|search|section|select|slot|small|source|span|strike|strong|"
    rb"style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|"
    rb"video|wbr|xmp"
)
# What begins a page: a doctype, a comment, an element (MIME Sniffing Standard, section 7.1, has some of them).
_PAGE: Final = re.compile(rb"(?i)(?:<\?xml\s[^>]*>\s*)?<(?:!--|!doctype html\b|(?:" + _ELEMENTS + rb")(?=[\s>/]|\Z))")
# Tags with references.
_TAGS: Final = re.compile(
    rb"(?i)<(?:a|area|form|iframe|img|link|script)[\t\n\r ][^<>]*?\b(?:href|src|action)[\t\n\r ]*=[^<>]*"
)
# Root elements of XML documents that often have no declaration.
_ROOT: Final = re.compile(
    rb"(?:<!--.*?-->\s*)?<(?:[\w.-]+:)?(?:rss|feed|RDF|urlset|sitemapindex|opml|kml|package|ncx)[\s>]", re.DOTALL
)
_MARKS: Final = (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")

# RFC 5322, section 2.2: a field's name is any printable character but a colon.
_FIELDS: Final = re.compile(rb"(?:[!-9;-~]+[ \t]*:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2,}")
_MAIL_HEAD: Final = re.compile(
    rb"^(?:Received|Return-Path|Delivered-To|From|To|Date|Subject|Message-ID|MIME-Version)[ \t]*:", re.I | re.M
)


def detect_format(name: str, head: bytes) -> str:
    """The format of a document by its name, else by its first octets; of one with binary data, by its tags."""
    return format_by_suffix(name) or format_by_content(head) or ("html" if _has_tags(head) else "text")


def format_with_type(kind: str | None, name: str, head: bytes) -> str | None:
    """The format of a document with an optional media type, or None if no reader supports the type."""
    return detect_format(name, head) if kind is None else format_by_type(kind, name)


# A crawl has few distinct values.
@lru_cache(64)
def media_type(value: str) -> tuple[str | None, str | None]:
    """The media type, in lower case, and the charset of a Content-Type field (Fetch, "extract a MIME type").

    Returns:
        None for an invalid type and for "unknown" types; then the octets decide.

    >>> media_type('text/html; Charset="utf-8", text/html'), media_type("html"), media_type("*/*; charset=utf-8")
    (('text/html', 'utf-8'), (None, None), (None, 'utf-8'))
    """
    kind, charset = None, None
    for item in _VALUE.findall(value):
        match = _TYPE.match(item)
        if match is None or (match[1] == "*/*" and kind is not None):
            continue
        essence = match[1].lower()
        item_charset = _charset(item[match.end() - 1 :])
        charset = item_charset if essence != kind else item_charset or charset
        kind = essence
    return None if kind in UNKNOWN else kind, charset


def _charset(parameters: str) -> str | None:
    """The first charset of parameters (MIME Sniffing Standard, section 4.4)."""
    for match in _PARAMETER.finditer(parameters):
        if match[1].strip().lower() == "charset":
            value = match[3] if match[2] is None else re.sub(r"\\(.)", r"\1", match[2])
            return value.strip("\t\n\r ") or None
    return None


def other_kind(name: str, head: bytes) -> str:
    """Describe a file that is not a document, by its octets or its name.

    >>> other_kind("a.png", b"\\x89PNG\\r\\n"), other_kind("a/b.py", b"import"), other_kind("core", b"\\0")
    ('a PNG image', '.py', 'no suffix')
    """
    base = re.split(r"[/\\]", name)[-1].lower()
    dot = base.rfind(".")
    return _signature(head) or (base[dot:] if dot > 0 else "no suffix")


def _signature(octets: bytes) -> str | None:
    if not octets.startswith(_BEGINNINGS):
        return None
    return next(what for begins, what in SIGNATURES.items() if octets.startswith(begins))


def is_document(name: str, head: bytes) -> bool:
    """Whether a file in a directory is a document; directories also contain pictures and programs."""
    return format_by_suffix(name) is not None or format_by_content(head) is not None


def format_by_type(kind: str, name: str = "") -> str | None:
    """The format of a media type, or None if no reader supports it.

    >>> format_by_type("application/atom+xml"), format_by_type("image/png")
    ('xml', None)
    """
    kind = kind.lower()
    if kind in OCTETS_ONLY:
        return format_by_suffix(name)
    if kind in TYPES:
        return TYPES[kind]
    for suffix, format in SUFFIXES.items():
        if kind.endswith(suffix):
            return format
    if kind.startswith("multipart/"):
        return "mime"
    if kind.startswith("text/"):
        return (format_by_suffix(name) if kind == "text/plain" else None) or "text"
    return None


def format_by_suffix(name: str) -> str | None:
    """The format with the name's suffix, or None."""
    lower = name.lower().removesuffix(".gz")
    return next((format.name for format in FORMATS.values() if lower.endswith(format.suffixes)), None)


def format_by_content(head: bytes) -> str | None:
    """The format by the first octets, or None."""
    opened = beginning(head)
    if head and not opened:
        return None  # a damaged gzip
    head = opened
    for format in FORMATS.values():
        if format.begins is not None and format.begins.match(head):
            return format.name
    fields = _FIELDS.match(head)
    if fields and _MAIL_HEAD.search(fields[0]):
        return "mime"
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\t\n\r ")
    if text[:1] in (b"{", b"[") and _begins_json(text):
        return "json"
    # UTF-16: the octets of US-ASCII are enough for tags.
    text = text.removeprefix(head[:2]).replace(b"\0", b"") if head.startswith(_MARKS[1:]) else text
    if _PAGE.match(text):
        return "html"
    if text.startswith(b"<?xml") or _ROOT.match(text):
        return "html" if b"<html" in text.lower() else "xml"
    # MIME Sniffing Standard, section 7.1: "if resource header contains no binary data bytes", it is a text.
    if head.startswith(_BEGINNINGS) or (_BINARY.search(head) and not head.startswith(_MARKS)):
        return None
    return "html" if _has_tags(text) else "text"


def _has_tags(head: bytes) -> bool:
    """Whether a head has references in tags, and no URL outside of tags: as a page it would lose that.

    >>> _has_tags(b"<?php ?> see <a href='b.html'>b</a>"), _has_tags(b"http://h/, <a href=http://i/>")
    (True, False)
    """
    tags = _TAGS.findall(head)
    return bool(tags) and head.count(b"://") == sum(tag.count(b"://") for tag in tags)


def wrong_format(data: bytes, format: Format) -> str | None:
    """The description of another format if its magic number matches, else None.

    A page may contain any octet, even NUL, so only such documents are refused.
    """
    description = _signature(data)
    return None if description is None or (format.begins is not None and format.begins.match(data)) else description


def _begins_json(head: bytes) -> bool:
    """Whether octets begin a JSON text (RFC 8259) or JSON lines; a TOML file may begin with a bracket too.

    >>> _begins_json(b'{"a": [1]}'), _begins_json(b"[package]"), _begins_json(b"[12] Smith")
    (True, False, False)
    """
    text = head.decode("utf-8", "replace")
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except RecursionError:
        return True
    except json.JSONDecodeError as failure:
        # The end of the head may cut a string or a literal.
        is_cut = failure.msg.startswith("Unterminated string") or failure.pos >= len(text) - len("false")
        return len(head) >= FULL_HEAD and is_cut
    following = text[end:]
    return not following.strip() or following.lstrip(" \t\r").startswith("\n")
