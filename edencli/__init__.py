"""A referee for the miniatures skirmish game Eden."""

__version__ = "0.1.0"  # a literal: importlib.metadata costs more than a rules question
