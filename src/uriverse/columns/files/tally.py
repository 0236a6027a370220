"""The counts of a summary over the pieces of a column: rows, valid ones, and reasons of refusals."""

from __future__ import annotations

from _collections_abc import Mapping
from collections import Counter

from uriverse.ground.lean_typing import Any, Final
from uriverse.ground.records import dataclass, field

# The fields of a parse that a tally needs.
PARSE_FIELDS: Final = ("valid", "error_reason", "error_at", "error_rule")


@dataclass(slots=True)
class Example:
    """The first text with an error, and its position."""

    text: str
    at: int


@dataclass(slots=True)
class Tally:
    """Counts in memory proportional to the kinds of errors, not to rows. The key of an error is its reason and rule."""

    rows: int = 0
    null: int = 0
    valid: int = 0
    errors: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], Example] = field(default_factory=dict)

    def add(self, texts: Any, parts: Mapping[str, Any]) -> None:
        """Count the rows of pyarrow columns of equal length: the texts, and `PARSE_FIELDS` of their parse."""
        valid, reason, at, rule = (parts[name] for name in PARSE_FIELDS)
        with_error = len(reason) - reason.null_count
        self.rows += len(texts)
        self.null += valid.null_count
        self.valid += len(texts) - valid.null_count - with_error
        if not with_error:
            return
        # Importing it takes 30 ms of processor time.
        import pyarrow.compute as pc

        from uriverse.columns.files.octets import scalar

        # Process only the rows with an error, which are few.
        places = pc.indices_nonzero(reason.is_valid())
        errors = pc.binary_join_element_wise(reason.take(places), rule.take(places), scalar(" "))
        for count in pc.value_counts(errors).to_pylist():
            # A reason is one word; a rule's name may have spaces.
            word, _, name = count["values"].partition(" ")
            self.errors[word, name] += count["counts"]
            if (word, name) not in self.examples:
                # Avoid `pc.index`: it creates a scalar, for which pyarrow imports pandas.
                row = places[errors.to_pylist().index(count["values"])].as_py()
                text = texts[row].as_py()
                text = text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text
                self.examples[word, name] = Example(text, at[row].as_py())
