"""Process many inputs in parts, with one output file for each, and continue when the run is repeated.

    rows/_plan.json            the options of the run, and the inputs of each part with their size and time of change
    rows/part-00000.parquet    written atomically (`uriverse.ground.output`): a part with a file is done
    rows/part-00001.parquet

Parquet tools ignore names that begin with "_" in a folder, so the folder is one table. The first run writes the plan
before the parts. Every later run, after an interruption or not, continues it. Its options must be equal, because the
files belong together. New inputs get new parts. A part with a changed input is rewritten. Parts of inputs that are no
longer given stay. A run locks the folder; the system releases the lock even if the process is killed.
"""

from __future__ import annotations

import json
import os
from _collections_abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from uriverse.ground.lean_typing import Any, Final
from uriverse.ground.output import whole_file
from uriverse.ground.records import dataclass, field

NAME: Final = "_plan.json"


class PlanError(Exception):
    """A run cannot write into a folder; the message says why."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file of the folder, and the names of its inputs."""

    path: Path
    names: list[str]


@dataclass(slots=True)
class Planned:
    """The parts in order, and the number of inputs that differ from the earlier run's."""

    parts: list[Part] = field(default_factory=list)
    new: int = 0
    changed: int = 0
    gone: int = 0

    def differences(self) -> str:
        """The counts as text, after a semicolon; "" if the inputs are those of the earlier run."""
        words = (("new", self.new), ("changed", self.changed), ("gone", self.gone))
        counts = ", ".join(f"{count:,} {word}" for word, count in words if count)
        return f"; inputs: {counts}" if counts else ""


@contextmanager
def planned(
    folder: str | os.PathLike[str],
    options: Mapping[str, Any],
    parts: Sequence[Sequence[str]],
    *,
    suffix: str,
) -> Iterator[Planned]:
    """Lock the folder and yield the parts in order; parts whose files exist are done.

    Besides their inputs, the contents of the parts depend on the options, which are JSON values.

    Raises:
        PlanError: if the folder's plan has other options, if the folder has parts and no plan, or if another run works
            there.
        OSError: if the folder cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with planned(folder, {}, [["a"]], suffix=".txt") as plan:
    ...         _ = plan.parts[0].path.write_text("done")
    ...     with planned(folder, {}, [["a", "b"]], suffix=".txt") as plan:
    ...         [(part.names, part.path.exists()) for part in plan.parts], plan.new
    ([(['a'], True), (['b'], False)], 1)
    """
    os.makedirs(folder, exist_ok=True)
    path = Path(folder, NAME)
    entries_now = {name: [name, *_known(name)] for part in parts for name in part}
    as_json = json.loads(json.dumps(dict(options)))
    with _locked(folder):
        continues = path.exists()
        if not continues and any(Path(folder).glob(f"part-*{suffix}")):
            raise PlanError(f"{folder} has parts and no {NAME}: name another folder")
        old = json.loads(path.read_bytes()) if continues else {"options": as_json, "parts": []}
        _compare_options(old["options"], as_json, folder)
        plan, entries, planned_names = Planned(), [], set()
        for number, part in enumerate(old["parts"]):
            names = [name for name, *_ in part]
            planned_names.update(names)
            file = Path(folder, f"part-{number:05}{suffix}")
            changed = sum(name in entries_now and entries_now[name] != [name, *facts] for name, *facts in part)
            plan.changed += changed
            plan.gone += sum(name not in entries_now for name in names)
            if changed:
                file.unlink(missing_ok=True)
            if not file.exists():
                part = [entries_now[name] for name in names if name in entries_now]
            entries.append(part)
            # A part whose inputs are gone before it was written has no file; its number is not reused.
            if part:
                plan.parts.append(Part(file, [name for name, *_ in part]))
        for given_part in parts:
            if names := [name for name in given_part if name not in planned_names]:
                plan.new += len(names) if continues else 0
                plan.parts.append(Part(Path(folder, f"part-{len(entries):05}{suffix}"), names))
                entries.append([entries_now[name] for name in names])
        if entries != old["parts"] or not continues:
            with whole_file(path) as beside:
                beside.write_text(json.dumps({"options": as_json, "parts": entries}, indent=1), encoding="ascii")
        # What killed runs left unfinished.
        for name in (f"part-*{suffix}", NAME):
            for leftover in Path(folder).glob(f".{name}.*.part"):
                leftover.unlink(missing_ok=True)
        yield plan


def _known(name: str) -> list[int | None]:
    """The size and the modification time of a file, or None for each if it is not a file."""
    with suppress(OSError, ValueError):
        status = os.stat(name)
        return [status.st_size, status.st_mtime_ns]
    return [None, None]


@contextmanager
def _locked(folder: str | os.PathLike[str]) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # Windows has no lock
        yield
        return
    # Lock the folder, because the plan is replaced.
    opened = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PlanError(f"another run is writing to {folder}") from None
        yield
    finally:
        os.close(opened)


def _compare_options(old: Mapping[str, Any], new: Mapping[str, Any], folder: str | os.PathLike[str]) -> None:
    for name in old.keys() | new.keys():
        if old.get(name) != new.get(name):
            raise PlanError(f"the run in {folder} has another {name}: {old.get(name)!r}, not {new.get(name)!r}")
