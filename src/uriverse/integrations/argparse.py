"""argparse: a function for `type=`.

>>> import argparse
>>> import uriverse as uv
>>> from uriverse.integrations.argparse import reference
>>> parser = argparse.ArgumentParser()
>>> _ = parser.add_argument("url", type=reference(uv.Constraint(schemes={"https"})))
>>> parser.parse_args(["https://h/a"]).url
URI('https://h/a')
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable

from uriverse._core import URI, URIReference
from uriverse.argument_types import check_argument
from uriverse.constraints import Constraint


def reference(constraint: Constraint | None = None, kind: type[URIReference] = URI) -> Callable[[str], URIReference]:
    """A function that reads an argument; argparse shows its reason and the usage, and exits with 2.

    Args:
        constraint: what else is demanded.
        kind: `uv.URI`, `uv.RelativeReference`, or `uv.URIReference` for both.
    """
    check_argument("constraint", constraint, (Constraint, type(None)))
    limits = constraint or Constraint()

    def read(text: str) -> URIReference:
        try:
            return limits.read(text, kind)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None

    return read
