"""Positions: copies are independent, a refusal leaves all as it was, nothing is left unsaid; what a province knows."""

import random
from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import pbem
from pbem import registry
from pbem.game import CHANCE, END, NOBODY, Illegal, Step
from pbem.rules.rajas import actions, chance, effects, gains, sentences, todo
from pbem.rules.rajas.facts import OPPOSITE, Facts
from pbem.rules.rajas.position import Player
from pbem.rules.rajas.province import Place, Province
from pbem.rules.rajas.state import State
from pbem.rules.slots import slots_of
from pbem.testing import Case
from tests.rajas.tools import all_of, table
from tests.support import cases, random_lines

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


def test_a_province_knows_what_looking_at_all_tiles_would_tell() -> None:
    """rulings 13, 15 and 17."""
    rng = random.Random(17)
    loops = covered = 0
    for _ in range(15):
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
    assert loops > 20
    assert covered > 20
