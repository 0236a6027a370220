"""Lines that native code answers in blocks: the answers, errors and exit codes are those of each line by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import run
from uriverse.canonicalization import PROFILES
from uriverse.cli.texts import Run

# Options of `uriverse edit` that native code takes.
EDITS = [
    (),
    ("--set", "host=example.com"),
    ("--set", "host=::1", "--set", "port=8", "--clear", "userinfo"),
    ("--set", "host=b\u00fccher.example", "--set", "scheme=ftp"),
    ("--clear", "host", "--clear", "port"),
    ("--set", "authority=u@h:1", "--set", "path=/p", "--set", "query=", "--set", "fragment=f g"),
    ("--clear", "authority"),
    ("--clear", "scheme", "--clear", "path"),
    ("--append", "path=c d", "--append", "query=z=1 2", "--append", "query=w"),
    ("--append", "query=z=1 2", "--pair", "x=9", "--pair", "x=8", "--remove", "utm_*", "--form"),
    ("--pair", "x", "--remove", "y", "--sort"),
    ("--sort",),
    ("--default-port",),
    ("--default-port", "--set", "scheme=https", "--set", "port="),
    ("--default-port", "--set", "host=a:80"),
    ("--set", "host=www.example.org@evil"),
    ("--set", "port=1@evil", "--clear", "userinfo"),
    ("--mend", "--set", "port=80"),
    ("--set", "host=h", "--get", "{host} {port}\\t{path}{fragment}|{query:x}|{url}"),
    ("--get", "{query:q}{query:n b}", "--form"),
    ("--mend",),
    ("--redirect", "../x?y"),
    ("--replace", "x=9", "--replace", "utm_*", "--append", "query=x=1"),
    ("--set", "port?=8", "--set", "host=a"),
    ("--redirect", "#f", "--set", "fragment=g"),
    ("--redirect", "http://a/b?x=1", "--pair", "x=2"),
    ("--redirect", ""),
    ("--set", "user=a:b c"),
    ("--set", "password=p:@", "--set", "host=h"),
    ("--clear", "password"),
    ("--clear", "user"),
    ("--clear", "user", "--set", "password=p"),
    ("--set", "user=u", "--set", "userinfo=v"),
    ("--iterate", "port=80 81", "--iterate", "scheme=http ftp", "--append", "path=z"),
    ("--iterate", "port=80 x", "--clear", "fragment"),
    ("--iterate", "host=a b@c"),
    ("--iterate", "port="),
    ("--iterate", "host=a b", "--set", "path=//x"),
    ("--get", "{scheme} {userinfo} {host}{path} {query}", "--decoded"),
    ("--where", "scheme=http", "--where", "host=h", "--where", "host=*.com", "--set", "scheme=ftp"),
    ("--where", "port=", "--get", "{url}"),
    ("--where", "path=/*", "--mend", "--redirect", "y", "--on-invalid", "keep"),
]
EDITIONS = ("rfc3986", "rfc2396", "rfc1808", "rfc3987")
CALLS = [
    *(("edit", "--edition", edition, *options) for options in EDITS for edition in EDITIONS),
    *((command, "--edition", edition) for command in ("check", "normalize") for edition in EDITIONS),
    *(("parse", *form, "--edition", edition) for form in ((), ("--json",)) for edition in EDITIONS),
    *(("resolve", "--base", "http://a/b/c?d", "--edition", edition) for edition in (*EDITIONS, "whatwg")),
    ("resolve", "--base", "http://a/b", "--edition", "rfc2396", "--no-strict", "--new-request"),
    ("resolve", "--base", "http://a/b", "--excess-parents", "refuse"),
    ("normalize", "--level", "scheme"),
    ("normalize", "--edition", "whatwg"),
    ("check", "--quiet"),
    ("check", "--report", "github"),
    ("check", "--edition", "whatwg"),
    *(("audit", *options) for options in ((), ("--profile", "security"), ("--edition", "rfc1738"))),
    *(("audit", "--json", *options) for options in ((), ("--edition", "rfc1738"))),
    ("audit", "--report", "github"),
    ("audit", "--edition", "rfc2396", "--quiet"),
    ("check", "--rule", "path-abempty"),
    *(
        ("agree", *form, "--parsers", names)
        for form in ((), ("--json",), ("--long",), ("--quiet",))
        for names in ("rfc3986,rfc2396,whatwg", "split,whatwg", "rfc3986", "ours")
    ),
    *(("canonical", "--profile", profile) for profile in PROFILES),
]
# Refused, opaque, without an authority, with secrets and controls, not UTF-8, white space, blank.
LINES = [
    *("", "a", "/a", "//h", "//h?", "http:", "http:a", "http://h", "HTTP://H:/", "http://h:80"),
    *("https://u:p@[::1]:8/;a=b", "http:/h", "ftp:///p", "http://%68/%e9/%c3%a9%2?%0a#%00", "http://h/%e9%c3%a9%20"),
    *("mailto:a@b?x=1", "urn:a:b", "a b", "http://h/%", "http://h/?%ff=1&x=%ff", "?x&&y=1&x=2#", "http://h/?utm_id=1"),
    *("http://h/a?b=1&a=2&%61=3&utm_x", "http://u@/p", "http://:80/", "http://h//b", "http://example.com/./b"),
    *("file:///c", "http://h/?q=a+b&n+b=c", "http://h/\u00e9", "//h:99999/a", "./a:b", "http://h/a\t"),
    *("ftp://u:p%40@h:21/a/b%20c?x=%7e1&utm_id=7&y&x=2#top", "../../g", "?y", "#s", "http:g", "http://h/?token=abc"),
    *("//h?a=\u00e9&x-amz-signature=1", "http://h/\x1b[2J\udcff", "http://h:99999999999999999999999/", " http://h/ "),
    *("\u2003", " ", "http://h/?a b", "http://h/?token= rule"),
]


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_lines_together_are_as_each_alone(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    each = Run.each
    with monkeypatch.context() as patched:
        patched.setattr(Run, "each", lambda run, answer, *_, **__: each(run, answer))
        alone = run(*arguments, "-", stdin="\n".join(LINES).encode("utf-8", "surrogateescape"))
    for end in ("\n", "\r\n"):
        text = "\ufeff" + end.join(LINES) + end
        together = run(*arguments, "-", stdin=text.encode("utf-8", "surrogateescape"))
        assert (together.stdout, together.stderr, together.exit_code) == (alone.stdout, alone.stderr, alone.exit_code)


@pytest.mark.parametrize("options", [("--strip",), ("--skip-blank",), ("--strip", "--skip-blank", "--keep-lines")])
def test_options_of_lines_hold_in_blocks(options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Line numbers are those of the file, whatever lines are left out."""
    each = Run.each
    stdin = "\n".join(LINES).encode("utf-8", "surrogateescape")
    with monkeypatch.context() as patched:
        patched.setattr(Run, "each", lambda run, answer, *_, **__: each(run, answer))
        alone = run("normalize", *options, stdin=stdin)
    together = run("normalize", *options, stdin=stdin)
    assert (together.stdout, together.stderr, together.exit_code) == (alone.stdout, alone.stderr, alone.exit_code)


def test_octets_that_are_not_utf_8_are_reported() -> None:
    done = run("edit", "-", "--set", "host=h", stdin=b"http://a/\n\xff\nhttp://b/\n")
    assert done.stdout.split() == ["http://h/", "http://h/"] and done.exit_code == 1 and done.stderr


def test_a_long_line_and_many_lines(tmp_path: Path) -> None:
    """Lines that are longer than a read, and so many that several threads work; the order stays."""
    file = tmp_path / "urls.txt"
    numbered = [f"http://a/{number}" if number % 1000 else "a b" for number in range(1, 200_000)]
    long = "http://a/" + "x" * 9_000_000
    file.write_text("\n".join([long, *numbered, long]), "utf-8")
    done = run("edit", "--file", str(file), "--set", "host=b")
    wanted = [line.replace("//a/", "//b/") for line in [long, *numbered, long] if line != "a b"]
    assert done.stdout.splitlines() == wanted and done.exit_code == 1
