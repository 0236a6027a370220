"""The pages of the documentation site that are made from the package's data. `tools/build_site.py` is the command.

Each module makes one kind of page. Its function `pages()` yields the path of a page within the site's sources, and its
text. The pages are not committed.
"""
