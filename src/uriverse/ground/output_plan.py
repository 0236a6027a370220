"""Work over many inputs in parts, one file for each, so that an interrupted run can be resumed.

    rows/_plan.json            the options of the run, and the inputs of each part with their size and time of change
    rows/part-00000.parquet    whole or not there (`uriverse.ground.output`): a part whose file is there is done
    rows/part-00001.parquet

Readers of a folder of Parquet files pass over names that begin with "_", so the folder is read as one table. A run that
begins writes the plan first. A run that goes on takes the folder's plan up: other options would give files
that do not belong together, and are refused. A new input gets a part after the last. A part with a changed input is
removed and rewritten. Parts of inputs that are no longer given stay. One run works on a folder at a time: it
holds a lock on the folder, which the system takes from a process that ends, however it ends.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from uriverse.ground.output import whole_file

NAME: Final = "_plan.json"


class PlanError(Exception):
    """A run cannot begin, or go on, in a folder; the message says why."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file of the folder, and the names of its inputs."""

    path: Path
    names: list[str]


@dataclass(slots=True)
class Planned:
    """The parts in order, and how many inputs differ from the earlier run's."""

    parts: list[Part] = field(default_factory=list)
    new: int = 0
    changed: int = 0
    gone: int = 0

    def differences(self) -> str:
        """The counts in words, after a semicolon; "" if the inputs are those of the earlier run."""
        words = (("new", self.new), ("changed", self.changed), ("not given any more", self.gone))
        said = ", ".join(f"{count:,} {word}" for word, count in words if count)
        return f"; inputs: {said}" if said else ""


@contextmanager
def planned(
    folder: str | os.PathLike[str],
    options: Mapping[str, Any],
    parts: Sequence[Sequence[str]],
    *,
    suffix: str,
    resume: bool,
) -> Iterator[Planned]:
    """Give the parts in order while no other run works in the folder; those whose files are there are done.

    Args:
        folder: where the files stand; it is made if it is not there.
        options: what the parts' content depends on besides their inputs, as JSON has it.
        parts: the names of the inputs of each part.
        suffix: of the parts' files.
        resume: whether an earlier run goes on.

    Raises:
        PlanError: if the folder has a plan and `resume` is false, if it has none and `resume` is true, if the plan has
            other options, or if another run works there.
        OSError: if the folder cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with planned(folder, {}, [["a"]], suffix=".txt", resume=False) as found:
    ...         _ = found.parts[0].path.write_text("done")
    ...     with planned(folder, {}, [["a", "b"]], suffix=".txt", resume=True) as found:
    ...         [(part.names, part.path.exists()) for part in found.parts], found.new
    ([(['a'], True), (['b'], False)], 1)
    """
    os.makedirs(folder, exist_ok=True)
    path = Path(folder, NAME)
    given = {name: [name, *_known(name)] for part in parts for name in part}
    said = json.loads(json.dumps(dict(options)))
    with _locked(folder):
        if path.exists() != resume:
            raise PlanError(
                f"{folder} has no plan to go on with"
                if resume
                else f"{folder} has the plan of a run: --resume goes on with it, and another folder begins anew"
            )
        old = json.loads(path.read_bytes()) if resume else {"options": said, "parts": []}
        _compare_options(old["options"], said, folder)
        found, entries, named = Planned(), [], set()
        for number, part in enumerate(old["parts"]):
            names = [name for name, *_ in part]
            named.update(names)
            file = Path(folder, f"part-{number:05}{suffix}")
            changed = sum(name in given and given[name] != [name, *known] for name, *known in part)
            found.changed += changed
            found.gone += sum(name not in given for name in names)
            if changed:
                file.unlink(missing_ok=True)
            if not file.exists():
                part = [given[name] for name in names if name in given]
            entries.append(part)
            # A part whose inputs are gone before it was written has no file; its number is not given again.
            if part:
                found.parts.append(Part(file, [name for name, *_ in part]))
        for given_part in parts:
            if names := [name for name in given_part if name not in named]:
                found.new += len(names) if resume else 0
                found.parts.append(Part(Path(folder, f"part-{len(entries):05}{suffix}"), names))
                entries.append([given[name] for name in names])
        if entries != old["parts"] or not resume:
            with whole_file(path) as beside:
                beside.write_text(json.dumps({"options": said, "parts": entries}, indent=1), encoding="ascii")
        for left in Path(folder).glob(f".part-*{suffix}.*.part"):
            left.unlink(missing_ok=True)
        yield found


def _known(name: str) -> list[int | None]:
    """The size and the time of change of a file; None for what is not a file."""
    with suppress(OSError, ValueError):
        status = os.stat(name)
        return [status.st_size, status.st_mtime_ns]
    return [None, None]


@contextmanager
def _locked(folder: str | os.PathLike[str]) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # on Windows, where nobody is kept from running twice
        yield
        return
    # The folder is locked and not the plan, which a run replaces.
    opened = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PlanError(f"another run works in {folder}") from None
        yield
    finally:
        os.close(opened)


def _compare_options(old: Mapping[str, Any], new: Mapping[str, Any], folder: str | os.PathLike[str]) -> None:
    for name in old.keys() | new.keys():
        if old.get(name) != new.get(name):
            raise PlanError(f"the run in {folder} has another {name}: {old.get(name)!r}, not {new.get(name)!r}")
