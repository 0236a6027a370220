"""Views of schemes and templates over columns: the single calls, row by row."""

from __future__ import annotations

import json

import polars as pl
import pyarrow as pa
import pytest

import uriverse as uv
import uriverse.columns.polars
from uriverse import columns as uc
from uriverse import schemes
from uriverse.templates import Template

TEXTS = ["mailto:a@b,c@d?subject=x%20y&cc=e@f", "MAILTO:", "http://h:80/a?b", None, "mailto:a b", "geo:48.2,16.3;u=5"]
VALUES = ['{"q": "a b", "page": 2}', '{"q": ["x", "y"]}', "{}", "[]", "{", None]


def test_a_view_is_the_single_calls() -> None:
    """A struct with the attributes of the scheme's class; null for another scheme and for what is refused."""
    found = uc.view(uc.Column(TEXTS), "mailto").to_pylist()
    assert found[2:] == [None] * 4
    one = schemes.view(TEXTS[1] or "")
    assert isinstance(one, schemes.Mailto)
    assert found[1] == {"to": list(one.to), "subject": None, "body": None, "headers": [], "cc": [], "fragment": None}
    assert found[0]["to"] == ["a@b", "c@d"] and found[0]["cc"] == ["e@f"]
    assert uc.view(uc.Column(TEXTS), "geo").field("coordinates").to_pylist()[-1] == ["48.2", "16.3"]
    assert uc.view(uc.Column(TEXTS), "HTTP").field("port").to_pylist() == [None, None, 80, None, None, None]
    # RFC 5870, section 3.3: a parameter may have no value.
    parameters = uc.view(uc.Column(["geo:1,2;flag;k=v"]), "geo").field("parameters").to_pylist()
    assert parameters == [[{"name": "flag", "value": None}, {"name": "k", "value": "v"}]]
    [json_object] = uc.view(uc.Column(["http://h:80/a?b"])).to_pylist()
    assert json.loads(json_object)["host"] == "h"
    with pytest.raises(schemes.UnknownSchemeError):
        uc.view(uc.Column([]), "nobody")


def test_a_template_is_expanded_for_each_row() -> None:
    """JSON objects or structs; null for what cannot stand in the template."""
    text = "/search{?q,page}"
    assert uc.template(uc.Column(VALUES), text).to_pylist() == [
        *(Template(text).expand(json.loads(values or "")) for values in VALUES[:3]), *[None] * 3,
    ]  # fmt: skip
    structs = pa.array([{"q": "a", "page": 1}, {"q": None, "page": 2}, None])
    assert uc.template(structs, text).to_pylist() == ["/search?q=a&page=1", "/search?page=2", None]
    with pytest.raises(uv.URISyntaxError):
        uc.template(uc.Column([]), "{")


def test_polars_gives_the_same() -> None:
    """With the types that were announced, for every scheme."""
    for name in schemes.SCHEMES:
        lazy = pl.LazyFrame({"url": TEXTS}).select(found=pl.col("url").uri.view(name))
        assert lazy.collect().schema == lazy.collect_schema()
        assert lazy.collect()["found"].to_list() == uc.view(uc.Column(TEXTS), name).to_pylist()
