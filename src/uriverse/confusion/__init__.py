"""Confusion of parsers: what each parser makes of one text, and on what they differ.

A check and a request that read one text with two parsers may see two hosts. What goes in is a text, what comes out is
an `Agreement`: each parser's cut, whether those that accept the text agree, and the class of confusion where they do
not. `uriverse.parse(text, agree=...)` and `uriverse.audit.require` refuse such a text.

    >>> import uriverse as uv
    >>> found = uv.agreement("http://127.0.0.1\\\\@1.1.1.1/", parsers=["split", "whatwg"])
    >>> found.agrees, found.hosts
    (False, {'1.1.1.1': ('split',), '127.0.0.1': ('whatwg',)})
    >>> [each.id for each in found.confusions]
    ['backslash', 'userinfo']
"""

from uriverse.confusion.agreements import Agreement, agreement
from uriverse.confusion.classes import CLASSES, ConfusionClass
from uriverse.confusion.cuts import COMPONENTS, Cut
from uriverse.confusion.parsers import available_parsers

__all__ = ["CLASSES", "COMPONENTS", "Agreement", "ConfusionClass", "Cut", "agreement", "available_parsers"]
