"""`uriverse edit`: what is named changes, and nothing else; what is asked for is written."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command import objects, run
from support.paths import ROOT
from support.programs import tool

URL = "http://u:p%40@h:8080/a/b%20c?x=%7e1&utm_id=7&y&x=2#top"


@pytest.mark.parametrize(
    ("options", "result"),
    [
        ((), URL),
        (("--set", "host=example.com"), "http://u:p%40@example.com:8080/a/b%20c?x=%7e1&utm_id=7&y&x=2#top"),
        (("--set", "user=me@home"), "http://me%40home:p%40@h:8080/a/b%20c?x=%7e1&utm_id=7&y&x=2#top"),
        (("--set", "path=/"), "http://u:p%40@h:8080/?x=%7e1&utm_id=7&y&x=2#top"),
        (("--set", "fragment="), "http://u:p%40@h:8080/a/b%20c?x=%7e1&utm_id=7&y&x=2#"),
        (("--clear", "fragment", "--clear", "port"), "http://u:p%40@h/a/b%20c?x=%7e1&utm_id=7&y&x=2"),
        (("--clear", "path"), "http://u:p%40@h:8080?x=%7e1&utm_id=7&y&x=2#top"),
        (("--clear", "password"), "http://u@h:8080/a/b%20c?x=%7e1&utm_id=7&y&x=2#top"),
        (("--append", "path=d/e f"), "http://u:p%40@h:8080/a/b%20c/d%2Fe%20f?x=%7e1&utm_id=7&y&x=2#top"),
        (("--append", "query=z=1 2"), "http://u:p%40@h:8080/a/b%20c?x=%7e1&utm_id=7&y&x=2&z=1%202#top"),
        (("--append", "query=z=1 2", "--form"), "http://u:p%40@h:8080/a/b%20c?x=%7e1&utm_id=7&y&x=2&z=1+2#top"),
        (("--remove", "utm_*"), "http://u:p%40@h:8080/a/b%20c?x=%7e1&y&x=2#top"),
        (("--remove", "x", "--remove", "y"), "http://u:p%40@h:8080/a/b%20c?utm_id=7#top"),
        (("--pair", "y=3", "--pair", "w"), "http://u:p%40@h:8080/a/b%20c?x=%7e1&utm_id=7&y=3&x=2&w#top"),
        (("--pair", "x=8", "--pair", "x=9"), "http://u:p%40@h:8080/a/b%20c?x=8&utm_id=7&y&x=9#top"),
        (("--sort",), "http://u:p%40@h:8080/a/b%20c?utm_id=7&x=%7e1&x=2&y#top"),
        (("--replace", "x=3", "--replace", "z=4"), "http://u:p%40@h:8080/a/b%20c?x=3&utm_id=7&y&x=3#top"),
        (("--replace", "u*=", "--replace", "y"), "http://u:p%40@h:8080/a/b%20c?x=%7e1&utm_id=&y&x=2#top"),
        (("--set", "port?=1", "--set", "fragment?=f"), URL),
        (("--clear", "fragment", "--set", "fragment?=f"), URL.replace("#top", "")),
        (("--redirect", "../z?q"), "http://u:p%40@h:8080/z?q"),
        (("--clear", "port", "--default-port"), "http://u:p%40@h:80/a/b%20c?x=%7e1&utm_id=7&y&x=2#top"),
    ],
)
def test_edits(options: tuple[str, ...], result: str) -> None:
    """Every byte that is not named stays."""
    done = run("edit", URL, *options)
    assert (done.stdout, done.stderr, done.exit_code) == (result + "\n", "", 0)


@pytest.mark.parametrize(
    ("form", "options", "answer"),
    [
        ("{host} {port} {query:x}", (), "h 8080 ~1"),
        ("{path}", (), "/a/b%20c"),
        ("{path}", ("--decoded",), "/a/b c"),
        ("{scheme}\\t{user}:{password}\\n{fragment}", (), "http\tu:p@\ntop"),
        ("{keys}", (), "x\nutm_id\ny\nx"),
        ("{values}", (), "~1\n7\n2"),
        ("{segments}|{name}|{suffix}", (), "a\nb c|b c|"),
        ("{origin} {effective_port} {request_target}", (), "http://h:8080 8080 /a/b%20c?x=%7e1&utm_id=7&y&x=2"),
        ("{url}", (), URL),
        ("[{query:none}{domain}]", (), "[]"),
        ("{query-all:x}|{query-all:none}", (), "~1 2|"),
        ("{must:port}{must:path}", (), "8080/a/b%20c"),
        ("{strict:path} {strict:query}", (), "/a/b c x=~1&utm_id=7&y&x=2"),
        ("{scheme}:{userinfo}{@}{host}{:}{port}{?}{#}", (), "http:u:p%40@h:8080?#"),
        (r"a\{b}\r.", (), "a{b}\r."),
    ],
)
def test_get(form: str, options: tuple[str, ...], answer: str) -> None:
    done = run("edit", URL, "--get", form, *options)
    assert (done.stdout, done.exit_code) == (answer + "\n", 0)


def test_hosts_by_letters_and_their_parts() -> None:
    """The answers of trurl's manual for --as-idn, and the parts of a name that unfurl has."""
    done = run("edit", "http://xn--4cab6c/a", "http://xn--a/", "//[::1]/", "a", "--get", "{idn:host} {idn:url}")
    assert done.stdout == "\u00e5\u00e4\u00f6 http://\u00e5\u00e4\u00f6/a\nxn--a http://xn--a/\n[::1] //[::1]/\n a\n"
    done = run(
        "edit", "http://a.www.example.co.uk/", "http://10.0.0.1/", "--get", "{subdomain}|{domain}|{public_suffix}"
    )
    assert done.stdout == "a.www|example.co.uk|co.uk\n||\n"
    hosts = ("//WWW.Example.com", "//10.0.0.1", "//[::ffff:1.2.3.4]", "a", "///p")
    done = run("edit", *hosts, "--get", "<{reversed_host}>")
    assert done.stdout.split() == ["<com.example.www>", "<10.0.0.1>", "<[::ffff:1.2.3.4]>", "<>", "<>"]


def test_what_is_there_is_not_set_again() -> None:
    done = run("edit", "http://h/?a", "http://u@h:8", "--set", "port?=80", "--set", "user?=v", "--set", "path?=/p")
    assert done.stdout == "http://v@h:80/?a\nhttp://u@h:8/p\n"


def test_verify_ends_with_the_first_refusal() -> None:
    for arguments, stdin in ((("http://a/", "a b", "http://c/"), ""), (("-",), "http://a/\na b\nhttp://c/\n")):
        done = run("edit", "--fail-fast", *arguments, stdin=stdin)
        assert (done.stdout, done.exit_code) == ("http://a/\n", 1) and "section 3.3" in done.stderr


def test_iterating_gives_each_combination() -> None:
    """trurl's manual has such a list of ports; two lists give their product."""
    done = run("edit", "http://h/", "--iterate", "port=80 443", "--iterate", "scheme=http https")
    assert done.stdout.split() == ["http://h:80/", "https://h:80/", "http://h:443/", "https://h:443/"]


def test_lines_files_and_answers_once(tmp_path: Path) -> None:
    file = tmp_path / "urls.txt"
    file.write_text("http://a/1\nhttp://b/\n", "utf-8")
    done = run("edit", "-", "--file", str(file), "--get", "{host}", "--unique", stdin="http://a/\nhttp://c/\n")
    assert done.stdout.split() == ["a", "c", "b"]


@pytest.mark.parametrize(
    ("name", "left"),
    [("*", "/"), (r"\*", "/?a=1&ab"), (r"a\*", "/?*=1&a=1&ab"), (r"\**", "/?a=1&ab"), (r"?\?", "/?*=1&a=1&ab")],
)
def test_a_star_after_a_backslash_is_a_star(name: str, left: str) -> None:
    """In one text, and in a line of many; in --replace too."""
    for arguments in (["/?*=1&a=1&ab"], []):
        assert run("edit", "--remove", name, *arguments, stdin="/?*=1&a=1&ab\n").stdout == f"{left}\n"
    assert run("edit", "--replace", r"\*=2", "/?*=1&a=1").stdout == "/?*=2&a=1\n"


def test_json() -> None:
    made, refused = objects(run("edit", "http://h/a?b=c&d", "http://h/a b", "--set", "port=8", "--json"))
    assert (made["url"], made["answer"], made["error"]) == ("http://h:8/a?b=c&d", "http://h:8/a?b=c&d", None)
    assert made["parts"]["pairs"] == [["b", "c"], ["d", None]] and made["parts"]["segments"] == ["a"]
    assert refused["url"] is None and refused["error"]["clause"] == "RFC 3986, section 3.3"


def test_mending_is_reported() -> None:
    done = run("edit", "http:\\\\h/a b", "--mend")
    assert (done.stdout, done.exit_code) == ("http://h/a%20b\n", 0)
    assert "at 10: ' ' is now '%20'" in done.stderr
    done = run("edit", "http://h/" + 1001 * " " + "a", "--mend")
    assert done.stderr.count(" is now ") == 1000 and done.stderr.endswith("1 more changes, which are not listed\n")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("http://h/a b",), 1, "section 3.3"),
        (("http://h/", "--set", "path=a"), 1, "the path 'a' would be read as"),
        (("http://h/", "--append", "path=.."), 1, "dot segment"),
        (("http://h/", "--set", "hots=a"), 2, "did you mean 'host'"),
        (("http://h/", "--append", "host=a"), 2, "There are path, query."),
        (("http://h/", "--get", "{hots}"), 2, "did you mean 'host'"),
        (("http://h/", "--get", "{host:a}"), 2, "{query:NAME} has a name"),
        (("http://h/", "--get", "{must:hots}"), 2, "did you mean 'host'"),
        (("http://u:secret@h/", "--get", "{must:port}"), 1, "there is no port in http://u:***@h/"),
        (("http://h/?b", "--get", "{must:query:a}"), 1, "there is no query:a in http://h/?b"),
        (("http://h/%ff", "--get", "{strict:path}"), 1, "not"),
        (("http://h/", "--iterate", "port=1", "--iterate", "port=2"), 2, "port is named twice"),
        (("http://h/", "--set", "port=1", "--set", "port=2"), 2, "port is named twice"),
        (("http://h/", "--get", "{host}", "--get", "{path}"), 2, "--get': it is given twice"),
        (("http://h/", "--where", "hots=h"), 2, "did you mean 'host'"),
        (("http://h/", "--where", "host"), 2, "write PART=GLOB"),
        (("http://h/", "--where", "query:a=2"), 2, "'query=*a=2*'"),
        (("http://h/", "--get", "{path}{host"), 2, "the placeholder '{host' has no '}'"),
        (("http://h/", "--set", "path=/v2{path}"), 2, "{path} is one: use --get"),
        (("http://h/", "--set", "host?={site}"), 2, "{site} is one: use --get"),
        (("http://h/", "--set", "port=1", "--iterate", "port=2 3"), 2, "port is set by --set too"),
    ],
)
def test_what_is_wrong_is_reported(arguments: tuple[str, ...], code: int, message: str) -> None:
    done = run("edit", *arguments)
    assert done.exit_code == code and message in done.stderr and done.stdout == ""


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (("--set", "user={host}"), "http://%7Bhost%7D@h/"),
        (("--set", "path=/{host}", "--mend"), "http://h/%7Bhost%7D"),
        (("--get", '{"h": "{host}"}'), '{"h": "h"}'),
        (("--get", "\\{host"), "{host"),
    ],
)
def test_a_brace_may_be_data(options: tuple[str, ...], answer: str) -> None:
    assert run("edit", "http://h/", *options).stdout == f"{answer}\n"


LIST = "HTTP://a.example.com/x\nhttps://b.example.com:8/?id=1\nftp://c.net/\na b\n/r\n"


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (("scheme=http",), "HTTP://a.example.com/y\nhttps://b.example.com:8/?id=1\nftp://c.net/\n/r\n"),
        (
            ("host=*.EXAMPLE.com", "scheme=h*s"),
            "HTTP://a.example.com/x\nhttps://b.example.com:8/y?id=1\nftp://c.net/\n/r\n",
        ),
        (("scheme=ftp", "scheme="), "HTTP://a.example.com/x\nhttps://b.example.com:8/?id=1\nftp://c.net/y\n/y\n"),
        (("domain=example.com", "port="), "HTTP://a.example.com/y\nhttps://b.example.com:8/?id=1\nftp://c.net/\n/r\n"),
        (("path=/X",), "HTTP://a.example.com/x\nhttps://b.example.com:8/?id=1\nftp://c.net/\n/r\n"),
    ],
)
def test_only_texts_that_match_are_changed(options: tuple[str, ...], answer: str) -> None:
    """Schemes and hosts in any case (RFC 3986, section 6.2.2.1); the patterns of one part are alternatives."""
    where = [word for option in options for word in ("--where", option)]
    assert run("edit", *where, "--set", "path=/y", stdin=LIST).stdout == answer


def test_with_a_format_other_texts_are_left_out() -> None:
    call = ("edit", "--where", "scheme=http*", "--get", "{host}")
    assert run(*call, stdin=LIST).stdout == "a.example.com\nb.example.com\n"
    assert run(*call, "--keep-lines", stdin=LIST).stdout == "a.example.com\nb.example.com\n\n\n\n"
    rows = objects(run("edit", "--where", "scheme=ftp", "--set", "path=/y", "--json", stdin=LIST))
    assert [row["answer"] for row in rows] == [
        *("HTTP://a.example.com/x", "https://b.example.com:8/?id=1", "ftp://c.net/y", None, "/r")
    ]


def test_a_refused_text_may_pass_through() -> None:
    """It is reported and counted as without the option; an argument passes through too."""
    call = ("edit", "--set", "host=h", "--get", "{host}")
    dropped, kept = (run(*call, *more, "x:/", "a b", "-", stdin=LIST) for more in ((), ("--on-invalid", "keep")))
    assert kept.stdout.splitlines() == ["h", "a b", "h", "h", "h", "a b", "h"]
    assert (kept.stderr, kept.exit_code) == (dropped.stderr, 1)


def test_the_counts_say_what_lines_lack() -> None:
    done = run("edit", "--get", "{must:query:id}{must:port}", stdin=LIST)
    assert (done.stdout, done.exit_code) == ("18\n", 1)
    assert done.stderr.splitlines()[-1] == "4 of 5 lines refused, 3 without query:id"


def page_rows() -> Iterator[tuple[str, str]]:
    """The commands of docs/editing.md and their answers."""
    page = (ROOT / "docs" / "editing.md").read_text("utf-8")
    for row in tool("try_trurl").rows(page):
        yield f"uriverse edit {row.uriverse} -- {row.text}", row.answer
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 3 and cells[1].startswith("`uriverse edit") and cells[2]:
            yield cells[1].strip("`"), cells[2].strip("`").replace("` `", "\n")


@pytest.mark.parametrize(("command", "answer"), list(page_rows()))
def test_the_page_for_users_of_trurl_and_unfurl(command: str, answer: str) -> None:
    assert run(*shlex.split(command)[1:]).stdout == answer + "\n"


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("http://h/?utm_x=1&a=2&gclid=3", "--strip-tracking"), "http://h/?a=2"),
        (("http://r\u00e9sum\u00e9.example/\u00e9?x", "--to-uri"), "http://xn--rsum-bpad.example/%C3%A9?x"),
        (("http://xn--rsum-bpad.example/%C3%A9", "--to-iri"), "http://xn--rsum-bpad.example/\u00e9"),
        (
            ("http://a.example.co.uk/b", "--get", "{site} {domain} {public_suffix}"),
            "http://example.co.uk example.co.uk co.uk",
        ),
        (("http://h/?a=x%20y&b", "--get", "{:query:a} {query:a} {:query:b}{:query:c}"), "x%20y x y "),
        (("http://[fe80::1%25eth0]/", "--edition", "rfc6874", "--get", "{zoneid}"), "eth0"),
        (("http://[::1]/", "--get", "{zoneid}"), ""),
        (("/?=1&a=2", "--get", "{query:}"), "1"),
        (("/?a=1&b=%41&&a=", "--get", "{:pairs}"), "a=1\nb=%41\n\na="),
        (("/?a=x&y;b=%41;b=c", "--get", "{:pairs}", "--query-separator", ";"), "a=x&y\nb=%41\nb=c"),
        (("/?a=x&y;b=%41;b=c", "--get", "{:query-all:b}", "--query-separator", ";"), "%41 c"),
        (("/?a=x&y;b=%41;b=c", "--get", "{pairs}", "--query-separator", ";"), "a=x&y\nb=A\nb=c"),
        (("/?q=a%20b&c+d&%41=", "--get", "{must:pairs}|{:keys}|{:values}"), "q=a b\nc+d\nA=|q\nc+d\n%41|a%20b\n"),
        (("/?q=a%20b&c+d=1", "--form", "--get", "{pairs}|{keys}"), "q=a b\nc d=1|q\nc d"),
        (("/?a=%41", "--get", "{must:query:a}"), "A"),
        (("/?a=1", "--append", "query=a=2", "--remove", "a"), "/?a=2"),
        (("http://h/", "--mend", "--set", "path=/a b%20c", "--set", "query=x y"), "http://h/a%20b%20c?x%20y"),
    ],
)
def test_what_is_searched_and_removed(arguments: tuple[str, ...], answer: str) -> None:
    assert run("edit", *arguments).stdout == f"{answer}\n"
    lines = run("edit", *arguments[1:], stdin=f"{arguments[0]}\n")
    assert lines.stdout == f"{answer}\n"


@pytest.mark.parametrize(
    ("text", "options", "answer"),
    [
        ("http://h/?a=1;b=2", ["--remove", "a"], "http://h/?b=2"),
        ("http://h/?a=1&2;b=%26;c", ["--remove", "c"], "http://h/?a=1&2;b=%26"),
        ("http://h/?b=1&2;a", ["--sort"], "http://h/?a;b=1&2"),
        ("http://h/?a=1", ["--append", "query=b=x;y&z"], "http://h/?a=1;b=x%3By%26z"),
        ("http://h/?a=1;b=2", ["--pair", "a=3"], "http://h/?a=3;b=2"),
        ("http://h/?a=1&2;b=%26", ["--get", "{query:a} {:query:a} {:query:b} {query}"], "1&2 1&2 %26 a=1&2;b=%26"),
        ("http://h/", ["--append", "query=a"], "http://h/?a"),
        ("http://h/?a;b", ["--remove", "*"], "http://h/"),
    ],
)
def test_pairs_may_stand_between_another_separator(text: str, options: list[str], answer: str) -> None:
    """What is between the separators is a pair; pairs that are not named keep every octet."""
    assert run("edit", text, "--query-separator", ";", *options).stdout == f"{answer}\n"


@pytest.mark.parametrize("form", ["{keys}", "{values}", "{query:a}", "{query-all:b}", "{query}", "{url}"])
def test_what_is_searched_stands_between_the_separators_too(form: str) -> None:
    """A pair may hold "&" then, and what it has of a pair is as after the change of the one separator to the other."""
    with_semicolons = run("edit", "http://h/?a=1;b=2&c;b=3", "--query-separator", ";", "--get", form).stdout
    with_ampersands = run("edit", "http://h/?a=1&b=2%26c&b=3", "--get", form).stdout
    written = form in ("{query}", "{url}")
    assert with_semicolons == (with_ampersands.replace("&", ";").replace("%26", "&") if written else with_ampersands)


def test_a_refused_line_has_the_place_in_what_was_read(tmp_path: Path) -> None:
    """A place in what was made of it is no column of the file."""
    (tmp_path / "urls").write_text("http://h/a\nmailto:x\nhttp://h/a b\n")
    lines = run("edit", "--file", str(tmp_path / "urls"), "--set", "port=x").stderr.splitlines()
    assert [line.partition(": ")[0] for line in lines[:3]] == [
        f"{tmp_path}/urls{place}" for place in (":1", ":2", ":3:11")
    ]


@pytest.mark.parametrize("separator", ["", "a", "=", "%", ";;", "|"])
def test_a_separator_parts_pairs_and_nothing_else(separator: str) -> None:
    """A character that names, values or triplets are written with is refused."""
    assert run("edit", "http://h/", "--query-separator", separator).exit_code == 2


@pytest.mark.parametrize("options", [(), ("--set", "host=x"), ("--iterate", "port=1 2"), ("--redirect", "../y")])
def test_the_text_as_it_was(options: tuple[str, ...]) -> None:
    """`{text}` is the line before anything is changed, of an argument and of lines in blocks."""
    text, form = "HTTP://h:80/a/b?utm_id=1", "{text} {url}"
    answers = run("edit", *options, text).stdout.splitlines()
    expected = "".join(f"{text} {answer}\n" for answer in answers)
    assert run("edit", *options, "--get", form, text).stdout == expected
    assert run("edit", *options, "--get", form, stdin=f"{text}\n").stdout == expected
