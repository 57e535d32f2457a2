"""YAML in and out: places, schemas, references, diagnostics, safe writing.

Knows where every key and value of a file stands and whether the file is well made. Knows no rule of the
game: a game check hands it (code, path, values) and it finds the place.
"""
