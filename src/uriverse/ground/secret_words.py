"""Mask what was made of a text whose secrets are known: another parser's parts, a value of a pair, a repaired text.

`masking.py` finds a secret by its place in a reference. A part that was cut from it may have lost that place: for
`http://user:s3c/ret@h/` some parsers have the port "s3c" and the path "/ret@h/". So the words of the secrets of the
whole text, "s3c" and "ret", are masked in what was made of it, wherever a delimiter of URIs ends them.
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator, Set

from uriverse.ground.late import re
from uriverse.ground.lean_typing import Any, Final
from uriverse.ground.masking import STARS, Place, masked_data, masked_part, merged, secrets, starred
from uriverse.ground.patterns import pattern

# A single character would be masked in other words too.
_WORD: Final = pattern(r"[^/\\?#:@=\"'\s]{2,}")
_ENDS_AUTHORITY: Final = pattern(r"[/\\?#]")
# How many secrets are searched for among the edits of a repair.
MAX_PASSAGES: Final = 16
# A triplet, or unreserved characters (RFC 3986, section 2.3) of any script.
_WORD_OR_TRIPLET: Final = pattern(r"%[0-9A-Fa-f]{2}|[\w.~-]{2,}")


def words_of(passages: Iterable[str]) -> set[str]:
    """The words of secrets, as written and decoded, in lower case.

    >>> sorted(words_of(["s3c/re%74"]))
    ['re', 're%74', 'ret', 's3c']
    """
    from urllib.parse import unquote

    spellings = {spelling.lower() for secret in passages for spelling in (secret, unquote(secret))}
    words = {word for text in spellings for pattern in (_WORD, _WORD_OR_TRIPLET) for word in pattern.findall(text)}
    return {word for word in words if set(word) != {"*"} and not (len(word) == 3 and word[0] == "%")}


def without_words(text: str, words: Set[str]) -> str:
    """Mask the words of secrets in a text.

    >>> without_words("host=user port=s3c path=/ret@h/", {"s3c", "ret"}), without_words("a%3Ds3c", {"s3c"})
    ('host=user port=*** path=/***@h/', 'a%3D***')
    """
    if words:
        for pattern in (_WORD, _WORD_OR_TRIPLET):
            text = pattern.sub(lambda word: STARS if word[0].lower() in words else word[0], text)
    return text


def secret_words(value: object) -> set[str]:
    """The words of the secrets in texts, references apart: in JSON values, also those of pairs with a secret name."""
    passages: list[str] = []

    def note(name: str, text: str) -> str:
        passages.extend([text] if name == "password" else _passages(text, secrets(text)))
        return text

    masked_data("", value, note)
    return words_of(passages)


def without_secrets(value: Any) -> Any:
    """JSON values with the secrets of their texts masked, wherever these occur again.

    >>> without_secrets({"text": "http:///u:pw@h/", "path": "/u:pw@h/", "token": "abc", "other": ["abc", 1]})
    {'text': 'http:///u:***@h/', 'path': '/u:***@h/', 'token': '***', 'other': ['***', 1]}
    """
    words = secret_words(value)
    return masked_data("", value, lambda name, text: without_words(masked_part(name, text), words))


def cut_words(text: str) -> set[str]:
    """The words of passwords that other parsers cut: many end an authority at "/", "?" or "#"."""
    places = ((start, end) for start, end in secrets(text) if text.startswith("@", end))
    return words_of(password for password in _passages(text, places) if _ENDS_AUTHORITY.search(password))


def masked_repair(repair: str, text: str) -> str:
    """A repaired text without its secrets, and without those that the text had before the repair.

    Both texts are equal before the first edit and after the last one. A secret between is masked where it occurs again;
    if the edits changed it, everything between is masked.

    >>> masked_repair("http://h/?sig%3Dabc&b%3D1", "http://h/?sig=abc&b=1")
    'http://h/?sig%3D***&b%3D1'
    """
    hidden, shortest = secrets(text), min(len(text), len(repair))
    start = next((at for at in range(shortest) if text[at] != repair[at]), shortest)
    suffix = next((at for at in range(shortest - start) if text[-1 - at] != repair[-1 - at]), shortest - start)
    stop, longer = len(text) - suffix, len(repair) - len(text)
    edited = [(first, last) for first, last in hidden if first < stop and start < last]
    start, stop = min((start, *(first for first, _ in edited))), max((stop, *(last for _, last in edited)))
    places = [place for place in hidden if place[1] <= start]
    places += [(first + longer, last + longer) for first, last in hidden if stop <= first]
    passages = {text[first:last] for first, last in edited}
    is_whole = len(passages) <= MAX_PASSAGES and all(
        text.count(passage, start, stop) <= repair.count(passage, start, stop + longer) for passage in passages
    )
    if is_whole:
        region = repair[start : stop + longer]
        again = (match for passage in passages for match in re.finditer(re.escape(passage), region))
        places += [(start + match.start(), start + match.end()) for match in again]
    else:
        places.append((start, stop + longer))
    return starred(repair, merged([*secrets(repair), *places]))


def _passages(text: str, places: Iterable[Place]) -> Iterator[str]:
    return (text[start:end] for start, end in places)
