"""Dice: taken, held, given back, sold out, turned by karma."""

import random
from itertools import pairwise

import pytest

from pbem import report
from pbem.errors import PbemError
from pbem.known import refusal
from pbem.taking import take_from
from tests.rajas.tools import FULL, SOLD_OUT, bad_setup, claim, has, lies, play, refused, table, written
from tests.support import new_manual, random_line

# Dice and hands


def test_a_die_taken_is_rolled_and_kept_as_it_falls() -> None:
    """[FR] L243-248: a die from the supply is rolled at once and its value stays."""
    game = play(table(), "Pg", "roll g4")
    assert lies(game, "dice Ana") == "g4"


def test_nobody_moves_before_a_die_is_rolled() -> None:
    """[FR] L244: rolled immediately."""
    game = play(table(), "Pg")
    assert game.waits_for_draw
    assert refused(game, "Po") == "draw-due"


@pytest.mark.parametrize("line", ["roll o4", "roll g4 g5"])
def test_only_the_die_taken_is_rolled(line: str) -> None:
    """[FR] L244: the die taken, no other, no more."""
    game = play(table(), "Pg")
    assert refused(game, line) == "roll-colours"


def test_a_die_has_values_1_to_6() -> None:
    """[FR] L248: from 1 to 6."""
    game = play(table(), "Pg")
    assert refused(game, "roll g0") == "notation"
    assert refused(game, "roll g7") == "notation"
    assert game.play("roll g6") == ["roll g6"]


def test_nobody_holds_eleven_dice() -> None:
    """[FR] L250-253: ten at most."""
    assert "10" in bad_setup(f"{FULL} p2")


def test_the_tenth_die_still_fits() -> None:
    """[FR] L252: ten dice may be held."""
    game = play(table("dice Ana o1 o2 o3 g1 g2 g3 b1 b2 b3"), "Pp", "roll p1")
    assert lies(game, "dice Ana") == FULL.removeprefix("dice Ana ")


def test_with_full_hands_what_happens_must_be_said() -> None:
    """[FR] L253-257: either take fewer or give some back."""
    assert refused(table(FULL), "Pg") == "gain"


def test_with_full_hands_a_die_may_be_left() -> None:
    """[FR] L253-254: take fewer."""
    game = table(FULL)
    assert claim(game, "Pg +0") == "0,0"
    assert (game.to_move, f"dice Ana {lies(game, 'dice Ana')}") == ("Bob", FULL)


def test_with_full_hands_a_die_may_be_given_back() -> None:
    """[FR] L254-257: or give back dice held, before the new ones."""
    game = play(table(FULL), "Pg xo1")
    assert lies(game, "dice Ana") == "o2 o3 g1 g2 g3 b1 b2 b3 p1"
    assert lies(play(game, "roll g6"), "dice Ana") == "o2 o3 g1 g2 g3 g6 b1 b2 b3 p1"


def test_no_more_dice_are_given_back_than_needed() -> None:
    """ruling 9: one for each die that does not fit."""
    assert refused(table(FULL), "Pg xo1 xo2") == "gain"


def test_no_die_is_given_back_if_all_fit() -> None:
    """ruling 9: only for dice that do not fit."""
    assert refused(table("dice Ana o1 o2"), "Pg xo1") == "gain"


def test_a_die_that_fits_is_not_left() -> None:
    """ruling 9: leaving a die that fits is not allowed."""
    assert refused(table("dice Ana o1 o2"), "Pg +0") == "gain"


@pytest.mark.parametrize("words", ["+o", "xg1", "xb1"])
def test_of_two_dice_one_fits(words: str) -> None:
    """ruling 9: nine dice are left after the one spent; the second die is left, or one is given back for it."""
    game = table(FULL)
    assert claim(game, f"Pbo -b2 {words}") == "0,0"
    assert game.play("roll o6" if words == "+o" else "roll o6 o6")
    assert len(lies(game, "dice Ana").split()) == 10


@pytest.mark.parametrize("words", ["", "+0", "+o xg1", "xg1 xg2", "+p"])
def test_of_two_dice_one_fits_and_nothing_else_goes(words: str) -> None:
    """ruling 9: neither more is left nor more given back."""
    assert refused(table(FULL), f"Pbo -b2 {words}".strip()) == "gain"


def test_a_die_spent_cannot_be_given_back() -> None:
    """ruling 7: it lies in the supply already."""
    assert refused(table(FULL), "Pbo -b2 xb2") == "gain"


def test_dice_of_one_gain_are_named_first_and_rolled_together() -> None:
    """ruling 9: both dice of the Dancer."""
    game = play(table("dice Ana g2"), "P2 -g2 +o +p")
    assert refused(game, "roll o5") == "roll-colours"
    assert game.play("roll o5 p6") == ["roll o5 p6"]


def test_a_fixed_colour_that_is_sold_out_is_lost() -> None:
    """[FR] L259-262, rulings 6 and 9: the space may be used, there is no die."""
    game = table(SOLD_OUT, "dice Ana g1 g2")
    assert claim(game, "Pg") == "0,0"
    assert (game.to_move, lies(game, "dice Ana")) == ("Bob", "g1 g2")


def test_of_two_fixed_dice_only_one_may_be_there() -> None:
    """ruling 9: the one that is not there is lost."""
    game = play(table(SOLD_OUT, "dice Ana g1 p1"), "Ppg -p1")
    assert refused(game, "roll g3 g4") == "roll-colours"
    assert lies(play(game, "roll g3"), "dice Ana") == "g1 g3"


def test_for_a_free_colour_another_is_named() -> None:
    """ruling 9: a colour that is sold out cannot be named."""
    game = table(SOLD_OUT, "dice Ana o2 g1 g2")
    assert refused(game, "P2 -o2 +o +g") == "gain"
    assert claim(game, "P2 -o2 +o +p") == "0,0"


def test_a_die_spent_may_be_taken_again() -> None:
    """ruling 7: it is in the supply at once."""
    game = table(SOLD_OUT, "dice Ana g1 g2")
    assert refused(game, "P2 -g2 +g +g") == "gain"
    assert claim(game, "P2 -g2 +g +o") == "0,0"


def test_twelve_dice_of_each_colour() -> None:
    """[FR] L92 and fact: 48 dice, 12 of each colour."""
    assert "12" in bad_setup(SOLD_OUT, "dice Ana g1 g1 g1")
    assert table(SOLD_OUT, "dice Ana g1 g1").turn == 1


def test_dice_are_never_on_the_board() -> None:
    """[FR] L228-230: a die spent is free for others at once."""
    game = play(table(SOLD_OUT, "at Bob workers 4 3", "dice Ana g1 g3"), "P3 -g3 +o", "roll o1")
    play(game, "P0", "Pg", "roll g6")
    assert lies(game, "dice Ana") == "o1 g1 g6"


# Karma


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("P6 -o1k", 0),
        ("P5 -o2k pS5 c3NES -p2", 0),
        ("P4 -o3k up Te", 0),
        ("P3 -o4k +b", 2),
        ("P2 -o5k +b +b", 0),
        ("P1 -o6k", 0),
    ],
)
def test_karma_turns_a_die_to_its_opposite_side(line: str, left: int) -> None:
    """[FR] L662-669: 1 and 6, 2 and 5, 3 and 4; each chamber asks for its own value. The Yogi gives karma back."""
    game = table("dice Ana o1 o2 o3 o4 o5 o6 p2", "tile Ana c3 oS2NE", show="pS5")
    play(game, line)
    assert has(game, "karma") == left


def test_without_karma_no_die_is_turned() -> None:
    """[FR] L665-667: a level is given up for it."""
    assert refused(table("at Ana karma 0", "dice Ana o6"), "P1 -o6k") == "karma"


def test_each_die_turned_costs_a_level() -> None:
    """[FR] L687-688 and ruling 10: two dice, two levels; down to none."""
    game = table("at Ana karma 2", "dice Ana o1 o3", show="oC5")
    assert claim(game, "Q oC5 c3NEW -o1k -o3k") == "4,-1"
    assert has(game, "karma") == 0


def test_two_dice_cannot_be_turned_for_one_level() -> None:
    """[FR] L687: one level each."""
    assert refused(table("dice Ana o1 o3", show="oC5"), "Q oC5 c3NEW -o1k -o3k") == "karma"


def test_a_turned_die_counts_as_turned_only() -> None:
    """[FR] L668-669: a 2 becomes a 5, and 5 is less than the price of 6."""
    assert refused(table("dice Ana o2"), "Q oC2 c3NS -o2k") == "dice-few"


def test_karma_is_used_without_a_worker() -> None:
    """[FR] L685: one worker for the action, none for the karma."""
    game = play(table("dice Ana o6"), "P1 -o6k")
    assert has(game, "unplaced") == 3


@pytest.mark.parametrize(
    "line", ["Q oC2 c3NS -o1k", "Mt -o1k", "P6 -o1k", "P1 -o6k", "H1 -o6k / +b +b"], ids=lambda line: str(line[:2])
)
def test_where_karma_may_be_used(line: str) -> None:
    """ruling 10: quarry, one good, chambers, harbour."""
    game = play(table("dice Ana o1 o6", "up Ana 4,4,4,4"), line)
    assert has(game, "karma") == 0


def test_karma_may_be_used_for_the_master_builders_difference() -> None:
    """ruling 10: a 6 turned is a 1: too little for a difference of 2; a 1 turned is enough."""
    game = table("dice Ana g5 p1 p6", "tile Ana c3 oS2NE", show="pS5")
    assert refused(game, "P5 -g5 pS5 c3NEW -p6k") == "dice-few"
    assert claim(game, "P5 -g5 pS5 c3NEW -p1k") == "0,2"


def test_karma_is_no_use_on_a_balcony() -> None:
    """ruling 10: there the value does not count."""
    assert refused(table("dice Ana b2"), "Pbo -b2k") == "karma-useless"


def test_a_die_given_back_is_not_turned() -> None:
    """ruling 10: not for dice given back."""
    assert refused(table(FULL), "Pg xo1k") == "notation"


@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_karma_never_rises_above_three(before: int, after: int) -> None:
    """[FR] L682-683 and ruling 26: what is more is lost."""
    game = play(table(f"at Ana karma {before}", "dice Ana o3"), "P3 -o3 +b")
    assert has(game, "karma") == after


# Hands that are full


def test_a_reroll_waits_and_its_dice_are_held() -> None:
    """notation: dice still to be rolled count as held and cannot be given back."""
    game = table("at Ana money 32", FULL)
    assert written(game, "P0 re o1 / +g xo1") == "P0 re o1"
    game = table("at Ana money 32", FULL)
    assert written(game, "P0 re o1 / +g xo2") == "P0 re o1 / +g xo2"


def test_a_white_die_with_full_hands() -> None:
    """notation: `+0` or a die given back, a step of its own."""
    for line, roll in (("+0", ""), ("+g xo1", "roll g6")):
        game = play(table(FULL), "P2 -g2 +o", "roll o5", "draw white die")
        assert refused(game, "+g") == "gain"
        assert written(game, line) == line
        play(game, *([roll] if roll else []))
        assert (len(lies(game, "dice Ana").split()), game.to_move) == (10, "Bob")


@pytest.mark.parametrize("words", ["+o", "+o +o xg1", "xg1 xg2"])
def test_fixed_dice_of_the_river_with_full_hands(words: str) -> None:
    """canonical: the ones taken, no `+` if all are taken; a step of its own."""
    game = table(FULL, "at Ana boat 4 karma 3")
    assert refused(game, "H1 -b1") == "open-gain"
    assert written(game, f"H1 -b1 / {words}") == f"H1 -b1 / {words}"
    play(game, "roll " + " ".join(["o4"] * {"+o": 1, "+o +o xg1": 2, "xg1 xg2": 3}[words]))
    assert (len(lies(game, "dice Ana").split()), game.to_move) == (10, "Bob")


@pytest.mark.parametrize("words", ["+b", "+o +g xp1", "xo2 xo3"])
def test_dice_of_different_fixed_colours_with_full_hands(words: str) -> None:
    """canonical: the colours taken are named."""
    game = table(FULL, "river 2-ogb", "at Ana boat 1", options=["ganga"])
    assert written(game, f"H1 -b1 / {words}") == f"H1 -b1 / {words}"


@pytest.mark.parametrize("words", ["+p", "+o +o xp1", "+0", "+o xp1"])
def test_dice_that_are_not_offered(words: str) -> None:
    """notation: k - j dice fit; only what the gain has."""
    assert refused(table(FULL, "river 2-ogb", "at Ana boat 1", options=["ganga"]), f"H1 -b1 / {words}") == "gain"


def test_a_line_past_the_white_tile_bears_no_claim() -> None:
    """notation."""
    game = table("dice Ana g2")
    with pytest.raises(PbemError, match="a line that goes on after a result of chance bears no claim"):
        game.play("P2 -g2 +o +p / up Mi =0,0", "roll o1 p1", "draw white up")
    assert game.log == []


def test_talk_of_spaces_cells_and_dice_below_a_roll_is_no_other_roll() -> None:
    """One that corrects it is: by its word, or by a die behind a word that says so."""
    game = new_manual("rajas", 2)
    number = 0
    while not game.waits_for_draw or game.turn < 3:
        number += 1
        game.play(random_line(game, random.Random(number)))
    roll = random_line(game, random.Random(1)).partition(" =")[0]
    die = f"{roll.split()[-1][0]}{int(roll[-1]) % 6 + 1}"
    talk = "P1 is yours :)|I like b3.|No g6 :(|Room B2, Friday 8pm|I play P2 -g5k +p|Sorry, I was on train G5"
    for said in talk.split("|"):
        assert take_from(game, f"{roll}\n\n{said}").lines == (roll,), said
    misread = next(colour for colour in "ogbp" if colour not in roll.partition(" ")[2])
    last = roll.split()[-1]
    for other in (f"Actually {die}", f"{last} should be {die}", f"not {last} but {die}", f"and {die}"):
        assert "There are two draws" in (take_from(game, f"{roll}\n{other}").doubt or ""), other
    for other in (f"Sorry, {die}", f"Sorry, {misread}3", f"no, roll {die}", f"Make that roll {die}, please"):
        assert "There are two draws" in (take_from(game, f"{roll}\n\n{other}").doubt or ""), other


def test_a_roll_of_an_older_turn_is_no_roll_of_now_and_one_below_a_new_move_is() -> None:
    """An old mail has no title of a post where its author quoted but a line; dice may fall as they did before."""
    tried = 0
    for seed in range(60):
        game, rng = new_manual("rajas", 2), random.Random(seed)
        for _ in range(60):
            game.play(random_line(game, rng))
            log = game.log
            pairs = [(above, roll) for above, roll in pairwise(log) if above[:1].isdigit() and roll.startswith("roll")]
            for above, roll in pairs[:-1] if game.waits_for_draw and log[-1][:1].isdigit() else ():
                if above == log[-1] or refusal(game, roll):
                    continue
                tried += 1
                for text in (
                    f"{roll}\n\nOn 2 Mar 2026 at 10:00 Bob <b@x.org> wrote:\n> {above}",
                    f"> {above}\n\n{roll}",
                ):
                    assert take_from(game, text).lines == ()
                before = new_manual("rajas", 2)
                before.play(*log[:-1])
                shown = "\n".join(report.show(before))
                assert take_from(before, f"{log[-1]}\n{roll}\n\n{shown}").lines == (log[-1], roll)
        if tried > 5:
            break
    assert tried > 5


def test_another_move_below_is_seen_whole_where_its_first_word_is_a_move_too() -> None:
    game = new_manual("rajas", 2)
    for number in range(200):
        spaces = [] if game.waits_for_draw else [one.text.partition(" =")[0] for one in game.legal("H1 -")]
        moves = [text for text in spaces if refusal(game, text) is None and "/" not in text and "k" not in text]
        if len(moves) > 1:
            break
        game.play(random_line(game, random.Random(number)))
    one, other = moves[:2]
    for words in ("{} is better", "{} it is.", "No, {} is better"):
        assert "several moves" in (take_from(game, f"{one}\n{words.format(other)}").doubt or ""), words
    assert take_from(game, f"{one}\nH1 is full now").lines == (one,)
