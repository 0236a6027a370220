"""The error of a text that parsers refuse or read differently."""

from __future__ import annotations

from uriverse.ground.base_errors import URIError
from uriverse.ground.lean_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Agreement(Protocol):
        """The members of `uriverse.confusion.Agreement` that the error needs."""

        @property
        def text(self) -> str: ...
        def disagreement(self) -> str: ...


class AgreementError(URIError):
    """A text that parsers refuse or read differently, although all must agree.

    Attributes:
        agreement: the results of the parsers (`uriverse.agreement`).
        text: the text.

    >>> import uriverse as uv
    >>> try:
    ...     uv.parse("http://h/\u0061/..//b", agree=["rfc3986", "whatwg"]).path
    ...     uv.parse("http://h:99999/", agree=["rfc3986", "whatwg"])
    ... except uv.AgreementError as error:
    ...     error.agreement.refusing
    '/a/..//b'
    ('whatwg',)
    """

    def __init__(self, agreement: Agreement) -> None:
        super().__init__()
        self.agreement = agreement

    reason = "parsers-differ"

    @property
    def text(self) -> str:
        return self.agreement.text

    def __str__(self) -> str:
        return self.agreement.disagreement()
