"""What an allow-list admits beyond what it was meant to admit, each with a URL, and where the expression is wrong.

    ^https://www.example.com       https://wwwaexample.com/           the "." at 11 matches any character
    ^https://example\\.com         https://example.com.evil.net/      nothing says where the host ends
    example\\.com/                 http://evil.net/example.com/       nothing says where the URL begins

The URLs are those of `policies.comparison`: if there is none, that is a proof. A program that matches texts as they are
written sees more than canonical URLs: browsers read `https://evil.net\\.example.com/` as a URL of evil.net. Such texts
are made of a host that is meant and one that is not, and tried. This is a search and proves nothing.
"""

from __future__ import annotations

import re
from _collections_abc import Callable, Iterable, Iterator
from itertools import product

from uriverse._core import WebURL as URL
from uriverse.confusion import agreement
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, TypeAlias
from uriverse.policies.comparison import STRANGERS, beyond, both, url_of
from uriverse.policies.patterns import Pattern
from uriverse.policies.reasons import Excess

if TYPE_CHECKING:
    from uriverse.policies.judge import Judge

# More than the kinds of URLs that convince.
_COUNT: Final = 6
# A text as it is written: H is a host that is meant, E another one, and S a separator.
_SHAPES: Final = (
    *("https://ESH/", "https://ES.H/", "https://ES@H/", "https://HS.E/", "https://H.ES/"),
    *("https:SE/H/", "SE/H/", "https://E/Shttps://H/"),
)
_SEPARATORS: Final = (
    *("\\", "\\\\", "\t", "\n", "\uff0f", "\uff1f", "\uff03", "\u3002", "\uff0e"),
    *("", "/", "//", "?", "#", "%2f"),
)
# A change of an expression: the place of a dot to escape, or what is missing.
Change: TypeAlias = "int | str"
_BEGIN: Final = 'it is found anywhere in the URL: write "^https://" before it'
_END: Final = 'nothing says where the host ends: write "/" after it'
# A character of an expression with a special meaning, or what has to be passed over to find it.
_TOKENS: Final = re.compile(r"\(\?#[^)]*\)|\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|(?P<dot>\.)(?![*+?{])", re.DOTALL)


def lint(
    policy: Judge, intended: Judge, as_written: bool, max_work: int, with_pattern: Callable[[Pattern], Judge]
) -> tuple[Excess, ...]:
    """The implementation of `Policy.lint`, which describes the arguments.

    A cause is a single change of the expression that refuses the URL. It is made, and the changed expression is asked
    again: so the URLs of the next cause have nothing of the first.
    """
    excesses: list[Excess] = []
    meant = both(policy, intended, _COUNT, max_work)
    texts = [str(url) for url in meant if not url.host.endswith(".")]
    made: frozenset[Change] = frozenset()
    changed = policy
    while urls := beyond(changed, intended, _COUNT, max_work):
        changes = {url: _refusing(policy.pattern, made, str(url), texts) for url in urls}
        single = [rows for rows in changes.values() if len(rows) == 1]
        several = [rows for rows in changes.values() if rows]
        shown = [url for url in urls if changes[url] == single[0]] if single else urls[: 1 if several else None]
        change = next(iter(single or several), [""])[0]
        # Beyond the views, the next shortest URLs say nothing new.
        shapes: dict[tuple[bool, bool, bool], URL] = {}
        for url in shown:
            shapes.setdefault(_shape(url), url)
        for url in shapes.values():
            excesses.append(Excess(str(url), intended.reasons(url)[0].word, url.host, _cause(change)))
        if change == "" or policy.pattern is None:
            break
        made |= {change}
        changed = with_pattern(_changed(policy.pattern, made))
    if as_written and policy.pattern is not None:
        excesses += _as_written(policy.pattern, intended, meant)
    return tuple(excesses)


def _shape(url: URL) -> tuple[bool, bool, bool]:
    """What a URL shows: another domain, a user, a name of one label."""
    return url.host.endswith(STRANGERS), url.userinfo is not None, "." in url.host


def _refusing(pattern: Pattern | None, made: frozenset[Change], text: str, meant: list[str]) -> list[Change]:
    """The single changes of an expression that refuse a text and leave what is meant."""
    if pattern is None or not meant:
        return []
    changes: list[Change] = [token.start() for token in _TOKENS.finditer(pattern.text) if token["dot"]]
    changes += [_BEGIN] * (pattern.how == "search") + [_END] * (pattern.how != "fullmatch")
    changed = {change: _changed(pattern, made | {change}) for change in changes if change not in made}
    return [change for change, own in changed.items() if not own.matches(text) and all(map(own.matches, meant))]


def _changed(pattern: Pattern, changes: frozenset[Change]) -> Pattern:
    """The expression with some changes, each of which makes it match less."""
    text = "".join("[.]" if at in changes else character for at, character in enumerate(pattern.text))
    how = pattern.how
    options = re.match(r"(?:\(\?[aiLmsux]+\))?", text)
    assert options is not None
    # The line break ends a comment.
    line = "\n" if re.compile(text, pattern.flags).flags & re.VERBOSE else ""
    rest = f"(?:{text[options.end() :]}{line})"
    if _BEGIN in changes:
        rest, how = f"(?:[a-z]+:(?://)?)?{rest}", "match"
    return Pattern(f"{options[0]}{rest}{'/' if _END in changes else ''}", how, pattern.flags)


def _cause(change: Change) -> str:
    return f'the "." at {change} matches any character: write "\\."' if isinstance(change, int) else change


def _as_written(pattern: Pattern, intended: Judge, meant: Iterable[URL]) -> Iterator[Excess]:
    """Texts that the expression matches and that browsers read as a URL which is not intended, one for each host."""
    seen = set()
    hosts = dict.fromkeys(url.host.rstrip(".") for url in meant)
    for host, stranger, shape, separator in product(hosts, STRANGERS[:1], _SHAPES, _SEPARATORS):
        text = "".join({"H": host, "E": stranger, "S": separator}.get(letter, letter) for letter in shape)
        url = url_of(text) if pattern.matches(text) else None
        if url is None or str(url) == text or url.host.rstrip(".") in seen:
            continue
        if reasons := intended.reasons(url):
            seen.add(url.host.rstrip("."))
            yield Excess(text, reasons[0].word, url.host, "", False, agreement(text).hosts.get(url.host, ()))
