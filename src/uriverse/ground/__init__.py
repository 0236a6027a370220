"""Helpers for all other folders: argument checks, masking, the package's files, output files, base errors."""
