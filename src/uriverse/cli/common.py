"""What the commands share: words that options know, the option `--edition`, and the ways of writing answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from uriverse.editions.ids import DEFAULT_EDITION, EDITION_IDS
from uriverse.ground.masking import shown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from uriverse.cli.screen import Screen

Command = TypeVar("Command", bound=Callable[..., Any])


class Word(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """One of some words: a wrong one is refused with the nearest and with all; a shell completes it.

    Args:
        name: what the word is, in a message: "edition".
        known: the words, or what gives them when they are needed.
        spelled: the word that is meant by what was written.
        others: whether a text that is not one of the words may be meant too, such as the name of a file.
        several: whether words are joined by commas.
        ends: what stands after a word where a value follows, such as "=".
    """

    def __init__(
        self,
        name: str,
        known: Iterable[str] | Callable[[], Iterable[str]],
        *,
        spelled: Callable[[str], str] = str,
        others: Callable[[str], bool] = frozenset[str]().__contains__,
        several: bool = False,
        ends: str = "",
    ) -> None:
        self.name = name
        self._known = known
        self._spelled, self._others, self._several, self._ends = spelled, others, several, ends

    @property
    def words(self) -> tuple[str, ...]:
        """The words."""
        return tuple(self._known() if callable(self._known) else self._known)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Give the word that is meant, or the words with their commas."""
        if self._several and "," in value:
            return ",".join(self._one(each.strip(), param, ctx) for each in value.split(",") if each.strip())
        return self._one(value, param, ctx)

    def _one(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        word, ends, rest = value.partition(self._ends) if self._ends else (value, "", "")
        spelled = self._spelled(word)
        if spelled in self.words or self._others(word):
            return spelled + ends + rest
        self.fail(unknown(self.name, word, self.words), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete a word, of several the last."""
        from click.shell_completion import CompletionItem

        del ctx, param
        before, comma, last = incomplete.rpartition(",") if self._several else ("", "", incomplete)
        return [CompletionItem(before + comma + each + self._ends) for each in self.words if each.startswith(last)]


class Files(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A text that may be a file's name, which a shell completes."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Let the shell complete the name."""
        from click.shell_completion import CompletionItem

        del ctx, param
        return [CompletionItem(incomplete, type="file")]


FILES = Files()


class Rules(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The name of a rule; a shell completes those of the editions that were named before."""

    name = "rule"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete a rule's name."""
        del param
        from click.shell_completion import CompletionItem

        from uriverse import EDITIONS

        given = (str(ctx.params.get(name)) for name in ("edition", "old", "new"))
        named = [name for name in given if name in EDITIONS]
        rules = dict.fromkeys(rule for name in named or [DEFAULT_EDITION] for rule in EDITIONS[name].rules)
        return [CompletionItem(rule) for rule in rules if rule.startswith(incomplete)]


RULE = Rules()


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """What is said of a word that is not known: the nearest, and all.

    >>> unknown("part", "hots", ["host", "path"])
    "there is no part 'hots'; did you mean 'host'? There are host, path."
    """
    words = list(known)
    meant = near(word, words)
    return f"there is no {what} {shown(word)!r}{f'; {meant}' if meant else '.'} There are {', '.join(words)}."


def near(word: str, known: Iterable[str]) -> str:
    """The question whether a known word is meant; "" if none is near.

    >>> near("htpp", ["ftp", "http"])
    "did you mean 'http'?"
    """
    from difflib import get_close_matches

    found = get_close_matches(word.lower(), list(known), n=2, cutoff=0.7)
    found = found or get_close_matches(word.lower(), list(known), n=2, cutoff=0.5)
    return f"did you mean {' or '.join(map(repr, found))}?" if found else ""


def edition_id(name: str) -> str:
    """The id of an edition however its document is written.

    >>> edition_id("3986"), edition_id("RFC 3986"), edition_id("STD66"), edition_id("iri")
    ('rfc3986', 'rfc3986', 'rfc3986', 'rfc3987')
    """
    plain = re.sub(r"\s+", "", name.lower())
    plain = {"std66": "rfc3986", "iri": "rfc3987", "url": "whatwg"}.get(plain, plain)
    number = re.fullmatch(r"(?:rfc)?[-_]?0*(\d+)", plain)
    return f"rfc{number[1]}" if number else plain


EDITION = Word("edition", EDITION_IDS, spelled=edition_id)
STANDARD = Word("edition", (*EDITION_IDS, "whatwg"), spelled=edition_id)


def edition_option(command: Command) -> Command:
    """Add `--edition`."""
    said = "The edition of the syntax, such as rfc2396."
    return click.option("--edition", metavar="ID", default=DEFAULT_EDITION, show_default=True, type=EDITION, help=said)(
        command
    )


def standard_option(command: Command) -> Command:
    """Add `--edition` to a command that takes the URL Standard as well, under the name `whatwg`."""
    said = "The edition of the syntax, such as rfc2396; whatwg is the URL Standard, which browsers follow."
    return _edition(STANDARD, said)(command)


def _edition(word: Word, said: str) -> Callable[[Command], Command]:
    return click.option("--edition", metavar="ID", default=DEFAULT_EDITION, show_default=True, type=word, help=said)


def json_option(command: Command) -> Command:
    """Add `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Write one JSON object a line.")(command)


def quiet_option(command: Command) -> Command:
    """Add `--quiet`."""
    said = "Do not say what is refused or cannot be read; the exit code says it."
    return click.option("--quiet", "-q", is_flag=True, help=said)(command)


def write_json(answer: dict[str, object]) -> None:
    """Write one object on one line, in ASCII, which every reader of JSON decodes."""
    import json

    click.echo(json.dumps(answer))


def console(*, width: int | None = None) -> Screen:
    """Where text for people is written: with colours on a terminal, never wrapped nor cut by itself.

    Args:
        width: how wide a line may be where the output is no terminal.
    """
    from uriverse.cli.screen import Screen

    return Screen(width=width)


def shown_lines(text: str) -> str:
    """A text of lines and tabulators for people: secrets are stars, other control characters are escaped."""
    if text.isprintable():
        return shown(text)
    return "\n".join("\t".join(map(shown, line.split("\t"))) for line in text.split("\n"))


def scheme_names(text: str) -> Literal["registered", "any"] | tuple[str, ...]:
    """What --scheme and --text-schemes say: which schemes count in running text."""
    if text == "registered":
        return "registered"
    if text == "any":
        return "any"
    return tuple(name.strip() for name in text.split(","))
