"""The table as pictures: a text map, SVG, and the pages about lines, ways and templates around them.

Knows where everything stands and how it is drawn, and asks the rules what is seen and reached. Must not
know who asks, and must not decide anything. Begin with `scene`.
"""
