"""draft-fielding-uri-rfc2396bis-00, section 5.2: its pseudocode and its merge routine, line by line."""

from __future__ import annotations

from .appendix_b import split
from .merging import handle_excess, remove_dots
from .parts import Answer, Failure, Parts, SameDocument, guard, recompose, same_scheme


def is_opaque(base: Parts) -> bool:
    """Tell whether a base can only be read as opaque.

    3: ``hier-part = [ net-path / abs-path ] [ "?" query ]`` comes first and may be empty.  What it refuses after "?"
    and ``opaque-part`` takes is a query with a bracket, since ``uric`` has "[" and "]" and ``query`` has not.
    """
    if base.scheme is None or base.authority is not None or base.path.startswith("/"):
        return False
    if base.path != "":
        return True
    return base.query is not None and ("[" in base.query or "]" in base.query)


def merge(base_path: str, path: str, excess_parents: str) -> str | Failure:
    """Merge a relative path with the path of the base."""
    # 1. "All but the last segment of the base URI's path component is copied to the buffer. [...] If the base URI's
    #    path component is the empty string, then a single slash character ("/") is copied to the buffer."
    if base_path == "":
        buffer = "/"
    else:
        buffer = base_path[: base_path.rfind("/") + 1]
    # 2. "The reference's path component is appended to the buffer string."
    buffer += path
    # 3. to 6. are steps c to f of RFC 2396.
    buffer = remove_dots(buffer)
    # 7. "[...] retaining these components [...], removing them [...], or [...] avoiding traversal of the reference."
    # 8. "The remaining buffer string is the target URI's path component."
    return handle_excess(buffer, excess_parents)


def resolve(base: str, reference: str, *, validating: bool = True, excess_parents: str = "keep") -> Answer:
    """Transform a reference into its target, "either an absolute URI or the current document"."""
    base_parts = split(base)
    if base_parts.scheme is None:
        return Failure("base-not-absolute")

    # (R.scheme, R.authority, R.path, R.query, fragment) = parse(R);
    parts = split(reference)
    scheme = parts.scheme

    # if ((not validating) and (R.scheme == Base.scheme)) then undefine(R.scheme);
    if not validating and same_scheme(scheme, base_parts.scheme):
        scheme = None

    # 5: "a relative URI cannot be used within a document that has an unsuitable base URI"; a reference to the current
    #    document needs no path of the base.
    to_current_document = scheme is None and parts.authority is None and parts.path == "" and parts.query is None
    if scheme is None and not to_current_document and is_opaque(base_parts):
        return Failure("opaque-base")

    target_path: str | Failure
    # if defined(R.scheme) then
    if scheme is not None:
        target_scheme = scheme
        target_authority = parts.authority
        target_path = parts.path
        target_query = parts.query
    else:
        # if defined(R.authority) then
        if parts.authority is not None:
            target_authority = parts.authority
            target_path = parts.path
            target_query = parts.query
        else:
            # if (R.path == "") then
            if parts.path == "":
                # if defined(R.query) then
                if parts.query is not None:
                    target_path = base_parts.path
                    target_query = parts.query
                else:
                    # -- An empty reference refers to the current document
                    # return (current-document, fragment);
                    return SameDocument(parts.fragment)
            else:
                # if (R.path starts-with "/") then
                if parts.path.startswith("/"):
                    target_path = parts.path
                else:
                    target_path = merge(base_parts.path, parts.path, excess_parents)
                target_query = parts.query
            target_authority = base_parts.authority
        target_scheme = base_parts.scheme

    if isinstance(target_path, Failure):
        return target_path
    # return (T, fragment);
    return recompose(guard(Parts(target_scheme, target_authority, target_path, None, target_query, parts.fragment)))
