"""What the errata change, decided."""

from __future__ import annotations

import uriverse as uv
from uriverse.grammar.algebra import includes
from uriverse.grammar.compilation import compile_edition
from uriverse.lab.errata import corrected_edition


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
    printed, corrected = compile_edition(draft), corrected_edition(draft, octet)
    assert printed.automaton("IPv4address").accepts("1000.1.1.1")
    assert not corrected.automaton("IPv4address").accepts("1000.1.1.1")
    assert includes(printed.automaton(), corrected.automaton())


def test_one_rule_has_its_own_errata() -> None:
    """`rule` picks them too."""
    assert [row.rule for row in uv.lab.diff("rfc2396bis-00", "rfc3986", "dec-octet").errata] == ["dec-octet"]
    assert uv.lab.diff("rfc2396bis-00", "rfc3986", "port").errata == ()
    assert uv.lab.diff("rfc2396", "rfc3986").errata == ()
