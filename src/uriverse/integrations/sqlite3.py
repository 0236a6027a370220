"""sqlite3: references as parameters, and columns declared as `url`, `uri` or `uri_reference` as references.

>>> import sqlite3
>>> import uriverse as uv
>>> from uriverse.integrations.sqlite3 import register
>>> register()
>>> database = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
>>> _ = database.execute("create table pages (url uri)")
>>> _ = database.execute("insert into pages values (?)", [uv.URI("http://h/a")])
>>> database.execute("select url from pages").fetchone()
(URI('http://h/a'),)
>>> database.close()
"""

from __future__ import annotations

import sqlite3

from uriverse._core import URI, RelativeReference, URIReference, WebURL


def register() -> None:
    """Register the adapters and converters with the module `sqlite3`, for the whole process.

    Fetching a text from such a column that is not a reference raises `URISyntaxError`.
    """
    for kind in (WebURL, URI, RelativeReference):
        sqlite3.register_adapter(kind, str)
    sqlite3.register_converter("url", lambda octets: WebURL(octets.decode()))
    sqlite3.register_converter("uri", lambda octets: URI(octets.decode()))
    sqlite3.register_converter("uri_reference", lambda octets: URIReference(octets.decode()))
