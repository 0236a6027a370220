"""Crawl one site, each page once, and write who links to what.

python examples/web/scrape.py https://www.example.com/ --most 100
"""

import argparse
from collections import deque
from collections.abc import Callable, Iterator
from urllib.request import urlopen

import uriverse as uv
from uriverse.documents import Document, links

LARGEST = 5_000_000
# What leads to a page, and not to a picture or a style sheet.
PAGES = {"a", "area", "frame", "iframe", "meta"}


def fetched(url: str) -> Document:
    """A page, with the URL to which its redirects led."""
    with urlopen(url, timeout=10) as answer:
        return Document(url, answer.read(LARGEST), uri=answer.url)


def crawl(start: str, most: int, fetch: Callable[[str], Document] = fetched) -> Iterator[tuple[str, str]]:
    """Pairs of a page and a page that it links to, both on the site of the start."""
    waiting, known = deque([start]), {uv.canonical(start, profile="dedupe")}
    for _ in range(most):
        if not waiting:
            return
        url = waiting.popleft()
        try:
            page = fetch(url)
        except OSError:
            continue  # a page that is not there leads nowhere
        if page.uri is None or not uv.same_site(page.uri, start):
            continue  # a redirect left the site
        for row in links(page):
            target = row.browser or ""
            is_page = row.element in PAGES and target.startswith(("http:", "https:"))
            if not is_page or not uv.same_site(target, start):
                continue
            yield url, target
            key = uv.canonical(target, profile="dedupe")
            if key not in known:
                known.add(key)
                waiting.append(target)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("start")
    parser.add_argument("--most", type=int, default=100, help="how many pages to fetch")
    given = parser.parse_args()
    for source, target in crawl(given.start, given.most):
        print(f"{source}\t{target}")
