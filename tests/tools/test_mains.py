"""Every script of tools/ and oracle/ runs from end to end; what writes does so in a copy of the tree."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.copied_tree import CopiedTree
from support.paths import ROOT
from support.programs import tool

# The scripts, and the file in which their `main` is run; what the gate runs needs more than a test has.
SCRIPTS = {
    "build_playground": "tests/playground/conftest.py",
    "build_site": "tests/site/test_site.py",
    "check_api": "tests/release/test_check_api.py",
    "check_licences": ".ci/run",
    "compare_pythons": "tools/try_wheels.py",
    "compare_urls": "tests/tools/test_mains.py",
    "gather_documents": "tests/documents/test_gathered.py",
    "generate": ".ci/run",
    "link_side_module": "tests/tools/test_mains.py",
    "new_edition": "tests/tools/test_recipes.py",
    "oracle/ask_slice": ".ci/run",
    "oracle/check_report": "tests/oracle/test_recording.py",
    "oracle/record": "tests/oracle/test_recording.py",
    "photograph_site": "tests/site/test_site.py",
    "pythons": "tests/tools/test_mains.py",
    "record_agreement": "tests/tools/test_mains.py",
    "record_charsets": "tests/whatwg/test_charsets.py",
    "record_spoof_checks": "tests/hosts/test_labels.py",
    "record_reach": ".github/workflows/nightly.yml",
    "rehearse_release": ".ci/run",
    "seed_faults": "tests/tools/test_test_changed.py",
    "release_files": "tools/rehearse_release.py",
    "requirements_of": ".ci/run",
    "test_changed": "tests/tools/test_test_changed.py",
    # an hour of emulation, and root's packages: a release runs it (docs/releasing.md)
    "try_aarch64": "tests/tools/test_mains.py",
    "try_trurl": "tests/tools/test_mains.py",
    "try_wheels": ".ci/run",
    "update_data": "tests/hosts/test_update_data.py",
    "wheel_sbom": "tests/release/test_rehearsal.py",
}


@pytest.fixture(scope="module")
def shared_tree(tmp_path_factory: pytest.TempPathFactory) -> CopiedTree:
    """For tests after which it is as it was."""
    return CopiedTree(tmp_path_factory.mktemp("shared") / "uriverse")


def test_every_script_is_run() -> None:
    """A script without a row here, or whose row names a file that does not run it, is untested."""
    paths = [*(ROOT / "tools").glob("*.py"), *(ROOT / "oracle").glob("*.py")]
    scripts = {
        f"oracle/{path.stem}" if path.parent.name == "oracle" else path.stem
        for path in paths
        if "__main__" in path.read_text("utf-8")
    }
    assert scripts == SCRIPTS.keys()
    for script, file in SCRIPTS.items():
        assert re.search(rf"\b{Path(script).name}\b", (ROOT / file).read_text("utf-8")), f"{file} does not run {script}"


@pytest.mark.parametrize(
    ("script", "arguments", "said"),
    [
        ("pythons", (), "Python 3.11"),
        ("compare_urls", ("--count", "2000"), "2,000 mutated URLs"),
        ("record_agreement", (), ""),
    ],
)
def test_a_script_without_a_result_of_its_own(
    script: str, arguments: tuple[str, ...], said: str, shared_tree: CopiedTree
) -> None:
    """It ends with 0, and says what it found."""
    done = shared_tree.run(script, *arguments)
    assert done.returncode == 0 and said in done.stdout, done.stdout + done.stderr


def test_a_side_module_is_linked(tmp_path: Path) -> None:
    """By Rust's own linker, of a function in an object file that a file of arguments names; Python finds its entry."""
    # the sections of an object file: a type, a function of it, its code, and its name among the symbols
    symbols = b"\1\0\0\0\x0cPyInit__core"
    (tmp_path / "core.o").write_bytes(
        b"\0asm\1\0\0\0" + b"\1\5\1\x60\0\1\x7f" + b"\3\2\1\0" + b"\x0a\6\1\4\0\x41\x2a\x0b"
        b"\0\x1c\7linking\2\x08" + bytes([len(symbols)]) + symbols
    )
    (tmp_path / "arguments").write_text('-sSIDE_MODULE=2\n"core.o"\n-o\n"_core.wasm"\n', "utf-8")
    subprocess.run(
        [sys.executable, str(ROOT / "tools/link_side_module.py"), "-lc", "@arguments"],
        cwd=tmp_path,
        env=os.environ | {"WASM_LINKER": tool("build_playground").linker_of_rust()},
        check=True,
    )
    linked = (tmp_path / "_core.wasm").read_bytes()
    assert linked.startswith(b"\0asm\1\0\0\0"), linked
    assert [name for name in (b"dylink.0", b"PyInit__core", b"memory") if name not in linked] == [], linked


def test_what_a_build_for_aarch64_needs_is_named(
    shared_tree: CopiedTree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each program that is missing, with Debian's package, before anything is downloaded."""
    monkeypatch.setenv("PATH", str(tmp_path))
    done = shared_tree.run("try_aarch64", "--wheel", "none.whl", "tests/grammar")
    assert (done.returncode, done.stdout) == (1, "")
    assert "missing: " in done.stderr and "qemu-aarch64 (qemu-user)" in done.stderr, done.stderr


def test_the_tests_of_trurl_are_run_by_our_options(shared_tree: CopiedTree, tmp_path: Path) -> None:
    """Equal, equal but for the normal form, different for a reason of the page, and for none."""
    tests = [
        (["example.com", "--append", "path=a b"], "http://example.com/a%20b\n"),
        (["--url", "HTTP://h", "-sfragment==x", "--trim", "query=a*"], "http://h/#%3dx\n"),
        (["h?a=1&b=%41&a=2", "-g", "[host] {:query:b} {query-all:a}"], "h %41 1 2\n"),
        (
            ["http://h/?b=c", "--json"],
            [{"url": "http://h/?b=c", "parts": {"path": "/"}, "params": [{"k": "b", "v": "c"}]}],
        ),
        (["h", "--set"], ""),
        (["http://10.1/"], "http://10.0.0.1/\n"),
        (["http://h/"], "http://i/\n"),
    ]
    path = tmp_path / "tests.json"
    content = [
        {"input": {"arguments": given}, "expected": {"stdout": answer, "returncode": int(not answer)}}
        for given, answer in tests
    ]
    path.write_text(json.dumps(content), "utf-8")
    done = shared_tree.run("try_trurl", str(path))
    assert done.returncode == 1 and "7 http://h/: 'http://i/\\n' 0, not 'http://h/\\n' 0 (no reason)" in done.stdout
    counts = dict(line.strip().split(" ", 1)[::-1] for line in done.stdout.splitlines()[-4:])
    normal = "the same but for libcurl's normal form"
    assert counts == {"the same": "3", normal: "2", "each triplet and each address": "1", "no reason": "1"}
