"""What `uriverse table` makes of some rows of a file: the columns that it writes, and what its summary counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from uriverse.editions.ids import StandardId

if TYPE_CHECKING:
    from collections.abc import Mapping

# What --want may name besides the fields of a parse and the functions of SQL that take a text alone.
OF_PROFILE: Final = frozenset({"canonical", "key"})


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with each piece."""

    column: str
    kept: list[str]
    names: list[str]
    profile: str | None
    prefix: str
    edition: StandardId


@dataclass(frozen=True, slots=True)
class Made:
    """What was made of some rows: the table, the texts, and for each text what `Tally` counts."""

    table: Any
    texts: Any
    judged: Mapping[str, Any]


class Maker:
    """Makes tables of rows; it may be called in several threads at once."""

    def __init__(self, job: Job) -> None:
        from uriverse.columns.kernels.parse import fields_of

        self._job = job
        self._words = fields_of(job.names)
        self._of_text = functions_of_a_text(job)
        self._of_parse = [word for word in self._words if word not in self._of_text and word not in OF_PROFILE]

    def of(self, rows: Any, *, repeats: bool = False) -> Made:
        """The table of some rows.

        Args:
            rows: a record batch.
            repeats: whether texts that are given as a dictionary stay one.
        """
        import pyarrow as pa

        from uriverse import columns as uc
        from uriverse.columns.files.octets import as_text
        from uriverse.columns.files.tally import WANTED

        job, texts = self._job, rows.column(self._job.column)
        repeats = repeats and pa.types.is_dictionary(texts.type)
        # The texts that are worked: of a dictionary each value once.
        worked = texts.dictionary if repeats else texts
        everything: list[Any] = list(dict.fromkeys([*self._of_parse, *([] if repeats else WANTED)]))
        parts = uc.parse(worked, want=everything, edition=job.edition, threads=1)
        counted = uc.parse(texts, want=WANTED, edition=job.edition, threads=1) if repeats else parts
        table = {job.column: texts if repeats else as_text(texts)}
        table |= {name: rows.column(name) for name in job.kept}
        kept = {name: rows.schema.field(name) for name in job.kept}
        for word in self._words:
            column = self._column(word, worked, parts)
            # Of repeated texts few answers are copied.
            answers = column.to_pyarrow(views=False)
            table[job.prefix + word] = _of_rows(answers, texts.indices) if repeats else answers
        judged = {name: counted.field(name).to_pyarrow(views=False) for name in WANTED}
        made = pa.table(table)
        # Fields of kept columns have metadata of their own.
        return Made(made.cast(pa.schema([kept.get(each.name, each) for each in made.schema])), texts, judged)

    def _column(self, word: str, texts: Any, parts: Any) -> Any:
        from uriverse import columns as uc

        if word in self._of_text:
            return self._of_text[word](texts)
        if word in OF_PROFILE:
            return getattr(uc, word)(texts, profile=self._job.profile, threads=1)
        return parts.field(word)


def _of_rows(answers: Any, keys: Any) -> Any:
    """The answers for a dictionary's values as answers of the rows: a dictionary again if they are texts."""
    import pyarrow as pa

    if not pa.types.is_string(answers.type):
        return answers.take(keys)
    # Several values may have one answer, and no answer is a null key.
    encoded = pa.concat_arrays(answers.chunks).dictionary_encode()
    return pa.DictionaryArray.from_arrays(encoded.indices.take(keys), encoded.dictionary)


def functions_of_a_text(job: Job) -> dict[str, Callable[[Any], Any]]:
    """The functions of SQL that take a text and give a value or a list; a parse gives its own fields faster."""
    from typing import get_args

    from uriverse.columns.engines.sql import functions
    from uriverse.columns.functions import Lists
    from uriverse.columns.kernels.parse import Attribute, Want

    of_parse = {*get_args(Want), *get_args(Attribute)} - {"origin"}
    return {
        function.name: function.run
        for function in functions(job.edition, threads=1)
        if len(function.arguments) == 1 and function.name not in of_parse and isinstance(function.result, str | Lists)
    }
