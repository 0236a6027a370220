"""The Python part of references: rarely used methods.

The native module parses, resolves, normalizes and compares. This package has the rest, a module for each subject: the
methods and properties that are attached to the native types, errors of composition, mending, queries as pairs, paths as
segments, the spans of components, and the result "the current document".
"""
