"""The rulebooks as data: values by chapter, the steps of a match, the catalogue of rules, the rulings.

Every number that a procedure uses stands here. Knows what five books print. Must not know a procedure or a
card. Begin with `values` (what a book consists of), then `catalogue`.
"""
