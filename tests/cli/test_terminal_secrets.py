"""A terminal shows no secret, whatever a command writes; a pipe has the data."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import click

from support.command import run
from support.commands import COMMANDS
from support.terminal import on_a_terminal
from test_secret_faces import SECRET, TEXTS

# What a command needs besides the texts, and what it takes in their place.
FIRST = {
    "resolve": ["--base", f"http://base:{SECRET}@h/;x=1?token={SECRET}"],
    "explain": ["--edition", "rfc3986", "--edition", "rfc1738", "--edition", "rfc1630"],
    "agree": ["--parsers", "ours"],
    "canonical": ["--profile", "surt"],
    "audit": ["--text"],
}
# They say how lines are read or that errors are not written; --broken and --digest write no reference.
LEFT_OUT = {"--digest", "--strip", "--skip-blank", "--keep-lines", "--quiet", "--broken"}
MORE = [
    *(
        ["edit", "--get", f"{{{name}}}", *TEXTS]
        for name in ("userinfo", "password", "path", "query:sig", "query:token")
    ),
    ["find", "--get", "{userinfo} {path} {text}", "page.txt"],
    ["links", "--get", "{userinfo} {path} {reference}", "page.html"],
    ["template", "match", "http://u:{x}@h:x/", TEXTS[0]],
    ["template", "match", "{+x}", "--json", *TEXTS],
    ["template", "match", "http://h/{?sig,se}", f"http://h/?sig={SECRET}&se=1"],
    ["template", "expand", "{x}", f"x=http://u:{SECRET}@h/"],
    ["template", "expand", "http://u:{x}@h/", f"x={SECRET}"],
    ["template", "expand", "/a{?sig}", f"sig={SECRET}"],
    ["template", "expand", "/{token}/{+x}", f"token={SECRET}", f"x=http://u:{SECRET}@h/", "--partial"],
]


# No secret: ports, paths and fragments with ":" and "@", mail addresses, names that only resemble those of secrets.
HARMLESS = (
    *(
        "http://h:80/a@b",
        "http://h/npm:react@18",
        "mailto:me@h",
        "http://u@h/?tokens=1&page=2#a:b@c",
        "http://h/a:b@c d",
    ),
    *("http://h/a:b@c d", "//[::1]:80/a:b@c", "urn:a:b@c", "?q=a:b@c"),
)


def flags(command: click.Command) -> list[str]:
    """The options without a value, but for those that say how texts are read."""
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option) and parameter.is_flag]
    return [name for option in options for name in option.opts if name.startswith("--") and not option.is_eager]


def calls(texts: tuple[str, ...]) -> list[list[str]]:
    """Each command that takes texts or files, plainly and with each of its flags, and with formats of an answer."""
    found = list(MORE)
    for path, command in COMMANDS.items():
        takes = {parameter.name for parameter in command.params}
        # The files of the oracle, another distribution, are recordings.
        if path[0] == "oracle" or path[-1] in ("match", "expand") or not takes & {"texts", "files", "pages"}:
            continue
        subject = list(texts) if "texts" in takes else ["page.html" if "pages" in takes else "page.txt"]
        for flag in ([], *([flag] for flag in flags(command) if flag not in LEFT_OUT)):
            found.append([*path, *FIRST.get(path[-1], []), *flag, *subject])
    return found


def write_pages(folder: Path, texts: tuple[str, ...]) -> None:
    (folder / "page.txt").write_text("".join(f"see <{text}>\n" for text in texts))
    (folder / "page.html").write_text("".join(f'<a href="{text}">x</a>\n' for text in texts))


def test_a_terminal_shows_no_secret_and_everything_else(tmp_path: Path) -> None:
    """Stars for the secrets of each call; without a secret the objects of --json are those of a pipe."""
    secret, plain = tmp_path / "secret", tmp_path / "plain"
    for folder, texts in ((secret, TEXTS), (plain, HARMLESS)):
        folder.mkdir()
        write_pages(folder, texts)
    with_secrets = calls(TEXTS)
    harmless = [call for call in calls(HARMLESS) if "--json" in call and "--base" not in call and call[0] != "template"]
    harmless = [[word.replace("page.", "../plain/page.") for word in call] for call in harmless]
    assert len(with_secrets) > 60 and len(harmless) > 8
    shown = on_a_terminal([(call, 100, {}) for call in (*with_secrets, *harmless)], secret)
    pairs = [*zip(with_secrets, shown[: len(with_secrets)], strict=True)]
    assert [(call, text) for call, text in pairs if SECRET in text or "\u202e" in text] == []
    assert [call for call, text in pairs if "Traceback" in text or "***" not in text] == []
    with chdir(secret):
        expected = [run(*call).output for call in harmless]
    assert [text.rpartition("\0")[0] for text in shown[len(pairs) :]] == expected


def test_a_pipe_has_the_data() -> None:
    """The same answers, as a program reads them."""
    for call in (
        ["parse", "--json"],
        ["explain", "--json", *FIRST["explain"]],
        ["agree", "--json", *FIRST["agree"]],
        ["normalize"],
    ):
        assert SECRET in run(*call, *TEXTS[:4]).stdout
    assert run("edit", "--get", "{userinfo}", f"//u:{SECRET}@h").stdout == f"u:{SECRET}\n"
    assert run("template", "expand", "/{x}", f"x={SECRET}").stdout == f"/{SECRET}\n"
