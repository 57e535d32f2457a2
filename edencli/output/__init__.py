"""Everything that leaves the program: the one way to stdout and stderr, sheets to write pages on, widths.

Knows texts, tables and terminals. Must not know a rule, a match or a command. Begin with `sheet`: a page is
written once and comes out as text, Markdown or JSON.
"""
