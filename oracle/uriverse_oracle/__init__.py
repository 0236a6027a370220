"""The oracle: tests URI implementations in any language with texts on which editions of the standard differ.

The input is a driver, a program that answers JSON lines (docs/oracle.md has the protocol). The output is its answers,
kept as data, and a verdict: the nearest edition, the numbers of strings wrongly accepted and refused, the shortest of
them, and the rule at fault.

    questions.py   the questions: samples of the complete suites, references to resolve, texts to normalize
    components.py  questions about each component in whole URLs, some from components.toml
    running.py     the driver's process: bounded, and restarted after a crash
    answers.py     the stored answers
    verdicts.py    the verdict
    faults.py      the rule at fault
    membership.py  the shares of valid texts accepted and of invalid ones refused, by component
    standard.py    the same questions by the URL Standard
    study.py       all strings of the complete suites, and with them:
    learning.py    the smallest automaton that explains the answers
    explaining.py  its differences from an edition, rule by rule
    places.py      every character at every place, and long repetitions
    growth.py      the growth of the answering time with the length of the text
"""

from uriverse_oracle.answers import Answers
from uriverse_oracle.explaining import Change, Explanation, explained
from uriverse_oracle.growth import Growth
from uriverse_oracle.learning import Learned, learn
from uriverse_oracle.membership import ComponentVerdict, Membership, membership
from uriverse_oracle.places import PlaceVerdict, study_places
from uriverse_oracle.questions import Question, questions, questions_of
from uriverse_oracle.running import Driver, run
from uriverse_oracle.study import Study, study
from uriverse_oracle.verdicts import EditionVerdict, Verdict, judge

__all__ = [
    "Answers", "Change", "ComponentVerdict", "Driver", "EditionVerdict", "Explanation", "Growth", "Learned",
    "Membership", "PlaceVerdict", "Question", "Study", "Verdict", "explained", "judge", "learn", "membership",
    "questions", "questions_of", "run", "study", "study_places",
]  # fmt: skip
