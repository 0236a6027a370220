"""Helpers that tests share: generators of texts, slow readers, vectors, servers, the command line in process."""
