"""news and nntp: newsgroups and articles (RFC 1738, sections 3.6 and 3.7; RFC 5538)."""

from __future__ import annotations

from uriverse.ground.lean_typing import Final, Self
from uriverse.ground.records import dataclass, field
from uriverse.schemes.catalogue import Scheme
from uriverse.schemes.judging import Components, Refused
from uriverse.schemes.parts import (
    View,
    after_scheme,
    authority,
    decoded,
    decoded_octets,
    encoded,
    host_of,
    split_address,
)

# RFC 5536, section 3.1.3: 250 octets with "<" and ">".
LONGEST_MESSAGE_ID: Final = 248


@dataclass(frozen=True, slots=True, repr=False)
class News(View):
    """A news URI: a group or an article.

    Attributes:
        group: a newsgroup's name, "*" for all groups, or, by RFC 5538, a wildmat of them; None for an article.
        message_id: an article's Message-ID without its angle brackets; None for groups.
        host, port, userinfo: the server, which only RFC 5538 has; None means the client's own. The userinfo is not
            decoded.

    >>> from uriverse import schemes
    >>> schemes.view("news:example.group.*")
    News(group='example.group.*')
    """

    group: str | None = None
    message_id: str | None = None
    host: str | None = None
    port: int | None = None
    userinfo: str | None = None
    scheme: str = field(default="news", kw_only=True)
    document: str = field(default="rfc5538", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        """Recognize an article by its "@", which a group cannot have.

        Raises:
            Refused: if a Message-ID has more than 250 octets with its angle brackets (RFC 5536, section 3.1.3).
        """
        with_server = "host" in scheme.uses and parts.authority is not None
        item = parts.path[1:] if with_server else after_scheme(parts)
        is_article = "@" in item
        if is_article and len(decoded_octets(item)) > LONGEST_MESSAGE_ID:
            raise Refused("a Message-ID has 250 octets at most, with its angle brackets", "path", "RFC 5536, 3.1.3")
        return cls(
            None if is_article else decoded(item),
            decoded(item) if is_article else None,
            host_of(parts) if with_server else None,
            parts.port if with_server else None,
            parts.userinfo if with_server else None,
            **cls._shared(parts, scheme),
        )

    def written(self, scheme: Scheme) -> str:
        if (self.group is None) == (self.message_id is None):
            raise ValueError("a news URI has a group or a message_id, and not both (RFC 5538, section 4)")
        start = "" if self.host is None else authority(self.host, self.port, self.userinfo) + "/"
        if self.message_id is None:
            return start + encoded(scheme, "group", self.group or "")
        left, right = split_address(self.message_id)
        if right.startswith("[") and right.endswith("]") and "literal" in scheme.encode:
            domain = f"%5B{encoded(scheme, 'literal', right[1:-1])}%5D"
        else:
            domain = encoded(scheme, "domain" if "domain" in scheme.encode else "message", right)
        return f"{start}{encoded(scheme, 'message', left)}@{domain}"


@dataclass(frozen=True, slots=True, repr=False)
class NNTP(View):
    """An nntp URI: a group on a server, or an article by its number there.

    >>> from uriverse import schemes
    >>> schemes.view("nntp://news.server.example/example.group.this/12345")
    NNTP(host='news.server.example', group='example.group.this', article=12345)
    """

    host: str
    group: str
    article: int | None = None
    port: int | None = None
    userinfo: str | None = None
    scheme: str = field(default="nntp", kw_only=True)
    document: str = field(default="rfc5538", kw_only=True)

    @classmethod
    def read(cls, parts: Components, scheme: Scheme) -> Self:
        group, _, number = parts.path[1:].partition("/")
        if len(number) > 16:
            raise Refused("an article number has at most 16 digits (RFC 3977, section 9.8)", "path")
        return cls(
            host_of(parts) or "",
            decoded(group),
            int(number) if number else None,
            parts.port,
            parts.userinfo,
            **cls._shared(parts, scheme),
        )

    def written(self, scheme: Scheme) -> str:
        number = "" if self.article is None else f"/{self.article}"
        return f"{authority(self.host, self.port, self.userinfo)}/{encoded(scheme, 'group', self.group)}{number}"
