"""The registry of schemes: shipped with its date, replaceable by a file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse import schemes
from uriverse.schemes import SCHEMES, Registry


def test_what_is_shipped() -> None:
    """364 schemes as of their date, in three states."""
    registry = uv.schemes.registry()
    assert (len(registry), registry.date) == (364, "2022-11-18")
    assert {entry.status for entry in registry.values()} == {"permanent", "provisional", "historical"}
    assert repr(registry) == "<a registry of 364 schemes as of 2022-11-18>"


def test_names_in_any_case() -> None:
    """RFC 3986, section 3.1."""
    found = uv.schemes.registered("WS")
    assert found is not None
    assert (found.scheme, found.status, found.reference) == ("ws", "permanent", "RFC6455")
    assert "Ws" in uv.schemes.registry()
    assert uv.schemes.registered("no-such") is None
    assert 1 not in uv.schemes.registry()


def test_all_schemes_with_a_grammar_are_registered() -> None:
    """The list and the data name the same world."""
    assert set(SCHEMES) <= set(uv.schemes.registry())


def test_a_registry_from_a_file(tmp_path: Path) -> None:
    """IANA's own columns do as well, in any order, with a note before them or none."""
    path = tmp_path / "uri-schemes-1.csv"
    path.write_text(
        "\ufeffURI Scheme,Template,Description,Status,Well-Known URI Support,Reference,Notes\n"
        'new,prov/new,"A ""new"" one, quoted",Provisional,-,[RFC1],\n',
        "utf-8",
    )
    registry = Registry.from_csv(path)
    entry = registry["new"]
    assert (entry.status, entry.description, entry.reference) == ("provisional", 'A "new" one, quoted', "[RFC1]")
    assert (registry.date, repr(registry)) == ("", "<a registry of 1 schemes>")
    assert Registry.from_text("# as of 2030-01-02\nscheme,status,description,reference\n").date == "2030-01-02"


def test_a_file_that_is_none() -> None:
    with pytest.raises(ValueError, match="'reference'"):
        Registry.from_text("scheme,status,description\n")


def test_a_default_port_has_one_home() -> None:
    """One number a scheme: where a document's table has it, the list has not."""
    listed = tomllib.loads((ROOT / "src" / "uriverse" / "schemes" / "default-ports.toml").read_text("utf-8"))["ports"]
    for scheme, row in listed.items():
        assert schemes.default_port(scheme.upper()) == row["number"] and 0 < row["number"] <= 65535
        assert scheme not in schemes.SCHEMES and row["source"]
    assert schemes.default_port("gopher") == 70 and schemes.default_port("urn") is schemes.default_port("x") is None
