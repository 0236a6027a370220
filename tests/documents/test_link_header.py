"""RFC 8288: the examples of section 3.5, and what Appendix B.2 says of values that break the grammar."""

from __future__ import annotations

import pytest

from uriverse.documents.readers.link_header import Link, parse


@pytest.mark.parametrize(
    ("field", "links"),
    [
        (
            '<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"',
            [Link("http://example.com/TheBook/chapter2", (("rel", "previous"), ("title", "previous chapter")))],
        ),
        ('</>; rel="http://example.net/foo"', [Link("/", (("rel", "http://example.net/foo"),))]),
        ('</terms>; rel="copyright"; anchor="#foo"', [Link("/terms", (("rel", "copyright"), ("anchor", "#foo")))]),
        (
            "</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel,"
            " </TheBook/chapter4>; rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel",
            [
                Link("/TheBook/chapter2", (("rel", "previous"), ("title*", "UTF-8'de'letztes%20Kapitel"))),
                Link("/TheBook/chapter4", (("rel", "next"), ("title*", "UTF-8'de'n%c3%a4chstes%20Kapitel"))),
            ],
        ),
        ("<a>;b;c=;d = e ;F", [Link("a", (("b", ""), ("c", ""), ("d", "e"), ("f", "")))]),
        ('<a>; b="c\\"d, <e>;"', [Link("a", (("b", 'c"d, <e>;'),))]),
        ('<a>; b="c', [Link("a", (("b", "c"),))]),
        (", ,<a>,,<b>", [Link("a"), Link("b")]),
        ("<>", [Link("")]),
        ("< a >", [Link("a")]),
        ("<a>;;b", [Link("a", (("b", ""),))]),
        ("<a> x, <b>", [Link("a")]),
        ("<a", []),
        ("a", []),
        ("", []),
        ("<a>" + ";" * 100_000, [Link("a")]),
        ("<a>;b=" + '"' * 99_999, [Link("a", (("b", ""),))]),
    ],
)
def test_fields(field: str, links: list[Link]) -> None:
    """Targets and parameters; names in lower case, quoted pairs undone, and what no rule reads ends the field."""
    assert list(parse(field)) == links
