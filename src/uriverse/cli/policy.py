"""`uriverse policy`: what a policy admits, what an allow-list admits beyond its intention, and how two differ."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

import uriverse as uv
from uriverse.cli.common import Command, json_option, unknown, write_json, write_line
from uriverse.cli.screen import Screen
from uriverse.cli.texts import Run, Text, takes_texts
from uriverse.ground.masking import shown
from uriverse.policies import ComparisonError, Policy, PolicyError, Reason

# The notations of an allow-list, by the word before its ":".
READERS: Final[dict[str, Callable[[str], Policy]]] = {
    "match": lambda text: Policy.from_regex(text, "match"),
    "search": lambda text: Policy.from_regex(text, "search"),
    "fullmatch": lambda text: Policy.from_regex(text, "fullmatch"),
    "hosts": lambda text: Policy.from_hosts(_items(text)),
    "origins": lambda text: Policy.from_origins(_items(text)),
    "redirects": lambda text: Policy.from_redirect_uris(_items(text)),
}


@click.group("policy")
def command() -> None:
    """Say which texts a policy admits: which URLs a program takes.

    \b
    Examples:
      uriverse policy check https://hooks.example.com/new
      uriverse policy check --hosts '*.example.com' --schemes https < urls.txt
      uriverse policy lint 'match:^https://www.example.com' --hosts www.example.com
      uriverse policy compare 'hosts:*.example.com' hosts:@allowed.txt
    """


def _ports(value: str) -> Any:
    """The ports of an option: a word, or numbers with commas."""
    try:
        return [int(number) for number in value.split(",")]
    except ValueError:
        return value


def _items(text: str) -> list[str]:
    """The items of a list in an argument; of a file, its lines."""
    return text.split(",") if "\n" not in text else text.splitlines()


class AllowList(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """An allow-list in a notation: `match:^https://`, `hosts:a.example,*.b.example`, `hosts:@FILE`."""

    name = "policy"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Policy:
        """Return the policy."""
        kind, colon, text = str(value).partition(":")
        if not colon or kind not in READERS:
            self.fail(f"{unknown('notation', kind, READERS)} Write it before a colon.", param, ctx)
        try:
            if text.startswith("@"):
                text = Path(text[1:]).read_text("utf-8") + "\n"
                text = text.rstrip("\n") if kind in ("match", "search", "fullmatch") else text
            return READERS[kind](text)
        except (ValueError, OSError) as error:
            self.fail(shown(str(error)), param, ctx)


ALLOW_LIST: Final = AllowList()


def policy_options(command: Command) -> Command:
    """Add the options that name the parts of a policy."""
    for option in reversed(PARTS):
        command = option(command)
    return command


PARTS: Final[list[Any]] = [
    click.option("--schemes", metavar="NAMES", default="http,https", show_default=True, help="The allowed schemes."),
    click.option("--hosts", metavar="PATTERNS", help="The allowed hosts, such as '*.example.com,example.org'."),
    click.option(
        "--ports", metavar="PORTS", default="safe", show_default=True, help="safe, any, or numbers with commas."
    ),
    click.option("--paths", metavar="PATTERNS", help="The allowed paths, such as '/a,/b/*,/c/**'."),
    click.option(
        "--addresses",
        metavar="NETWORKS",
        default="public",
        show_default=True,
        help="public, any, or networks with commas.",
    ),
    click.option("--userinfo", is_flag=True, help="Allow a user and a password."),
    click.option("--no-fragment", is_flag=True, help="Allow no fragment."),
    click.option("--max-length", type=click.IntRange(min=1), metavar="N", help="The maximum number of characters."),
]


def _policy(options: dict[str, Any]) -> Policy:
    """The policy of some options."""
    lists = ("schemes", "hosts", "paths", "addresses")
    texts = {name: [text.strip() for text in options[name].split(",")] for name in lists if options[name] is not None}
    words = {"addresses": options["addresses"]} if options["addresses"] in ("public", "any") else {}
    try:
        return Policy(
            **{**texts, **words},
            ports=_ports(options["ports"]),
            userinfo=options["userinfo"],
            fragment=not options["no_fragment"],
            max_length=options["max_length"],
        )
    except ValueError as error:
        # Each message begins with the name of its argument, and the options have these names.
        raise click.UsageError(f"--{error}") from None


@command.command("check")
@takes_texts("TEXT")
@policy_options
@click.option("--url", "writes_url", is_flag=True, help="Judge and write the URL that browsers make of each TEXT.")
@click.option(
    "--changes", "writes_changes", is_flag=True, help="As --url, with every change that makes the URL of TEXT."
)
def check(run: Run, writes_url: bool, writes_changes: bool, **options: Any) -> None:
    """Check whether a policy admits each TEXT, as it is written.

    A TEXT is admitted if every program reads it alike, and each part is allowed. The defaults are safe for a stranger's
    URL that will be fetched. With --url the URL that a browser makes of a TEXT is judged and written: use that, not the
    TEXT. --changes lists below it what was changed, and why.

    Exits with 1 if a TEXT is refused; the reasons are on standard error. --quiet writes nothing.

    \b
    Examples:
      uriverse policy check 'http://1.1.1.1\\@127.0.0.1/'
      uriverse policy check --hosts '*.example.com' --schemes https < urls.txt
      uriverse policy check --addresses 10.0.0.0/8 http://10.0.0.7/
      uriverse policy check --url ' HTTPS://h.example/list?tags[]=1'
      uriverse policy check --changes 'http:\\\\h.example\\a/../b'
    """
    policy = _policy(options)

    def answer(line: Text) -> None:
        url, reasons = _judged(policy, line.text, writes_url=writes_url or writes_changes)
        changes = uv.URL.changes(line.text) if writes_changes and url is not None else ()
        run.failed |= bool(reasons)
        if run.as_json:
            rows = [{name: getattr(row, name) for name in ("word", "start", "end", "message")} for row in reasons]
            fields: dict[str, object] = {"text": line.text, "admitted": not reasons, "reasons": rows}
            if writes_url or writes_changes:
                fields["url"] = url
            if writes_changes:
                fields["changes"] = [change._asdict() for change in changes]
            run.write_json(fields)
        elif reasons:
            run.refuse(line, PolicyError(text=line.text, reasons=reasons), has_answer=False)
        elif not run.quiet:
            run.write(shown(line.text) if url is None else url)
            for change in changes:
                before, after = shown(change.before), shown(change.after)
                run.write(f"  {change.at:>4}  '{before}' -> '{after}': {change.sentence}")

    run.each(answer)


def _judged(policy: Policy, text: str, *, writes_url: bool) -> tuple[str | None, tuple[Reason, ...]]:
    """The URL of a text, if it is asked for and admitted, and the reasons why it is refused."""
    if not writes_url:
        return None, policy.reasons(text)
    try:
        return str(policy.url(text)), ()
    except PolicyError as error:
        return None, error.reasons


@command.command("lint")
@click.argument("policy", type=ALLOW_LIST)
@policy_options
@click.option(
    "--as-written", is_flag=True, help="Also search for texts that match as they are written, and lead elsewhere."
)
@json_option
def lint(policy: Policy, as_written: bool, as_json: bool, **options: Any) -> None:
    """Write what an allow-list admits beyond the intention that the options name, and why.

    POLICY is a notation and a list: match:, search: or fullmatch: before a regular expression of Python, hosts:,
    origins: or redirects: before a list with commas; @FILE instead of a list is a file with a line for each item.

    If nothing is written, no URL of the Web is admitted beyond the intention: that is proved. What --as-written adds is
    a search. Exits with 1 if there is such a URL, and with 2 if it cannot be decided.

    \b
    Examples:
      uriverse policy lint 'match:^https://www.example.com' --hosts www.example.com --schemes https
      uriverse policy lint 'search:example\\.com/' --hosts example.com --as-written
      uriverse policy lint origins:@cors.txt --hosts '*.example.com' --json
    """
    try:
        excesses = policy.lint(_policy(options), as_written=as_written)
    except ComparisonError as error:
        raise click.UsageError(shown(str(error))) from None
    screen = Screen()
    for excess in excesses:
        if as_json:
            write_json({name: getattr(excess, name) for name in ("text", "word", "host", "cause", "is_url", "readers")})
            continue
        write_line(excess.text if excess.is_url else ascii(excess.text))
        condition = "" if excess.is_url else ", if it is matched as it is written"
        screen.print_folded(f"  {excess.word}: a browser goes to {excess.host}{condition}")
        if excess.cause:
            screen.print_folded(f"  {excess.cause}")
    if excesses:
        raise SystemExit(1)


@command.command("compare")
@click.argument("first", type=ALLOW_LIST)
@click.argument("second", type=ALLOW_LIST)
@click.option("--count", type=click.IntRange(min=1), default=3, show_default=True, help="The most URLs of each side.")
@json_option
def compare(first: Policy, second: Policy, count: int, as_json: bool) -> None:
    """Compare two allow-lists, written as for lint: which URLs of the Web only one of them admits.

    The relation is that of SECOND to FIRST: equal, narrower, wider or different. Exits with 1 unless it is equal, and
    with 2 if it cannot be decided.

    \b
    Examples:
      uriverse policy compare 'hosts:*.example.com' 'match:^https?://[a-z]+\\.example\\.com/'
      uriverse policy compare hosts:@old.txt hosts:@new.txt --json
    """
    try:
        lost, gained = first.beyond(second, count), second.beyond(first, count)
    except ComparisonError as error:
        raise click.UsageError(shown(str(error))) from None
    relation = {(0, 0): "equal", (1, 0): "narrower", (0, 1): "wider"}.get((bool(lost), bool(gained)), "different")
    if as_json:
        sides = {"only_first": list(map(str, lost)), "only_second": list(map(str, gained))}
        write_json({"relation": relation, **sides})
    else:
        write_line(relation)
        for side, urls in (("first", lost), ("second", gained)):
            for url in urls:
                write_line(f"  only the {side}: {url}")
    if relation != "equal":
        raise SystemExit(1)
