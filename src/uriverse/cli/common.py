"""Code shared by the commands: parameter types, the option `--edition`, and output of answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

import click

from uriverse.editions.ids import DEFAULT_EDITION, EDITION_IDS
from uriverse.ground.argument_types import URL_STANDARD, is_url_standard
from uriverse.ground.masking import escaped, shown
from uriverse.ground.near_names import did_you_mean, near_names
from uriverse.text.options import WORDS, SearchOptions

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound=Callable[..., Any])


class Word(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A choice of words with shell completion; the error for another word suggests the nearest.

    Args:
        name: the kind of word for messages: "edition".
        known: the words, or a function that returns them.
        spelled: normalizes the user's spelling.
        others: whether a text that is not one of the words is valid too, such as the name of a file.
        several: whether the value is a list with commas.
        ends: the delimiter between the word and a value, such as "=".
    """

    def __init__(
        self,
        name: str,
        words: Iterable[str] | Callable[[], Iterable[str]],
        *,
        spelled: Callable[[str], str] = str,
        others: Callable[[str], bool] = frozenset[str]().__contains__,
        several: bool = False,
        ends: str = "",
    ) -> None:
        self.name = name
        self._known = words
        self._spelled, self._others, self._several, self._ends = spelled, others, several, ends

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self._known() if callable(self._known) else self._known)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the normalized word, or the words with their commas."""
        if self._several and "," in value:
            return ",".join(self._one(part.strip(), param, ctx) for part in value.split(",") if part.strip())
        return self._one(value, param, ctx)

    def _one(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        word, ends, rest = value.partition(self._ends) if self._ends else (value, "", "")
        spelled = self._spelled(word)
        if spelled in self.words or self._others(word):
            return spelled + ends + rest
        self.fail(unknown(self.name, word, self.words), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        del ctx, param
        start, comma, last = incomplete.rpartition(",") if self._several else ("", "", incomplete)
        return [CompletionItem(start + comma + word + self._ends) for word in self.words if word.startswith(last)]


class Files(click.Path):
    """A text that may be a file name, which the shell completes; nothing is checked."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        del param, ctx
        return value


FILES = Files(dir_okay=False)


class Rules(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The name of a rule; completion offers the rules of the editions named before it."""

    name = "rule"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from uriverse import EDITIONS

        values = (str(ctx.params.get(name)) for name in ("edition", "old", "new"))
        editions = [name for name in values if name in EDITIONS]
        rules = dict.fromkeys(rule for name in editions or [DEFAULT_EDITION] for rule in EDITIONS[name].rules)
        return Word("rule", rules).shell_complete(ctx, param, incomplete)


RULE = Rules()


def unknown(what: str, word: str, choices: Iterable[str]) -> str:
    """Return the message for an unknown word, with the nearest known ones.

    >>> unknown("part", "hots", ["host", "path"])
    "there is no part 'hots'; did you mean 'host'? There are host, path."
    """
    words = list(choices)
    question = did_you_mean(near_names(word, words)) or "."
    return f"there is no {what} {shown(word)!r}{question} There are {', '.join(words)}."


def edition_id(name: str) -> str:
    """Return the id of an edition for the usual spellings of its document.

    >>> edition_id("3986"), edition_id("RFC 3986"), edition_id("STD66"), edition_id("iri")
    ('rfc3986', 'rfc3986', 'rfc3986', 'rfc3987')
    """
    plain = re.sub(r"\s+", "", name.lower())
    plain = {"std66": "rfc3986", "iri": "rfc3987", "url": "whatwg"}.get(plain, plain)
    number = re.fullmatch(r"(?:rfc)?[-_]?0*(\d+)", plain)
    return f"rfc{number[1]}" if number else plain


class EditionWord(Word):
    """The id of an edition; for the URL Standard the error names the commands that take it."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if is_url_standard(edition_id(value)) and URL_STANDARD not in self.words:
            if isinstance(param, click.Argument):
                self.fail("the URL Standard has no grammar; uriverse agree TEXT compares how both read it", param, ctx)
            self.fail(f"--edition whatwg is not accepted here; {', '.join(TAKE_THE_STANDARD)} take it", param, ctx)
        return super().convert(value, param, ctx)


# The commands that accept "whatwg". They are listed here because it takes long to load every command and look.
TAKE_THE_STANDARD: Final = ("check", "normalize", "resolve", "links", "table", "explain", "serve-columns")
EDITION = EditionWord("edition", EDITION_IDS, spelled=edition_id)
STANDARD = EditionWord("edition", (*EDITION_IDS, "whatwg"), spelled=edition_id)


def edition_choice(word: Any, help_text: str, metavar: str = "ID") -> Callable[[Command], Command]:
    """Return an option `--edition`."""
    return click.option(
        "--edition", metavar=metavar, default=DEFAULT_EDITION, show_default=True, type=word, help=help_text
    )


edition_option = edition_choice(EDITION, "The edition of the syntax, such as rfc2396.")
# For a command that takes the URL Standard as well.
standard_option = edition_choice(
    STANDARD, "The edition of the syntax, such as rfc2396; whatwg is the URL Standard, which browsers follow."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write one JSON object a line.")
quiet_option = click.option(
    "--quiet", "-q", is_flag=True, help="Suppress error messages; the exit code stays the same."
)


def write_json(answer: dict[str, object], *, flush: bool = True) -> None:
    """Write one object a line, in ASCII; to a terminal without secrets."""
    import json

    if sys.stdout.isatty():
        from uriverse.ground.secret_words import without_secrets

        answer = without_secrets(answer)
    print(json.dumps(answer), flush=flush)


def write_line(answer: str, data: object = ()) -> None:
    """Write an answer of one line, or of more; to a terminal as `shown_answer`."""
    sys.stdout.write(f"{shown_answer(answer, data) if sys.stdout.isatty() else answer}\n")


def shown_answer(answer: str, data: object) -> str:
    """Mask secrets and escape control characters in an answer.

    `data` are the texts from which it was made: only they say that a part alone, such as a password, is a secret.

    >>> shown_answer("pw", ["http://u:pw@h/"]), shown_answer("h", ["http://u:pw@h/"])
    ('***', 'h')
    """
    from uriverse.ground.secret_words import secret_words, without_words

    return without_words(shown_lines(answer), secret_words(data))


def shown_lines(text: str) -> str:
    """Mask secrets and escape control characters other than line ends and tabs."""
    return _by_field(shown, text)


def escaped_lines(text: str) -> str:
    """Escape control characters other than line ends and tabs."""
    return _by_field(escaped, text)


def _by_field(change: Callable[[str], str], text: str) -> str:
    if text.isprintable():
        return change(text)
    return "\n".join("\t".join(map(change, line.split("\t"))) for line in text.split("\n"))


def search_option(command: Command) -> Command:
    """Add `--search`, whose words are the fields of `SearchOptions`."""
    return click.option(
        "--search",
        metavar="WORDS",
        type=Word("word of --search", WORDS, several=True),
        callback=lambda _ctx, _param, words: SearchOptions.from_words(words or ""),
        help=f"Choices that few searches need: {', '.join(WORDS)}.",
    )(command)


def scheme_names(text: str) -> Literal["registered", "any"] | tuple[str, ...]:
    """Parse the value of --schemes."""
    if text == "registered":
        return "registered"
    if text == "any":
        return "any"
    return tuple(name.strip() for name in text.split(","))
