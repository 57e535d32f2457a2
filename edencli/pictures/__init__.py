"""The table as pictures: a text map, SVG, pages about lines and templates, and the page of a whole match.

Knows where everything stands and how it is drawn, and asks the rules what is seen and reached. Must not know
commands or the prompt, and must not decide anything. Begin with `scene`, and for the page of a match with
`replay_page`.
"""
