"""A web archive as a frontier with keys: `python examples/crawl/keys.py pages.warc.gz frontier.parquet`.

A row is a page to which a link leads: its key, its URL, its domain, and the first page with such a link. Links that a
document does not let robots follow are left out, and so is what no program fetches.
"""

import sys

import polars as pl

from uriverse.columns.polars import UriExpressions as Uri
from uriverse.documents import links


def frontier(archive: str) -> pl.DataFrame:
    """The rows of an archive, in its order."""
    rows = pl.DataFrame(links(archive, edition="whatwg").to_arrow()).lazy().filter("follow")
    web = rows.filter(pl.col("resolved").str.contains("^https?:"))
    url = Uri(pl.col("resolved"))
    keys = web.select("page", "resolved", key=url.canonical_key("dedupe"), domain=url.domain())
    return keys.drop_nulls("key").unique("key", keep="first", maintain_order=True).collect()


if __name__ == "__main__":
    frontier(sys.argv[1]).write_parquet(sys.argv[2])
