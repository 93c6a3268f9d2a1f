"""Positions: copies are independent, a refusal leaves all as it was, what a province knows; their lines."""

import random
from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import pbem
from pbem import registry
from pbem.errors import PbemError
from pbem.game import CHANCE, END, NOBODY, Illegal, Step
from pbem.rules.rajas import actions, chance, effects, gains, sentences, todo
from pbem.rules.rajas.facts import OPPOSITE, Facts
from pbem.rules.rajas.position import Player
from pbem.rules.rajas.province import Place, Province
from pbem.rules.rajas.state import State
from pbem.rules.slots import slots_of
from pbem.testing import Case
from tests.rajas.tools import EAST, SOUTHEAST, TOP, all_of, bad_setup, begun, lies, opening, play, position, read, table
from tests.support import Some, cases, random_lines

# Positions


@pytest.mark.parametrize("kind", [State, Player])
def test_what_is_declared_has_a_slot_and_is_copied(kind: type[State] | type[Player]) -> None:
    state = table().state
    assert isinstance(state, State)
    original = state if kind is State else state.player
    copied = original.duplicate()
    assert type(copied) is kind
    assert {name for parent in kind.__mro__ for name in vars(parent).get("__annotations__", ())} <= {*slots_of(kind)}
    assert all(getattr(copied, name) == getattr(original, name) for name in slots_of(kind))


def words_of(union: Any) -> set[str]:
    """The first words of tagged tuples."""
    return {word for kind in get_args(union) for word in get_args(get_args(kind)[0])}


def test_everything_is_said_of_every_kind_of_choice_and_result() -> None:
    assert words_of(todo.Choice) == actions.KINDS.keys() == sentences.ASKED.keys()
    assert words_of(todo.Due) == chance.KINDS.keys() == sentences.AWAITED.keys()


def test_the_parts_of_a_kind_are_about_its_own_word() -> None:
    """What the table's type leaves open: a part is given what stands under its word, and nothing else."""
    parts: list[tuple[str, Any]] = []
    parts += [(word, part) for word, kind in actions.KINDS.items() for part in (kind.steps, kind.answer)]
    parts += [(word, part) for word, kind in chance.KINDS.items() for part in (kind.deal, kind.play)]
    for word, part in parts:
        _, about, *_ = get_type_hints(part).values()
        words = words_of(about) if get_origin(about) is UnionType else get_args(get_args(about)[0])
        assert word in words, part
    assert all(kind.asked(1)[0] == word for word, kind in actions.KINDS.items() if kind.asked)


@pytest.mark.parametrize("options", [[], ["navaratnas"]])
def test_what_a_gain_asks_is_a_kind_of_choice(options: list[str]) -> None:
    asked = set()
    for word, behind in gains.KINDS.items():
        state = table(options=options).state
        assert isinstance(state, State)
        effect = gains.Effect(word, colours="o" if behind == gains.COLOURS else "")
        if gains.elsewhere(effect):
            asked.add(effects.carry_out(state.copy(), effect))
    words = {found[0] for found in asked if found}
    assert words | {"lay"} == {word for word, kind in actions.KINDS.items() if kind.asked}
    assert ("lay" in words) is ("navaratnas" in options)


@pytest.mark.parametrize("case", cases("rajas"), ids=str)
@pytest.mark.slow
def test_refused_steps_change_nothing_and_copies_nothing_else(case: Case) -> None:
    """Whatever is tried: everything a position consists of is compared, not only its key."""
    rng = random.Random(f"foreign {case}")
    game = case.new()
    random_lines(game, rng, most=1)
    state = game.state
    assert isinstance(state, State)
    pool: list[Step] = [END]
    refused = 0
    for _ in range(150):
        if state.actor == NOBODY:
            break
        whole = all_of(state)
        aside = state.copy()
        assert all_of(aside) == whole
        for step in rng.sample(pool, min(4, len(pool))):
            other = state.copy()
            try:
                other.apply(step)
            except Illegal:
                assert all_of(other) == whole
                refused += 1
        assert all_of(state) == whole
        if state.actor == CHANCE:
            step = state.deal(lambda purpose, event, n: rng.randrange(n))
        else:
            step = rng.choice(state.steps())
        pool.append(step)
        state.apply(step)
        assert all_of(aside) == whole
    assert refused > 100


def test_keys_in_the_middle_of_a_turn_are_those_of_before() -> None:
    """Of version 0.3.2: posts carry them, and scripts ask for them. Only dice that may now be declined change them."""
    names = ["Ana=yellow", "Bob=red", "Cid=blue", "Dana=green"]
    game = pbem.new("rajas", names, seed="a;b", id="g-2-116", first="Dana")
    game.play("Q gS4 d4ESW -g6 / stay", "P0", "Q bS4 b4ESW -b2k")
    assert game.key == "22e5a1"
    assert "laid" not in str(game.rules.pending(game.state))


# Provinces

FACTS: Facts = registry.load("rajas").facts  # type: ignore[attr-defined]


TILES = sorted(FACTS.tiles)


STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def beside(cell: str, side: str) -> str:
    return chr(ord(cell[0]) + STEP[side][0]) + chr(ord(cell[1]) + STEP[side][1])


def roads_of(province: Province) -> dict[str, str]:
    return {FACTS.home: FACTS.residence} | {cell: lying.roads for cell, lying in province.tiles.items()}


def meet(roads: dict[str, str], cell: str) -> list[str]:
    """The cells that a road connects with one."""
    return [other for side in roads[cell] if OPPOSITE[side] in roads.get(other := beside(cell, side), "")]


def hangs_together(roads: dict[str, str]) -> bool:
    seen, todo = {FACTS.home}, [FACTS.home]
    while todo:
        new = set(meet(roads, todo.pop())) - seen
        seen |= new
        todo += new
    return len(seen) == len(roads)


def check(province: Province) -> None:
    """All that a province tells, against the plain rule."""
    roads = roads_of(province)
    assert hangs_together(roads)
    assert province.hangs_together
    ports = {cell + side for cell, lying in province.tiles.items() for side in lying.roads}
    assert province.reached == tuple(name for name, row in FACTS.yields.items() if ports & set(row.ports))
    assert [FACTS.tiles[lying.tile] for lying in province.tiles.values()] == list(province.rows)
    for turns in {row.turns for row in FACTS.tiles.values()}:
        wanted: list[Place] = []
        for cell in sorted(set(FACTS.cells) - set(roads)):
            joining = [turn for turn in turns if meet({**roads, cell: turn}, cell)]
            assert [turn for turn in turns if province.joins(cell, turn)] == joining
            wanted += [(cell, turn) for turn in joining]
        assert province.places(turns) == tuple(wanted)
        over: dict[int, list[Place]] = {}
        for cell, lying in sorted(province.tiles.items()):
            kept = [turn for turn in turns if hangs_together({**roads, cell: turn})]
            assert [turn for turn in turns if province.connected(cell, turn)] == kept
            if kept and not lying.under:
                over.setdefault(FACTS.tiles[lying.tile].price, []).extend((cell, turn) for turn in kept)
        assert province.covers(turns) == tuple((price, tuple(over[price])) for price in sorted(over, reverse=True))


def grown(rng: random.Random) -> Iterator[Province]:
    """A province from tile to tile, laid and covered at random, until nothing more can be laid."""
    province = Province(FACTS)
    yield province
    while any(province.places(row.turns) for row in FACTS.tiles.values()):
        tile = rng.choice(TILES)
        turns = FACTS.tiles[tile].turns
        places = [place for _, some in province.covers(turns) for place in some]
        if not places or rng.random() < 0.7:
            places = list(province.places(turns))
        if places:
            cell, roads = rng.choice(places)
            under = province.tiles[cell].tile if cell in province.tiles else ""
            province = province.lay(cell, tile, roads, under)
            yield province


def test_a_province_knows_what_looking_at_all_tiles_would_tell(some: Some) -> None:
    """rulings 13, 15 and 17."""
    rng = random.Random(17)
    loops = covered = 0
    for _ in range(some(4, 15)):
        before, shown = Province(FACTS), {}
        for province in grown(rng):
            before.places(("",))  # which is remembered, and no business of the next one
            shuffled = Province(FACTS)
            for cell, lying in rng.sample(sorted(province.tiles.items()), len(province.tiles)):
                shuffled = shuffled.lay(cell, *lying)  # as a setup may: not always joined to what lies there
            check(province)
            check(before)
            assert shuffled.reached == province.reached
            assert all(shuffled.places(t.turns) == province.places(t.turns) for t in FACTS.tiles.values())
            assert all(shuffled.covers(t.turns) == province.covers(t.turns) for t in FACTS.tiles.values())
            before, shown = province, roads_of(province)
            loops += sum(len(meet(shown, cell)) for cell in shown) > 2 * len(province.tiles)
            covered += any(lying.under for lying in province.tiles.values())
    assert loops > some(5, 20)
    assert covered > some(5, 20)


# Position lines


EVERY = [
    "turn 17",
    "round Bob",
    "mogul Bob",
    "quarry 2",
    "harbour 1",
    "used P0,P0,Pg,Pbo,P1,Ms",
    "assorted Ana,Bob",
    "top oS1 oC2 oT1 gS3 gC3 gT5 bS4 bC1 bT2 pS3 pC1 pT5",
    "white die,up",
    "river 4-ogb 8-yogi 10-move 16-anydice 22-good 23-raja 29-gbp",
    "at Ana money 21 fame 16 karma 2 boat 4 workers 5 2",
    "up Ana 2,3,2,4",
    "dice Ana o4 g1",
    "taken Ana 12,20,33,5,15",
    "tile Ana b4 oS3EW over oS2",
    "tile Ana c3 gS6NESW",
    "yields Ana NW,NB",
    "at Bob money 9 fame 4 karma 0 boat 0 workers 3 1",
    "up Bob 3,2,2,2",
    "late Bob Te",
    "dice Bob p6",
    "at Cid money 5 fame 0 karma 3 boat 30 workers 3 3",
]


def test_a_setup_with_every_line() -> None:
    """notation: lines in their order; defaults are left out."""
    text = "\n".join(EVERY)
    players = ["Ana=yellow", "Bob=red", "Cid=blue"]
    game = pbem.new("rajas", players, kind="manual", first="Ana", options=["ganga"], setup=text, id="test")
    assert position(game) == EVERY
    assert f"\nfirst Ana\n{text}\n" in game.record()
    assert read(game.record()).record() == game.record()


def test_bonuses_at_or_below_the_markers_are_taken_by_default() -> None:
    """notation."""
    game = table("taken Ana 12,20,5")
    assert lies(game, "taken Ana") == ""
    assert lies(table("taken Ana 12,5"), "taken Ana") == "12,5"


def test_yields_reached_are_connected_by_default() -> None:
    """notation."""
    assert lies(table("tile Ana b4 oS2NE", "yields Ana NB"), "yields Ana") == ""


def test_a_slot_is_for_navaratnas() -> None:
    """notation: `slot NAME NE y-boat`."""
    bad_setup("slot Ana NE y-boat")
    game = table("slot Ana NE y-boat", options=["navaratnas"])
    assert lies(game, "slot Ana") == "NE y-boat"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tile Ana b3 oS2NE", "a tile of Ana is not connected to the residence"),
        ("tile Ana a4 oS6NESW", "nothing can be built on a4"),
        ("tile Ana z9 oS2NE", "it should read `tile NAME b4 oC5NEW over oS2`"),
        ("tile Ana b4 oS2", "it should read `tile NAME b4 oC5NEW over oS2`"),
        ("tile Ana b4 oS2NE over", "it should read `tile NAME b4 oC5NEW over oS2`"),
        ("tile Ana b4 oS2NS", "oS2 cannot lie with roads NS"),
        ("tile Ana b4 oS4NES", "oS4 lies elsewhere already"),  # on offer
        ("tile Ana b4 oS9NES", "there is no tile `oS9`"),
        ("tile Ana b4 oS2NE over oS3", "oS2 is not dearer than what it covers"),
        ("up Ana 2,3,5,2", "a building is worth 2 or 3 or 4"),
        ("up Ana 2,3", "it should read `up NAME 2,3,2,4`"),
        ("late Ana Xx", "the buildings are Te Pa Fo Mi"),
        ("late Bob Te", "nothing of Bob was upgraded late"),
        ("dice Ana o7", "it should read `dice NAME o4 g1`"),
        ("dice Ana", "it should read `dice NAME o4 g1`"),
        ("dice Ana o1 o2 o3 o4 o5 o6 o1 o2 o3 o4 o5", "Ana can hold 10 dice"),
        ("taken Ana 13", "`13` is no bonus, or is there twice"),
        ("taken Ana 12,12", "`12` is no bonus, or is there twice"),
        ("taken Ana x", "it should read `taken NAME 12,20,5`"),
        ("yields Ana XX", "the yields are "),
        ("yields Ana", "it should read `yields NAME NW,NB`"),
        ("used P0,P0,P0,P0", "with a worker each"),
        ("used Po,Po", "with a worker each"),
        ("used Pog", "with a worker each"),
        ("used P0,", "with a worker each"),
        ("quarry 5", "`5` should be a number from 0 to 4"),
        ("quarry x", "`x` should be a number from 0 to 4"),
        ("harbour 4", "`4` should be a number from 0 to 3"),
        ("white die,die,die", "there are 2 each of die money up karma"),
        ("white gold", "there are 2 each of die money up karma"),
        ("river 2-ogb", "this game is played without ganga"),
        ("crossed Ana", "the markers of Ana have not met"),
        ("crossed Ana,Ana", "a player crosses once"),
        ("at Ana karma 4", "`4` should be a number from 0 to 3"),
        ("at Ana boat 31", "`31` should be a number from 0 to 30"),
        ("at Ana workers 6 1", "`6` should be a number from 3 to "),
        ("at Ana workers 4 5", "`5` should be a number from 0 to 4"),
        ("round Eve", "no player is called `Eve`"),
        ("mogul Eve", "no player is called `Eve`"),
        ("turn 0", "`0` should be a number from 1 to 99999"),
        ("turn 1 2", "it should read `turn 17`"),
    ],
)
def test_setups_that_cannot_be(line: str, said: str) -> None:
    """notation: what the components do not allow."""
    assert said in bad_setup(line)


MET = {name: f"at {name} money 65 fame 30" for name in ("Ana", "Bob", "Cid", "Dana")}


def test_who_has_crossed() -> None:
    """ruling 27: whoever is named has met; of all others it is seen at the end of their turn."""
    assert "the markers of Cid have not met" in bad_setup("round Bob", MET["Bob"], "crossed Bob,Cid", players=4)
    game = table("round Bob", MET["Bob"], MET["Cid"], "crossed Bob", players=4)
    assert lies(game, "crossed") == "Bob"
    play(game, "P0")
    assert lies(game, "crossed") == "Bob"


def test_of_the_player_to_move_it_is_seen_after_the_turn() -> None:
    """[FR] L807-829: so the last example of the book is set up."""
    game = table("round Bob", MET["Bob"], MET["Dana"], "crossed Bob,Dana", MET["Ana"], players=4)
    assert lies(game, "crossed") == "Bob,Dana"
    assert play(game, "P0").winners == ["Ana"]


@pytest.mark.parametrize(
    ("river", "said"),
    [
        ("30-ogb", "`30` should be a number from 1 to 29"),  # the last space stays bare
        ("0-ogb", "`0` should be a number from 1 to 29"),
        ("x-ogb", "`x` should be a number from 1 to 29"),
        ("2-queen", "`2-queen` is no river tile, or is there twice"),
        ("2", "`2` is no river tile, or is there twice"),
        ("2-ogb 8-ogb", "`8-ogb` is no river tile, or is there twice"),
        ("2-ogb 2-yogi", "two tiles lie on space 2"),
    ],
)
def test_rivers_that_cannot_be(river: str, said: str) -> None:
    """ruling 34: on the spaces from 1 to the last but one, each tile once."""
    assert said in bad_setup(f"river {river}", options=["ganga"])
    game = table("river 29-ogb 1-yogi", options=["ganga"])
    assert lies(game, "river") == "1-yogi 29-ogb"


def test_every_pile_is_in_top() -> None:
    """notation: 12 piles, an empty one too; what lies nowhere is below."""
    assert bad_setup(show="oS-")
    others = ["b2 oS1NES", "b3 oS4ESW", "c2 oS3NS", "c3 oS6NESW", "d3 oS5NEW", "e3 oS2SW"]
    game = table(*(f"tile Bob {tile}" for tile in others), show="oS-")
    assert lies(game, "top").split()[0] == "oS-"


def test_the_opening_in_position_lines() -> None:
    """notation: nothing but what is not usual."""
    assert position(opening())[:2] == ["turn 1", f"top {TOP}"]
    assert lies(opening(), "at Bob") == "money 4 fame 0 karma 1 boat 0 workers 3 3"


def test_ports_of_the_east() -> None:
    """ruling 2: two provinces in which nothing is reached."""
    assert lies(table(*EAST), "yields Ana") == ""
    assert lies(table(*SOUTHEAST, "yields Ana -"), "yields Ana") == ""


def test_in_the_middle_of_a_turn_there_is_nothing_to_set_up() -> None:
    game = begun()
    game.play("P2 -g2 +o +b")
    with pytest.raises(PbemError, match="in the middle"):
        game.setup()
    assert "at Ana" in game.setup(1)
