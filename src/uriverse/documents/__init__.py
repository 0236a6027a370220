"""Documents: the base that a reference is resolved against, and the references that a document holds.

RFC 3986, section 5.1, is about documents, not about texts: which base counts depends on what the document says, what it
came in and where it came from. `establish` answers that, `links` reads documents and gives one row a reference.
"""

from uriverse.documents.base import Base, BaseRule, RefusedBase, establish
from uriverse.documents.dispatch import FORMATS, Format, links
from uriverse.documents.document import Document
from uriverse.documents.references import FoundReference

__all__ = [
    "FORMATS",
    "Base",
    "BaseRule",
    "Document",
    "FoundReference",
    "Format",
    "RefusedBase",
    "establish",
    "links",
]
