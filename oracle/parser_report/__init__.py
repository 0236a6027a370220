"""The report on URI parsers: `tools/build_site.py` makes its pages of the kept answers.

subjects.py   what is reported on: each implementation with its kept answers and what follows from them
pages.py      the pages of the report
summary.py    the parts that compare implementations
confusion.py  which check is unsafe before which fetch
one.py        the page of one implementation
pictures.py   bars and heat maps as SVG
markdown.py   parts as Markdown
"""
