"""The readers: one module for each format, whose function `references` yields a document's rows.

Readers do not import each other: `Context.read` reads nested documents.
"""
