"""What the pages of docs/coming-from cite of the report: a library's measured differences in a few sentences."""

from __future__ import annotations

from parser_report.markdown import code
from parser_report.subjects import Subject

BEGIN = "<!-- measured: from oracle/answers.json.xz -->\n"
# The library of each page, by its row in oracle/implementations.toml.
PAGES = {
    name: f"python-{name}"
    for name in ("furl", "httpx", "hyperlink", "rfc3986", "rfc3987", "uritools", "urllib", "w3lib", "yarl")
}


def cited(one: Subject) -> str:
    """The sentences, as Markdown; each names its numbers and a shortest example."""
    said = [
        f"{one.title} {one.answers.version}, tested on {one.answers.date}, judged by {one.judged_by} "
        f"([its page](/state-of-uri-parsers/implementations/{one.name}.md)):"
    ]
    said.append(
        f"- Of whole URLs it accepts {one.membership.valid_accepted:.0%} of the valid and refuses "
        f"{one.membership.invalid_refused:.0%} of the invalid ones, as the mean over nine components."
    )
    if (targets := one.results["resolve"]).asked:
        example = "" if targets.witness is None else _target(*targets.witness)
        other = targets.other + targets.none
        said.append(f"- It resolves {other:,} of {targets.asked:,} references to another target or none{example}.")
    if (texts := one.results["parse"]).asked:
        text, _, theirs, _ = texts.witness or ("", "", "", "")
        example = f", such as {code(text)} as {code(theirs or '')}" if texts.other else ""
        said.append(f"- It writes {texts.other:,} of {texts.asked:,} valid texts with other bytes{example}.")
    return "\n".join([said[0], "", *said[1:]]) + "\n"


def _target(text: str, base: str, theirs: str | None, ours: str) -> str:
    got = "no target" if theirs is None else code(theirs)
    return f", such as {code(text)} against {code(base)}: {got}, and not {code(ours)}"
