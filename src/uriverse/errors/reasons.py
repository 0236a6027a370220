"""Reasons for refusing a text, as stable words for programs: every `reason` of an error.

The words are never renamed and never change their meaning. `docs/errors.md` is generated from them.
The columns (`error_reason`) and SQL (`uri_error(url).reason`) use the same words.
"""

from __future__ import annotations

from _collections_abc import Mapping

from uriverse.ground.lean_typing import Final
from uriverse.ground.records import dataclass


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a reason.

    Attributes:
        error: the class of errors with this reason.
        sentence: what is wrong.
        example: a call that raises it; `uv` is uriverse.
    """

    error: str
    sentence: str
    example: str


def _syntax(sentence: str, example: str) -> Meaning:
    return Meaning("URISyntaxError", sentence, example)


def _resolution(sentence: str, example: str) -> Meaning:
    return Meaning("ResolutionError", sentence, example)


def _unknown(error: str, what: str, example: str) -> Meaning:
    return Meaning(error, f"an argument names {what} that there is not", example)


# Errors of the grammar, in the engine's order.
SYNTAX_MEANINGS: Final[Mapping[str, Meaning]] = {
    "broken-triplet": _syntax('a "%" has no two hex digits after it', "uv.parse('http://h/100%')"),
    "backslash": _syntax("a backslash is not a delimiter of URIs", r"uv.parse('http://h\\a')"),
    "white-space": _syntax("the text contains a space, tab or line break", "uv.parse('http://h/a b')"),
    "port": _syntax("a port has a character that is not a digit", "uv.parse('http://h:8x/')"),
    "bracket": _syntax("a bracket where no IP address is allowed", "uv.parse('http://h/?a[]=1')"),
    "bracket-unclosed": _syntax('the "]" after an IP address is missing', "uv.parse('http://[::1/')"),
    "address": _syntax("the text in brackets, or just after them, is not an IP address", "uv.parse('http://[::g]/')"),
    "address-unbracketed": _syntax(
        "an IPv6 address, or another host with a colon, without brackets", "uv.parse('http://::1/')"
    ),
    "colon-in-first-segment": _syntax("the first segment of a relative path has a colon", "uv.parse('1a:b')"),
    "number-sign": _syntax('there is a second "#", or a "#" where there is no fragment', "uv.parse('#a#b')"),
    "control-character": _syntax("the text contains a control character of US-ASCII", "uv.parse('http://h/\\0')"),
    "excluded-character": _syntax(
        'a character that no document allows: < > " { } | ^ or a grave accent', "uv.parse('http://h/{id}')"
    ),
    "beyond-ascii": _syntax("a character beyond US-ASCII that is not allowed there", "uv.parse('http://h/\\xfc')"),
    "not-utf-8": _syntax("an octet is not UTF-8", "uv.parse(b'http://h/\\xff')"),
    "lone-surrogate": _syntax("a lone surrogate: the text was decoded wrongly", "uv.parse('http://h/\\ud800')"),
    "scheme": _syntax("a scheme is required there", "uv.parse('a/b', edition='rfc1738')"),
    "character": _syntax("another character that the rule does not allow there", "uv.parse('http://a@b@c/')"),
    "text-ends": _syntax("the text ends before the rule is complete", "uv.parse('', edition='rfc1738')"),
}

REASONS: Final[Mapping[str, Meaning]] = {
    **SYNTAX_MEANINGS,
    "no-scheme": _syntax("a relative reference was given instead of a URI", "uv.URI('a')"),
    "has-scheme": _syntax("a URI was given instead of a relative reference", "uv.RelativeReference('a:b')"),
    "read-as-another": _syntax(
        "a component would be parsed as another one, or as a part of it", "uv.compose(scheme='http', path='//a')"
    ),
    "no-single-reading": _syntax(
        "a text cannot be mended, because it has no single likely reading", "uv.mend('http:h')"
    ),
    "another-scheme": _syntax(
        "the URI has another scheme", "uv.schemes.view('http://h/', document=uv.schemes.SCHEMES['ftp'])"
    ),
    "scheme-rule": _syntax("the scheme's document refuses what its grammar accepts", "uv.schemes.view('http:///')"),
    "no-ascii-form": _syntax("a host beyond US-ASCII is not a domain name", "uv.to_uri('http://xn--\\xfc/')"),
    "operator-reserved": _syntax("a template has an operator that RFC 6570 reserves", "uv.templates.Template('{=x}')"),
    "charset": Meaning("PercentError", "the octets are not in the charset", "uv.decode('%FF', errors='strict')"),
    "base-not-absolute": _resolution("the base has no scheme, and a base must be a URI", "uv.resolve('a', 'b')"),
    "opaque-base": _resolution(
        "the base is opaque, so no relative reference can be used with it",
        "uv.resolve('g', 'mailto:a', edition='rfc2396')",
    ),
    "leading-slashes": _resolution(
        "the base has no sequence of exactly as many slashes as the reference begins with",
        "uv.resolve('/g', 'news:a', edition='rfc1630')",
    ),
    "excess-parents": _resolution(
        'the reference has more ".." than the base has levels, and excess_parents is "refuse"',
        "uv.resolve('../../g', 'http://a/b', excess_parents='refuse')",
    ),
    "unreachable": _resolution(
        "no reference resolves against this base to this target: its path has dot segments",
        "uv.relativize('http://a/b/../c', 'http://a/')",
    ),
    "result-refused": _resolution(
        "the edition refuses the result", "uv.resolve('http:a[', 'http://a', strict=False, edition='rfc2732')"
    ),
    "parsers-differ": Meaning(
        "AgreementError", "parsers refuse the text or read it differently", "uv.parse('http://h:99999/', agree='ours')"
    ),
    "no-canonical-form": Meaning(
        "CanonicalError", "a step of the profile refuses the text", "uv.canonical('a', profile='oauth')"
    ),
    "grammar": Meaning(
        "GrammarError", "a grammar, a table or a profile is wrong", "uv.Edition.from_grammar('a = b', start='a')"
    ),
    "unknown-word": _unknown("UnknownWordError", "a word", "uv.normalize('http://h/', level='no')"),
    "unknown-edition": _unknown("UnknownEditionError", "an edition", "uv.parse('http://h/', edition='no')"),
    "unknown-rule": _unknown("UnknownRuleError", "a rule", "uv.is_valid('a', rule='no')"),
    "unknown-scheme": _unknown("UnknownSchemeError", "a scheme", "uv.schemes.SCHEMES['no']"),
    "unknown-finding": _unknown("UnknownFindingError", "a finding", "uv.audit.findings('a', profile=['no'])"),
    "unknown-profile": _unknown("UnknownProfileError", "a profile", "uv.canonical('http://h/', profile='no')"),
}
