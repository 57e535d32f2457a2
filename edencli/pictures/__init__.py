"""The table as pictures: a text map, SVG, and the pages about lines, ways and templates around them.

Knows what lies where and how it is drawn. Must not know a rule. Begin with `scene`.
"""
