"""`uriverse completion`: write the shell completion script."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

# The environment variable of click's completion protocol.
VARIABLE: Final = "_URIVERSE_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Write the script for SHELL that completes commands, options and their values.

    \b
    bash, in ~/.bashrc:   eval "$(uriverse completion bash)"
    zsh, in ~/.zshrc:     eval "$(uriverse completion zsh)"
    fish:                 uriverse completion fish > ~/.config/fish/completions/uriverse.fish

    \b
    Example:
      uriverse completion bash > uriverse.bash && . ./uriverse.bash
    """
    of_shell = get_completion_class(shell)
    if of_shell is None:
        ctx.fail(f"click has no completion for {shell}")
    root = ctx.find_root()
    # Not source(): for bash it starts a shell to check its version.
    script = of_shell(root.command, {}, root.info_name or "uriverse", VARIABLE)
    source = script.source_template % script.source_vars()
    # click's script for fish cuts a value at its commas, and `--parsers rfc3986,whatwg` has one.
    click.echo(source.replace('string split ","', 'string split --max 1 ","'))
