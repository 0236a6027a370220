"""Grammars: the rules of the documents, parsed, compiled to minimal automata, decided and compared.

Nothing here imports the native engine: only the table files connect the two.
"""
