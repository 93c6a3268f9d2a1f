"""What may come next: lists of steps, made when asked for; lists that fit on a screen: `legal`, how its rows go on."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbem
from pbem import legal, reading
from pbem.commands import legal_, play_
from pbem.completing import ROWS, group, natural, pieces
from pbem.fold import key
from pbem.game import END, NOBODY
from pbem.guided import Guide
from pbem.lazy import Joined, Made, Pairs, Products
from pbem.rules.rajas.dice import Selections, payments, ways
from pbem.rules.rajas.notation import VALUES, in_order
from pbem.rules.rajas.state import State
from pbem.session import Session
from pbem.testing import Case
from tests.rajas.tools import all_of
from tests.support import PLAYERS, case_of, cases, game_ids, random_lines, somewhere
from tests.test_cli import NEW, Shell


def names(game_id: str, rng: random.Random) -> Session:
    """A game somewhere in the middle, with a player to act."""
    while (game := somewhere(case_of(game_id, 2), rng, 60)).over:
        pass
    return game


def test_texts_are_cut_where_they_may_go_on_in_several_ways() -> None:
    assert pieces("1-3f2W+g") == ["1-", "3", "f2", "W+", "g"]
    assert pieces("Q oC5 a2NEW -o3") == ["Q ", "o", "C", "5 ", "a2", "NEW -", "o3"]
    assert sorted(["a10", "a9", "b"], key=natural) == ["a9", "a10", "b"]
    assert not group([])


def test_groups_fit_on_a_screen_and_lose_nothing() -> None:
    rng = random.Random("groups")
    for _ in range(200):
        size = rng.randrange(1, 120)
        texts = list({"".join(rng.choice("ab12- /N") for _ in range(rng.randrange(1, 9))).strip() for _ in range(size)})
        found = group(texts)
        assert sorted(index for one in found for index in one.indices) == list(range(len(texts)))
        assert len(found) <= ROWS
        for one in found:
            assert one.last or all(texts[index].startswith(one.begins) for index in one.indices)
            assert one.whole == (len({texts[index] for index in one.indices}) == 1)
            assert one.then or one.whole


@pytest.mark.parametrize("game_id", PLAYERS)
def test_every_row_goes_on(game_id: str) -> None:
    """A beginning in the table is one that `legal` reads, and brings all that stood behind it."""
    rng = random.Random(f"rows {game_id}")
    several = 0
    for _ in range(3):
        game = names(game_id, rng)
        coming = legal.coming(game.fold)
        assert {one.text for one in coming if one.text} == {
            game.fold.notation.format_steps((step,)) for step in game.state.steps() if step is not END
        }
        for _ in range(3):
            texts = [one.text for one in coming]
            groups = [one for one in group(texts) if not one.whole]
            if not groups:
                break
            one = rng.choice(groups)
            several += 1
            coming = legal.coming(game.fold, one.begins)
            assert {texts[index] for index in one.indices} <= {one.text for one in coming}
    assert several >= 3


@pytest.mark.parametrize("game_id", PLAYERS)
def test_what_is_best_is_what_a_list_of_lines_says(game_id: str) -> None:
    game = names(game_id, random.Random(f"best {game_id}"))
    lines = {move.text: move.earns for move in game.legal("", every=False)}
    for one in legal.coming(game.fold):
        assert one.exact
        assert lines[one.line] == one.earns
        assert one.line.startswith(one.text)


def test_a_table_is_all_there_is(shell: Shell) -> None:
    """In Majolica the rows that take tiles say which; none of many rows is left out without a word."""
    shell("new majolica g.toml --player Ana --player Bob --seed thread --id t --first Ana")
    said = shell('legal g.toml "start 2 / a1-"').stdout
    assert said.startswith("Turn 1, Ana after start 2: 8 ways to go on.\n")
    assert said.count("(takes ") == 8
    rows = shell('legal g.toml "start 2"').stdout.split("\n")
    assert len(rows) <= ROWS + 4
    assert all(len(row) < 80 for row in rows)
    head, *listed = rows
    ways = [row[row.index("..") + 2 :].split()[0] if ".." in row else "1" for row in listed[1:] if row[:1].islower()]
    assert head == f"Turn 1, Ana after start 2: {sum(map(int, ways))} ways to go on."
    assert shell("legal g.toml --limit 2").stdout.startswith("earns  move\n")
    assert shell("legal g.toml --all --limit 2").stdout.count("\n") == 4


@pytest.fixture
def shell(tmp_path, monkeypatch) -> Shell:  # type: ignore[no-untyped-def]
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


# Guided entry


@pytest.mark.parametrize("game_id", game_ids())
def test_rows_of_long_beginnings_fit_on_a_screen(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = pbem.new(game_id, PLAYERS[game_id][2], seed="t", first="Ana", id="t")
    long = ["b3:2 xb / 2:b xyb / 3:r fr / swap 1-2,2-3,3-1", "Q gC1 b4NEW -o5 -b6 / NW: +g / NE: +b / E: xo+p"]
    for heads in (long, long[:1]):
        coming = legal.coming(game.fold)
        for number, one in enumerate(coming):
            one.before = heads[number % len(heads)]
            one.line = " / ".join([one.before, one.text, long[0]])
        legal_._table(game, coming)
        rows = capsys.readouterr().out
        assert max(map(len, rows.split("\n"))) < 80
        for head in heads:
            assert head in " ".join(rows.split())


def test_what_has_nothing_in_common_is_put_together_by_neighbours() -> None:
    texts = [f"{number}" for number in range(1, 60)] + [f"x{number} y" for number in range(5)]
    found = group(texts)
    assert len(found) <= ROWS
    assert found[0].label == "1 to 4"
    assert sorted(index for one in found for index in one.indices) == list(range(len(texts)))


def choose(guide: Guide, rng: random.Random) -> None:
    """Answers at random, now and then going back or asking, until the line is whole."""
    while not guide.done:
        rows = guide.question()
        assert rows[0].startswith(f"Turn {guide.game.turn}, {guide.game.to_move}")
        assert len(rows) <= 22
        assert all(len(row) < 80 for row in rows), rows
        numbers = [int(row[:3]) for row in rows if row[:3].strip().isdecimal()]
        assert numbers == list(range(1, len(numbers) + 1))
        what = rng.random()
        if what < 0.1:
            before = guide.steps[:-1] if guide.steps else []
            guide.answer("back")
            assert guide.steps[: len(before)] == before
        elif what < 0.2:
            chosen, told = list(guide.steps), guide.answer(f"? {rng.choice(numbers)}")
            assert told
            assert guide.steps == chosen
        else:
            assert guide.answer(str(rng.choice(numbers))) == []


@pytest.mark.parametrize("game_id", PLAYERS)
def test_whatever_is_chosen_is_a_line_that_can_be_played(game_id: str) -> None:
    """By numbers alone, in every game: the line is legal, and the position is the one that was shown."""
    rng = random.Random(f"guided {game_id}")
    played = 0
    for _ in range(6):
        game = names(game_id, rng)
        guide = Guide(game)
        choose(guide, rng)
        after = guide.state
        game.play(guide.line, deal=False)
        assert game.key == key(game.rules, game.header, after)
        played += 1
    assert played == 6


def test_what_a_move_brings_fits_on_a_screen(shell: Shell) -> None:
    names = " ".join(f"--player {letter * 24}={colour}" for letter, colour in zip("VWXY", "gryb", strict=True))
    shell(f"new maharani g.toml {names} --seed s --id g")
    told = shell("play g.toml", answers("R")).stdout.splitlines()
    assert [line for line in told if line.startswith("Scores now: ")]
    assert max(map(len, told)) < 80


def answers(*lines: str) -> str:
    """What is typed."""
    return "".join(f"{line}\n" for line in lines)


def test_only_yes_plays(shell: Shell) -> None:
    shell(f"{NEW} --first Ana")
    before = (shell.folder / "g.toml").read_bytes()
    for typed in ("", answers("1"), answers("R", "y", "ja", "", "no", "YES!", "yes please"), answers("R") + "ye"):
        result = shell("play g.toml", typed)
        assert (result.exit_code, result.stderr) == (0, "Nothing is played.\n")
        assert (shell.folder / "g.toml").read_bytes() == before
    result = shell(
        "play g.toml",
        answers("2-1", "Back", "zz9", "BOARD", "?", "? 2", "99", "R", "back", "1-3h3S+g", "end", "oops", "yes"),
    )
    assert result.exit_code == 0
    assert pbem.load("g.toml").log[1] == "1 Ana: 1-3h3S+g =2"
    assert "There is no choice 99." in result.stdout
    assert result.stdout.count("cannot read") == 1
    assert "cannot read `zz9`" in result.stdout
    assert result.stdout.endswith("\n2 Bob: SLOT-CELL / SLOT-CELL\n")
    assert "\n1 Ana: 1-3h3S+g =2\ndraw 1:yE\n\nMaharani: Mosaic Palace, game spring-3, turn 2" in result.stdout
    assert shell("play g.toml", "\xff\xfe\n" * 3).exit_code == 0


def test_a_move_behind_its_turn_and_name_is_read_as_legal_reads_it(shell: Shell) -> None:
    shell(f"{NEW} --first Ana")
    told = shell("play g.toml", answers("2 Ana: R", "1 Bob: R", "1 Ana:", "1 Ana: R =0", "Ana: R ; tired")).stdout
    for said in (
        "that was for turn 2, the game is at turn 1",
        "it is not Bob's turn: Ana is to move",
        "Which of them? `? 1` tells what the first one means.",
        "cannot read `1 Ana: R =0` at column 1: that is no part of a move",
        "cannot read `Ana: R ; tired` at column 1: that is no part of a move",
    ):
        assert f"\n{said}\n" in told
    assert shell("play g.toml", answers("1 ana: 1-3h3S+g", "end", "yes")).exit_code == 0
    assert pbem.load("g.toml").log[1] == "1 Ana: 1-3h3S+g =2"


def test_all_forms_are_a_command_away(shell: Shell) -> None:
    """Those of each game for who asks how a move is written; where many could stand below what cannot be read, too."""
    for game_id in game_ids():
        pbem.new(game_id, PLAYERS[game_id][2], seed="1", id="g").save(f"{game_id}.toml")
        told = shell(f"play {game_id}.toml", answers("zz9", "?")).stdout
        many = " one of many\nforms; " in told
        assert many == (game_id != "maharani")
        assert told.splitlines().count(f"All forms: pbem rules {game_id}") == 1 + many


def test_a_turn_that_waits_for_a_roll_goes_on(shell: Shell) -> None:
    shell("new rajas g.toml --player Ana=yellow --player Bob=red --seed s2 --id t --first Ana")
    result = shell("play g.toml", answers("P2 -b2 +o +o", "yes", "up F", "yes"))
    assert "\nThe turn goes on.\n" in result.stdout
    played = ["1 Ana: P2 -b2 +o +o =0,0", "roll o5 o6", "draw white up", "1 Ana: up Fo =0,0"]
    assert pbem.load("g.toml").log[3:] == played
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_game_that_has_gone_on_meanwhile_is_left_alone(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell("new maharani g.toml --player Ana=g,y --player Bob=r,b --seed taj --id g --first Ana")
    kept = play_._result

    def result(guide: Guide, file: str, secret_file: str | None) -> list[str]:
        with reading.change("g.toml") as game:
            game.play("R")
        return kept(guide, file, secret_file)

    monkeypatch.setattr(play_, "_result", result)
    said = shell("play g.toml", answers("R", "yes"))
    assert said.exit_code == 6
    assert "gone on meanwhile" in said.stderr
    assert len(pbem.load("g.toml").log) == 2
    assert shell("play g.toml --secret none.txt").exit_code == 3


@pytest.mark.parametrize("over", ["stop", "manual"])
def test_where_there_is_nothing_to_choose(shell: Shell, over: str) -> None:
    kind = "manual" if over == "manual" else "seed"
    shell(f"new maharani g.toml --player Ana=g,y --player Bob=r,b --chance {kind} --first Ana")
    if over == "stop":
        shell("move g.toml stop")
    said = shell("play g.toml", answers("1", "yes"))
    assert said.exit_code == 2
    assert "there is nothing to choose: " in said.stderr


# Lazy sequences: items by index are those of the iteration, and there are as many as they say


dice = st.lists(st.sampled_from([die for die in VALUES if die[-1] != "k"]), max_size=8).map(in_order)


def check(lazy: Sequence[Any], items: list[Any]) -> None:
    """Everything a sequence promises."""
    assert list(lazy) == items
    assert list(lazy) == items  # once more
    assert len(lazy) == len(items)
    assert [lazy[index] for index in range(len(items))] == items
    assert [lazy[-1 - index] for index in range(len(items))] == items[::-1]
    assert lazy[1:3] == items[1:3]
    assert lazy[::-2] == items[::-2]
    for index in (len(items), -len(items) - 1):
        with pytest.raises(IndexError):
            lazy[index]
    assert bool(lazy) == bool(items)
    assert str(len(items)) in repr(lazy)


@given(st.lists(st.lists(st.integers(), max_size=4), max_size=5))
def test_joined_and_made(parts: list[list[int]]) -> None:
    flat = [number for part in parts for number in part]
    check(Joined(parts), flat)
    check(Made(str, Joined(parts)), [str(number) for number in flat])


@given(st.lists(st.integers(), max_size=4), st.lists(st.booleans(), max_size=4))
def test_pairs(first: list[int], second: list[bool]) -> None:
    check(Pairs(lambda *two: two, first, second), list(product(first, second)))


@given(
    st.lists(st.tuples(st.text(max_size=2), st.lists(st.integers(), max_size=3), st.lists(st.booleans())), max_size=4)
)
def test_products(rows: list[tuple[str, list[int], list[bool]]]) -> None:
    check(Products(lambda *three: three, rows), [(row, *pair) for row, a, b in rows for pair in product(a, b)])


@given(dice, st.integers(0, 4), st.integers(0, 10))
def test_selections_are_all_different_ones_fewest_first(hand: tuple[str, ...], least: int, more: int) -> None:
    wanted = {part for size in range(least, least + more + 1) for part in combinations(hand, size)}
    found = Selections(hand, least, least + more)
    check(found, list(found))
    assert len(found) == len(wanted)
    assert set(found) == wanted
    assert [len(part) for part in found] == sorted(len(part) for part in wanted)


@given(dice, st.integers(0, 14), st.integers(0, 3))
def test_payments_are_all_that_are_enough_fewest_dice_first(hand: tuple[str, ...], least: int, karma: int) -> None:
    hand = tuple("o" + die[1] for die in hand[:6])
    wanted = set()
    for size in range(1, len(hand) + 1):
        for part in combinations(hand, size):
            for turns in product(("", "k"), repeat=size):
                paid = in_order(die + turned for die, turned in zip(part, turns, strict=True))
                if turns.count("k") <= karma and sum(VALUES[die] for die in paid) >= least:
                    wanted.add(paid)
    ways = payments(in_order(hand), karma)
    assert ways.most == max((sum(VALUES[die] for die in paid) for paid in ways.at_least(0)), default=0)
    found = ways.at_least(least)
    assert len(found) == len(wanted)
    assert set(found) == wanted
    assert [len(paid) for paid in found] == sorted(len(paid) for paid in wanted)


@given(dice, st.sampled_from(["o", "gg", "ogb", "ooggbbpp"]), st.integers(-1, 5), st.booleans())
def test_ways_give_back_what_does_not_fit(hand: tuple[str, ...], colours: str, free: int, may: bool) -> None:
    """All that fits is taken, or fewer where dice may be declined; for each more one is given back."""
    number = min(2, len(colours))
    fits = min(number, max(0, free))
    found = list(ways(hand, tuple(colours), number, free, may))
    assert len(found) == len(set(found))
    assert (((), ()) in found) == (may or fits == 0)
    for taken, back in found:
        assert len(back) == max(0, len(taken) - fits)
        assert may or len(taken) >= fits
        assert not Counter(taken) - Counter(colours)
        assert not Counter(back) - Counter(hand)


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.slow
def test_the_steps_of_a_position_are_a_sequence_without_doubles(case: Case) -> None:
    rng = random.Random(f"steps {case}")
    for _ in range(3):
        steps = somewhere(case, rng, 60).state.steps()
        assert len({(type(step), step) for step in steps}) == len(steps)
        if not isinstance(steps, (list, tuple)):
            check(steps, list(steps))


@pytest.mark.parametrize("case", cases("rajas"), ids=str)
@pytest.mark.slow
def test_where_nothing_is_short_the_short_way_does_the_same(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"short {case}")
    game = case.new()
    found: list[tuple[State, list[str], Any, tuple[Any, ...]]] = []
    while game.state.actor != NOBODY and len(found) < 40:
        random_lines(game, rng, most=3)
        if game.state.actor >= 0:
            before = game.state
            assert isinstance(before, State)
            step = rng.choice(before.steps())
            after = before.copy()
            after.apply(step)
            found.append((before, sorted(map(str, before.steps())), step, all_of(after)))
    monkeypatch.setattr(State, "spare", lambda self: 0)
    for state, steps, step, after_it in found:
        assert sorted(map(str, state.steps())) == steps
        state.apply(step)
        assert all_of(state) == after_it
