"""One module for each format; its function `references` gives a document's rows.

None of them imports another format's reader: a document within a document goes to `Context.read`.
"""
