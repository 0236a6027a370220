"""Grammars: the rules of the documents, parsed, compiled to minimal automata, decided and compared.

Nothing here imports the native engine; the two meet in the tables, in the lab and in the tests.
"""
