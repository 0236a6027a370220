"""Expansion of URI templates compared with uritemplate; templates are compiled before, values are a dict.

python benches/templates.py
"""

from __future__ import annotations

from collections.abc import Callable
from timeit import repeat
from typing import Any

import uritemplate

from uriverse.templates import Template

CASES = [
    ("four variables", "https://api.example/repos/{owner}/{name}/issues{?state,page}",
     {"owner": "octo cat", "name": "hello-world", "state": "open", "page": "2"}),
    ("one variable", "/users/{id}", {"id": "1024"}),
    ("reserved", "{+base}/here{#part}", {"base": "http://h/a/b", "part": "c d"}),
    ("a list", "/find{?year*}", {"year": ["1965", "2000", "2012"]}),
    ("pairs", "/map{?address*}", {"address": {"city": "Newport Beach", "state": "CA"}}),
    ("long text", "/{text}", {"text": "Zürich und anderswo " * 50}),
]  # fmt: skip


def seconds(expand: Callable[[dict[str, Any]], str], values: dict[str, Any], number: int) -> float:
    names = {"expand": expand, "values": values}
    return min(repeat("expand(values)", globals=names, number=number, repeat=7)) / number


def main() -> None:
    print(f"{'template':16} {'uriverse':>10} {'uritemplate':>12} {'ratio':>7}")
    for name, text, values in CASES:
        ours, theirs = Template(text), uritemplate.URITemplate(text)
        assert ours.expand(values) == theirs.expand(values), name
        mine, other = seconds(ours.expand, values, 20_000), seconds(theirs.expand, values, 2_000)
        print(f"{name:16} {mine * 1e9:8.0f} ns {other * 1e9:9.0f} ns {other / mine:6.0f}x")


if __name__ == "__main__":
    main()
