"""Compare the references found in real documents with those of independent readers, and judge the differences.

    python tools/gather_documents.py                       all formats, from source archives that pip downloads
    python tools/gather_documents.py --format pdf --packages pypdf
    python tools/gather_documents.py --also /usr/share/doc --into target/documents
    python tools/gather_documents.py --matches /usr/lib/python3    references in running text, and which look false

The documents are not committed. The readers are html5lib, feedparser, Python's email and, for PDF, a search of all
streams; the first two are installed next to the documents, not in the environment. `markdown-it` is also uriverse's
parser, so html5lib reads its HTML. Each difference is printed with the file, and with the verdict of a rule in
`VERDICTS` if one applies. Exit code 1: in some format more than one in a thousand references is unexplained.
"""

from __future__ import annotations

import argparse
import email
import email.policy
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urljoin

import uriverse as uv
from uriverse.documents import Document, FoundReference, links

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("feedparser", "html5lib", "pypdf", "hyperkitty", "markdown-it-py", "mistune", "mailman", "talon")
READERS: Final = ("html5lib", "feedparser")
BASE: Final = "http://base.example/d/page"
PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
# The compared attributes of a page, which have one reference each, and their elements.
PLAIN: Final = {
    "href": {"a", "area", "link", "base"},
    "src": {"img", "script", "iframe", "frame", "input", "embed", "audio", "video", "source", "track"},
    "action": {"form"},
    "poster": {"video"},
    "cite": {"blockquote", "q", "ins", "del"},
}
LEAST: Final = 0.999
# How many open differences of a format are printed.
DETAILS: Final = 40


class Verdict(NamedTuple):
    """Who is right about a class of differences.

    Attributes:
        format: where it occurs.
        side: "ours" or "theirs", whose reference the other side lacks.
        pattern: matches the file's name, a space and the reference.
        right: "uriverse", the other reader's name, or "both" if the two answer different questions.
        reason: the rule.
    """

    format: str
    side: str
    pattern: str
    right: str
    reason: str


VERDICTS: Final = (
    Verdict(
        *("feed", "theirs", "^feed_link_xml_base_iri", "both"),
        "the base is an IRI, which RFC 3986 refuses with a row that says so; --edition rfc3987 takes it",
    ),
    Verdict(
        *("markdown", "ours", "^commonmark_spec.md uri1$", "uriverse"),
        "a link in the description of an image is a link (CommonMark, 6.4); rendered HTML has its text alone",
    ),
    Verdict(
        *("mail", "ours", "^msg_25.txt ", "uriverse"),
        "its boundary is missing: the parts are read as text, and a row says so; Python's email gives no part",
    ),
    Verdict(
        *("html-tests", "theirs", "^isindex.dat B$", "uriverse"),
        "html5lib makes a form of isindex, as HTML 5 did; uriverse has the reference as isindex action",
    ),
)


def gather(into: Path, packages: tuple[str, ...]) -> None:
    """Download source archives and unpack them; install the readers."""
    # pip runs the build backend before a download, and old archives need features that setuptools 81 dropped.
    limits = into / "constraints.txt"
    limits.write_text("setuptools<81\n")
    environment = os.environ | dict.fromkeys(("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"), str(limits))
    if missing := [each for each in packages if not [*into.glob(f"{re.sub('[-_.]', '?', each)}-*.tar.gz")]]:
        command = [*PIP, "download", "--no-deps", "--no-binary", ":all:", "--dest", str(into), *missing]
        subprocess.run(command, check=True, env=environment)
    for archive in into.glob("*.tar.gz"):
        if not (into / archive.name.removesuffix(".tar.gz")).exists():
            with tarfile.open(archive) as opened:
                opened.extractall(into, filter="data")
    if not (into / "readers").exists():
        subprocess.run([*PIP, "install", "--target", str(into / "readers"), *READERS], check=True)
    sys.path.append(str(into / "readers"))


# ---- the other readers


def in_page(data: bytes | str) -> Iterator[str]:
    """Return the references of a page by html5lib."""
    import html5lib  # type: ignore[import-not-found, import-untyped, unused-ignore]

    for element in html5lib.parse(data, treebuilder="etree").iter():
        namespace, _, tag = str(element.tag).rpartition("}")
        if namespace == "{http://www.w3.org/1999/xhtml":
            for name, value in element.attrib.items():
                if tag in PLAIN.get(name, ()):
                    yield value.strip("\t\n\f\r ")


def in_feed(data: bytes) -> Iterator[str]:
    """Return the links, images, licences and enclosures of a feed, resolved by feedparser."""
    import feedparser  # type: ignore[import-not-found, import-untyped, unused-ignore]

    feed = feedparser.parse(data, response_headers={"content-location": BASE}, sanitize_html=False)
    for each in (feed.feed, *feed.entries):
        yield from (link["href"] for link in each.get("links", ()) if "href" in link)
        yield from (each[name] for name in ("comments", "docs", "license", "icon", "logo") if each.get(name))
        for name in ("author_detail", "generator_detail", "image"):
            if isinstance(each.get(name), dict) and each[name].get("href"):
                yield each[name]["href"]


def in_mail(data: bytes) -> Iterator[str]:
    """Return the references of a mail: in angle brackets in fields, in pages by html5lib, in text by a pattern."""
    for part in email.message_from_bytes(data, policy=email.policy.compat32).walk():
        for name, value in part.items():
            if name.lower().startswith("list-") and name.lower() != "list-id":
                yield from re.findall(r"<([^<>]*)>", str(value))
        if part.get_content_maintype() != "text" or part.is_multipart():
            continue
        body = part.get_payload(decode=True)
        octets = body if isinstance(body, bytes) else b""
        if part.get_content_subtype() == "html":
            yield from in_page(octets)
        else:
            text = octets.decode("utf-8", "surrogateescape")
            for match in re.finditer(r"\b(?:https?://|mailto:)[^\s<>\"'\x80-\U0010ffff]+", text):
                yield match[0].rstrip(".,;:!?)]*")


def in_markdown(data: bytes) -> Iterator[str]:
    """Return the references in the HTML of markdown-it."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    # Keep markdown-it from percent-encoding destinations and dropping javascript: URLs.
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.validateLink = lambda _: True  # type: ignore[method-assign]
    yield from in_page(parser.render(data.decode("utf-8-sig", "replace")))


# ISO 32000-2, 7.3.4.2.
_ESCAPE: Final = re.compile(r"\\(?:([0-7]{1,3})|(.))", re.DOTALL)


def in_pdf(data: bytes) -> Iterator[str]:
    """Return the texts of `/URI (...)` in the file and in its compressed streams."""
    found = [data]
    for match in re.finditer(rb"stream\r?\n", data):
        try:
            found.append(zlib.decompressobj().decompress(data[match.end() :], 1 << 22))
        except zlib.error:
            continue
    for octets in found:
        for uri in re.finditer(rb"/URI\s*\(((?:[^()\\]|\\.)*)\)", octets, re.DOTALL):
            yield _ESCAPE.sub(lambda each: chr(int(each[1], 8)) if each[1] else each[2], uri[1].decode("latin-1"))


# ---- the comparison


def _is_plain(row: FoundReference) -> bool:
    return row.element in PLAIN.get(row.attribute or "", ())


def _is_of_markdown(row: FoundReference) -> bool:
    return row.element in ("link", "image", "autolink") or _is_plain(row)


class Comparison(NamedTuple):
    """The comparison for a format.

    Attributes:
        format: its name here; `read_as` is uriverse's.
        patterns: the patterns of file names.
        theirs: returns the other reader's references of a document.
        ours: selects the rows of uriverse.
        key: the compared form of a reference; None drops it.
        one_way: ignore references missing in the other reader, which reads only some places.
        once: ignore the number of occurrences.
        cut: splits a file into documents.
    """

    format: str
    read_as: str
    patterns: tuple[str, ...]
    theirs: Callable[[bytes], Iterator[str]]
    ours: Callable[[FoundReference], bool] = lambda _: True
    key: Callable[[str], str | None] = lambda reference: reference
    one_way: bool = False
    once: bool = False
    cut: Callable[[bytes], list[bytes]] = lambda data: [data]


# The pages in a file of html5lib's tree construction tests.
_PAGES: Final = re.compile(rb"(?:\A|\n)#data\n(.*?)\n#errors", re.DOTALL)


def _resolved(reference: str) -> str | None:
    """Return the target, if it has a scheme used in feeds."""
    try:
        target = urljoin(BASE, reference.strip())
    except ValueError:  # a bracketed host that is not an address
        return None
    return unquote(target) if target.startswith(("http:", "https:")) else None


COMPARISONS: Final = {
    each.format: each
    for each in (
        Comparison("html", "html", ("*.html", "*.htm"), in_page, _is_plain),
        Comparison("html-tests", "html", ("*.dat",), in_page, _is_plain, once=True, cut=_PAGES.findall),
        Comparison("feed", "xml", ("*.xml", "*.rss", "*.atom"), in_feed, key=_resolved, one_way=True, once=True),
        Comparison("mail", "mime", ("*.eml", "msg_*.txt"), in_mail, lambda row: row.attribute != "cite", once=True),
        Comparison("markdown", "markdown", ("*.md",), in_markdown, _is_of_markdown, unquote, once=True),
        Comparison("pdf", "pdf", ("*.pdf",), in_pdf, once=True),
    )
}


def compare(how: Comparison, folders: list[Path]) -> float:
    """Print the differences of a format; return the share of references that agree or are explained."""
    same = files = 0
    explained, open_ones = Counter[Verdict](), list[str]()
    paths = sorted({path for folder in folders for pattern in how.patterns for path in folder.rglob(pattern)})
    for path, data in ((each, data) for each in paths if each.is_file() for data in how.cut(each.read_bytes())):
        rows = [row for row in links(Document(path.name, data, BASE, how.read_as)) if row.reference is not None]
        try:
            others = [*how.theirs(data)]
        except Exception as failure:  # a document that the other reader cannot parse does not count
            print(f"  {path.name}: the other reader: {type(failure).__name__}")
            continue
        files += 1
        found = Counter(filter(None, (how.key(row.reference or "") for row in rows if how.ours(row))))
        if how.one_way:
            found.update(filter(None, (how.key(row.resolved) for row in rows if row.resolved)))
        wanted = Counter(filter(None, map(how.key, others)))
        if how.once:
            found, wanted = Counter(set(found)), Counter(set(wanted))
        same += (found & wanted).total()
        for side, lost in (("theirs", wanted - found), ("ours", Counter() if how.one_way else found - wanted)):
            for reference in lost.elements():
                said = f"{path.name} {reference}"
                rule = next((v for v in VERDICTS if v[:2] == (how.format, side) and re.search(v.pattern, said)), None)
                if rule is None:
                    open_ones.append(f"{side} alone: {said[:200]}")
                else:
                    explained[rule] += 1
    total = same + explained.total() + len(open_ones)
    agreed, named = (((total - left) / total if total else 1.0) for left in (total - same, len(open_ones)))
    print(f"{how.format}: {files} documents, {same} references the same")
    print(f"  {explained.total()} explained, {len(open_ones)} open")
    for rule, count in explained.most_common():
        print(f"  {count} in {rule.side} alone, right is {rule.right}: {rule.reason}")
    for line in open_ones[:DETAILS]:
        print(f"  {line}")
    print(f"  agreement {agreed:.3%}, with what is explained {named:.3%}")
    return named


# ---- running text

# RFC 6068, 8141, 2397, 4151 and 6120.
_SHAPED: Final = re.compile(
    r"(?i)mailto:[^@]*@.|urn:[a-z0-9][a-z0-9-]+:.|data:[^,]*,|tag:[^,]+,[0-9]{4}|xmpp:[^@]+@.|about:blank$"
)


def matches(folders: list[Path], octets: int) -> float:
    """Print the matches of `find` in text files, and suspected false positives; return the share of the latter.

    A reference with "//", or in the form of its scheme's document, counts as a true positive; the others are printed.
    """
    schemes, doubtful, read = Counter[str](), Counter[str](), 0
    for path in (path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()):
        data = path.read_bytes()[: 1 << 22]
        if read >= octets:
            break
        if b"\0" in data:
            continue
        read += len(data)
        for match in uv.find(data.decode("utf-8", "replace")):
            uri = str(match.uri)
            scheme, _, rest = uri.partition(":")
            schemes[scheme.lower()] += 1
            if not rest.startswith("//") and not _SHAPED.match(uri):
                doubtful[uri[:80]] += 1
    total = schemes.total()
    print(f"{read} octets, {total} references, {doubtful.total()} to be read; schemes: {dict(schemes.most_common(20))}")
    for uri, count in doubtful.most_common():
        print(f"  {count} {uri}")
    return doubtful.total() / total if total else 0.0


def main(arguments: list[str] | None = None) -> int:
    """Run the named comparisons, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--into", type=Path, default=ROOT / "target" / "documents")
    of_python = Path(sysconfig.get_path("stdlib"), "test", "test_email", "data")
    parser.add_argument("--also", type=Path, nargs="*", default=[of_python], help="folders with more documents")
    parser.add_argument("--packages", nargs="*", default=PACKAGES)
    parser.add_argument("--format", choices=COMPARISONS, nargs="*", default=[*COMPARISONS])
    parser.add_argument("--matches", type=Path, nargs="+", help="folders whose text is searched, in place of all that")
    parser.add_argument("--octets", type=int, default=60 << 20, help="how much text --matches reads")
    asked: Any = parser.parse_args(arguments)
    if asked.matches:
        return int(matches(asked.matches, asked.octets) > 1 / 5000)
    asked.into.mkdir(parents=True, exist_ok=True)
    gather(asked.into, tuple(asked.packages))
    agreed = [compare(COMPARISONS[each], [asked.into, *asked.also]) for each in asked.format]
    return int(min(agreed) < LEAST)


if __name__ == "__main__":
    raise SystemExit(main())
