"""The recipes for what is data are carried out in a copy of the tree, as the READMEs of folders print them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from types import MappingProxyType

import pytest

from support.copied_tree import CopiedTree
from support.paths import ROOT

# A block of a README, and the last file that is named before it.
BLOCK = re.compile(r"^( *)```\w*\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`((?:src|crates|tests|vectors)/[\w/.-]+\.\w+)`")
READMES = {folder: ROOT / "src/uriverse" / folder / "README.md" for folder in ("schemes", "audit", "canonicalization")}
# What generate.py writes for all of them: tables, pages, the types of names, and the tests of new files.
WRITTEN = {
    *("src/uriverse/editions/prepared.marshal", "src/uriverse/editions/dns-hosts.tables", "src/uriverse/_core.pyi"),
    *(f"src/uriverse/{folder}/prepared.marshal" for folder in ("audit", "canonicalization/profiles", "schemes")),
    *(f"src/uriverse/schemes/data/coap.rfc7252.{kind}.z" for kind in ("completed.abnf", "tables")),
    *("src/uriverse/schemes/data/prepared.marshal", "src/uriverse/canonicalization/profile.py"),
    *("vectors/stored_forms/static-site@2026-12.json", "docs/audit.md", "docs/cli.md"),
    *("docs/man/data/share/man/man1/uriverse-canonical.1.gz", "tests/reach.txt"),
}
TESTS = (
    *("tests/schemes", "tests/test_numbers.py::test_other_counts", "tests/audit/test_findings_data.py"),
    *("tests/canonicalization/test_canonical_forms.py", "tests/test_octets.py", "tests/test_installed.py"),
)
# Of these tests, those that see the new scheme, finding and profile.
NEW = "coap or userinfo-mail-address or static-site or publishers or named or triplets or law or counts or prepared"


def carry_out(tree: CopiedTree, readme: Path, places: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Write each block of a README to the file that is named before it, or to its end; return the files.

    `places` has the texts before which the blocks of some files go, by the names of the files.
    """
    text = readme.read_text("utf-8")
    files = []
    for block in BLOCK.finditer(text):
        file = FILE.findall(text, 0, block.start())[-1]
        path, content = tree.folder / file, dedent(block[2])
        if path.name in places:
            replace(path, places[path.name], content + places[path.name])
        else:
            before = path.read_text("utf-8") + "\n\n" if path.exists() else ""
            path.write_text(before + content, "utf-8")
        files.append(file)
    return files


def run_tests(tree: CopiedTree, *arguments: str) -> None:
    """Run tests of the copy, few examples of each property."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:xdist", "--hypothesis-profile", "dev", *arguments],
        cwd=tree.folder,
        env=os.environ | tree.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def replace(path: Path, old: str, new: str) -> None:
    """Replace a text that a file has once."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.slow
def test_a_scheme_a_finding_a_profile_and_an_edition_are_added(tmp_path: Path) -> None:
    """By the files that the READMEs print, and one command; what sees an edition in tests needs a build."""
    tree = CopiedTree(tmp_path / "uriverse")
    files = {folder: carry_out(tree, readme) for folder, readme in READMES.items()}
    assert [len(files[folder]) for folder in READMES] == [3, 2, 2], files
    ports = tree.folder / "src/uriverse/schemes/default-ports.toml"
    ports.write_text(re.sub(r"(?m)^coap = .*\n", "", ports.read_text("utf-8")), "utf-8")
    count = len(list((ROOT / "src/uriverse/schemes/data").glob("*.toml")))
    replace(tree.folder / "README.md", f"{count} tables of schemes", f"{count + 1} tables of schemes")
    replace(tree.folder / "tests/test_octets.py", "REFUSE = {", 'REFUSE = {"static-site", ')

    begun = tree.run("new_edition", "dns-hosts", "--from", "rfc3986")
    assert begun.returncode == 0, begun.stderr
    for ending, line in (("abnf", 'reg-name = 1*( ALPHA / DIGIT / "-" / "." )'), ("toml", 'reg-name = "2.1"')):
        with open(tree.folder / f"src/uriverse/editions/dns-hosts.{ending}", "a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    made = tree.run("generate")
    assert made.returncode == 0, made.stdout + made.stderr
    assert set(re.findall("^(.+): written$", made.stdout, re.MULTILINE)) == WRITTEN, made.stdout
    assert "The binary contains these tables" in made.stdout
    assert '"dns-hosts"' in (tree.folder / "src/uriverse/_core.pyi").read_text("utf-8")
    run_tests(tree, "-k", NEW, *TESTS)


@pytest.mark.nightly
def test_a_column_function_is_added(tmp_path: Path) -> None:
    """By the README's steps, of which one compiles: the crates of the copy, with the dependencies that target/ has."""
    tree = CopiedTree(tmp_path / "uriverse")
    files = carry_out(tree, ROOT / "src/uriverse/columns/README.md", {"test_every_function.py": '    "template": ('})
    assert len(files) == 4, files
    bindings = tree.folder / "crates/python/src/columns/kernels/mod.rs"
    replace(bindings, "hosts::without_www,", "hosts::without_userinfo, hosts::without_www,")
    plugin = tree.folder / "crates/python/src/columns/plugin.rs"
    replace(plugin, "userinfo, without_www,", "userinfo, without_userinfo, without_www,")
    methods = tree.folder / "src/uriverse/columns/methods.py"
    line = "    without_www = OneColumn(uc.without_www)\n"
    replace(methods, line, f"    without_userinfo = OneColumn(uc.without_userinfo)\n{line}")
    build = ("cargo", "build", "--profile", "develop", "--package", "uriverse-python")
    subprocess.run(
        [*build, "--features", "pyo3/extension-module"],
        cwd=tree.folder,
        env=os.environ | {"CARGO_TARGET_DIR": str(ROOT / "target"), "PYO3_PYTHON": sys.executable},
        check=True,
    )
    (module,) = (tree.folder / "src/uriverse").glob("_core*.so")
    shutil.copy(ROOT / "target/develop/lib_core.so", module)

    made = tree.run("generate")
    assert made.returncode == 0, made.stdout + made.stderr
    assert re.findall("^(.+): written$", made.stdout, re.MULTILINE) == ["docs/columns.md"], made.stdout
    assert "+| `without_userinfo` |" in made.stdout
    run_tests(
        *(tree, "tests/columns/test_every_function.py", "tests/columns/test_sql.py", "tests/test_rust_layout.py"),
        *("tests/test_stub.py", "tests/test_installed.py", "tests/test_layout.py"),
    )
