"""Mask the secrets of the references in running text: a line of a log, a message, a document."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import takes
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.ground.masking import STRONG_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriverse._core import Glob, Text


@takes(wide=bool)
def redact(text: Text, *, also: Iterable[str | Glob] = (), wide: bool = False) -> str:
    """Replace each secret of the references in a text by three stars; everything else stays.

    Secrets are passwords after "//" (RFC 3986, sections 3.2.1 and 7.5), values of names such as `reset_token` in
    queries and fragments, tokens of a published form wherever they stand (`ghp_...`, `eyJ...`), the paths of webhooks,
    and credentials after `Authorization:`. `uriverse.integrations.logging` has the names and forms.

    In running text a reference ends at white space, a quote, "<" or ">". So a password that contains one of these is
    shown. So is one that consists of digits before one of these, a bracket, a comma or the end of the text, because
    `http://host:8080` has a port there.

    What belongs to no reference is left to the application: a JSON field named `password`, a form's fields, cookies,
    headers other than `Authorization`.

    Args:
        text: any text. The text of a reference is taken too, but its `redacted()` knows where it ends.
        also: more names whose values are secrets, each a str or a `Glob`.
        wide: whether names whose values are only sometimes secret count too: `code`, `key`, `session`.

    Returns:
        The text as a str; for octets too.

    Raises:
        TypeError: `text` is not a text, `also` not an iterable of names and Globs, or `wide` not a bool.

    >>> redact('GET http://me:secret@h:80/?page=2&token=abc "me@h"')
    'GET http://me:***@h:80/?page=2&token=*** "me@h"'
    >>> redact("/login?pin=1234&code=5", also=["pin"], wide=True)
    '/login?pin=***&code=***'
    """
    names = STRONG_NAMES if also == () and not wide else _core.SecretNames(also, wide)
    return names.masked(text if isinstance(text, str) else _core.split(text).text, running=True)
