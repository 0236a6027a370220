"""argparse: a function for `type=`.

>>> import argparse
>>> import uriverse as uv
>>> from uriverse.integrations.argparse import reference
>>> parser = argparse.ArgumentParser()
>>> _ = parser.add_argument("url", type=reference(constraint=uv.Constraint(schemes={"https"})))
>>> parser.parse_args(["https://h/a"]).url
URI('https://h/a')
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable

from uriverse._core import URI, URIReference
from uriverse.integrations.constraints import Constraint, limits


def reference(kind: type[URIReference] = URI, constraint: Constraint | None = None) -> Callable[[str], URIReference]:
    """Return a parser of an argument; on its error argparse shows the reason and the usage, and exits with 2.

    Args:
        kind: `uv.URI`, `uv.RelativeReference`, or `uv.URIReference` for both.
        constraint: further requirements.

    Raises:
        TypeError: `kind` is not a type of references, or `constraint` is not a Constraint.
    """
    allowed = limits(kind, constraint)

    def read(text: str) -> URIReference:
        try:
            return allowed.read(text, kind)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None

    return read
