"""Rulings that have changed: games that use them, and games of before that they contradict."""

from collections import Counter, defaultdict
from typing import Any

import pytest

import pbem
from pbem.errors import PbemError
from pbem.fold import Fold
from pbem.game import Step
from pbem.notation import Turn
from pbem.rules.rajas import actions, rounds
from pbem.rules.rajas.moves import Balcony, Dice, Gain, Named, Person, Terrace
from pbem.rules.rajas.state import State
from pbem.session import Session
from tests import records
from tests.rajas.tools import FULL, NAVA, SOLD_OUT, SOUTHEAST, claim, play, read, table
from tests.records import Record

# Brown tiles count when they are paid (rulings 14 and 32)


@pytest.mark.parametrize(
    ("tile", "lines", "rest", "earned"),
    [
        ("b-river", ["at Ana money 10 boat 11"], "/ boat / +g +g", "4,2"),  # on 12 when it is paid
        ("b-river", ["at Ana money 10 boat 11"], "/ stay", "3,2"),
        ("b-worker", ["at Ana money 18 workers 4 4"], "", "5,2"),  # the worker of money 20
        ("b-up", ["at Ana money 10 boat 6"], "/ boat / up Te", "0,4"),  # the upgrade of space 7
        ("b-yield", ["at Ana money 10 boat 3", "tile Ana d4 bS2NW"], "/ boat / P2 +0 / tile w-money ND", "0,6"),
        ("b-market", ["at Ana money 10 boat 3", "dice Ana o3 o4 g2"], "/ boat / P5 gS5 e2NSW -g2", "2,4"),
        ("b-bend", ["at Ana money 10 boat 3", "dice Ana o3 o4 g2"], "/ boat / P5 gS5 e2NSW -g2", "2,4"),
    ],
)
def test_brown_tiles_count_what_the_income_before_has_set_off(
    tile: str, lines: list[str], rest: str, earned: str
) -> None:
    """[FR] L855-856 and L868: silk 2 and tea 1 are paid first; the quarry costs 1."""
    dice = [] if any(line.startswith("dice") for line in lines) else ["dice Ana o3 o4"]
    game = table(f"slot Ana E1 {tile}", *lines, *dice, *SOUTHEAST, show="oC1 gS5", options=NAVA)
    assert claim(game, f"Q oC1 e1NE -o3 -o4 {rest}") == earned


def test_the_upgrade_of_fame_5_is_not_counted_yet() -> None:
    """rulings 16 and 32: made by the fame of the same tile, before the brown one is paid."""
    game = table("slot Ana E1 b-up", "at Ana fame 4", "dice Ana o4", *SOUTHEAST, show="oS2", options=NAVA)
    assert claim(game, "Q oS2 e1NE -o4 / up Te") == "2,-1"


# The collection


RECORDS = records.read("rajas", "rulings")
"""Their scores, their bytes and the legal steps are tested with those of all other records, in test_golden."""


def quick_of(found: list[Record], most: int) -> list[Any]:
    """Some, of which the shortest are quick."""
    quick = sorted(found, key=lambda record: len(record.data))[:most]
    return [pytest.param(one, id=str(one), marks=() if one in quick else pytest.mark.slow) for one in found]


def gain(state: State, step: Step) -> tuple[str, int, str, bool] | None:
    """What dice a step takes: fixed colours or their number, the die spent before, whether they may be declined."""
    facts = state.facts
    if isinstance(step, Terrace):
        return step.colour, 0, "", False
    if isinstance(step, Balcony):
        return step.got * facts.balcony_dice, 0, step.paid, False
    if isinstance(step, Person) and step.taken is not None:
        return "", facts.chambers[step.number].number, step.paid, step.number == 2 and state.navaratnas
    if isinstance(step, Gain) and state.open and state.open[0] == "gain":
        return state.open[1], state.open[2], "", state.open[3]
    return None


def dice_used(state: State, step: Any) -> list[str]:
    """Which of the rulings on dice a step uses, seen from the position before it."""
    if isinstance(step, Named) and step.step:
        choice = state.open
        assert choice
        assert choice[0] == "order"
        state = state.copy()
        actions.take_yield(state, choice, step.name)
        step = step.step
    found = gain(state, step)
    if not found:
        return []
    fixed, number, paid, may = found
    hand, supply, free = Counter(state.player.dice), Counter(state.supply), max(0, state.free_hands())
    if paid:
        hand[paid[:2]] -= 1
        supply[paid[0]] += 1
        free += 1
    back: Dice = step.back
    after = supply + Counter(die[0] for die in back)
    there = (Counter(fixed) & supply).total()
    taken = Counter(fixed) & after if step.taken is None else Counter(step.taken)
    uses = []
    if taken - supply:  # more than there were
        uses = ["R9 fixed", "R9 fixed of several colours"][: len({*fixed})] if fixed else ["R9 free"]
    elif free == there and not back and any((Counter(fixed) - supply)[die[0]] for die in hand.elements()):
        uses = ["R9 not used"]
    return uses + ["R24 declined"] * (may and taken.total() < min(number, free))


def brown_used(fold: Fold, number: int) -> list[str]:
    """The brown tiles that a turn connected, if what they count changed between that and their payment."""
    before, after = fold.before[number][1], fold.state
    assert isinstance(before, State)
    assert isinstance(after, State)
    if after.recounted != number:
        return []
    was, now = before.players[before.mover], after.players[before.mover]
    new = [now.slots[name] for name in now.slots if name in now.yields and name not in was.yields]
    return [f"R32 {tile[2:]}" for tile in new if tile.startswith("b-")]


@pytest.mark.parametrize("record", quick_of(RECORDS, 40))
def test_the_lines_that_use_a_changed_ruling(record: Record) -> None:
    """Those and no others; each of them once."""
    begin = record.lines.index("") + 1
    fold = pbem.read("".join(f"{line}\n" for line in record.lines[:begin]).encode(), record.title).fold
    uses: dict[str, list[int]] = defaultdict(list)
    paid = 0
    for at, text in enumerate(record.lines[begin:-1], begin + 1):
        line = fold.notation.parse(text)
        if isinstance(line, Turn):
            state = fold.state.copy()
            for step in line.steps:
                assert isinstance(state, State)
                for what in dice_used(state, step):
                    uses[what].append(at)
                fold.complete(state, (step,))
        fold.replay([text])
        if isinstance(line, Turn) and line.number and line.number != paid:
            for what in brown_used(fold, line.number):
                uses[what].append(at)
                paid = line.number
    assert uses == record.expected["uses"]


@pytest.mark.parametrize("record", quick_of(RECORDS, 8))
def test_so_many_rounds_were_played(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    played = [1]
    new_round = rounds._new_round

    def counted(position: Any) -> None:
        played[0] += 1
        new_round(position)

    monkeypatch.setattr(rounds, "_new_round", counted)
    pbem.read(record.data, record.title)
    assert played == [record.expected["rounds"]]


# Games of before


def of_before(game: Session, old: str, new: str) -> PbemError:
    """The refusal of a game in which an old line stands for one of now."""
    assert game.record().count(new) == 1
    text = game.record().replace(new, old)
    with pytest.raises(PbemError) as caught:
        read(text)
    first = old.split("\n")[-1]
    assert caught.value.status == 3
    assert caught.value.details["line"] == text.split("\n").index(first) + 1
    assert "pbem 0.3.2 finishes" in caught.value.message
    return caught.value


GREENS = "dice Ana o1 o2 o3 g1 g2 b1 b2 b3 p1 p2"


@pytest.mark.parametrize(
    ("lines", "new", "old"),
    [
        ([SOLD_OUT, GREENS], "1 Ana: Pg +0 =0,0", "1 Ana: Pg =0,0"),
        (["dice Bob g1 g1 g1 g1 g1 g1 g1 g1 g1", GREENS], "1 Ana: Ppg -p1 +g =0,0", "1 Ana: Ppg -p1 =0,0"),
    ],
)
def test_a_swap_that_was_no_choice(lines: list[str], new: str, old: str) -> None:
    """ruling 9: the refusal names it."""
    game = play(table(*lines), new)
    assert "ruling 9" in of_before(game, old, new).message


def sold_orange(*lines: str) -> Session:
    """Orange is sold out, Ana has one, and a river tile with a die of it."""
    others = ["dice Bob o1 o1 o1 o1 o1 o1 o1 o1 o1 o1", "dice Cid o1"]
    return table(*others, *lines, "river 2-ogb", "at Ana boat 1", players=3, options=["ganga"])


def test_a_swap_of_the_river_that_was_no_choice() -> None:
    """ruling 9: the line is not finished."""
    game = play(sold_orange("dice Ana o1 g1 g2 b1 b2 b3 p1 p2 p3"), "H1 -b1 / +g +b")
    assert "ruling 9" in of_before(game, "1 Ana: H1 -b1 =0,0", "1 Ana: H1 -b1 / +g +b =0,0").message


def test_a_swap_that_was_written_shorter() -> None:
    """ruling 9: `xo1` took all that was there, green and blue."""
    game = play(sold_orange("dice Ana o1 g1 g2 b1 b2 b3 p1 p2 p3 p4"), "H1 -b1 / +g +b xo1")
    assert "ruling 9" in of_before(game, "1 Ana: H1 -b1 / xo1 =0,0", "1 Ana: H1 -b1 / +g +b xo1 =0,0").message


def test_a_swap_after_a_line_that_stops() -> None:
    """ruling 9: the choice is open, so that the next line, of another player, is refused."""
    dice = ["dice Bob o1 o1 o1 o1 o1 o1 o1 o1 o1 o1", "dice Ana o1 o5 g1 g2 b1 b2 b3 p1 p2 p3"]
    game = table(*dice, "at Ana money 10 boat 4 karma 1")  # space 5: an orange die for a level of karma
    play(game, "P0 re b3 / boat / +0", "roll b4", "P0")
    record = game.record()
    assert "1 Ana: P0 re b3 / boat / +0 =0,2" in record
    with pytest.raises(PbemError) as caught:
        read(record.replace(" / +0 =0,2", " =0,2"))
    assert "2 Bob" in record.split("\n")[caught.value.details["line"] - 1]
    assert "ruling 9" in caught.value.message


LINE = "Q oC1 e1NE -o3 -o4"


@pytest.mark.parametrize(
    ("tile", "lines", "new", "old"),
    [
        ("b-worker", ["at Ana money 18 workers 4 4"], f"{LINE} =5,2", f"{LINE} =4,2"),
        ("b-worker", ["at Ana money 18 fame 26 workers 4 4"], f"{LINE} / stay =5,2", f"{LINE} =4,2"),
        (
            "b-bend",
            ["at Ana money 10 boat 3 fame 27", "dice Ana o3 o4 g2"],
            f"{LINE} / boat / P5 gS5 e2NSW -g2 =2,4",
            f"{LINE} / boat / P5 gS5 e2NSW -g2 / stay =4,4",
        ),
    ],
    ids=["claim", "a bonus more", "a bonus less"],
)
def test_a_brown_tile_that_counted_earlier(tile: str, lines: list[str], new: str, old: str) -> None:
    """ruling 32: the refusal names it, where the claim is another or a bonus is reached or not."""
    dice = [] if any(line.startswith("dice") for line in lines) else ["dice Ana o3 o4"]
    game = table(f"slot Ana E1 {tile}", *lines, *dice, *SOUTHEAST, show="oC1 gS5", options=NAVA)
    play(game, new)
    assert "ruling 32" in of_before(game, f"1 Ana: {old}", f"1 Ana: {new}").message


def test_other_faults_name_no_ruling() -> None:
    """Nor does what is typed."""
    game = play(table(FULL), "Pg +0")
    with pytest.raises(PbemError) as caught:
        read(game.record().replace("Pg +0", "Pg"))
    assert "ruling" not in caught.value.message
    with pytest.raises(PbemError) as caught:
        table(SOLD_OUT, GREENS).play("Pg")
    assert "0.3.2" not in caught.value.message
    game = table(
        "slot Ana E1 b-worker", "at Ana money 18 workers 4 4", "dice Ana o3 o4", *SOUTHEAST, show="oC1", options=NAVA
    )
    play(game, LINE, "draw oC2", "P0")
    with pytest.raises(PbemError) as caught:
        read(game.record().replace("2 Bob: P0 =0,2", "2 Bob: P0 =0,3"))
    assert "ruling" not in caught.value.message
