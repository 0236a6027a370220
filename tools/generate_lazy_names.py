"""Generate the lazy names of the packages from their imports under `TYPE_CHECKING`, "name as name"."""

from __future__ import annotations

import ast
from pathlib import Path

from generated import ROOT, Output, Outputs

SOURCE = ROOT / "src"


def rows(package: Path) -> list[str]:
    """Return the lines of a package, one for each module that has lazy names: package, module, names."""
    name = ".".join(package.relative_to(SOURCE).parts)
    names: dict[str, list[str]] = {}
    for block in ast.parse((package / "__init__.py").read_text("utf-8")).body:
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            for node in block.body:
                if isinstance(node, ast.ImportFrom):
                    exported = [alias.name for alias in node.names if alias.name == alias.asname]
                    names.setdefault(str(node.module), []).extend(exported)
    return [
        f"{name}\t{module}\t{' '.join(sorted(exported))}\n" for module, exported in sorted(names.items()) if exported
    ]


def outputs() -> Outputs:
    """Yield the file."""
    package = SOURCE / "uriverse"
    folders = sorted(path.parent for path in [package / "__init__.py", *package.glob("*/__init__.py")])
    content = "".join(line for folder in folders for line in rows(folder))
    yield Output(package / "ground/lazy-names.tsv", content.encode())
