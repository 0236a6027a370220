"""The Python half of references: what is not asked once per URI.

The native module parses, resolves, normalizes and compares. Here is the rest, a module for each subject: the methods
and properties that the native types get at import, composing and replacing components, queries as pairs, paths as
segments, the spans of components, and the answer "the current document".
"""
