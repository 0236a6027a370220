"""`uriverse links --into`: rows in parts, one Parquet file for the rows of some files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from uriverse.cli.link_output import parquet_writer
from uriverse.cli.link_rows import Counts
from uriverse.cli.link_sources import CountedDocuments, Named, size_of
from uriverse.documents import FoundReference
from uriverse.documents.parallel import AsColumns, in_parallel
from uriverse.documents.reading import Options
from uriverse.documents.sources.files import File, files
from uriverse.documents.sources.streams import Watch
from uriverse.ground.output_plan import planned
from uriverse.ground.records import fields
from uriverse.text.options import SearchOptions

# The key of the row counts in a Parquet file's metadata.
COUNTS: Final = b"uriverse.links"

Part = list[File | FoundReference]


def parts(sources: Iterable[Named], base: str | None, octets: int) -> list[Part]:
    """Divide the files of some sources into parts of about so many octets; a large file is a part by itself."""
    of_files: list[Part] = []
    filled = 0
    for source in sources:
        assert isinstance(source, str | FoundReference)
        for file in (source,) if isinstance(source, FoundReference) else files(source, base):
            size = 1024 if isinstance(file, FoundReference) else 1024 + size_of(file.name)
            if not of_files or filled + size > octets:
                of_files.append([])
                filled = 0
            of_files[-1].append(file)
            filled += size
    return of_files


class PartsRun(NamedTuple):
    """The arguments of a run with `--into`."""

    folder: str
    base: str | None
    format: str | None
    options: Options
    octets: int
    processes: int | None

    def write(self, sources: Iterable[Named], watch: Watch | None) -> tuple[Counts, int, str]:
        """Write the missing parts. Returns the counts, the number of documents, and a note on existing parts."""
        of_files = parts(sources, self.base, self.octets)
        names = [
            [file.source if isinstance(file, FoundReference) else file.name for file in files] for files in of_files
        ]
        search, schemes = self.options.search, self.options.search.schemes
        settings = {
            "base": self.base,
            "default": self.options.default_base,
            "edition": self.options.edition,
            "format": self.format,
            "largest": self.options.limits.octets,
            "skipped": self.options.skipped,
            "search": [search.lenient, schemes if isinstance(schemes, str) else sorted(schemes), search.hints]
            + [field.name for field in fields(SearchOptions) if getattr(search.options, field.name)],
        }
        counts, pages, there = Counts(), 0, 0
        by_name = {
            name: file
            for of_part, files in zip(names, of_files, strict=True)
            for name, file in zip(of_part, files, strict=True)
        }
        with planned(self.folder, settings, names, suffix=".parquet") as plan:
            for part in plan.parts:
                if part.path.exists():
                    part_counts = _known(str(part.path))
                    there += 1
                else:
                    part_counts = self._written(str(part.path), [by_name[name] for name in part.names], watch)
                pages += part_counts.pop("pages")
                counts.add(part_counts)
        return counts, pages, (f"; parts kept: {there}" if there else "") + plan.differences()

    def _written(self, path: str, part: Part, watch: Watch | None) -> dict[str, int]:
        counts, counted = Counts(), CountedDocuments(part, None, self.format, self.options.limits)

        def numbers() -> dict[str, int]:
            return {**counts.numbers(), "pages": counted.pages}

        write = parquet_writer(path, lambda: {COUNTS: json.dumps(numbers()).encode()})
        write(
            counts.counted_columns(
                in_parallel(counted.documents(watch), AsColumns(self.options), processes=self.processes)
            )
        )
        return numbers()


def _known(path: str) -> dict[str, int]:
    from pyarrow import parquet

    metadata: Any = parquet.read_metadata(path).metadata
    counts: dict[str, int] = json.loads(metadata[COUNTS])
    return counts
