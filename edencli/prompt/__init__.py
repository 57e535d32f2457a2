"""Typed play: the screen, the verbs, what a typed line means, and an attack at the table.

Knows people who type: unfinished words, numbers of a list, questions about the table. Must not decide what a
rule decides, and must not keep anything that is not in the record. Begin with `typed_play.TypedPlay`.
"""
