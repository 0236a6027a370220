"""The parts that compare implementations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from implementations import ORACLE
from parser_report.markdown import code
from parser_report.pictures import bars, heat
from parser_report.subjects import Part, Subject
from uriverse.confusion.cuts import OURS
from uriverse_oracle.questions import ASKED

PAYLOADS = ORACLE.parent / "vectors" / "agreement" / "payloads.json"
CHECKS = ("split", "rfc3986", "urllib", "furl", "hyperlink", "rfc3986-library", "django", "werkzeug", "yarl", "httpx")
CHECKS += ("pydantic",)
FETCHES = ("whatwg", "urllib.request", "requests", "urllib3", "httpx", "yarl")


def summary(found: Sequence[Subject]) -> Iterator[Part]:
    """All of them."""
    yield _membership(found)
    yield _learned(found)
    yield _resolution(found)
    yield _rewritten(found)
    yield _normal_forms(found)
    yield _confusion()


def _link(one: Subject) -> str:
    return f"[{one.title}](implementations/{one.name}.md)"


def _label(one: Subject) -> str:
    return f"{one.title} ({one.language})"


def _membership(found: Sequence[Subject]) -> Part:
    rows = []
    whole = sum(one.study is not None for one in found)
    for one in found:
        near = one.nearest
        rows.append([
            _link(one), one.language, one.answers.version, one.answers.date, one.follows or "names none", near.edition,
            f"{near.wrongly_accepted:,}", f"{near.wrongly_refused:,}", f"{near.asked:,}",
            f"{one.standard.differing:,} of {one.standard.asked:,}",
        ])  # fmt: skip
    said = [
        f"{_all_or(whole, len(found))} implementations were asked the complete test suites of six editions: for each "
        "transition of an edition's automaton strings that tell whether a program has it. "
        f"{'' if whole == len(found) else 'The other ones were asked a seeded sample. '}"
        "Nearest is the edition with the smallest share of faults. The counts compare implementations with each other. "
        "How many of the texts that are met in practice one judges wrongly, they do not tell.",
        "The last column compares with the URL Standard, by a sample of texts and references: an implementation of it "
        "accepts no relative reference without a base, and repairs what grammars refuse, so that it is far from every "
        "edition by design.",
        "`python oracle/record.py NAME` asks again; `uriverse oracle show FILE` prints what follows from a file.",
    ]
    columns = ["implementation", "language", "version", "asked on", "follows", "nearest", "wrongly accepted"]
    columns += ["wrongly refused", "strings", "other than the URL Standard"]
    return Part("Membership", said, columns, rows)


def _all_or(some: int, all_of: int) -> str:
    """How many of all, in words where it is all of them.

    >>> _all_or(3, 4), _all_or(4, 4)
    ('3 of 4', 'All 4')
    """
    return f"All {all_of}" if some == all_of else f"{some} of {all_of}"


def _learned(found: Sequence[Subject]) -> Part:
    rows, states = [], []
    for one in found:
        for learned in one.study.learned if one.study else ():
            explanation = one.explanation(learned)
            after = "any text" if not learned.prefix else f"after {code(learned.prefix)}"
            what = f"{len(explanation.changes)} changes" if explanation.changes else "none: they accept the same"
            rows.append(
                [_link(one), after, str(len(learned.transitions)), explanation.edition, what, f"{learned.questions:,}"]
            )
            if not learned.prefix:
                states.append((_label(one), [float(len(learned.transitions))], str(len(learned.transitions))))
    said = [
        "The smallest automaton that answers every text that was asked as the implementation does: the complete "
        "suites, "
        "texts changed at random, and the automaton's own complete suite. So no other program of so many states "
        "answers alike. Its changes against the nearest edition are "
        "in the "
        "implementation's page. A program that counts, such as one that limits a port or knows numeric hosts, "
        "needs more "
        "states than were allowed, and is missing here. RFC 3986's automaton has 183 states, of which most read IPv6 "
        "addresses; RFC 2396's has 13.",
    ]
    columns = ["implementation", "reads", "states", "nearest", "changes", "texts asked"]
    return Part("Learned automata", said, columns, rows, bars("States of the learned automaton", states), "learned")


def _resolution(found: Sequence[Subject]) -> Part:
    rows, drawn = [], []
    for one in found:
        near = min(
            one.verdict.editions,
            key=lambda each: (each.wrong_resolutions / max(each.resolutions, 1), ASKED.index(each.edition)),
        )
        if not near.resolutions:
            continue
        strict = one.against("rfc3986")
        wrong = strict.wrong_resolutions
        first = strict.resolution_witnesses[0] if wrong else None
        example = "none" if first is None else f"{code(first[0])} against {code(first[1])}: {_target(first[2])}"
        rows.append([
            _link(one), f"{strict.resolutions - wrong:,} of {strict.resolutions:,}", near.edition,
            f"{near.resolutions - near.wrong_resolutions:,} of {near.resolutions:,}", example,
        ])  # fmt: skip
        drawn.append((_label(one), [strict.resolutions - wrong, wrong], f"{wrong} other"))
    said = [
        "The references of RFC 3986, section 5.4, and more, against five bases, and references put together at random "
        "from dot segments, empty segments and encoded dots. A target counts as right where it is the edition's to the "
        "byte. Blue is right by RFC 3986, orange is another target.",
    ]
    columns = ["implementation", "right by rfc3986", "nearest", "right by it", "the first other target"]
    return Part("Resolution", said, columns, rows, bars("Targets", drawn), "resolution")


def _target(text: str | None) -> str:
    return "no target" if text is None else code(text)


def _rewritten(found: Sequence[Subject]) -> Part:
    rows, drawn = [], []
    for one in found:
        strict = one.against("rfc3986")
        if not strict.written:
            continue
        before, after = strict.rewritten_witness
        example = f"{code(before)} as {code(after)}" if strict.rewritten else "none"
        rows.append([_link(one), f"{strict.rewritten:,} of {strict.written:,}", example])
        share = 100 * strict.rewritten / strict.written
        drawn.append((_label(one), [share], f"{share:.0f} %"))
    said = [
        "What an implementation writes for a text that RFC 3986 accepts and that it parsed. A URL that is "
        "signed, cached "
        "or compared must come out as it went in.",
    ]
    columns = ["implementation", "written with other bytes", "the shortest"]
    return Part("Bytes changed", said, columns, rows, bars("Texts written otherwise, percent", drawn), "rewritten")


def _normal_forms(found: Sequence[Subject]) -> Part:
    levels = ("case", "percent", "path", "syntax", "scheme")
    rows, shares = [], {}
    for one in found:
        strict = one.against("rfc3986")
        if not strict.normalized:
            continue
        counts = dict(strict.normal_forms)
        shares[_label(one)] = [100 * counts.get(level, 0) / strict.normalized for level in levels]
        text, theirs, ours = strict.normal_witness
        example = f"{code(text)} to {code(theirs)}, not {code(ours)}" if text else "none"
        rows.append([_link(one), *(str(counts.get(level, 0)) for level in levels), str(strict.normalized), example])
    said = [
        "Texts to which the steps of RFC 3986, section 6.2.2 and 6.2.3, apply. A number counts the texts whose "
        "normal form "
        "is that of the level, to the byte; the example is no level's.",
    ]
    columns = ["implementation", *levels, "texts", "no level's"]
    return Part("Normal forms", said, columns, rows, heat("Normal forms, percent", levels, shares), "normal")


def _confusion() -> Part:
    data = json.loads(PAYLOADS.read_text("utf-8"))
    found = {}
    for check, fetch in permutations(dict.fromkeys((*CHECKS, *FETCHES)), 2):
        if check in CHECKS and fetch in FETCHES:
            found[check, fetch] = [
                str(each["text"]) for each in data["payloads"] if _differ(each["hosts"], check, fetch)
            ]
    ranked = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    rows = [
        [check, fetch, str(len(texts)), code(min(texts, key=lambda text: (len(text), text)))]
        for (check, fetch), texts in ranked
        if texts
    ]
    drawn = {
        check: [None if check == fetch else float(len(found[check, fetch])) for fetch in FETCHES] for check in CHECKS
    }
    told = {*CHECKS, *FETCHES}.difference(OURS)
    versions = ", ".join(f"{name} {version}" for name, version in data["versions"].items() if name in told)
    said = [
        f"Of {len(data['payloads'])} texts of known attacks, those that both accept and take to different hosts; the "
        "shortest is shown. A row of the picture is the check, a column the fetch. Pairs without any are left out. "
        "`python tools/record_agreement.py` asks again.",
        f"Recorded with {versions}.",
    ]
    picture = heat("Texts with two hosts", FETCHES, drawn)
    columns = ["check", "fetch", "texts", "the shortest"]
    return Part("Which check is unsafe before which fetch", said, columns, rows, picture, "confusion")


def _differ(hosts: Mapping[str, object], check: str, fetch: str) -> bool:
    """Whether both accept a text, the fetch connects somewhere, and the check saw another host."""
    one, other = hosts.get(check, False), hosts.get(fetch, False)
    return one is not False and other is not False and other is not None and one != other
