"""Read many documents in parallel: worker processes get batches of documents, and their rows are returned in order.

Rows are objects, lines or columns (`Form`). Memory is bounded: a few batches for each worker, and their rows. If a
hostile page crashes its worker (the parser is C), only the rows of that page are lost.
"""

from __future__ import annotations

import marshal
import os
import signal
import threading
from _collections_abc import Iterable, Iterator
from collections import deque
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from typing import Generic, Protocol, TypeVar

from uriverse._core import LinkRows
from uriverse.documents.document import Document
from uriverse.documents.reading import Options
from uriverse.documents.rows import FoundReference, one_by_one, unreadable
from uriverse.documents.sources.files import File, Readable
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal, TypeAlias
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

    import pyarrow

    from uriverse.documents.local_targets import LocalTargets

# Yields rows of documents: all rows, or those of broken references.
Reading: TypeAlias = "Options | LocalTargets"
DEFAULT: Final = Options()

Batch = list[Readable]
# The contents of a line: a target, or a row as JSON or CSV.
LineForm: TypeAlias = Literal["plain", "json", "csv"]

# The size of a batch in octets, and the number of batches from which on workers are used: starting them takes as long
# as reading some batches.
OCTETS: Final = 1 << 20
MIN_BATCHES: Final = 4
# The number of submitted batches for each worker, so that it has work while this process writes a group of rows.
AHEAD: Final = 8
# The signals that end the program.
ENDING: Final = {getattr(signal, name) for name in ("SIGINT", "SIGHUP", "SIGTERM") if hasattr(signal, name)}


def in_parallel(documents: Iterable[Readable], form: Form[T], *, processes: int | None = None) -> Iterator[T]:
    """Yield the rows of documents in a form, in the documents' order.

    By default there is a worker process for each core that this process may use.
    """
    processes = processes or cores()
    batches = batched(documents)
    begun = list(islice(batches, MIN_BATCHES if processes > 1 else 0))
    if len(begun) < MIN_BATCHES:
        yield from form.here(document for batch in chain(begun, batches) for document in batch)
    else:
        yield from _Workers(form, processes).rows(chain(begun, batches))


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batched(documents: Iterable[Readable]) -> Iterator[Batch]:
    """Yield documents in batches of about `OCTETS`, in order."""
    batch: Batch = []
    size = 0
    for source in documents:
        batch.append(source)
        # Count rows and empty documents too.
        size += 1024
        if isinstance(source, Document):
            size += len(source.data)
        elif isinstance(source, File):
            size += source.size
        if size >= OCTETS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


T = TypeVar("T", covariant=True)


class Form(Protocol[T]):
    """The form of rows for transfer between processes; it is sent to the workers."""

    def here(self, documents: Iterable[Readable]) -> Iterator[T]:
        """Yield the rows of documents, in this process."""
        ...

    def packed(self, batch: Batch) -> bytes:
        """The rows of a batch, in a worker."""
        ...

    def unpacked(self, data: bytes) -> Iterator[T]:
        """Yield the rows of `packed`."""
        ...


class AsRows(NamedTuple):
    """Rows as objects.

    They are transferred as columns of built-in values, because `marshal` is many times faster than `pickle`. Both ends
    are the same interpreter, and the data is trusted.
    """

    how: Reading = DEFAULT

    def here(self, documents: Iterable[Readable]) -> Iterator[FoundReference]:
        return self.how.rows(documents)

    def packed(self, batch: Batch) -> bytes:
        return marshal.dumps([*zip(*self.how.rows(batch), strict=True)])

    def unpacked(self, data: bytes) -> Iterator[FoundReference]:
        return map(partial(tuple.__new__, FoundReference), zip(*marshal.loads(data), strict=True))


class Lines(NamedTuple):
    """Lines, and the number of their rows: all, the invalid, the valid that are not resolved, and the cut ones."""

    rows: int
    octets: bytes
    refused: int
    unresolved: int
    cut: int


class AsLines(NamedTuple):
    """Rows as lines, or as objects if Python has to write them."""

    options: Options
    form: LineForm
    fields: int

    def here(self, documents: Iterable[Readable]) -> Iterator[FoundReference | Lines]:
        for item in self.options.parts(documents, LinkRows()):
            rows = None if isinstance(item, FoundReference) else (len(item), item.lines(self.form, self.fields))
            if rows is None or rows[1] is None:
                yield from one_by_one((item,))
            else:
                yield Lines(rows[0], *rows[1])

    def packed(self, batch: Batch) -> bytes:
        return marshal.dumps([tuple(item) for item in self.here(batch)])

    def unpacked(self, data: bytes) -> Iterator[FoundReference | Lines]:
        for item in marshal.loads(data):
            yield Lines(*item) if len(item) == len(Lines._fields) else FoundReference(*item)


class AsColumns(NamedTuple):
    """Rows as record batches, or as objects if a text of the batch is not valid UTF-8.

    Batches are transferred in Arrow's streaming format; the first octet distinguishes the two.
    """

    options: Options

    def here(self, documents: Iterable[Readable]) -> Iterator[pyarrow.RecordBatch | FoundReference]:
        import pyarrow

        buffer = LinkRows()
        for rows in self.options.parts(documents, buffer):
            alone = isinstance(rows, FoundReference) and not buffer.append(rows, mend=False)
            if buffer.is_full or (alone and len(buffer)):
                yield pyarrow.record_batch(buffer.finish())
            if alone:
                yield rows
        if len(buffer):
            yield pyarrow.record_batch(buffer.finish())

    def packed(self, batch: Batch) -> bytes:
        from uriverse.documents import arrow

        rows = LinkRows()
        data = arrow.written(self.options.columns(batch, rows))
        if rows.has_mended:
            return _ROWS + AsRows(self.options).packed(batch)
        return _COLUMNS + data

    def unpacked(self, data: bytes) -> Iterator[pyarrow.RecordBatch | FoundReference]:
        from uriverse.documents import arrow

        if data.startswith(_ROWS):
            return AsRows(self.options).unpacked(data[1:])
        return arrow.read(memoryview(data)[1:])


_ROWS: Final = b"R"
_COLUMNS: Final = b"C"


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Delay signals while processes are started.

    A signal could interrupt this process while it sends a task, and the worker would get half of it. A worker that does
    not ignore signals yet would print a traceback. So the processes inherit a signal mask. This process records signals
    itself, because another thread may receive them.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    received: list[int] = []
    handlers = {number: signal.getsignal(number) for number in ENDING}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    for number, handler in handlers.items():
        if handler is not None and handler != signal.SIG_IGN:
            signal.signal(number, lambda number, _: received.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            if handler is not None:
                signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number in received:
            signal.raise_signal(number)


def _begin_worker(directory: str) -> None:
    """Prepare a worker: only the parent ends it, and it opens files in the parent's current directory.

    Ctrl-C and a closed terminal signal every process of the group, but the parent ends its workers. A worker whose
    parent was killed exits.
    """
    os.chdir(directory)
    for number in ENDING - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)


class _Workers(Generic[T]):
    def __init__(self, form: Form[T], processes: int) -> None:
        # Imported lazily, for calls without workers.
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import get_context

        self.form = form
        self.processes = processes
        self.broken = BrokenProcessPool
        # A fork would copy locks that threads of the caller hold.
        self.context = get_context("spawn")
        self.waiting: deque[tuple[Batch, Future[bytes]]] = deque()
        self.pool = self._pool(processes)
        self.can_start = True

    def rows(self, batches: Iterator[Batch]) -> Iterator[T]:
        try:
            for batch in batches:
                if not self.can_start:
                    yield from self.form.here(batch)
                    continue
                self._submit(batch)
                if len(self.waiting) >= self.processes * AHEAD:
                    yield from self._first()
            while self.waiting:
                yield from self._first()
        except BaseException:
            # Do not wait for submitted batches: their rows are not needed.
            self.pool.shutdown(wait=False, cancel_futures=True)
            raise
        self.pool.shutdown()

    def _pool(self, processes: int) -> ProcessPoolExecutor:
        from concurrent.futures import ProcessPoolExecutor

        with _undisturbed():
            return ProcessPoolExecutor(processes, self.context, _begin_worker, (os.getcwd(),))

    def _submit(self, batch: Batch) -> None:
        from concurrent.futures import Future

        try:
            with _undisturbed():
                future = self.pool.submit(self.form.packed, batch)
        except self.broken as broken:
            future = Future()
            future.set_exception(broken)
        self.waiting.append((batch, future))

    def _first(self) -> Iterator[T]:
        """Yield the rows of the oldest submitted batch."""
        batch, future = self.waiting.popleft()
        try:
            yield from self.form.unpacked(future.result())
        except MemoryError:
            # The rows of the batch do not fit in memory together; yield them one by one here.
            yield from self.form.here(batch)
        except self.broken:
            # All submitted batches are lost with the worker, and each may be the cause.
            self.pool.shutdown(wait=True)
            lost = [batch, *(other for other, _ in self.waiting)]
            self.waiting.clear()
            self.can_start = self._start()
            if not self.can_start:
                for other in lost:
                    yield from self.form.here(other)
                return
            self.pool = self._pool(self.processes)
            yield from self._one_by_one(batch)
            for other in lost[1:]:
                self._submit(other)

    def _start(self) -> bool:
        """Whether workers can start. They cannot if the main program is not an importable file.

        This is checked once: if they cannot, this process reads the rest.
        """
        with self._pool(1) as pool:
            try:
                return pool.submit(os.getpid).result() > 0
            except self.broken:
                return False

    def _one_by_one(self, batch: Batch) -> Iterator[T]:
        for item in batch:
            with self._pool(1) as pool:
                try:
                    yield from self.form.unpacked(pool.submit(self.form.packed, [item]).result())
                except self.broken:
                    name = item.source if isinstance(item, FoundReference) else item.name
                    yield from self.form.here([unreadable(name, "the process that read it ended")])
