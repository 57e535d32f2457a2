"""Everything that leaves the program: the one way to stdout and stderr, pages in the making, widths.

Knows texts, tables and terminals. Must not know a rule, a match or a command. Begin with `sheet`: a page is
filled once and comes out as text, Markdown or JSON.
"""
