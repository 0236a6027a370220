"""What a rehearsal judges: whether two builds are the same, and what is wrong with the files of a release."""

from __future__ import annotations

import zipfile
from pathlib import Path

from support.programs import tool

rehearsal = tool("rehearse_release")
files = tool("release_files")
extras = tool("requirements_of")
WHEEL = "uriverse-0.1.0-cp311-abi3-linux_x86_64.whl"
BOM = '{{"bom-ref": "path+file://{}/uriverse-0.1.0/crates/core#uriverse-core@0.1.0"}}'


def dist(folder: Path, binary: str = "the engine", built_in: str = "/tmp/a", archive: bytes = b"sources") -> Path:
    """A folder as a build leaves it."""
    folder.mkdir()
    with zipfile.ZipFile(folder / WHEEL, "w") as wheel:
        for name, content in {
            "uriverse/_core.abi3.so": binary,
            "uriverse-0.1.0.dist-info/sboms/crates.cyclonedx.json": BOM.format(built_in),
            "uriverse-0.1.0.dist-info/RECORD": f"{binary} {built_in}",
        }.items():
            wheel.writestr(zipfile.ZipInfo(name), content)
    (folder / "uriverse-0.1.0.tar.gz").write_bytes(archive)
    return folder


def test_the_folder_of_a_build_is_no_difference(tmp_path: Path) -> None:
    """Only the list of crates and the digests name it."""
    assert rehearsal.differences(dist(tmp_path / "one"), dist(tmp_path / "two", built_in="/home/b/c")) == []


def test_what_differs_is_named(tmp_path: Path) -> None:
    """A byte of the binary, a byte of the archive, a file that only one has."""
    one = dist(tmp_path / "one")
    (different,) = rehearsal.differences(one, dist(tmp_path / "two", binary="another engine"))
    assert "uriverse/_core.abi3.so" in different
    assert rehearsal.differences(one, dist(tmp_path / "three", archive=b"other")) == ["differs: uriverse-0.1.0.tar.gz"]
    (one / "uriverse-0.1.0.tar.gz").unlink()
    assert rehearsal.differences(one, dist(tmp_path / "four")) == ["differs: uriverse-0.1.0.tar.gz"]


def test_a_folder_without_files_has_faults(tmp_path: Path) -> None:
    """Nothing to publish is not nothing wrong."""
    assert files.faults(tmp_path) == [f"{tmp_path} has no wheel", f"{tmp_path} has 0 source archives, not one"]


def test_a_wheel_that_lacks_its_metadata_is_refused(tmp_path: Path) -> None:
    """And an archive that cannot be one is not read."""
    folder = dist(tmp_path / "one")
    (folder / "uriverse-0.1.0.tar.gz").unlink()
    assert f"{WHEEL}: it is not of version {files.version()}: there is no " in files.faults(folder)[1]


def test_the_requirements_of_an_extra_are_those_of_the_extras_that_it_names() -> None:
    """Each once, and nothing of the package itself, which is not built yet."""
    assert extras.requirements_of(["duckdb", "arrow"]) == ["duckdb>=1.3", "pyarrow>=18"]
    listed = extras.requirements_of(["integrations"])
    assert {"pydantic>=2.10", "attrs>=23.1", "cattrs>=24.1"} < set(listed)
    assert not [requirement for requirement in extras.requirements_of(["test"]) if "uriverse" in requirement]
    assert [extras.oldest(each) for each in ("polars>=1.20", "maturin>=1.13,<2")] == ["polars==1.20", "maturin==1.13"]
