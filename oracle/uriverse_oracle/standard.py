"""An implementation compared with the URL Standard; without a grammar, our own parser is the reference."""

from __future__ import annotations

from collections.abc import Sequence

from uriverse import whatwg
from uriverse.ground.records import dataclass
from uriverse_oracle.answers import Answers
from uriverse_oracle.questions import Question


@dataclass(frozen=True, slots=True)
class StandardVerdict:
    """An implementation compared with the URL Standard.

    Attributes:
        asked: the number of answered questions about texts and targets; the Standard has no normal forms.
        differing: how many answers differ.
        witness: the shortest of these questions, with its base and both answers.
    """

    asked: int
    differing: int
    witness: tuple[str, str | None, str, str] | None


def against_url_standard(answers: Answers, asked: Sequence[Question]) -> StandardVerdict:
    """Return the verdict: a text must be accepted exactly if it is a URL, and a target must be the serialized URL."""
    pairs = [
        (question, answer)
        for question, answer in zip(asked, answers.answers, strict=True)
        if question.operation != "normalize" and answer.accepted is not None
    ]
    found = [(question, answer, url_standard(question)) for question, answer in pairs]
    differing = [
        (question.text, question.base, _said(answer.accepted, answer.result), _said(*standard))
        for question, answer, standard in found
        if (answer.accepted, answer.result) != standard
    ]
    return StandardVerdict(len(found), len(differing), min(differing, key=lambda row: len(row[0]), default=None))


def url_standard(question: Question) -> tuple[bool, str | None]:
    """Whether the Standard accepts a question's text against its base, and the target if it has one.

    >>> url_standard(Question("resolve", "../x", "http://a/b/c"))
    (True, 'http://a/x')
    """
    if not whatwg.can_parse(question.text, question.base):
        return False, None
    return True, None if question.base is None else whatwg.URL(question.text, question.base).href


def _said(accepted: bool | None, result: str | None) -> str:
    return "refused" if not accepted else result or "accepted"
