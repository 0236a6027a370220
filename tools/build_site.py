"""Build the documentation site: one command, no network, and a warning is an error.

    pip install '.[site]'
    python tools/build_site.py                     # into target/site; open target/site/index.html
    python tools/build_site.py --to FOLDER

The pages are those of docs/ and those that `tools/site_pages` makes from the package's data: the editions with their
diagrams and differences, the API, the commands, the findings, the schemes, the report on other parsers.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from site_pages import api, commands, editions, findings, history, parsers, schemes
from site_pages.assembly import ROOT, assemble
from site_pages.web import addresses
from uriverse.lab.matrix import all_differences
from uriverse.lab.page import page


def build(target: Path, playground: Path) -> int:
    """Make the pages, write the site, and return the exit code.

    Args:
        target: the folder to write; its old contents are removed. The sources go to the sibling `<name>-sources`, and
            Sphinx's cache to `<name>-doctrees`.
        playground: a folder to copy into the site, if it exists.
    """
    print("comparing every two editions ...", flush=True)
    found = list(all_differences())
    differences = {(each.old, each.new): each for each in found}
    made = [
        *editions.pages(differences),
        *history.pages(differences),
        *api.pages(),
        *commands.pages(),
        *findings.pages(),
        *schemes.pages(),
        *parsers.pages(),
    ]
    sources = target.with_name(f"{target.name}-sources")
    assemble(sources, made)
    print(f"{len(made)} pages made from data", flush=True)
    shutil.rmtree(target, ignore_errors=True)
    options = ["-q", "-W", "--keep-going", "-j", "auto", *(["-A", "playground=1"] if playground.is_dir() else [])]
    options += ["-b", "html", "-d", str(target.with_name(f"{target.name}-doctrees"))]
    failed = build_main([*options, str(sources), str(target)])
    if failed:
        return failed
    # Sphinx leaves it empty.
    (target / "_sources").rmdir()
    matrix = page(found, opened=("rfc2396", "rfc3986"), links=addresses)
    (target / "understand" / "matrix.html").write_text(matrix, "utf-8")
    if playground.is_dir():
        shutil.copytree(playground, target / "playground")
    print(f"{sum(1 for _ in target.rglob('*.html'))} pages: {target / 'index.html'}")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", metavar="FOLDER", type=Path, default=ROOT / "target" / "site", help="where to write it")
    parser.add_argument(
        "--playground",
        metavar="FOLDER",
        type=Path,
        default=ROOT / "build" / "playground",
        help="a playground to copy into the site; by default build/playground, if it is there",
    )
    given = parser.parse_args()
    sys.exit(build(given.to.resolve(), given.playground.resolve()))
