"""The site's settings. `tools/build_site.py` gathers the sources and runs Sphinx with this file."""

import ast
from importlib import resources
from typing import Any

import uriverse

project = "uriverse"
author = copyright = "the authors of uriverse"
release = version = uriverse.__version__
html_title = f"uriverse {release}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton", "sphinx_design"]
exclude_patterns = ["understand/timeline.md"]

# Markdown: links to headings, definition lists; a heading down to the third level has an anchor.
myst_enable_extensions = ["attrs_inline", "deflist", "colon_fence"]
myst_heading_anchors = 4

# Docstrings write code between single backticks.
default_role = "code"
smartquotes = False
# An attribute such as `host` belongs to several classes: its name in a docstring is no link then.
suppress_warnings = ["ref.python"]
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
pygments_style = "friendly"
pygments_dark_style = "github-dark"
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1b4f9c",
        "color-brand-content": "#1b4f9c",
    },
    "dark_css_variables": {
        "color-brand-primary": "#8ab8ff",
        "color-brand-content": "#8ab8ff",
    },
}


def _stub_signatures() -> dict[str, tuple[str, str]]:
    """The typed signatures of the compiled module, which only its stub has: name to parameters and result."""
    text = (resources.files("uriverse") / "_core.pyi").read_text("utf-8")
    found: dict[str, tuple[str, str]] = {}

    def add(prefix: str, node: ast.stmt) -> None:
        if isinstance(node, ast.FunctionDef):
            # Of overloads the last one is the widest.
            result = ast.unparse(node.returns) if node.returns is not None else ""
            is_property = any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list)
            arguments = "" if is_property else f"({ast.unparse(node.args)})"
            found[f"{prefix}{node.name}"] = (arguments, result)
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                add(f"{node.name}.", member)

    for node in ast.parse(text).body:
        add("", node)
    return found


SIGNATURES = _stub_signatures()


def _signature(_app: Any, _what: str, name: str, value: Any, *_: Any) -> tuple[str, str] | None:
    """The stub's signature for what is compiled; everything else has its own."""
    if not isinstance(value, type) and hasattr(value, "__text_signature__") and not hasattr(value, "__code__"):
        short = ".".join(name.split(".")[-2:])
        found = SIGNATURES.get(short) or SIGNATURES.get(name.rsplit(".", 1)[-1])
        if found is not None and found[0]:
            return found[0].replace("(self, /, ", "(").replace("(self, ", "(").replace("(self)", "()"), found[1]
    return None


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", _signature)
