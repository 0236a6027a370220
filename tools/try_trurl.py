"""Ask what docs/editing.md says of trurl: each row of the page's table of the real program, or the tests of its source.

    python tools/try_trurl.py /usr/bin/trurl
    python tools/try_trurl.py trurl/tests.json

Of the tests, the options are written as those of `uriverse edit`, and the answers are compared. One that differs needs
a reason: the first of `REASONS` that holds for it, of which the page has the words. Exits with 1 if an answer of the
program is not the one that is written there, or a test differs without a reason. A test runs our side of the table
without trurl.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import uriverse as uv

PAGE = Path(__file__).parent.parent / "docs" / "editing.md"
# What trurl's options are here, those with a value and those without; nothing where none is needed.
VALUED = {
    "--url": "", "-f": "--file", "--url-file": "--file", "-a": "--append", "--append": "--append", "-s": "--set",
    "--set": "--set", "-g": "--get", "--get": "--get", "--redirect": "--redirect", "--trim": "--remove",
    "--qtrim": "--remove", "--iterate": "--iterate", "--replace": "--replace", "--replace-append": "--pair",
    "--force-replace": "--pair", "--query-separator": "--query-separator",
}  # fmt: skip
FLAGS = {
    "--sort-query": "--sort", "--accept-space": "--mend", "--verify": "--fail-fast", "--punycode": "--to-uri",
    "--json": "--json", "--default-port": "--default-port", "--quiet": "--quiet", "--as-idn": "", "--curl": "",
    "--no-guess-scheme": "", "--keep-port": "", "--urlencode": "",
}  # fmt: skip
# How the page words why a test differs, and what its arguments have then.
REASONS = {
    "each triplet and each address": r"10\.1/|\[fe80::0000:[^%]*]|\[2001:0db8|^(--json )?'?0\?0",
    "is a part of the password": r"\{options\}|^'?imap://.*;",
    "A `;` in a password stays": "pwd;giraffe",
    "RFC 3986 has no zones": "%euth0|%eth0|%hello",
    "one of ``& ; ,": "--query-separator C",
    "Empty pairs stay": "--sort-query",
    "An escaped NUL": "%00",
    "`--replace` sets every pair": "&b=987",
    "every scheme is allowed": "--curl",
    "Without arguments, standard input is read": r"^$|-f .* -f |--json.*--get|--get.*--json",
    "Each line is a text, however long": "-f ",
    "A text without a scheme, also the empty text": r"''|--no-guess-scheme|^(--json )?(-s \S+)$",
}


class Row(NamedTuple):
    """A row of the table.

    Attributes:
        text: the input in shell syntax.
        trurl, uriverse: the options.
        answer: the output of `uriverse edit`.
        other: the output of trurl, empty if it refuses the text.
    """

    text: str
    trurl: str
    uriverse: str
    answer: str
    other: str


def rows(page: str) -> Iterator[Row]:
    """Return the rows of the page's table of options."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" |")]
        if line.startswith("| `") and len(cells) == 5:
            text, trurl, uriverse, answer, other = (cell.replace("` `", "\n").strip("`") for cell in cells)
            yield Row(text, trurl, uriverse, answer, "" if other == "refused" else other or answer)


def translated(arguments: list[str]) -> list[str]:
    """The arguments of `uriverse edit` for those of trurl.

    A scheme that trurl guesses is written, and what `--set` takes as data is encoded.
    """
    made: list[str] = []
    texts: list[str] = []
    flags = {each for each in arguments if each in FLAGS}
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if argument in FLAGS:
            made += [FLAGS[argument]] * bool(FLAGS[argument])
            continue
        if re.match("-[asgf].", argument):
            name, value = argument[:2], argument[2:]
        elif name not in VALUED:
            texts.append(argument)
            continue
        elif not (equals and name.startswith("--")):
            value = next(rest, "")
            if not value:
                return ["edit", VALUED[name] or "--get"]
        if VALUED[name] == "--file":
            made += ["--strip", "--skip-blank"]
        if name == "--url":
            texts.append(value)
        else:
            made += _option(VALUED[name], value, arguments)
    if "--as-idn" in flags:
        made += ["--get", "{idn:url}"]
    if not texts and "--set" in made:
        texts = [""]
    guessed = texts if "--no-guess-scheme" in flags else [with_scheme(text, arguments) for text in texts]
    return ["edit", *made, "--", *guessed]


def with_scheme(text: str, arguments: list[str]) -> str:
    """A text with the scheme that trurl guesses, if none is set in its place."""
    if not text or re.match("[A-Za-z][A-Za-z0-9+.-]*://", text):
        return text
    if any(argument.startswith("scheme?=") for argument in arguments):
        return f"//{text}"
    return f"{'ftp' if text.startswith('ftp.') else 'http'}://{text}"


def _option(option: str, value: str, arguments: list[str]) -> list[str]:
    name, _, data = value.partition("=")
    if option == "--set":
        if not data:
            return ["--clear", name]
        if name.endswith(":"):
            name = name[:-1]
        elif name in ("path", "query", "fragment"):
            data = quote(data, safe="/" if name == "path" else "")
        return ["--set", f"{name}={'/' * (name == 'path' and data[0] != '/')}{data}"]
    if option == "--remove":
        return ["--remove", value.removeprefix("query=")]
    if option == "--append" and name == "path":
        return ["--append", value]
    if option == "--get":
        # "[" is a brace for trurl too, ":" before a part means as it is written, and {default:port} has one of its own.
        form = re.sub(r"(?<!\\)\[([^][ ]*)\]", r"{\1}", value).replace("{default:port}", "{effective_port}")
        form = form.replace("{url:port}", "{port}").replace("puny:", "").replace("default:url", "url")
        if "--urlencode" in arguments:
            form = form.replace("{query", "{:query")
        made = ["--get", form.replace("\\[", "[")]
        if "--urlencode" not in arguments and re.search(r"\{(?!:)", form):
            made += ["--decoded"]
        return made + ["--to-uri"] * ("puny:" in value) + ["--default-port"] * ("{default:puny" in value)
    return [option, value]


def normal(text: str) -> str:
    """Each line in the normal form of its scheme, without a default port, as libcurl writes it."""
    lines = []
    for line in text.split("\n"):
        try:
            found: uv.URIReference = uv.parse(line.replace("+", "%20")).normalize(level="scheme")
            if found.host is not None and not found.path:
                found = found.replace(path="/")
            if found.port is not None and found.replace(port=None).effective_port == found.port:
                found = found.replace(port=None)
            lines.append(str(found))
        except (uv.URIError, ValueError):
            lines.append(line)
    return "\n".join(lines)


def equal(expected: Any, written: str, *, encoded: bool) -> bool:
    """Whether an answer of trurl's tests is the one that is written, but for the normal form."""
    if isinstance(expected, str) and expected != "[]\n":
        return normal(expected) == normal(written)
    objects = [found for line in written.splitlines() if (found := json.loads(line))["error"] is None]
    expected = [] if isinstance(expected, str) else expected
    return len(objects) == len(expected) and all(
        normal(wanted["url"]) == normal(found["url"])
        and all(
            _part(found, name, encoded) == (normal(value) if encoded else value)
            for name, value in wanted["parts"].items()
        )
        and [list(each.values()) for each in wanted.get("params", ())]
        == [[name, value or ""] for name, value in found["parts"]["pairs"] if name or value]
        for wanted, found in zip(expected, objects, strict=True)
    )


def _part(found: dict[str, Any], name: str, encoded: bool) -> str | None:
    value = str(found["parts"].get(name) or ("/" if name == "path" else ""))
    return normal(value) if encoded else unquote(value)


def try_tests(path: Path) -> int:
    """Run the tests of trurl's source; write how many are equal and why the others are not."""
    page = " ".join(PAGE.read_text("utf-8").split())
    classes: Counter[str] = Counter()
    for number, test in enumerate(json.loads(path.read_text("utf-8")), 1):
        arguments, expected = test["input"]["arguments"], test["expected"]
        command = translated(arguments)
        done = subprocess.run(
            [sys.executable, "-m", "uriverse.cli", *command],
            capture_output=True,
            check=False,
            cwd=path.parent,
            encoding="utf-8",
            env={**os.environ, "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
        )
        is_same_end = bool(expected["returncode"]) == bool(done.returncode)
        if is_same_end and expected["stdout"] == done.stdout:
            classes["the same"] += 1
        elif is_same_end and equal(expected["stdout"], done.stdout, encoded="--urlencode" in arguments):
            classes["the same but for libcurl's normal form"] += 1
        else:
            shown = shlex.join(arguments)
            reason = next((said for said, of in REASONS.items() if re.search(of, shown) and said in page), "no reason")
            classes[reason] += 1
            print(f"{number} {shown}: {expected['stdout']!r} {expected['returncode']}, not {done.stdout!r} ", end="")
            print(f"{done.returncode} ({reason})\n    uriverse {shlex.join(command)}")
    for name, count in classes.most_common():
        print(f"{count:5} {name}")
    return 1 if classes["no reason"] else 0


def try_program(program: str) -> int:
    """Compare the answers of trurl with those of the page."""
    wrong = 0
    for row in rows(PAGE.read_text("utf-8")):
        texts = [text for text in shlex.split(row.text) if text]
        done = subprocess.run(
            [program, *texts, *shlex.split(row.trurl)], capture_output=True, encoding="utf-8", check=False
        )
        if done.stdout.rstrip("\n") != row.other:
            wrong += 1
            print(f"{row.text} {row.trurl}: {done.stdout.rstrip()!r}, not {row.other!r}", file=sys.stderr)
    return 1 if wrong else 0


def main() -> int:
    """Compare, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trurl", help="the path of the program, or of the tests.json of its source")
    path = parser.parse_args().trurl
    return try_tests(Path(path)) if path.endswith(".json") else try_program(path)


if __name__ == "__main__":
    sys.exit(main())
