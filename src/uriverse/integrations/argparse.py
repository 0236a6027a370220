"""argparse: a function for `type=`.

>>> import argparse
>>> import uriverse as uv
>>> from uriverse.integrations.argparse import reference
>>> parser = argparse.ArgumentParser()
>>> _ = parser.add_argument("url", type=reference(uv.URL, uv.Policy(schemes={"https"})))
>>> parser.parse_args(["https://h.example/a"]).url
URL('https://h.example/a')
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable

from uriverse._core import URI, URIReference
from uriverse.integrations.fields import policy_for
from uriverse.policies import Policy


def reference(kind: type[URIReference] = URI, policy: Policy | None = None) -> Callable[[str], URIReference]:
    """Return a parser of an argument; on its error argparse shows the reason and the usage, and exits with 2.

    Args:
        kind: `uv.URL`, `uv.URI`, `uv.RelativeReference`, or `uv.URIReference` for both.
        policy: which of them are allowed; None for all.

    Raises:
        TypeError: `kind` is not a type of references, or `policy` is not a Policy.
    """
    allowed = policy_for(kind, policy)

    def read(text: str) -> URIReference:
        try:
            return allowed.read(text, kind)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None

    return read
