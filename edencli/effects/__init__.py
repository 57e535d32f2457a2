"""What cards do: their data turned into numbers, objections, listeners and steps of a match.

A card is data in the vocabulary of `edencli.model.effect`. This package turns the cards of a match into
what an optional chapter also is, and works through `do`, `value`, `why_not` and `ask` alone. It is the only
package that knows what cards can do; no rule knows a card, and this package knows none by its name.

    cards             the cards of a match, which of them work now, and how deep they trigger each other
    scope             which fighters and how many a card means, and whether a condition holds, when asked
    standing_effects  numbers that cards change, acts that they forbid or permit
    operations        the operations of cards
    dice_operations   dice that cards have thrown; dice_twists: changes that they make to thrown dice
    orders            acts that cards order, and acts that must come before all others
    card_listener     effects that events trigger, and effects that replace changes
    missions          points that missions count by themselves

Promises: an effect is computed when it is read, and never written into a profile; every part of a number
and every refusal names its card, and `CardTookEffect` comes before everything that a card does by itself.
What cannot be done changes nothing. Effects that trigger each other end at a stated depth, with an error that
names two of them, and the referee takes the answer back. Matches without such cards pay nothing: nothing is
registered.

Knows cards as data, and the rules. Must not know files, words, dice by chance, or how a question is asked
and answered. Begin with `operations`, then `cards`.
"""
