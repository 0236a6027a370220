"""`uriverse redact`: running text with stars for the secrets of its references."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.command import run


def test_secrets_become_stars_and_all_else_stays() -> None:
    """Octets that are not UTF-8, line ends, a byte order mark, and a last line without an end."""
    text = b"\xef\xbb\xbfsee http://me:pw@h/?a=1&token=x\r\n\xff password: y ftp://u:p%40@h\n\n//a:b@h"
    called = [sys.executable, "-m", "uriverse.cli", "redact"]
    written = subprocess.run(called, input=text, capture_output=True, check=True).stdout
    assert written == text.replace(b":pw@", b":***@").replace(b"=x", b"=***").replace(b"p%40", b"***").replace(
        b":b@", b":***@"
    )


def test_names_that_may_be_secret_are_masked_on_request() -> None:
    text = "http://h/?code=1&next=http%3A%2F%2Fu%3Ap%40h&page=2\n"
    assert run("redact", stdin=text).stdout == "http://h/?code=1&next=http%3A%2F%2Fu%3A***%40h&page=2\n"
    assert run("redact", "--wide", stdin=text).stdout == "http://h/?code=***&next=http%3A%2F%2Fu%3A***%40h&page=2\n"


def test_names_are_added() -> None:
    text = "http://h/?pin=1&x-a-key=2&page=3\n"
    assert run("redact", "--also", "pin, x-*-key", stdin=text).stdout == "http://h/?pin=***&x-a-key=***&page=3\n"
    assert run("redact", "--also", "pin", stdin=text).stdout == "http://h/?pin=***&x-a-key=2&page=3\n"


def test_files_are_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("//u:p@a\n")
    (tmp_path / "b").write_text("//u:p@b\n")
    assert run("redact", str(tmp_path / "b"), str(tmp_path / "a")).stdout == "//u:***@b\n//u:***@a\n"
    done = run("redact", str(tmp_path / "none"))
    assert (done.exit_code, done.stdout) == (2, "") and "cannot be read" in done.stderr
