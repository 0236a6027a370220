"""Hypothesis strategies: references, invalid near misses, pairs of queries, templates and their values.

>>> from hypothesis import given
>>> import uriverse as uv
>>> from uriverse.testing import near_misses, references
>>> @given(references("rfc2396"), near_misses("rfc2396"))
... def test_engine(good, bad):
...     assert uv.is_valid(good, edition="rfc2396") and not uv.is_valid(bad, edition="rfc2396")
"""

try:
    import hypothesis  # noqa: F401
except ImportError as error:
    raise ImportError("uriverse.testing needs Hypothesis: pip install hypothesis") from error

from uriverse.testing.rule_texts import near_misses, references
from uriverse.testing.template_texts import query_pairs, template_values, templates

__all__ = ["near_misses", "query_pairs", "references", "template_values", "templates"]
