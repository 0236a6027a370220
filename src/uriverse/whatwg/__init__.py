"""The URL Standard (<https://url.spec.whatwg.org/>): how a browser parses a text.

The editions of the URI standard are grammars: a text is valid or not, and keeps every byte. The URL Standard is an
algorithm that accepts almost any text, repairs it and rewrites it. So it is a module, not an edition.

    >>> from uriverse.whatwg import URL
    >>> url = URL("  HTTP://Bücher.example:80/a/../b c?q=ä#top ")
    >>> url.href
    'http://xn--bcher-kva.example/b%20c?q=%C3%A4#top'
    >>> url.hostname, url.pathname, url.search
    ('xn--bcher-kva.example', '/b%20c', '?q=%C3%A4')
    >>> url.resolve("../x").href
    'http://xn--bcher-kva.example/x'

If a text cannot be repaired, `URLError` says where and why. `validation_errors` lists the repairs.
"""

from __future__ import annotations

from uriverse import _core
from uriverse._core import URL as URL
from uriverse.ground.later import later
from uriverse.whatwg import urls as _urls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse.errors import URLError as URLError
    from uriverse.whatwg.conformance import is_valid_url_string as is_valid_url_string
    from uriverse.whatwg.conformance import validation_errors as validation_errors
    from uriverse.whatwg.crossing import ComponentChange as ComponentChange, changes as changes
    from uriverse.whatwg.domains import domain_to_ascii as domain_to_ascii, domain_to_unicode as domain_to_unicode
    from uriverse.whatwg.errors import ValidationError as ValidationError
    from uriverse.whatwg.hosts import Host as Host, ends_in_a_number as ends_in_a_number
    from uriverse.whatwg.hosts import is_valid_host_string as is_valid_host_string, parse_host as parse_host
    from uriverse.whatwg.hosts import serialize_address as serialize_address
    from uriverse.whatwg.percent import percent_decode as percent_decode, percent_encode as percent_encode
    from uriverse.whatwg.search_params import URLSearchParams as URLSearchParams, parse_form as parse_form
    from uriverse.whatwg.search_params import serialize_form as serialize_form
    from uriverse.whatwg.urls import SetterResult as SetterResult, set_attribute as set_attribute

_urls.attach()
can_parse = _core.whatwg_can_parse
parse = _core.whatwg_parse

__getattr__, __dir__, __all__ = later(__name__, also="URL can_parse parse")
