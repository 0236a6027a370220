"""Documents: the base that a reference is resolved against, and the references that a document holds.

RFC 3986, section 5.1, is about documents, not about texts: which base counts depends on what the document says, what it
came in and where it came from. `establish` answers that. `links` reads documents and gives a row for each reference.

    sources/    from what a caller names to documents: files, responses, mailboxes, web archives
    formats.py  which format a document has
    reading.py  from a document to the reader of its format
    readers/    one module for each format: the references that a document holds
    base.py     the base, layer by layer
    judging.py  what becomes of a reference by an edition
    browser.py  what becomes of it by the URL Standard: where a browser goes
    rows.py     a row for each reference
    local_targets.py   whether a reference within a site leads to a file, and to an anchor of it (anchors.py)
"""

from uriverse.documents.base import Base, BaseRule, RefusedBase, establish
from uriverse.documents.document import Document
from uriverse.documents.formats import FORMATS, Format
from uriverse.documents.judging import Problem
from uriverse.documents.limits import Limits
from uriverse.documents.local_targets import missing_targets
from uriverse.documents.reading import links
from uriverse.documents.rows import FoundReference

__all__ = [
    "FORMATS",
    "Base",
    "BaseRule",
    "Document",
    "FoundReference",
    "Format",
    "Limits",
    "Problem",
    "RefusedBase",
    "establish",
    "links",
    "missing_targets",
]
