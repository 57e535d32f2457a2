"""The rulebooks as data: values by chapter, the steps of a match, the catalogue of rules, the rulings.

Every number that a procedure uses stands here. Knows no procedure and no card.
"""
