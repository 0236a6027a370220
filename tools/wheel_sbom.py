"""Write into wheels what is in them: the crates that are linked for the wheel's platform, and the lists of others.

python tools/wheel_sbom.py dist    each wheel of uriverse in the folder gets `*.dist-info/sboms/uriverse.cyclonedx.json`

maturin's own list has the crates of every platform, those that only build, and macros; a binary has none of these. This
one has what `cargo tree` links for the platform, Rust's standard library by the commit that the binary names, and the
lists of docs/data.md with the digests of their files. The file is CycloneDX 1.6, where PEP 770 wants it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

from check_licences import metadata

ROOT = Path(__file__).resolve().parent.parent
# The end of a wheel's name, and Rust's name of the platform.
TARGETS = {
    r"musllinux_\w+_x86_64": "x86_64-unknown-linux-musl",
    r"musllinux_\w+_aarch64": "aarch64-unknown-linux-musl",
    r"(many)?linux\w*_x86_64": "x86_64-unknown-linux-gnu",
    r"(many)?linux\w*_aarch64": "aarch64-unknown-linux-gnu",
    r"macosx_\w+_x86_64": "x86_64-apple-darwin",
    r"macosx_\w+_arm64": "aarch64-apple-darwin",
    r"win_amd64": "x86_64-pc-windows-msvc",
    r"win_arm64": "aarch64-pc-windows-msvc",
    r"\w+_wasm32": "wasm32-unknown-emscripten",
}
RUST = re.compile(rb"/rustc/([0-9a-f]{40})/library/")
LIST = re.compile(r"^\| `[\w-]+`: (.+?) \| ([\d-]{10}) \| (.+?) \| `(.+?)` \|$", re.MULTILINE)
LICENCES = {"hosts/data/public_suffix_list.dat": "MPL-2.0"}


def target_of(wheel: str) -> str:
    """Return Rust's name of the platform of a wheel.

    >>> target_of("uriverse-0.1.0-cp314-cp314t-manylinux_2_28_aarch64.whl")
    'aarch64-unknown-linux-gnu'
    >>> target_of("uriverse-0.1.0-cp311-abi3-musllinux_1_2_x86_64.whl")
    'x86_64-unknown-linux-musl'
    """
    (target, *_) = (name for end, name in TARGETS.items() if re.search(rf"-{end}\.whl$", wheel))
    return target


@cache
def linked(target: str) -> list[str]:
    """Return the names and versions of the crates in the module on a platform, "pyo3 0.30.0", in order."""
    command = ["cargo", "tree", "--locked", "--package=uriverse-python", "--edges=normal,no-proc-macro"]
    command += [f"--target={target}", "--prefix=none", "--no-dedupe", "--format={p}"]
    tree = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    crates = {" ".join(line.split()[:2]).replace(" v", " ") for line in tree.splitlines()}
    return sorted(crates - {name for name in crates if name.startswith("uriverse-python ")})


@cache
def packages() -> dict[str, dict[str, Any]]:
    """Return the packages of `cargo metadata` by name and version, with the digests of Cargo.lock."""
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))["package"]
    digests = {f"{crate['name']} {crate['version']}": crate.get("checksum") for crate in locked}
    found = {f"{package['name']} {package['version']}": package for package in metadata()["packages"]}
    return {name: package | {"sha256": digests.get(name)} for name, package in found.items()}


def crate(name: str) -> dict[str, Any]:
    """Return the component of a crate; one of the repository has no address in a registry."""
    package = packages()[name]
    component = {
        "type": "library",
        "bom-ref": name.replace(" ", "@"),
        "name": package["name"],
        "version": package["version"],
        "licenses": [{"expression": package["license"].replace("/", " OR ")}],
    }
    if package["source"]:
        component["purl"] = f"pkg:cargo/{name.replace(' ', '@')}"
        component["hashes"] = [{"alg": "SHA-256", "content": package["sha256"]}]
    return component


def lists(members: dict[str, bytes]) -> list[dict[str, Any]]:
    """Return the components of the lists that others publish, from docs/data.md."""
    rows = LIST.findall((ROOT / "docs/data.md").read_text("utf-8"))
    return [
        {
            "type": "data",
            "bom-ref": f"uriverse/{file}",
            "name": title,
            "version": date,
            "description": published,
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(members[f"uriverse/{file}"]).hexdigest()}],
        }
        | ({"licenses": [{"license": {"id": LICENCES[file]}}]} if file in LICENCES else {})
        for title, date, published, file in rows
    ]


def bill(wheel: str, members: dict[str, bytes]) -> dict[str, Any]:
    """Return the list of what a wheel has."""
    version = wheel.split("-")[1]
    (binary,) = (content for name, content in members.items() if re.match(r"uriverse/_core\..*(so|pyd)$", name))
    commits = sorted(set(RUST.findall(binary)))
    rust = [
        {"type": "library", "bom-ref": f"std@{commit.decode()}", "name": "std", "version": commit.decode(),
         "licenses": [{"expression": "MIT OR Apache-2.0"}], "description": "Rust's standard library, by its commit"}
        for commit in commits
    ]  # fmt: skip
    components = [*map(crate, linked(target_of(wheel))), *rust, *lists(members)]
    itself = {"type": "library", "bom-ref": f"pkg:pypi/uriverse@{version}", "name": "uriverse", "version": version}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": itself | {"purl": itself["bom-ref"]}},
        "components": components,
        "dependencies": [{"ref": itself["bom-ref"], "dependsOn": [each["bom-ref"] for each in components]}],
    }


def add(path: Path) -> None:
    """Write the list into a wheel, in place of one that is there."""
    with zipfile.ZipFile(path) as wheel:
        infos = [info for info in wheel.infolist() if "/sboms/" not in info.filename]
        members = {info.filename: wheel.read(info) for info in infos}
    record = next(info for info in infos if info.filename.endswith(".dist-info/RECORD"))
    infos.remove(record)
    name = record.filename.replace("RECORD", "sboms/uriverse.cyclonedx.json")
    members[name] = json.dumps(bill(path.name, members), indent=1, ensure_ascii=False).encode()
    listed = zipfile.ZipInfo(name, record.date_time)
    listed.compress_type, listed.external_attr = record.compress_type, record.external_attr
    infos += [listed, record]
    members[record.filename] = (
        "".join(
            f"{info.filename},{_digest(members[info.filename])},{len(members[info.filename])}\n" for info in infos[:-1]
        ).encode()
        + f"{record.filename},,\n".encode()
    )
    whole = path.with_suffix(".new")
    with zipfile.ZipFile(whole, "w") as wheel:
        for info in infos:
            wheel.writestr(info, members[info.filename], compresslevel=9)
    whole.replace(path)


def _digest(content: bytes) -> str:
    """Return the digest of a file as RECORD has it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def main(arguments: list[str]) -> int:
    """Write the list into each wheel of a folder, and return the exit code."""
    wheels = sorted(Path(arguments[0] if arguments else "dist").glob("uriverse-*.whl"))
    for path in wheels:
        add(path)
        print(f"{path.name}: {len(linked(target_of(path.name)))} crates")
    return 0 if wheels else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
