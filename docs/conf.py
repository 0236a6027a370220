"""The site's settings. `tools/build_site.py` gathers the sources and runs Sphinx with this file."""

import ast
from importlib import resources
from typing import Any

import uriverse.typing
import uriverse.whatwg
from site_pages.web import REPOSITORY, SITE, source_of

project = "uriverse"
author = copyright = "the authors of uriverse"
release = version = uriverse.__version__
html_title = "uriverse"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.linkcode", "sphinx.ext.napoleon", "sphinx_copybutton"]
extensions += ["sphinx_design", "site_pages.web"]
linkcode_resolve = source_of
html_baseurl = SITE
html_short_title = "Parse, check, resolve and compare URLs in Python, exactly as each standard says."
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
html_favicon = "_static/favicon.svg"
# A browser asks the root for favicon.ico where a page, such as the matrix, names no icon.
html_extra_path = ["_extra"]
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "playground.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
# Both have a contrast of at least 4.5:1.
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "github-dark"
html_theme_options = {
    "source_repository": REPOSITORY,
    "source_branch": "main",
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


def _of_stub(name: str) -> tuple[str, str] | None:
    """What the stub says of a function or of a member; both kinds of reference have their base's members."""
    owner, last = name.split(".")[-2:]
    owner = "URIReference" if owner in {"URI", "RelativeReference"} else owner
    return SIGNATURES.get(f"{owner}.{last}") or SIGNATURES.get(last)


def _signature(_app: Any, _what: str, name: str, value: Any, *_: Any) -> tuple[str, str] | None:
    """The stub's signature for what is compiled; everything else has its own."""
    if isinstance(value, type) or not hasattr(value, "__text_signature__") or hasattr(value, "__code__"):
        return None
    found = _of_stub(name)
    if found is None or not found[0]:
        return None
    arguments = found[0].replace("(self, /, ", "(").replace("(self, ", "(").replace("(self)", "()")
    # The stub calls the root's URL by another name, because it has the URL Standard's too.
    return arguments.replace("WebURL", "URL"), found[1].replace("WebURL", "URL")


def _public_type(app: Any, env: Any, node: Any, content: Any) -> Any:
    """The link of a type in a signature that is documented by another module than the signature."""
    name = node.get("reftarget", "")
    home = next((each for each in (uriverse, uriverse.typing, uriverse.whatwg) if name in each.__all__), None)
    if home is None or node.get("refdomain") != "py":
        return None
    path = f"{home.__name__}.{name}"
    return env.get_domain("py").resolve_xref(env, node["refdoc"], app.builder, "obj", path, node, content)


def _attribute(_app: Any, _what: str, name: str, value: Any, _options: Any, lines: list[str]) -> None:
    """The type of a compiled attribute, before its words."""
    found = _of_stub(name) if type(value).__name__ in {"getset_descriptor", "member_descriptor"} else None
    if found is not None and found[1] and lines:
        lines[:0] = [f"Type: ``{found[1]}``.", ""]


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", _signature)
    app.connect("autodoc-process-docstring", _attribute)
    app.connect("missing-reference", _public_type)
