"""Work over many inputs in parts, one file for each, so that an interrupted run can be resumed.

    rows/plan.json             the options of the run, and the inputs of each part with their size and time of change
    rows/part-00000.parquet    whole or not there (`uriverse.ground.output`): a part whose file is there is done
    rows/part-00001.parquet

A run that begins writes the plan first. A run that goes on makes the same plan and compares: other options, or an input
that was changed, added or removed, would give files that do not belong together, and are refused. One run works on a
folder at a time: it holds a lock on the plan, which the system takes from a process that ends, however it ends.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from uriverse.ground.output import whole_file

NAME: Final = "plan.json"


class PlanError(Exception):
    """A run cannot begin, or go on, in a folder; the message says why."""


@contextmanager
def planned(
    folder: str | os.PathLike[str],
    options: Mapping[str, Any],
    parts: Sequence[Sequence[str]],
    *,
    suffix: str,
    resume: bool,
) -> Iterator[list[Path]]:
    """Give the file of each part, in order, while no other run works in the folder; those that are there are done.

    Args:
        folder: where the files stand; it is made if it is not there.
        options: what the parts' content depends on besides their inputs, as JSON has it.
        parts: the names of the inputs of each part.
        suffix: of the parts' files.
        resume: whether a run that was ended goes on.

    Raises:
        PlanError: if the folder has a plan and `resume` is false, if it has none and `resume` is true, if the plan is
            of another run, or if another run works there.
        OSError: if the folder cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with planned(folder, {}, [[], []], suffix=".txt", resume=False) as files:
    ...         _ = files[0].write_text("done")
    ...     with planned(folder, {}, [[], []], suffix=".txt", resume=True) as files:
    ...         [file.exists() for file in files]
    [True, False]
    """
    os.makedirs(folder, exist_ok=True)
    path = Path(folder, NAME)
    plan = json.loads(
        json.dumps({"options": dict(options), "parts": [[_input(name) for name in part] for part in parts]})
    )
    if path.exists() and not resume:
        raise PlanError(f"{folder} has the plan of a run: --resume goes on with it, and another folder begins anew")
    if not path.exists():
        if resume:
            raise PlanError(f"{folder} has no plan to go on with")
        with whole_file(path) as beside:
            beside.write_text(json.dumps(plan, indent=1), encoding="ascii")
    files = [Path(folder, f"part-{number:05}{suffix}") for number in range(len(parts))]
    with path.open("rb") as stream:
        _lock(stream, folder)
        _compare(json.load(stream), plan, folder)
        for left in Path(folder).glob(f".part-*{suffix}.*.part"):
            left.unlink(missing_ok=True)
        yield files


def _input(name: str) -> list[Any]:
    with suppress(OSError, ValueError):
        status = os.stat(name)
        return [name, status.st_size, status.st_mtime_ns]
    return [name, None, None]


def _lock(stream: IO[bytes], folder: str | os.PathLike[str]) -> None:
    try:
        import fcntl
    except ImportError:  # on Windows, where nobody is kept from running twice
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PlanError(f"another run works in {folder}") from None


def _compare(old: Any, new: Any, folder: str | os.PathLike[str]) -> None:
    for name in old["options"].keys() | new["options"].keys():
        before, now = old["options"].get(name), new["options"].get(name)
        if before != now:
            raise PlanError(f"the run in {folder} has another {name}: {before!r}, not {now!r}")
    known = {name: known for part in old["parts"] for name, *known in part}
    given = {name: known for part in new["parts"] for name, *known in part}
    for name in sorted(known.keys() | given.keys()):
        if known.get(name) != given.get(name):
            how = "is not there any more" if name not in given else "was changed" if name in known else "is new"
            raise PlanError(f"{name!r} {how} since the run in {folder} began: begin anew in another folder")
    if old["parts"] != new["parts"]:
        raise PlanError(f"the run in {folder} has its inputs in another order")
