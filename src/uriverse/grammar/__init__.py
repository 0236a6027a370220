"""The exact column: grammars of the documents read, compiled to minimal automata, decided and compared.

Nothing here imports the native engine; the two meet in the tables, in the lab and in the tests.
"""
