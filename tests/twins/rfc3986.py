"""RFC 3986, sections 5.2.2 to 5.3: its pseudocode, with remove_dot_segments by the literal string steps of 5.2.4.

The document itself drops superfluous ".." segments; the variants that keep or refuse them are a routine of their own.
"""

from __future__ import annotations

from .appendix_b import split
from .parts import Answer, Failure, Parts, guard, recompose, same_scheme


def remove_dot_segments(path: str) -> str:
    """Remove the special "." and ".." complete path segments, as 5.2.4 prints it."""
    # 1. "The input buffer is initialized with the now-appended path components and the output buffer is initialized to
    #    the empty string."
    source = path
    output = ""
    # 2. "While the input buffer is not empty, loop as follows:"
    while source != "":
        # A. "If the input buffer begins with a prefix of "../" or "./", then remove that prefix from the input buffer"
        if source.startswith("../"):
            source = source[3:]
        elif source.startswith("./"):
            source = source[2:]
        # B. "if the input buffer begins with a prefix of "/./" or "/.", where "." is a complete path segment, then
        #    replace that prefix with "/" in the input buffer"
        elif source.startswith("/./"):
            source = "/" + source[3:]
        elif source == "/.":
            source = "/"
        # C. "if the input buffer begins with a prefix of "/../" or "/..", where ".." is a complete path segment, then
        #    replace that prefix with "/" in the input buffer and remove the last segment and its preceding "/" (if any)
        #    from the output buffer"
        elif source.startswith("/../"):
            source = "/" + source[4:]
            output = _without_last_segment(output)
        elif source == "/..":
            source = "/"
            output = _without_last_segment(output)
        # D. "if the input buffer consists only of "." or "..", then remove that from the input buffer"
        elif source in (".", ".."):
            source = ""
        # E. "move the first path segment in the input buffer to the end of the output buffer, including the initial "/"
        #    character (if any) and any subsequent characters up to, but not including, the next "/" character or the
        #    end of the input buffer."
        else:
            moved, source = _first_segment(source)
            output += moved
    # 3. "Finally, the output buffer is returned as the result of remove_dot_segments."
    return output


def remove_dot_segments_with_excess(path: str, excess_parents: str) -> str | Failure:
    """Remove dot segments, but keep or refuse each ".." that has no segment to take away.

    Not in the document: the same loop, where a ".." that A, C or D would drop in vain stays, at the end of the output
    buffer, or ends the work.  Only such ".." are ever in the output, so that a last segment ".." is one that was kept.
    """
    source = path
    output = ""
    while source != "":
        nothing_to_remove = output == "" or output.split("/")[-1] == ".."
        if source.startswith("../") or source == "..":
            if excess_parents == "refuse":
                return Failure("excess-parents")
            output, source = "..", source[2:]
        elif source.startswith("./"):
            source = source[2:]
        elif source.startswith("/./"):
            source = "/" + source[3:]
        elif source == "/.":
            source = "/"
        elif source.startswith("/../") or source == "/..":
            if nothing_to_remove and excess_parents == "refuse":
                return Failure("excess-parents")
            if nothing_to_remove:
                output, source = output + "/..", source[3:]
            else:
                output, source = _without_last_segment(output), "/" + source[4:]
        elif source == ".":
            source = ""
        else:
            moved, source = _first_segment(source)
            output += moved
    return output


def _without_last_segment(output: str) -> str:
    return output[: output.rindex("/")] if "/" in output else ""


def _first_segment(source: str) -> tuple[str, str]:
    end = source.find("/", 1)
    if end == -1:
        return source, ""
    return source[:end], source[end:]


def merge(base: Parts, path: str) -> str:
    """Merge a relative-path reference with the path of the base URI (5.2.3)."""
    # "If the base URI has a defined authority component and an empty path, then return a string consisting of "/"
    #  concatenated with the reference's path; otherwise,"
    if base.authority is not None and base.path == "":
        return "/" + path
    # "return a string consisting of the reference's path component appended to all but the last segment of the base
    #  URI's path (i.e., excluding any characters after the right-most "/" in the base URI path, or excluding the entire
    #  base URI path if it does not contain any "/" characters)."
    return base.path[: base.path.rfind("/") + 1] + path


def resolve(base: str, reference: str, *, strict: bool = True, excess_parents: str = "drop") -> Answer:
    """Transform a reference into its target URI (5.2.2) and recompose it (5.3)."""

    def remove(path: str) -> str | Failure:
        if excess_parents == "drop":
            return remove_dot_segments(path)
        return remove_dot_segments_with_excess(path, excess_parents)

    base_parts = split(base)
    if base_parts.scheme is None:
        return Failure("base-not-absolute")

    # (R.scheme, R.authority, R.path, R.query, R.fragment) = parse(R);
    parts = split(reference)
    scheme = parts.scheme

    # if ((not strict) and (R.scheme == Base.scheme)) then undefine(R.scheme);
    if not strict and same_scheme(scheme, base_parts.scheme):
        scheme = None

    target_path: str | Failure
    # if defined(R.scheme) then
    if scheme is not None:
        target_scheme = scheme
        target_authority = parts.authority
        target_path = remove(parts.path)
        target_query = parts.query
    else:
        # if defined(R.authority) then
        if parts.authority is not None:
            target_authority = parts.authority
            target_path = remove(parts.path)
            target_query = parts.query
        else:
            # if (R.path == "") then
            if parts.path == "":
                target_path = base_parts.path
                # if defined(R.query) then
                target_query = parts.query if parts.query is not None else base_parts.query
            else:
                # if (R.path starts-with "/") then
                if parts.path.startswith("/"):
                    target_path = remove(parts.path)
                else:
                    target_path = remove(merge(base_parts, parts.path))
                target_query = parts.query
            target_authority = base_parts.authority
        target_scheme = base_parts.scheme
    # T.fragment = R.fragment;
    if isinstance(target_path, Failure):
        return target_path
    return recompose(guard(Parts(target_scheme, target_authority, target_path, None, target_query, parts.fragment)))
