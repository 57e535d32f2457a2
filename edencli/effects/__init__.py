"""Card data turned into listeners and contributors; the only room that knows what cards can do.

Empty until cards change rules: the hooks it will use are `do`, `value` and `why_not` of the match.
"""
