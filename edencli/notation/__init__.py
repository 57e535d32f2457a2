"""The written form of every answer: a lenient reader, one canonical writer.

English in every language. Empty until matches are played by script.
"""
