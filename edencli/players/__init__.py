"""Who answers a question: a person at a prompt, a script, the dice."""
