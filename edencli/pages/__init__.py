"""Pages that are read: cards, bands, printed cards, odds, dice, diagnostics, card sentences.

Turns values into plain data, which JSON prints, and writes that data on an `edencli.output.sheet.Sheet`.

Knows cards, odds and the words of a language. Must not know a match in progress or a command, and must not
decide anything. Begin with `card_page`.
"""
