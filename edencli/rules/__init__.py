"""The rules, a module a chapter; each procedure reads like its page of the rulebook.

Prints nothing, reads no file, draws no random number, looks at no clock, and knows no card, keyword or
weather by name outside the chapter that defines it.
"""
