"""The page of one implementation: what its maintainers could act on."""

from __future__ import annotations

from collections.abc import Iterator

import uriverse as uv
from parser_report.markdown import code
from parser_report.subjects import Part, Subject, form_document
from uriverse_oracle import Explanation, Learned, Membership
from uriverse_oracle.growth import LENGTHS, size
from uriverse_oracle.membership import URL_STANDARD

# How many letters of a change are written out.
MOST_LETTERS = 14


def pages_parts(one: Subject) -> Iterator[Part]:
    """All parts of its page."""
    yield _what(one)
    yield _components(one, one.membership)
    if one.validates and one.judged_by != URL_STANDARD:
        yield _strings(one)
    for learned in one.automata:
        yield _changes(learned, one.explanation(learned))
    if one.study is not None:
        yield _places(one)
    if one.judged_by != URL_STANDARD:
        if one.sampled.resolutions:
            yield _targets(one)
        yield _bytes(one)
    yield from _times(one)


def _what(one: Subject) -> Part:
    answers = one.answers
    said = [
        f"{one.title} {answers.version} ({one.language}), tested on {answers.date}. "
        + (f"Its documentation names {one.follows}." if one.follows else "Its documentation names no document.")
    ]
    if one.note:
        said.append(one.note)
    if one.standard.witness is not None and one.judged_by == URL_STANDARD:
        text, base, theirs, right = one.standard.witness
        against = "" if base is None else f" against {code(base)}"
        said.append(
            f"Compared with the URL Standard it answers {one.standard.differing:,} of {one.standard.asked:,} questions "
            "differently; "
            f"the shortest is {code(text)}{against}: {code(theirs)}, where the Standard has {code(right)}."
        )
    elif one.judged_by == URL_STANDARD:
        said.append(f"It answers all {one.standard.asked:,} questions of the sample as the URL Standard does.")
    failed, text, failure = one.verdict.failures
    if failed:
        said.append(f"It gave no answer to {failed} questions, such as {code(text)}: {failure}.")
    said.append(f"It was run as `{one.run}`, in `oracle/`. `python oracle/record.py {one.name}` repeats all of it.")
    return Part("What it is", said)


def _components(one: Subject, found: Membership) -> Part:
    rows = [
        [
            each.component,
            f"{each.accepted} of {each.valid}",
            f"{each.refused} of {each.invalid}" if each.invalid else "none",
        ]
        for each in found.components
    ]
    kind = "the document that it names" if one.document else "as a comparison, because it names none"
    said = [
        f"Judged by {found.document}, {kind}: it accepts {found.valid_accepted:.0%} of the valid texts and refuses "
        f"{found.invalid_refused:.0%} of the invalid ones, as the mean over the components."
    ]
    if found.kind != "validates":
        said.append(
            f"It {found.kind}: in {found.unchecked} of {found.checkable} components it refuses fewer than a quarter of "
            "the invalid texts."
            if found.unchecked
            else f"It {found.kind}."
        )
    return Part("Each component in whole URLs", said, ["component", "valid accepted", "invalid refused"], rows)


def _strings(one: Subject) -> Part:
    named, near = one.named, one.nearest
    rows = [["accepts", code(text), _refusal(text, named.edition)] for text in named.accepted_witnesses]
    rows += [["refuses", code(text), f"{named.edition} accepts it"] for text in named.refused_witnesses]
    said = [
        f"Of {named.asked:,} strings of the {'complete suite' if one.study else 'sample'} of {named.edition} "
        f"it accepts {named.wrongly_accepted:,} that {named.edition} refuses, and refuses {named.wrongly_refused:,} "
        "that it accepts. " + ("The shortest of each kind:" if rows else "")
    ]
    if named.rules:
        rules = ", ".join(f"`{rule}` ({count:,})" for rule, count in named.rules)
        said.append(f"The rules that refuse what it accepts: {rules}.")
    if near.share < named.share:
        said.append(
            f"As a comparison: it is nearer to {near.edition}, with {near.faults:,} faults in {near.asked:,} strings."
        )
    return Part("Strings that it judges differently", said, ["it", "text", "but"], rows)


def _refusal(text: str, edition: str) -> str:
    """Where an edition refuses a text, and by which rule."""
    try:
        uv.parse(text, edition=edition)
    except uv.URISyntaxError as error:
        where = f"at {error.at}" if error.at < len(text) else "at its end"
        return f"{edition} refuses it {where}, by `{error.rule}` ({error.clause})"
    return f"{edition} refuses it"


def _changes(learned: Learned, explanation: Explanation) -> Part:
    where = f"what follows {code(learned.prefix)}" if learned.prefix else "every text"
    said = [
        f"An automaton of {len(learned.transitions)} states answers {learned.questions:,} texts as the implementation "
        "does, its own complete suite among them: no other automaton of that size does. "
        f"It reads {where}."
    ]
    if not explanation.changes:
        said.append(f"It accepts what {explanation.edition} accepts, and nothing else.")
        return Part(f"As {explanation.edition}: {where}", said)
    said.append(
        f"It is {explanation.edition} with these changes. A letter stands for its class: `a` for the hexadecimal "
        f"letters, "
        "`g` for the other ones, `1` for a digit."
    )
    words = {
        "takes": "also takes",
        "refuses": "does not take",
        "ends": "may end here",
        "goes on": "may not end here",
    }
    rows = [
        [f"`{change.rule}`", words[change.kind], _letters(change.letters), code(change.example)]
        for change in explanation.changes
    ]
    return Part(f"As {explanation.edition} with changes: {where}", said, ["rule", "change", "letters", "such as"], rows)


def _letters(letters: str) -> str:
    few = " ".join(map(code, letters[:MOST_LETTERS]))
    return few if len(letters) <= MOST_LETTERS else f"{few} and {len(letters) - MOST_LETTERS} more"


def _places(one: Subject) -> Part:
    found = one.study.places if one.study else ()
    said = [
        f"At each position of {one.nearest.edition}, in any text and after `http://`, every character of US-ASCII "
        "and six others were inserted, and pieces were repeated 6, 70 and 300 times. Positions of which it accepts "
        "no text are left out."
    ]
    if not found:
        said.append(f"It takes what {one.nearest.edition} takes there, and nothing else.")
    # Rules that take the same characters are one row, and what holds in any text is not said again of "http://".
    merged: dict[tuple[str, str, str], tuple[list[str], str]] = {}
    for each in found:
        place = "within a triplet" if each.triplet else ""
        said_of = [("also takes", _characters(each.takes), each.taken)] if each.takes else []
        said_of += [("does not take", _characters(each.refuses), each.refused)] if each.refuses else []
        said_of += [(f"ends before {times} of", code(piece), text) for piece, times, text in each.limits]
        for what, characters, example in said_of:
            rules, _ = merged.setdefault((place, what, characters), ([], example))
            if not each.prefix:
                rules.append(f"`{each.rule}`")
            elif f"`{each.rule}`" not in rules:
                rules.append(f"`{each.rule}` after {code(each.prefix)}")
    rows = [
        [", ".join(rules) + (f", {place}" if place else ""), what, characters, code(example)]
        for (place, what, characters), (rules, example) in merged.items()
    ]
    return Part("Characters and lengths", said, ["rule", "it", "characters", "such as"], rows)


def _characters(found: str) -> str:
    """Characters in their order, those that follow one another as a range."""
    runs: list[list[str]] = []
    for character in found:
        if runs and ord(character) == ord(runs[-1][-1]) + 1 and _kind(character) == _kind(runs[-1][-1]):
            runs[-1].append(character)
        else:
            runs.append([character])
    shown = [f"{code(run[0])} to {code(run[-1])}" if len(run) > 3 else " ".join(map(code, run)) for run in runs]
    return ", ".join(shown) if any(" to " in each for each in shown) else " ".join(shown)


def _kind(character: str) -> tuple[bool, bool, bool]:
    return character.isdigit(), character.isalpha(), character.isprintable()


def _targets(one: Subject) -> Part:
    named = one.sampled
    near = min(one.verdict.editions, key=lambda each: (each.wrong_resolutions, each.edition != named.edition))
    right = named.resolutions - named.wrong_resolutions
    said = [f"Of {named.resolutions:,} references {right:,} have the target of {named.edition}, to the byte."]
    if near.edition != named.edition:
        said.append(
            f"As a comparison, {near.edition}: {near.resolutions - near.wrong_resolutions:,} of {near.resolutions:,}."
        )
    rows = [
        [code(reference), code(base), "no target" if theirs is None else code(theirs), code(ours or "")]
        for reference, base, theirs, ours in named.resolution_witnesses
    ]
    return Part("Resolution", said, ["reference", "base", "its target", f"by {named.edition}"], rows)


def _bytes(one: Subject) -> Part:
    named = one.sampled
    said = []
    if named.wrong_components[0]:
        count, text = named.wrong_components
        said.append(
            f"It cuts {count:,} texts of the sample differently from {named.edition}; the shortest is {code(text)}."
        )
    if named.written:
        said.append(f"It writes {named.rewritten:,} of {named.written:,} valid texts with other bytes.")
    if named.rewritten:
        before, after = named.rewritten_witness
        said.append(f"The shortest is {code(before)}, which it writes as {code(after)}.")
    forms = one.results["normalize"]
    if forms.asked:
        right = forms.asked - forms.other - forms.none
        said.append(
            f"{right} of {forms.asked} normal forms are a level's of {form_document(named.edition)}, to the byte."
        )
    if forms.witness:
        text, _, theirs, ours = forms.witness
        got = "nothing" if theirs is None else code(theirs)
        said.append(f"It normalizes {code(text)} to {got}; the last level has {code(ours)}.")
    return Part("Components, bytes and normal forms", said or ["Its driver gives none of these."])


def _times(one: Subject) -> Iterator[Part]:
    """The shapes whose time grows faster than the text."""
    shapes = one.study.growth if one.study else ()
    rows = [[each.shape, each.said()] for each in shapes if each.failure or each.grows]
    said = f"{len(shapes)} hostile shapes were measured at up to {size(LENGTHS[-1])}. "
    said += (
        "These take more time than their length explains." if rows else "All are linear as far as they were measured."
    )
    yield Part("Growth", [said], ["shape", "times"], rows)
