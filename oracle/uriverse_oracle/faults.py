"""The rule at fault: the narrowest rule that explains why an implementation wrongly accepts or refuses a text.

ht_tp://h/                the engine stops in `segment-nz-nc`, because "ht_tp" may be a segment: it is `scheme`
http://[::256.0.0.0]/     the engine stops in `IP-literal`: it is `dec-octet`
http://h:65536/ refused   valid texts have no rule that stops: `port` is in all refused texts and in few accepted ones
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from uriverse import _core
from uriverse.editions.registry import edition_of
from uriverse.errors import URISyntaxError

# A character that every edition refuses everywhere: the error for it names the rule at that position.
REFUSED: Final = "\x00"
# A letter, then, before the colon, a character that no scheme may have (RFC 3986, section 3.1).
_SCHEME: Final = re.compile(r"[A-Za-z][^:/?#]*:")
_HOST_RULES: Final = {"IPv4": "IPv4address", "IPv6": "IPv6address"}
_LITERAL: Final = re.compile(r"//[^/?#\[]*\[([^/?#\]]*)\]")


def refusing_rule(text: str, edition: str) -> str | None:
    """Return the rule in which the engine stops; None if the edition accepts the text.

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


# All implementations answer the same texts, and many are wrong on the same ones.
@lru_cache(2**15)
def rule_at_fault(text: str, edition: str) -> str | None:
    """Return the narrowest rule by which an edition refuses a text; None if it accepts the text.

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
        # The text before ":" is not like a scheme, so the first segment of a relative path is at fault (RFC 3986, 4.2).
        return "segment-nz-nc"
    literal = _LITERAL.search(text)
    if literal and rule == "IP-literal" and "IPv6address" in rules:
        return _rule_of_literal(literal[1], edition)
    return rule


def _rule_of_literal(text: str, edition: str) -> str:
    """Return the rule that refuses the text in brackets; IP-literal itself if the address is valid."""
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
    """Return the rules of the components of a valid text, any of which an implementation may lack."""
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


def rules_of_refused(refused: Sequence[str], accepted: Sequence[str], edition: str) -> tuple[tuple[str, int], ...]:
    """Return the rules that best explain wrong refusals, each with the number of refused texts that have it.

    A rule scores higher if more of the refused texts and fewer of the accepted ones have it.

    Args:
        refused: valid texts that are refused.
        accepted: valid texts that are accepted.
        edition: the edition.

    >>> rules_of_refused(["//h:70000", "//h:80000/a"], ["//h", "//h:1", "/a", "/a/b"], "rfc3986")[0]
    ('port', 2)
    """
    if not refused:
        return ()
    wanting, having = (
        Counter(rule for text in texts for rule in rules_of_valid(text, edition)) for texts in (refused, accepted)
    )

    def score(rule: str) -> float:
        return wanting[rule] / len(refused) - having[rule] / max(len(accepted), 1)

    return tuple((rule, wanting[rule]) for rule in sorted(wanting, key=score, reverse=True) if score(rule) > 0)
