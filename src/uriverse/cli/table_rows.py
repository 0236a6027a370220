"""`uriverse table` for some rows of a file: the output columns, and the data for the summary."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, Final, Literal

from uriverse.editions.ids import StandardId
from uriverse.ground.records import dataclass

# Words of --want besides the fields of a parse and the SQL functions of one text.
BY_PROFILE: Final = frozenset({"canonical", "canonical_key"})
# "query:ref" is the value of "ref" in the query, like {query:ref} in `uriverse edit`.
QUERY_PREFIX: Final = "query:"


@dataclass(frozen=True, slots=True)
class Job:
    """The processing of each piece: columns, profile, edition, and treatment of invalid rows."""

    column: str
    kept: list[str]
    names: list[str]
    profile: str | None
    prefix: str
    edition: StandardId
    on_invalid: Literal["keep", "drop", "reject"] = "keep"


@dataclass(frozen=True, slots=True)
class RowsResult:
    """The result for some rows: the table, the texts, and for each text the data for `Tally`."""

    table: Any
    texts: Any
    judged: Mapping[str, Any]

    def refused(self) -> Iterator[tuple[int, str, str]]:
        """Yield the row number, from 0, the reason and the text of each invalid reference."""
        import pyarrow.compute as pc

        from uriverse.columns.files.tally import PARSE_FIELDS

        rows = pc.indices_nonzero(pc.invert(self.judged["valid"]))
        columns = (self.texts.take(rows), *(self.judged[name].take(rows) for name in PARSE_FIELDS[1:]))
        for row, text, reason, at, rule in zip(rows, *columns, strict=True):
            octets = text.as_py()
            string = octets.decode("utf-8", "surrogateescape") if isinstance(octets, bytes) else octets
            yield row.as_py(), f"{reason} in {rule} at {at}", string


class Maker:
    """Makes tables of rows; safe for concurrent use by threads."""

    def __init__(self, job: Job) -> None:
        from uriverse.columns.kernels.parse import fields_of

        self._job = job
        self._words = fields_of(job.names)
        self._of_text = functions_of_a_text(job)
        self._of_parse = [word for word in self._words if is_of_parse(word, self._of_text)]

    def of(self, rows: Any, *, repeats: bool = False) -> RowsResult:
        import pyarrow as pa

        from uriverse import columns as uc
        from uriverse.columns.files.octets import as_text
        from uriverse.columns.files.tally import PARSE_FIELDS

        job, texts = self._job, rows.column(self._job.column)
        repeats = repeats and pa.types.is_dictionary(texts.type)
        # A dictionary's values are parsed once each.
        worked = texts.dictionary if repeats else texts
        everything: list[Any] = list(dict.fromkeys([*self._of_parse, *([] if repeats else PARSE_FIELDS)]))
        parts = uc.parse(worked, want=everything, edition=job.edition, threads=1)
        counted = uc.parse(texts, want=PARSE_FIELDS, edition=job.edition, threads=1) if repeats else parts
        table = {job.column: texts if repeats else as_text(texts)}
        table |= {name: rows.column(name) for name in job.kept}
        other_columns = {name: rows.schema.field(name) for name in job.kept}
        for word in self._words:
            column = self._column(word, worked, parts)
            # For a dictionary only few answers are copied.
            answers = column.to_pyarrow(views=False)
            table[job.prefix + word] = _expanded(answers, texts.indices) if repeats else answers
        verdicts = {name: counted.field(name).to_pyarrow(views=False) for name in PARSE_FIELDS}
        result = pa.table(table)
        if other_columns:
            # Kept columns keep their metadata.
            result = result.cast(pa.schema([other_columns.get(field.name, field) for field in result.schema]))
        if job.on_invalid != "keep":
            import pyarrow.compute as pc

            # A null reference is not invalid.
            result = result.filter(pc.or_kleene(verdicts["valid"], verdicts["valid"].is_null()))
        return RowsResult(result, texts, verdicts)

    def _column(self, word: str, texts: Any, parts: Any) -> Any:
        from uriverse import columns as uc

        if word in self._of_text:
            return self._of_text[word](texts)
        if word.startswith(QUERY_PREFIX):
            return uc.query_value(texts, word.removeprefix(QUERY_PREFIX), edition=self._job.edition, threads=1)
        if word in BY_PROFILE:
            return getattr(uc, word)(texts, profile=self._job.profile, threads=1)
        return parts.field(word)


def is_of_parse(word: str, of_text: Container[str]) -> bool:
    """Whether a word of --want is a field of a parse."""
    return word not in of_text and word not in BY_PROFILE and not word.startswith(QUERY_PREFIX)


def _expanded(answers: Any, keys: Any) -> Any:
    """Expand the answers for a dictionary's values to the rows; texts become a dictionary again."""
    import pyarrow as pa

    if not pa.types.is_string(answers.type):
        return answers.take(keys)
    # Values may share an answer; a missing answer is a null key.
    encoded = pa.concat_arrays(answers.chunks).dictionary_encode()
    return pa.DictionaryArray.from_arrays(encoded.indices.take(keys), encoded.dictionary)


def functions_of_a_text(job: Job) -> dict[str, Callable[[Any], Any]]:
    """Return the SQL functions from one text to a value or list, without the fields of a parse, which is faster."""
    from typing import get_args

    from uriverse.columns.functions import Lists
    from uriverse.columns.kernels.parse import Attribute, Want
    from uriverse.columns.sql import functions

    of_parse = {*get_args(Want), *get_args(Attribute)} - {"origin"}
    return {
        function.name: function.run
        for function in functions(job.edition, threads=1)
        if len(function.arguments) == 1 and function.name not in of_parse and isinstance(function.result, str | Lists)
    }
