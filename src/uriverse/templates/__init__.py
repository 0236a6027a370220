"""URI templates (RFC 6570), all four levels: expand them, expand them in part, and match references with them.

>>> from uriverse.templates import Template
>>> template = Template("/repos/{owner}/{name}/issues{?state,page}")
>>> template.expand(owner="octo cat", name="hello", page=2)
'/repos/octo%20cat/hello/issues?page=2'
>>> template.match("/repos/octo%20cat/hello/issues?page=2").values
{'owner': 'octo cat', 'name': 'hello', 'page': '2'}

`is_valid(text, edition="rfc6570")` checks only the document's grammar.
"""

from uriverse.templates.template import Template, TemplateMatch

__all__ = ["Template", "TemplateMatch"]
