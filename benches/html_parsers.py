"""Which HTML parser should `uriverse links` use? A comparison of candidates.

The questions: the tree of the HTML Standard, the encoding, source positions, 100,000 open elements, speed and memory.
Each question runs in a separate process for each candidate, so that a crash or a hang is an answer too.
docs/html-parser.md interprets the figures.

    python benches/html_parsers.py                      # every candidate that is installed
    python benches/html_parsers.py turbohtml justhtml   # these alone
"""

import argparse
import collections
import importlib.metadata
import json
import platform
import random
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

Found = tuple[str, str, str]  # element (as "svg a" outside HTML), attribute, value
Place = tuple[int, int | None]  # line from 1, column from 1

WANTED = frozenset({"href", "src", "xlink:href", "manifest", "background", "profile"})
NAMESPACES = {"http://www.w3.org/2000/svg": "svg", "http://www.w3.org/1998/Math/MathML": "math"}
TIMEOUT = 90
LATE = f"> {TIMEOUT} s"


# ---- the candidates: how each parses, and how it walks the tree, in tree order, with positions if it has them


class Candidate(ABC):
    """A parser, used as documented, with the scripting flag off if it has one."""

    distribution = ""

    @abstractmethod
    def parse(self, data: bytes) -> Any:
        """Parse a page."""

    @abstractmethod
    def walk(self, tree: Any) -> Iterator[tuple[Found, Place | None]]:
        """Yield the references of the page's elements, in tree order."""


class Turbohtml(Candidate):
    """WHATWG parser in C; positions are the parser's own."""

    distribution = "turbohtml"

    def parse(self, data: bytes) -> Any:
        import turbohtml

        return turbohtml.parse(data)

    def walk(self, tree: Any) -> Iterator[tuple[Found, Place | None]]:
        for element in tree.iter_elements():
            for name, value in element.attrs.items():
                if name in WANTED:
                    kind = "" if element.namespace.value == "html" else f"{element.namespace.value} "
                    place = element.position
                    yield (kind + element.tag, name, str(value)), place and (place[0], place[1] + 1)


class Justhtml(Candidate):
    """WHATWG parser in plain Python; positions on request."""

    distribution = "justhtml"

    def parse(self, data: bytes) -> Any:
        from justhtml import JustHTML

        return JustHTML(data, sanitize=False, track_node_locations=True, scripting_enabled=False)

    def walk(self, tree: Any) -> Iterator[tuple[Found, Place | None]]:
        stack = [tree.root]
        while stack:
            node = stack.pop()
            for name, value in (getattr(node, "attrs", None) or {}).items():
                if name in WANTED:
                    kind = "" if node.namespace == "html" else f"{node.namespace} "
                    yield (kind + node.name, name, value), (node.origin_line, node.origin_col)
            stack.extend(reversed(getattr(node, "children", None) or ()))


class Lexbor(Candidate):
    """The Lexbor engine in C, through selectolax. Namespaces don't reach Python."""

    distribution = "selectolax"

    def parse(self, data: bytes) -> Any:
        from selectolax.lexbor import LexborHTMLParser

        return LexborHTMLParser(data)

    def walk(self, tree: Any) -> Iterator[tuple[Found, Place | None]]:
        for element in tree.css("*"):
            for name, value in element.attributes.items():
                if name in WANTED:
                    yield (element.tag, name, value or ""), None


class Resiliparse(Candidate):
    """Lexbor too, with its own encoding detector. Namespaces don't reach Python."""

    distribution = "resiliparse"

    def parse(self, data: bytes) -> Any:
        from resiliparse.parse.encoding import detect_encoding
        from resiliparse.parse.html import HTMLTree

        return HTMLTree.parse_from_bytes(data, detect_encoding(data))

    def walk(self, tree: Any) -> Iterator[tuple[Found, Place | None]]:
        from resiliparse.parse.html import NodeType

        for element in tree.document:
            for name in element.attrs if element.type == NodeType.ELEMENT else ():
                if name in WANTED:
                    yield (element.tag, name, element.getattr(name) or ""), None


class Html5ever(Candidate):
    """html5ever in Rust, through markupever: a parser that our native module could use."""

    distribution = "markupever"

    def parse(self, data: bytes) -> Any:
        import markupever

        return markupever.parse(data)

    def walk(self, tree: Any) -> Iterator[tuple[Found, Place | None]]:
        from markupever.dom import Element

        for node in tree.root().descendants():
            if isinstance(node, Element):
                for name, value in node.attrs.items():
                    qualified = f"{name.prefix}:{name.local}" if name.prefix else name.local
                    if qualified in WANTED:
                        space = NAMESPACES.get(node.name.ns, "")
                        yield (f"{space} {node.name.local}".strip(), qualified, value), None


class Html5lib(Candidate):
    """WHATWG parser in plain Python, last released in 2020."""

    distribution = "html5lib"

    def parse(self, data: bytes) -> Any:
        import html5lib

        return html5lib.parse(data, treebuilder="etree")

    def walk(self, tree: Any) -> Iterator[tuple[Found, Place | None]]:
        for element in tree.iter():
            if isinstance(element.tag, str):
                space, _, tag = element.tag[1:].partition("}")
                for name, value in element.attrib.items():
                    qualified = name.replace("{http://www.w3.org/1999/xlink}", "xlink:")
                    if qualified in WANTED:
                        yield (f"{NAMESPACES.get(space, '')} {tag}".strip(), qualified, value), None


class Lxml(Candidate):
    """libxml2's HTML parser."""

    distribution = "lxml"

    def parse(self, data: bytes) -> Any:
        from lxml import html

        return html.document_fromstring(data, parser=html.HTMLParser(huge_tree=True))

    def walk(self, tree: Any) -> Iterator[tuple[Found, Place | None]]:
        for element in tree.iter("*"):
            for name, value in element.attrib.items():
                if name in WANTED:
                    yield (str(element.tag), str(name), str(value)), (element.sourceline or 0, None)


CANDIDATES: dict[str, Candidate] = {
    "turbohtml": Turbohtml(),
    "justhtml": Justhtml(),
    "lexbor": Lexbor(),
    "resiliparse": Resiliparse(),
    "html5ever": Html5ever(),
    "html5lib": Html5lib(),
    "lxml": Lxml(),
}

# ---- the questions. Tree construction: markup, and the references in the HTML Standard's tree (section 13.2)

TREES: list[tuple[str, list[Found]]] = [
    ("<!-- <base href=1> --><base href=2>", [("base", "href", "2")]),
    ("<svg><base href=1></svg><base href=2>", [("svg base", "href", "1"), ("base", "href", "2")]),
    ("<svg><a xlink:href=1 /><a HREF=2></svg>", [("svg a", "xlink:href", "1"), ("svg a", "href", "2")]),
    ('<a href="?a&amp;b&copy=3&copy;&ltx">', [("a", "href", "?a&b&copy=3\xa9&ltx")]),
    ('<a href="&#x2F;&#47;&#128;&#0;">', [("a", "href", "//\u20ac\ufffd")]),
    ('<a href="a\0b\r\nc">', [("a", "href", "a\ufffdb\nc")]),
    ("<a href=1 HREF=2>", [("a", "href", "1")]),
    ("<a/href=1/>", [("a", "href", "1/")]),
    ("<a\nhref\n=\n'1'title=2>", [("a", "href", "1")]),
    ("<a href=1>x<a href=2>y", [("a", "href", "1"), ("a", "href", "2")]),
    ("<p><a href=1>x<p>y", [("a", "href", "1"), ("a", "href", "1")]),
    ("<image src=1>", [("img", "src", "1")]),
    ("<title><a href=1></title><a href=2>", [("a", "href", "2")]),
    ("<script>'<a href=1>'</script><textarea><a href=2></textarea>", []),
    ("<script><!--<script></script><a href=1>--></script><a href=2>", [("a", "href", "2")]),
    ("<plaintext><a href=1>", []),
    ("<noscript><img src=1></noscript>", [("img", "src", "1")]),
    ("<svg><p><a href=1>", [("a", "href", "1")]),
    ("<svg><title><a href=1></svg>", [("a", "href", "1")]),
    ("<svg><![CDATA[<a href=1>]]><a href=2>", [("svg a", "href", "2")]),
    ("<![CDATA[<a href=1>]]><a href=2>", [("a", "href", "2")]),
    ("<math><annotation-xml encoding=text/html><a href=1>", [("a", "href", "1")]),
    ("<frameset><frame src=1><a href=2></frameset>", [("frame", "src", "1")]),
    ("<html manifest=1><body background=2><html profile=3>",
     [("html", "manifest", "1"), ("html", "profile", "3"), ("body", "background", "2")]),
    ("<table><tr><a href=1>x<td><img src=2>", [("a", "href", "1"), ("img", "src", "2")]),
    ("<table><img src=1><caption><img src=2>", [("img", "src", "1"), ("img", "src", "2")]),
    ("<body><head><base href=1>", [("base", "href", "1")]),
    ("<style><a href=1></style><xmp><a href=2></xmp><iframe><a href=3></iframe>", []),
]  # fmt: skip

# Encoding: bytes, and the value of the one href (HTML Standard 13.2.3, Encoding Standard's labels)
ENCODINGS: list[tuple[str, bytes, str]] = [
    ("BOM, UTF-8", b"\xef\xbb\xbf<meta charset=koi8-r><a href='\xc3\xa9'>", "\xe9"),
    ("BOM, UTF-16LE", "\ufeff<a href='\xe9'>".encode("utf-16-le"), "\xe9"),
    ("BOM, UTF-16BE", "\ufeff<a href='\xe9'>".encode("utf-16-be"), "\xe9"),
    ("meta charset", b"<meta charset=windows-1251><a href='\xef'>", "\u043f"),
    ("meta http-equiv", b"<meta http-equiv=content-type content='text/html; charset=koi8-r'><a href='\xd0'>", "\u043f"),
    ("latin-1 is windows-1252", b"<meta charset=iso-8859-1><a href='\x80'>", "\u20ac"),
    ("meta utf-16 is UTF-8", b"<meta charset=utf-16><a href='\xc3\xa9'>", "\xe9"),
    ("Shift_JIS", b"<meta charset=shift_jis><a href='\x83\x5c'>", "\u30bd"),
    ("meta in a comment", b"<!-- <meta charset=koi8-r> --><meta charset=windows-1251><a href='\xef'>", "\u043f"),
    ("meta after 1024 bytes", b"<!--" + b"-" * 2000 + b"--><meta charset=windows-1251><a href='\xef'>", "\u043f"),
]

PLACES = "<!doctype html>\r\n<p>\u00e9\U0001f600 <a\n  href=1>x</a>\n<table>\n <a href=2>".encode()  # (2, 7) and (5, 2)
DEPTH = b"<div>" * 100_000 + b"<a href=deep>"
SOUPS = 2000
SOUP = """
<b> </b> <i> <p> </p> <div> </div> <table> </table> <tr> <td> </td> <li> <ul> <svg> </svg> <title> </title> <h1> </h1>
<form> <button> <option> <nobr> <font> </font> <foreignObject> <math> <mi> <dd> <pre> </body> <!--x--> text <th>
<caption> <tbody> </tbody> <applet> </applet> <marquee> </a> </br> <hr> <textarea> <desc>
"""
WORDS = "tide river bridge library stone lamp winter garden paper market boat letter clock window"


def page() -> bytes:
    """Return the page for speed and memory: 1 MB of markup like that of news sites and shops."""
    chance = random.Random(3986)
    words = WORDS.split()
    parts = ["<!doctype html>\n<html lang=en><head><meta charset=utf-8><title>Page</title></head><body>\n"]
    size = 0
    while size < 1_000_000:
        text = " ".join(chance.choices(words, k=25))
        word, number = chance.choice(words), chance.randrange(10**6)
        part = (
            f'<article class="card {word}" id="n{number}"><h2><a href="/{word}/{number}?ref=front&amp;at={len(parts)}">'
            f"{text[:40]}</a></h2>\n  <img src='../img/{number}.jpg' alt='{word}' width=320 height=200>\n"
            f'  <p>{text} <a href="https://{word}.example/{number}#top">{word}</a> &ndash; {text}</p>\n'
            f"  <ul><li>{text[:30]}<li><b>{word}</b></ul></article>\n"
        )
        parts.append(part)
        size += len(part)
    return "".join(parts).encode()


def soup(seed: int) -> bytes:
    """Return a short page of tags in random order, with a link after every third on average."""
    chance, tags = random.Random(seed), SOUP.split()
    return "".join(
        chance.choice(tags) if chance.random() < 0.7 else f"<a href={at}>" for at in range(chance.randrange(4, 40))
    ).encode()


# ---- asking


def resident() -> float:
    """Return the MB that this process holds (Linux)."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


def ask(candidate: Candidate, question: str) -> Any:
    """Answer one question in this process, which the parent started for it."""

    def read(data: bytes) -> list[tuple[Found, Place | None]]:
        return list(candidate.walk(candidate.parse(data)))

    if question == "trees":
        return [[found for found, _ in read(markup.encode())] == want for markup, want in TREES]
    if question == "encodings":
        return [[found[2] for found, _ in read(data) if found[0] == "a"] == [want] for _, data, want in ENCODINGS]
    if question == "places":
        return [place for _, place in read(PLACES)]
    if question == "depth":
        start = time.perf_counter()
        tree = candidate.parse(DEPTH)
        parsed = time.perf_counter() - start
        found = [found for found, _ in candidate.walk(tree)]
        return [found == [("a", "href", "deep")], parsed, time.perf_counter() - start - parsed]
    if question == "soups":
        # Without namespaces, which two of the candidates lack.
        return [[[found[0].split()[-1], *found[1:]] for found, _ in read(soup(seed))] for seed in range(SOUPS)]
    data = sys.stdin.buffer.read()
    read(data[:2000])
    memory = 0.0
    before = resident()
    parsed, walked = [], []
    began = time.perf_counter()
    while len(parsed) < 5 or time.perf_counter() - began < 5:
        start = time.perf_counter()
        tree = candidate.parse(data)
        parsed.append(time.perf_counter() - start)
        count = len(list(candidate.walk(tree)))
        walked.append(time.perf_counter() - start)
        if len(parsed) == 1:
            memory = resident() - before
        del tree
    return [count, len(data) / min(parsed) / 1e6, len(data) / min(walked) / 1e6, memory]


def answer(name: str, question: str, data: bytes = b"") -> Any:
    """Run a question in a separate process. None: it crashed or failed; LATE: it took too long."""
    command = [sys.executable, __file__, name, "--ask", question]
    try:
        run = subprocess.run(command, input=data, capture_output=True, timeout=TIMEOUT, check=True)
        return json.loads(run.stdout)
    except subprocess.TimeoutExpired:
        return LATE
    except (subprocess.SubprocessError, json.JSONDecodeError):
        return None


def share(good: Any) -> str:
    """Write "27/28", or why there is no answer."""
    return f"{sum(good)}/{len(good)}" if isinstance(good, list) else good or "fails"


def duration(depth: Any) -> str:
    """Write the seconds of parsing and of walking, or why there is no answer."""
    if isinstance(depth, list):
        return f"{depth[1]:.2f} + {depth[2]:.2f} s" if depth[0] else "lost"
    return depth or "dies"


def report(names: list[str]) -> None:
    """Ask everything, print one row a candidate and the questions that it answered wrongly."""
    print(f"{platform.platform()}, Python {platform.python_version()}, {time.strftime('%Y-%m-%d')}")
    print(
        f"{'candidate':20}{'trees':>7}{'encodings':>11}{'soups':>11}  {'places':24}"
        f"{'100,000 deep':>16}{'parse MB/s':>12}{'with walk':>11}{'MB for 1 MB':>13}"
    )
    data = page()
    soups = {name: answer(name, "soups") for name in names}
    # The expected answer of a random page is that of most parsers that implement the HTML Standard.
    judges = [soups[name] for name in names if name not in ("lxml", "resiliparse") and isinstance(soups[name], list)]
    votes = [collections.Counter(map(json.dumps, found)).most_common(1)[0] for found in zip(*judges, strict=True)]
    for name in names:
        trees, encodings, places, depth = (answer(name, q) for q in ("trees", "encodings", "places", "depth"))
        speed = answer(name, "speed", data)
        judged = [
            json.dumps(found) == text
            for found, (text, count) in zip(soups[name] or (), votes, strict=False)
            if count * 2 > len(judges)
        ]
        rates = (
            f"{speed[1]:12.1f}{speed[2]:11.1f}{speed[3]:13.1f}"
            if isinstance(speed, list)
            else f"{speed or 'fails':>12}"
        )
        print(
            f"{name + ' ' + importlib.metadata.version(CANDIDATES[name].distribution):20}{share(trees):>7}"
            f"{share(encodings):>11}{share(judged):>11}  {places!s:24}{duration(depth):>16}{rates}"
        )
        for (markup, _), good in zip(TREES, trees or (), strict=False):
            if not good:
                print("    tree:", markup)
        for (label, _, _), good in zip(ENCODINGS, encodings or (), strict=False):
            if not good:
                print("    encoding:", label)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("candidate", nargs="*", help=" ".join(CANDIDATES))
    arguments.add_argument("--ask", help="answer one question for one candidate, as JSON (used by the parent process)")
    options = arguments.parse_args()
    if options.ask:
        print(json.dumps(ask(CANDIDATES[options.candidate[0]], options.ask)))
    else:
        installed = {each.metadata["Name"].lower() for each in importlib.metadata.distributions()}
        report(options.candidate or [name for name, each in CANDIDATES.items() if each.distribution in installed])
