"""A web archive to a frontier with keys: examples/crawl/keys.py, and the same with parsel, w3lib and tldextract.

    python benches/frontier.py pages.warc.gz

It prints the lines of both programs, without comments, docstrings and blank lines; their times; and how far their rows
agree. Needs parsel, w3lib, tldextract and warcio.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from pathlib import Path
from time import perf_counter, process_time
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import polars as pl

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples" / "crawl"))
import keys


def frontier(archive: str) -> pl.DataFrame:
    """The rows of an archive, as a crawler of today finds them."""
    import tldextract
    from parsel import Selector
    from w3lib.html import get_base_url
    from w3lib.url import canonicalize_url
    from warcio.archiveiterator import ArchiveIterator

    extract = tldextract.TLDExtract(suffix_list_urls=())
    rows = {}
    with open(archive, "rb") as stream:
        for record in ArchiveIterator(stream):
            if record.rec_type != "response" or "html" not in record.http_headers.get_header("Content-Type", ""):
                continue
            page = record.rec_headers.get_header("WARC-Target-URI")
            text = record.content_stream().read().decode("utf-8", "replace")
            selector = Selector(text)
            if "nofollow" in selector.xpath("//meta[@name='robots']/@content").get("").lower():
                continue
            base = get_base_url(text, page)
            for link in selector.xpath("//a[@href] | //area[@href] | //link[@href] | //img[@src] | //script[@src]"):
                if "nofollow" in link.attrib.get("rel", "").lower().split():
                    continue
                try:
                    url = urljoin(base, (link.attrib.get("href") or link.attrib.get("src") or "").strip())
                    if not url.startswith(("http:", "https:")):
                        continue
                    parts = urlsplit(canonicalize_url(url))
                except ValueError:
                    continue
                query = [
                    pair for pair in parse_qsl(parts.query, True) if not pair[0].startswith(("utm_", "fbclid", "gclid"))
                ]
                path = parts.path.removesuffix("index.html").rstrip("/")
                key = parts._replace(query=urlencode(query), path=path, fragment="").geturl()
                number = int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), signed=True)
                domain = extract.extract_str(url).top_domain_under_public_suffix
                rows.setdefault(number, (page, url, number, domain or None))
    return pl.DataFrame(list(rows.values()), ["page", "resolved", "key", "domain"], orient="row")


def lines(source: str) -> int:
    """The lines of a function, without its docstring, comments and blank lines."""
    [function] = [node for node in ast.parse(source).body if getattr(node, "name", "") == "frontier"]
    body = "\n".join(source.splitlines()[function.body[1].lineno - 1 : function.end_lineno])
    return sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in body.splitlines()) + 1


def main() -> None:
    """Run both programs on the archive and print what they have in common."""
    answers = {}
    for name, program, source in (("uriverse", keys.frontier, keys.__file__), ("parsel, w3lib", frontier, __file__)):
        wall, used = perf_counter(), process_time()
        answers[name] = program(sys.argv[1])
        count = lines(Path(source).read_text("utf-8"))
        print(f"{name}: {count} lines, {perf_counter() - wall:.2f} s, {process_time() - used:.2f} s of a processor")
    ours, theirs = answers.values()
    both = ours.select("page", "resolved").join(theirs.select("page", "resolved"), on=["page", "resolved"])
    print(f"keys: {ours.height} and {theirs.height}; rows with the same page and URL: {both.height}")


if __name__ == "__main__":
    main()
