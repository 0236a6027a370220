"""The path of a reference as data: its segments, the name at its end, and what stands above it.

A path is cut at "/" first and decoded then, so a "%2F" inside a segment stays inside it (RFC 3986, section 3.3):

    /a%2Fb/c.tar.gz   segments ("a/b", "c.tar.gz"), name "c.tar.gz", suffixes (".tar", ".gz"), parent /a%2Fb
    /a/               segments ("a", ""), name "", parent /a
    /                 segments ("",);  the empty path has none

`append` writes what `segments` reads: `ref.parent / ref.name` has the segments of `ref`, unless the path is empty or an
empty segment stands before the last one. All of this looks at the path as it is written: where it has dot segments,
resolve or normalize the reference first.
"""

from __future__ import annotations

from uriverse.reference.reading import data, encoded_segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uriverse._core import Components, URIReference


def segments(self: URIReference | Components) -> tuple[str, ...]:
    """The decoded segments of the path, in order; () if it is empty, or opaque and so without segments.

    A "/" at the beginning begins the first segment, so "/a" and "a" have the same segments.

    >>> import uriverse as uv
    >>> [uv.parse(text).segments for text in ("http://h", "http://h/", "http://h/a%2Fb/")]
    [(), ('',), ('a/b', '')]
    """
    path = self.path
    if not path or self.kind == "opaque":
        return ()
    return tuple(map(data, path.removeprefix("/").split("/")))


def name(self: URIReference | Components) -> str:
    """The last segment, decoded; "" if the path is empty or ends with "/"."""
    return "" if self.kind == "opaque" else data(self.path.rpartition("/")[2])


def suffix(self: URIReference | Components) -> str:
    """The last ending of `name` with its dot; "" if it has none. A dot at the begin or the end makes no ending.

    >>> import uriverse as uv
    >>> ref = uv.parse("http://h/a/b.tar.gz?q")
    >>> ref.name, ref.suffix, ref.suffixes, ref.stem
    ('b.tar.gz', '.gz', ('.tar', '.gz'), 'b.tar')
    """
    stem_, dot, ending = name(self).rpartition(".")
    return dot + ending if stem_.strip(".") and ending else ""


def suffixes(self: URIReference | Components) -> tuple[str, ...]:
    """All endings of `name` with their dots, in order."""
    whole = name(self)
    if not suffix(self):
        return ()
    return tuple(f".{ending}" for ending in whole.lstrip(".").split(".")[1:])


def stem(self: URIReference | Components) -> str:
    """`name` without its last ending."""
    return name(self).removesuffix(suffix(self))


def parent(self: URIReference) -> URIReference:
    """The reference without the last segment, its query and its fragment; "/" and the empty path are their own parent.

    >>> import uriverse as uv
    >>> uv.parse("http://h/a/b?q").parent, uv.parse("http://h/a/").parent, uv.parse("http://h/a").parent
    (URI('http://h/a'), URI('http://h/a'), URI('http://h/'))
    """
    path = self.path
    above = path if path == "/" or self.kind == "opaque" else path.rpartition("/")[0] or "/" * path.startswith("/")
    return _with_path(self, above)


def parents(self: URIReference) -> tuple[URIReference, ...]:
    """The parent, its parent and so on, the nearest first; () if the reference has no segments or only an empty one.

    >>> import uriverse as uv
    >>> [str(each) for each in uv.parse("/a/b/c").parents]
    ['/a/b', '/a', '/']
    """
    found = []
    above = self
    while above.path not in {"", "/"} and above.kind != "opaque":
        above = parent(above)
        found.append(above)
    return tuple(found)


def append(self: URIReference, *segments: str) -> URIReference:
    """This reference with more segments, each taken as data; query and fragment are dropped.

    Args:
        segments: decoded text. A "/" in it is encoded; "" at the end makes the path end with "/". A path that ends
            with "/" goes on there. Without any, the reference is returned as it is.

    Raises:
        ValueError: for "." and "..", which are no data in a path (RFC 3986, section 3.3), and for an opaque URI.

    >>> import uriverse as uv
    >>> uv.parse("http://a/b?q").append("c d", "e/f")
    URI('http://a/b/c%20d/e%2Ff')
    """
    if not segments:
        return self
    if self.kind == "opaque":
        raise ValueError("an opaque URI has no segments to append to (RFC 2396, section 3)")
    path = self.path
    encoded = "/".join(encoded_segment(segment, self.edition) for segment in segments)
    if path and not path.endswith("/"):
        path += "/"
    elif not path and self.authority is not None:
        path = "/"
    elif not path and self.scheme is None and (":" in encoded.partition("/")[0] or encoded[:1] in {"", "/"}):
        # RFC 3986, section 4.2: such a segment "must be preceded by a dot-segment (e.g., "./this:that")".
        path = "./"
    return _with_path(self, path + encoded)


def _with_path(reference: URIReference, path: str) -> URIReference:
    from uriverse.reference.composition import composed

    parts = {"scheme": reference.scheme, "authority": reference.authority, "path": path}
    return composed(parts, reference.edition, ["path"])
