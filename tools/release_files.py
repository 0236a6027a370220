"""Check the files of a release: the source archive and the wheels in one folder.

python tools/release_files.py dist    one line for each fault; exit 1 if there is one

They contain exactly the package's files in git; the versions agree; the licences and third-party notices are included,
and a list (CycloneDX) of what is linked and of others' data; a binary has no path of the machine that built it.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from email.parser import Parser
from pathlib import Path

from wheel_sbom import linked, target_of

ROOT = Path(__file__).resolve().parent.parent
LICENCES = ("LICENSE-APACHE", "LICENSE-MIT", "LICENSE-MPL-2.0", "LICENSE-THIRD-PARTY")
LINKS = {"Homepage", "Documentation", "Source", "Issues", "Changelog", "Security"}
BINARY = re.compile(r"uriverse/_core\.(abi3\.so|cpython-[\w-]+\.so|pyd|cp\d+t?-\w+\.pyd)")
# A crate of the registry in the path of a file, which a panic names.
CRATE = re.compile(rb"[/\\]registry[/\\]src[/\\][\w.-]+[/\\]([\w-]+)-(\d[\w.+-]*)[/\\]")
# The homes of people and of root, and where hosted CI builds; docs/releasing.md says how they are left out.
HOME = re.compile(rb"(/root/|/home/\w+/|/Users/\w+/|[A-Z]:\\Users\\|[A-Z]:\\a\\|/tmp/\w+/)[\w./\\-]*")


def made(folder: Path) -> list[Path]:
    """Return the source archives and wheels of a folder."""
    kinds = ("uriverse-*.tar.gz", "uriverse-*.whl", "uriverse_oracle-*.whl")
    return sorted(path for kind in kinds for path in folder.glob(kind))


def version() -> str:
    """Return the version in Cargo.toml; `oracle/pyproject.toml` repeats it."""
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))
    return str(cargo["workspace"]["package"]["version"])


def faults(folder: Path) -> list[str]:
    """Return the faults of the files in a folder, a sentence each."""
    wheels, archives = sorted(folder.glob("uriverse-*.whl")), sorted(folder.glob("uriverse-*.tar.gz"))
    found = [] if wheels else [f"{folder} has no wheel"]
    found += [] if len(archives) == 1 else [f"{folder} has {len(archives)} source archives, not one"]
    for path in wheels:
        found += [f"{path.name}: {fault}" for fault in _of_wheel(path)]
    for path in archives:
        found += [f"{path.name}: {fault}" for fault in _of_archive(path)]
    for path in sorted(folder.glob("uriverse_oracle-*.whl")):
        found += [f"{path.name}: {fault}" for fault in _of_oracle(path)]
    return found


def _of_wheel(path: Path) -> Iterator[str]:
    information = f"uriverse-{version()}.dist-info/"
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        if f"{information}METADATA" not in names:
            yield f"it is not of version {version()}: there is no {information}METADATA"
            return
        yield from _of_metadata(archive.read(f"{information}METADATA").decode())
        members = {name: archive.read(name) for name in names}
    boms = {name: content for name, content in members.items() if name.startswith(f"{information}sboms/")}
    yield from _of_bom(path.name, boms, members)
    package = {name for name in names if not name.startswith(information)}
    binaries = {name for name in package if BINARY.fullmatch(name)}
    if len(binaries) != 1:
        yield f"it has {len(binaries)} native modules, not one"
    for name in binaries:
        homes = sorted({path.group().decode() for path in HOME.finditer(members[name])})
        yield from (f"{name} has a path of the machine that built it: {home}" for home in homes)
    sources = [name.removeprefix("src/") for name in tracked("src/uriverse")]
    manual = [name.replace("docs/man", f"uriverse-{version()}.data", 1) for name in tracked("docs/man")]
    yield from _differences(package - binaries, [*sources, *manual])
    yield from _lacking(names, (f"{information}licenses/{name}" for name in LICENCES))


def _of_oracle(path: Path) -> Iterator[str]:
    information = f"uriverse_oracle-{version()}.dist-info/"
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        if f"{information}METADATA" not in names:
            yield f"it is not of version {version()}: there is no {information}METADATA"
            return
        fields = Parser().parsestr(archive.read(f"{information}METADATA").decode(), headersonly=True)
    if fields.get_all("Requires-Dist") != [f"uriverse[cli]=={version()}"]:
        yield f"it requires {fields.get_all('Requires-Dist')}, not uriverse[cli] of version {version()}"
    package = {name for name in names if not name.startswith(information)}
    yield from _differences(package, (name.removeprefix("oracle/") for name in tracked("oracle/uriverse_oracle")))
    yield from _lacking(names, (f"{information}licenses/{name}" for name in LICENCES[:2]))


def _of_archive(path: Path) -> Iterator[str]:
    folder = f"uriverse-{version()}/"
    with tarfile.open(path) as archive:
        names = set(archive.getnames())
    if not all(name.startswith(folder) for name in names):
        yield f"it holds more than {folder}"
    names = {name.removeprefix(folder) for name in names}
    needed = [
        "Cargo.lock", "PKG-INFO", "README.md", "pyproject.toml", "tools/build_backend.py", *LICENCES,
        *tracked("src/uriverse"), *tracked("docs/man"),
    ]  # fmt: skip
    left_out = ("/tests/", "/examples/", "crates/wasm/")  # not needed to build the binary
    sources = (name for name in tracked("crates") if not any(part in name for part in left_out))
    yield from _lacking(names, [*needed, *sources])


def _of_metadata(text: str) -> Iterator[str]:
    fields = Parser().parsestr(text, headersonly=True)
    if fields["Version"] != version():
        yield f"its metadata says version {fields['Version']}, and Cargo.toml {version()}"
    always = [need for need in fields.get_all("Requires-Dist", []) if "extra ==" not in need]
    if always:
        yield f"the package needs no other at run time, and it requires {', '.join(always)}"
    yield from _lacking({link.partition(",")[0] for link in fields.get_all("Project-URL", [])}, sorted(LINKS))
    yield from _lacking(set(fields.get_all("License-File", [])), LICENCES)


def _of_bom(wheel: str, boms: dict[str, bytes], members: dict[str, bytes]) -> Iterator[str]:
    """Check the list against what cargo links for the platform, what the binary names, and the data in the wheel."""
    if len(boms) != 1:
        yield f"it has {len(boms)} lists of what is in it (CycloneDX, in sboms/), not one"
    for name, content in boms.items():
        bom = json.loads(content)
        if bom.get("bomFormat") != "CycloneDX":
            yield f"{name} is not CycloneDX"
        rows = bom.get("components", [])
        crates = {
            f"{row['name']} {row['version']}" for row in rows if row["type"] == "library" and row["name"] != "std"
        }
        yield from (f"{name}: it lacks {crate}" for crate in sorted(set(linked(target_of(wheel))) - crates))
        yield from (f"{name}: {crate} is not linked" for crate in sorted(crates - set(linked(target_of(wheel)))))
        binary = b"".join(content for file, content in members.items() if BINARY.fullmatch(file))
        named = {f"{crate.decode()} {version.decode()}" for crate, version in CRATE.findall(binary)}
        yield from (f"{name}: it lacks {crate}, which the binary names" for crate in sorted(named - crates))
        data = {row["bom-ref"]: row["hashes"][0]["content"] for row in rows if row["type"] == "data"}
        if len(data) < 5:
            yield f"{name} has {len(data)} lists of others"
        for file, digest in data.items():
            if hashlib.sha256(members.get(file, b"")).hexdigest() != digest:
                yield f"{name}: {file} has another digest"


def tracked(folder: str) -> list[str]:
    """Return the files of a folder in git."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", folder]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.rstrip("\0").split("\0")


def _lacking(there: set[str], needed: Iterable[str]) -> Iterator[str]:
    yield from (f"it lacks {name}" for name in needed if name not in there)


def _differences(there: set[str], wanted: Iterable[str]) -> Iterator[str]:
    wanted = set(wanted)
    yield from _lacking(there, sorted(wanted))
    yield from (f"it holds {name}, which git does not know" for name in sorted(there - wanted))


def main(arguments: list[str]) -> int:
    """Print the faults of the files in a folder, and return the exit code."""
    found = faults(Path(arguments[0] if arguments else "dist"))
    print("\n".join(found) or "nothing is wrong")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
