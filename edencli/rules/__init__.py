"""The rules, a module for each chapter; each procedure reads like its page of the rulebook.

Prints nothing, reads no file, draws no random number and reads no clock. Knows the state, the numbers of
the book and the facts of the field. Must not know a card, or a keyword or weather by name outside the
chapter that defines it; must not know who answers, or which field it is. Begin with `melee`, then
`registry`, where each act has its row. Where to begin reading (chapters as in the English book):

    Chapter                           Module        First read
    2.A  rolls                        rolls         roll
    2.B  lines of sight               sight         view
    2.C  scenery in the way           movement      barriers
    2.D  where a way really ends      footing       walked_path
    2.E  contact, where all stand     ground        are_in_contact
    2.F  wounds and healing           wounds        wound
    3    making up a band             band          check_band
    4    the steps of a match         steps         run_step
    4.A  preparation                  preparation   reveal_bands
    4.A  placing and deploying        placing       place_scenery
    4.A  missions, and their points   missions      choose_mission
    4.B  bids, who is first           preparation   bid
    4.B  tactical phase               tactics       tactical_phase
    4.B  activation phase             activation    activate
    4.B  intendancy phase             intendancy    card_effects
    5    what active fighters do       actions       take_actions
    5    prices and limits of acts    acts          ap_cost
    5    disengaging                  actions       disengage
    6    targets                      targets       against_melee
    6.A  melee                        melee         melee
    6.B  ranged attacks               ranged        shoot
    7    cards, by agreement          agreement     why_not_agree
    7    tactical hands in play       hands         pick_cards
    8    equipment                    gear          bonus
    9    conditions                   conditions    marker_modifier
    Optional 1  scenery for sale      terrain       terrain_of
    Optional 1  keywords, prices      territory     keywords_of
    Optional 1  sizes of scenery      sizes         size_of
    Optional 1  what strikes, burns   hazards       HazardListener
    Optional 1  climbing, jumping     heights       climb
    Optional 1  hiding                hiding        hide
    Optional 2  non-player fighters   npfs          refuse_npf_reaction
    Optional 2  infestation           infestation   infest
    Optional 3  the weather table     weather       combine_conditions
    Optional 3  what weather does     climate       roll_weather
    -    SP that cards set apart      purse         spendable_sp
    -    what the rulebook asks       questions     Activation
    -    every act, what forbids it   registry      create_match
    -    what a fighter may do now    options       FighterOptions
    -    what players ask about       inquiry       sight_report
    -    checks of a position         position      check_position_data
    -    checks of one card           band          check_card
"""
