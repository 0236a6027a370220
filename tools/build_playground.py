"""Build the playground: a folder of static files in which the real package runs in a browser.

python tools/build_playground.py              into build/playground
python tools/build_playground.py --to DIR     somewhere else
python tools/build_playground.py --engine     the engine alone, without Python: enough for its tests in Node
python tools/build_playground.py --compile    only compile, which takes the longest and needs no package installed

It takes four things. docs/playground.md says more.

- the page: playground/
- the engine as WebAssembly: crates/wasm, by a Rust compiler that has a standard library for WebAssembly
- the package as Pyodide runs it: src/uriverse, and crates/python for wasm32-unknown-emscripten
- Pyodide itself, from npm

Parts that have not changed are reused.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "playground"
WORK = ROOT / "target" / "wasm"
ENGINE_TARGET = "wasm32-unknown-unknown"
PYTHON_TARGET = "wasm32-unknown-emscripten"
PYODIDE = "314.0.7"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
COMMENT_LINE = re.compile(r"^ *(?://|/\*\*.*\*/$).*\n", re.MULTILINE)
# Files that the service worker does not prefetch; the page itself is "./".
LATER = ("index.html", "offline.js", "package.zip", "worker.mjs")
# Modules that the playground omits: it has no pyarrow, no command line and no files.
LEFT_OUT = ("columns", "documents", "cli", "integrations")
# Debian has the standard library for these targets as source only, so it is compiled, in two minutes. Without features:
# a browser has no debugging information for backtraces.
DEBIAN, BUILD_STD = "/usr/bin/rustc", ("-Zbuild-std=std,panic_abort", "-Zbuild-std-features=")


def main() -> None:
    """Parse the arguments and build."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "playground", help="the folder to write")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--engine", action="store_true", help="only the engine and its editions")
    only.add_argument("--compile", action="store_true", help="only compile; what comes next takes seconds")
    arguments = parser.parse_args()
    if arguments.compile:
        build_engine()
        build_module()
    else:
        build(arguments.to, only_engine=arguments.engine)


def build(folder: Path, *, only_engine: bool = False) -> None:
    """Create a folder with the playground."""
    folder.mkdir(parents=True, exist_ok=True)
    say("the engine for WebAssembly")
    shutil.copyfile(build_engine(), folder / "engine.wasm")
    write_editions(folder)
    for file in sorted(PAGE.glob("*.*")):
        if file.suffix == ".mjs":
            # Comments are for who reads the source: they are 1 % of what a phone fetches.
            written = COMMENT_LINE.sub("", file.read_text("utf-8"))
            (folder / file.name).write_text(written, "utf-8")
        elif file.suffix != ".py":
            shutil.copyfile(file, folder / file.name)
    index = folder / "index.html"
    index.write_text(index.read_text("utf-8").replace("@site/", site_address()), "utf-8")
    write_offline(folder)
    if not only_engine:
        say("the package for Pyodide")
        write_package(build_module(), folder / "package.zip")
        say("Pyodide")
        copy_pyodide(folder / "pyodide")
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    say(f"{folder}: {size / 1e6:.1f} MB")


def site_address() -> str:
    """Return the address of the site from pyproject.toml; shared links to the page show the site's card."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["urls"]["Documentation"])


def write_offline(folder: Path) -> None:
    """Write the service worker, with the files of the first screen and a version that depends on their contents."""
    first = [file for file in sorted(folder.glob("*.*")) if file.name not in LATER]
    digest = hashlib.sha256(PYODIDE.encode())
    for file in (*first, *map(PAGE.joinpath, ("answers.py", "worker.mjs")), *package_files()):
        digest.update(file.read_bytes())
    about = {"version": f"playground-{digest.hexdigest()[:16]}", "files": ["./", *(file.name for file in first)]}
    worker = folder / "offline.js"
    worker.write_text(worker.read_text("utf-8").replace('"@build"', json.dumps(about)), "utf-8")


def say(what: str) -> None:
    """Print the next step, which may take minutes."""
    print(what, file=sys.stderr, flush=True)


def build_engine() -> Path:
    """Build the engine's module."""
    cargo("build", ENGINE_TARGET, "--package", "uriverse-wasm")
    return WORK / ENGINE_TARGET / "release" / "uriverse_wasm.wasm"


def build_module() -> Path:
    """Build the native module as a library for Pyodide, optimized for size and compilation time."""
    options = ("--package", "uriverse-python", "--lib", "--features", "pyo3/extension-module,stable-abi")
    profile = {"LTO": "off", "CODEGEN_UNITS": "1", "OPT_LEVEL": "s"}
    cargo("rustc", PYTHON_TARGET, *options, "--", "-Clink-self-contained=no", profile=profile)
    return WORK / PYTHON_TARGET / "release" / "_core.wasm"


def cargo(command: str, target: str, *arguments: str, profile: Mapping[str, str] = MappingProxyType({})) -> None:
    """Run cargo in a separate target folder: by rustup's compiler if it has the target, else by Debian's."""
    linker = linker_of_rust()
    settings = {
        "PYO3_NO_PYTHON": "1",
        "WASM_LINKER": linker,
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER": linker,
        "CARGO_TARGET_WASM32_UNKNOWN_EMSCRIPTEN_LINKER": str(ROOT / "tools" / "link_side_module.py"),
        **{f"CARGO_PROFILE_RELEASE_{name}": value for name, value in {"PANIC": "abort", **profile}.items()},
    }
    options = ["--quiet", "--release", "--target", target, "--target-dir", str(WORK)]
    if not installed_for(target).exists():
        if shutil.which(DEBIAN) is None:
            raise SystemExit(
                f"Rust has no standard library for {target}; run `rustup target add {target}`, "
                "or install Debian's rustc-web and rust-web-src"
            )
        options += BUILD_STD
        settings |= {"RUSTC": DEBIAN, "RUSTC_BOOTSTRAP": "1"}  # Cargo needs unstable options for that library
    subprocess.run(["cargo", command, *options, *arguments], cwd=ROOT, env={**os.environ, **settings}, check=True)


def installed_for(*target: str) -> Path:
    """Return the folder of a target's standard library, by default the host's, in the default Rust toolchain."""
    environment = {name: value for name, value in os.environ.items() if name != "RUSTC"}
    command = ["rustc", "--print", "target-libdir", *(f"--target={name}" for name in target)]
    asked = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return Path(asked.stdout.strip())


def linker_of_rust() -> str:
    """Return the LLVM linker of the default Rust toolchain."""
    linker = installed_for().parent / "bin" / "rust-lld"
    if not linker.exists():
        raise SystemExit(f"{linker} is missing; the default Rust toolchain has it when rustup installed it")
    return str(linker)


def write_editions(folder: Path) -> None:
    """Write the concatenated tables of the editions, and their descriptions for the page."""
    sys.path.insert(0, str(PAGE))
    from answers import facts

    import uriverse as uv

    tables = {edition.id: edition.tables for edition in uv.EDITIONS.values() if edition.reads_references}
    listed = [{**facts(uv.EDITIONS[id]), "table": len(table)} for id, table in tables.items()]
    (folder / "editions.json").write_text(json.dumps(listed, ensure_ascii=False), "utf-8")
    (folder / "editions.bin").write_bytes(b"".join(tables.values()))


def write_package(module: Path, archive: Path) -> None:
    """Write an archive of the package, its native module and the page's Python, for Pyodide."""
    project = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for file in package_files():
            made.write(file, file.relative_to(ROOT / "src"))
        made.write(module, "uriverse/_core.abi3.so")
        made.write(PAGE / "answers.py", "answers.py")
        about = f"Metadata-Version: 2.1\nName: uriverse\nVersion: {project['version']}\n"
        made.writestr(f"uriverse-{project['version']}.dist-info/METADATA", about)


def package_files() -> Iterator[Path]:
    """Return the files of the package that the playground runs."""
    package = ROOT / "src" / "uriverse"
    for file in sorted(package.rglob("*")):
        name = file.relative_to(package).as_posix()
        if file.is_dir() or "__pycache__" in name or file.suffix in {".so", ".pyi", ".md"}:
            continue
        if not any(name.startswith(f"{left}/") for left in LEFT_OUT):
            yield file


def copy_pyodide(folder: Path) -> None:
    """Copy Pyodide's runtime and standard library from npm."""
    source = WORK / "pyodide" / "node_modules" / "pyodide"
    known = json.loads((source / "package.json").read_text("utf-8"))["version"] if source.exists() else None
    if known != PYODIDE:
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--prefix", str(WORK / "pyodide"), f"pyodide@{PYODIDE}"],
            check=True,
        )
    folder.mkdir(exist_ok=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(source / name, folder / name)


if __name__ == "__main__":
    main()
