"""The verdicts of an implementation on each component of whole URLs, compared with its own document.

Two numbers: the shares of valid texts accepted and of invalid texts refused, as means over the components
(components.py). A parser that refuses everything has 0 % and 100 %, one that never refuses has 100 % and 0 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uriverse import _core, whatwg
from uriverse.editions.registry import edition_of
from uriverse.ground.argument_types import takes
from uriverse.ground.records import dataclass
from uriverse_oracle.answers import Answers
from uriverse_oracle.components import component_texts
from uriverse_oracle.questions import Question

URL_STANDARD: Final = "whatwg"
# An implementation that accepts fewer valid texts "refuses all".
FEW_ACCEPTED: Final = 0.05
# A component of which fewer invalid texts are refused counts as unchecked.
FEW_REFUSED: Final = 0.25


@dataclass(frozen=True, slots=True)
class ComponentVerdict:
    """An implementation compared with a document for one component.

    Attributes:
        component: its name, or "all" for the mean.
        valid, accepted: the number of valid texts by the document, and how many of them are accepted.
        invalid, refused: the number of invalid texts, and how many of them are refused.
    """

    component: str
    valid: int
    accepted: int
    invalid: int
    refused: int

    @property
    def valid_accepted(self) -> float:
        """The share of valid texts that are accepted."""
        return self.accepted / self.valid

    @property
    def invalid_refused(self) -> float | None:
        """The share of invalid texts that are refused; None if all are valid, as in a URL Standard's query."""
        return self.refused / self.invalid if self.invalid else None

    @property
    def error(self) -> float:
        """The mean of the error rates: valid texts refused, invalid texts accepted."""
        return 1 - (self.valid_accepted + (self.valid_accepted if (r := self.invalid_refused) is None else r)) / 2


@dataclass(frozen=True, slots=True)
class Membership:
    """An implementation compared with one document, by component.

    Attributes:
        document: an edition's id, or "whatwg" for the URL Standard.
        components: a verdict for each.
    """

    document: str
    components: tuple[ComponentVerdict, ...]

    @property
    def valid_accepted(self) -> float:
        """The mean over the components of the share of valid texts that are accepted."""
        return sum(each.valid_accepted for each in self.components) / len(self.components)

    @property
    def invalid_refused(self) -> float:
        """The mean over the components of the share of invalid texts that are refused."""
        shares = [each.invalid_refused for each in self.components if each.invalid_refused is not None]
        return sum(shares) / len(shares)

    @property
    def error(self) -> float:
        """The mean of the error rates: valid texts refused, invalid texts accepted."""
        return 1 - (self.valid_accepted + self.invalid_refused) / 2

    @property
    def unchecked(self) -> int:
        """The number of components of which less than a quarter of the invalid texts is refused."""
        return sum(each.invalid_refused is not None and each.invalid_refused < FEW_REFUSED for each in self.components)

    @property
    def checkable(self) -> int:
        """The number of components with invalid texts."""
        return sum(each.invalid > 0 for each in self.components)

    @property
    def kind(self) -> str:
        """Whether it "refuses all", "does not validate" most of the components, or "validates".

        A nearest edition is meaningful only for the last kind.

        >>> Membership("rfc3986", (ComponentVerdict("path", 10, 0, 10, 10),)).kind
        'refuses all'
        >>> Membership("rfc3986", (ComponentVerdict("path", 10, 9, 10, 1),)).kind
        'does not validate'
        """
        if self.valid_accepted <= FEW_ACCEPTED:
            return "refuses all"
        return "does not validate" if 2 * self.unchecked > self.checkable else "validates"


def document_accepts(text: str, document: str) -> bool:
    """Whether an edition accepts a text, or the URL Standard parses it without a base.

    >>> document_accepts("http://h/a b", "rfc3986"), document_accepts("http://h/a b", "whatwg")
    (False, True)
    """
    return (
        whatwg.can_parse(text) if document == URL_STANDARD else bool(_core.is_valid(text, edition=edition_of(document)))
    )


@takes(answers=Answers, asked=Sequence, document=str)
def membership(answers: Answers, asked: Sequence[Question], document: str) -> Membership | None:
    """Compare the verdicts on each component with a document; None if a component has no answers.

    Args:
        answers: the answers.
        asked: the questions, in the same order.
        document: an edition's id or "whatwg".
    """
    said = {
        question.text: answer.accepted
        for question, answer in zip(asked, answers.answers, strict=True)
        if question.operation == "parse"
    }
    found = []
    for name, texts in component_texts().items():
        counts = {True: [0, 0], False: [0, 0]}
        for text in texts:
            if (accepted := said.get(text)) is not None:
                valid = document_accepts(text, document)
                counts[valid][0] += 1
                counts[valid][1] += accepted == valid
        if not counts[True][0]:
            return None
        found.append(ComponentVerdict(name, *counts[True], *counts[False]))
    return Membership(document, tuple(found))
