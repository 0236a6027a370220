"""A small web to crawl: a WARC file of what a crawler fetched, and the access log of one of its servers.

The sites are made up, and have the habits of real ones: campaign parameters, session ids, index pages, slashes that
come and go, links to neighbours, mail addresses, and pages that write their links wrongly. The same seed gives the same
files. `examples/crawl/crawl.py` calls this if it is given no input.
"""

import random
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

START = datetime(2026, 11, 2, 6, 0, tzinfo=UTC)
# Each site with how many pages it has and how often it is linked to.
SITES = {
    "https://www.library.example.co.uk": (140, 8),
    "https://catalogue.library.example.co.uk": (90, 5),
    "http://www.museum.example.org": (80, 4),
    "https://alice.github.io": (24, 2),
    "https://bob.github.io": (18, 2),
    "https://shop.example.com": (60, 4),
    "https://www.bücher.example": (20, 1),
    "http://192.0.2.7": (6, 1),
}
WORDS = (
    "maps",
    "books",
    "letters",
    "opening-hours",
    "events",
    "rare",
    "loans",
    "prints",
    "atlas",
    "news",
    "tickets",
    "staff",
)
CAMPAIGNS = ("utm_source=news&utm_medium=mail", "fbclid=IwAR0x9", "gclid=Cj0KCQ", "utm_campaign=autumn")


def pages(rng: random.Random) -> dict[str, list[str]]:
    """The pages of each site, the home page first."""
    made = {}
    for site, (count, _) in SITES.items():
        paths = ["/"]
        while len(paths) < count:
            path = f"/{rng.choice(WORDS)}/{rng.choice(WORDS)}-{rng.randrange(60)}"
            if path not in paths:
                paths.append(path)
        made[site] = [site + path for path in paths]
    return made


def variant(rng: random.Random, url: str) -> str:
    """One of the ways in which pages write a link to the same page."""
    choice = rng.random()
    if choice < 0.45:
        return url
    if choice < 0.60:
        return f"{url}?{rng.choice(CAMPAIGNS)}"
    if choice < 0.68:
        return url.rstrip("/") + "/index.html"
    if choice < 0.78:
        return url.rstrip("/") + "/"
    if choice < 0.84:
        return f"{url}?PHPSESSID={rng.randbytes(16).hex()}"
    if choice < 0.90:
        return f"{url}#{rng.choice(WORDS)}"
    return f"{url}?page={rng.randrange(2, 4)}&order=title" if choice < 0.95 else f"{url}?order=title&page=2&gclid=x"


def page(rng: random.Random, url: str, site: str, everything: dict[str, list[str]]) -> str:
    """The HTML of one page."""
    weights = [weight for _, weight in SITES.values()]
    links = []
    for _ in range(rng.randrange(6, 16)):
        other = site if rng.random() < 0.75 else rng.choices(list(everything), weights)[0]
        target = variant(rng, rng.choice(everything[other]))
        # Links within a site are often written without it.
        links.append(target.removeprefix(site) or "/" if other == site and rng.random() < 0.7 else target)
    links.append("mailto:info@library.example.co.uk")
    if rng.random() < 0.1:
        links += ["http://", "a b.html", "javascript:void(0)"]
    items = "\n".join(f'<li><a href="{link.replace("&", "&amp;")}">{link[-12:]}</a></li>' for link in links)
    return f"<!DOCTYPE html>\n<meta charset=utf-8>\n<title>{url}</title>\n<ul>\n{items}\n</ul>\n"


def write(folder: Path, seed: int = 1999, fetched: int = 150) -> tuple[Path, Path]:
    """Writes `pages.warc.gz` and `access.log` into a folder; their names."""
    rng = random.Random(seed)
    everything = pages(rng)
    order = [(site, url) for site, urls in everything.items() for url in urls]
    # A crawler begins with the home pages.
    homes = [(site, urls[0]) for site, urls in everything.items()]
    rest = [each for each in order if each not in homes]
    visited = homes + rng.sample(rest, fetched - len(homes))
    folder.mkdir(parents=True, exist_ok=True)
    archive, log = folder / "pages.warc.gz", folder / "access.log"
    with archive.open("wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        for number, (site, url) in enumerate(visited):
            body = page(rng, url, site, everything).encode()
            when = START + timedelta(seconds=7 * number)
            headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1")
            dated = {"WARC-Date": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "WARC-Record-ID": f"<urn:uuid:{uuid(rng)}>"}
            # A crawler asks the DNS, so that it knows a host by its name in US-ASCII.
            target = url.replace("bücher", "xn--bcher-kva")
            record = writer.create_warc_record(
                target, "response", payload=BytesIO(body), http_headers=headers, warc_headers_dict=dated
            )
            writer.write_record(record)
    log.write_text("".join(lines(rng, everything)), "utf-8")
    return archive, log


def uuid(rng: random.Random) -> str:
    """The name of a record."""
    digits = rng.randbytes(16).hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def lines(rng: random.Random, everything: dict[str, list[str]], count: int = 400) -> list[str]:
    """An access log of the library, in Apache's format `vhost_combined`."""
    site = "https://www.library.example.co.uk"
    made = []
    for number in range(count):
        target = variant(rng, rng.choice(everything[site][:60])).removeprefix(site).partition("#")[0]
        referrer = rng.choice(("-", "https://alice.github.io/", "https://www.example.net/search?q=library", site + "/"))
        when = (START + timedelta(seconds=3 * number)).strftime("%d/%b/%Y:%H:%M:%S +0000")
        status = 404 if rng.random() < 0.05 else 200
        made.append(
            f"www.library.example.co.uk:443 198.51.100.{number % 250} - - [{when}] "
            f'"GET {target} HTTP/1.1" {status} {rng.randrange(300, 9000)} "{referrer}" "Mozilla/5.0"\n'
        )
    return made
