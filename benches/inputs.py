"""The input texts: the caller's list, or generated URLs that resemble those of the web.

A list of real URLs is better and is not ours to publish; the generated one has about the same lengths, depths and
characters (45 characters on average; a third with a query, one in twenty with a fragment).
"""

import random
from pathlib import Path

_WORDS = [
    "about", "account", "archive", "article", "blog", "category", "contact", "content", "default", "docs", "download",
    "en", "events", "faq", "files", "forum", "gallery", "home", "images", "index", "info", "item", "library", "list",
    "login", "media", "news", "page", "people", "post", "privacy", "product", "products", "profile", "project",
    "public", "research", "resources", "search", "services", "shop", "sports", "static", "story", "support", "topic",
    "user", "view", "wiki",
]  # fmt: skip
_TOPS = ("com", "org", "net", "edu", "co.uk", "de", "gov", "io", "info", "fr")
_ENDINGS = ("", "", "/", "/", ".html", ".php", ".aspx", ".htm", ".pdf", ".jpg")


def generated(count: int = 20_000, seed: int = 3986) -> list[str]:
    """Return typical URLs; deterministic."""
    rng = random.Random(seed)
    return [_url(rng) for _ in range(count)]


def _url(rng: random.Random) -> str:
    word = rng.choice
    host = f"{word(('www.', 'www.', '', '', 'm.', 'en.'))}{word(_WORDS)}{word(('', '-', 'and'))}{word(_WORDS)}.{word(_TOPS)}"
    port = ":8080" if rng.random() < 0.02 else ""
    segments = [
        word(_WORDS) + word(("", "", f"-{rng.randrange(1000)}", "%20x"))
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4)))
    ]
    path = "/" + "/".join(segments) + (word(_ENDINGS) if segments else "")
    query = ""
    if rng.random() < 0.33:
        query = "?" + "&".join(f"{word(_WORDS)}={rng.randrange(100_000)}" for _ in range(rng.randint(1, 3)))
    fragment = f"#{word(_WORDS)}" if rng.random() < 0.05 else ""
    return f"{word(('http', 'https', 'https'))}://{host}{port}{path}{query}{fragment}"


def listed(path: Path) -> list[str]:
    """Return the lines of a file, without byte order mark and empty lines."""
    return [line for line in path.read_text("utf-8-sig").splitlines() if line]


def texts(path: Path | None) -> list[str]:
    """Return the caller's list, or the generated one, shuffled to separate URLs of a site."""
    found = listed(path) if path else generated()
    random.Random(1).shuffle(found)
    return found


def references(urls: list[str]) -> list[str]:
    """Return typical references of pages: half of them relative paths, then absolute paths, whole URLs, queries."""
    made = []
    for number, url in enumerate(urls):
        rooted = "/" + url.split("/", 3)[3] if url.count("/") > 2 else "/"
        made.append((rooted[1:] or "./", "../" + rooted[1:], rooted, url, "?page=2", rooted)[number % 6])
    return made


def dirty(urls: list[str]) -> tuple[list[str], list[str]]:
    """Return data that needs encoding (words with spaces and signs), and the same encoded."""
    plain = [url.replace("/", " / ").replace("-", " é ") for url in urls]
    encoded = [
        "".join(c if c.isalnum() and c.isascii() else "".join(f"%{b:02X}" for b in c.encode()) for c in text)
        for text in plain
    ]
    return plain, encoded


def clean(urls: list[str]) -> list[str]:
    """Return data that needs no encoding: letters, digits, "-" and "."."""
    return ["".join(c for c in url if c.isascii() and (c.isalnum() or c in "-._~")) for url in urls]
