"""Conversion between the URL Standard and RFC 3986."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import TEXT, check_argument
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.masking import masked_field
from uriverse.ground.records import dataclass, field

if TYPE_CHECKING:
    from uriverse._core import URI, URL, Text

COMPONENTS: Final = ("scheme", "userinfo", "host", "port_text", "path", "query", "fragment")


@dataclass(frozen=True, slots=True)
class ComponentChange:
    """A component that the conversion changed.

    Attributes:
        component: its name: "scheme", "userinfo", "host", "port", "path", "query" or "fragment".
        was: the old text; None if it was undefined.
        now: the new text; None if it is undefined.
        texts: the two whole texts, whose secrets `repr` masks.
    """

    component: str
    was: str | None
    now: str | None
    texts: tuple[str, ...] = field(default=(), repr=False, compare=False)

    def __repr__(self) -> str:
        from uriverse.ground.secret_words import secret_words, without_words

        words = secret_words(self.texts)
        # The name of the component decides what is masked.
        was, now = (without_words(masked_field(self.component, text), words) for text in (self.was, self.now))
        return f"ComponentChange(component={masked_field('', self.component)}, was={was}, now={now})"


def changes(before: Text, after: Text) -> tuple[ComponentChange, ...]:
    """The components in which two references or URLs differ (RFC 3986, section 3).

    The texts are split by `uriverse.split`; () if they are the same.

    Args:
        before: a reference, a URL or a text.
        after: the other one.

    Raises:
        TypeError: if an argument has another type.

    >>> import uriverse as uv
    >>> ref = uv.parse("http://EXAMPLE.org:80/a/../b")
    >>> for change in changes(ref, ref.whatwg):
    ...     print(change.component, change.was, change.now)
    host EXAMPLE.org example.org
    port 80 None
    path /a/../b /b
    """
    old, new = _components("before", before), _components("after", after)
    texts = (old.text, new.text)
    return tuple(
        ComponentChange(name.removesuffix("_text"), was, now, texts)
        for name in COMPONENTS
        if (was := getattr(old, name)) != (now := getattr(new, name))
    )


def _components(name: str, text: Text) -> _core.Components:
    check_argument(name, text, TEXT)
    return _core.split(text)


def to_uri(url: URL) -> URI:
    """The URI of a URL.

    The Standard's serializer leaves some characters that RFC 3986 does not allow: "[", "]", "^", "`", "{", "|", "}",
    "\\" and, in an opaque path, a space. Each is percent-encoded in its component. A "%" that begins no triplet is
    literal in the Standard, so it becomes "%25".
    """
    components = _core.split(url.href)
    text = url.protocol
    if components.authority is not None:
        text += "//" + _authority(url)
    text += _encoded(components.path, "path")
    if components.query is not None:
        text += "?" + _encoded(components.query, "query")
    if components.fragment is not None:
        text += "#" + _encoded(components.fragment, "fragment")
    return _core.URI(text)


def _authority(url: URL) -> str:
    userinfo = _encoded(url.username, "userinfo")
    if url.password:
        userinfo += ":" + _encoded(url.password, "userinfo")
    host = url.hostname if url.hostname.startswith("[") else _encoded(url.hostname, "reg-name")
    port = f":{url.port}" if url.port else ""
    return f"{userinfo}@{host}{port}" if userinfo else f"{host}{port}"


def _encoded(text: str, component: str) -> str:
    return _core.encode(text, component=component, keep_triplets=True)
