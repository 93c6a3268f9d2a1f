"""What may come next as lists that fit on a screen: `legal`, and how its rows go on."""

import random

import pytest

import pbem
from pbem import legal, reading
from pbem.commands import play_
from pbem.completing import ROWS, group, natural, pieces
from pbem.fold import key
from pbem.game import END
from pbem.guided import Guide
from pbem.session import Session
from tests.support import PLAYERS, case_of, somewhere
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
        "play g.toml", answers("2-1", "back", "zz9", "?", "? 2", "99", "R", "back", "1-3h3S+g", "end", "oops", "yes")
    )
    assert result.exit_code == 0
    assert pbem.load("g.toml").log[1] == "1 Ana: 1-3h3S+g =2"
    assert "There is no choice 99." in result.stdout
    assert "cannot read `zz9`" in result.stdout
    assert result.stdout.endswith("\n2 Bob: SLOT-CELL / SLOT-CELL\n")
    assert "\n1 Ana: 1-3h3S+g =2\ndraw 1:yE\n\nMaharani: Mosaic Palace, game spring-3, turn 2" in result.stdout
    assert shell("play g.toml", "\xff\xfe\n" * 3).exit_code == 0


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

    def result(guide: Guide) -> list[str]:
        with reading.change("g.toml") as game:
            game.play("R")
        return kept(guide)

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
