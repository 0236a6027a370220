"""Crawl one site, each page once, and write who links to what.

python examples/web/scrape.py https://www.example.com/ --most 100
"""

import argparse
from collections import deque
from collections.abc import Callable, Iterator
from http.client import HTTPException
from socket import getaddrinfo
from typing import TypeAlias
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, build_opener

import uriverse as uv
from uriverse.documents import Document, links

LARGEST = 5_000_000
MOST_REDIRECTS = 5
# What leads to a page, and not to a picture or a style sheet.
PAGES = {"a", "area", "frame", "iframe", "meta"}


class NoRedirects(HTTPRedirectHandler):
    """Leaves redirects to the crawl, which judges each target before it is asked for anything."""

    def redirect_request(self, *_: object) -> None:
        """Refuse to make a new request."""


OPENER = build_opener(NoRedirects)
# What an address gives: a page, the text of a redirect's Location, or nothing.
Answer: TypeAlias = Document | str | None


def fetched(url: str) -> Answer:
    """A page, or the target of its redirect as it is written."""
    try:
        with OPENER.open(url, timeout=10) as answer:
            return Document(url, answer.read(LARGEST), uri=url)
    except HTTPError as error:
        with error:
            return error.headers.get("Location") if 300 <= error.code < 400 else None


def page_of(url: str, start: str, fetch: Callable[[str], Answer]) -> Document | None:
    """A page of the start's site; each target of its redirects is judged before it is requested."""
    for _ in range(MOST_REDIRECTS + 1):
        try:
            if not is_allowed(url, start):
                return None
            answer = fetch(url)
            if not isinstance(answer, str):
                return answer
            # The target is where clients go from here (RFC 9110, section 10.2.2).
            url = uv.whatwg.URL(answer, url).href
        except (OSError, HTTPException, ValueError):
            return None  # it is not there, or what answers does not speak HTTP
    return None


def is_allowed(url: str, start: str) -> bool:
    """Whether a URL may be requested: it is on the start's site, and no name of this site leads inside."""
    if not uv.same_site(url, start):
        return False
    host = uv.whatwg.URL(url).hostname
    if host == uv.whatwg.URL(start).hostname:
        return True
    answers = {entry[4][0] for entry in getaddrinfo(host.strip("[]"), None)}
    return all(uv.hosts.verdict(str(answer)).kind == "public" for answer in answers)


def crawl(start: str, most: int, fetch: Callable[[str], Answer] = fetched) -> Iterator[tuple[str, str]]:
    """Pairs of a page and a page that it links to, both on the site of the start."""
    waiting, known = deque([start]), {uv.canonical(start, profile="dedupe")}
    for _ in range(most):
        if not waiting:
            return
        url = waiting.popleft()
        page = page_of(url, start, fetch)
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
    given = parser.parse_args()
    for source, target in crawl(given.start, given.most):
        print(f"{source}\t{target}")
