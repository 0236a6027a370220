"""How the command ends: a full disk, a closed pipe, Ctrl-C and other signals; files are whole or not there."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.commands import CALLS, write_inputs
from uriverse.ground.output import whole_file

COMMAND = [sys.executable, "-m", "uriverse.cli"]
# The command without the comparisons of a page of all editions, which take a quarter of a minute.
UNCOMPARED = [
    *(sys.executable, "-c"),
    "from uriverse.cli import main; from uriverse.lab import matrix\n"
    "matrix.all_differences = lambda editions: iter(()); main()",
]
# A page of many references, and one as long of few.
PAGE = b"<a href=x>" * 20_000
SPARSE = b"<a href=x>".ljust(100) * 2_000


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Pages enough for workers."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "0.html").write_bytes(SPARSE)
    (folder / "1.html").write_bytes(PAGE)
    for number in range(2, 60):
        (folder / f"{number}.html").hardlink_to(folder / "0.html")
    (folder / "a.txt").write_text("http://h/ " * 20_000)
    return folder


# A call of each command that writes to standard output, and more ways to write.
WRITING = [
    *CALLS.values(),
    ["links", "{site}/1.html", "--json"],
    ["links", "{site}/1.html", "--csv"],
    ["links", "{site}/1.html"],
    ["links", "{site}", "--json"],
    ["find", "{site}/a.txt"],
    ["parse", "http://h/", "--json"],
    ["table", "{site}/a.txt", "--as", "parquet"],
    ["--help"],
]


# Each call in a fork of one interpreter, with its standard output; its exit code after its messages.
EACH = """
import json, os, sys
from uriverse.cli import main
from uriverse.cli.commands import uriverse
for arguments in json.loads(sys.argv[1]):
    if not (call := os.fork()):
        main(arguments)
    code = os.waitstatus_to_exitcode(os.waitpid(call, 0)[1])
    print(f"\\0{code}\\0", end="", file=sys.stderr, flush=True)
"""


def ends(site: Path, stdout: Any, *before: str) -> list[tuple[list[str], int, bytes]]:
    """The calls of `WRITING`, their exit codes and their messages; `before` is what starts the interpreter."""
    write_inputs(site.parent)
    calls = [[each.replace("{site}", str(site)) for each in arguments] for arguments in WRITING]
    command = [*before, sys.executable, "-c", EACH, json.dumps(calls)]
    done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, cwd=site.parent, check=True)
    *parts, rest = done.stderr.split(b"\0")
    assert rest == b""
    return list(zip(WRITING, map(int, parts[1::2]), parts[::2], strict=True))


def test_a_full_standard_output(site: Path) -> None:
    """One line that says what is wrong, and an exit code that is neither "no" nor "wrong use"."""
    with open("/dev/full", "wb") as full:
        for arguments, code, said in ends(site, full):
            assert said.endswith(b"uriverse: the output cannot be written: No space left on device\n"), arguments
            assert code == 3 and b"Traceback" not in said, arguments


def test_a_closed_pipe(site: Path) -> None:
    """No message about it, and the exit code that a shell gives a process that SIGPIPE ended."""
    ours, theirs = os.pipe()
    os.close(ours)
    for arguments, code, said in ends(site, theirs):
        assert code == 141 and b"Traceback" not in said and b"cannot be" not in said, arguments
    os.close(theirs)


def test_no_standard_output(site: Path) -> None:
    """A process that is started without one says so, as with one that is full."""
    for arguments, code, said in ends(site, None, "sh", "-c", '"$@" >&-', "sh"):
        assert said.endswith(b"uriverse: the output cannot be written: Bad file descriptor\n"), arguments
        assert code == 3 and b"Traceback" not in said, arguments


def status(process: object) -> list[str]:
    """The fields of a process from its state on; none if it has ended, even if it is still a zombie."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
    return [] if fields[0] == "Z" else fields


def children(of: int) -> set[int]:
    """The processes that a process started, those that its children started too."""
    parents = {int(name): int(fields[1]) for name in os.listdir("/proc") if name.isdigit() and (fields := status(name))}
    found = {of}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {of}


def until(happens: object, seconds: float = 60) -> bool:
    """Wait until a condition holds; the time only ends a wait that would never end."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if happens():  # type: ignore[operator]
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def working(site: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A run that writes Parquet by two workers and never ends, with an older file under the name."""
    out = tmp_path / "out" / "links.parquet"
    out.parent.mkdir()
    out.write_text("older")
    command = [*COMMAND, "links", *[str(site)] * 2000, "--parquet", str(out), "--processes", "2"]
    process = subprocess.Popen(
        ["env", "--default-signal=HUP,INT,TERM", *command],  # who runs the tests may ignore them, as nohup does
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert until(lambda: len(list(out.parent.iterdir())) == 2 and len(children(process.pid)) >= 2)
    yield process, out
    process.kill()
    process.communicate()


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.parametrize("to_group", [False, True], ids=["process", "group"])
def test_a_signal_leaves_neither_halves_nor_workers(
    working: tuple[subprocess.Popen[bytes], Path], name: str, code: int, to_group: bool
) -> None:
    """The older file stays, no half of a file, no process is left, one line is said."""
    process, out = working
    workers = children(process.pid)
    number = getattr(signal, name)
    if to_group:
        os.killpg(process.pid, number)
    else:
        os.kill(process.pid, number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    assert said.strip().startswith(b"uriverse: ") and b"\n" not in said.strip()
    assert [path.name for path in out.parent.iterdir()] == ["links.parquet"]
    assert out.read_text() == "older"
    assert until(lambda: not any(map(status, workers)))


def test_workers_end_with_a_parent_that_is_killed(working: tuple[subprocess.Popen[bytes], Path]) -> None:
    """Nobody tells them; they see it."""
    process, _ = working
    workers = children(process.pid)
    process.kill()
    process.wait()
    assert until(lambda: not any(map(status, workers)))


def test_a_whole_file_or_none(tmp_path: Path) -> None:
    """An error in the block or in the writing leaves the old file and nothing else."""
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)
    with pytest.raises(ZeroDivisionError), whole_file(path) as beside:
        beside.write_text(f"half{1 // 0}")
    assert (path.read_text(), [each.name for each in tmp_path.iterdir()]) == ("old", ["a"])
    with whole_file(path) as beside:
        beside.write_text("new")
        assert path.read_text() == "old"
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o640)
    with pytest.raises(OSError) as raised, whole_file(tmp_path / "no" / "b") as beside:
        beside.write_text("x")
    assert raised.value.filename == str(tmp_path / "no" / "b")


def test_a_whole_file_through_a_link_and_to_a_device(tmp_path: Path) -> None:
    """A link stays a link; a device or a pipe is written to, not replaced."""
    (tmp_path / "a").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    with whole_file(tmp_path / "link") as beside:
        beside.write_text("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_text() == "new"
    with whole_file("/dev/null") as path:
        path.write_text("x")
    assert not Path("/dev/null").is_file()


def test_a_full_disk(site: Path) -> None:
    """Parquet to a device without space: one line, and the exit code of an output that cannot be written."""
    done = subprocess.run(
        [*COMMAND, "links", f"{site}/1.html", "--parquet", "/dev/full"], capture_output=True, check=False
    )
    assert done.returncode == 3
    assert b"/dev/full cannot be written: " in done.stderr and b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["links", "{site}/1.html", "--parquet"], "out.parquet"),
        (["table", "{site}/urls.txt", "--to"], "out.csv"),
        (["table", "{site}/urls.txt", "--to"], "out.jsonl"),
        (["table", "{site}/urls.txt", "--to"], "out.parquet"),
        (["table", "{site}/urls.txt", "--to"], "out.csv.gz"),
        (["lab", "suite", "rfc3986", "--rule", "port", "--to"], "out.jsonl"),
        (["diff", "--html"], "out.html"),
    ],
)
def test_a_file_that_finds_no_space(site: Path, tmp_path: Path, arguments: list[str], name: str) -> None:
    """Exit code 3 and one line with the file's name; the old file stays, and no half beside it."""
    (site / "urls.txt").write_text("".join(f"http://h{n}/{n * n}\n" for n in range(5000)))
    out = tmp_path / name
    out.write_text("old")
    begun = UNCOMPARED if arguments[0] == "diff" else COMMAND
    command = [*begun, *(argument.format(site=site) for argument in arguments), str(out)]
    limit = (16, 16)
    done = subprocess.run(
        command,
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},  # bytecode would be cut off too, and kept
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )
    assert done.returncode == 3, done.stderr
    assert f"{name} cannot be written: ".encode() in done.stderr and b"File too large" in done.stderr
    assert b"Traceback" not in done.stderr
    assert out.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [name]


def test_a_half_file_is_no_strangers(tmp_path: Path) -> None:
    """In a folder that others write to: a link of the half file's name is not followed, and what only the owner may
    read is not open to others while it is written."""
    final, victim = tmp_path / "out", tmp_path / "victim"
    final.write_text("old")
    final.chmod(0o600)
    victim.write_text("mine")
    (tmp_path / f".out.{os.getpid()}.part").symlink_to(victim)
    before = os.umask(0)
    try:
        with whole_file(final) as beside:
            assert not beside.is_symlink()
            assert beside.stat().st_mode & 0o777 == 0o600
            beside.write_text("new")
    finally:
        os.umask(before)
    assert (final.read_text(), victim.read_text()) == ("new", "mine")
