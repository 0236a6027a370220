"""`uriverse policy check`: whether a policy admits a text, and if not, every reason."""

from __future__ import annotations

from typing import Any

import click

import uriverse as uv
from uriverse.cli.texts import Run, Text, takes_texts
from uriverse.ground.masking import shown
from uriverse.policies import Policy, PolicyError, Reason


@click.group("policy")
def command() -> None:
    """Say which texts a policy admits: which URLs a program takes.

    \b
    Examples:
      uriverse policy check https://hooks.example.com/new
      uriverse policy check --hosts '*.example.com' --schemes https < urls.txt
    """


def _ports(value: str) -> Any:
    """The ports of an option: a word, or numbers with commas."""
    try:
        return [int(number) for number in value.split(",")]
    except ValueError:
        return value


@command.command("check")
@takes_texts("TEXT")
@click.option("--schemes", metavar="NAMES", default="http,https", show_default=True, help="The allowed schemes.")
@click.option("--hosts", metavar="PATTERNS", help="The allowed hosts, such as '*.example.com,example.org'.")
@click.option("--ports", metavar="PORTS", default="safe", show_default=True, help="safe, any, or numbers with commas.")
@click.option("--paths", metavar="PATTERNS", help="The allowed paths, such as '/a,/b/*,/c/**'.")
@click.option(
    "--addresses", metavar="NETWORKS", default="public", show_default=True, help="public, any, or networks with commas."
)
@click.option("--userinfo", is_flag=True, help="Allow a user and a password.")
@click.option("--no-fragment", is_flag=True, help="Allow no fragment.")
@click.option("--max-length", type=click.IntRange(min=1), metavar="N", help="The maximum number of characters.")
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
    lists = ("schemes", "hosts", "paths", "addresses")
    texts = {name: [text.strip() for text in options[name].split(",")] for name in lists if options[name] is not None}
    words = {"addresses": options["addresses"]} if options["addresses"] in ("public", "any") else {}
    try:
        policy = Policy(
            **{**texts, **words},
            ports=_ports(options["ports"]),
            userinfo=options["userinfo"],
            fragment=not options["no_fragment"],
            max_length=options["max_length"],
        )
    except ValueError as error:
        # Each message begins with the name of its argument, and the options have these names.
        raise click.UsageError(f"--{error}") from None

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
