"""Dice that do not fit, are sold out, or may be declined (rulings 9 and 24)."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from pbem.rules.rajas import choices
from pbem.rules.rajas.notation import ROLLED
from pbem.rules.rajas.state import State
from pbem.session import Session
from tests.rajas.tools import FULL, NAVA, SOLD_OUT, claim, has, lies, play, refused, table, written

GREENS = "dice Ana o1 o2 o3 g1 g2 b1 b2 b3 p1 p2"
"""Full hands; with `SOLD_OUT` all green dice are in hands."""
EIGHT = "o1 g1 g2 b1 b2 b3 p1 p2"
"""With `b3` two more hands are free."""


def no_orange(dice: str) -> Session:
    """A river tile of orange, green and blue on space 2, Ana's boat before it; orange is sold out, and she has one."""
    others = ["dice Bob o1 o1 o1 o1 o1 o1 o1 o1 o1 o1", "dice Cid o1"]
    return table(*others, f"dice Ana {dice}", "river 2-ogb", "at Ana boat 1", players=3, options=["ganga"])


# Ruling 9


@pytest.mark.parametrize(("words", "left"), [("+0", "g1 g2"), ("xg1", "g2"), ("xg2", "g1")])
def test_a_die_given_back_may_be_the_one_that_is_taken(words: str, left: str) -> None:
    """[FR] L254-262: dice go back before new ones are taken, so green is not sold out any more."""
    game = table(SOLD_OUT, GREENS)
    assert written(game, f"Pg {words}") == f"Pg {words}"
    assert lies(game, "dice Ana") == f"o1 o2 o3 {left} b1 b2 b3 p1 p2"
    if words != "+0":
        assert lies(play(game, "roll g6"), "dice Ana") == f"o1 o2 o3 {left} g6 b1 b2 b3 p1 p2"
    assert game.to_move == "Bob"


@pytest.mark.parametrize("words", ["", "xo1", "xg1 xg2", "+g", "+g xg1"])
def test_what_happens_to_a_die_that_is_sold_out_must_be_said(words: str) -> None:
    """ruling 9: with full hands and a die to give back for it; none of another colour, and no second one."""
    assert refused(table(SOLD_OUT, GREENS), f"Pg {words}".strip()) == "gain-swap"


def test_no_die_is_given_back_for_one_that_would_fit() -> None:
    """ruling 9: a hand is free, so the sold-out die is lost."""
    game = table(SOLD_OUT, "dice Ana o1 o2 o3 g1 g2 b1 b2 b3 p1")
    assert refused(game, "Pg xg1") == "gain"
    assert refused(game, "Pg +0") == "gain"
    assert claim(game, "Pg") == "0,0"
    assert game.to_move == "Bob"


def test_without_a_die_to_give_back_nothing_is_said() -> None:
    """notation: something is written only if a die of the colour can be given back."""
    game = table("dice Ana o1 o2 o3 o4 o5 o6 b1 b2 b3 p1", SOLD_OUT, "dice Cid g1 g1", players=3)
    assert written(game, "Pg") == "Pg"
    assert game.to_move == "Bob"


@pytest.mark.parametrize(("words", "roll"), [("+g +b", "g4 b4"), ("xo1", "o4 g4 b4")])
def test_one_of_three_colours_sold_out(words: str, roll: str) -> None:
    """notation: orange sold out, two hands free after the harbour's die: it is left, or the orange die swapped."""
    game = no_orange(f"{EIGHT} p3")
    assert refused(game, "H1 -b1") == "open-gain"
    for other in ("+0", "+g", "+o +g +b", "xg1", "+g +b xo1"):
        assert refused(game, f"H1 -b1 / {other}") == "gain-swap"
    assert written(game, f"H1 -b1 / {words}") == f"H1 -b1 / {words}"
    assert play(game, f"roll {roll}").to_move == "Bob"


@pytest.mark.parametrize("words", ["+g", "+b", "xg1", "+g +b xo1", "+o +b xo1", "xo1 xg1"])
def test_one_of_three_colours_sold_out_and_one_hand_free(words: str) -> None:
    """notation: green or blue, both for one given back; with orange back there are three, of which two or all come."""
    game = no_orange(f"{EIGHT} p3 p4")
    assert written(game, f"H1 -b1 / {words}") == f"H1 -b1 / {words}"


@pytest.mark.parametrize("words", ["", "xo1", "+o", "+g +b xp1", "+o +g xp1", "+b xo1 xg1"])
def test_what_does_not_go_with_one_hand_free(words: str) -> None:
    """notation: `xo1` alone would take three dice for one; of two that are all that is there none is named."""
    reason = refused(no_orange(f"{EIGHT} p3 p4"), f"H1 -b1 / {words}".removesuffix(" / "))
    assert reason == ("gain-swap" if words else "open-gain")


def test_of_two_dice_of_a_balcony_one_is_there() -> None:
    """notation: one hand free after the die that is spent; the second is left, or swapped for one in hand."""
    for words, roll in (("+g", "g5"), ("xg1", "g5 g5")):
        game = table("dice Bob g1 g1 g1 g1 g1 g1 g1 g1 g1", GREENS)
        assert refused(game, "Ppg -p1") == "gain-swap"
        assert written(game, f"Ppg -p1 {words}") == f"Ppg -p1 {words}"
        assert play(game, f"roll {roll}").to_move == "Bob"


@pytest.mark.parametrize(
    ("words", "why"),
    [("+g xg1", ""), ("+o +g xg1", "gain"), ("+g xo1", "gain"), ("+g +g xg1 xg2", "gain"), ("+0", ""), ("+o xg1", "")],
)
def test_a_free_die_of_a_colour_that_is_given_back(words: str, why: str) -> None:
    """ruling 9: name another colour, or one that is given back. The white tile gives one die, and no hand is free."""
    game = play(table(SOLD_OUT, GREENS), "P2 -p2 +p", "roll p2", "draw white die")
    if why:
        assert refused(game, words) == why
    else:
        assert written(game, words) == words


# Ruling 24


@pytest.mark.parametrize(("words", "roll"), [("+0", ""), ("+g", "g4"), ("+o +p", "o4 p4")])
@pytest.mark.parametrize("money", [32, 54])
def test_dice_of_the_money_track_may_be_declined(money: int, words: str, roll: str) -> None:
    """[FR] L747-749: may take: none, one or two."""
    game = table(f"at Ana money {money}", "dice Ana b1")
    assert refused(game, "P0") == "open-gain"
    assert refused(game, "P0 / +o +o +o") == "gain-may"
    assert refused(game, "P0 / +o xb1") == "gain-may"
    assert written(game, f"P0 / {words}") == f"P0 / {words}"
    play(game, *([f"roll {roll}"] if roll else []))
    assert (game.to_move, len(lies(game, "dice Ana").split())) == ("Bob", 1 + len(roll.split()))


@pytest.mark.parametrize(
    ("dice", "words", "allowed"),
    [
        *((10, words, True) for words in ("+0", "+g xo1", "+g +p xo1 xo2")),
        *((10, words, False) for words in ("+g", "+g +p", "+g xo1 xo2", "+g +p xo1", "+0 xo1")),
        *((9, words, True) for words in ("+0", "+g", "+g +p xo1")),
        *((9, words, False) for words in ("+g xo1", "+g +p", "+g +p xo1 xo2")),
        *((8, words, True) for words in ("+0", "+g", "+g +p")),
        *((8, words, False) for words in ("+g xo1", "+g +p xo1")),
    ],
)
def test_dice_that_may_be_declined_with_few_hands(dice: int, words: str, allowed: bool) -> None:
    """notation: k from 0 to n, and one given back for each beyond the free hands."""
    held = " ".join(FULL.split()[2 : 2 + dice])
    game = table("at Ana money 32", f"dice Ana {held}")
    if allowed:
        assert written(game, f"P0 / {words}") == f"P0 / {words}"
    else:
        assert refused(game, f"P0 / {words}") == "gain-may"


@pytest.mark.parametrize("words", ["+0", "+g", "+g +p"])
@pytest.mark.parametrize(
    ("lines", "line"),
    [([], "P2 -o2"), (["at Ana boat 3"], "H1 -o1 / P2"), (["river 2-dancer", "at Ana boat 1"], "H1 -o1 / P2")],
    ids=["palace", "river", "river tile"],
)
def test_the_dancers_dice_may_be_declined_with_the_navaratnas(lines: list[str], line: str, words: str) -> None:
    """[FR] L875-876 and ruling 24: up to two dice, then a yield tile."""
    options = ["ganga", *NAVA] if "river" in "".join(lines) else NAVA
    game = table(*lines, "dice Ana o1 o2", options=options)
    assert refused(game, f"{line} / tile none").startswith("gain")
    assert written(game, f"{line} {words} / tile r-up E3") == f"{line} {words} / tile r-up E3"
    assert lies(game, "slot Ana") == "E3 r-up"
    assert game.to_move == ("Bob" if words == "+0" else "Ana")


@pytest.mark.parametrize("words", ["+0", "+g"])
@pytest.mark.parametrize("options", [[], ["expert Ana"]])
def test_the_dancers_dice_must_be_taken_otherwise(options: list[str], words: str) -> None:
    """[FR] L511: she gives two dice; for experts as well."""
    assert refused(table("dice Ana o2", options=options), f"P2 -o2 {words}") == "gain"


@pytest.mark.parametrize(
    ("lines", "line", "options"),
    [
        (["dice Ana o3"], "P3 -o3 +0", []),
        (["dice Ana o3"], "P3 -o3 +0", NAVA),
        (["dice Ana o1"], "H1 -o1 / +0", []),  # space 1: two dice
        (["dice Ana o1"], "H1 -o1 / +g", NAVA),
        (["dice Ana o5"], "Q oS3 b4EW -o5 / +0", []),  # NW
        (["dice Ana o5", "slot Ana NW y-die"], "Q oS3 b4EW -o5 / +0", NAVA),
    ],
)
def test_all_other_dice_must_be_taken(lines: list[str], line: str, options: list[str]) -> None:
    """ruling 24: what is received, won or taken is no choice."""
    assert refused(table(*lines, show="oS3", options=options), line) == "gain"


def test_declined_dice_change_nothing() -> None:
    """ruling 25: the bonus is taken all the same."""
    game = play(table("at Ana money 32", "dice Ana b1"), "P0 / +0")
    assert (has(game, "money"), lies(game, "dice Ana")) == (34, "b1")
    assert claim(play(game, "P0"), "P0") == "0,2"


# All ways, counted out


def multisets(things: Any, most: int) -> Iterator[tuple[str, ...]]:
    """Different selections of up to so many of these things."""
    for size in range(most + 1):
        yield from dict.fromkeys(combinations(sorted(things), size))


def counted_out(
    hand: tuple[str, ...], supply: dict[str, int], free: int, fixed: str, number: int, may: bool
) -> set[tuple[tuple[str, ...] | None, tuple[str, ...]]]:
    """Every way to take dice as the notation says, one by one: what is named, what is given back."""
    every = [c for k in range(number + 1) for c in combinations_with_replacement("ogbp", k)]
    legal: dict[tuple[tuple[str, ...], tuple[str, ...]], bool] = {}
    due = {}
    for back in multisets(hand, number):
        there = Counter(supply) + Counter(die[0] for die in back)
        n = sum((Counter(fixed) & there).values()) if fixed else number
        due[back] = n
        for taken in every:
            named = Counter(taken)
            if named - there or (fixed and named - Counter(fixed)):
                continue
            k, j = len(taken), len(back)
            fits = min(n, free)
            if (j == max(0, k - free) and k <= n) if may else (k - j == fits and (j == 0 or n > free)):
                legal[tuple(sorted(taken, key="ogbp".index)), back] = k == n
    if may or not fixed:
        return set(legal)
    swaps = any(back for _, back in legal)
    is_written = due[()] > free or (due[()] == free and swaps)
    return {(None if whole and (back or not is_written) else taken, back) for (taken, back), whole in legal.items()}


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.slow
def test_every_way_to_take_dice(seed: int) -> None:
    """notation: hands and supplies of all kinds, against what its sentences say."""
    rng = random.Random(seed)
    state = table().state
    assert isinstance(state, State)
    player = state.own(0)
    for _ in range(8):
        player.hands = rng.randint(2, 7)
        colours = rng.choice(["og", "gp", "ogbp"])
        dice = [ROLLED[rng.choice(colours)][rng.randrange(6)] for _ in range(rng.randint(0, player.hands))]
        player.dice = tuple(sorted(dice, key=lambda die: ("ogbp".index(die[0]), die)))
        state.supply = {colour: rng.choice([0, 0, 1, 2, 3]) for colour in "ogbp"}
        if sum(state.supply.values()) < 3:
            state.supply["p"] = 4  # of free dice there are always some
        fixed = rng.choice(["", "", "g", "gg", "ob", "ogb", "oo", "ooo", "gbp"])
        may = not fixed and rng.random() < 0.5
        number = len(fixed) or rng.randint(1, 3)
        found = [*choices.gains(state, fixed, number, may)]
        assert len(found) == len({*found})
        expected = counted_out(player.dice, state.supply, player.hands - len(player.dice), fixed, number, may)
        assert {(way[0], tuple(sorted(way[1]))) for way in found} == expected, (player, state.supply, fixed)
