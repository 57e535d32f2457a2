"""What is done: chapters of the catalogue that tests must show in full, in every rulebook that has them.

What is named in `LATER` is not missing: it says what it waits for.
"""

CHAPTERS = (
    "cards",
    "basics",
    "rolls",
    "sight",
    "movement",
    "wounds",
    "band",
    "setup",
    "match",
    "activation",
    "intendancy",
    "actions",
    "melee",
    "ranged",
    "abilities",
    "gear",
    "conditions",
    "infestation",
    "territory",
    "weather",
)

LATER = {
    "ability.own-user": "waits for cards that change rules",
}
