"""`uriverse policy lint` and `compare`: exit codes for continuous integration, and answers in JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import objects, run

MEANT = ["--hosts", "www.example.com", "--schemes", "https"]
RIGHT = r"match:^https://www\.example\.com/"


def test_an_allow_list_that_admits_more_fails() -> None:
    result = run("policy", "lint", r"match:^https://www\.example\.com", *MEANT)
    assert result.exit_code == 1
    assert "https://www.example.com.evil.net/\n  host: a browser goes to www.example.com.evil.net\n" in result.stdout
    assert 'nothing says where the host ends: write "/" after it' in result.stdout
    right = run("policy", "lint", RIGHT, *MEANT)
    assert (right.exit_code, right.stdout) == (0, "")


def test_what_is_found_as_written_is_said_to_be() -> None:
    list_ = r"match:^https://[^/@]+\.example\.com/"
    rows = objects(run("policy", "lint", list_, "--hosts", "*.example.com", "--as-written", "--json"))
    assert ("https://evil.net\\a.example.com/", "evil.net", False) in [
        (row["text"], row["host"], row["is_url"]) for row in rows
    ]


def test_two_lists_are_compared(tmp_path: Path) -> None:
    file = tmp_path / "allowed.txt"
    file.write_text("a.example.com\nexample.com  # the page\n")
    [answer] = objects(run("policy", "compare", "hosts:*.example.com", f"hosts:@{file}", "--count", "1", "--json"))
    assert answer == {
        "relation": "different",
        "only_first": ["http://b.example.com/"],
        "only_second": ["http://example.com/"],
    }
    result = run("policy", "compare", "hosts:*.example.com", "hosts:*.example.com,a.example.com")
    assert (result.exit_code, result.stdout) == (0, "equal\n")
    narrower = run("policy", "compare", "hosts:*.example.com", "hosts:a.example.com", "--count", "1")
    assert (narrower.exit_code, narrower.stdout) == (1, "narrower\n  only the first: http://b.example.com/\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lint", "^https://"], "there is no notation"),
        (["lint", "match:("], "no regular expression"),
        (["lint", "match:^https://(?=a)"], "look-ahead"),
        (["lint", "hosts:@/nowhere/at/all"], "No such file"),
        (["compare", "search:a", "search:(?!b)"], "look-ahead"),
        (["lint", "match:a", "--ports", "many"], "ports"),
    ],
)
def test_what_cannot_be_read_or_decided_is_wrong_use(arguments: list[str], message: str) -> None:
    result = run("policy", *arguments)
    assert result.exit_code == 2 and message in result.stderr
