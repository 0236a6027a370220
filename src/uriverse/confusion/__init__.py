"""Confusion of parsers: how each parser reads one text, and where they differ.

If a check and a request use two parsers, they may see two hosts. An `Agreement` has each parser's cut, whether those
that accept the text agree, and otherwise the class of confusion. `uriverse.parse(text, agree=...)` and
`uriverse.audit.require` refuse texts without agreement.

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
