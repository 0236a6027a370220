"""`uriverse links --into`: rows in parts, each of some files and with a Parquet file of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from uriverse.cli.link_output import parquet_writer
from uriverse.cli.link_rows import Counts
from uriverse.cli.link_sources import Named, size_of
from uriverse.documents import Document, FoundReference
from uriverse.documents.parallel import columns_in_parallel
from uriverse.documents.reading import Options
from uriverse.documents.sources.files import File, documents_of_file, files
from uriverse.documents.sources.streams import Watch
from uriverse.output_plan import planned

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


def write_parts(
    folder: str,
    sources: Iterable[Named],
    base: str | None,
    format: str | None,
    options: Options,
    *,
    part: int,
    jobs: int | None,
    resume: bool,
    watch: Watch | None,
) -> tuple[Counts, int, int]:
    """Write the parts that are not there. Returns the counts of all, how many documents, and how many parts were there.

    Raises:
        PlanError: as `planned`.
    """
    found = parts(sources, base, part)
    names = [[each.source if isinstance(each, FoundReference) else each.name for each in files] for files in found]
    said = {
        "base": base,
        "default": options.default,
        "edition": options.edition,
        "format": format,
        "largest": options.limits.octets,
    }
    counts, pages, there = Counts(), 0, 0
    with planned(folder, said, names, suffix=".parquet", resume=resume) as paths:
        for files_of_part, path in zip(found, paths, strict=True):
            if path.exists():
                known = _known(str(path))
                there += 1
            else:
                known = _written(str(path), files_of_part, format, options, jobs, watch)
            pages += known.pop("pages")
            counts.add(known)
    return counts, pages, there


def _written(
    path: str, part: Part, format: str | None, options: Options, jobs: int | None, watch: Watch | None
) -> dict[str, int]:
    counts, pages = Counts(), 0

    def documents() -> Iterator[Document | FoundReference]:
        nonlocal pages
        for each in part:
            of_one = (
                (each,) if isinstance(each, FoundReference) else documents_of_file(each, format, watch, options.limits)
            )
            for found in of_one:
                pages += isinstance(found, Document) or found.problem == "unreadable"
                yield found

    def metadata() -> dict[bytes, bytes]:
        return {COUNTS: json.dumps({**counts.numbers(), "pages": pages}).encode()}

    write = parquet_writer(path, metadata)
    write(counts.counted_columns(columns_in_parallel(documents(), options, jobs=jobs)))
    return {**counts.numbers(), "pages": pages}


def _known(path: str) -> dict[str, int]:
    """The counts of a part that is there."""
    from pyarrow import parquet

    metadata: Any = parquet.read_metadata(path).metadata
    known: dict[str, int] = json.loads(metadata[COUNTS])
    return known
