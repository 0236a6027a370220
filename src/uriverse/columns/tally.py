"""What a summary counts while the pieces of a column go by: rows, valid ones, and the rules that refuse the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from uriverse.masking import masked_repr


@dataclass(slots=True)
class Example:
    """The first text that a rule refused, and where."""

    text: str
    at: int

    def __repr__(self) -> str:
        return masked_repr(self)


@dataclass(slots=True)
class Tally:
    """Counts that grow with the number of rules, not of rows."""

    rows: int = 0
    null: int = 0
    valid: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Example] = field(default_factory=dict)

    def __repr__(self) -> str:
        return masked_repr(self)

    def add(self, texts: Any, valid: Any, error_at: Any, error_rule: Any) -> None:
        """Count the rows of pyarrow columns of one length."""
        import pyarrow.compute as pc

        self.rows += len(texts)
        self.null += valid.null_count
        self.valid += pc.sum(valid).as_py() or 0
        if error_rule.null_count == len(error_rule):
            return
        # Few rows have an error, and only they are looked at.
        refused = pc.indices_nonzero(error_rule.is_valid())
        rules = error_rule.take(refused)
        for count in pc.value_counts(rules).to_pylist():
            rule = count["values"]
            self.rules[rule] += count["counts"]
            if rule not in self.examples:
                # Not `pc.index`: it makes a scalar, for which pyarrow loads pandas.
                row = refused[rules.to_pylist().index(rule)].as_py()
                self.examples[rule] = Example(texts[row].as_py(), error_at[row].as_py())
