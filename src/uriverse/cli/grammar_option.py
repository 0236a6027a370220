"""Drafts: a user's own grammar, as a file wherever an edition is taken, or by `--grammar`, `--table`, `--start` ...

A file is a grammar (`mine.abnf`, `mine.bnf`), or a table with the grammar beside it (`mine.toml` and `mine.abnf`). It
is read by `Edition.from_grammar` on the ground of RFC 3986 (BNF: of RFC 2396), or by `Edition.from_files`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import click

import uriverse as uv
from uriverse.cli.common import EDITION, STANDARD, Command, EditionWord, edition_choice
from uriverse.editions.ids import DEFAULT_EDITION, EDITION_IDS, EditionId

if TYPE_CHECKING:
    from pathlib import Path

NOTATIONS: Final = {".abnf": "abnf", ".bnf": "bnf"}


class EditionOrDraft(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The id of an edition, or a file that is a draft of one; the value is the id or the Edition."""

    name = "edition"

    def __init__(self, word: EditionWord) -> None:
        self._word = word
        self.words = word.words
        self.shell_complete = word.shell_complete  # type: ignore[method-assign]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str | uv.Edition:
        if not isinstance(value, str):
            assert isinstance(value, uv.Edition)
            return value
        if not value.endswith((*NOTATIONS, ".toml")):
            return self._word.convert(value, param, ctx)
        from pathlib import Path

        path = Path(value)
        if not path.is_file():
            self.fail(f"there is no file {value!r}", param, ctx)
        if path.suffix == ".toml":
            grammars = [path.with_suffix(suffix) for suffix in NOTATIONS]
            grammar = next((file for file in grammars if file.is_file()), None)
            if grammar is None:
                self.fail(f"{value!r} is a table, and there is no grammar {grammars[0].name!r} beside it", param, ctx)
            return edition_from_files(grammar, path)
        return edition_from_file(path)


DRAFT = EditionOrDraft(EDITION)
STANDARD_OR_DRAFT = EditionOrDraft(STANDARD)
draft_option = edition_choice(
    STANDARD_OR_DRAFT,
    "The edition of the syntax, such as rfc2396; or a draft as a file; whatwg is the URL Standard, which browsers "
    "follow.",
    metavar="ID|FILE",
)


def id_of(edition: str | uv.Edition) -> str:
    """Return the id of an edition, or the URL Standard's name."""
    return edition if isinstance(edition, str) else edition.id


def edition_of(edition: str | uv.Edition) -> uv.Edition:
    """Return the edition of a value of DRAFT."""
    return uv.EDITIONS[edition] if isinstance(edition, str) else edition


def grammar_options(command: Command) -> Command:
    """Add the options, and pass their Edition, or None, to the command as `grammar`."""

    @functools.wraps(command)
    def with_grammar(
        *args: Any,
        grammar_file: str | None,
        table: str | None,
        start: str | None,
        roles: tuple[str, ...],
        based_on: EditionId | None,
        **rest: Any,
    ) -> Any:
        options = {"--start": start, "--role": roles or None, "--based-on": based_on}
        used = [name for name, value in options.items() if value is not None]
        if grammar_file is None:
            unused = ["--table"] if table is not None else used
            if unused:
                raise click.UsageError(f"{unused[0]} is about a grammar; give one with --grammar")
            return command(*args, grammar=None, **rest)
        from pathlib import Path

        if table is not None:
            if used:
                raise click.UsageError(f"--table has the start rule, the slots and the base: it goes without {used[0]}")
            return command(*args, grammar=edition_from_files(Path(grammar_file), Path(table)), **rest)
        grammar = edition_from_file(Path(grammar_file), start=start, roles=roles, based_on=based_on)
        return command(*args, grammar=grammar, **rest)

    file = click.Path(exists=True, dir_okay=False)
    options = (
        click.option(
            "--grammar",
            "grammar_file",
            metavar="FILE",
            type=file,
            help="Your own grammar in ABNF, in place of an edition; rules that it lacks come from --based-on.",
        ),
        click.option(
            "--table",
            metavar="FILE",
            type=file,
            help="The facts of the grammar: clauses, choices, errata, as in the table of an edition (TOML).",
        ),
        click.option(
            "--start",
            metavar="RULE",
            help="The rule that a text must match; by default the grammar's first, or the base's if it has that rule.",
        ),
        click.option(
            "--role",
            "roles",
            metavar="PLACE=RULE",
            multiple=True,
            help="The rule that judges a component, such as path=NSS, or a slot by its rule, such as reg-name=name.",
        ),
        click.option(
            "--based-on", metavar="ID", type=EDITION, help="The edition that it is based on; by default rfc3986."
        ),
    )
    decorated: Any = with_grammar
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def edition_from_files(grammar: Path, table: Path) -> uv.Edition:
    """Return the edition of a grammar and a table."""
    try:
        return uv.Edition.from_files(grammar, table)
    except (OSError, UnicodeDecodeError, uv.GrammarError, uv.UnknownEditionError) as error:
        raise click.UsageError(str(error)) from None


def edition_from_file(
    path: Path, *, start: str | None = None, roles: tuple[str, ...] = (), based_on: EditionId | None = None
) -> uv.Edition:
    """Return the edition of a grammar file, with the file's name as its id.

    A draft may consist of the rules that it changes. So if its first rule is one of the base, the start rule is the
    base's: `query = ...` alone is a draft of references, and `house = ...` is the start of a grammar of its own.
    """
    from uriverse.grammar.notation import Notation, read_grammar

    pairs = [role.partition("=") for role in roles]
    unclear = [role for role, (place, _, rule) in zip(roles, pairs, strict=True) if not place or not rule]
    if unclear:
        raise click.BadParameter(f"{unclear[0]!r} is not PLACE=RULE", param_hint="--role")
    notation = NOTATIONS.get(path.suffix, "abnf")
    base = uv.EDITIONS[based_on or ("rfc2396" if notation == "bnf" else DEFAULT_EDITION)]
    try:
        text = path.read_text("utf-8")
        first = next(iter(read_grammar(text, Notation(notation, base.bars), file=str(path)).rules))
        is_changed = first.lower().replace("-", "_") in {rule.lower().replace("-", "_") for rule in base.rules}
        return uv.Edition.from_grammar(
            text,
            start=start or (base.start if is_changed else first),
            roles={place.strip(): rule.strip() for place, _, rule in pairs},
            based_on=base,
            id=f"{path.stem}-draft" if path.stem in EDITION_IDS else path.stem,
            notation=notation,
            file=str(path),
        )
    except (OSError, UnicodeDecodeError, uv.GrammarError) as error:
        raise click.UsageError(str(error)) from None
