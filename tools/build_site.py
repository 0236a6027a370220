"""Build the documentation site: one command, no network, and a warning is an error.

    pip install '.[site]'
    python tools/build_site.py                     # into target/site; open target/site/index.html
    python tools/build_site.py --to FOLDER

The pages are those of docs/ and those that `tools/site_pages` makes from the package's data: the editions with their
diagrams and differences, the API, the commands, the findings, the schemes.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from site_pages import api, commands, editions, findings, history, schemes
from site_pages.assembly import ROOT, assemble
from uriverse.lab.matrix import all_differences
from uriverse.lab.page import page

SOURCES = ROOT / "target" / "site-sources"
PLAYGROUND = ROOT / "site_src" / "playground"


def build(target: Path) -> int:
    """Make the pages, write the site, and give the exit code."""
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
    ]
    assemble(SOURCES, made)
    print(f"{len(made)} pages made from data", flush=True)
    shutil.rmtree(target, ignore_errors=True)
    failed = build_main(["-q", "-W", "--keep-going", "-j", "auto", "-b", "html", str(SOURCES), str(target)])
    if failed:
        return failed
    (target / "understand" / "matrix.html").write_text(page(found, opened=("rfc2396", "rfc3986")), "utf-8")
    if PLAYGROUND.is_dir():
        shutil.copytree(PLAYGROUND, target / "playground", dirs_exist_ok=True)
    print(f"{sum(1 for _ in target.rglob('*.html'))} pages: {target / 'index.html'}")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", metavar="FOLDER", type=Path, default=ROOT / "target" / "site", help="where to write it")
    sys.exit(build(parser.parse_args().to.resolve()))
