"""click: a type for arguments and options.

>>> import click
>>> import uriverse as uv
>>> from uriverse.integrations.click import ReferenceParam
>>> @click.command()
... @click.argument("url", type=ReferenceParam(uv.URL, uv.Policy(schemes={"https"})))
... def fetch(url): click.echo(url.host)
>>> fetch.main(["https://h.example/a"], standalone_mode=False)
h.example
"""

from __future__ import annotations

from typing import Any

from uriverse._core import URI, URIReference
from uriverse.ground.extras import Extra
from uriverse.integrations.fields import policy_for
from uriverse.policies import Policy

with Extra("cli", "click rich", __name__):
    import click


class ReferenceParam(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A parameter that is a reference; any other text is a usage error with the position and what was expected.

    Args:
        kind: `uv.URL`, `uv.URI`, `uv.RelativeReference`, or `uv.URIReference` for both.
        policy: which of them are allowed; None for all.

    Raises:
        TypeError: `kind` is not a type of references, or `policy` is not a Policy.
    """

    name = "uri"

    def __init__(self, kind: type[URIReference] = URI, policy: Policy | None = None) -> None:
        self.policy: Policy = policy_for(kind, policy)
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> URIReference:
        try:
            return self.policy.read(value, self.kind)
        except (TypeError, ValueError) as error:
            self.fail(str(error), param, ctx)
