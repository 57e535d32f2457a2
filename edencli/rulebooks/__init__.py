"""The rulebooks as data: values by chapter, the catalogue of rules, the rulings.

Every number that a procedure uses stands here. Knows no procedure and no card.
"""
