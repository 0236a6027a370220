"""The scraper of the examples, on sites of this machine."""

from __future__ import annotations

from support.local_server import Answer, serving
from support.paths import ROOT
from support.programs import program

scrape = program(ROOT / "examples" / "web" / "scrape.py")


def test_each_page_is_fetched_once_and_the_site_is_not_left() -> None:
    first = (
        b"<base href='/docs/'><a href='a?utm_source=x'><a href='a#top'><img src=b><a href='mailto:a@b'><a href='/gone'>"
    )
    with serving({"/": Answer(b"<a href='/lost'>")}) as address:
        other = address.replace("127.0.0.1", "localhost")
        pages = {
            "/": Answer(first),
            "/docs/a": Answer(f"<a href='/'><a href='/moved'><a href='{other}'>".encode()),
            "/moved": Answer(status=302, headers=(("Location", other),)),
        }
        with serving(pages) as root:
            found = list(scrape.crawl(root, 10))
    assert found == [
        (root, f"{root}docs/a?utm_source=x"),
        (root, f"{root}docs/a#top"),
        (root, f"{root}gone"),
        (f"{root}docs/a?utm_source=x", root),
        (f"{root}docs/a?utm_source=x", f"{root}moved"),
    ]
