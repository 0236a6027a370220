"""The page of one implementation: what its maintainers could act on."""

from __future__ import annotations

from collections.abc import Iterator

import uriverse as uv
from parser_report.markdown import code
from parser_report.subjects import Part, Subject
from uriverse_oracle import Explanation, Learned, Membership
from uriverse_oracle.growth import LENGTHS
from uriverse_oracle.membership import URL_STANDARD

# How many letters of a change are written out.
MOST_LETTERS = 14


def pages_parts(one: Subject) -> Iterator[Part]:
    """All parts of its page."""
    yield _what(one)
    if one.membership is not None:
        yield _components(one, one.membership)
    if one.validates and one.judged_by != URL_STANDARD:
        yield _strings(one)
    for learned in one.automata:
        yield _changes(learned, one.explanation(learned))
    if one.study is not None:
        yield _places(one)
    if one.judged_by != URL_STANDARD and one.against("rfc3986").resolutions:
        yield _targets(one)
    if one.judged_by != URL_STANDARD:
        yield _bytes(one)
    yield from _times(one)


def _what(one: Subject) -> Part:
    answers = one.answers
    said = [
        f"{one.title} {answers.version} ({one.language}), asked on {answers.date}. "
        + (f"Its documentation names {one.follows}." if one.follows else "Its documentation names no document.")
    ]
    if one.note:
        said.append(one.note)
    if one.standard.witness is not None and one.judged_by == URL_STANDARD:
        text, base, theirs, right = one.standard.witness
        against = "" if base is None else f" against {code(base)}"
        said.append(
            f"Beside the URL Standard it answers {one.standard.differing:,} of {one.standard.asked:,} questions "
            "otherwise; "
            f"the shortest is {code(text)}{against}: {code(theirs)}, where the Standard has {code(right)}."
        )
    elif one.judged_by == URL_STANDARD:
        said.append(f"It answers all {one.standard.asked:,} questions of the sample as the URL Standard does.")
    failed, text, failure = one.verdict.failures
    if failed:
        said.append(f"It gave no answer to {failed} questions, such as {code(text)}: {failure}.")
    said.append(f"`python oracle/record.py {one.name}` repeats all of it.")
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
    beside = "by the document that it names" if one.document else "as a comparison, for it names none"
    said = [
        f"Judged by {found.document}, {beside}: it accepts {found.valid_accepted:.0%} of the valid texts and refuses "
        f"{found.invalid_refused:.0%} of the invalid ones, as the mean over the components."
    ]
    if found.kind == "does not validate":
        said.append("It does not validate, by design: it splits, and looks at ports and addresses at most.")
    if found.kind == "refuses all":
        said.append("It refuses nearly everything.")
    return Part("Each component in whole URLs", said, ["component", "valid accepted", "invalid refused"], rows)


def _strings(one: Subject) -> Part:
    near = one.nearest
    rows = [["accepts", code(text), _refusal(text, near.edition)] for text in near.accepted_witnesses]
    rows += [["refuses", code(text), f"{near.edition} accepts it"] for text in near.refused_witnesses]
    said = [
        f"Of {near.asked:,} strings of the {'complete suite' if one.study else 'sample'} of {near.edition} it accepts "
        f"{near.wrongly_accepted:,} that {near.edition} refuses, and refuses {near.wrongly_refused:,} that it "
        "accepts. No "
        "edition is nearer. " + ("The shortest of each kind:" if rows else "")
    ]
    if near.rules:
        rules = ", ".join(f"`{rule}` ({count:,})" for rule, count in near.rules)
        said.append(f"The rules that refuse what it accepts: {rules}.")
    return Part("Strings that it judges otherwise", said, ["it", "text", "but"], rows)


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
        f"At each place of {one.nearest.edition}, in any text and after `http://`, every character of US-ASCII and six "
        "others were put, and pieces were repeated 6, 70 and 300 times. Places of which it accepts no text are left "
        "out."
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
    near = min(one.verdict.editions, key=lambda each: (each.wrong_resolutions, each.edition != "rfc3986"))
    strict = one.against("rfc3986")
    right = strict.resolutions - strict.wrong_resolutions
    said = [f"Of {strict.resolutions:,} references {right:,} have the target of rfc3986, to the byte."]
    if near.edition != "rfc3986":
        said.append(
            f"Nearest is {near.edition}: {near.resolutions - near.wrong_resolutions:,} of {near.resolutions:,}."
        )
    rows = [
        [code(reference), code(base), "no target" if theirs is None else code(theirs), code(ours or "")]
        for reference, base, theirs, ours in strict.resolution_witnesses
    ]
    return Part("Resolution", said, ["reference", "base", "its target", "by rfc3986"], rows)


def _bytes(one: Subject) -> Part:
    strict = one.against("rfc3986")
    said = []
    if strict.wrong_components[0]:
        count, text = strict.wrong_components
        said.append(f"It cuts {count:,} texts of the sample otherwise than rfc3986; the shortest is {code(text)}.")
    if strict.written:
        said.append(f"It writes {strict.rewritten:,} of {strict.written:,} valid texts with other bytes.")
    if strict.rewritten:
        before, after = strict.rewritten_witness
        said.append(f"The shortest is {code(before)}, which it writes as {code(after)}.")
    if strict.normalized:
        forms = ", ".join(f"{level} {count}" for level, count in strict.normal_forms)
        said.append(
            f"Of {strict.normalized} normal forms these are the level's of rfc3986, to the byte: {forms or 'none'}."
        )
    if strict.normal_witness[0]:
        text, theirs, ours = strict.normal_witness
        said.append(f"It makes {code(text)} into {code(theirs)}; the last level has {code(ours)}.")
    return Part("Components, bytes and normal forms", said or ["Its driver tells none."])


def _times(one: Subject) -> Iterator[Part]:
    """The shapes whose time grows faster than the text, if they were measured at all lengths."""
    shapes = one.study.growth if one.study else ()
    if not shapes or len(shapes[0].lengths) < len(LENGTHS):
        return
    rows = [[each.shape, each.said()] for each in shapes if each.failure or each.grows]
    said = f"{len(shapes)} hostile shapes were asked at up to {LENGTHS[-1]:,} characters. "
    said += (
        "These take more time than their length explains." if rows else "All are linear as far as they were measured."
    )
    yield Part("Growth", [said], ["shape", "times"], rows)
