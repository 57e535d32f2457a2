"""YAML in and out: places, schemas, references, diagnostics, safe writing.

Knows where every key and value of a file stands, and whether the file is well made. Must not know a rule of
the game: a game check hands it (code, path, values) and it finds the place. Must not know the words of a
language. Begin with `shapes` (what a kind of file may hold) and `library.Library` (files and what they
refer to).
"""
