"""Typed play: the screen, the verbs, what a typed line means, and an attack at the table.

Knows people who type: unfinished words, numbers of a list, questions about the table. Must not decide what a
rule decides, and keeps nothing that is not in the record. Begin with `typed_play`.
"""
