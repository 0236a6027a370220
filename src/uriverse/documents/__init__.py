"""Documents: extract their references, and establish their base URI.

By RFC 3986, section 5.1, the base depends on the document's content, its container and its origin; `establish` computes
it. `links` reads documents and returns a row for each reference.

    sources/    from names and objects to documents: files, responses, mailboxes, web archives
    formats.py  detects the format of a document
    reading.py  calls the reader of a document's format
    readers/    one module for each format: extracts references
    base.py     the base, layer by layer
    judging.py  checks and resolves a reference by an edition
    browser.py  checks and resolves it by the URL Standard, as a browser does
    rows.py     a row for each reference
    robots.py   whether robots may follow a reference
    local_targets.py   checks that a reference within a site leads to a file, and to an anchor in it (anchors.py)
    containers.py      the same within a mail, an EPUB or an archive
"""

from __future__ import annotations

from uriverse.ground.later import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.documents.base import Base as Base, BaseRule as BaseRule, RefusedBase as RefusedBase
    from uriverse.documents.base import establish as establish
    from uriverse.documents.document import Document as Document
    from uriverse.documents.formats import FORMATS as FORMATS, Format as Format
    from uriverse.documents.judging import Problem as Problem
    from uriverse.documents.limits import Limits as Limits
    from uriverse.documents.local_targets import missing_targets as missing_targets
    from uriverse.documents.reading import links as links
    from uriverse.documents.rows import FoundReference as FoundReference
    from uriverse.documents.sources.given import opened as opened

__getattr__, __dir__, __all__ = later(__name__)
