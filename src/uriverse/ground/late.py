"""Modules of the standard library that are imported when one of their names is asked for.

`re` takes 7 ms with what it imports, `ipaddress` 6, `pathlib` 12; most first calls need none of them:

    from uriverse.ground.late import re
    re.sub("a", "b", text)      imports `re`; from then on `re.sub` is an attribute, as it is of a module
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import base64 as base64
    import decimal as decimal
    import ipaddress as ipaddress
    import pathlib as pathlib
    import re as re
    import urllib.parse
    from types import MappingProxyType as MappingProxyType

    urllib_parse = urllib.parse
else:

    class _Late:
        def __init__(self, module):
            self._module = module

        def __getattr__(self, name):
            __import__(self._module)
            value = self.__dict__[name] = getattr(sys.modules[self._module], name)
            return value

    base64, decimal, ipaddress, pathlib, re = map(_Late, ("base64", "decimal", "ipaddress", "pathlib", "re"))
    urllib_parse = _Late("urllib.parse")
    # `types` takes 1 ms.
    MappingProxyType = type(type.__dict__)
