"""Labels of international names: ordinary ones in forty languages have no finding, imitations have one each."""

from __future__ import annotations

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse import _core

ORDINARY = [line.split("\t") for line in (ROOT / "tests/hosts/ordinary-names.tsv").read_text("utf-8").splitlines()[1:]]
IMITATIONS = [
    line.split("\t") for line in (ROOT / "tests/hosts/imitated-names.tsv").read_text("utf-8").splitlines()[1:]
]
SEVERE = {"warning", "danger"}


def severe(text: str) -> list[str]:
    return [found.id for found in uv.audit.findings(text, edition="rfc3987") if found.severity in SEVERE]


@pytest.mark.parametrize(("name", "path"), [row[1:] for row in ORDINARY], ids=lambda each: each)
def test_an_ordinary_address_has_no_warning(name: str, path: str) -> None:
    """Neither as an IRI nor as the URI that it maps to; and it is shown as it is written."""
    iri = f"https://{name}/{path}"
    assert severe(iri) == []
    assert severe(str(uv.to_uri(iri))) == []
    assert uv.display(uv.to_uri(iri)) == iri


@pytest.mark.parametrize(("name", "finding"), IMITATIONS, ids=lambda each: each)
def test_an_imitation_is_found_and_not_shown(name: str, finding: str) -> None:
    """In both forms; what is shown is the "xn--" form."""
    ascii_name = uv.hosts.to_ascii(name, rules="whatwg")
    assert finding in severe(f"https://{ascii_name}/")
    assert uv.display(f"https://{name}/") == uv.display(f"https://{ascii_name}/") == f"https://{ascii_name}/"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("https://paypaI.com/", "https://paypai.com/"),
        ("https://ｇｏｏｇｌｅ.com/", "https://google.com/"),
        ("https://①.②.③.④/", "https://1.2.3.4/"),
        ("https://１２７.0.0.1/", "https://127.0.0.1/"),
        ("https://xn--paypalcomlogin-q711fta.evil.com/", "https://xn--paypalcomlogin-q711fta.evil.com/"),
        ("https://xn--a-wbb.example.com/", "https://xn--a-wbb.example.com/"),
        ("https://сор.рф/", "https://сор.рф/"),
        ("https://сор.com/", "https://xn--n1aeb.com/"),
    ],
)
def test_display_is_what_a_browser_shows(written: str, shown: str) -> None:
    """Mapped by UTS #46, then shown label by label."""
    assert uv.display(written) == shown


def test_a_label_that_is_not_valid_has_no_unicode() -> None:
    """UTS #46, section 4.1; RFC 5892, appendix A."""
    assert _core.host_label("xn--a-wbb") is None and _core.host_label("a\u00b7b") is None
    assert _core.host_label("l\u00b7l") == ("l\u00b7l", None)
