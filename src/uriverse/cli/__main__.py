"""`python -m uriverse.cli` runs the command."""

from uriverse.cli import main

main()
