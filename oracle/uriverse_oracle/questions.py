"""The questions: the same for every driver, in the same order, so that answers can be stored as a list.

Membership: strings of the complete suites of some editions (`uriverse.lab.suites`), all of an edition or a seeded
sample, the short ones first; at the end a second sample, of the suites with every character. Every driver gets all of
them, so the answers show the nearest edition. Resolution: the references of RFC 3986, section 5.4, some that the
editions resolve differently, and random ones of pieces on which algorithms differ: dot segments, empty segments,
encoded dots, empty queries. Normal forms: texts to which one or more steps of RFC 3986, section 6.2 apply.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Final

from uriverse import _core
from uriverse.editions.registry import edition_of
from uriverse.ground.argument_types import takes
from uriverse.ground.records import dataclass
from uriverse.lab.suites import suite
from uriverse_oracle.answers import Answers
from uriverse_oracle.components import all_texts

# The editions that current programs may follow; the drafts differ little from these.
ASKED: Final = ("rfc3986", "rfc2396", "rfc2732", "rfc3987", "rfc6874", "rfc1808")

BASES: Final = ("http://a/b/c/d;p?q", "http://a", "file:///a/b", "urn:a:b", "http://a/b/c/..")
REFERENCES: Final = (
    *("g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "g;x?y#s", "", ".", "./"),
    *("..", "../", "../g", "../..", "../../", "../../g", "../../../g", "../../../../g", "/./g", "/../g", "g.", ".g"),
    *("g..", "..g", "./../g", "./g/.", "g/./h", "g/../h", "g;x=1/./y", "g;x=1/../y", "g?y/./x", "g?y/../x"),
    *("g#s/./x", "g#s/../x", "http:g", "//h/a/../b", "?", "#", "g/..//h", "//", "g//..", "%2e%2e/g"),
)
GENERATED: Final = 200
FETCHED: Final = "http://"

# RFC 3986, section 6.2.2 and 6.2.3: case, triplets, dot segments, scheme rules; then combinations.
UNNORMALIZED: Final = (
    *("HTTP://example.com/", "http://EXAMPLE.com/", "http://h/%3a", "http://h/%C3%a9?%3d#%3d", "http://h/a%2fb"),
    *("http://h/%7Esmith", "http://h/%41?%42#%43", "http://%61.example/", "http://%4A@h/", "http://h/%2e/a"),
    *("http://h/a/./b", "http://h/a/../b", "http://h/../a", "http://h/a/b/..", "http://h/a//../b", "http://h/."),
    *(
        "http://h", "http://h:80/", "http://h:/", "https://h:443/", "http://h/?", "http://h/#", "http://@h/",
        "ftp://h:21/",
    ),
    *("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "HTTP://H:80/%7e/../%2E%2e/a", "urn:A:b%2c", "mailto:a@B.example"),
    *("http://[2001:DB8::1]/", "http://h/a;b/../c", "a:b/../c", "file:///A/%62", "http://h/%25zz"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes:
        operation: "parse", "resolve" or "normalize".
        text: the text, or the reference.
        base: the base to resolve against; None for the other operations.
    """

    operation: str
    text: str
    base: str | None = None

    def as_dict(self) -> dict[str, str]:
        """The line that the driver reads."""
        asked = {"operation": self.operation, "text": self.text}
        return asked if self.base is None else {**asked, "base": self.base}


@takes(most=int, seed=int)
def questions(*, most: int = 2000, seed: int = 1) -> list[Question]:
    """Return all questions: membership, then resolution, normal forms, and each component in whole URLs.

    Args:
        most: the maximum number of strings of each edition's suite.
        seed: the seed of the samples.

    >>> found = questions(most=10)
    >>> found[0].operation, found[-1].text, len(found) == len(set(found))
    ('parse', 'http://h/p#a\U0001f600b', True)
    """
    if most < 1:
        raise ValueError("most is a positive number")
    return [question for part in _questions(most, seed) for question in part]


@lru_cache(maxsize=4)
def _questions(most: int, seed: int) -> tuple[tuple[Question, ...], tuple[Question, ...]]:
    """The questions, in two parts: the second has the suites with every character."""
    # Kept, because they take two seconds, and each judgement of some answers needs them.
    texts: dict[str, None] = {}
    for edition in ASKED:
        texts |= dict.fromkeys(sample(edition, most, seed, classes=True))
    # HTTP clients refuse unknown schemes, so the same authorities are tried with a known one.
    texts |= dict.fromkeys(FETCHED + rest for text in texts if (rest := from_authority(text)) is not None)
    parsed = [Question("parse", text) for text in texts]
    resolved = [Question("resolve", reference, base) for base in BASES for reference in REFERENCES]
    made = (question for question in generated(GENERATED, seed) if question not in resolved)
    before = [*parsed, *resolved, *dict.fromkeys(made), *(Question("normalize", text) for text in UNNORMALIZED)]
    components = [text for text in all_texts() if text not in texts]
    texts |= dict.fromkeys(components)
    others = dict.fromkeys(text for edition in ASKED for text in sample(edition, most, seed) if text not in texts)
    first, last = ([Question("parse", text) for text in part] for part in (components, others))
    return (*before, *first), tuple(last)


def questions_of(answers: Answers) -> list[Question]:
    """Return the questions for some answers; those kept before there was a second part answer the first alone."""
    first, last = _questions(answers.most, answers.seed)
    return list(first) if len(answers.answers) == len(first) else [*first, *last]


def from_authority(text: str) -> str | None:
    """Return the part after "//" or "a://"; None if a text has neither prefix.

    >>> from_authority("a://h/p"), from_authority("a:b")
    ('h/p', None)
    """
    head, slashes, rest = text.partition("//")
    return rest if slashes and head in ("", "a:", "g:") else None


def generated(count: int, seed: int) -> Iterator[Question]:
    """Yield random references with random bases; deterministic.

    >>> next(generated(1, 1)).operation
    'resolve'
    """
    random = Random(f"references {seed}")

    def path() -> str:
        return "/".join(random.choices(("g", "..", ".", "", "a;x", "%2e", "..g"), k=random.randint(1, 5)))

    def query() -> str:
        return random.choice(("", "", "?", "?q", "?q/../r"))

    for _ in range(count):
        base = f"http://h/{path()}{query()}"
        begin = random.choice(("", "", "", "/", "//k/", "x:/"))
        # A path that begins with "//" would be an authority.
        tail = path().lstrip("/") if begin else path()
        yield Question("resolve", f"{begin}{tail}{query()}{random.choice(('', '', '#', '#f/../g'))}", base)


def sample(edition: str, most: int, seed: int, classes: bool = False) -> list[str]:
    """Return strings of an edition's suite: all, or a sample, half of it accepted strings if there are enough.

    Suites have more refused strings than accepted ones; a balanced sample shows wrong refusals too. With `classes` the
    suite has one character for each class.
    """
    kinds: dict[bool, list[str]] = {True: [], False: []}
    random = Random(seed)
    seen = {True: 0, False: 0}
    for text, accepted in _suite_texts(edition, classes):
        kind, half = kinds[accepted], (most + accepted) // 2
        seen[accepted] += 1
        if len(kind) < half:
            kind.append(text)
        elif (place := random.randrange(seen[accepted])) < half:
            kind[place] = text
    return sorted((*kinds[True], *kinds[False]), key=lambda text: (len(text), text))


def _suite_texts(edition: str, classes: bool) -> Iterator[tuple[str, bool]]:
    # The largest suite has 700 thousand strings; later strings are longer, but not different.
    return ((case.text, case.accepted) for case in islice(suite(edition_of(edition), classes=classes), 1_000_000))


def expected_target(question: Question, edition: str) -> str | None:
    """Return an edition's target of a question to resolve; None if there is none, or it is the base's document.

    >>> expected_target(Question("resolve", "?y", "http://a/b/c/d;p?q"), "rfc2396")
    'http://a/b/c/?y'
    """
    from uriverse.errors import URIError

    assert question.base is not None
    try:
        target = _core.resolve(question.text, question.base, edition=edition_of(edition))
    except URIError:
        return None
    return str(target) if isinstance(target, _core.URI) else None
