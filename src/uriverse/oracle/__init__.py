"""The oracle: tests any implementation of URIs in any language, by strings that tell each edition from its neighbours.

What goes in is a driver, a program that answers JSON lines (docs/oracle.md has the protocol); what comes out are its
answers, which are kept as data, and a verdict: which edition the implementation resembles most, how many strings it
wrongly accepts and refuses, the shortest of them, and the rule at fault.

    questions.py   what is asked: samples of the complete suites, and references to resolve
    running.py     a driver as a process: bounded, restarted when it dies, its crash an answer
    answers.py     what is kept
    verdicts.py    what follows from the answers
"""

from uriverse.oracle.answers import Answers
from uriverse.oracle.questions import Question, questions
from uriverse.oracle.running import Driver, run
from uriverse.oracle.verdicts import EditionVerdict, Verdict, judge

__all__ = ["Answers", "Driver", "EditionVerdict", "Question", "Verdict", "judge", "questions", "run"]
