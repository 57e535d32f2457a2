"""Pages that are read: cards, bands, printed cards, odds, dice, diagnostics, card sentences.

Turns values into the rows of an `edencli.output.sheet.Sheet`; JSON data first, then the page.
Must not decide anything. Begin with `card_page`.
"""
