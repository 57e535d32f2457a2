"""Where a command's dice come from: `--seed`, `--dice` or `--by-hand`, and what goes wrong with them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from edencli.lang import Words
from edencli.output.console import Refused, read_line, remark, write_stderr

if TYPE_CHECKING:
    from edencli.match.questions import Roll
    from edencli.referee.dice import Dice, WrongDice

_SEEDS = 2**32


def dice_source(
    words: Words, seed: int | None, dice: str | None, by_hand: "Callable[[Roll], str] | None"
) -> "Dice":
    """The one source of dice that was asked for; without any, a fresh seed that is told on stderr."""
    from edencli.referee.dice import DiceByHand, ListedDice, SeededDice, WrongDice, parse_faces

    if by_hand is not None:
        return DiceByHand(lambda roll, fault: _ask(words, by_hand(roll), fault))
    if dice is not None:
        try:
            return ListedDice(parse_faces(dice))
        except WrongDice as wrong:
            raise dice_refusal(words, wrong) from None
    if seed is None:
        seed = fresh_seed()
        remark(words.say("attack", "seed", seed=seed))
    return SeededDice(seed)


def fresh_seed() -> int:
    """A seed that nobody could foresee."""
    import random

    return random.SystemRandom().randrange(_SEEDS)


def dice_refusal(words: Words, wrong: "WrongDice") -> Refused:
    """Say what is wrong with dice that were given."""
    return Refused(words.say("attack", wrong.message, **wrong.values))


def _ask(words: Words, prompt: str, fault: "WrongDice | None") -> str:
    if fault is not None:
        problem = words.say("attack", fault.message, **fault.values)
        write_stderr(words.say("attack", "prompt-again", problem=problem) + "\n")
    try:
        return read_line(prompt)
    except EOFError:
        raise Refused(words.say("attack", "no-answer"), code=1) from None
