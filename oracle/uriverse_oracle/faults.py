"""The rule at fault: of what an implementation wrongly accepts or refuses, the narrowest rule that explains it.

ht_tp://h/                the engine stops in `segment-nz-nc`, because "ht_tp" may be a segment: it is `scheme`
http://[::256.0.0.0]/     the engine stops in `IP-literal`: it is `dec-octet`
http://h:65536/ refused   valid texts have no rule that stops: `port` is in all refused texts and in few accepted ones
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from uriverse import _core
from uriverse.editions.registry import edition_of
from uriverse.errors import URISyntaxError

# What every edition refuses everywhere: the error after a text names the rule of the place.
REFUSED: Final = "\x00"
# A letter, then up to the colon something that no scheme holds (RFC 3986, section 3.1).
_SCHEME: Final = re.compile(r"[A-Za-z][^:/?#]*:")
_HOST_RULES: Final = {"IPv4": "IPv4address", "IPv6": "IPv6address"}
_LITERAL: Final = re.compile(r"//[^/?#\[]*\[([^/?#\]]*)\]")


def refusing_rule(text: str, edition: str) -> str | None:
    """The rule in which the engine stops reading a text; None where the edition accepts it.

    >>> refusing_rule("http://h/" + REFUSED, "rfc3986"), refusing_rule("http://h/", "rfc3986")
    ('segment', None)
    """
    if _core.is_valid(text, edition=edition_of(edition)):
        return None
    try:
        _core.parse(text, edition=edition_of(edition))
    except URISyntaxError as error:
        return error.rule
    raise AssertionError("what is not valid is refused")


def rule_at_fault(text: str, edition: str) -> str | None:
    """The narrowest rule by which an edition refuses a text; None where it accepts it.

    >>> [rule_at_fault(text, "rfc3986") for text in ("a_:b", "//[::256.0.0.0]", "//[::12345]", "//[v.a]", "/a b")]
    ['scheme', 'dec-octet', 'h16', 'IPvFuture', 'segment']
    """
    rule = refusing_rule(text, edition)
    if rule is None:
        return None
    rules = edition_of(edition).rules
    scheme = _SCHEME.match(text)
    if scheme and not _core.is_valid(scheme[0][:-1], rule="scheme", edition=edition_of(edition)):
        return "scheme"
    if rule == "scheme" and not scheme and "segment-nz-nc" in rules:
        # Nothing before the ":" begins as a scheme does, so the first segment of a relative path is at fault
        # (RFC 3986, 4.2).
        return "segment-nz-nc"
    literal = _LITERAL.search(text)
    if literal and rule == "IP-literal" and "IPv6address" in rules:
        return _rule_of_literal(literal[1], edition)
    return rule


def _rule_of_literal(text: str, edition: str) -> str:
    """The rule that refuses what stands in brackets; IP-literal itself where its address is right."""
    if text[:1] in ("v", "V"):
        narrower: Iterable[tuple[str, Sequence[str]]] = [("IPvFuture", [text])]
    else:
        *groups, last = text.split(":")
        if "." in last:
            narrower = [
                ("dec-octet", last.split(".")),
                ("IPv4address", [last]),
                ("h16", groups),
                ("IPv6address", [text]),
            ]
        else:
            narrower = [("h16", [*groups, last]), ("IPv6address", [text])]
    for rule, pieces in narrower:
        if not all(_core.is_valid(piece, rule=rule, edition=edition_of(edition)) for piece in pieces if piece):
            return rule
    return "IP-literal"


def rules_of_valid(text: str, edition: str) -> Iterator[str]:
    """The components that a valid text has, by their rules: what an implementation that refuses it may lack."""
    parsed = _core.parse(text, edition=edition_of(edition))
    if "%" in text:
        yield "pct-encoded"
    if parsed.port_text is not None:
        yield "port"
    if parsed.userinfo is not None:
        yield "userinfo"
    if parsed.host is not None:
        yield _HOST_RULES.get(str(parsed.host_type), str(parsed.host_type))
    for name in ("fragment", "query", "scheme", "path"):
        if getattr(parsed, name):
            yield name


def rules_of_refused(refused: Sequence[str], accepted: Iterable[str], edition: str) -> tuple[tuple[str, int], ...]:
    """The rules that explain wrong refusals best, each with how many of them have it, the best first.

    A rule explains the better, the more of the refused texts have it and the fewer of the accepted ones.

    Args:
        refused: valid texts that are refused.
        accepted: valid texts that are accepted.
        edition: the edition.

    >>> rules_of_refused(["//h:70000", "//h:80000/a"], ["//h", "//h:1", "/a", "/a/b"], "rfc3986")[0]
    ('port', 2)
    """
    if not refused:
        return ()
    wanting = Counter(rule for text in refused for rule in rules_of_valid(text, edition))
    having: Counter[str] = Counter()
    count = 0
    for text in accepted:
        count += 1
        having.update(rules_of_valid(text, edition))

    def score(rule: str) -> float:
        return wanting[rule] / len(refused) - having[rule] / max(count, 1)

    return tuple((rule, wanting[rule]) for rule in sorted(wanting, key=score, reverse=True) if score(rule) > 0)
