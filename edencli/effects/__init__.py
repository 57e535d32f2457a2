"""What cards do: their data turned into numbers, objections, listeners and steps of a match.

A card is data in the vocabulary of `edencli.model.effect`. This package turns the cards of a match into
what an optional chapter also is, and works through `do`, `value`, `why_not` and `ask` alone. It is the only
package that knows what cards can do; no rule knows a card, and this package knows none by its name.

    cards             the cards of a match, which of them work now, and what feeds on itself
    scope             who and how many is meant, and whether a condition holds, at the moment when it is asked
    standing_effects  numbers that are changed, acts that are forbidden or permitted
    operations        what cards do, an operation each
    dice_operations   dice that cards have thrown, and dice_twists what they make of dice that lie there
    orders            acts that cards give, and those that come before all others
    card_listener     what events set off, and what takes the place of changes
    missions          points that missions count by themselves

Promises: an effect is computed when it is read, and never written into a profile; every part of a number
and every refusal names its card, and `CardTookEffect` stands before whatever a card does of itself. What
cannot be done changes nothing. Effects that set each other off end at a stated depth, with an error that
names two of them, and the referee takes the answer back. Matches without such cards pay nothing: nothing is
registered.

Knows cards as data, and the rules. Must not know files, words, dice by chance, or how a question is asked
and answered. Begin with `operations`, then `cards`.
"""
