"""The nouns of play: pieces, the state, changes, events, questions and answers.

Holds the interface through which rules work (`rules_api`): ask, do, value and why_not. The state changes
only by events that are applied.

Knows what a match consists of. Must not know a rule, a card, a file or a word. Begin with `state`,
`events`, `questions`, then `rules_api`.
"""
