"""`uriverse canonical`: the key under which to store a URL, and the steps that made it."""

from __future__ import annotations

import click

import uriverse as uv
from uriverse import _core
from uriverse.canonicalization import PROFILES, CanonicalError, Profile, canonical
from uriverse.canonicalization.profile import steps_of
from uriverse.cli.blocks import Answers, Block
from uriverse.cli.common import Word
from uriverse.cli.texts import Run, Text, digest, takes_texts
from uriverse.errors import GrammarError, URIError
from uriverse.ground.masking import masked, shown


def _profile(ctx: click.Context, param: click.Parameter, value: str) -> Profile:
    """Return the profile with this name, or read it from a TOML file."""
    try:
        if value.endswith(".toml"):
            from pathlib import Path

            return Profile.from_toml(Path(value).read_text("utf-8"), name=value)
        return PROFILES[value]
    except OSError as error:
        raise click.BadParameter(f"{shown(value)}: cannot be read: {error.strerror}", ctx, param) from None
    except (LookupError, GrammarError) as error:
        raise click.BadParameter(str(error), ctx, param) from None


@click.command("canonical")
@takes_texts("TEXT", are_answers=True)
@click.option(
    "--profile",
    metavar="NAME",
    required=True,
    type=Word("profile", PROFILES, others=lambda name: name.endswith(".toml") or name in PROFILES),
    callback=_profile,
    help=f"One of {', '.join(PROFILES)}, or with its date, as dedupe@2026-11; or a TOML file of your own.",
)
@click.option("--keep-refused", is_flag=True, help="A text that the profile refuses is its own form.")
@click.option("--digest", "as_digest", is_flag=True, help="Write the profile's dated name and its digest.")
@click.option("--explain", is_flag=True, help="Show what each step did.")
@click.option("--unique", is_flag=True, help="Write the first text of each canonical form, in place of the form.")
def command(run: Run, profile: Profile, keep_refused: bool, as_digest: bool, explain: bool, unique: bool) -> None:
    """Write the canonical form of each TEXT by a profile: the key under which a crawler or an archive stores it.

    A canonical form drops what crawlers or archives ignore, so it is a key, not always an equivalent URI. If the
    profile refuses a text, the error goes to standard error and the exit code is 1.

    \b
    Examples:
      uriverse canonical --profile surt 'http://www.archive.org/goo/?b&a=1'
      uriverse canonical --profile dedupe --explain 'https://h/index.html?utm_source=x'
      uriverse canonical --profile surt --unique < urls.txt
      uriverse canonical --profile dedupe --digest
    """
    if as_digest:
        name, hexadecimal = profile.dated_name, profile.digest.hex()
        run.write_json({"profile": name, "digest": hexadecimal}) if run.as_json else run.write(f"{name} {hexadecimal}")
        return
    keys: set[bytes] = set()

    def answer(text: Text) -> None:
        fields: dict[str, object] = {"text": text.text, "profile": profile.name, "canonical": None, "error": None}
        try:
            form = canonical(text.text, profile=profile, keep_refused=keep_refused)
        except CanonicalError as error:
            error.__cause__ = _cause(profile, error)
            run.refuse(text, error, fields)
            return
        if unique:
            key = digest(form)
            if key in keys:
                return
            keys.add(key)
        if run.as_json:
            fields["canonical"] = form
            if explain:
                rows = [row for row in profile.explain(text.text) if row.changed]
                fields["steps"] = [{"step": row.step, "source": row.source, "text": row.text} for row in rows]
            run.write_json(fields)
        elif explain:
            _show(run, profile, text.text)
        else:
            run.write(text.text if unique else form)

    def by_block(block: Block) -> Answers:
        return block.through(_core.kernels.canonical, steps=steps_of(profile, keep_refused))

    run.each(answer, None if run.as_json or explain or unique else by_block)


def _cause(profile: Profile, error: CanonicalError) -> URIError | None:
    """Return why the document of the refusing step refuses the text; None if earlier steps changed the text."""
    if any(text != error.text for text in profile.compiled.explain(error.text)[0]):
        return None
    try:
        uv.whatwg.URL(error.text) if error.step in {"url-standard", "require-url"} else uv.URI(uv.parse(error.text))
    except URIError as cause:
        return cause
    return None


def _show(run: Run, profile: Profile, text: str) -> None:
    """Write the steps that changed the text, one a line, with their sources."""
    rows = [row for row in profile.explain(text) if row.changed]
    width = max([len(row.step) for row in rows], default=0)
    run.write(masked(text))
    for row in rows:
        run.write(f"  {row.step:<{width}}  {masked(row.text)}")
        run.write(f"  {'':<{width}}  ({row.source})")
    if not rows:
        run.write(f"  unchanged: it is the canonical form by {profile.name}")
