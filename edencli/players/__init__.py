"""Who answers a question: a script, chance, the dice, or the person who rolled them on the table."""
