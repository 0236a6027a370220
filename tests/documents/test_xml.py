"""XML: `xml:base`, the vocabularies, compressed sitemaps, and that nothing is fetched or multiplied."""

from __future__ import annotations

import gzip
import io
from typing import Any

import pytest

from uriverse.documents import FoundReference, Limits, links
from uriverse.documents.readers.vocabularies import vocabularies


def read(data: bytes | str, base: str | None = "http://h/d/x.xml", **options: Any) -> list[FoundReference]:
    octets = data.encode() if isinstance(data, str) else data
    return list(links(io.BytesIO(octets), base=base, format="xml", **options))


def brief(rows: list[FoundReference]) -> list[tuple[object, ...]]:
    return [(row.line, row.column, row.element, row.attribute, row.reference, row.resolved) for row in rows]


# XML Base (2nd edition), section 3, the example of its use, and section 3's list of what the references resolve to.
EXAMPLE = """<?xml version="1.0"?>
<doc xml:base="http://example.org/today/"
     xmlns:xlink="http://www.w3.org/1999/xlink">
  <head>
    <title>Virtual Library</title>
  </head>
  <body>
    <paragraph>See <link xlink:type="simple" xlink:href="new.xml">what's
      new</link>!</paragraph>
    <paragraph>Check out the hot picks of the day!</paragraph>
    <olist xml:base="/hotpicks/">
      <item>
        <link xlink:type="simple" xlink:href="pick1.xml">Hot Pick #1</link>
      </item>
      <item>
        <link xlink:type="simple" xlink:href="pick2.xml">Hot Pick #2</link>
      </item>
      <item>
        <link xlink:type="simple" xlink:href="pick3.xml">Hot Pick #3</link>
      </item>
    </olist>
  </body>
</doc>
"""


def test_the_example_of_xml_base() -> None:
    """The references resolve to what the document says that they do."""
    assert brief(read(EXAMPLE)) == [
        (2, 1, "doc", "xml:base", "http://example.org/today/", "http://example.org/today/"),
        (8, 20, "link", "xlink:href", "new.xml", "http://example.org/today/new.xml"),
        (11, 5, "olist", "xml:base", "/hotpicks/", "http://example.org/hotpicks/"),
        (13, 9, "link", "xlink:href", "pick1.xml", "http://example.org/hotpicks/pick1.xml"),
        (16, 9, "link", "xlink:href", "pick2.xml", "http://example.org/hotpicks/pick2.xml"),
        (19, 9, "link", "xlink:href", "pick3.xml", "http://example.org/hotpicks/pick3.xml"),
    ]


# Each: the document, and what its last reference resolves to where the document came from http://h/d/x.xml.
XLINK = 'xmlns:x="http://www.w3.org/1999/xlink"'
BASES = [
    (f'<a {XLINK} x:href="r"/>', "http://h/d/r", "RFC 3986, 5.1.3: the document's own"),
    (f'<a {XLINK} xml:base="http://b/c/" x:href="r"/>', "http://b/c/r", "XML Base, 4.2: the element's own"),
    (f'<a {XLINK} xml:base="http://b/c/"><e x:href="r"/></a>', "http://b/c/r", "XML Base, 4.2: the parent's"),
    (
        f'<a {XLINK} xml:base="c/"><e xml:base="f/" x:href="r"/></a>',
        "http://h/d/c/f/r",
        "XML Base, 4.1: relative to it",
    ),
    (f'<a {XLINK}><e xml:base="f/"/><e x:href="r"/></a>', "http://h/d/r", "XML Base, 4.2: not a sibling's"),
    (f'<a {XLINK} xml:base="" x:href="r"/>', "http://h/d/r", "XML Base, 4.1: empty is the base itself"),
    (f'<a {XLINK} xml:base="http://b/c#f" x:href="r"/>', "http://b/r", "RFC 3986, 5.1: without its fragment"),
    (f'<a {XLINK} xml:base="http://[b" x:href="r"/>', "http://h/d/r", "RFC 3986, 5.1: an unfit one is skipped"),
    (f'<a {XLINK} xml:base=" http://b/c/ " x:href=" r "/>', "http://b/c/r", "XML, 3.3.3: white space around it"),
    (
        f'<a {XLINK} xml:base="http://b/"><?xml-stylesheet href="r"?></a>',
        "http://b/r",
        "XML Base, 4.2: an instruction's",
    ),
    ('<?xml-stylesheet type="text/css" href="r&amp;s"?><a/>', "http://h/d/r&s", "xml-stylesheet, 3"),
    ("<?xml-stylesheet href='r'?><a/>", "http://h/d/r", "xml-stylesheet, 3"),
]


@pytest.mark.parametrize(("text", "resolved", "clause"), BASES, ids=[clause for *_, clause in BASES])
def test_bases(text: str, resolved: str, clause: str) -> None:
    assert clause
    assert read(text)[-1].resolved == resolved


def test_a_base_that_is_refused_says_so() -> None:
    """Its own row has the reason."""
    (row,) = read('<a xml:base="mailto:b"/>', edition="rfc2396")
    assert row.error == "refused as a base: its scheme has no hierarchy that a relative reference could use"


ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://e/f/">
 <id>urn:uuid:1</id><link href="g"/><icon> i.png </icon><author><uri>http://a/</uri><name>http://not/</name></author>
 <entry><link rel="alternate" href="x"/><content type="html">&lt;a href="y"&gt;z&lt;/a&gt;
&lt;img src=w&gt;</content><summary>&lt;a href="no"&gt;</summary></entry>
 <entry xml:base="k/"><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="l">m</a></div></content>
 <content src="n" type="image/png"/></entry></feed>"""


def test_atom() -> None:
    """RFC 4287, section 2: xml:base counts for every reference, the HTML in a content too."""
    assert brief(read(ATOM))[1:] == [
        (2, 2, "id", None, "urn:uuid:1", "urn:uuid:1"),
        (2, 21, "link", "href", "g", "http://e/f/g"),
        (2, 37, "icon", None, "i.png", "http://e/f/i.png"),
        (2, 65, "uri", None, "http://a/", "http://a/"),
        (3, 9, "link", "href", "x", "http://e/f/x"),
        (3, None, "a", "href", "y", "http://e/f/y"),
        (4, None, "img", "src", "w", "http://e/f/w"),
        (5, 2, "entry", "xml:base", "k/", "http://e/f/k/"),
        (5, 87, "a", "href", "l", "http://e/f/k/l"),
        (6, 2, "content", "src", "n", "http://e/f/k/n"),
    ]


RSS = """<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><link>http://a/</link>
<image><url>/i.png</url><link>http://a/</link></image>
<item><title>http://not/</title><guid isPermaLink="false">tag:x</guid><link>b</link><enclosure url="c.mp3" length="1"/>
<description><![CDATA[<a href="d">e</a>]]></description><media:thumbnail url="t.png"/></item>
<item><guid>http://a/1</guid><description>plain &amp; simple</description></item></channel></rss>"""


def test_rss() -> None:
    """RSS 2.0: the elements whose text is a URL, enclosures, and the HTML of descriptions."""
    assert [(row.element, row.reference) for row in read(RSS)] == [
        ("link", "http://a/"),
        ("url", "/i.png"),
        ("link", "http://a/"),
        ("link", "b"),
        ("enclosure", "c.mp3"),
        ("a", "d"),
        ("media:thumbnail", "t.png"),
        ("guid", "http://a/1"),
    ]


def test_rss_1() -> None:
    """RSS 1.0 is RDF."""
    text = (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">'
        '<channel rdf:about="http://a/"><link>http://a/b</link></channel></rdf:RDF>'
    )
    assert [(row.attribute, row.reference) for row in read(text)] == [("rdf:about", "http://a/"), (None, "http://a/b")]


SITEMAP = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>
 http://a/?b&amp;c
</loc><lastmod>2020-01-01</lastmod><xhtml:link rel="alternate" href="http://a/de"/>
<image:image><image:loc>http://a/i</image:loc></image:image></url></urlset>"""
INDEX = """<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>http://a/s</loc></sitemap></sitemapindex>"""


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_sitemaps(packed: bool) -> None:
    """Plain and compressed, and their indexes."""
    for text, found in ((SITEMAP, ["http://a/?b&c", "http://a/de", "http://a/i"]), (INDEX, ["http://a/s"])):
        data = gzip.compress(text.encode()) if packed else text.encode()
        assert [row.reference for row in read(data)] == found


@pytest.mark.parametrize(
    "namespace",
    [
        "",
        " xmlns='https://www.sitemaps.org/schemas/sitemap/0.9'",
        " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9/'",
        " xmlns='http://www.google.com/schemas/sitemap/0.9'",
    ],
)
@pytest.mark.parametrize("root", ["urlset", "sitemapindex"])
def test_sitemaps_by_their_root(root: str, namespace: str) -> None:
    """Sitemaps are written with several namespaces and with none: the root element says what they are."""
    content = "<url><loc> http://h/1 </loc></url><x xmlns='urn:x'><loc>2</loc></x>"
    assert [row.reference for row in read(f"<{root}{namespace}>{content}</{root}>")] == ["http://h/1"]


def test_damaged_compression() -> None:
    """A row that says what is wrong, and no more than a document may hold."""
    data = gzip.compress(SITEMAP.encode())
    (row,) = read(data[:-20])
    assert row.error == "cannot be read: its compression is cut short"
    (row,) = read(data[:20] + b"\xff" * 20 + data[40:])
    assert row.error is not None and row.error.startswith("cannot be read: its compression ")
    bomb = gzip.compress(b"\0" * 53_000_000)
    # sitemaps.org: a sitemap "must be no larger than 50MB (52,428,800 bytes)" uncompressed.
    (row,) = read(bomb, limits=Limits(octets=52_428_800, compression=2000))
    assert row.error == "cannot be read: it is longer than 52428800 octets"
    assert len(read(data + gzip.compress(b" ") + b"\0\0")) == 3


def test_other_vocabularies() -> None:
    """XHTML, SVG, XInclude, schemas; and in a vocabulary that nobody described `href` and `src`."""
    text = (
        '<r xmlns:xi="http://www.w3.org/2001/XInclude" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        ' xsi:schemaLocation="urn:a a.xsd urn:b b.xsd" href="1" src="2" title="3">'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        '<use xlink:href="#4"/></svg>'
        '<html xmlns="http://www.w3.org/1999/xhtml"><img src="5" srcset="6 1x, 7 2x" alt="8"/></html>'
        '<xi:include href="9"/></r>'
    )
    found = [row.reference for row in read(text)]
    assert found == ["urn:a", "a.xsd", "urn:b", "b.xsd", "1", "2", "#4", "5", "6", "7", "9"]


def test_every_vocabulary_says_which_document_describes_it() -> None:
    """The data file's rows are whole."""
    for row in vocabularies().values():
        assert row.clause
        assert row.attributes or row.text or row.html
        assert bool(row.namespace) != bool(row.root)


# ---- safety


ILLUSTRATOR = """<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY ns_xlink "http://www.w3.org/1999/xlink">]>
<svg xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;"><a xlink:href="&ns_svg;#x">&ns_svg;</a></svg>"""


def test_entities_that_the_document_declares() -> None:
    """XML 1.0, section 4.4: replaced in values and in text; of two declarations the first counts (section 4.2)."""
    assert [row.reference for row in read(ILLUSTRATOR)] == ["http://www.w3.org/2000/svg#x"]
    declared = '<!ENTITY a "http://a/"><!ENTITY a "http://no/"><!ENTITY b "&a;b">'
    text = f'<!DOCTYPE rss [{declared}]><rss><link>&b;</link><enclosure url="&a;c"/></rss>'
    assert [row.reference for row in read(text)] == ["http://a/b", "http://a/c"]


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        ('<!ENTITY a "&b;"><!ENTITY b "&a;">', "its entity 'a' uses 'b', which is not declared before it"),
        (
            '<!ENTITY a "'
            + "ha" * 500
            + '">'
            + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 9}">' for n in range(1, 9)).replace("&a0;", "&a;"),
            "its entity 'a2' may expand to more than 1048576 characters",
        ),
    ],
)
def test_entities_that_are_refused(declared: str, reason: str) -> None:
    (row,) = read(f"<!DOCTYPE a [{declared}]><a href='1'>&a;</a>")
    assert (row.line, row.error) == (1, f"cannot be read: {reason}")


def test_what_stands_outside_is_not_read() -> None:
    """XML 1.0, section 4.4.3: a processor that does not validate need not include it; a row says so."""
    first, second = read('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a href="1">&e;</a>')
    assert (first.reference, second.problem) == ("1", "incomplete")
    assert second.error == "cannot be read wholly: an entity in it is external: file:///etc/passwd"
    text = '<!DOCTYPE a [<!ENTITY % e SYSTEM "http://127.0.0.1:9/x"> %e;]><a href="1"/>'
    assert [row.reference for row in read(text)] == ["1"]


FEED = "<rss version='2.0' xmlns:x='http://search.yahoo.com/mrss/'><channel>{}<item><link>http://h/2</link></item></channel></rss>"


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("<title>a &nbsp; b</title><link>http://h/1</link>", ["http://h/1"]),
        ("<link>http://h/?a=1&b=2</link>", ["http://h/?a=1&b=2"]),
        ("<link>http://h/?a=1&copy=2</link>", ["http://h/?a=1&copy=2"]),
        ("<enclosure url='http://h/?a=1&b=2&amp;c'/>", ["http://h/?a=1&b=2&c"]),
        ("</title><link>http://h/1</link></x:y>", ["http://h/1"]),
        ("</b><link>http://h/1</link>", ["http://h/1"]),
        # XML, section 4.1: a character by its number; what is no character stays as it is written
        ("</b><link>http://h/&#x4a;&#74;&#x110000;&#xD800;&#0;</link>", ["http://h/JJ&#x110000;&#xD800;&#0;"]),
        ("<br><link>http://h/1</link>", ["http://h/1"]),
        ("<y:z href='http://h/1'/>", ["http://h/1"]),
        ("<x:content url=http://h/1 />", ["http://h/1"]),
        ("<x:content url='http://h/1' url='http://h/1'/>", ["http://h/1"]),
        ("<title>1 < 2</title><link><![CDATA[http://h/1]]></link>", ["http://h/1"]),
        ("<title>\x01</title><link>http://h/1</link><!-- -- -->", ["http://h/1"]),
        ("<description>&lt;a href=http://h/1&gt; &nbsp;</description>", ["http://h/1"]),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_document_that_is_not_well_formed_is_read_to_its_end(fault: str, found: list[str], encoding: str) -> None:
    """What stands before the fault comes once, then the row that names the fault, then the rest."""
    rows = read(FEED.format(f"<link>http://h/0</link>\n{fault}").encode(encoding))
    assert [row.reference for row in rows if row.reference is not None] == ["http://h/0", *found, "http://h/2"]
    (named,) = (row for row in rows if row.reference is None)
    assert (named.problem, named.line) == ("incomplete", 2)
    assert named.error is not None and named.error.startswith("cannot be read wholly: it is not well-formed: ")


@pytest.mark.parametrize("start", [" <?xml version='1.0'?>", ""])
@pytest.mark.parametrize("end", ["", "<a>", "<a href='", "<![CDATA[", "x"])
def test_a_document_that_begins_too_late_or_ends_too_soon(start: str, end: str) -> None:
    rows = read(f"{start}<rss><link>http://h/1</link>{end}")
    assert [row.reference for row in rows if row.reference is not None] == ["http://h/1"]
    assert [row.problem for row in rows if row.reference is None] == ["incomplete"]


def test_an_outer_subset_is_not_fetched() -> None:
    """A document type may be named; nothing is opened, and what it may declare is passed over."""
    text = '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/none.dtd"><a href="1">&nbsp;</a>'
    assert [row.reference for row in read(text)] == ["1"]


def test_what_stands_before_a_fault_is_found() -> None:
    """Then a row says where it is and what."""
    rows = read('<a href="1">\n<b href="2"></a>')
    assert [row.reference for row in rows] == ["1", "2", None]
    assert (rows[-1].line, rows[-1].error) == (2, "cannot be read wholly: it is not well-formed: mismatched tag")
    (row,) = read("")
    assert row.error == "cannot be read: it is not well-formed: no element found"
    unknown, row = read('<?xml version="1.0" encoding="no-such"?><a href="1"/>')
    assert (row.reference, unknown.error) == ("1", "its charset is not known: 'no-such'")


@pytest.mark.parametrize("said", [None, "csUnicode", "utf-8"])
@pytest.mark.parametrize(
    "encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-16-le", "utf-32", "utf-32-le", "iso-8859-1", "windows-1252"]
)
def test_encodings(encoding: str, said: str | None) -> None:
    """XML 1.0, Appendix F: by the mark, by how it begins, or as the declaration says; the first two outrank it."""
    outranked = said is not None and encoding.startswith("utf")
    text = f'<?xml version="1.0" encoding="{said if outranked else encoding}"?><é href="r"/>'
    (row,) = read(text.encode(encoding))
    assert (row.element, row.resolved) == ("é", "http://h/d/r")


def test_100_000_open_elements() -> None:
    """Depth costs nothing, with bases too."""
    rows = read("<a>" * 100_000 + '<b href="deep"/>' + "</a>" * 100_000)
    assert [row.reference for row in rows] == ["deep"]


def test_a_long_document_comes_in_pieces() -> None:
    """Rows come while the rest is not yet parsed; places go on counting."""
    text = "<r>\n" + '<a href="x"/>\n' * 20_000 + "</r>"
    rows = links(io.BytesIO(text.encode()), base="http://h/", format="xml")
    assert next(rows).line == 2
    assert [row.line for row in rows][-1] == 20_001


CATALOG = "xmlns='urn:oasis:names:tc:entity:xmlns:xml:catalog'"


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        (f"<catalog {CATALOG}><systemSuffix systemIdSuffix='s' uri='u'/></catalog>", "u"),
        (f"<catalog {CATALOG}><uriSuffix uriSuffix='s' uri='u'/></catalog>", "u"),
        ("<kml xmlns='http://www.opengis.net/kml/2.2'><Icon><href>i</href></Icon></kml>", "i"),
        ("<kml xmlns='http://www.opengis.net/kml/2.3'><Icon><href>i</href></Icon></kml>", "i"),
    ],
)
def test_catalogs_and_maps(text: str, reference: str) -> None:
    """XML Catalogs 1.1, 6.5: the suffix is not a reference; KML 2.2 and 2.3 have a namespace each."""
    assert [row.reference for row in read(text)] == [reference]


@pytest.mark.parametrize(
    ("namespace", "content", "wanted"),
    [
        (
            "http://search.yahoo.com/mrss/",
            "<x:license href='1'/><x:content url='2'/><x:embed url='3'/>",
            ["1", "2", "3"],
        ),
        (
            "http://search.yahoo.com/mrss/",
            "<x:peerLink href='1'/><x:backLinks><x:backLink>2</x:backLink></x:backLinks>",
            ["1", "2"],
        ),
        ("http://nobody.example/", "<x:license href='1'/><x:other src='2' url='3'/>", ["1", "2"]),
        ("http://wellformedweb.org/CommentAPI/", "<x:commentRss>1</x:commentRss>", ["1"]),
        (
            "https://podcastindex.org/namespace/1.0",
            "<x:transcript url='1'/><x:person href='2' img='3'/>",
            ["1", "2", "3"],
        ),
        (
            "http://www.itunes.com/dtds/podcast-1.0.dtd",
            "<x:image href='1'/><x:new-feed-url>2</x:new-feed-url>",
            ["1", "2"],
        ),
        ("http://rssnamespace.org/feedburner/ext/1.0", "<x:origLink>1</x:origLink>", ["1"]),
        ("http://purl.org/syndication/thread/1.0", "<x:in-reply-to ref='1' href='2' source='3'/>", ["1", "2", "3"]),
        (
            "http://backend.userland.com/rss2",
            "<x:link>1</x:link><x:guid>2</x:guid><x:enclosure url='3'/>",
            ["1", "2", "3"],
        ),
        ("http://my.netscape.com/rdf/simple/0.9/", "<x:link>1</x:link><x:name>no</x:name>", ["1"]),
        (
            "http://purl.org/atom/ns#",
            "<x:id>1</x:id><x:link href='2'/><x:content mode='escaped'>&lt;a href=3></x:content><x:generator url='4'/>",
            ["1", "2", "3", "4"],
        ),
    ],
)
def test_a_described_vocabulary_adds_to_what_holds_for_all(namespace: str, content: str, wanted: list[str]) -> None:
    """`href` and `src` mean a reference in each, whatever else its table has."""
    assert [row.reference for row in read(f"<r xmlns:x='{namespace}'>{content}</r>")] == wanted


def test_channels() -> None:
    """Channel Definition Format: names in capitals, without a namespace."""
    text = "<CHANNEL HREF='1'><ITEM HREF='2'><LOGO HREF='3'/><A HREF='4'/><TITLE>no</TITLE></ITEM></CHANNEL>"
    assert [row.reference for row in read(text)] == ["1", "2", "3", "4"]


def test_the_style_sheet_of_a_standalone_svg() -> None:
    svg = (
        "<svg xmlns='http://www.w3.org/2000/svg'><style>@import 's.css'; a { fill: url(#g) }</style><a href='x'/></svg>"
    )
    assert [row.reference for row in read(svg)] == ["s.css", "#g", "x"]
