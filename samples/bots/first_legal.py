"""A bot that gives the first legal answer to every question, and the loop that lets it play.

A bot is handed the game as its own side may see it, and returns an answer: one of `legal_answers`, any text
that a game file could have, or None to decline. It imports `edencli` and nothing deeper. Let it play a side:

    edencli play samples/games/first-duel.yaml --blue samples/bots/first_legal.py --seed 3

Invented for these samples.
"""

import edencli


def answer(view: edencli.GameView) -> str:
    """Give the first legal answer: the first enemy is attacked, and an offer is taken."""
    return next(view.legal_answers())


def play(path: str, seed: int) -> edencli.Game:
    """Play a game to its end, both sides by this bot; what only eyes can tell, red says."""
    game = edencli.Game.from_file(path, seed=seed)
    while not game.is_over:
        side = game.question.side or edencli.Side.RED
        game.answer(answer(game.view(side)))
    return game
