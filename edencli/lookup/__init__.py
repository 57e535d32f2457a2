"""Finding rules by words, and the pages that show them: a rule, a chapter, a book's values, the glossary.

Knows the catalogue of rules and the words of five languages. Must not know a match. Begin with `search` and
`rule_page`.
"""
