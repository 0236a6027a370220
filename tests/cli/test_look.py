"""`uriverse TEXT` and `uriverse look`: what there is to say of a text, in one screen."""

from __future__ import annotations

import pytest

from support.command import objects, run
from uriverse.cli.commands import GROUPS, NAMES


@pytest.mark.parametrize("first", [["look"], []])
def test_one_screen(first: list[str]) -> None:
    """The picture, what is dangerous, the normal form, and where a browser goes; no more lines than a terminal has."""
    result = run(*first, "HTTP://user:pw@0x7f.1:80/a/../b")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0 and len(lines) <= 40
    assert "a URI of RFC 3986 (2005-01): absolute, host reg-name" in lines
    assert any("address-rare" in line for line in lines) and "not-normal" not in result.stdout
    assert lines[-2:] == ["normal form  http://user:***@0x7f.1/b", "browser      http://user:***@127.0.0.1/b"]


def test_a_refused_text() -> None:
    """Why, and where a browser goes all the same."""
    result = run("http://h/a b")
    assert result.exit_code == 1 and "section 3.3" in result.stdout
    assert result.stdout.splitlines()[-2:] == ["normal form  none", "browser      http://h/a%20b"]
    (row,) = objects(run("look", "--json", "a b"))
    assert (row["valid"], row["normalized"], row["browser"], row["error"]["at"]) == (False, None, None, 1)


def test_the_help_has_groups() -> None:
    text = run("--help").output
    assert all(f"\n{title}:\n" in text for title in GROUPS)
    assert sorted(NAMES) == sorted({*NAMES})


def test_quiet_leaves_out_only_the_error() -> None:
    loud, quiet = run("look", "http://h/ b"), run("look", "-q", "http://h/ b")
    assert quiet.exit_code == loud.exit_code == 1 and loud.stdout.endswith(quiet.stdout)
    assert "browser      http://h/%20b" in quiet.stdout and "refuses it" not in quiet.stdout
    assert run("look", "-q", "http://h/").stdout == run("look", "http://h/").stdout
