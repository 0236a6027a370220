"""`uv.URL` with policies in msgspec, attrs, cattrs, dataclasses, databases and command lines, on the libraries."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

import attrs
import cattrs
import msgspec
import pytest

import uriverse as uv
from uriverse.integrations import attrs as uv_attrs
from uriverse.integrations import msgspec as uv_msgspec
from uriverse.integrations.dataclasses import coerce
from uriverse.schemes import Connection

HTTPS = uv.Policy(schemes={"https"})
TEXT, URL = " HTTPS://H.example/a|b", uv.URL("https://h.example/a%7Cb")
# What each library must refuse, and the word for it.
REFUSED = [("http://h.example/", "must be https"), ("https://127.1/", "not public"), ("https://h.example:0/", "port")]


class Struct(msgspec.Struct):
    """A struct as a user writes one; msgspec shows its hook the type without `Annotated`."""

    url: uv.URL
    link: str = "https://h.example/"

    def __post_init__(self) -> None:
        HTTPS.check(self.url)
        HTTPS.check(self.link)


@attrs.define
class Hook:
    """A class as mypy and pyright take it: a type is a converter whose argument they know."""

    url: uv.URL = attrs.field(converter=uv.URL, validator=uv_attrs.validator(HTTPS))


@attrs.define
class Structured:
    """A class whose policies cattrs reads."""

    url: Annotated[uv.URL, HTTPS]
    link: Annotated[str, HTTPS] = "https://h.example/"


@dataclasses.dataclass
class Page:
    """A dataclass whose texts are converted."""

    url: Annotated[uv.URL, HTTPS]
    link: Annotated[str, HTTPS] | None = None
    title: str = ""

    def __post_init__(self) -> None:
        coerce(self)


def by_msgspec(**fields: str) -> Any:
    return msgspec.json.decode(msgspec.json.encode(fields), type=Struct, dec_hook=uv_msgspec.dec_hook)


def by_cattrs(**fields: str) -> Any:
    converter = cattrs.Converter(detailed_validation=False)
    uv_attrs.register(converter)
    return converter.structure(fields, Structured)


@pytest.mark.parametrize("made", [by_msgspec, Hook, by_cattrs, Page])
def test_a_text_becomes_a_url_that_the_policy_admits(made: Any) -> None:
    url = made(url=TEXT).url
    assert (type(url), url) == (uv.URL, URL)
    for text, reason in REFUSED:
        with pytest.raises(ValueError, match=reason):
            made(url=text)


@pytest.mark.parametrize("made", [by_msgspec, by_cattrs, Page])
def test_a_field_of_texts_keeps_a_text_that_needs_no_change(made: Any) -> None:
    assert made(url=TEXT, link="HTTPS://H.example").link == "HTTPS://H.example"
    for text, reason in [*REFUSED, ("https://1.1.1.1\\@127.0.0.1/", "policy.url")]:
        with pytest.raises(ValueError, match=reason):
            made(url=TEXT, link=text)


def test_msgspec_writes_and_describes_urls() -> None:
    struct = by_msgspec(url=TEXT)
    octets = msgspec.json.encode(struct, enc_hook=uv_msgspec.enc_hook)
    assert octets == b'{"url":"https://h.example/a%7Cb","link":"https://h.example/"}'
    assert msgspec.convert({"url": URL}, Struct, dec_hook=uv_msgspec.dec_hook).url is URL
    schema = msgspec.json.schema(Struct, schema_hook=uv_msgspec.schema_hook)
    assert schema["$defs"]["Struct"]["properties"]["url"] == {"type": "string", "format": "uri"}


def test_attrs_converts_what_is_assigned_too() -> None:
    hook = Hook("https://h.example")
    hook.url = uv.URL("https://h.example/b")
    with pytest.raises(uv.PolicyError):
        hook.url = uv.URL("http://h.example/")
    read = attrs.make_class("Read", {"url": attrs.field(converter=uv_attrs.converter(uv.URL, HTTPS))})
    assert read(TEXT).url == URL
    with pytest.raises(uv.PolicyError):
        read("http://h.example/")


def test_cattrs_structures_and_unstructures_urls_and_connections() -> None:
    converter = cattrs.Converter()
    uv_attrs.register(converter)
    values = {"a": URL, "b": Connection.read("postgresql://u:p@h/db")}
    texts = {"a": "https://h.example/a%7Cb", "b": "postgresql://u:p@h/db"}
    assert converter.unstructure(values) == texts
    assert [converter.structure(texts["a"], uv.URL), converter.structure(texts["b"], Connection)] == [*values.values()]
