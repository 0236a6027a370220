"""Labels of international names: ordinary ones in many languages have no finding, imitations have one each."""

from __future__ import annotations

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse import _core


def rows(name: str) -> list[list[str]]:
    """The rows of a table beside this file, without its head."""
    lines = (ROOT / "tests/hosts" / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1 + lines[0].startswith("#") :]]


ORDINARY = rows("ordinary-names.tsv")
IMITATIONS = rows("imitated-names.tsv")
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
    """UTS #46, section 4.1; RFC 5892, appendix A: each sign that is valid in one context, there and elsewhere."""
    of_context = ["a\u00b7b", "\u05f3", "a\u30fbb", "a\u200cb"]
    for label in ["xn--a", "xn--a-wbb", "xn--example-com", "a" * 64, *of_context]:
        assert _core.host_label(label) is None, label
    for label in ["l\u00b7l", "\u05d0\u05f3", "\u30a2\u30fbb", "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc"]:
        assert _core.host_label(label) == (label, None)
    # IDNA 2008 refuses pictographs, which registries accept.
    assert _core.host_label("i\u2764") == ("i\u2764", "pictograph")


def test_icu_is_the_other_judge() -> None:
    """What its SpoofChecker fails is in doubt; what is in doubt besides is what it has no check for.

    Its answers are recorded (`tools/record_spoof_checks.py`). Departures: joiners, which are valid only in their
    context (RFC 5892, A.1 and A.2), and the Hausa letter U+0199, which Unicode 18 allows and ICU's Unicode 16 does not.
    """
    assert len(rows("spoof-checks.tsv")) > 700
    for label, failed in rows("spoof-checks.tsv"):
        judged = _core.host_label(label)
        assert judged is not None
        if failed:
            assert judged[1] is not None or set(label) & set("\u200c\u200d\u0199"), label
        else:
            assert judged[1] in (None, "looks-latin", "looks-like-delimiter"), label


CONFUSABLE = rows("confusable-letters.tsv")


def test_a_letter_that_imitates_another_is_in_doubt() -> None:
    """UTS #39, confusables.txt: in a word of Latin letters, each character that such a word may have as it is.

    The letters of Latin-1 and Latin Extended-A are known to readers.
    """
    seen, shown = 0, set()
    for _, characters in CONFUSABLE:
        for character in characters:
            judged = _core.host_label(f"goo{character}le")
            if judged is not None and character in judged[0]:
                seen += 1
                shown |= {character} if judged[1] is None else set()
    assert seen > 300 and shown == set("æıœ")


def test_a_word_of_letters_that_imitate_is_in_doubt() -> None:
    """The whole label: letters of scripts with capitals (Cyrillic, Greek, Armenian) look Latin together, too."""
    found = set()
    for latin, characters in CONFUSABLE:
        cased = [each for each in characters if each.islower() and len(latin) == 1 and each > "\u017f"]
        for character in cased:
            judged = _core.host_label(character * 3)
            if judged is not None and character in judged[0]:
                found.add(judged[1])
                assert judged[1] in ("looks-latin", "restricted"), character
    assert found == {"looks-latin", "restricted"}


def test_the_suffixes_of_registries_are_shown() -> None:
    """Every international rule of the public suffix list, in Unicode; and no finding accuses one.

    But for Balinese, a script of limited use (UAX #31, table 7), which UTS #39 does not recommend in identifiers.
    """
    lines = (ROOT / "src/uriverse/hosts/data/public_suffix_list.dat").read_text("utf-8").splitlines()
    names = [line.lstrip("*.!") for line in lines if not line.isascii() and not line.startswith("//")]
    assert len(names) > 150
    doubtful = {name for name in names if uv.display(uv.to_uri(f"https://{name}/")) != f"https://{name}/"}
    assert doubtful == {name for name in names if severe(f"https://{name}/")} == {"ᬩᬮᬶ.id"}
