"""The rows of `uriverse links`: filters, normal forms, deduplication, counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import uriverse as uv
from uriverse import _core
from uriverse.cli.edit_steps import formatted
from uriverse.cli.texts import digest
from uriverse.documents import FoundReference
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import is_url_standard
from uriverse.schemes.misformed import misformed_relative

if TYPE_CHECKING:
    from uriverse.canonicalization import ProfileId
    from uriverse.documents.parallel import Lines
    from uriverse.editions.registry import Standard


# The placeholders of --get besides those of the target.
PLACES: Final = (
    "source", "line", "column", "element", "attribute", "reference", "kind", "hint", "rel", "follow", "page", "error",
)  # fmt: skip
# How many kinds of skipped files the last line names.
KINDS: Final = 12
# The problems of references without a target.
LOST: Final = frozenset({"no-file", "no-anchor", "outside"})


class Selection(NamedTuple):
    """A filter of rows. A row about a document, which has no reference, always passes.

    `unique` compares targets; with `form` answers, with `dedupe` canonical forms of that profile.
    """

    kinds: frozenset[str] = frozenset()
    schemes: frozenset[str] = frozenset()
    valid: bool | None = None
    unique: bool = False
    form: str | None = None
    dedupe: ProfileId | None = None
    normalize: bool = False
    edition: Standard = DEFAULT_EDITION
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    @property
    def takes_all(self) -> bool:
        """Whether all rows pass unchanged."""
        return self == Selection(edition=self.edition)

    def of(self, rows: Iterable[FoundReference]) -> Iterator[FoundReference]:
        if self.takes_all:
            yield from rows
            return
        keys: set[bytes] = set()
        for row in rows:
            if row.reference is None:
                yield row
                continue
            if not self._counts(row):
                continue
            shown_row = row._replace(resolved=self._normal(row.resolved)) if self.normalize else row
            if self.unique:
                key = _key(shown_row, self.dedupe) if self.form is None else digest(answer(shown_row, self.form))
                if key in keys:
                    continue
                keys.add(key)
            yield shown_row

    def _counts(self, row: FoundReference) -> bool:
        if self.valid is not None and row.valid != self.valid:
            return False
        if self.kinds and row.kind not in self.kinds:
            return False
        if self.include or self.exclude:
            target = row.resolved if row.resolved is not None else row.reference or ""
            if self.include and not any(fnmatchcase(target, glob) for glob in self.include):
                return False
            if any(fnmatchcase(target, glob) for glob in self.exclude):
                return False
        return not self.schemes or scheme(row) in self.schemes

    def _normal(self, target: str | None) -> str | None:
        """Normalize by syntax (RFC 3986, section 6.2.2); a target that the edition refuses is unchanged.

        A target by the URL Standard is normalized already.
        """
        if target is None or is_url_standard(self.edition):
            return target
        try:
            return str(uv.normalize(target, edition=self.edition))
        except uv.URIError:
            return target


def answer(row: FoundReference, form: str | None) -> str:
    """Return the row's target, or the target in the format of --get."""
    target = row.resolved if row.resolved is not None else row.reference or ""
    if form is None:
        return target
    fields = {name: field(getattr(row, name)) for name in PLACES}
    return formatted(uv.split(target), form, own=fields)


def field(value: object) -> str:
    """Return the text of a row's field; a list is its words."""
    return " ".join(value) if isinstance(value, tuple) else "" if value is None else str(value)


def scheme(row: FoundReference) -> str | None:
    """Return the scheme of a row's target, or of its reference if it has no target, in lower case."""
    name = uv.split(row.resolved if row.resolved is not None else row.reference or "").scheme
    return None if name is None else name.lower()


def _key(row: FoundReference, profile: ProfileId | None) -> bytes:
    """Return a digest that duplicate rows share: of the target, or of reference and base if there is no target.

    With a profile, targets are compared by canonical form; one that the profile refuses is compared unchanged.
    """
    text = f"0{row.base}\0{row.reference}"
    if row.resolved is not None:
        text = f"1{row.resolved}"
        if profile is not None:
            text = f"2{uv.canonical(row.resolved, profile=profile, keep_refused=True)}"
    return digest(text)


def marked(rows: Iterable[FoundReference], edition: Standard) -> Iterator[FoundReference]:
    """Yield the rows; a misformed relative reference, such as `http:g`, gets an error if the edition calls it one.

    RFC 2396, section 5.2, step 3: "Validating parsers should mark such a misformed relative reference as an error."
    """
    for row in rows:
        clause = None
        if is_url_standard(edition):
            # The URL Standard refuses `http:g` anyway.
            yield row
            continue
        if row.valid and row.error is None and row.kind == "opaque" and row.reference is not None:
            clause = misformed_relative(row.reference, edition=edition)
        if clause is None:
            yield row
        else:
            yield row._replace(error=f"a misformed relative reference ({clause})", problem="misformed")


def with_misleading_hosts(rows: Iterable[FoundReference]) -> Iterator[FoundReference]:
    """Yield the rows; a target gets an error if a label of its host is confusable (docs/iris.md)."""
    for row in rows:
        host = "" if row.resolved is None or row.error is not None else uv.split(row.resolved).host or ""
        for start, end, unicode, doubt in _core.host_labels(host):
            if unicode is None or doubt is not None:
                why = (
                    "is not valid (UTS #46)"
                    if unicode is None
                    else f"may be taken for another one ({doubt}): {unicode}"
                )
                row = row._replace(error=f"the label {host[start:end]} of the host {why}", problem="host")
                break
        yield row


def to_first_unread(rows: Iterable[FoundReference]) -> Iterator[FoundReference]:
    """Yield the rows up to the first that reports a problem of a document."""
    for row in rows:
        yield row
        if row.reference is None and row.problem != "skipped":
            return


class Counts:
    """Running totals of the rows."""

    def __init__(self, *, only_lost: bool = False, skipped: bool = True) -> None:
        self._only_lost = only_lost
        self._shows_skipped = skipped
        self._passed_over: Counter[str] = Counter()
        self._kinds: Counter[str | None] = Counter()
        self._sources: set[str] = set()
        self.lost = self.references = self.refused = self.misformed = self.unresolved = self.unread = self.doubtful = 0
        self.misleading = self.cut = 0

    def counted(self, rows: Iterable[FoundReference]) -> Iterator[FoundReference]:
        for row in rows:
            if row.reference is not None:
                self.references += 1
                self.refused += not row.valid
                self.cut += row.cut is not None
                if row.problem in LOST:
                    self.lost += 1
                    self._kinds[row.problem] += 1
                    self._sources.add(row.source)
                self.misformed += row.problem == "misformed"
                self.misleading += row.problem == "host"
                self.unresolved += row.valid and row.resolved is None
            elif row.problem == "unreadable":
                self.unread += 1
            elif row.problem == "skipped":
                self._pass_over(row.error)
                if not self._shows_skipped:
                    continue
            else:
                self.doubtful += 1
            yield row

    def _pass_over(self, error: str | None) -> None:
        self._passed_over[(error or "").rpartition(" takes ")[2]] += 1

    def numbers(self) -> dict[str, int]:
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def add(self, numbers: Mapping[str, int]) -> None:
        for name, value in numbers.items():
            setattr(self, name, getattr(self, name) + value)

    def counted_lines(self, parts: Iterable[FoundReference | Lines]) -> Iterator[FoundReference | bytes]:
        for part in parts:
            if isinstance(part, FoundReference):
                yield from self.counted((part,))
            else:
                self.references += part.rows
                self.refused += part.refused
                self.unresolved += part.unresolved
                self.cut += part.cut
                yield part.octets

    def counted_columns(self, rows: Iterable[Any]) -> Iterator[Any]:
        for batch in rows:
            if isinstance(batch, FoundReference):
                yield from self.counted((batch,))
                continue
            self.cut += batch.num_rows - batch["cut"].null_count
            if not batch["reference"].null_count and batch["valid"].true_count == batch.num_rows:
                # Valid references alone need no `pyarrow.compute`, whose import takes 30 ms of processor time.
                self.references += batch.num_rows
                self.unresolved += batch["resolved"].null_count
                yield batch
            else:
                yield self._counted_columns(batch)

    def _counted_columns(self, batch: Any) -> Any:
        from pyarrow import compute

        from uriverse.columns.files.octets import scalar

        is_reference, valid = batch["reference"].is_valid(), batch["valid"]
        problem = compute.fill_null(batch["problem"], scalar(""))
        unresolved = compute.and_(compute.and_(is_reference, valid), batch["resolved"].is_null())
        unread = compute.equal(problem, scalar("unreadable")).true_count
        self.references += is_reference.true_count
        self.refused += compute.and_not(is_reference, valid).true_count
        self.unresolved += unresolved.true_count
        self.unread += unread
        is_skipped = compute.equal(problem, scalar("skipped"))
        for error in batch["error"].filter(is_skipped).to_pylist():
            self._pass_over(error)
        self.doubtful += is_reference.false_count - unread - is_skipped.true_count
        return batch if self._shows_skipped else batch.filter(compute.invert(is_skipped))

    def totals(self, pages: int) -> str:
        parts = [f"{_counted(self.references, 'reference')} in {_counted(pages, 'page')}"]
        if self._only_lost:
            leads = "leads" if self.references == 1 else "lead"
            kinds = ", ".join(f"{number} {kind}" for kind, number in self._kinds.most_common())
            where = (
                f"in {len(self._sources)} of {_counted(pages, 'page')}" if kinds else f"in {_counted(pages, 'page')}"
            )
            lost = f"{_counted(self.references, 'reference')} {leads} nowhere"
            parts = [f"{lost} ({kinds})" if kinds else lost, where]
        parts += [f"{self.refused} not valid"] if self.refused else []
        parts += [f"{self.misformed} misformed"] if self.misformed else []
        parts += [f"{self.misleading} with a misleading host"] if self.misleading else []
        parts += [f"{self.unresolved} valid but not resolved"] if self.unresolved else []
        parts += [f"{self.cut} cut in the middle of a word"] if self.cut else []
        parts += [f"{_counted(self.unread, 'page')} not read"] if self.unread else []
        parts += (
            [f"{self.doubtful} not read as {'it is' if self.doubtful == 1 else 'they are'}"] if self.doubtful else []
        )
        return ", ".join(parts)

    @property
    def has_left_the_site(self) -> bool:
        """Whether a target is a file outside of its site."""
        return "outside" in self._kinds

    def totals_skipped(self) -> str:
        """Return the numbers of skipped files by kind, as a sentence; "" if none was skipped."""
        if not self._passed_over:
            return ""
        kinds = [f"{count} {kind}" for kind, count in self._passed_over.most_common(KINDS)]
        others = self._passed_over.total() - sum(count for _, count in self._passed_over.most_common(KINDS))
        kinds += [f"{others} others"] if others else []
        return f"; {self._passed_over.total()} passed over, which no reader takes: {', '.join(kinds)}"


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"
