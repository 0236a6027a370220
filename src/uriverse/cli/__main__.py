"""`python -m uriverse.cli` is the command."""

from uriverse.cli import main

main()
