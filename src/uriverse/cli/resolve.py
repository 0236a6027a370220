"""`uriverse resolve`: the target of a reference against a base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import uriverse as uv
from uriverse import _core
from uriverse.cli.blocks import Answers, Block
from uriverse.cli.grammar_option import draft_option, id_of
from uriverse.cli.texts import Run, Text, error_object, takes_texts
from uriverse.editions.ids import StandardId
from uriverse.errors import URLError
from uriverse.ground.argument_types import is_url_standard
from uriverse.ground.masking import shown

if TYPE_CHECKING:
    from uriverse.whatwg import URL


@click.command("resolve")
@takes_texts("REFERENCE", are_answers=True)
@click.option("--base", required=True, metavar="URI", help="The base URI.")
@draft_option
@click.option(
    "--no-strict", is_flag=True, help="Resolve http:g against an http base like g, if the edition allows that."
)
@click.option(
    "--excess-parents",
    type=click.Choice(["keep", "drop", "refuse"]),
    help="What to do with more .. than there are levels.  [default: the rule of the document]",
)
@click.option(
    "--new-request",
    is_flag=True,
    help="Return the base if the answer is the current document, as for a form's action (editions from url-syntax-03 "
    "to rfc2396bis-00).",
)
@click.option("--steps", is_flag=True, help="Show the source of each component of the target, with its clause.")
@click.option(
    "--misformed",
    is_flag=True,
    help="Report a reference like http:g, which validating parsers mark as an error (uri-syntax-03 to rfc2732, 5.2).",
)
@click.option("--split", is_flag=True, help="Accept invalid texts too, and split them as in Appendix B.")
def command(
    run: Run,
    base: str,
    edition: StandardId | uv.Edition,
    no_strict: bool,
    excess_parents: str | None,
    new_request: bool,
    steps: bool,
    misformed: bool,
    split: bool,
) -> None:
    """Write the URI to which each REFERENCE resolves against the base.

    The editions from url-syntax-03 to rfc2396bis-00 answer "the current document" to an empty reference and to a
    fragment alone: nothing is fetched. With --new-request the answer is the base.

    With --edition whatwg the answer is the URL for a browser, by the URL Standard, which has no options.

    A redirect to REFERENCE stays on the site of the base if the answer has the base's origin; `uriverse edit --where
    origin=ORIGIN --get '{url}'` selects such answers.

    Errors go to standard error, and make the exit code 1.

    \b
    Examples:
      uriverse resolve ../g --base http://a/b/c/d
      uriverse resolve '?y' --base 'http://a/b/c/d;p?q' --edition rfc2396
      uriverse resolve '' --base http://a/b --edition rfc2396 --new-request
      uriverse resolve http:g --base http://a/b --edition rfc2396 --misformed
      uriverse resolve '../photo 1.jpg' --base 'http://a/my files/x' --split
      uriverse resolve '../g?y' --base http://a/b/c/d --steps
      uriverse resolve '..\\g h' --base http://a/b/c --edition whatwg
      uriverse resolve --base http://a/b/ --json < references.txt
    """
    if is_url_standard(edition) and (no_strict or excess_parents or new_request or misformed or split):
        only = "--no-strict, --excess-parents, --new-request, --misformed and --split"
        raise click.UsageError(f"the URL Standard leaves no choice: {only} are for editions")
    if steps and (is_url_standard(edition) or no_strict or excess_parents or new_request or split):
        raise click.UsageError("--steps explains an edition: combine it only with --edition and --json")
    choices: dict[str, Any] = {"strict": not no_strict, "excess_parents": excess_parents, "new_request": new_request}

    def target_of(text: str) -> uv.URI | uv.Components | uv.SameDocument | URL:
        if is_url_standard(edition):
            return uv.resolve(text, base, edition=edition)
        if split:
            return uv.split(base, edition=edition).resolve(text, **choices)
        return uv.resolve(text, base, edition=edition, **choices)

    try:
        # Resolve the base against itself: the URL Standard resolves an empty reference against few bases.
        uv.split(base, edition=edition).resolve(base) if split else uv.resolve(base, base, edition=edition)
    except (uv.URISyntaxError, uv.ResolutionError, URLError) as error:
        reason = f"{shown(base)!r} is refused as a base: {error_object(error)['message']}"
        raise click.BadParameter(reason, param_hint="--base") from None

    def answer(text: Text) -> None:
        fields: dict[str, object] = {"reference": text.text, "base": base, "edition": id_of(edition)}
        resolution: uv.lab.Resolution | None = None
        try:
            if steps:
                resolution = uv.lab.resolution(text.text, base, edition=edition)
            target = target_of(text.text) if resolution is None else resolution.target
        except (uv.URISyntaxError, uv.ResolutionError, URLError) as error:
            run.refuse(text, error, {**fields, "resolved": None, "same_document": False, "fragment": None})
            return
        if misformed:
            from uriverse.schemes.misformed import misformed_relative

            clause = misformed_relative(text.text, edition=edition)
            if clause is not None:
                run.failed = True
                click.echo(shown(f"{text.text}: a misformed relative reference, an error by {clause}"), err=True)
        same = isinstance(target, uv.SameDocument)
        if run.as_json:
            resolved = None if same else str(target)
            fragment = uv.split(str(target)).fragment
            fields |= {"resolved": resolved, "same_document": same, "fragment": fragment, "error": None}
            if resolution is not None:
                fields["steps"] = resolution.as_json()["steps"]
            run.write_json(fields)
        else:
            run.write(f"the current document {target}".rstrip() if same else str(target))
            for step in () if resolution is None else resolution.steps:
                value = "not there" if step.shown is None else step.shown
                run.write(f"  {step.component:9}  {value}: {step.why} ({step.clause})")

    def by_block(block: Block) -> Answers:
        return block.through(_core.kernels.resolve, base=base, edition=edition, **choices)

    run.each(answer, None if run.as_json or steps or misformed or split else by_block)
