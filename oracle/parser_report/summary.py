"""The parts that compare implementations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from parser_report.confusion import confusion
from parser_report.markdown import code
from parser_report.pictures import bars, heat
from parser_report.subjects import Part, Subject, form_document
from uriverse_oracle.components import component_texts
from uriverse_oracle.growth import KNOWN_LENGTHS, LENGTHS, SHAPES, STEEP, Growth, size
from uriverse_oracle.membership import URL_STANDARD


def summary(found: Sequence[Subject]) -> Iterator[Part]:
    """All of them."""
    yield confusion(allowing=True)
    yield confusion(allowing=False)
    yield _membership(found)
    yield _learned(found)
    yield _resolution(found)
    yield _rewritten(found)
    yield _normal_forms(found)
    yield _growth(found)


def _link(one: Subject) -> str:
    return f"[{one.title}](implementations/{one.name}.md)"


def _label(one: Subject) -> str:
    return f"{one.title} ({one.language.replace('JavaScript', 'JS')})"


def _membership(found: Sequence[Subject]) -> Part:
    kinds = ("validates", "does not validate", "refuses all")
    rows, errors = [], {}
    for one in sorted(found, key=lambda one: kinds.index(one.membership.kind)):
        said = one.membership
        weakest = max(said.components, key=lambda each: each.error)
        rows.append([
            _link(one), f"{said.valid_accepted:.0%}", f"{said.invalid_refused:.0%}", said.kind,
            weakest.component if weakest.error else "none",
            _document(one.judged_by) + ("" if one.document else ", as a comparison"),
            one.answers.version, one.language, one.answers.date,
        ])  # fmt: skip
        if said.kind == "validates":
            errors[_label(one)] = [100 * each.error for each in said.components]
    texts = component_texts()
    sizes = [len(group) for group in texts.values()]
    sentences = [
        f"{sum(map(len, texts.values())):,} whole URLs, {min(sizes)} to {max(sizes)} for each of {len(texts)} "
        "components: written by hand, with every character of US-ASCII, and from the automaton of the component's "
        "rule. Two numbers describe a parser, each as the mean over the components: *valid accepted* and *invalid "
        "refused*. Each parser is judged by the document that its documentation names; by RFC 3986, as a comparison, "
        "if it names none.",
        'A parser "does not validate" if it refuses fewer than a quarter of the invalid texts of most components: it '
        'splits a text at delimiters, often by design. A parser "refuses all" if it accepts no valid text.',
        "The picture shows the parsers that validate. Each number is a percentage of wrong answers: the mean of the "
        "valid texts that the parser refuses and the invalid texts that it accepts. Darker is worse.",
        "`python oracle/record.py NAME` repeats the test; `uriverse oracle show FILE` prints the verdict of a file.",
    ]
    columns = ["implementation", "valid accepted", "invalid refused", "kind", "weakest at", "judged by", "version"]
    columns += ["language", "tested on"]
    picture = heat("Texts judged wrongly, percent", list(texts), errors)
    return Part("Membership", sentences, columns, rows, picture, "membership")


def _document(name: str) -> str:
    """A document's name as people write it.

    >>> _document("rfc3986"), _document("whatwg")
    ('RFC 3986', 'URL Standard')
    """
    return "URL Standard" if name == URL_STANDARD else name.replace("rfc", "RFC ")


def _learned(found: Sequence[Subject]) -> Part:
    rows = []
    for one in found:
        for learned in one.automata:
            explanation = one.explanation(learned)
            after = "any text" if not learned.prefix else f"after {code(learned.prefix)}"
            count = len(explanation.changes)
            what = f"{count} change{'s' * (count > 1)}" if count else "none: they accept the same"
            rows.append(
                [_link(one), after, str(len(learned.transitions)), explanation.edition, what, f"{learned.questions:,}"]
            )
    said = [
        "The smallest automaton that answers every tested text as the implementation does: the complete suites "
        "of six editions, texts changed at random, and the automaton's own complete suite. Any other automaton of that "
        "size gives a different answer to at least one of these texts. Its differences from the nearest edition "
        "are on the implementation's page. A program that counts, such as one with numeric hosts, needs more states "
        "than were allowed, and is missing here; so is one that does not validate. RFC 3986's automaton has 182 "
        "states and a dead one, most of which read IPv6 addresses; RFC 2396's has 12 and a dead one.",
    ]
    columns = ["implementation", "reads", "states", "nearest", "changes", "texts asked"]
    return Part("Learned automata", said, columns, rows)


def _resolution(found: Sequence[Subject]) -> Part:
    count, rows, picture = _results(found, "resolve", "No target of the document, percent", _resolved)
    said = [
        f"{count:,} references for which every document that is named here has a target: those of RFC 3986, section "
        "5.4, and more, against five bases, and random references made of dot segments, empty segments "
        "and encoded dots. Each parser is judged by the document that it names, to the byte; by RFC 3986 if it "
        "names none. Longer is worse; the orange part of a bar is references without a target.",
    ]
    columns = ["implementation", "judged by", "another target", "no target", "the shortest"]
    return Part("Resolution", said, columns, rows, picture, "resolution")


def _results(
    found: Sequence[Subject], operation: str, title: str, said: Callable[[str, str, str | None, str], str]
) -> tuple[int, list[list[str]], str]:
    """How many questions there are, a row for each implementation that gives results, and their picture."""
    rows, drawn, count = [], [], 0
    for one in found:
        results = one.results[operation]
        if not results.asked:
            continue
        count = results.asked
        document = form_document(one.judged_by) if operation == "normalize" else one.judged_by
        compared = "" if document == one.document else ", as a comparison"
        example = "none" if results.witness is None else said(*results.witness)
        rows.append([_link(one), _document(document) + compared, f"{results.other:,}", f"{results.none:,}", example])
        shares = [100 * results.other / count, 100 * results.none / count]
        drawn.append((_label(one), shares, f"{sum(shares):.0f} %"))
    return count, rows, bars(title, drawn)


def _resolved(text: str, base: str, theirs: str | None, ours: str) -> str:
    return f"{code(text)} against {code(base)}: {_target(theirs)}, not {code(ours)}"


def _target(text: str | None) -> str:
    return "no target" if text is None else code(text)


def _rewritten(found: Sequence[Subject]) -> Part:
    count, rows, picture = _results(found, "parse", "Written with other bytes or refused, percent", _written)
    said = [
        f"The serialization of {count:,} texts that every document named here accepts. By an RFC that is "
        "the text itself: a URL that is signed, cached or compared must not change. By the URL Standard it "
        "is the serialized URL. Longer is worse; the orange part of a bar is texts for which it writes nothing, most "
        "of them refused.",
    ]
    columns = ["implementation", "judged by", "other bytes", "nothing written", "the shortest"]
    return Part("Bytes changed", said, columns, rows, picture, "rewritten")


def _written(text: str, _: str, theirs: str | None, ours: str) -> str:
    return f"{code(text)} as {_target(theirs)}" + ("" if ours == text else f", not {code(ours)}")


def _normal_forms(found: Sequence[Subject]) -> Part:
    count, rows, _ = _results(found, "normalize", "", _form)
    said = [
        f"{count} texts to which the steps of RFC 3986, section 6.2.2 and 6.2.3, apply. By an RFC a result is right if "
        "it is the normal form of one of its levels, to the byte; by the URL Standard if it is the serialized URL. RFC "
        "2396 and RFC 2732 define no normal form of a path, so parsers that follow them are compared with RFC 3986.",
    ]
    return Part(
        "Normal forms", said, ["implementation", "judged by", "no level's form", "no form", "the shortest"], rows
    )


def _form(text: str, _: str, theirs: str | None, ours: str) -> str:
    return f"{code(text)} to {'nothing' if theirs is None else code(theirs)}, not {code(ours)}"


def _growth(found: Sequence[Subject]) -> Part:
    rows, worst, short = [], {}, []
    for one in found:
        every = one.study.growth if one.study else ()
        if max((each.lengths[-1] for each in every), default=0) < LENGTHS[-1]:
            short.append(_link(one))
        shapes = [each for each in every if each.failure or each.grows]
        rows += [[_link(one), each.shape, code(SHAPES[each.shape][1](12)), each.said()] for each in shapes]
        if steep := [each for each in shapes if each.grows]:
            worst[_label(one)] = max(steep, key=lambda each: each.seconds[-1] / each.lengths[len(each.seconds) - 1])
    lengths = sorted({length for each in worst.values() for length in each.lengths if length >= KNOWN_LENGTHS[0]})
    drawn = {label: [_milliseconds(each, length) for length in lengths] for label, each in worst.items()}
    said = [
        f"{len(SHAPES)} hostile shapes of up to {size(LENGTHS[-1])}, while an answer takes less "
        f"than a second. A shape is listed if its time grows faster than its length to the power of {STEEP} on each of "
        "the last two steps and reaches a tenth of a second, or if it has no answer. Times are processor time, the "
        "minimum of several, including the reading of the question. All others are linear as far as they were "
        "measured. The picture has the steepest listed shape of each implementation, in milliseconds: darker is "
        "worse. The last number of a row may be the limit (see the table); a grey field was not measured.",
    ]
    if short:
        said.append(f"Measured at a quarter of a megabyte at most: {', '.join(short)}.")
    picture = heat("Milliseconds", [size(length) for length in lengths], drawn, "{:,.0f}")
    return Part("Growth", said, ["implementation", "shape", "begins", "times"], rows, picture, "growth")


def _milliseconds(growth: Growth, length: int) -> float | None:
    """A time; what is over the limit has the limit, and what was not asked None.

    >>> _milliseconds(Growth("many slashes", (8_000, 64_000), (0.004,), "timeout", 10.0), 64_000)
    10000.0
    """
    seconds = dict(zip(growth.lengths, (*growth.seconds, growth.limit), strict=False)).get(length)
    return None if seconds is None else 1000 * seconds
