"""What the pages of docs/coming-from cite of the report: a library's measured differences in a few sentences."""

from __future__ import annotations

from collections.abc import Sequence

from parser_report.markdown import code
from parser_report.subjects import Subject

BEGIN = "<!-- measured: python oracle/generate_report.py -->\n"
# The library of each page, by its row in oracle/implementations.toml.
PAGES = {
    name: f"python-{name}"
    for name in ("furl", "httpx", "hyperlink", "rfc3986", "rfc3987", "uritools", "urllib", "w3lib", "yarl")
}


def cited(one: Subject) -> str:
    """The sentences, as Markdown; each names its numbers and a shortest example."""
    strict = one.against("rfc3986")
    said = [
        f"{one.title} {one.answers.version}, asked on {one.answers.date} "
        f"([its page](../state-of-uri-parsers/implementations/{one.name}.md)):"
    ]
    membership = next(each for each in one.memberships if each.edition == "rfc3986")
    said.append(
        f"- Of {membership.asked:,} strings of the suites it accepts {membership.wrongly_accepted:,} that RFC 3986 "
        f"refuses{_such(membership.accepted_witnesses)}, and refuses {membership.wrongly_refused:,} that it accepts"
        f"{_such(membership.refused_witnesses)}."
    )
    if strict.resolutions:
        wrong = strict.wrong_resolutions
        example = ""
        if wrong:
            reference, base, theirs, ours = strict.resolution_witnesses[0]
            got = "no target" if theirs is None else code(theirs)
            example = f", such as {code(reference)} against {code(base)}: {got}, by RFC 3986 {code(ours or '')}"
        said.append(f"- It resolves {wrong:,} of {strict.resolutions:,} references to another target{example}.")
    if strict.written:
        before, after = strict.rewritten_witness
        example = f", such as {code(before)} as {code(after)}" if strict.rewritten else ""
        said.append(f"- It writes {strict.rewritten:,} of {strict.written:,} valid texts with other bytes{example}.")
    return "\n".join([said[0], "", *said[1:]]) + "\n"


def _such(witnesses: Sequence[str]) -> str:
    return f", such as {code(witnesses[0])}" if witnesses else ""
