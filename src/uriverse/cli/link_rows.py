"""Which rows `uriverse links` shows, and what they amount to: filters, normal forms, duplicates, counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import uriverse as uv
from uriverse import _core
from uriverse.canonicalization import CanonicalError
from uriverse.cli.edit_steps import formatted
from uriverse.cli.texts import digest
from uriverse.cli.wording import for_commands
from uriverse.documents import FoundReference
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.ground.argument_types import is_url_standard
from uriverse.schemes.misformed import misformed_relative

if TYPE_CHECKING:
    from uriverse.canonicalization import ProfileId
    from uriverse.documents.parallel import Lines
    from uriverse.editions.registry import Standard


# What a form has places for besides those of the target.
PLACES: Final = ("source", "line", "column", "element", "attribute", "reference", "kind", "hint", "error")
# How many kinds of what is passed over the last line names.
KINDS: Final = 12
# The problems of references that lead nowhere.
LOST: Final = frozenset({"no-file", "no-anchor", "outside"})


class Selection(NamedTuple):
    """What the options ask for. A row about a document, which has no reference, is always shown.

    Attributes:
        kinds: the kinds of references that count; none asks for all.
        schemes: the schemes of targets that count, lower case; none asks for all.
        valid: whether references must be valid, or must not; None asks for both.
        unique: whether a target that was shown is not shown again.
        form: what --get is given, if answers are compared by --unique; None compares targets.
        dedupe: the profile by whose canonical form a target that was shown is not shown again; None asks for none.
        normalize: whether targets are shown in their normal form.
        edition: the edition of the syntax, or "whatwg".
        include, exclude: patterns of targets that count, and of those that do not.
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
        """Whether all rows are asked for, unchanged."""
        return self == Selection(edition=self.edition)

    def of(self, rows: Iterable[FoundReference]) -> Iterator[FoundReference]:
        """Yield the rows that are asked for."""
        if self.takes_all:
            yield from rows
            return
        seen: set[bytes] = set()
        for row in rows:
            if row.reference is None:
                yield row
                continue
            if not self._counts(row):
                continue
            found = row._replace(resolved=self._normal(row.resolved)) if self.normalize else row
            if self.unique:
                key = _key(found, self.dedupe) if self.form is None else digest(answer(found, self.form))
                if key in seen:
                    continue
                seen.add(key)
            yield found

    def _counts(self, row: FoundReference) -> bool:
        if self.valid is not None and row.valid != self.valid:
            return False
        if self.kinds and row.kind not in self.kinds:
            return False
        if self.include or self.exclude:
            target = row.resolved if row.resolved is not None else row.reference or ""
            if self.include and not any(fnmatchcase(target, each) for each in self.include):
                return False
            if any(fnmatchcase(target, each) for each in self.exclude):
                return False
        return not self.schemes or scheme(row) in self.schemes

    def _normal(self, target: str | None) -> str | None:
        """The normal form by syntax (RFC 3986, section 6.2.2); what the edition refuses stays as it is.

        A target by the URL Standard is in its normal form already.
        """
        if target is None or is_url_standard(self.edition):
            return target
        try:
            return str(uv.normalize(target, edition=self.edition))
        except uv.URIError:
            return target


def answer(row: FoundReference, form: str | None) -> str:
    """What is written for a row: its target, or what --get makes of that."""
    target = row.resolved if row.resolved is not None else row.reference or ""
    if form is None:
        return target
    own = {name: "" if (value := getattr(row, name)) is None else str(value) for name in PLACES}
    return formatted(uv.split(target), form, own=own)


def scheme(row: FoundReference) -> str | None:
    """The scheme of a row's target, or of the reference where it has no target; lower case."""
    found = uv.split(row.resolved if row.resolved is not None else row.reference or "").scheme
    return None if found is None else found.lower()


def _key(row: FoundReference, profile: ProfileId | None) -> bytes:
    """What makes rows duplicates: the same target; the same reference at the same base where there is no target.

    With a profile, targets are the same if their canonical forms are; one that the profile refuses is compared as it
    stands. A digest, so that what is remembered of a target doesn't grow with its length.
    """
    text = f"0{row.base}\0{row.reference}"
    if row.resolved is not None:
        text = f"1{row.resolved}"
        if profile is not None:
            with suppress(CanonicalError):
                text = f"2{uv.canonical(row.resolved, profile=profile)}"
    return digest(text)


def marked(rows: Iterable[FoundReference], edition: Standard) -> Iterator[FoundReference]:
    """Yield the rows; a misformed relative reference, such as `http:g`, has an error by the editions that say so.

    RFC 2396, section 5.2, step 3: "Validating parsers should mark such a misformed relative reference as an error."
    """
    for row in rows:
        clause = None
        if is_url_standard(edition):
            # There `http:g` is not valid in the first place.
            yield row
            continue
        if row.valid and row.error is None and row.kind == "opaque" and row.reference is not None:
            clause = misformed_relative(row.reference, edition=edition)
        if clause is None:
            yield row
        else:
            yield row._replace(error=f"a misformed relative reference ({clause})", problem="misformed")


def with_hosts_judged(rows: Iterable[FoundReference]) -> Iterator[FoundReference]:
    """Yield the rows; a target has an error if a label of its host may be taken for another one (docs/iris.md)."""
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
    """Yield the rows up to the first that is about a document, which is not read as it is."""
    for row in rows:
        yield row
        if row.reference is None and row.problem != "skipped":
            return


class Counts:
    """What the rows amount to, counted as they pass.

    Args:
        only_lost: whether the rows are only those of references that lead nowhere.
        skipped: whether the rows of what is passed over are yielded again.
    """

    def __init__(self, *, only_lost: bool = False, skipped: bool = True) -> None:
        self._only_lost = only_lost
        self._shows_skipped = skipped
        self._passed_over: Counter[str] = Counter()
        self._kinds: Counter[str | None] = Counter()
        self._sources: set[str] = set()
        self.lost = self.references = self.refused = self.misformed = self.unresolved = self.unread = self.doubtful = 0
        self.misleading = 0

    def counted(self, rows: Iterable[FoundReference]) -> Iterator[FoundReference]:
        """Yield the rows again."""
        for row in rows:
            if row.reference is not None:
                self.references += 1
                self.refused += not row.valid
                if row.problem in LOST:
                    row = row._replace(error=for_commands(row.error or ""))
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
        """The counts by name."""
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def add(self, numbers: Mapping[str, int]) -> None:
        """Add the counts of other rows."""
        for name, value in numbers.items():
            setattr(self, name, getattr(self, name) + value)

    def counted_lines(self, parts: Iterable[FoundReference | Lines]) -> Iterator[FoundReference | bytes]:
        """Yield rows again, and the octets of lines."""
        for each in parts:
            if isinstance(each, FoundReference):
                yield from self.counted((each,))
            else:
                self.references += each.rows
                self.refused += each.refused
                self.unresolved += each.unresolved
                yield each.octets

    def counted_columns(self, rows: Iterable[Any]) -> Iterator[Any]:
        """Yield rows again, and record batches among them; their references are as they were found."""
        from pyarrow import compute

        from uriverse.columns.files.octets import scalar

        for each in rows:
            if isinstance(each, FoundReference):
                yield from self.counted((each,))
                continue
            is_reference, valid = each["reference"].is_valid(), each["valid"]
            unresolved = compute.and_(compute.and_(is_reference, valid), each["resolved"].is_null())
            references, unread = compute.sum(is_reference).as_py() or 0, _count(each["problem"], "unreadable")
            self.references += references
            self.refused += compute.sum(compute.and_not(is_reference, valid)).as_py() or 0
            self.unresolved += compute.sum(unresolved).as_py() or 0
            self.unread += unread
            problem = each["problem"]
            is_skipped = compute.and_kleene(compute.equal(problem, scalar("skipped")), problem.is_valid())
            for error in each["error"].filter(is_skipped).to_pylist():
                self._pass_over(error)
            self.doubtful += each.num_rows - references - unread - is_skipped.true_count
            yield each if self._shows_skipped else each.filter(compute.invert(is_skipped))

    def said(self, pages: int) -> str:
        """The sum, in words."""
        parts = [f"{_counted(self.references, 'reference')} in {_counted(pages, 'page')}"]
        if self._only_lost:
            leads = "leads" if self.references == 1 else "lead"
            kinds = ", ".join(f"{number} {kind}" for kind, number in self._kinds.most_common())
            where = (
                f"in {len(self._sources)} of {_counted(pages, 'page')}" if kinds else f"in {_counted(pages, 'page')}"
            )
            said = f"{_counted(self.references, 'reference')} {leads} nowhere"
            parts = [f"{said} ({kinds})" if kinds else said, where]
        parts += [f"{self.refused} not valid"] if self.refused else []
        parts += [f"{self.misformed} misformed"] if self.misformed else []
        parts += [f"{self.misleading} with a misleading host"] if self.misleading else []
        parts += [f"{self.unresolved} valid but not resolved"] if self.unresolved else []
        parts += [f"{_counted(self.unread, 'page')} not read"] if self.unread else []
        parts += (
            [f"{self.doubtful} not read as {'it is' if self.doubtful == 1 else 'they are'}"] if self.doubtful else []
        )
        return ", ".join(parts)

    def said_of_skipped(self) -> str:
        """What was passed over, by reason, in words; "" if nothing was."""
        if not self._passed_over:
            return ""
        kinds = [f"{count} {kind}" for kind, count in self._passed_over.most_common(KINDS)]
        others = self._passed_over.total() - sum(count for _, count in self._passed_over.most_common(KINDS))
        kinds += [f"{others} others"] if others else []
        return f"; {self._passed_over.total()} passed over, which no reader takes: {', '.join(kinds)}"


def _count(column: Any, text: str) -> int:
    from pyarrow import compute

    from uriverse.columns.files.octets import scalar

    return compute.sum(compute.equal(column, scalar(text))).as_py() or 0


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"
