"""`uriverse links --into`: rows in parts, each of some files and with a Parquet file of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from uriverse.cli.link_output import parquet_writer
from uriverse.cli.link_rows import Counts
from uriverse.cli.link_sources import Named, size_of
from uriverse.documents import Document, FoundReference
from uriverse.documents.parallel import columns_in_parallel
from uriverse.documents.reading import Options
from uriverse.documents.sources.files import File, documents_of_file, files
from uriverse.documents.sources.streams import Watch
from uriverse.ground.output_plan import planned

# How many octets of files make a part: some ten seconds of work.
OCTETS: Final = 256 << 20
# The key of a Parquet file's metadata that has the counts of its rows.
COUNTS: Final = b"uriverse.links"

Part = list[File | FoundReference]


def parts(sources: Iterable[Named], base: str | None, octets: int) -> list[Part]:
    """The files that sources name, in order, in parts of about so many octets; a large file is a part by itself."""
    found: list[Part] = []
    filled = 0
    for source in sources:
        assert isinstance(source, str | FoundReference)
        for each in (source,) if isinstance(source, FoundReference) else files(source, base):
            size = 1024 if isinstance(each, FoundReference) else 1024 + size_of(each.name)
            if not found or filled + size > octets:
                found.append([])
                filled = 0
            found[-1].append(each)
            filled += size
    return found


class PartsRun(NamedTuple):
    """The arguments of a run with `--into`.

    Attributes:
        folder: where the parts are written.
        base: where the files were retrieved from, if that is known.
        format: their format, if that is known.
        options: how documents are read.
        octets: how many octets of files make a part.
        jobs: how many processes read; None is as many as there are cores.
        resume: whether a run that was ended is gone on with.
    """

    folder: str
    base: str | None
    format: str | None
    options: Options
    octets: int
    jobs: int | None
    resume: bool

    def write(self, sources: Iterable[Named], watch: Watch | None) -> tuple[Counts, int, str]:
        """Write the parts that are not there. Returns the counts of all, how many documents, and what was there.

        Raises:
            PlanError: as `planned`.
        """
        found = parts(sources, self.base, self.octets)
        names = [[each.source if isinstance(each, FoundReference) else each.name for each in files] for files in found]
        search, schemes = self.options.search, self.options.search.schemes
        said = {
            "base": self.base,
            "default": self.options.default,
            "edition": self.options.edition,
            "format": self.format,
            "largest": self.options.limits.octets,
            "skipped": self.options.skipped,
            "search": [search.lenient, schemes if isinstance(schemes, str) else sorted(schemes), search.hints],
        }
        counts, pages, there = Counts(), 0, 0
        by_name = {
            name: each
            for of_part, files in zip(names, found, strict=True)
            for name, each in zip(of_part, files, strict=True)
        }
        with planned(self.folder, said, names, suffix=".parquet", resume=self.resume) as plan:
            for part in plan.parts:
                if part.path.exists():
                    known = _known(str(part.path))
                    there += 1
                else:
                    known = self._written(str(part.path), [by_name[name] for name in part.names], watch)
                pages += known.pop("pages")
                counts.add(known)
        return counts, pages, (f"; {there} parts were there" if there else "") + plan.differences()

    def _written(self, path: str, part: Part, watch: Watch | None) -> dict[str, int]:
        counts, pages = Counts(), 0

        def documents() -> Iterator[Document | FoundReference]:
            nonlocal pages
            for each in part:
                of_one = (
                    (each,)
                    if isinstance(each, FoundReference)
                    else documents_of_file(each, self.format, watch, self.options.limits)
                )
                for found in of_one:
                    pages += isinstance(found, Document) or found.problem == "unreadable"
                    yield found

        def metadata() -> dict[bytes, bytes]:
            return {COUNTS: json.dumps({**counts.numbers(), "pages": pages}).encode()}

        write = parquet_writer(path, metadata)
        write(counts.counted_columns(columns_in_parallel(documents(), self.options, jobs=self.jobs)))
        return {**counts.numbers(), "pages": pages}


def _known(path: str) -> dict[str, int]:
    """The counts of a part that is there."""
    from pyarrow import parquet

    metadata: Any = parquet.read_metadata(path).metadata
    known: dict[str, int] = json.loads(metadata[COUNTS])
    return known
