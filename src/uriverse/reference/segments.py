"""The path of a reference as data: its segments, its last name, and its parents.

A path is split at "/" and then decoded, so "%2F" does not split a segment (RFC 3986, section 3.3):

    /a%2Fb/c.tar.gz   segments ("a/b", "c.tar.gz"), name "c.tar.gz", suffixes (".tar", ".gz"), parent /a%2Fb
    /a/               segments ("a", ""), name "", parent /a
    /                 segments ("",);  the empty path has none

`append` is the inverse: `ref.parent / ref.name` has the segments of `ref`, unless the path is empty or ends with "//".
Dot segments are not removed: resolve or normalize the reference first.
"""

from __future__ import annotations

from uriverse._core import Components, URIReference
from uriverse.reference.reading import data


def segments(self: URIReference | Components) -> tuple[str, ...]:
    """The decoded segments of the path, in order; () if it is empty or opaque.

    A leading "/" begins the first segment, so "/a" and "a" have the same segments.

    >>> import uriverse as uv
    >>> [uv.parse(text).segments for text in ("http://h", "http://h/", "http://h/a%2Fb/")]
    [(), ('',), ('a/b', '')]
    """
    path = self.path
    if not path or self.kind == "opaque":
        return ()
    return tuple(map(data, path.removeprefix("/").split("/")))


def name(self: URIReference | Components) -> str:
    """The last segment, decoded; "" if the path is empty or ends with "/".

    >>> import uriverse as uv
    >>> uv.parse("http://h/a/b%20c?q").name
    'b c'
    """
    return "" if self.kind == "opaque" else data(self.path.rpartition("/")[2])


def suffix(self: URIReference | Components) -> str:
    """The file suffix of `name` with its dot, or "". A dot at the start or the end begins no suffix.

    >>> import uriverse as uv
    >>> ref = uv.parse("http://h/a/b.tar.gz?q")
    >>> ref.name, ref.suffix, ref.suffixes, ref.stem
    ('b.tar.gz', '.gz', ('.tar', '.gz'), 'b.tar')
    """
    stem_, dot, ending = name(self).rpartition(".")
    return dot + ending if stem_.strip(".") and ending else ""


def suffixes(self: URIReference | Components) -> tuple[str, ...]:
    """All file suffixes of `name` with their dots, in order.

    >>> import uriverse as uv
    >>> uv.parse("/a/b.tar.gz").suffixes
    ('.tar', '.gz')
    """
    whole = name(self)
    if not suffix(self):
        return ()
    return tuple(f".{ending}" for ending in whole.lstrip(".").split(".")[1:])


def stem(self: URIReference | Components) -> str:
    """`name` without its last suffix.

    >>> import uriverse as uv
    >>> uv.parse("/a/b.tar.gz").stem
    'b.tar'
    """
    return name(self).removesuffix(suffix(self))


def parents(self: URIReference) -> tuple[URIReference, ...]:
    """The parent, its parent and so on, the nearest first; () if the reference has no segments or only an empty one.

    >>> import uriverse as uv
    >>> [str(each) for each in uv.parse("/a/b/c").parents]
    ['/a/b', '/a', '/']
    """
    results = []
    above = self
    while above.path not in {"", "/"} and above.kind != "opaque":
        above = above.parent
        results.append(above)
    return tuple(results)
