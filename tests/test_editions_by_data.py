"""An edition is data alone: it may stand on another, a misspelt key is an error, and a tool begins a new one."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import uriverse as uv
from support.paths import ROOT
from support.programs import tool
from support.vectors import cases
from uriverse.editions.files import SECTIONS, borrowed, check, check_clauses, chunks, completed, read_files
from uriverse.editions.model import Erratum, HostType, Port, Slot


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"jugded": True}, "there is no setting 'jugded'; did you mean 'judged'"),
        ({"resolution": {"empty_refrence": "base"}}, "'empty_refrence' in [resolution]; did you mean 'empty_ref"),
        ({"resolution": {"query_only": "keeppath"}}, "'keeppath' in [resolution.query_only]; did you mean 'keep-path'"),
        ({"resolution": {"clauses": {"parms": "3"}}}, "'parms' in [clauses]; did you mean 'params'"),
        ({"resolution": {"notes": {"dots": "as RFC 2396"}}}, "'dots' in [notes]. There are composite_base, "),
        ({"reading": [{"kind": "absolute", "slots": [{"stops": "?"}]}]}, "'stops' in [slots]; did you mean 'stop'"),
        ({"reading": [{"kid": "absolute"}]}, "'kid' in [reading]; did you mean 'kind'"),
        ({"encode": {"segmnt": "pchar"}}, "'segmnt' in [encode]; did you mean 'segment'"),
        ({"case_insensitive": {"hosts": "3"}}, "'hosts' in [case_insensitive]; did you mean 'host'"),
        ({"port": [{"sheme": "http"}]}, "'sheme' in [port]; did you mean 'scheme'"),
        ({"grammar": {"notaton": "abnf"}}, "'notaton' in [grammar]; did you mean 'notation'"),
    ],
)
def test_a_misspelt_key_is_an_error(table: dict[str, object], message: str) -> None:
    """It names the file, the key, its section and the nearest right one."""
    with pytest.raises(uv.GrammarError) as caught:
        check(table, "house.toml")
    assert message in str(caught.value)
    assert caught.value.file == "house.toml"


@pytest.mark.parametrize("edition", uv.EDITIONS)
def test_every_shipped_table_has_right_keys(edition: str) -> None:
    """And so has each that is completed from another."""
    check(read_files(edition)[0], f"{edition}.toml")


def test_a_rule_without_a_clause_is_an_error() -> None:
    """It names the file and the rule; the case of a rule's name means nothing."""
    grammar = '; A comment.\nPATH = "a"\n\nfragment = "b"\n'
    check_clauses({"clauses": {"path": "2", "fragment": "2"}}, grammar, "house.toml")
    with pytest.raises(uv.GrammarError) as caught:
        check_clauses({"clauses": {"path": "2"}}, grammar, "house.toml")
    assert "the rule 'fragment' has no clause; add fragment = \"...\" to [clauses]" in str(caught.value)
    assert caught.value.file == "house.toml"


def test_rules_are_borrowed_as_they_are_printed() -> None:
    """RFC 6874 defines three rules; the rest are RFC 3986's, with its clauses."""
    own = (ROOT / "src/uriverse/editions/rfc6874.abnf").read_text("utf-8")
    whole = uv.EDITIONS["rfc6874"].grammar
    assert [name for name, _ in chunks(own) if name] == ["IP-literal", "ZoneID", "IPv6addrz"]
    base = {name: text for name, text in chunks(uv.EDITIONS["rfc3986"].grammar) if name}
    found = {name: text for name, text in chunks(whole) if name}
    assert set(found) == {*base, "ZoneID", "IPv6addrz"}
    assert all(found[name].rstrip() == text.rstrip() for name, text in base.items() if name != "IP-literal")
    assert (
        borrowed("a = b\n", "; head\nA = c\nb = d ; note\n  / e\n", "RFC 1")
        == "\n; From RFC 1:\n\nb = d ; note\n  / e\n"
    )
    clauses = uv.EDITIONS["rfc6874"].clauses
    assert (clauses["ZoneID"], clauses["segment"]) == ("2", "RFC 3986, 3.3")
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse("http://h/ ", edition="rfc6874")
    assert caught.value.clause == "RFC 3986, section 3.3"


def test_the_choices_that_a_table_leaves_out_are_those_of_rfc_3986() -> None:
    """Section 5.2.2, by the examples of section 5.4."""
    base = replace(uv.EDITIONS["rfc3986"], id="without-choices", resolution={})
    own = uv.Edition.from_grammar("own = URI-reference", start="own", based_on=base)
    printed = [case for edition, case in cases("resolve") if edition == "rfc3986" and case["section"].startswith("5.4")]
    assert len(printed) > 40
    for case in printed:
        options = {name: case[name] for name in ("strict", "excess_parents", "new_request") if name in case}
        assert str(uv.resolve(case["reference"], case["base"], edition=own, **options)) == case["result"]


def test_replaced_rules_are_called_by_their_new_names() -> None:
    """RFC 3987 puts `isegment` for `segment` in the slots; quoted text and other names stay."""
    base = read_files("rfc3986")[0]
    table = {**base, "id": "x", "replaces": {"segment": "isegment", "path-absolute": "ipath-absolute"}}
    made = completed({"replaces": table["replaces"]}, base, borrows=True)
    slot = made["reading"][1]["slots"][1]
    assert slot["accepts"] == "ipath-absolute / path-rootless / path-empty"
    assert (slot["rule"], slot["rest"]) == ("segment-nz", "isegment")
    assert base["reading"][1]["slots"][1]["rest"] == "segment"
    iri = uv.EDITIONS["rfc3987"]
    assert (iri.based_on, iri.replaces["host"], iri.resolution) == (
        "rfc3986",
        "ihost",
        uv.EDITIONS["rfc3986"].resolution,
    )


def test_an_empty_text_takes_a_key_of_the_base_away() -> None:
    """A document without a userinfo has no encode set of it, and one whose hosts have case names the scheme alone."""
    base = read_files("rfc3986")[0]
    made = completed({"encode": {"userinfo": ""}, "case_insensitive": {"host": ""}}, base, borrows=True)
    assert set(base["encode"]) - set(made["encode"]) == {"userinfo"}
    assert made["encode"]["segment"] == base["encode"]["segment"]
    assert set(made["case_insensitive"]) == {"scheme"}


def test_a_new_edition_is_begun_by_a_tool(tmp_path: Path) -> None:
    """Its two files, and its id at the end of the list; nothing that is there is overwritten."""
    (tmp_path / "rfc3986.abnf").touch()
    (tmp_path / "ids.py").write_text((ROOT / "src/uriverse/editions/ids.py").read_text("utf-8"), "utf-8")
    begin = tool("new_edition").begin
    written = begin("rfc0000", "rfc3986", tmp_path)
    assert [path.name for path in written] == ["rfc0000.toml", "rfc0000.abnf", "ids.py"]
    assert f'"{list(uv.EDITIONS)[-1]}",\n    "rfc0000",\n]' in (tmp_path / "ids.py").read_text("utf-8")
    import tomllib

    table = tomllib.loads((tmp_path / "rfc0000.toml").read_text("utf-8"))
    check(table, "rfc0000.toml")
    assert (table["based_on"], table["document"]) == ("rfc3986", "RFC 0000")
    assert begin("rfc0000", "rfc3986", tmp_path) == []


@pytest.mark.parametrize("edition", uv.EDITIONS)
def test_a_step_that_is_not_built_is_signed(edition: str) -> None:
    """Appendix F of url-syntax-03 and -04 appends a query before the merge; the answer given is RFC 2396's."""
    notes = uv.EDITIONS[edition].notes
    if edition not in {"url-syntax-03", "url-syntax-04"}:
        assert set(notes) <= set(uv.EDITIONS[edition].resolution) and bool(notes) is (edition == "rfc1630")
        return
    assert set(notes) == {"dot_segments"} and set(notes) <= set(uv.EDITIONS[edition].resolution)
    assert "Appendix F" in notes["dot_segments"] and "g?y/../x" in notes["dot_segments"]
    # RFC 2396, C.2: "g?y/../x = http://a/b/c/g?y/../x".
    target = uv.resolve("g?y/../x", "http://a/b/c/d;p?q", edition=edition)  # type: ignore[call-overload]
    assert str(target) == "http://a/b/c/g?y/../x"


@pytest.mark.parametrize(
    ("section", "row"), [("slots", Slot), ("host_type", HostType), ("errata", Erratum), ("port", Port)]
)
def test_a_section_has_the_fields_of_its_value(section: str, row: Any) -> None:
    """The keys are written out where files are read, so that a message needs none of the values."""
    assert SECTIONS[section] == {field.name for field in fields(row)}
