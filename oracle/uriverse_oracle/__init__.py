"""The oracle: tests any implementation of URIs in any language, by texts on which editions of the standard differ.

What goes in is a driver, a program that answers JSON lines (docs/oracle.md has the protocol); what comes out are its
answers, which are kept as data, and a verdict: which edition the implementation resembles most, how many strings it
wrongly accepts and refuses, the shortest of them, and the rule at fault.

    questions.py   what is asked: samples of the complete suites, references to resolve, texts to normalize
    components.py  and each component in whole URLs, texts of components.toml among them
    running.py     a driver as a process: bounded, restarted when it dies, its crash an answer
    answers.py     what is kept
    verdicts.py    what follows from the answers
    faults.py      the rule at fault
    membership.py  the shares of valid texts accepted and of invalid ones refused, by component
    standard.py    the same questions by the URL Standard
    study.py       all strings of the complete suites, and with them:
    learning.py    the smallest automaton that explains the answers
    explaining.py  what sets it apart from an edition, rule by rule
    places.py      every character at every place, and repetitions made long
    growth.py      how the time of an answer grows with the text
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
    "Answers",
    "Change",
    "ComponentVerdict",
    "Driver",
    "EditionVerdict",
    "Explanation",
    "Growth",
    "Learned",
    "Membership",
    "PlaceVerdict",
    "Question",
    "Study",
    "Verdict",
    "explained",
    "judge",
    "learn",
    "membership",
    "questions",
    "questions_of",
    "run",
    "study",
    "study_places",
]
