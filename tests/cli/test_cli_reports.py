"""Reports for other programs: what `links`, `audit` and `check` write with --report, and what `links` leaves out."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from support.command import objects, run
from uriverse.cli.reports import FORMATS, Problem, Report
from uriverse.ground.masking import shown

# A comma and a colon end a property of a workflow command, "|" a cell, and "&" begins a reference of XML.
PAGE = '<a href=#y>1</a>\n<a href="b,c.html?a|b&amp;c">2</a><a href=http://o/>3</a>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "a.html").write_text(PAGE, "utf-8")
    (tmp_path / "c.html").write_text("<p>", "utf-8")
    return tmp_path


def test_github_reads_a_command_for_each_problem(site: Path) -> None:
    """GitHub's workflow commands: "%", CR and LF are escaped in data, ":" and "," in properties too."""
    done = run("links", str(site), "--base", "http://h/", "--broken", "--report", "github")
    first, second = done.stdout.splitlines()
    assert first.startswith(f"::error file={site}/a.html,line=1,col=1,title=no-anchor::#y: ")
    assert second.startswith(f"::error file={site}/a.html,line=2,col=1,title=no-file::b,c.html?a|b&c: ")
    assert done.exit_code == 1 and "(1 no-anchor, 1 no-file), in 1 of 2 pages" in done.stderr
    wrong = run("audit", "http://h%0A,x:99999/", "--report", "github").stdout
    assert all(line.startswith("::") and "%0A" not in line.replace("%250A", "") for line in wrong.splitlines())


def test_sarif_has_a_result_with_its_place(site: Path) -> None:
    """SARIF 2.1.0: `version` and `runs` are required (3.13), a run has a tool (3.14), a result a message (3.27)."""
    done = run("links", str(site), "--base", "http://h/", "--broken", "--report", "sarif")
    found = json.loads(done.stdout)
    assert found["version"] == "2.1.0" and found["runs"][0]["tool"]["driver"]["name"] == "uriverse"
    results = found["runs"][0]["results"]
    assert [each["ruleId"] for each in results] == ["no-anchor", "no-file"]
    place = results[1]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": f"{site}/a.html"}, "region": {"startLine": 2, "startColumn": 1}}
    assert json.loads(run("audit", "http://www.example.com/", "--report", "sarif").stdout)["runs"][0]["results"] == []


def test_junit_counts_its_failures(site: Path) -> None:
    suite = ElementTree.fromstring(
        run("links", str(site), "--base", "http://h/", "--broken", "--report", "junit").stdout
    )
    assert (suite.get("tests"), suite.get("failures")) == ("2", "2")
    failure = suite.find("testcase[2]/failure")
    assert failure is not None and failure.get("message", "").startswith("b,c.html?a|b&c: ")


def test_markdown_has_a_row_for_each_problem(site: Path) -> None:
    done = run("links", str(site), "--base", "http://h/", "--broken", "--report", "markdown")
    row = done.stdout.splitlines()[3]
    assert row.startswith(f"| `{site}/a.html:2:1` | `error` | `no-file` | `b,c.html?a`&#124;`b&c: ")


# What begins markup in CommonMark and in GitHub's dialect: links, images, HTML, emphasis, tables, mentions, references.
MARKUP = (
    *("|", "`", "``", "\\", "\\|", "![x](http://a.example/p.png)", "[x](y)", "<img src=x>", "<!--", "&#124;", "&amp;"),
    *("@org/team", "me@a.example", "www.a.example", "http://a.example/", "*b*", "__b__", "~~s~~", "#1", ":smile:"),
    *(" ", "  ", "[^1]", "- ", "# ", "> ", "---", "x", "é", "$x$"),
)


@given(st.lists(st.sampled_from(MARKUP), min_size=1, max_size=8).map("".join))
@example("a\\|b`c")
def test_nothing_of_a_text_is_markup_in_markdown(text: str) -> None:
    """By a parser of GitHub's dialect with its addresses: a row of four cells, in each code, or "|" and "`"."""
    with redirect_stdout(io.StringIO()) as written:
        report = Report("markdown")
        report.add(Problem(text, None, None, "error", "no-file", text))
        report.end()
    cells = [token for token in MarkdownIt("gfm-like").parse(written.getvalue()) if token.type == "inline"][4:]
    assert len(cells) == 4
    for cell, content in zip(cells, (text, "error", "no-file", text), strict=True):
        pieces = [(piece.type, piece.content) for piece in cell.children or () if piece.content]
        assert "".join(piece for _, piece in pieces) == shown(content)
        assert {letter for kind, piece in pieces if kind != "code_inline" for letter in piece} <= {"|", "`"}
        assert {kind for kind, _ in pieces} <= {"code_inline", "text", "text_special"}


@pytest.mark.parametrize("form", FORMATS)
def test_check_reports_each_refusal(form: str, tmp_path: Path) -> None:
    """RFC 3986, section 3.3: no segment has a space; section 4.1: a relative reference is no URI."""
    (tmp_path / "urls.txt").write_text("http://h/\nhttp://u:s3cret@h/a b\n//h\n", "utf-8")
    done = run("check", "--rule", "URI", "--file", str(tmp_path / "urls.txt"), "--report", form)
    assert done.exit_code == 1 and done.stderr == "" and "s3cret" not in done.stdout
    place = {
        "github": ",line=2,col=20,",
        "sarif": '"startLine": 2, "startColumn": 20',
        "junit": ":2:20",
        "markdown": ":2:20",
    }
    assert place[form] in done.stdout and done.stdout.count("urls.txt") == 2
    assert run("check", "a", "--report", form, "--invalid").exit_code == 2


@pytest.mark.parametrize("form", FORMATS)
def test_reports_show_no_secret_and_no_control(form: str, tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text("http://user:s3cret@h/\x1b[31m\nhttp://h:25/\n", "utf-8")
    done = run("audit", str(tmp_path / "urls.txt"), "--report", form)
    assert done.exit_code == 1 and "s3cret" not in done.stdout and "\x1b" not in done.stdout
    assert "userinfo-password" in done.stdout and "s3cret" not in repr(
        Problem(None, 1, 1, "error", "x", "//u:s3cret@h")
    )


def test_a_colon_in_a_name_is_no_scheme(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report("sarif")
    report.add(Problem("a:b c.html", 1, None, "note", "x", "y"))
    report.end()
    result = json.loads(capsys.readouterr().out)["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "./a:b%20c.html"


@pytest.mark.parametrize(
    ("options", "references"),
    [
        (("--include", "http://h/*"), ["#y"]),
        (("--exclude", "http://h/*"), ["b,c.html?a|b&c", "http://o/"]),
        (("--include", "*", "--exclude", "*#?"), ["b,c.html?a|b&c", "http://o/"]),
    ],
)
def test_targets_are_chosen_by_patterns(options: tuple[str, ...], references: list[str], site: Path) -> None:
    found = objects(run("links", str(site / "a.html"), "--base", "http://h/", "--json", *options))
    assert [row["reference"] for row in found] == references


def test_the_reason_of_what_leads_nowhere_is_a_word(site: Path) -> None:
    found = objects(run("links", str(site), "--base", "http://h/", "--broken", "--json"))
    assert [row["error"]["reason"] for row in found] == ["no-anchor", "no-file"]
    shown = run("links", str(site), "--base", "http://h/", "--broken", "--long").stdout
    assert "no-anchor" in shown and "yes" not in shown
