"""What the errata change, decided."""

from __future__ import annotations

import pytest

import uriverse as uv
from uriverse.grammar.algebra import difference
from uriverse.grammar.compilation import compile_edition


def test_the_errata_of_both_editions_are_shown() -> None:
    """bis-00's octet of 100-199, printed `"1" 2*DIGIT`, and both documents' IPv6 addresses."""
    found = {(row.edition, row.rule): row for row in uv.lab.diff("rfc2732", "rfc2396bis-00").errata}
    assert set(found) == {("rfc2396bis-00", "dec-octet"), ("rfc2396bis-00", "IPv6address"), ("rfc2732", "IPv6address")}
    octet = found["rfc2396bis-00", "dec-octet"]
    assert (octet.relation, octet.only_printed[0], octet.only_corrected) == ("narrower", "1000", ())
    assert octet.start_relation == "narrower"
    assert found["rfc2732", "IPv6address"].relation == "different"


def test_an_erratum_changes_its_rule_wherever_it_is_used() -> None:
    """The corrected octet narrows the address and the host, and the whole."""
    draft = uv.EDITIONS["rfc2396bis-00"]
    octet = next(erratum for erratum in draft.errata if erratum.rule == "dec-octet")
    printed, corrected = compile_edition(draft), compile_edition(draft, amended={octet.rule: octet.corrected})
    assert printed.automaton("IPv4address").accepts("1000.1.1.1")
    assert not corrected.automaton("IPv4address").accepts("1000.1.1.1")
    assert difference(corrected.automaton(), printed.automaton()).is_empty


def test_one_rule_has_its_own_errata() -> None:
    """`rule` picks them too."""
    assert [row.rule for row in uv.lab.diff("rfc2396bis-00", "rfc3986", "dec-octet").errata] == ["dec-octet"]
    assert uv.lab.diff("rfc2396bis-00", "rfc3986", "port").errata == ()
    assert uv.lab.diff("rfc2396", "rfc3986").errata == ()


# RFC 1738, 5: "the scheme is in lower case; interpreters should use case-ignore".
def test_a_departure_leaves_the_rule_as_printed() -> None:
    """`scheme` and `genericurl` by name are RFC 1738's print; a whole reference is read whatever the scheme's case."""
    assert not uv.is_valid("FOO", rule="scheme", edition="rfc1738")
    assert not uv.is_valid("FOO:x", rule="genericurl", edition="rfc1738")
    assert not uv.is_valid("FOO:x", rule="url", edition="rfc1738")
    assert uv.is_valid("FOO:x", edition="rfc1738")
    assert uv.parse("FOO:x", edition="rfc1738").scheme == "FOO"
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse("FOO:x y", edition="rfc1738")
    assert (caught.value.rule, caught.value.at) == ("schemepart", 5)


def test_departures_are_shown() -> None:
    """`diff` compares the rules as printed, and says what the departure changes; `explain` names it where it counts."""
    found = uv.lab.diff("rfc1738", "rfc1808")
    row = found.rule("scheme")
    assert (row.relation, row.only_old, row.only_new[0].text) == ("wider", (), "A")
    assert found.rule("genericurl").relation != "equal"
    (effect,) = found.departures
    assert (effect.edition, effect.rule, effect.relation, effect.start_relation) == (
        "rfc1738",
        "scheme",
        "wider",
        "wider",
    )
    assert (effect.only_printed, effect.only_read[0]) == ((), "A")
    assert uv.lab.diff("rfc1738", "rfc1808", "host").departures == ()
    assert [rule for rule, _ in uv.lab.explain("FOO:x", ["rfc1738"])["rfc1738"].departures] == ["scheme"]
    assert uv.lab.explain("HTTP://h/", ["rfc1738"])["rfc1738"].departures == ()
    assert uv.lab.explain("FOO:x", ["rfc1808"])["rfc1808"].departures == ()
