"""Crawl one site, each page once, and write who links to what.

python examples/web/scrape.py https://www.example.com/ --most 100
"""

import argparse
from collections import deque
from collections.abc import Iterator

import httpx

import uriverse as uv
from uriverse.documents import Document, links
from uriverse.integrations.httpx import guarded_client

LARGEST = 5_000_000
MOST_REDIRECTS = 5
# What leads to a page, and not to a picture or a style sheet.
PAGES = {"a", "area", "frame", "iframe", "meta"}


def page_of(url: str, start: str, client: httpx.Client) -> Document | None:
    """A page of the start's site. The client follows no redirects: their targets are judged as links are."""
    try:
        for _ in range(MOST_REDIRECTS + 1):
            if not uv.same_site(url, start):
                return None
            answer = client.get(url)
            if not answer.has_redirect_location:
                return Document(url, answer.content, uri=url) if answer.is_success else None
            # The target is where clients go from here (RFC 9110, section 10.2.2).
            url = uv.whatwg.URL(answer.headers["Location"], url).href
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        pass  # it is not there, what answers does not speak HTTP, or the guard refuses it
    return None


def crawl(start: str, most: int, client: httpx.Client) -> Iterator[tuple[str, str]]:
    """Pairs of a page and a page that it links to, both on the site of the start."""
    waiting, known = deque([start]), {uv.canonical(start, profile="dedupe")}
    for _ in range(most):
        if not waiting:
            return
        url = waiting.popleft()
        page = page_of(url, start, client)
        if page is None:
            continue  # it is not there, or leads out of the site
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
    arguments = parser.parse_args()
    with guarded_client(uv.Policy(), max_response=LARGEST) as guarded:
        for source, target in crawl(arguments.start, arguments.most, guarded):
            print(f"{source}\t{target}")
