"""The sources of the site in one folder: the files of docs/, and the pages that are made from data.

A README.md is the index of its folder, with the other pages in and under the folder below it. A link to a file that the
site does not contain becomes its name. A link whose text is a file name shows the page's title instead.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from site_pages.markup import slug, toctree
from site_pages.web import REPOSITORY, SITE

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
# Pages at the root of the repository.
FROM_THE_ROOT = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
_FENCED = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
# An entry of a menu: a page, or a title and a page.
_ENTRY = re.compile(r"^(?:[^<`\n]*<)?([\w./-]+)>?$", re.MULTILINE)
# A link to a file of the repository.
_FILE = re.compile(r"^<!-- file: (\S+) -->$", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def assemble(target: Path, made: Iterable[tuple[str, str]]) -> None:
    """Write all sources into an empty folder.

    Args:
        target: the folder; its old contents are removed.
        made: the paths and texts of the generated pages.
    """
    shutil.rmtree(target, ignore_errors=True)
    for path in sorted(DOCS.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            _copy(path, target / _in_site(path.relative_to(DOCS)))
    for name in FROM_THE_ROOT:
        _copy(ROOT / name, target / "project" / name)
    recipes = sum(len(_headings(path)) for path in (DOCS / "recipes").glob("*.md"))
    facts = {"{repository}": REPOSITORY, "{site}": SITE, "{recipes}": str(recipes)}
    for page in (target / "index.md", target / "recipes" / "index.md"):
        text = page.read_text("utf-8")
        for name, fact in facts.items():
            text = text.replace(name, fact)
        page.write_text(_with_the_rest(text, target) if page.parent == target else _with_headings(text), "utf-8")
    for name, text in made:
        page = target / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, "utf-8")


def _headings(page: Path) -> list[str]:
    """Return the headings of a page's sections."""
    return re.findall(r"^## (.*)$", page.read_text("utf-8"), re.MULTILINE)


def _with_headings(index: str) -> str:
    """Return the first page of the recipes, with a link to each recipe below the link to its page."""

    def listed(entry: re.Match[str]) -> str:
        links = [f"  - [{heading}]({entry[1]}#{slug(heading)})" for heading in _headings(DOCS / "recipes" / entry[2])]
        return "\n".join([entry[0], *links])

    return re.sub(r"^- \[[^\]]*\]\((\S*?/?(\w+\.md))\).*$", listed, index, flags=re.MULTILINE)


def _with_the_rest(index: str, target: Path) -> str:
    """Return the first page, with a menu of the pages in docs/ that its other menus omit."""
    named = set(_ENTRY.findall(index))
    rest = [path.stem for path in sorted(target.glob("*.md")) if path.stem not in {"index", "404", *named}]
    return index + toctree(rest, "More") if rest else index


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix != ".md":
        shutil.copyfile(source, target)
        return
    text = _linked(source.read_text("utf-8"), source).replace("\n\n```\n", "\n```\n")
    if source.name == "README.md":
        below = sorted(path.relative_to(source.parent) for path in source.parent.rglob("*.md") if path != source)
        text += "\n" + toctree([f"{path.stem} <{path.with_suffix('').as_posix()}>" for path in below])
    text = _FILE.sub(lambda found: f"```python\n{(ROOT / found[1]).read_text('utf-8')}```", text)
    if source.name in {"CHANGELOG.md", "CONTRIBUTING.md"}:
        text = f"---\nnosearch: true\n---\n{text}"
    target.write_text(text, "utf-8")


def _in_site(path: Path) -> Path:
    """Return the path of a file of docs/ in the site's sources."""
    return path.with_name("index.md") if path.name == "README.md" else path


def _linked(text: str, source: Path) -> str:
    """Return the text of a page with its links adapted to the site."""

    def link(found: re.Match[str]) -> str:
        words, path, fragment = found[1], found[2], found[3] or ""
        if not path or ":" in path or path.startswith(("/", "{")):
            return found[0]
        file = (source.parent / path).resolve()
        if file.is_relative_to(DOCS):
            wanted = Path("/") / _in_site(file.relative_to(DOCS) / ("README.md" if file.is_dir() else ""))
        elif file.name in FROM_THE_ROOT:
            wanted = Path("/project") / file.name
        else:
            name = f"`{file.relative_to(ROOT)}`"
            return words if words == name else f"{words} ({name})"
        return f"[{'' if words.strip('`').endswith('.md') else words}]({wanted}{fragment})"

    parts = _FENCED.split(text)
    # Every second part is a code block, without links.
    parts[::2] = [_LINK.sub(link, part) for part in parts[::2]]
    return "".join(parts)
