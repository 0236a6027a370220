"""Policies compared as languages of canonical URLs: what one admits beyond another, and proofs that it is nothing.

Of two policies the difference of their automata is taken. If it is empty, no URL is admitted by the one alone: that is
a proof. Else its strings are tried on both policies, the shortest first, and then some that people understand:

    ^https://example\\.com    beyond the host example.com
    https://example.coma/             the shortest
    https://example.com.evil.net/     below a domain that anybody can register
    https://example.com@evil.net/     as a user name

What is compared by data and not by letters is named in `policies.host_automata`; a `max_length` is a number.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice

from uriverse._core import WebURL as URL
from uriverse.errors import GrammarError, URLError
from uriverse.grammar.algebra import difference, intersection
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.effort import limited
from uriverse.grammar.witnesses import witnesses
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.policies.automata import beginning_with, without_brackets
from uriverse.policies.host_automata import literals_of
from uriverse.policies.languages import enforced, language, of_domains, plausible
from uriverse.policies.reasons import ComparisonError

if TYPE_CHECKING:
    from uriverse.policies.judge import Judge

# Domains that nobody intends to admit.
STRANGERS: Final = ("evil.net", "evil.com", "evil.org", "evil.example")
# So many strings are tried before a difference is left undecided: those that are no URLs for their labels alone.
_TRIES: Final = 200


@contextmanager
def _bounded(max_work: int) -> Iterator[None]:
    """Limit the steps of a comparison."""
    try:
        with limited(max_work):
            yield
    except GrammarError as error:
        raise ComparisonError("too-large", error.detail) from None


def beyond(policy: Judge, other: Judge, count: int, max_work: int) -> tuple[URL, ...]:
    """The implementation of `Policy.beyond`, which describes the arguments."""

    def shows(url: URL) -> bool:
        return policy.admits(url) and not other.admits(url)

    with _bounded(max_work):
        known = literals_of(policy) | literals_of(other)
        own = language(policy, known=known)
        rest = difference(own, language(other, outer=False, assumed=enforced(policy), known=known))
        longest, other_longest = longest_of(policy), longest_of(other)
        urls = tuple(_convincing(rest, shows, count, 0, longest))
        if not urls and other_longest is not None and (longest is None or longest > other_longest):
            # What is long is what follows the host, because no label is.
            for url in islice(_tried(without_brackets(own), policy.admits, 0, None, False), 1):
                own = intersection(own, beginning_with(f"{url.scheme}://{url.authority}/"))
            urls = tuple(_convincing(own, shows, count, other_longest + 1, longest, is_plain=True))
    return urls


def examples(policy: Judge, count: int, max_work: int) -> tuple[URL, ...]:
    """The implementation of `Policy.examples`."""
    with _bounded(max_work):
        automaton = language(policy, known=literals_of(policy))
        return tuple(_convincing(automaton, policy.admits, count, 0, longest_of(policy)))


def both(policy: Judge, other: Judge, count: int, max_work: int) -> tuple[URL, ...]:
    """URLs that two policies admit, the shortest first."""
    with _bounded(max_work):
        known = literals_of(policy) | literals_of(other)
        automaton = intersection(language(policy, known=known), language(other, known=known))
        longest = min(filter(None, (longest_of(policy), longest_of(other))), default=None)

        def shows(url: URL) -> bool:
            return policy.admits(url) and other.admits(url)

        return tuple(_convincing(automaton, shows, count, 0, longest, is_plain=True))


def longest_of(policy: Judge) -> int | None:
    """The length of the longest URL that a policy admits."""
    lengths = [policy.max_length, *map(longest_of, policy.all_of)]
    return min((length for length in lengths if length is not None), default=None)


@cache
def _views() -> tuple[tuple[Automaton, ...], ...]:
    """The URLs that convince: of a stranger's domain, with a user before it, and of any public host."""
    views = []
    for names in (STRANGERS[:1], STRANGERS):
        strange = of_domains(names, userinfo=False)
        views.append((strange, difference(of_domains(names, userinfo=True), strange)))
    return (*zip(*views, strict=True), (plausible(),))


def _convincing(
    automaton: Automaton,
    shows: Callable[[URL], bool],
    count: int,
    shortest: int,
    longest: int | None,
    *,
    is_plain: bool = False,
) -> Iterator[URL]:
    """Up to `count` URLs of a language: the shortest, one of each view unless `is_plain`, the next shortest."""
    if count < 1:
        raise ValueError(f"count must be at least 1, not {count}")
    # An address of IPv6 only if there is nothing else.
    for usual, must_decide in ((without_brackets(automaton), False), (automaton, True)):
        plain = _tried(usual, shows, shortest, longest, must_decide)
        urls = {str(url): url for url in islice(plain, 1)}
        if urls:
            break
    else:
        return
    if count > 1:
        for views in () if is_plain else _views():
            tried = (_tried(intersection(usual, view), shows, shortest, longest, False) for view in views)
            urls |= {str(url): url for url in islice(chain.from_iterable(tried), 1)}
        for url in plain:
            if len(urls) >= count:
                break
            urls.setdefault(str(url), url)
    yield from islice(urls.values(), count)


def _tried(
    automaton: Automaton, shows: Callable[[URL], bool], shortest: int, longest: int | None, must_decide: bool
) -> Iterator[URL]:
    """The URLs of a language that policies judge as it says."""
    failures, is_shown, text = 0, False, ""
    for text in witnesses(automaton, at_least=shortest):
        if failures == _TRIES or (longest is not None and len(text) > longest):
            break
        url = url_of(text)
        if url is not None and str(url) == text and shows(url):
            is_shown = True
            yield url
        else:
            failures += 1
    # A string stands for others of its shape, so one that fails proves nothing of these.
    if failures and must_decide and not is_shown:
        detail = f"{failures} candidates, the last {text}, are no URLs, or the policies judge them otherwise"
        raise ComparisonError("undecided", detail)


def url_of(text: str) -> URL | None:
    """The URL of a text, if it is one."""
    try:
        return URL(text)
    except URLError:
        return None
