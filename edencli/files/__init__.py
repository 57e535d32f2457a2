"""YAML in and out: places, schemas, references, diagnostics, safe writing.

Knows the place of every key and value of a file, and whether the file is well formed. Must not know a rule of
the game: a game check passes (code, path, values), and the place is found here. Must not know the words of a
language. Begin with `shapes` (what a kind of file may hold) and `library.Library` (files and what they refer
to).
"""
