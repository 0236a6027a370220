"""Make pictures of the built site, for people to look at: ten pages at three widths, light and dark.

python tools/photograph_site.py                         of target/site, into target/pictures
python tools/photograph_site.py --page accept-a-url     of one page, or of several

A picture is named after its page, width and colour scheme: `accept-a-url-390-dark.png`. It has the height of the page,
up to a limit. Chromium and chromedriver must be installed.
"""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.browser.chrome import chrome, look_as  # noqa: E402  # the tests' folder is on the path from here on
from support.local_server import serving_folder  # noqa: E402  # the tests' folder is on the path from here on

PAGES = (
    *("index", "playground/index", "accept-a-url", "audit", "columns", "performance", "recipes/index"),
    *("reference/editions/rfc3986", "state-of-uri-parsers/index", "understand/history"),
)
WIDTHS = (390, 768, 1280)
HIGHEST = 2400


def photograph(site: Path, target: Path, pages: Sequence[str]) -> int:
    """Write the pictures, and return their number.

    Args:
        site: the output of `tools/build_site.py`.
        target: the folder to write; it may exist.
        pages: paths in the site, without ".html".
    """
    missing = [page for page in pages if not (site / f"{page}.html").is_file()]
    if missing:
        raise SystemExit(f"{site} has no {', '.join(missing)}: build it with tools/build_site.py")
    target.mkdir(parents=True, exist_ok=True)
    views = [(page, width, colours) for page in pages for width in WIDTHS for colours in ("light", "dark")]
    with serving_folder(site) as root, chrome() as browser:
        for page, width, colours in views:
            look_as(browser, width, colours)
            browser.get(f"{root}{page}.html")
            height = browser.execute_script("return document.documentElement.scrollHeight")
            look_as(browser, width, colours, min(height, HIGHEST))
            picture = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
            name = f"{page.replace('/', '-')}-{width}-{colours}.png"
            (target / name).write_bytes(base64.b64decode(picture))
    return len(views)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site", metavar="FOLDER", type=Path, default=ROOT / "target" / "site", help="a built site")
    parser.add_argument(
        "--to", metavar="FOLDER", type=Path, default=ROOT / "target" / "pictures", help="where to write"
    )
    parser.add_argument("--page", metavar="NAME", action="append", help='such as "recipes/index"; by default ten pages')
    given = parser.parse_args()
    print(f"{photograph(given.site, given.to, given.page or PAGES)} pictures in {given.to}")
