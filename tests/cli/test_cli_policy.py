"""`uriverse policy check`: what a policy admits, as it is written or as the URL that it makes."""

from __future__ import annotations

import pytest

from support.command import objects, run


@pytest.mark.parametrize(
    ("arguments", "code", "output"),
    [
        (["https://h.example/a"], 0, "https://h.example/a\n"),
        (["HTTPS://H.example:443", "--url"], 0, "https://h.example/\n"),
        ([" https://h.example/list?tags[]=1", "--url"], 0, "https://h.example/list?tags%5B%5D=1\n"),
        (["http://10.0.0.7/", "--addresses", "10.0.0.0/8"], 0, "http://10.0.0.7/\n"),
        (["http://10.0.0.7/", "--addresses", "any"], 0, "http://10.0.0.7/\n"),
        (["ftp://h.example/", "--schemes", "ftp,http"], 0, "ftp://h.example/\n"),
        (["https://h.example:22/", "--ports", "22,80"], 0, "https://h.example:22/\n"),
        (["https://u@h.example/", "--userinfo"], 0, "https://u@h.example/\n"),
        (["https://h.example/a/b", "--paths", "/b,/a/*"], 0, "https://h.example/a/b\n"),
        (["https://h.example/a", "--quiet"], 0, ""),
        (["https://a.h.example/", "--hosts", "h.example,*.h.example"], 0, "https://a.h.example/\n"),
        (["https://h.example/", "--hosts", "g.example"], 1, ""),
        (["https://h.example/#a", "--no-fragment"], 1, ""),
        (["https://h.example/", "--max-length", "9"], 1, ""),
    ],
)
def test_a_text_is_admitted_or_not(arguments: list[str], code: int, output: str) -> None:
    result = run("policy", "check", *arguments)
    assert (result.exit_code, result.stdout) == (code, output), result.stderr
    assert bool(result.stderr) is bool(code)


def test_a_text_that_had_to_be_changed_is_refused() -> None:
    """The caller still holds it; --url judges and writes what a browser makes of it."""
    text = "http://1.1.1.1\\@127.0.0.1/"
    refused = run("policy", "check", text)
    assert refused.exit_code == 1 and "which is http://1.1.1.1/@127.0.0.1/" in refused.stderr
    assert run("policy", "check", "--url", text).stdout == "http://1.1.1.1/@127.0.0.1/\n"


def test_reasons_have_their_place_in_json() -> None:
    [answer] = objects(run("policy", "check", "--json", "http://u@10.0.0.7/"))
    assert not answer["admitted"]
    assert [(row["word"], row["start"], row["end"]) for row in answer["reasons"]] == [
        ("userinfo", 7, 8),
        ("address", 9, 17),
    ]
    [answer] = objects(run("policy", "check", "--json", "--url", " https://h.example"))
    assert answer == {"text": " https://h.example", "admitted": True, "reasons": [], "url": "https://h.example/"}


def test_the_changes_of_a_url_have_places_and_reasons() -> None:
    text = " http://h.example\\a|"
    result = run("policy", "check", "--changes", text)
    assert result.stdout.splitlines() == [
        "http://h.example/a%7C",
        "     0  ' ' -> '': white space and control characters at the ends, tabs and newlines are removed",
        "    17  '\\' -> '/': browsers read a backslash as \"/\"",
        "    19  '|' -> '%7C': the component cannot hold the character as it is (RFC 3986, section 2.1)",
    ]
    answers = objects(run("policy", "check", "--changes", "--json", text, "http://10.0.0.7\\"))
    assert [(answer["url"], len(answer["changes"])) for answer in answers] == [("http://h.example/a%7C", 3), (None, 0)]
    assert answers[0]["changes"][1] == {"at": 17, "before": "\\", "after": "/", "why": "backslash"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hosts", "a.*.com"], "--hosts"),
        (["--paths", "a"], "--paths"),
        (["--addresses", "inside"], "--addresses"),
        (["--ports", "web"], "--ports"),
    ],
)
def test_a_wrong_pattern_is_wrong_usage(arguments: list[str], message: str) -> None:
    result = run("policy", "check", *arguments, "https://h.example/")
    assert result.exit_code == 2 and message in result.stderr
