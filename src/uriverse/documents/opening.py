"""How many octets compressed documents may open to: a budget for a source and all that is in it.

Brotli opens 51 octets to 30 MB, an archive has many records, and a record may be a gzip or a mail with gzips.

    crawl.warc.gz    100 KB read                    may open to 128 MB, which is more than 1,000 times 100 KB
      record 1       2 KB in the coding br          may open to 2 MB, and opens to 9 KB: 9 KB are spent
      record 2       3 KB, a mail                   may open to 192 KB, which are spent, by its attachments
      record 3       5 KB of HTML                   has nothing to open

A document of an archive is read after the archive has gone on, perhaps by another process. So its share is spent before
it is known whether it needs it. What is in a document has no share of its own, but the document's budget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uriverse.documents.document import Document
from uriverse.documents.gzip import MAGIC
from uriverse.documents.limits import Limits

# The formats whose documents may contain compressed documents.
CONTAINERS: Final = frozenset({"mime", "http", "mbox", "warc", "epub"})


class Opening:
    """The budget of a source.

    `total` may grow while it is read. With `has_shares` its documents are read with budgets of their own.
    """

    def __init__(self, limits: Limits, total: Callable[[], int], *, has_shares: bool = False) -> None:
        self._limits = limits
        self._total = total
        self._has_shares = has_shares
        self._spent = 0

    @classmethod
    def of_document(cls, document: Document, limits: Limits) -> Opening:
        """The budget of a document in memory."""
        total = limits.compression * len(document.data) if document.opens is None else document.opens
        return cls(limits, lambda: total)

    @classmethod
    def of_archive(cls, limits: Limits, position: Callable[[], int]) -> Opening:
        """The budget of an archive of which `read` returns the octets that were read."""
        return cls(limits, lambda: max(limits.octets, limits.compression * position()), has_shares=True)

    @property
    def left(self) -> int:
        return max(0, self._total() - self._spent)

    def open(
        self, size: int, decode: Callable[[int], tuple[bytes, str | None]], cost: int = 1
    ) -> tuple[bytes, str | None]:
        """Return the octets of a compressed document, and an error or None.

        `decode` gets the maximum of octets, and returns both.
        """
        longest = self._limits.octets // cost
        most = min(longest, self._limits.compression * size, self.left)
        data, reason = decode(most)
        if reason == f"it is longer than {most} octets":
            self._spent += most
            if most < longest:
                reason = (
                    f"it opens to more than {most} octets: the limit is {self._limits.compression} for each octet read"
                )
        self._spent += len(data)
        return data, reason

    def take(self, octets: int) -> str | None:
        """Spend octets of a stream, and return an error if they are too many.

        The gzip around an archive with shares is not counted: it opens to 1,032 times its size at most.
        """
        if not self._has_shares:
            self._spent += octets
        return None if self.left or self._has_shares else f"it opens to more than {self._total()} octets"

    def share(self, size: int, data: bytes, format: str | None) -> int:
        """The octets that a document of this source may open to; they are spent."""
        if not self._has_shares:
            return 0
        if data.startswith(MAGIC):
            part = self._limits.compression * size
        elif format is None or format in CONTAINERS:
            part = self._limits.growth * size
        else:
            return 0
        part = min(part, self.left // 2)
        self._spent += part
        return part
