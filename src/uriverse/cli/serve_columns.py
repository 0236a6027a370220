"""`uriverse serve-columns`: the functions of columns as executable functions of ClickHouse."""

from __future__ import annotations

import sys
from io import BufferedReader
from typing import cast

import click

from uriverse.cli.common import standard_option
from uriverse.cli.inputs import standard_input
from uriverse.editions.ids import DEFAULT_EDITION, StandardId


@click.command("serve-columns")
@click.argument("function", required=False)
@click.option("--config", is_flag=True, help="Write ClickHouse's configuration of all functions instead.")
@click.option("--prefix", metavar="TEXT", default="uri_", show_default=True, help="The prefix of names in --config.")
@standard_option
def command(function: str | None, config: bool, prefix: str, edition: StandardId) -> None:
    """Answer Arrow streams on standard input with Arrow streams of a FUNCTION's results.

    ClickHouse's executable user-defined functions call this. --config writes the file that declares all of them; name
    it in the server's user_defined_executable_functions_config.

    \b
    Examples:
      uriverse serve-columns --config > /etc/clickhouse-server/uri_function.xml
      uriverse serve-columns --config --edition whatwg --prefix url_ > url_function.xml
      clickhouse client --query "select uri_host('http://example.com/a')"
    """
    from uriverse.columns.clickhouse import configuration, serve
    from uriverse.columns.sql import functions

    if config:
        if function is not None:
            raise click.UsageError("--config is of all functions: leave the name out")
        option = "" if edition == DEFAULT_EDITION else f" --edition {edition}"
        click.echo(configuration(command=f"uriverse serve-columns{option}", edition=edition, prefix=prefix), nl=False)
        return
    names = [row.name for row in functions(edition)]
    if function not in names:
        problem = "a FUNCTION is required" if function is None else f"there is no function {function!r}"
        raise click.UsageError(f"{problem}: one of {', '.join(names)}; or --config")
    try:
        serve(function, cast("BufferedReader", standard_input()), sys.stdout.buffer, edition=edition)
    except (ValueError, OSError) as error:
        raise click.ClickException(f"the streams cannot be read: {error}") from None
